//! The state of the two-sample test: what is to be drawn, and the texts that the worker has drawn so far.

use crate::decode::{CompareSpec, Notice, TextCounts, TextStatistic, TwoSample};
use crate::protocol::{Reply, Request, RunId};
use crate::ui::engine_state::Engine;
use leptos::prelude::*;

/// Texts that were drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// With these settings.
    pub spec: CompareSpec,
    /// How often each came up.
    pub counts: TextCounts,
    /// How long that took, once it has ended.
    pub millis: Option<f64>,
}

/// The test's state. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct CompareState {
    /// What is to be drawn; its seed is the page's.
    pub spec: RwSignal<CompareSpec>,
    /// What was drawn so far.
    pub drawn: RwSignal<Option<Drawn>>,
    /// Whether more is on its way.
    pub drawing: RwSignal<bool>,
    /// What the bars count.
    pub statistic: RwSignal<TextStatistic>,
    /// The tests of what was drawn: first token, last token, whole text.
    pub tests: Memo<Option<[TwoSample; 3]>>,
    engine: Engine,
    asked: StoredValue<RunId>,
}

/// The three things that are counted, in the order in which they are shown.
pub const STATISTICS: [TextStatistic; 3] = [TextStatistic::First, TextStatistic::Last, TextStatistic::Whole];

impl CompareState {
    /// The state of a page opened at this query, and what the query had wrong.
    pub fn new(query: &str, engine: Engine) -> (Self, Vec<Notice>) {
        let (spec, notices) = CompareSpec::parse(query);
        let drawn = RwSignal::new(None::<Drawn>);
        let tests = Memo::new(move |_| {
            drawn.with(|drawn| {
                let drawn = drawn.as_ref()?;
                Some(STATISTICS.map(|statistic| TwoSample::of(&drawn.counts, statistic, drawn.spec.n_tokens)))
            })
        });
        let state = Self {
            spec: RwSignal::new(spec),
            drawn,
            drawing: RwSignal::new(false),
            statistic: RwSignal::new(TextStatistic::First),
            tests,
            engine,
            asked: StoredValue::new(RunId(0)),
        };
        engine.listen(move |reply| state.on_reply(reply));
        (state, notices)
    }

    /// The test that the bars belong to.
    pub fn test(self) -> Option<TwoSample> {
        let idx = STATISTICS.iter().position(|statistic| *statistic == self.statistic.get()).unwrap_or(0);
        self.tests.with(|tests| tests.as_ref().map(|tests| tests[idx].clone()))
    }

    /// Changes what is to be drawn. What was drawn before no longer counts.
    pub fn change(self, change: impl FnOnce(&mut CompareSpec)) {
        let mut spec = self.spec.get_untracked();
        change(&mut spec);
        if self.spec.with_untracked(|old| *old == spec) {
            return;
        }
        self.forget();
        self.spec.set(spec);
    }

    /// Draws this many texts of each kind, with the page's seed.
    pub fn draw(self, n_texts: usize, seed: u64) {
        self.forget();
        self.engine.trouble.set(None);
        self.spec.update(|spec| (spec.n_texts, spec.seed) = (n_texts, seed));
        let spec = self.spec.get_untracked();
        let run = self.engine.next_id();
        self.asked.set_value(run);
        self.drawn.set(Some(Drawn { spec: spec.clone(), counts: TextCounts::default(), millis: None }));
        self.drawing.set(true);
        self.engine.request(&Request::Compare { run, spec });
    }

    /// Stops drawing; what was drawn stays.
    pub fn stop(self) {
        if self.drawing.get_untracked() {
            self.engine.request(&Request::Cancel { run: self.asked.get_value() });
            self.end();
        }
        // Texts on their way belong to nobody.
        self.asked.set_value(self.engine.next_id());
    }

    /// Stops, and forgets what was drawn.
    pub fn forget(self) {
        self.stop();
        if self.drawn.with_untracked(Option::is_some) {
            self.drawn.set(None);
        }
    }

    fn end(self) {
        self.engine.answered();
        self.drawing.set(false);
    }

    fn on_reply(self, reply: &Reply) {
        match reply {
            Reply::Compared { run, texts } if *run == self.asked.get_value() => self.drawn.update(|drawn| {
                if let Some(drawn) = drawn {
                    texts.iter().cloned().for_each(|texts| drawn.counts.add(texts));
                }
            }),
            Reply::CompareEnded { run, millis } if *run == self.asked.get_value() => {
                self.drawn.update(|drawn| {
                    if let Some(drawn) = drawn {
                        drawn.millis = Some(*millis);
                    }
                });
                self.end();
            }
            Reply::Failed { run: Some(run), fault } if *run == self.asked.get_value() => {
                self.drawn.set(None);
                self.drawing.set(false);
                self.engine.could_not(fault);
            }
            // What was drawn was drawn by other models.
            Reply::Ready { .. } if self.engine.models.have_changed() => self.forget(),
            Reply::Crashed { .. } => self.drawing.set(false),
            _ => {}
        }
    }
}
