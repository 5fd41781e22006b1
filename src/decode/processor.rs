//! Logits processors: the knobs that reshape a distribution before a token is drawn, as a chain
//! in which each works on what the one before it left.
//!
//! The default order is bias and mask, repetition penalty, temperature, top-k, top-p, min-p; any
//! other order is a different transform (case 14 of the tests shows two that part). A stage works
//! on logits and the distribution is their softmax, so every stage's output sums to 1 and an
//! excluded token has a logit of minus infinity and a probability of exactly 0.

use crate::decode::ranking::Ranking;
use crate::decode::{ConstraintProcessor, Probs, TokenId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One transform of a distribution. Values that mean "off" leave the row bit for bit as it was.
#[derive(Clone, Debug, PartialEq)]
pub enum LogitsProcessor {
    /// Adds a number to some tokens' logits; minus infinity forbids a token.
    Bias(BTreeMap<TokenId, f64>),
    /// Forbids every token that is not allowed. `true` by token id; missing entries are forbidden.
    Mask(Vec<bool>),
    /// Forbids every token that a grammar does not allow after the context.
    Constraint(Arc<ConstraintProcessor>),
    /// Divides positive logits of tokens seen in the context by this, and multiplies negative ones
    /// (Keskar et al. 2019, section 4.1). 1 is off.
    RepetitionPenalty(f64),
    /// Subtracts this from the logit of every token that has been generated, once, however often it
    /// came up. The first `n_prompt` tokens of the context were given and do not count. 0 is off.
    PresencePenalty {
        /// What is subtracted.
        penalty: f64,
        /// Tokens of the context that were given.
        n_prompt: usize,
    },
    /// Subtracts this from the logit of a token for each time it has been generated. 0 is off.
    FrequencyPenalty {
        /// What is subtracted, for each time.
        penalty: f64,
        /// Tokens of the context that were given.
        n_prompt: usize,
    },
    /// Divides logits by T. 1 is off; 0 is the limit: all mass on the largest logit.
    Temperature(f64),
    /// Keeps the k most probable tokens. 0 is off.
    TopK(usize),
    /// Keeps the shortest prefix, by falling probability, whose mass reaches p; at least one token
    /// (Holtzman et al. 2020, section 3.1). 1 is off.
    TopP(f64),
    /// Keeps tokens at least `min_p` times as probable as the most probable one (Nguyen et al.
    /// 2024). 0 is off.
    MinP(f64),
}

/// Temperatures below this act as 0, so that dividing by them cannot overflow.
const TEMPERATURE_FLOOR: f64 = 1e-200;

/// A cumulative mass that equals top-p on paper may fall short of it by this much in f64.
const REACH_TOLERANCE: f64 = 1e-12;

impl LogitsProcessor {
    /// Whether this processor's value means "off".
    pub fn is_off(&self) -> bool {
        match self {
            Self::Bias(bias) => bias.values().all(|added| *added == 0.0),
            Self::Mask(_) | Self::Constraint(_) => false,
            Self::RepetitionPenalty(penalty) => *penalty == 1.0,
            Self::PresencePenalty { penalty, .. } | Self::FrequencyPenalty { penalty, .. } => *penalty == 0.0,
            Self::Temperature(temperature) => *temperature == 1.0,
            Self::TopK(k) => *k == 0,
            Self::TopP(p) => *p >= 1.0,
            Self::MinP(p) => *p <= 0.0,
        }
    }

    /// The transform's name, in the spelling of the settings.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Bias(_) => "bias",
            Self::Mask(_) => "mask",
            Self::Constraint(_) => "constraint",
            Self::RepetitionPenalty(_) => "repetition_penalty",
            Self::PresencePenalty { .. } => "presence_penalty",
            Self::FrequencyPenalty { .. } => "frequency_penalty",
            Self::Temperature(_) => "temperature",
            Self::TopK(_) => "top_k",
            Self::TopP(_) => "top_p",
            Self::MinP(_) => "min_p",
        }
    }

    /// What this processor alone makes of a distribution, its logits being the logarithms; `None` when it
    /// excludes every token.
    pub fn reshape(&self, probs: &Probs) -> Option<Probs> {
        let mut logits: Vec<f64> = probs.as_slice().iter().map(|p| libm::log(*p)).collect();
        self.apply(&mut logits, &[]);
        Probs::softmax(&logits)
    }

    /// Applies the transform to a row in place. `context` holds the tokens before the row's position.
    fn apply(&self, logits: &mut [f64], context: &[TokenId]) {
        if self.is_off() {
            return;
        }
        match self {
            Self::Bias(bias) => {
                for (token, added) in bias {
                    if let Some(logit) = logits.get_mut(token.index()) {
                        *logit = finite_or_excluded(*logit + added);
                    }
                }
            }
            Self::Mask(allowed) => {
                for (idx, logit) in logits.iter_mut().enumerate() {
                    if !allowed.get(idx).copied().unwrap_or(false) {
                        *logit = f64::NEG_INFINITY;
                    }
                }
            }
            Self::Constraint(constraint) => constraint.apply(logits, context),
            Self::RepetitionPenalty(penalty) => {
                for token in distinct(context) {
                    if let Some(logit) = logits.get_mut(token.index()) {
                        *logit = if *logit > 0.0 { *logit / penalty } else { *logit * penalty };
                    }
                }
            }
            Self::PresencePenalty { penalty, n_prompt } => {
                for token in distinct(context.get(*n_prompt..).unwrap_or_default()) {
                    subtract(logits, token, *penalty);
                }
            }
            Self::FrequencyPenalty { penalty, n_prompt } => {
                for token in context.get(*n_prompt..).unwrap_or_default() {
                    subtract(logits, *token, *penalty);
                }
            }
            Self::Temperature(temperature) if *temperature < TEMPERATURE_FLOOR => {
                let best = argmax(logits);
                keep_only(logits, |idx, _| Some(idx) == best);
            }
            Self::Temperature(temperature) => {
                for logit in logits.iter_mut() {
                    *logit /= temperature;
                }
            }
            Self::TopK(k) => {
                let Some(last) = Ranking::new(logits).at(k - 1) else { return };
                let threshold = (logits[last], last);
                keep_only(logits, |idx, logit| logit > threshold.0 || (logit == threshold.0 && idx <= threshold.1));
            }
            Self::TopP(p) => {
                let Some(probs) = Probs::softmax(logits) else { return };
                let mut kept = vec![false; logits.len()];
                let mut mass = 0.0;
                for idx in Ranking::new(logits) {
                    kept[idx] = true;
                    mass += probs.as_slice()[idx];
                    if mass + REACH_TOLERANCE >= *p {
                        break;
                    }
                }
                keep_only(logits, |idx, _| kept[idx]);
            }
            Self::MinP(min_p) => {
                let Some(probs) = Probs::softmax(logits) else { return };
                let threshold = min_p * probs.get(probs.argmax()) * (1.0 - REACH_TOLERANCE);
                keep_only(logits, |idx, _| probs.as_slice()[idx] >= threshold);
            }
        }
    }
}

