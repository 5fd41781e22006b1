//! The search on a model: every live beam has a cache of its own, forked from its parent's.

use super::{Beam, BeamConfig, BeamCost, BeamHead, BeamMillis, BeamStop, ExpansionFacts, Frontier, KeptFacts};
use crate::decode::{LanguageModel, TokenId};

/// A beam search and the caches of its live beams, between steps.
///
/// A cache holds its beam's text but for the last token, which opens the next step: a new beam gets
/// its parent's cache as it is, by extension if it is the last of its siblings and by a fork if not.
/// Nothing is ever computed twice.
#[derive(Clone, Debug)]
pub struct BeamSearch<M> {
    frontier: Frontier,
    /// By beam index; `None` for a finished beam, and for all once the search has ended.
    caches: Vec<Option<M>>,
    /// The step under way: a head for each live beam that has had its pass.
    heads: Vec<BeamHead>,
    cost: BeamCost,
}

/// What [`BeamSearch::advance`] has done.
#[derive(Clone, Debug, PartialEq)]
pub enum BeamAdvance {
    /// One pass of a step that needs more.
    Pass,
    /// The last pass of a step, and its ranking.
    Step(ExpansionFacts),
}

impl<M: LanguageModel> BeamSearch<M> {
    /// A search about to continue `prompt`, which must hold at least one token. The model's cache
    /// may hold a beginning of it; anything else is forgotten.
    pub fn new(config: BeamConfig, mut model: M, prompt: &[TokenId]) -> Self {
        let n_shared = model.cached().iter().zip(prompt).take_while(|(cached, wanted)| cached == wanted).count();
        model.truncate(n_shared);
        Self { frontier: Frontier::new(config, prompt), caches: vec![Some(model)], heads: Vec::new(), cost: BeamCost::default() }
    }

    /// The tree, the beams, and why the search has ended, once it has.
    pub fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// The tokens in the cache of each beam; nothing for a finished one.
    pub fn cached(&self) -> Vec<&[TokenId]> {
        self.caches.iter().map(|cache| cache.as_ref().map_or(&[][..], |model| model.cached())).collect()
    }

    /// Runs one step and returns its facts; `None` once the search has ended. The first step also
    /// feeds the prompt. After an error the step can be tried again.
    pub async fn step(&mut self) -> Result<Option<ExpansionFacts>, M::Error> {
        loop {
            match self.advance().await? {
                Some(BeamAdvance::Pass) => {}
                Some(BeamAdvance::Step(facts)) => return Ok(Some(facts)),
                None => return Ok(None),
            }
        }
    }

    /// Runs one pass: that of the next live beam. A step of many beams can so be interrupted between
    /// any two. `None` once the search has ended.
    pub async fn advance(&mut self) -> Result<Option<BeamAdvance>, M::Error> {
        if self.frontier.stop().is_some() {
            return Ok(None);
        }
        let live: Vec<usize> = self.frontier.live().collect();
        if let Some(&beam_idx) = live.get(self.heads.len()) {
            let node = self.frontier.beams()[beam_idx].node;
            let text = self.frontier.text(node);
            let row = match &mut self.caches[beam_idx] {
                Some(model) => {
                    // The row after the last token is wanted, so that token is always fed.
                    model.truncate(text.len() - 1);
                    let start = model.cached().len();
                    let row = model.extend(&text[start..]).await?.pop().unwrap_or_default();
                    self.cost.n_passes += 1;
                    self.cost.n_fed += text.len() - start;
                    self.cost.n_fed_without_cache += text.len();
                    row
                }
                None => Vec::new(),
            };
            self.heads.push(self.frontier.head(node, &row));
        }
        if self.heads.len() < live.len() {
            return Ok(Some(BeamAdvance::Pass));
        }
        let heads = std::mem::take(&mut self.heads);
        let mut cost = std::mem::take(&mut self.cost);
        let expansion = self.frontier.expand(&heads);
        cost.n_forks = self.hand_on(&expansion.before, expansion.stop);
        let tree = self.frontier.tree();
        let kept = expansion.after.iter().map(|beam| KeptFacts::of(tree, &expansion, *beam)).collect();
        Ok(Some(BeamAdvance::Step(ExpansionFacts { heads, kept, cost, millis: BeamMillis::default(), stop: expansion.stop })))
    }

