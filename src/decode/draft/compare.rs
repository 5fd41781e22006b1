//! Ways to draft side by side, on the same prompt with the same seed: what happened, as facts, and what can be read off them.
//!
//! A row of logits has thousands of numbers, and there are hundreds of rows; what is kept of each test are the four that
//! decided it: p(x), q(x), their overlap, and the coin. From these the verdicts are checked again when a file is opened.

use super::{AcceptRule, DraftMethod, DraftsSpec, NodeTest, Origin, TreeCoins, TreeCycleFacts, emit_one, typical_damage};
use crate::decode::fault::fault_or_sentence;
use crate::decode::{
    AcceptTest, ChiSquare, Coins, CycleMillis, Fault, PairFacts, Probs, Proportion, RECORDING_VERSION, SpeculativeStep, StopReason, Tail,
    TokenId, Vocabulary, acceptance_prob, typical_law,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The test of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuessTest {
    /// What the target still wanted of it: p(x), or the residual's share after rejections at the same place.
    pub target_prob: f64,
    /// What it was drawn with: q(x).
    pub draft_prob: f64,
    /// The overlap of the two distributions at this place.
    pub overlap: f64,
    /// The outcome.
    pub accepted: bool,
}

/// A guess.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuessFacts {
    /// The guess of the same cycle that it follows; `None` for a first one. In a chain each follows the one before it.
    pub parent: Option<usize>,
    /// The guessed token.
    pub token: TokenId,
    /// What its distribution was made of.
    pub origin: Origin,
    /// Its test; `None` where it was never reached.
    pub test: Option<GuessTest>,
}

/// One cycle of one way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WayCycle {
    /// The guesses, parents before their children.
    pub guesses: Vec<GuessFacts>,
    /// The tokens that joined the text: the accepted guesses, and a correction or bonus.
    pub emitted: Vec<TokenId>,
    /// Whether the cycle ended in a correction or a bonus, and not with the text.
    pub complete: bool,
    /// How far the law at each tested place is from the target's: 0 under the exact rule.
    pub damage: Vec<f64>,
    /// The time it took.
    pub millis: CycleMillis,
}

impl WayCycle {
    /// A cycle of a chain.
    pub fn of_chain(step: &SpeculativeStep, rule: AcceptRule) -> Self {
        let cycle = &step.cycle;
        let guess = |(idx, (token, origin)): (usize, (&TokenId, &Origin))| {
            let test = cycle.verdict.tests.get(idx).map(|AcceptTest { target_prob, draft_prob, accepted, .. }| GuessTest {
                target_prob: *target_prob,
                draft_prob: *draft_prob,
                overlap: cycle.target_probs[idx].overlap(&cycle.draft_probs[idx]),
                accepted: *accepted,
            });
            GuessFacts { parent: idx.checked_sub(1), token: *token, origin: *origin, test }
        };
        let damage = match rule {
            AcceptRule::Exact => vec![0.0; cycle.verdict.tests.len()],
            AcceptRule::Typical => {
                let rows = cycle.target_probs.iter().zip(&cycle.draft_probs).take(cycle.verdict.tests.len());
                rows.map(|(p, q)| typical_damage(p, q)).collect()
            }
        };
        Self {
            guesses: cycle.drafted.iter().zip(&step.origins).enumerate().map(guess).collect(),
            emitted: cycle.verdict.emitted.clone(),
            complete: cycle.verdict.is_complete(),
            damage,
            millis: step.facts.millis,
        }
    }

    /// A cycle with a tree.
    pub fn of_tree(facts: &TreeCycleFacts) -> Self {
        let guess = |(idx, node): (usize, &super::TreeNode)| {
            let test = facts.verdict.tests.iter().find(|test| test.node == idx);
            let test = test.map(|NodeTest { target_prob, draft_prob, overlap, accepted, .. }| GuessTest {
                target_prob: *target_prob,
                draft_prob: *draft_prob,
                overlap: *overlap,
                accepted: *accepted,
            });
            GuessFacts { parent: node.parent, token: node.token, origin: facts.origins[idx], test }
        };
        Self {
            guesses: facts.tree.nodes.iter().enumerate().map(guess).collect(),
            emitted: facts.verdict.emitted.clone(),
            complete: matches!(facts.verdict.tail, Tail::Correction { .. } | Tail::Bonus { .. }),
            damage: vec![0.0; facts.verdict.tests.len()],
            millis: facts.millis,
        }
    }

