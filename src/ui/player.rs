//! What the playback bar and the keys drive: the playhead of the lab on screen, whichever it is.

use crate::decode::{PlayMode, Playhead, PlayheadCommand, StoryEvent, Timeline};
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

/// Where the reader stands in a story that comes bit by bit, and that another takes the place of when a setting changes.
#[derive(Clone, Copy)]
pub struct Standpoint {
    /// How far into the story we look.
    pub playhead: RwSignal<Playhead>,
    /// The place to go to once it exists, a chapter and its events shown: a link names it, or the story before was read so far.
    wanted: RwSignal<Option<(usize, usize)>>,
}

impl Standpoint {
    /// At the beginning, on the way to a place.
    pub fn new(wanted: Option<(usize, usize)>) -> Self {
        Self { playhead: RwSignal::new(Playhead::default()), wanted: RwSignal::new(wanted) }
    }

    /// Goes to the beginning of another story, and on to a place of it.
    pub fn start_over(self, wanted: Option<(usize, usize)>) {
        self.wanted.set(wanted);
        self.playhead.set(Playhead::default());
    }

    /// Moves the playhead. Whoever moves it by hand no longer waits for a place.
    pub fn send<E: StoryEvent>(self, command: PlayheadCommand, timeline: Option<&Timeline<E>>) {
        if !matches!(command, PlayheadCommand::Tick { .. } | PlayheadCommand::SetSpeed(_) | PlayheadCommand::TimelineChanged) {
            self.wanted.set(None);
        }
        if let Some(timeline) = timeline {
            move_playhead(self.playhead, command, timeline, 0);
        }
    }

    /// Another story takes the place of this one now: it opens at the same chapter, at the same step. (Not where the reader stood when it was
    /// asked for: answers take time, and nobody waits for them.)
    pub fn give_way<E: StoryEvent>(self, timeline: Option<&Timeline<E>>) {
        let Some(timeline) = timeline else { return };
        if !self.is_paused() {
            self.wanted.set(None);
        } else if self.wanted.with_untracked(Option::is_none) {
            self.wanted.set(timeline.locate(self.playhead.with_untracked(|playhead| playhead.n_shown)));
        }
    }

    /// Follows the timeline's growth: to the place that is wanted, or wherever the playhead's mode says. An example is not the story that a place is
    /// meant for: that comes later.
    pub fn follow<E: StoryEvent>(self, timeline: &Timeline<E>, is_example: bool) {
        let Some((cycle_idx, n_shown)) = self.wanted.get_untracked().filter(|_| self.is_paused()) else {
            return move_playhead(self.playhead, PlayheadCommand::TimelineChanged, timeline, 0);
        };
        move_playhead(self.playhead, PlayheadCommand::SeekInCycle { cycle_idx, n_shown }, timeline, 0);
        if !is_example && (timeline.ended || timeline.n_cycles() > cycle_idx) {
            self.wanted.set(None);
        }
    }

    fn is_paused(self) -> bool {
        self.playhead.with_untracked(|playhead| playhead.mode == PlayMode::Paused)
    }

    /// The place that links name: where the reader is going, or stands.
    pub fn place<E: StoryEvent>(self, timeline: Option<&Timeline<E>>) -> Option<(usize, usize)> {
        let n_shown = self.playhead.with(|playhead| playhead.n_shown);
        self.wanted.get().or_else(|| timeline.and_then(|timeline| timeline.locate(n_shown)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::CycleEvent;
    use PlayheadCommand::{NextCycle, StepEvent, TogglePlay};

    /// A story of this many cycles of three events each.
    fn story(n_cycles: usize, ended: bool) -> Timeline {
        let mut timeline = Timeline::default();
        timeline.ended = ended;
        for _ in 0..n_cycles {
            timeline.push(&[CycleEvent::Draft(0), CycleEvent::TargetPass, CycleEvent::Bonus]);
        }
        timeline
    }

    fn n_shown(standpoint: Standpoint) -> usize {
        standpoint.playhead.with_untracked(|playhead| playhead.n_shown)
    }

    // A reader who stepped on while the next run was on its way was thrown back to the end of its first cycles when it came.
    #[test]
    fn a_story_opens_where_the_reader_stands_when_it_comes_however_little_of_it_is_there() {
        let owner = Owner::new();
        owner.set();
        let standpoint = Standpoint::new(None);
        let before = story(9, true);
        for _ in 0..6 {
            standpoint.send(NextCycle, Some(&before));
        }
        standpoint.send(StepEvent, Some(&before));
        standpoint.give_way(Some(&before));
        for (n_cycles, place) in [(1, 3), (3, 9), (7, 19), (9, 19)] {
            standpoint.follow(&story(n_cycles, n_cycles == 9), false);
            assert_eq!(n_shown(standpoint), place, "with {n_cycles} cycles there");
        }
        assert_eq!(standpoint.place(Some(&before)), Some((6, 1)));
    }

    #[test]
    fn whoever_moves_by_hand_stays_there_and_no_longer_goes_where_a_link_led() {
        let owner = Owner::new();
        owner.set();
        let standpoint = Standpoint::new(Some((4, 2)));
        let example = story(2, true);
        standpoint.follow(&example, true);
        assert_eq!(
            (n_shown(standpoint), standpoint.place(Some(&example))),
            (6, Some((4, 2))),
            "the example is too short, and links still lead there"
        );
        standpoint.give_way(Some(&example));
        standpoint.follow(&story(5, false), false);
        assert_eq!(n_shown(standpoint), 14);
        standpoint.start_over(Some((4, 2)));
        standpoint.follow(&example, true);
        standpoint.send(PlayheadCommand::StepBack, Some(&example));
        standpoint.give_way(Some(&example));
        standpoint.follow(&story(5, false), false);
        assert_eq!(n_shown(standpoint), 5);
    }

    // A place remembered while the story played was gone to much later, at the next change of a setting.
    #[test]
    fn a_story_that_plays_remembers_no_place_and_one_told_anew_begins_at_its_beginning() {
        let owner = Owner::new();
        owner.set();
        let standpoint = Standpoint::new(None);
        let before = story(5, true);
        standpoint.send(NextCycle, Some(&before));
        standpoint.send(TogglePlay, Some(&before));
        standpoint.give_way(Some(&before));
        let next = story(5, true);
        standpoint.follow(&next, false);
        standpoint.send(PlayheadCommand::Tick { millis: 1e9 }, Some(&next));
        let place = standpoint.place(Some(&next));
        assert!(place.is_some_and(|(cycle_idx, _)| cycle_idx >= 1) && place == next.locate(n_shown(standpoint)));
        standpoint.start_over(None);
        standpoint.give_way(Some(&next));
        standpoint.follow(&before, false);
        assert_eq!(n_shown(standpoint), 0);
        standpoint.send(StepEvent, None::<&Timeline>);
        assert_eq!(n_shown(standpoint), 0, "nothing moves where there is no story yet");
    }
}
