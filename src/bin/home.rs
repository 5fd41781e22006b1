//! The home page's own program: the living figure and nothing else, so that a first visit sees something move
//! before the labs' program has arrived.

use decoding_lab::ui::{ENGLISH_HOME, carry, home};

fn main() {
    console_error_panic_hook::set_once();
    carry(ENGLISH_HOME);
    home::mount();
}
