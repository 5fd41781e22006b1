//! Many short texts of two real models, drawn plainly and by speculation in turn: what is drawn, and
//! the drawing itself.

use super::Mistake;
use crate::decode::spec::knob_of;
use crate::decode::{
    Ancestral, DecoderConfig, ExperimentSpec, Knob, LanguageModel, Notice, Speculative, TokenId, append_changed, read_prompt, set_defaults,
    shorten,
};
use serde::{Deserialize, Serialize};

/// How many texts of each kind can be asked for.
pub const TEXT_COUNTS: [usize; 3] = [500, 2000, 8000];

/// A beginning that can go on in many ways.
const DEFAULT_PROMPT: &str = "One day, a boy found a big red ball. He";

/// What is compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompareSpec {
    /// The text to continue.
    pub prompt: String,
    /// Tokens drafted per cycle.
    pub gamma: usize,
    /// The temperature of both samplers.
    pub temperature: f64,
    /// The top-k of both; 0 is off.
    pub top_k: usize,
    /// The top-p of both; 1 is off.
    pub top_p: f64,
    /// Tokens in a text, fewer where it ends.
    pub n_tokens: usize,
    /// Texts of each kind.
    pub n_texts: usize,
    /// What the speculative sampler does wrong, if anything.
    pub mistake: Mistake,
    /// Decides every coin.
    pub seed: u64,
}

impl Default for CompareSpec {
    fn default() -> Self {
        let mut spec = Self {
            prompt: DEFAULT_PROMPT.to_owned(),
            gamma: 0,
            temperature: 0.0,
            top_k: 0,
            top_p: 0.0,
            n_tokens: 0,
            n_texts: TEXT_COUNTS[1],
            mistake: Mistake::None,
            seed: 4,
        };
        set_defaults(COMPARE_KNOBS, &mut spec);
        spec
    }
}

/// The knobs of a comparison, named apart from those of the enumeration on the same page.
pub const COMPARE_KNOBS: &[Knob<CompareSpec>] = &[
    Knob {
        name: "live_n",
        min: 1.0,
        max: 4.0,
        step: 1.0,
        default: 2.0,
        off: None,
        read: |spec| spec.n_tokens as f64,
        write: |spec, value| spec.n_tokens = value as usize,
    },
    Knob {
        name: "live_gamma",
        min: 1.0,
        max: 8.0,
        step: 1.0,
        default: 4.0,
        off: None,
        read: |spec| spec.gamma as f64,
        write: |spec, value| spec.gamma = value as usize,
    },
    knob_of!(temperature: f64, 0.0 to 2.0 by 0.05, default 1.0, off Some(1.0)),
    knob_of!(top_k: usize, 0.0 to 100.0 by 1.0, default 0.0, off Some(0.0)),
    knob_of!(top_p: f64, 0.0 to 1.0 by 0.01, default 1.0, off Some(1.0)),
];

impl CompareSpec {
    /// The experiment whose first tokens are drawn again and again.
    pub fn experiment(&self) -> ExperimentSpec {
        ExperimentSpec {
            prompt: self.prompt.clone(),
            gamma: self.gamma,
            temperature: self.temperature,
            top_k: self.top_k,
            top_p: self.top_p,
            max_new_tokens: self.n_tokens,
            seed: self.seed,
            ..ExperimentSpec::default()
        }
    }

    /// Takes over another experiment's prompt, gamma and what shapes its distributions.
    pub fn adopt(&mut self, experiment: &ExperimentSpec) {
        self.prompt.clone_from(&experiment.prompt);
        (self.gamma, self.temperature) = (experiment.gamma, experiment.temperature);
        (self.top_k, self.top_p) = (experiment.top_k, experiment.top_p);
    }

