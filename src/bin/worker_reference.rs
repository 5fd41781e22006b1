//! The same worker with candle's forward pass in it: built with the feature `reference`. The page starts it only
//! when the reference is to be seen, so that nobody else has to fetch a library for models of every size.

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
