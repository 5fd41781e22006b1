//! The playhead: how far into a run's story we look, and the commands that move it.
//!
//! Buttons, keys, the URL and tests all send the same [`PlayheadCommand`]s; nothing else moves it.
//! It counts *events*, the smallest steps of the story (see [`CycleEvent`]), over a [`Timeline`]
//! that grows while models are still running.

use crate::decode::{Cycle, Tail};

/// A step of a story: something that is on screen for a while.
pub trait StoryEvent: Copy + PartialEq {
    /// How long it stays on screen at normal speed, in milliseconds: the more there is to read,
    /// the longer.
    fn millis(self) -> f64;
}

/// One step of a cycle's story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleEvent {
    /// The draft proposes the token at this position.
    Draft(usize),
    /// The target scores all positions in one pass.
    TargetPass,
    /// The token at this position is held against its coin.
    Test(usize),
    /// The drafted tokens after a rejected one are dropped.
    Drop,
    /// The residual at the rejected position is formed.
    Residual,
    /// The correction is drawn.
    Correction,
    /// The bonus is drawn.
    Bonus,
    /// The text ended at an accepted token.
    PastEnd,
    /// No token is left to draw.
    DeadEnd,
    /// Both caches go back to what was emitted.
    Rollback,
}

impl CycleEvent {
    /// The steps of this cycle, in order.
    pub fn of_cycle(cycle: &Cycle) -> Vec<Self> {
        let mut events: Vec<Self> = (0..cycle.drafted.len()).map(Self::Draft).collect();
        events.push(Self::TargetPass);
        events.extend((0..cycle.verdict.tests.len()).map(Self::Test));
        match cycle.verdict.tail {
            Tail::Correction { .. } => {
                if cycle.n_dropped_after_rejection() > 0 {
                    events.push(Self::Drop);
                }
                events.extend([Self::Residual, Self::Correction]);
            }
            Tail::Bonus { .. } => events.push(Self::Bonus),
            Tail::PastEnd => events.push(Self::PastEnd),
            Tail::DeadEnd => events.push(Self::DeadEnd),
        }
        events.push(Self::Rollback);
        events
    }
}

impl StoryEvent for CycleEvent {
    fn millis(self) -> f64 {
        match self {
            Self::Draft(_) => 700.0,
            Self::TargetPass => 1600.0,
            Self::Test(_) => 1800.0,
            Self::Drop | Self::Bonus | Self::Correction => 2000.0,
            Self::Residual => 2600.0,
            Self::PastEnd | Self::DeadEnd | Self::Rollback => 1800.0,
        }
    }
}

/// Where the events of each cycle lie in the whole story. (Other stories have other events, and what
/// is a cycle here is a chapter there.)
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline<E = CycleEvent> {
    /// Entry `i`: events of all cycles up to and including cycle `i`.
    ends: Vec<usize>,
    events: Vec<E>,
    /// Whether no more cycles will come.
    pub ended: bool,
}

impl<E> Default for Timeline<E> {
    fn default() -> Self {
        Self { ends: Vec::new(), events: Vec::new(), ended: false }
    }
}

impl<E: StoryEvent> Timeline<E> {
    /// A story of one chapter that is known from the start.
    pub fn of_one_chapter(events: &[E]) -> Self {
        let mut timeline = Self { ended: true, ..Self::default() };
        timeline.push(events);
        timeline
    }

    /// Adds the events of a cycle.
    pub fn push(&mut self, events: &[E]) {
        self.events.extend(events);
        self.ends.push(self.events.len());
    }

    /// All events so far.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Cycles so far.
    pub fn n_cycles(&self) -> usize {
        self.ends.len()
    }

    /// The cycle that holds the last of the first `n_shown` events, and how many of its events
    /// those include; `None` when nothing is shown.
    pub fn locate(&self, n_shown: usize) -> Option<(usize, usize)> {
        if n_shown == 0 || self.is_empty() {
            return None;
        }
        let n_shown = n_shown.min(self.len());
        let cycle_idx = self.ends.partition_point(|end| *end < n_shown);
        Some((cycle_idx, n_shown - self.start(cycle_idx)))
    }

    /// Events before this cycle.
    pub fn start(&self, cycle_idx: usize) -> usize {
        cycle_idx.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0)
    }

    /// The events of this cycle.
    pub fn cycle_events(&self, cycle_idx: usize) -> &[E] {
        let end = self.ends.get(cycle_idx).copied().unwrap_or(self.len());
        self.events.get(self.start(cycle_idx)..end).unwrap_or(&[])
    }

    /// The end of the first cycle that ends after `n_shown` events.
    fn next_cycle_end(&self, n_shown: usize) -> usize {
        self.ends.iter().copied().find(|end| *end > n_shown).unwrap_or(self.len())
    }

    /// The end of the last cycle that ends before `n_shown` events.
    fn previous_cycle_end(&self, n_shown: usize) -> usize {
        self.ends.iter().copied().rfind(|end| *end < n_shown).unwrap_or(0)
    }
}