    /// Reads a URL's query (without `?`). The seed is the page's own, and names it does not know are left to
    /// others.
    pub fn parse(query: &str) -> (Self, Vec<Notice>) {
        let mut spec = Self::default();
        let mut notices = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "prompt" => {
                    let (prompt, notice) = read_prompt(&value);
                    spec.prompt = prompt;
                    notices.extend(notice);
                }
                "live_texts" => match value.parse::<usize>().ok().filter(|n| TEXT_COUNTS.contains(n)) {
                    Some(n) => spec.n_texts = n,
                    None => notices.push(Notice::Clamped { name: "live_texts", given: shorten(&value), used: spec.n_texts.to_string() }),
                },
                "rule" => match Mistake::ALL.iter().find(|(mistake, known)| *known == value && Mistake::IN_DECODER.contains(mistake)) {
                    Some((mistake, _)) => spec.mistake = *mistake,
                    None => notices.push(Notice::UnknownMistake { given: shorten(&value) }),
                },
                name => {
                    if let Some(knob) = COMPARE_KNOBS.iter().find(|knob| knob.name == name) {
                        notices.extend(knob.read_link(&mut spec, &value));
                    }
                }
            }
        }
        (spec, notices)
    }

    /// The query that restores it, but for the seed: what differs from the default, in a fixed order.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if self.prompt != default.prompt {
            query.append_pair("prompt", &self.prompt);
        }
        append_changed(COMPARE_KNOBS, self, &mut query);
        if self.n_texts != default.n_texts {
            query.append_pair("live_texts", &self.n_texts.to_string());
        }
        if let Some((_, name)) = Mistake::ALL.iter().find(|(mistake, _)| *mistake == self.mistake && *mistake != default.mistake) {
            query.append_pair("rule", name);
        }
        query.finish()
    }
}

/// Draws the `idx`-th text of either kind, plainly and by speculation, each with coins of its own. Both
/// caches begin with all of the prompt but its last token, and are cut back to that.
pub async fn draw_texts<D, T>(
    draft: &mut D,
    target: &mut T,
    config: &DecoderConfig,
    mistake: Mistake,
    prompt: &[TokenId],
    idx: usize,
) -> Result<[Vec<TokenId>; 2], T::Error>
where
    D: LanguageModel<Error = T::Error>,
    T: LanguageModel,
{
    let n_cached = prompt.len().saturating_sub(1);
    let with_coins = |which: u32| DecoderConfig { coins: config.coins.stream(2 * idx as u32 + which), ..config.clone() };
    target.truncate(n_cached);
    let mut alone = Ancestral::new(with_coins(0), prompt);
    while alone.step(target).await?.is_some() {}
    let plain = alone.emitted().to_vec();

    target.truncate(n_cached);
    draft.truncate(n_cached);
    let mut decoder = Speculative::new(with_coins(1), prompt).with_mistake(mistake);
    while decoder.step(draft, target).await?.is_some() {}
    target.truncate(n_cached);
    draft.truncate(n_cached);
    Ok([plain, decoder.tokens()[prompt.len()..].to_vec()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_comparison_survives_its_own_link_and_nonsense_is_named() {
        for mistake in Mistake::IN_DECODER {
            let spec = CompareSpec {
                prompt: "né <b>&".to_owned(),
                gamma: 2,
                temperature: 1.25,
                top_k: 7,
                top_p: 0.9,
                n_tokens: 4,
                n_texts: TEXT_COUNTS[2],
                mistake,
                ..CompareSpec::default()
            };
            assert_eq!(CompareSpec::parse(&spec.to_query()), (spec, vec![]));
        }
        assert_eq!(CompareSpec::default().to_query(), "");
        let (spec, notices) = CompareSpec::parse("live_n=9&live_gamma=0&temperature=hot&live_texts=7&rule=unfiltered-residual&p=1");
        assert_eq!((spec.n_tokens, spec.gamma, spec.n_texts, spec.mistake), (4, 1, TEXT_COUNTS[1], Mistake::None));
        assert_eq!(notices.len(), 5);
    }

    #[test]
    fn another_experiments_settings_are_taken_over_and_given_to_the_decoder() {
        let mut spec = CompareSpec { n_tokens: 3, ..CompareSpec::default() };
        let experiment = ExperimentSpec { prompt: "Ben".to_owned(), gamma: 7, temperature: 1.5, top_k: 3, ..ExperimentSpec::default() };
        spec.adopt(&experiment);
        assert_eq!(spec.experiment(), ExperimentSpec { max_new_tokens: 3, seed: spec.seed, ..experiment });
    }
}
