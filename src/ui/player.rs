//! What the playback bar and the keys drive: the playhead of the lab on screen, whichever it is.

use crate::decode::{Playhead, PlayheadCommand, StoryEvent, Timeline};
use crate::ui::engine_state::now_millis;
use leptos::prelude::*;
use std::cell::Cell;
use std::time::Duration;

/// How often playback looks at the clock.
const TICK: Duration = Duration::from_millis(40);

/// One lab's playhead, as playback needs it.
#[derive(Clone, Copy)]
pub struct Player {
    /// The playhead.
    pub playhead: RwSignal<Playhead>,
    /// Events there are so far.
    pub n_events: Memo<usize>,
    /// Where we are, in words.
    pub place: Memo<String>,
    /// The key of what the button to the next part says: this lab's story is divided into cycles, levels or tokens.
    pub chapter: &'static str,
    /// Moves the playhead.
    pub send: Callback<PlayheadCommand>,
}

/// Sends a command to a playhead that never shows fewer than `least` events. A tick that shows nothing
/// new must not redraw the page.
pub fn move_playhead<E: StoryEvent>(playhead: RwSignal<Playhead>, command: PlayheadCommand, timeline: &Timeline<E>, least: usize) {
    let mut moved = playhead.get_untracked();
    moved.send(command, timeline);
    moved.n_shown = moved.n_shown.max(least);
    let visible = |playhead: &Playhead| (playhead.n_shown, playhead.mode, playhead.speed.to_bits());
    if playhead.with_untracked(visible) == visible(&moved) {
        playhead.update_untracked(|playhead| *playhead = moved);
    } else {
        playhead.set(moved);
    }
}

/// Tells again and again how many milliseconds have passed since it last did, for as long as the caller is on screen.
pub fn on_tick(tell: impl Fn(f64) + 'static) {
    let last = Cell::new(now_millis());
    let tick = move || {
        let now = now_millis();
        tell(now - last.replace(now));
    };
    if let Ok(handle) = set_interval_with_handle(tick, TICK) {
        on_cleanup(move || handle.clear());
    }
}

/// The player of what is on screen, if that has a story.
#[derive(Clone, Copy)]
pub struct CurrentPlayer(RwSignal<Option<Player>>);

impl CurrentPlayer {
    /// No lab is on screen yet.
    pub fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// A lab has come on screen.
    pub fn set(self, player: Player) {
        self.0.set(Some(player));
    }

    /// What is on screen now has no story.
    pub fn clear(self) {
        self.0.set(None);
    }

    /// Whether what is on screen has a story to play.
    pub fn is_there(self) -> bool {
        self.0.with(Option::is_some)
    }

    /// Reads from the player, and again when another lab comes on screen.
    pub fn with<T: Default>(self, read: impl FnOnce(Player) -> T) -> T {
        self.0.get().map(read).unwrap_or_default()
    }

    /// The player now.
    pub fn now(self) -> Option<Player> {
        self.0.get_untracked()
    }

    /// Sends a command to the playhead on screen.
    pub fn send(self, command: PlayheadCommand) {
        if let Some(player) = self.now() {
            player.send.run(command);
        }
    }
}