/// What moves the playhead by itself, if anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayMode {
    /// Stands still.
    Paused,
    /// Goes on at its speed, and waits at the end for more to come.
    Playing,
    /// Stays at the end of what is known.
    Following,
}

/// How far into the story we look.
#[derive(Clone, Debug, PartialEq)]
pub struct Playhead {
    /// Events shown: from 0, the prompt alone, to the timeline's length.
    pub n_shown: usize,
    /// What moves it.
    pub mode: PlayMode,
    /// Multiplies the speed of playing.
    pub speed: f64,
    /// Time spent on the event shown last, in milliseconds at normal speed.
    elapsed_millis: f64,
}

/// The speeds that playing offers.
pub const SPEEDS: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 10.0];

/// Everything that can be asked of a playhead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayheadCommand {
    /// Show one more event.
    StepEvent,
    /// Show one event fewer.
    StepBack,
    /// Show the rest of this cycle; at its end, all of the next.
    NextCycle,
    /// Go back to the end of the cycle before.
    PreviousCycle,
    /// Play if it stands still; stand still if it plays.
    TogglePlay,
    /// Go to the end of what is known, and stay there as it grows.
    RunToEnd,
    /// Go back to the prompt.
    Restart,
    /// Show this many events.
    Seek(usize),
    /// Show this many events of this cycle: how links say where they stand.
    SeekInCycle {
        /// The cycle, from 0.
        cycle_idx: usize,
        /// Its events shown.
        n_shown: usize,
    },
    /// Multiply the speed of playing by this.
    SetSpeed(f64),
    /// Time has passed.
    Tick {
        /// How much, in milliseconds.
        millis: f64,
    },
    /// The timeline has grown, or was replaced.
    TimelineChanged,
}

impl Default for Playhead {
    fn default() -> Self {
        Self { n_shown: 0, mode: PlayMode::Paused, speed: 1.0, elapsed_millis: 0.0 }
    }
}

impl Playhead {
    /// Standing still with this many events shown.
    pub fn paused_at(n_shown: usize) -> Self {
        Self { n_shown, ..Self::default() }
    }

    /// At the end of whatever there is.
    pub fn following() -> Self {
        Self { mode: PlayMode::Following, ..Self::default() }
    }

    /// Does what it is asked, as far as the timeline goes.
    pub fn send<E: StoryEvent>(&mut self, command: PlayheadCommand, timeline: &Timeline<E>) {
        let before = self.n_shown;
        match command {
            PlayheadCommand::StepEvent => self.stop_at(self.n_shown + 1),
            PlayheadCommand::StepBack => self.stop_at(self.n_shown.saturating_sub(1)),
            PlayheadCommand::NextCycle => self.stop_at(timeline.next_cycle_end(self.n_shown)),
            PlayheadCommand::PreviousCycle => self.stop_at(timeline.previous_cycle_end(self.n_shown)),
            PlayheadCommand::Restart => self.stop_at(0),
            PlayheadCommand::Seek(n_shown) => self.stop_at(n_shown),
            PlayheadCommand::SeekInCycle { cycle_idx, n_shown } => {
                let n_events = timeline.cycle_events(cycle_idx).len();
                self.stop_at(timeline.start(cycle_idx.min(timeline.n_cycles())) + n_shown.min(n_events));
            }
            PlayheadCommand::TogglePlay if self.mode == PlayMode::Playing => self.mode = PlayMode::Paused,
            PlayheadCommand::TogglePlay => {
                // Playing from the very end would do nothing: start over instead.
                if timeline.ended && self.n_shown >= timeline.len() {
                    self.n_shown = 0;
                }
                self.mode = PlayMode::Playing;
            }
            PlayheadCommand::RunToEnd => self.mode = PlayMode::Following,
            PlayheadCommand::SetSpeed(speed) if speed.is_finite() => self.speed = speed.clamp(SPEEDS[0], SPEEDS[SPEEDS.len() - 1]),
            PlayheadCommand::SetSpeed(_) | PlayheadCommand::TimelineChanged => {}
            PlayheadCommand::Tick { millis } => {
                if self.mode == PlayMode::Playing {
                    self.play(millis, timeline);
                }
                return;
            }
        }
        if self.mode == PlayMode::Following {
            self.n_shown = timeline.len();
        }
        self.n_shown = self.n_shown.min(timeline.len());
        if self.n_shown != before {
            self.elapsed_millis = 0.0;
        }
    }

    fn stop_at(&mut self, n_shown: usize) {
        self.n_shown = n_shown;
        self.mode = PlayMode::Paused;
    }