/// Each token of a context once, by id.
fn distinct(context: &[TokenId]) -> Vec<TokenId> {
    let mut seen = context.to_vec();
    seen.sort_unstable();
    seen.dedup();
    seen
}

fn subtract(logits: &mut [f64], token: TokenId, penalty: f64) {
    if let Some(logit) = logits.get_mut(token.index()) {
        *logit = finite_or_excluded(*logit - penalty);
    }
}

fn keep_only(logits: &mut [f64], keep: impl Fn(usize, f64) -> bool) {
    for (idx, logit) in logits.iter_mut().enumerate() {
        if !keep(idx, *logit) {
            *logit = f64::NEG_INFINITY;
        }
    }
}

/// The index of the largest logit, the lowest among equals; `None` when all are excluded.
fn argmax(logits: &[f64]) -> Option<usize> {
    let max = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if max == f64::NEG_INFINITY { None } else { logits.iter().position(|logit| *logit == max) }
}

/// No NaN and no plus infinity gets into a chain: what is not a number excludes its token.
fn finite_or_excluded(logit: f64) -> f64 {
    if logit.is_nan() { f64::NEG_INFINITY } else { logit.min(f64::from(f32::MAX)) }
}

/// What one processor of a chain did.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The transform.
    pub processor: LogitsProcessor,
    /// The row it left, `(vocab_size,)`: minus infinity where a token is excluded.
    pub logits: Vec<f64>,
    /// Its distribution; `None` when every token is excluded (a dead end).
    pub probs: Option<Probs>,
    /// How many tokens this stage excluded that the one before it had kept.
    pub excluded: usize,
    /// The probability they had before it.
    pub removed_mass: f64,
}

