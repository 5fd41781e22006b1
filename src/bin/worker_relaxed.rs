//! The same worker, for browsers that know relaxed SIMD: built with the feature `relaxed`.

#[path = "worker.rs"]
mod worker;

fn main() -> impl std::process::Termination {
    worker::main()
}
