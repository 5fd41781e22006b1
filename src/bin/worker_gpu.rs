//! The same worker with a graphics processor behind it: built with the feature `gpu`. The page starts it only when
//! somebody has chosen that, or where a first look says that passes would be faster there, so that nobody else fetches a byte of it.

#[path = "worker.rs"]
mod worker;

fn main() -> impl std::process::Termination {
    worker::main()
}