    /// The accepted guesses, in order.
    pub fn accepted(&self) -> impl Iterator<Item = usize> {
        self.guesses.iter().enumerate().filter(|(_, guess)| guess.test.is_some_and(|test| test.accepted)).map(|(idx, _)| idx)
    }

    /// How many guesses were accepted.
    pub fn n_accepted(&self) -> usize {
        self.accepted().count()
    }

    /// How far ahead of the text a guess is, counted from 0.
    pub fn level(&self, guess: usize) -> usize {
        std::iter::successors(Some(guess), |idx| self.guesses[*idx].parent).count() - 1
    }
}

/// A test of what a way emits at one place, drawn again and again, against the target's own distribution there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LawCheck {
    /// How many tokens were drawn.
    pub n: u64,
    /// Tokens told apart; those too rare for a test count as one.
    pub n_groups: usize,
    /// The sum of `(count - expected)^2 / expected`.
    pub statistic: f64,
    /// The probability of a statistic at least as large if the law is the target's.
    pub p_value: f64,
}

/// Draws for a [`LawCheck`].
#[derive(Clone, Debug)]
pub struct LawTrials {
    target: Probs,
    draft: Option<Probs>,
    n_guesses: usize,
    rule: AcceptRule,
    counts: Vec<u64>,
}

/// A token expected less often than this is too rare for a test of its own. (Cochran's rule.)
const MIN_EXPECTED: f64 = 5.0;

impl LawTrials {
    /// No draws yet, at a place with this target and this draft; `None` where a way has nothing to guess from.
    pub fn new(target: Probs, draft: Option<Probs>, n_guesses: usize, rule: AcceptRule) -> Self {
        let counts = vec![0; target.vocab_size()];
        Self { target, draft, n_guesses, rule, counts }
    }

    /// Adds the draws of these numbers; each has coins of its own.
    pub fn run(&mut self, coins: Coins, numbers: std::ops::Range<usize>) {
        let law = self.draft.as_ref().filter(|_| self.rule == AcceptRule::Typical).map(|q| typical_law(&self.target, q));
        let typical = law.and_then(Probs::from_weights).map(|law| law.cdf());
        for number in numbers {
            let coins = TreeCoins::of_cycle(coins, number, self.n_guesses.max(1));
            let token = match (&typical, &self.draft) {
                // Its law is known in closed form, and its decoder is held against it elsewhere.
                (Some(law), _) => law.pick(coins.tail),
                (None, Some(q)) => emit_one(&self.target, q, self.n_guesses, &coins).0,
                (None, None) => self.target.pick(coins.tail),
            };
            self.counts[token.index()] += 1;
        }
    }

    /// What the draws say so far.
    pub fn check(&self) -> LawCheck {
        let n: u64 = self.counts.iter().sum();
        let (mut counts, mut law) = (Vec::new(), Vec::new());
        let (mut rare_count, mut rare_mass) = (0, 0.0);
        for (count, prob) in self.counts.iter().zip(self.target.as_slice()) {
            if prob * n as f64 >= MIN_EXPECTED {
                counts.push(*count);
                law.push(*prob);
            } else {
                rare_count += count;
                rare_mass += prob;
            }
        }
        if rare_count > 0 || rare_mass > 0.0 {
            counts.push(rare_count);
            law.push(rare_mass);
        }
        let ChiSquare { statistic, p_value, .. } = ChiSquare::of(&counts, &law);
        LawCheck { n, n_groups: counts.len(), statistic, p_value }
    }
}

