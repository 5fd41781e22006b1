//! The page's start: mounts the app, and shows a panic as text rather than as a blank page.

use decoding_lab::ui::{App, start};

fn main() {
    console_error_panic_hook::set_once();
    start(|| leptos::mount::mount_to_body(App));
}
