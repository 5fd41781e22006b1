//! What the playback bar and the keys drive: the playhead of the lab on screen, whichever it is.

use crate::decode::{Playhead, PlayheadCommand};
use leptos::prelude::*;

/// One lab's playhead, as playback needs it.
#[derive(Clone, Copy)]
pub struct Player {
    /// The playhead.
    pub playhead: RwSignal<Playhead>,
    /// Events there are so far.
    pub n_events: Memo<usize>,
    /// Where we are, in words.
    pub place: Memo<String>,
    /// What this lab's story is divided into.
    pub chapter: &'static str,
    /// Moves the playhead.
    pub send: Callback<PlayheadCommand>,
}

/// The player of the lab on screen.
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