/// One way's facts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WayFacts {
    /// The way.
    pub method: DraftMethod,
    /// Numbers that were trained or counted for it, without the target's own.
    pub parameters: u64,
    /// Multiply-adds with weights for one drafted token.
    pub multiply_adds: u64,
    /// The cycles so far.
    pub cycles: Vec<WayCycle>,
    /// Why its text ended; `None` while it goes on.
    pub stop: Option<StopReason>,
    /// Whether what it emits has the target's law, tried at the end of the prompt.
    pub check: Option<LawCheck>,
    /// Why it cannot be had, if it cannot.
    #[serde(deserialize_with = "fault_or_sentence")]
    pub missing: Option<Fault>,
}

/// The target alone, for comparison.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct AloneFacts {
    /// The tokens that it wrote.
    pub emitted: Vec<TokenId>,
    /// Time spent in its passes, one for each token.
    pub pass_millis: f64,
    /// The whole time.
    pub total_millis: f64,
}

/// Everything that happened in one comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DraftsFacts {
    /// What was asked.
    pub spec: DraftsSpec,
    /// The target, and the small model.
    pub pair: PairFacts,
    /// The prompt's tokens.
    pub prompt: Vec<TokenId>,
    /// The target alone.
    pub alone: AloneFacts,
    /// The ways so far.
    pub ways: Vec<WayFacts>,
}

/// A fact that the others contradict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftsMismatch {
    /// The way.
    pub method: DraftMethod,
    /// The cycle, counted from 0.
    pub cycle_idx: usize,
    /// What does not fit.
    pub what: &'static str,
}

impl fmt::Display for DraftsMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, cycle {}: {}", self.method.name(), self.cycle_idx + 1, self.what)
    }
}

impl DraftsFacts {
    /// Decides every test anew from its numbers and its coin, and refuses facts that contradict each other.
    pub fn check(&self) -> Result<(), DraftsMismatch> {
        let coins = Coins::new(self.spec.seed);
        for way in &self.ways {
            for (cycle_idx, cycle) in way.cycles.iter().enumerate() {
                let check = |holds: bool, what| if holds { Ok(()) } else { Err(DraftsMismatch { method: way.method, cycle_idx, what }) };
                let cycle_coins = TreeCoins::of_cycle(coins, cycle_idx, cycle.guesses.len());
                let is_known = |token: &TokenId| token.index() < self.pair.vocab_size;
                check(cycle.guesses.iter().all(|guess| is_known(&guess.token)) && cycle.emitted.iter().all(is_known), "a token is none")?;
                let is_ordered = |(idx, guess): (usize, &GuessFacts)| guess.parent.is_none_or(|parent| parent < idx);
                check(cycle.guesses.iter().enumerate().all(is_ordered), "a guess comes before the one that it follows")?;
                for (guess, coin) in cycle.guesses.iter().zip(&cycle_coins.accept) {
                    let Some(test) = guess.test else { continue };
                    let numbers = [test.target_prob, test.draft_prob, test.overlap];
                    check(numbers.iter().all(|number| (0.0..=1.0 + 1e-9).contains(number)), "a probability is none")?;
                    let alpha = acceptance_prob(test.target_prob, test.draft_prob);
                    let is_exact = self.spec.rule == AcceptRule::Exact || way.method.is_tree();
                    check(!is_exact || test.accepted == (alpha > 0.0 && *coin <= alpha), "the coin decides otherwise")?;
                }
                let accepted: Vec<TokenId> = cycle.accepted().map(|idx| cycle.guesses[idx].token).collect();
                check(cycle.emitted.starts_with(&accepted), "the accepted guesses are not what joined the text")?;
                let n_own = usize::from(cycle.complete);
                check(cycle.emitted.len() == accepted.len() + n_own, "the text has too many tokens, or too few")?;
            }
        }
        Ok(())
    }
}

/// A comparison that can be read without its models: what the command line writes and the page opens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DraftsRecording {
    /// The layout of this file: [`RECORDING_VERSION`].
    pub version: u32,
    /// The facts.
    pub facts: DraftsFacts,
    /// The tokens' bytes.
    pub vocabulary: Vocabulary,
}