/// Processors in the order in which they are applied.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ProcessorChain {
    /// The stages; those that are off do nothing.
    pub processors: Vec<LogitsProcessor>,
}

impl ProcessorChain {
    /// The distribution that the whole chain makes of a row of logits; `None` when it excludes
    /// every token. `context` holds the tokens before the row's position.
    pub fn process(&self, row: &[f32], context: &[TokenId]) -> Option<Probs> {
        let mut logits = widen(row);
        for processor in &self.processors {
            processor.apply(&mut logits, context);
        }
        Probs::softmax(&logits)
    }

    /// The same, keeping what each stage did: one record per processor, after one for the model's
    /// own distribution (a temperature of 1).
    pub fn stages(&self, row: &[f32], context: &[TokenId]) -> Vec<Stage> {
        let logits = widen(row);
        let probs = Probs::softmax(&logits);
        let mut stages = vec![Stage { processor: LogitsProcessor::Temperature(1.0), logits, probs, excluded: 0, removed_mass: 0.0 }];
        for processor in &self.processors {
            let before = &stages[stages.len() - 1];
            let mut logits = before.logits.clone();
            processor.apply(&mut logits, context);
            let cut: Vec<usize> =
                (0..logits.len()).filter(|&idx| logits[idx] == f64::NEG_INFINITY && before.logits[idx] > f64::NEG_INFINITY).collect();
            let removed_mass = before.probs.as_ref().map_or(0.0, |probs| cut.iter().map(|&idx| probs.as_slice()[idx]).sum());
            let probs = Probs::softmax(&logits);
            stages.push(Stage { processor: processor.clone(), logits, probs, excluded: cut.len(), removed_mass });
        }
        stages
    }
}

fn widen(row: &[f32]) -> Vec<f64> {
    row.iter().map(|logit| finite_or_excluded(f64::from(*logit))).collect()
}

#[cfg(test)]
mod tests {
    use super::LogitsProcessor::*;
    use super::*;

    /// Applies processors to the logarithms of `weights` (or to `weights` as logits) and compares.
    fn check(processors: &[LogitsProcessor], logits: &[f32], expected: &[f64]) {
        let chain = ProcessorChain { processors: processors.to_vec() };
        let probs = chain.process(logits, &[]).expect("some token is left");
        let n_kept = probs.support();
        assert_eq!(n_kept, expected.iter().filter(|p| **p > 0.0).count(), "{processors:?} kept {n_kept}");
        for (got, want) in probs.as_slice().iter().zip(expected) {
            assert!((got - want).abs() < 5e-4, "{processors:?}: {probs:?} is not {expected:?}");
        }
    }

    fn logs(probs: &[f64]) -> Vec<f32> {
        probs.iter().map(|p| p.ln() as f32).collect()
    }

    // Case 12: top-p kept one token too few, or too many, when the mass met the limit.
    #[test]
    fn top_p_keeps_the_shortest_prefix_whose_mass_reaches_p() {
        check(&[TopP(0.9)], &logs(&[0.5, 0.35, 0.1, 0.05]), &[0.5263, 0.3684, 0.1053, 0.0]);
        check(&[TopP(0.9)], &logs(&[0.5, 0.41, 0.09]), &[0.5495, 0.4505, 0.0]);
        check(&[TopP(0.75)], &logs(&[0.5, 0.25, 0.125, 0.125]), &[0.6667, 0.3333, 0.0, 0.0]);
    }

