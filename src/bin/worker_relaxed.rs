//! The same worker, for browsers that know relaxed SIMD: built with the feature `relaxed`.

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