impl DraftsRecording {
    /// Reads a recording from JSON, and refuses one whose facts contradict each other.
    pub fn from_json(json: &str) -> Result<Self, String> {
        let recording: Self =
            serde_json::from_str(json).map_err(|error| format!("this is not a recorded comparison of drafts: {error}"))?;
        if recording.version != RECORDING_VERSION {
            return Err(format!("this recording has layout {}; this page reads layout {RECORDING_VERSION}", recording.version));
        }
        if recording.vocabulary.len() != recording.facts.pair.vocab_size {
            return Err("its vocabulary is of another size than its models'".to_owned());
        }
        recording.facts.check().map_err(|mismatch| mismatch.to_string())?;
        Ok(recording)
    }

    /// The recording as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a recording holds only strings, numbers and lists")
    }
}

/// What can be read off a way's cycles.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WaySummary {
    /// Tokens emitted.
    pub n_emitted: usize,
    /// Guesses made.
    pub n_guessed: usize,
    /// Cycles that ended in a correction or a bonus.
    pub n_complete: usize,
    /// Cycles in which nothing was guessed.
    pub n_without_guess: usize,
    /// tau: accepted guesses plus one, per complete cycle. `None` without one.
    pub tokens_per_cycle: Option<f64>,
    /// alpha by place: the mean overlap of p and q over the places of this level that were tested; `None` where none was.
    pub alpha_by_level: Vec<Option<f64>>,
    /// Of the cycles that had a guess on this level, those that kept one.
    pub kept_by_level: Vec<Proportion>,
    /// alpha: the mean overlap over all tests.
    pub alpha: Option<f64>,
    /// How far the law is from the target's, on average over tests.
    pub damage: Option<f64>,
    /// Time of the draft, per guess; `None` where nothing was measured.
    pub millis_per_guess: Option<f64>,
    /// How many times as fast as the target alone, by passes alone: `tau T(1) / (draft + verify)`.
    pub predicted_speed_up: Option<f64>,
    /// The same by the whole time: tokens a second, over the target's own.
    pub measured_speed_up: Option<f64>,
}