    fn play<E: StoryEvent>(&mut self, millis: f64, timeline: &Timeline<E>) {
        if !millis.is_finite() || millis <= 0.0 {
            return;
        }
        self.elapsed_millis += millis * self.speed;
        loop {
            let shown_for = match self.n_shown.checked_sub(1).and_then(|last| timeline.events.get(last)) {
                Some(event) => event.millis(),
                None => 0.0, // The prompt alone has been seen already.
            };
            if self.n_shown >= timeline.len() {
                // Waiting does not pile up: the next event gets its full time.
                self.elapsed_millis = self.elapsed_millis.min(shown_for);
                if timeline.ended {
                    self.mode = PlayMode::Paused;
                }
                return;
            }
            if self.elapsed_millis < shown_for {
                return;
            }
            self.elapsed_millis -= shown_for;
            self.n_shown += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PlayheadCommand::*;
    use super::*;

    fn timeline(n_cycles: usize) -> Timeline {
        let mut timeline = Timeline { ended: true, ..Timeline::default() };
        for _ in 0..n_cycles {
            timeline.push(&[CycleEvent::Draft(0), CycleEvent::TargetPass, CycleEvent::Bonus]);
        }
        timeline
    }

    /// Sends commands one after the other and gives where each leaves the playhead.
    fn walk(timeline: &Timeline, commands: &[PlayheadCommand]) -> Vec<usize> {
        let mut playhead = Playhead::default();
        commands
            .iter()
            .map(|command| {
                playhead.send(*command, timeline);
                playhead.n_shown
            })
            .collect()
    }

    #[test]
    fn steps_go_by_event_and_by_cycle_and_stop_at_both_ends() {
        let timeline = timeline(3);
        assert_eq!(walk(&timeline, &[StepBack, StepEvent, StepEvent, NextCycle, NextCycle, NextCycle, NextCycle]), [0, 1, 2, 3, 6, 9, 9]);
        assert_eq!(walk(&timeline, &[RunToEnd, PreviousCycle, StepBack, PreviousCycle, PreviousCycle, Restart]), [9, 6, 5, 3, 0, 0]);
        assert_eq!(walk(&timeline, &[Seek(4), Seek(400)]), [4, 9]);
        let seek = |cycle_idx, n_shown| SeekInCycle { cycle_idx, n_shown };
        assert_eq!(walk(&timeline, &[seek(1, 2), seek(1, 99), seek(99, 1), seek(0, 0)]), [5, 6, 9, 0]);
    }

    #[test]
    fn locating_an_event_is_the_inverse_of_counting() {
        let timeline = timeline(3);
        assert_eq!(timeline.locate(0), None);
        for n_shown in 1..=timeline.len() {
            let (cycle_idx, in_cycle) = timeline.locate(n_shown).expect("something is shown");
            assert!((1..=3).contains(&in_cycle));
            assert_eq!(timeline.start(cycle_idx) + in_cycle, n_shown);
        }
        assert_eq!(timeline.locate(1000), Some((2, 3)));
        assert_eq!(Timeline::<CycleEvent>::default().locate(5), None);
    }

    #[test]
    fn playing_gives_each_event_its_time_and_stops_at_the_end() {
        let timeline = timeline(1);
        let mut playhead = Playhead::default();
        playhead.send(TogglePlay, &timeline);
        playhead.send(Tick { millis: 16.0 }, &timeline);
        assert_eq!(playhead.n_shown, 1);
        playhead.send(Tick { millis: 680.0 }, &timeline);
        assert_eq!(playhead.n_shown, 1);
        playhead.send(Tick { millis: 10.0 }, &timeline);
        assert_eq!(playhead.n_shown, 2);
        playhead.send(Tick { millis: f64::NAN }, &timeline);
        playhead.send(Tick { millis: 1e9 }, &timeline);
        assert_eq!((playhead.n_shown, playhead.mode), (3, PlayMode::Paused));
        playhead.send(TogglePlay, &timeline);
        assert_eq!((playhead.n_shown, playhead.mode), (0, PlayMode::Playing));
    }

    #[test]
    fn playing_waits_for_models_and_following_stays_at_the_end() {
        let mut growing = timeline(1);
        growing.ended = false;
        let mut playhead = Playhead { n_shown: 3, ..Playhead::default() };
        playhead.send(TogglePlay, &growing);
        playhead.send(Tick { millis: 60_000.0 }, &growing);
        assert_eq!((playhead.n_shown, playhead.mode), (3, PlayMode::Playing));
        let mut follower = Playhead::default();
        follower.send(RunToEnd, &growing);
        growing.push(&[CycleEvent::TargetPass, CycleEvent::Bonus]);
        follower.send(TimelineChanged, &growing);
        assert_eq!(follower.n_shown, 5);
        playhead.send(Tick { millis: 1.0 }, &growing);
        assert_eq!(playhead.n_shown, 4, "one event, not a minute's worth of waiting");
        follower.send(StepBack, &growing);
        assert_eq!((follower.n_shown, follower.mode), (4, PlayMode::Paused));
    }

    #[test]
    fn a_shorter_timeline_pulls_the_playhead_in() {
        let mut playhead = Playhead { n_shown: 9, ..Playhead::default() };
        playhead.send(TimelineChanged, &timeline(1));
        assert_eq!(playhead.n_shown, 3);
    }

    #[test]
    fn speed_is_kept_within_what_is_offered() {
        let mut playhead = Playhead::default();
        for (asked, got) in [(4.0, 4.0), (1e9, 10.0), (f64::NAN, 10.0), (-1.0, 0.5)] {
            playhead.send(SetSpeed(asked), &Timeline::<CycleEvent>::default());
            assert_eq!(playhead.speed, got);
        }
    }
}
