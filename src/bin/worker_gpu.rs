//! The same worker with a graphics processor behind it: built with the feature `gpu`. The page starts it only when
//! somebody has chosen that, so that nobody else fetches a byte of it.

#[path = "worker.rs"]
mod worker;

#[cfg(target_arch = "wasm32")]
fn main() {
    worker::main();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    worker::main()
}
