//! The same worker with candle's forward pass in it: built with the feature `reference`. The page starts it only
//! when the reference is to be seen, so that nobody else has to fetch a library for models of every size.

#[path = "worker.rs"]
mod worker;

fn main() -> impl std::process::Termination {
    worker::main()
}