impl WaySummary {
    /// Adds up a way's cycles and holds them against the target alone.
    pub fn of(way: &WayFacts, alone: &AloneFacts) -> Self {
        let mut summary = Self::default();
        let (mut sums, mut n_tests): (Vec<f64>, Vec<usize>) = (Vec::new(), Vec::new());
        let (mut n_accepted, mut millis) = (0, CycleMillis::default());
        for cycle in &way.cycles {
            summary.n_emitted += cycle.emitted.len();
            summary.n_guessed += cycle.guesses.len();
            summary.n_without_guess += usize::from(cycle.guesses.is_empty());
            millis.draft += cycle.millis.draft;
            millis.target += cycle.millis.target;
            millis.total += cycle.millis.total;
            if !cycle.complete {
                continue;
            }
            summary.n_complete += 1;
            n_accepted += cycle.n_accepted();
            let n_levels = (0..cycle.guesses.len()).map(|idx| cycle.level(idx) + 1).max().unwrap_or(0);
            summary.kept_by_level.resize(summary.kept_by_level.len().max(n_levels), Proportion::default());
            for (level, kept) in summary.kept_by_level.iter_mut().enumerate().take(n_levels) {
                kept.trials += 1;
                kept.successes += usize::from(cycle.n_accepted() > level);
            }
            for (idx, guess) in cycle.guesses.iter().enumerate() {
                let Some(test) = guess.test else { continue };
                let level = cycle.level(idx);
                sums.resize(sums.len().max(level + 1), 0.0);
                n_tests.resize(n_tests.len().max(level + 1), 0);
                sums[level] += test.overlap;
                n_tests[level] += 1;
            }
        }
        let mean = |sum: f64, n: usize| (n > 0).then(|| sum / n as f64);
        let over = |time: f64, by: f64| (by > 0.0 && time > 0.0).then(|| time / by);
        summary.alpha = mean(sums.iter().sum(), n_tests.iter().sum());
        summary.alpha_by_level = sums.iter().zip(&n_tests).map(|(sum, n)| mean(*sum, *n)).collect();
        summary.tokens_per_cycle = mean((n_accepted + summary.n_complete) as f64, summary.n_complete);
        let damage: Vec<f64> = way.cycles.iter().flat_map(|cycle| cycle.damage.iter().copied()).collect();
        summary.damage = mean(damage.iter().sum(), damage.len());
        summary.millis_per_guess = over(millis.draft, summary.n_guessed as f64);
        let n_alone = alone.emitted.len() as f64;
        let n_way = summary.n_emitted as f64;
        let pass = over(alone.pass_millis, n_alone);
        summary.predicted_speed_up = pass.and_then(|pass| over(n_way * pass, millis.draft + millis.target));
        let token = over(alone.total_millis, n_alone);
        summary.measured_speed_up = token.and_then(|token| over(n_way * token, millis.total));
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probs(weights: &[f64]) -> Probs {
        Probs::from_weights(weights.to_vec()).expect("a distribution")
    }

    #[test]
    fn the_check_passes_what_is_exact_and_notices_what_is_not() {
        let p = probs(&[0.4, 0.3, 0.2, 0.0999, 0.0001]);
        let q = probs(&[0.1, 0.1, 0.1, 0.3, 0.4]);
        let check = |draft: Option<Probs>, n_guesses, rule| {
            let mut trials = LawTrials::new(p.clone(), draft, n_guesses, rule);
            trials.run(Coins::new(3), 0..2000);
            trials.run(Coins::new(3), 2000..4000);
            trials.check()
        };
        for n_guesses in 1..=3 {
            let check = check(Some(q.clone()), n_guesses, AcceptRule::Exact);
            assert!(check.p_value > 1e-3 && check.n == 4000 && check.n_groups == 5, "{check:?}");
        }
        assert!(check(None, 0, AcceptRule::Exact).p_value > 1e-3);
        assert!(check(Some(q.clone()), 1, AcceptRule::Typical).p_value < 1e-9);
    }

    fn way(method: DraftMethod, cycles: Vec<WayCycle>) -> WayFacts {
        WayFacts { method, parameters: 0, multiply_adds: 0, cycles, stop: None, check: None, missing: None }
    }

    fn guess(parent: Option<usize>, token: u32, test: Option<(f64, bool)>) -> GuessFacts {
        let test = test.map(|(overlap, accepted)| GuessTest { target_prob: 0.5, draft_prob: 0.5, overlap, accepted });
        GuessFacts { parent, token: TokenId(token), origin: Origin::Model, test }
    }

    #[test]
    fn a_summary_counts_levels_of_trees_and_places_of_chains_alike() {
        let millis = CycleMillis { draft: 2.0, target: 4.0, total: 8.0 };
        let tree = WayCycle {
            guesses: vec![
                guess(None, 1, Some((0.25, false))),
                guess(None, 2, Some((0.75, true))),
                guess(Some(0), 3, None),
                guess(Some(1), 4, Some((0.5, false))),
            ],
            emitted: vec![TokenId(2), TokenId(9)],
            complete: true,
            damage: vec![0.0; 3],
            millis,
        };
        let nothing = WayCycle { guesses: vec![], emitted: vec![TokenId(7)], complete: true, damage: vec![], millis };
        let alone = AloneFacts { emitted: vec![TokenId(0); 4], pass_millis: 16.0, total_millis: 20.0 };
        let summary = WaySummary::of(&way(DraftMethod::ModelTree, vec![tree, nothing]), &alone);
        assert_eq!((summary.n_emitted, summary.n_guessed, summary.n_without_guess), (3, 4, 1));
        assert_eq!((summary.tokens_per_cycle, summary.alpha), (Some(1.5), Some(0.5)));
        assert_eq!(summary.alpha_by_level, [Some(0.5), Some(0.5)]);
        let kept: Vec<_> = summary.kept_by_level.iter().map(|kept| (kept.successes, kept.trials)).collect();
        assert_eq!(kept, [(1, 1), (0, 1)]);
        assert_eq!((summary.millis_per_guess, summary.predicted_speed_up), (Some(1.0), Some(1.0)));
        assert_eq!(summary.measured_speed_up, Some(15.0 / 16.0));
        let empty = WaySummary::of(&way(DraftMethod::Lookup, vec![]), &AloneFacts::default());
        assert_eq!(empty, WaySummary::default());
    }
}
