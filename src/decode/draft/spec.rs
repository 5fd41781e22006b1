//! One comparison of ways to draft, whole: the prompt, the settings, the ways; as a link.

use super::{AcceptRule, TreeShape};
use crate::decode::spec::{append_changed, knob_of, set_defaults};
use crate::decode::{ExperimentSpec, Knob, Notice, read_prompt, shorten};
use serde::{Deserialize, Serialize};

/// A way to build q.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftMethod {
    /// A small model, distilled from the target.
    Model,
    /// A model far too small.
    Poor,
    /// The target itself: p = q.
    Target,
    /// Counts of what followed the same tokens in other texts.
    Ngram,
    /// What followed the same tokens earlier in this text.
    Lookup,
    /// The target's first layers.
    Exit,
    /// Heads on the target's last state, each for one place further ahead (Cai et al. 2024).
    Heads,
    /// A module that carries the target's last state on (Gloeckle et al. 2024).
    Mtp,
    /// The small model, with several guesses for each place.
    ModelTree,
    /// The heads, with several guesses for each place.
    HeadsTree,
}

impl DraftMethod {
    /// Every way, with its name in addresses and on the command line.
    pub const ALL: [(DraftMethod, &'static str); 10] = [
        (Self::Model, "model"),
        (Self::Poor, "poor"),
        (Self::Target, "target"),
        (Self::Ngram, "ngram"),
        (Self::Lookup, "lookup"),
        (Self::Exit, "exit"),
        (Self::Heads, "heads"),
        (Self::Mtp, "mtp"),
        (Self::ModelTree, "model-tree"),
        (Self::HeadsTree, "heads-tree"),
    ];

    /// Its name in addresses and on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(method, _)| *method == self).map_or("model", |(_, name)| name)
    }

    /// The way of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(method, _)| *method)
    }

    /// Whether it guesses several tokens for each place.
    pub fn is_tree(self) -> bool {
        matches!(self, Self::ModelTree | Self::HeadsTree)
    }

    /// Whether it needs what was trained on the target's states.
    pub fn needs_heads(self) -> bool {
        matches!(self, Self::Exit | Self::Heads | Self::Mtp | Self::HeadsTree)
    }
}

/// What kind of text is written. Who guesses well depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Domain {
    /// A story.
    Story,
    /// Lists of digits.
    List,
    /// Cards in JSON.
    Json,
    /// A text that says everything again.
    Repetition,
}

impl Domain {
    /// Every kind, with its name in addresses.
    pub const ALL: [(Domain, &'static str); 4] =
        [(Self::Story, "story"), (Self::List, "list"), (Self::Json, "json"), (Self::Repetition, "repetition")];

    /// A text that begins that way.
    pub fn prompt(self) -> &'static str {
        match self {
            Self::Story => "Once upon a time, a cat",
            Self::List => "A list: [1, 2, 3, 4]\nA list: [7, 6, 5, 4]\nA list: [2, 2, 2, 2]\nA list: [",
            Self::Json => {
                "Tom is a red cat. Tom is 3 years old.\n{\"name\": \"Tom\", \"kind\": \"cat\", \"colour\": \"red\", \"age\": 3}\nLily is a blue dog. Lily is 5 years old.\n{\"name\": \"Lily\""
            }
            Self::Repetition => "The cat sat on the mat. The dog sat on the mat. The cat sat on the mat. The dog sat on the mat. The cat",
        }
    }
}

/// What is compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DraftsSpec {
    /// The text to continue.
    pub prompt: String,
    /// Tokens drafted per cycle, at most; trees have their own shape.
    pub gamma: usize,
    /// Divides logits; 0 is greedy.
    pub temperature: f64,
    /// Mass kept; 1 is off.
    pub top_p: f64,
    /// The most tokens of each text.
    pub max_new_tokens: usize,
    /// Decides every coin.
    pub seed: u64,
    /// How drafted tokens are tested. (Trees are always tested exactly.)
    pub rule: AcceptRule,
    /// The trees.
    pub shape: TreeShape,
    /// The ways, in the order in which they are shown.
    pub methods: Vec<DraftMethod>,
}

/// Every numeric setting, in the order in which the page shows them.
pub const DRAFTS_KNOBS: &[Knob<DraftsSpec>] = &[
    knob_of!(gamma: usize, 1.0 to 8.0 by 1.0, default 4.0, off None),
    knob_of!(temperature: f64, 0.0 to 2.0 by 0.05, default 1.0, off Some(1.0)),
    knob_of!(top_p: f64, 0.0 to 1.0 by 0.01, default 1.0, off Some(1.0)),
    knob_of!(max_new_tokens: usize, 8.0 to 120.0 by 1.0, default 48.0, off None),
    knob_of!(seed: u64, 0.0 to 4_294_967_295.0 by 1.0, default 426.0, off None),
];

impl Default for DraftsSpec {
    fn default() -> Self {
        let mut spec = Self {
            prompt: Domain::Story.prompt().to_owned(),
            gamma: 0,
            temperature: 0.0,
            top_p: 0.0,
            max_new_tokens: 0,
            seed: 0,
            rule: AcceptRule::Exact,
            shape: TreeShape::default(),
            methods: DraftMethod::ALL.iter().map(|(method, _)| *method).collect(),
        };
        set_defaults(DRAFTS_KNOBS, &mut spec);
        spec
    }
}