    #[test]
    fn a_distribution_is_reshaped_as_its_logarithms_are() {
        let probs = Probs::new(vec![0.5, 0.25, 0.15, 0.1]).expect("a distribution");
        // 0.30 of 0.50 is 0.15 on paper: the third token meets the limit, and stays.
        for (processor, n_kept) in [(MinP(0.3), 3), (TopP(0.7), 2), (TopP(0.75), 2), (TopK(1), 1), (Temperature(0.0), 1)] {
            assert_eq!(processor.reshape(&probs).map(|probs| probs.support()), Some(n_kept), "{processor:?}");
        }
        assert_eq!(Mask(vec![false; 4]).reshape(&probs), None);
    }

    // Case 13: a temperature of 0 divided by zero, a tiny one overflowed.
    #[test]
    fn temperature_zero_is_one_hot_and_every_temperature_is_finite() {
        for temperature in [0.0, f64::MIN_POSITIVE, 1e-300, 1e-6, 0.01, 1.0, 10.0, 1e9] {
            let chain = ProcessorChain { processors: vec![Temperature(temperature)] };
            for row in [vec![3.0, 1.0, 2.0], vec![f32::MAX, f32::MIN, 0.0], vec![-1e-30, 0.0, 1e-30]] {
                let probs = chain.process(&row, &[]).expect("some token is left");
                assert!(probs.as_slice().iter().all(|p| p.is_finite()), "T = {temperature}: {probs:?}");
                assert!(probs.entropy().is_finite() && probs.entropy() >= 0.0);
            }
        }
        check(&[Temperature(0.0)], &[3.0, 1.0, 2.0], &[1.0, 0.0, 0.0]);
        check(&[Temperature(1e-6)], &[3.0, 1.0, 2.0], &[1.0, 0.0, 0.0]);
        let greedy = ProcessorChain { processors: vec![Temperature(0.0)] };
        assert_eq!(greedy.process(&[2.0, 5.0, 5.0], &[]).map(|probs| (probs.argmax(), probs.entropy())), Some((TokenId(1), 0.0)));
    }

    // Case 14: tools disagree about where temperature stands, and the kept set changes with it.
    #[test]
    fn order_changes_what_is_kept() {
        check(&[Temperature(0.5), TopP(0.8)], &[3.0, 2.0, 1.0], &[1.0, 0.0, 0.0]);
        check(&[TopP(0.8), Temperature(0.5)], &[3.0, 2.0, 1.0], &[0.8808, 0.1192, 0.0]);
        check(&[Temperature(2.0), MinP(0.05)], &[3.0, 0.0], &[0.8176, 0.1824]);
        check(&[MinP(0.05), Temperature(2.0)], &[3.0, 0.0], &[1.0, 0.0]);
    }

    // Case 15: sliders at their ends crashed, or cut where they said "off".
    #[test]
    fn off_values_change_nothing_and_top_p_zero_keeps_one() {
        let row = [0.3f32, -2.0, 1.5, 0.0];
        let plain = ProcessorChain::default().process(&row, &[TokenId(2)]);
        let off = [Temperature(1.0), TopK(0), TopP(1.0), MinP(0.0), RepetitionPenalty(1.0), Bias(BTreeMap::new())];
        assert!(off.iter().all(LogitsProcessor::is_off));
        let chain = ProcessorChain { processors: off.to_vec() };
        assert_eq!(chain.process(&row, &[TokenId(2)]), plain);
        check(&[TopP(0.0)], &row, &[0.0, 0.0, 1.0, 0.0]);
        check(&[TopK(1)], &row, &[0.0, 0.0, 1.0, 0.0]);
        check(&[MinP(1.0)], &row, &[0.0, 0.0, 1.0, 0.0]);
        assert_eq!(ProcessorChain { processors: vec![TopK(100)] }.process(&row, &[]), ProcessorChain::default().process(&row, &[]));
    }

