//! What this browser remembers from one visit to the next: short texts, each under a key of its own.
//!
//! Storage can be missing, forbidden or full. A choice then lasts as long as the page, and whoever keeps more than
//! choices says why it is not kept.

use leptos::prelude::window;

/// Why a text was not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forgotten {
    /// There is no storage, or the page may not use it.
    NoStorage,
    /// It takes nothing more.
    Full,
}

/// Whether there is anything that could remember.
pub(crate) fn is_there() -> bool {
    storage().is_some()
}

/// What is kept under a key.
pub(crate) fn recall(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps a text under a key, in place of what was there.
pub(crate) fn remember(key: &str, text: &str) -> Result<(), Forgotten> {
    let storage = storage().ok_or(Forgotten::NoStorage)?;
    storage.set_item(key, text).map_err(|_| Forgotten::Full)
}

/// Keeps nothing under a key any more.
pub(crate) fn forget(key: &str) {
    if let Some(storage) = storage() {
        // What was never kept is forgotten already.
        let _ = storage.remove_item(key);
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