impl DraftsSpec {
    /// The kind of text, where the prompt is one of those.
    pub fn domain(&self) -> Option<Domain> {
        Domain::ALL.iter().find(|(domain, _)| domain.prompt() == self.prompt).map(|(domain, _)| *domain)
    }

    /// The same prompt and settings as an experiment with one draft.
    pub fn experiment(&self) -> ExperimentSpec {
        ExperimentSpec {
            prompt: self.prompt.clone(),
            gamma: self.gamma,
            temperature: self.temperature,
            top_p: self.top_p,
            max_new_tokens: self.max_new_tokens,
            seed: self.seed,
            ..ExperimentSpec::default()
        }
    }

    /// Reads a URL's query (without `?`). Names it does not know are left to others.
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
                "domain" => match Domain::ALL.iter().find(|(_, known)| *known == value) {
                    Some((domain, _)) => spec.prompt = domain.prompt().to_owned(),
                    None => notices.push(Notice::unknown_choice("domain", &value, Domain::ALL[0].1)),
                },
                "rule" => match AcceptRule::ALL.iter().find(|(_, known)| *known == value) {
                    Some((rule, _)) => spec.rule = *rule,
                    None => notices.push(Notice::unknown_choice("rule", &value, AcceptRule::ALL[0].1)),
                },
                "tree" => match read_shape(&value) {
                    Some(shape) => spec.shape = shape,
                    None => notices.push(Notice::BadNumbers {
                        name: "tree",
                        given: shorten(&value),
                        wanted: "guesses after each guess, level by level, 15 in all at most",
                    }),
                },
                "drafts" => {
                    let mut methods = Vec::new();
                    for name in value.split('_') {
                        match DraftMethod::of_name(name) {
                            Some(method) if !methods.contains(&method) => methods.push(method),
                            Some(_) => {}
                            None => notices.push(Notice::unknown_choice("drafts", name, "what is known")),
                        }
                    }
                    if !methods.is_empty() {
                        methods.sort();
                        spec.methods = methods;
                    }
                }
                _ => {
                    if let Some(knob) = DRAFTS_KNOBS.iter().find(|knob| knob.name == name) {
                        notices.extend(knob.read_link(&mut spec, &value));
                    }
                }
            }
        }
        (spec, notices)
    }

    /// The query that restores this comparison: what differs from the default, in a fixed order.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        match self.domain().and_then(|domain| Domain::ALL.iter().find(|(known, _)| *known == domain)) {
            Some((Domain::Story, _)) => {}
            Some((_, name)) => {
                query.append_pair("domain", name);
            }
            None => {
                query.append_pair("prompt", &self.prompt);
            }
        }
        append_changed(DRAFTS_KNOBS, self, &mut query);
        if self.rule != default.rule {
            query.append_pair("rule", AcceptRule::ALL.iter().find(|(rule, _)| *rule == self.rule).map_or("exact", |(_, name)| name));
        }
        if self.shape != default.shape {
            let widths: Vec<String> = self.shape.widths().iter().map(usize::to_string).collect();
            query.append_pair("tree", &widths.join("_"));
        }
        if self.methods != default.methods {
            let names: Vec<&str> = self.methods.iter().map(|method| method.name()).collect();
            query.append_pair("drafts", &names.join("_"));
        }
        query.finish()
    }
}

fn read_shape(value: &str) -> Option<TreeShape> {
    TreeShape::new(value.split('_').map(|width| width.trim().parse().ok()).collect::<Option<_>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_comparison_survives_its_own_link() {
        let mut spec = DraftsSpec { prompt: "né <b>&".to_owned(), ..DraftsSpec::default() };
        for knob in DRAFTS_KNOBS {
            for value in [knob.min, knob.max, knob.clamp(knob.min + knob.step)] {
                (knob.write)(&mut spec, value);
                assert_eq!(DraftsSpec::parse(&spec.to_query()), (spec.clone(), vec![]), "{}", knob.name);
            }
        }
        spec.rule = AcceptRule::Typical;
        spec.shape = TreeShape::new(vec![2, 2]).expect("it fits");
        spec.methods = vec![DraftMethod::Lookup, DraftMethod::HeadsTree];
        assert_eq!(DraftsSpec::parse(&spec.to_query()), (spec.clone(), vec![]));
        for (domain, _) in Domain::ALL {
            spec.prompt = domain.prompt().to_owned();
            assert_eq!(DraftsSpec::parse(&spec.to_query()), (spec.clone(), vec![]));
            assert_eq!(spec.domain(), Some(domain));
        }
        assert_eq!(DraftsSpec::default().to_query(), "");
    }

    #[test]
    fn nonsense_is_left_out_with_a_notice_and_the_rest_is_kept() {
        let (spec, notices) = DraftsSpec::parse("gamma=99&rule=kind&tree=9_9_9&drafts=lookup_magic_lookup&domain=opera&temperature=1.5");
        let expected = DraftsSpec { gamma: 8, temperature: 1.5, methods: vec![DraftMethod::Lookup], ..DraftsSpec::default() };
        assert_eq!((spec, notices.len()), (expected, 5));
        let (spec, notices) = DraftsSpec::parse("drafts=");
        assert_eq!((spec, notices.len()), (DraftsSpec::default(), 1));
    }
}
