//! The page's start: mounts the app, and shows a panic as text rather than as a blank page.

use decoding_lab::ui::{App, ENGLISH, Route, carry, home, start};

fn main() {
    console_error_panic_hook::set_once();
    carry(ENGLISH);
    let query = leptos::prelude::window().location().search().unwrap_or_default();
    if Route::of_query(&query) == Route::Home {
        // The released site starts the home page's own, smaller program instead.
        home::mount();
        return;
    }
    start(|| {
        home::remove_static_page();
        leptos::mount::mount_to_body(App);
    });
}