    // Case 16: filters compose on what the one before left, renormalised.
    #[test]
    fn filters_compose_and_no_mass_is_lost() {
        check(&[TopK(2), TopP(0.5)], &logs(&[0.4, 0.3, 0.2, 0.1]), &[1.0, 0.0, 0.0, 0.0]);
        let row: Vec<f32> = (0..4096).map(|i| ((i * 37) % 101) as f32 / 10.0).collect();
        let flat = ProcessorChain { processors: vec![Temperature(10.0)] }.process(&row, &[]).expect("some token is left");
        let ranked = flat.ranked();
        let top: f64 = ranked[..20].iter().map(|token| flat.get(*token)).sum();
        let rest: f64 = ranked[20..].iter().map(|token| flat.get(*token)).sum();
        assert!((top + rest - 1.0).abs() < 1e-12);
    }

    #[test]
    fn top_k_breaks_ties_by_lower_id() {
        check(&[TopK(2)], &[1.0, 1.0, 1.0], &[0.5, 0.5, 0.0]);
    }

    #[test]
    fn repetition_penalty_lowers_seen_tokens_whatever_their_sign() {
        let chain = ProcessorChain { processors: vec![RepetitionPenalty(2.0)] };
        let stages = chain.stages(&[2.0, -2.0, 2.0], &[TokenId(0), TokenId(1), TokenId(0), TokenId(99)]);
        assert_eq!(stages[1].logits, [1.0, -4.0, 2.0]);
    }

    #[test]
    fn presence_counts_a_generated_token_once_and_frequency_each_time_and_neither_counts_the_prompt() {
        let context = [0, 1, 1, 2, 1].map(TokenId);
        let after = |processor| ProcessorChain { processors: vec![processor] }.stages(&[1.0, 1.0, 1.0, 1.0], &context)[1].logits.clone();
        assert_eq!(after(PresencePenalty { penalty: 0.5, n_prompt: 2 }), [1.0, 0.5, 0.5, 1.0]);
        assert_eq!(after(FrequencyPenalty { penalty: 0.5, n_prompt: 2 }), [1.0, 0.0, 0.5, 1.0]);
        assert_eq!(after(FrequencyPenalty { penalty: 0.5, n_prompt: 99 }), [1.0; 4]);
    }

    #[test]
    fn bias_and_mask_forbid_tokens_and_an_empty_mask_is_a_dead_end() {
        check(&[Bias(BTreeMap::from([(TokenId(0), f64::NEG_INFINITY), (TokenId(7), 1.0)]))], &[5.0, 1.0, 1.0], &[0.0, 0.5, 0.5]);
        check(&[Mask(vec![false, true])], &[5.0, 1.0, 1.0], &[0.0, 1.0, 0.0]);
        let chain = ProcessorChain { processors: vec![Mask(vec![]), Temperature(0.0), TopK(3), TopP(0.5), MinP(0.1)] };
        assert_eq!(chain.process(&[5.0, 1.0], &[]), None);
        assert!(chain.stages(&[5.0, 1.0], &[]).iter().skip(1).all(|stage| stage.probs.is_none()));
    }

    #[test]
    fn stages_record_what_each_removed_and_end_where_process_ends() {
        let chain = ProcessorChain { processors: vec![Temperature(0.7), TopK(3), TopP(0.9), MinP(0.2)] };
        let row = [2.0, 1.0, 0.5, 0.2, -3.0];
        let stages = chain.stages(&row, &[]);
        assert_eq!(stages.len(), 5);
        assert_eq!(stages[4].probs, chain.process(&row, &[]));
        assert_eq!(stages[2].excluded, 2);
        let before = stages[1].probs.as_ref().expect("a distribution");
        assert!((stages[2].removed_mass - before.get(TokenId(3)) - before.get(TokenId(4))).abs() < 1e-15);
    }

    #[test]
    fn logits_that_are_no_numbers_exclude_their_token() {
        let probs = ProcessorChain::default().process(&[f32::NAN, 0.0, f32::NEG_INFINITY], &[]).expect("some token is left");
        assert_eq!(probs.as_slice(), [0.0, 1.0, 0.0]);
        assert_eq!(ProcessorChain::default().process(&[f32::NAN; 2], &[]), None);
        let both = ProcessorChain::default().process(&[f32::INFINITY, f32::INFINITY, 0.0], &[]).expect("some token is left");
        assert_eq!(both.as_slice(), [0.5, 0.5, 0.0]);
    }
}