    /// Gives each new live beam its parent's cache, and returns how many forks that took: the last
    /// child takes the cache itself. After the last step nobody needs one.
    fn hand_on(&mut self, before: &[Beam], stop: Option<BeamStop>) -> usize {
        let mut old = std::mem::take(&mut self.caches);
        let beams = self.frontier.beams();
        let parent_of = |beam: &Beam| {
            let parent = self.frontier.tree().node(beam.node).parent?;
            before.iter().position(|old| old.node == parent)
        };
        let parents: Vec<Option<usize>> =
            beams.iter().map(|beam| if beam.is_finished || stop.is_some() { None } else { parent_of(beam) }).collect();
        let mut n_forks = 0;
        for (idx, parent) in parents.iter().enumerate() {
            let cache = parent.and_then(|parent| {
                if parents[idx + 1..].contains(&Some(parent)) {
                    n_forks += 1;
                    old[parent].as_ref().map(LanguageModel::fork)
                } else {
                    old[parent].take()
                }
            });
            self.caches.push(cache);
        }
        n_forks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{BeamLesson, BeamSettings, LogitsRow, TableError, TableModel, now_or_never};

    fn step<M: LanguageModel<Error = TableError>>(search: &mut BeamSearch<M>) -> Result<Option<ExpansionFacts>, TableError> {
        now_or_never(search.step()).expect("a table never waits")
    }

    #[test]
    fn after_every_step_each_cache_holds_its_beams_text_but_for_the_last_token() {
        for num_beams in 1..6 {
            for lesson in [BeamLesson::width(), BeamLesson::ending()] {
                let config = lesson.config(BeamSettings { num_beams, ..BeamSettings::default() });
                let mut search = BeamSearch::new(config, lesson.model.clone(), &lesson.prompt);
                while step(&mut search).expect("it fits").is_some() {
                    for (beam, cached) in search.frontier().beams().iter().zip(search.cached()) {
                        let text = search.frontier().text(beam.node);
                        let is_open = !beam.is_finished && search.frontier().stop().is_none();
                        assert_eq!(cached, if is_open { &text[..text.len() - 1] } else { &[] });
                    }
                }
            }
        }
    }

    #[test]
    fn forks_are_made_for_siblings_only_and_every_token_is_fed_once() {
        let lesson = BeamLesson::width();
        let config = lesson.config(BeamSettings { num_beams: 3, ..BeamSettings::default() });
        let mut search = BeamSearch::new(config, lesson.model.clone(), &lesson.prompt);
        let costs: Vec<BeamCost> = std::iter::from_fn(|| step(&mut search).expect("it fits")).map(|facts| facts.cost).collect();
        let cost = |n_passes, n_forks, n_fed, n_fed_without_cache| BeamCost { n_passes, n_forks, n_fed, n_fed_without_cache };
        // One beam becomes three; then one child of each is kept; after the last step no cache is wanted.
        assert_eq!(costs, [cost(1, 2, 2, 2), cost(3, 0, 3, 9), cost(3, 0, 3, 12)]);
        assert_eq!(costs.into_iter().sum::<BeamCost>(), cost(7, 2, 8, 23));
    }

    #[test]
    fn a_warm_cache_is_used_as_far_as_it_agrees_with_the_prompt() {
        let lesson = BeamLesson::width();
        let fed = |warm: &[u32]| {
            let mut model = lesson.model.clone();
            let warm: Vec<TokenId> = warm.iter().copied().map(TokenId).collect();
            now_or_never(model.extend(&warm)).expect("a table never waits").expect("it fits");
            let mut search = BeamSearch::new(lesson.config(BeamSettings::default()), model, &lesson.prompt);
            let facts = step(&mut search).expect("it fits").expect("a first step");
            (facts.cost.n_fed, facts.heads)
        };
        let (n_cold, heads) = fed(&[]);
        assert_eq!(n_cold, 2);
        for (warm, n_fed) in [(&[0u32][..], 1), (&[0, 0], 1), (&[0, 0, 1, 2], 1), (&[1, 0], 2)] {
            assert_eq!(fed(warm), (n_fed, heads.clone()), "{warm:?}");
        }
    }

    #[test]
    fn the_end_of_the_context_is_an_end_and_no_error() {
        let settings = BeamSettings { num_beams: 2, max_depth: 64, ..BeamSettings::default() };
        let config = BeamConfig { context_len: 5, stop_tokens: vec![], ..BeamLesson::width().config(settings) };
        let config = BeamConfig { settings, ..config };
        let mut search = BeamSearch::new(config, TableModel::uniform(3, 5), &[TokenId(0), TokenId(1)]);
        let n_steps = std::iter::from_fn(|| step(&mut search).expect("no error")).count();
        assert_eq!((n_steps, search.frontier().stop()), (3, Some(BeamStop::ContextFull)));
    }

    /// A table whose passes fail while a counter is above 0.
    #[derive(Clone)]
    struct Failing {
        table: TableModel,
        failures: std::rc::Rc<std::cell::Cell<usize>>,
    }

    impl LanguageModel for Failing {
        type Error = TableError;

        fn vocab_size(&self) -> usize {
            self.table.vocab_size()
        }

        fn context_len(&self) -> usize {
            self.table.context_len()
        }

        fn cached(&self) -> &[TokenId] {
            self.table.cached()
        }

        async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, TableError> {
            // Every other pass fails, so that a step breaks off half-way.
            let left = self.failures.get();
            self.failures.set(left.saturating_sub(1));
            if left % 2 == 1 { Err(TableError::ContextFull) } else { self.table.extend(tokens).await }
        }

        fn truncate(&mut self, len: usize) {
            self.table.truncate(len);
        }

        fn fork(&self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn a_step_that_failed_half_way_can_be_tried_again() {
        let lesson = BeamLesson::width();
        let config = lesson.config(BeamSettings { num_beams: 3, ..BeamSettings::default() });
        let mut sound = BeamSearch::new(config.clone(), lesson.model.clone(), &lesson.prompt);
        let failures = std::rc::Rc::new(std::cell::Cell::new(0));
        let mut broken = BeamSearch::new(config, Failing { table: lesson.model.clone(), failures: failures.clone() }, &lesson.prompt);
        while let Some(expected) = step(&mut sound).expect("it fits") {
            failures.set(if broken.frontier().live().count() > 1 { 2 } else { 1 });
            assert_eq!(step(&mut broken), Err(TableError::ContextFull));
            failures.set(0);
            assert_eq!(step(&mut broken), Ok(Some(expected)));
        }
    }
}
