//! The home page's own program: the living figure and nothing else, so that a first visit sees something move
//! before the labs' program has arrived.

fn main() {
    console_error_panic_hook::set_once();
    decoding_lab::ui::home::mount();
}
