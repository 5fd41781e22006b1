//! Constrained decoding is masked softmax: a grammar says which bytes may come next, a mask says it
//! of tokens, and what is left of the distribution is divided by its mass.
//!
//! A [`Constraint`] is an automaton over bytes and a [`ConstraintState`] a place in it. From every
//! place that it reaches the text can be completed, so a byte it allows never leads into a blind
//! alley of the grammar. [`ConstraintProcessor`] carries this to tokens (Willard and Louf 2023,
//! "Efficient Guided Generation"; Geng et al. 2023, "Grammar-Constrained Decoding") and is one stage
//! of the processor chain, so every decoder decodes under it. [`ConstrainedDecoder`] shows what to
//! do when nothing is left.
//!
//! At each position this is exactly the model's distribution given that the next token is allowed.
//! Over whole texts it is not the model's law given that the text is legal: that would weigh each
//! token by how likely a legal text follows it (Park et al. 2024).

mod decoder;
mod experiment;
mod fault;
mod finite;
mod guide;
mod mask;
mod pushdown;
mod schema;
mod trace;
mod view;
mod words;

pub use self::decoder::*;
pub use self::experiment::*;
pub use self::fault::*;
pub use self::guide::*;
pub use self::mask::{TokenMask, TokenTrie};
pub use self::schema::{DEFAULT_MAX_ITEMS, DEFAULT_MAX_LENGTH, MAX_FRACTION_DIGITS, MAX_NESTING, MAX_WHOLE_DIGITS};
pub use self::trace::*;
pub use self::view::*;
pub use self::words::{ByteSet, Expected, StateName, ValuePath, ValueProgress};

use self::finite::Automaton;
use self::pushdown::Stack;
use self::schema::Grammar;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a text must be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstraintSpec {
    /// Decimal digits and nothing else.
    Digits {
        /// The fewest digits.
        min: usize,
        /// The most digits; `None` sets no bound, and then only the cap on tokens does.
        max: Option<usize>,
    },
    /// The grammar `[ d (, d)* ]`, or `[]`: single digits with commas between them. No white space,
    /// and no numbers of several digits.
    DigitList {
        /// The most items; `None` sets no bound.
        max_items: Option<usize>,
    },
    /// A regular expression that the whole text must match.
    Regex {
        /// The pattern, in the syntax of the crate `regex`.
        pattern: String,
    },
    /// A JSON schema, written as JSON. See [`Constraint::compile`] for what it may say.
    JsonSchema {
        /// The schema.
        schema: String,
    },
}

/// The kinds of constraints, by their names in text.
const KINDS: [&str; 4] = ["digits", "list", "regex:", "json:"];

/// Constraints to begin with: a name, and what [`ConstraintSpec::from_text`] reads.
pub const CONSTRAINT_EXAMPLES: [(&str, &str); 5] = [
    ("digits only", "digits:1-8"),
    ("a list of digits", "list:8"),
    ("a date", r"regex:[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"),
    ("one sentence", r"regex:[A-Z][a-z]*( [a-z]+){2,11}[.!?]"),
    (
        "a cat in JSON",
        concat!(
            r#"json:{"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":16},"#,
            r#""lives":{"type":"integer","minimum":1,"maximum":9},"coat":{"enum":["black","white","striped"]},"asleep":{"type":"boolean"}"#,
            r#","friends":{"type":"array","items":{"type":"string","minLength":1,"maxLength":16},"maxItems":3}},"#,
            r#""required":["name","lives","coat","asleep","friends"]}"#
        ),
    ),
];

impl ConstraintSpec {
    /// The constraint as one line of text, for links and the command line: `digits`, `digits:2-5`,
    /// `list`, `list:8`, `regex:[a-z]+`, `json:{"type":"boolean"}`.
    pub fn to_text(&self) -> String {
        match self {
            Self::Digits { min: 1, max: None } => "digits".to_owned(),
            Self::Digits { min, max } => format!("digits:{min}-{}", max.map_or(String::new(), |max| max.to_string())),
            Self::DigitList { max_items: None } => "list".to_owned(),
            Self::DigitList { max_items: Some(max) } => format!("list:{max}"),
            Self::Regex { pattern } => format!("regex:{pattern}"),
            Self::JsonSchema { schema } => format!("json:{schema}"),
        }
    }

    /// Reads what [`to_text`](Self::to_text) writes.
    pub fn from_text(text: &str) -> Result<Self, ConstraintError> {
        let unknown = || ConstraintError::UnknownKind { given: text.chars().take(40).collect() };
        let number = |text: &str| text.parse::<usize>().map_err(|_| unknown());
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "digits" if !text.contains(':') => Ok(Self::Digits { min: 1, max: None }),
            "digits" => {
                let (min, max) = rest.split_once('-').ok_or_else(unknown)?;
                let max = if max.is_empty() { None } else { Some(number(max)?) };
                Ok(Self::Digits { min: number(min)?, max })
            }
            "list" if !text.contains(':') => Ok(Self::DigitList { max_items: None }),
            "list" => Ok(Self::DigitList { max_items: Some(number(rest)?) }),
            "regex" if text.contains(':') => Ok(Self::Regex { pattern: rest.to_owned() }),
            "json" if text.contains(':') => Ok(Self::JsonSchema { schema: rest.to_owned() }),
            _ => Err(unknown()),
        }
    }
}

/// A grammar over bytes, ready for use.
pub struct Constraint {
    spec: ConstraintSpec,
    machine: Machine,
}

enum Machine {
    Finite(Automaton),
    Pushdown(Grammar),
}

/// A place in a constraint: all that matters of the text so far. Equal places allow the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstraintState {
    place: Place,
    /// Whether the text has been ended.
    ended: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    Finite(u16),
    Pushdown(Stack),
}

/// One value that has been begun: a frame of the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// Where the value stands in the one around it.
    pub path: ValuePath,
    /// What it is.
    pub name: Expected,
    /// How far it is.
    pub progress: ValueProgress,
    /// What may come next once this frame is on top.
    pub expects: Expected,
}

/// A finite automaton as a drawing needs it. It starts in state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomatonDiagram {
    /// The states, in the order in which a breadth-first walk meets them.
    pub states: Vec<AutomatonState>,
    /// One edge for each pair of states that some byte connects.
    pub edges: Vec<AutomatonEdge>,
}

/// A state of a [`AutomatonDiagram`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomatonState {
    /// Its name.
    pub name: StateName,
    /// Whether the text may end here.
    pub accepting: bool,
}

/// An edge of a [`AutomatonDiagram`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomatonEdge {
    /// The state it leaves.
    pub from: usize,
    /// The state it enters.
    pub to: usize,
    /// Its bytes.
    pub bytes: ByteSet,
    /// What kinds of bytes they are.
    pub label: Expected,
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Constraint").field(&self.spec).finish()
    }
}

/// Two constraints are the same when they say the same.
impl PartialEq for Constraint {
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec
    }
}

impl Eq for Constraint {}

impl Constraint {
    /// Makes the automaton of a constraint.
    ///
    /// A JSON schema may use `type` (one or a list of them), `properties`, `required`, `items`,
    /// `minItems`, `maxItems`, `minLength`, `maxLength`, `minimum` and `maximum` (a minimum of 0, or
    /// both bounds of an integer), `enum`, `const`, `anyOf` (alternatives that begin differently) and
    /// boolean `additionalProperties`. Texts under it have their properties in the schema's order, at
    /// most one space after `,` and `:` and no other white space, numbers without exponent and of
    /// at most [`MAX_WHOLE_DIGITS`] and [`MAX_FRACTION_DIGITS`] digits, and strings and lists of
    /// bounded length ([`DEFAULT_MAX_LENGTH`], [`DEFAULT_MAX_ITEMS`]): less than the schema allows,
    /// never more.
    pub fn compile(spec: ConstraintSpec) -> Result<Self, ConstraintError> {
        let machine = match &spec {
            ConstraintSpec::Digits { min, max } => Machine::Finite(Automaton::digits(*min, *max)?),
            ConstraintSpec::DigitList { max_items } => Machine::Finite(Automaton::digit_list(*max_items)?),
            ConstraintSpec::Regex { pattern } => Machine::Finite(Automaton::regex(pattern)?),
            ConstraintSpec::JsonSchema { schema } => Machine::Pushdown(Grammar::parse(schema)?),
        };
        Ok(Self { spec, machine })
    }

    /// What the constraint was made from.
    pub fn spec(&self) -> &ConstraintSpec {
        &self.spec
    }

    /// The place before any text.
    pub fn start(&self) -> ConstraintState {
        let place = match &self.machine {
            Machine::Finite(_) => Place::Finite(0),
            Machine::Pushdown(grammar) => Place::Pushdown(Stack::start(grammar)),
        };
        ConstraintState { place, ended: false }
    }

    /// The place after more text; `None` if no legal text goes on so.
    pub fn advance(&self, state: &ConstraintState, bytes: &[u8]) -> Option<ConstraintState> {
        let mut state = state.clone();
        bytes.iter().all(|byte| self.step(&mut state, *byte)).then_some(state)
    }

    /// The place after the end of the text; `None` if the text is not complete.
    pub fn end(&self, state: &ConstraintState) -> Option<ConstraintState> {
        self.is_complete(state).then(|| ConstraintState { ended: true, ..state.clone() })
    }

    fn step(&self, state: &mut ConstraintState, byte: u8) -> bool {
        match (&self.machine, &mut state.place) {
            _ if state.ended => false,
            (Machine::Finite(automaton), Place::Finite(at)) => automaton.step(at, byte),
            (Machine::Pushdown(grammar), Place::Pushdown(stack)) => stack.step(grammar, byte),
            // A place of another constraint.
            _ => false,
        }
    }

    /// Allows every token that may come next, of those that have bytes.
    fn walk(&self, trie: &TokenTrie, state: &ConstraintState, mask: &mut TokenMask) {
        match (&self.machine, &state.place) {
            _ if state.ended => {}
            (Machine::Finite(automaton), Place::Finite(at)) => trie.walk(*at, |at, byte| automaton.step(at, byte), mask),
            (Machine::Pushdown(grammar), Place::Pushdown(stack)) => {
                trie.walk(stack.clone(), |stack, byte| stack.step(grammar, byte), mask);
            }
            _ => {}
        }
    }

    /// Whether the text may end here.
    pub fn is_complete(&self, state: &ConstraintState) -> bool {
        self.shortest_rest(state) == 0
    }

    /// Whether the text has been ended.
    pub fn is_ended(&self, state: &ConstraintState) -> bool {
        state.ended
    }

    /// The bytes that the shortest completion has.
    pub fn shortest_rest(&self, state: &ConstraintState) -> usize {
        match (&self.machine, &state.place) {
            (Machine::Finite(automaton), Place::Finite(at)) => automaton.rest(*at) as usize,
            (Machine::Pushdown(grammar), Place::Pushdown(stack)) => stack.rest(grammar) as usize,
            _ => 0,
        }
    }

    /// The shortest text that completes this one. Where several are as short, each byte is the first
    /// possible of: digits, small letters, all others.
    pub fn shortest_completion(&self, state: &ConstraintState) -> Vec<u8> {
        let mut state = state.clone();
        let mut bytes = Vec::new();
        let others = (0..=u8::MAX).filter(|byte| !byte.is_ascii_digit() && !byte.is_ascii_lowercase());
        let order: Vec<u8> = (b'0'..=b'9').chain(b'a'..=b'z').chain(others).collect();
        loop {
            let rest = self.shortest_rest(&state);
            let nearer = order.iter().filter(|_| rest > 0).find_map(|byte| {
                let next = self.advance(&state, &[*byte])?;
                (self.shortest_rest(&next) < rest).then_some((*byte, next))
            });
            let Some((byte, next)) = nearer else { return bytes };
            bytes.push(byte);
            state = next;
        }
    }

    /// The bytes that may come next.
    pub fn allowed_bytes(&self, state: &ConstraintState) -> ByteSet {
        let mut bytes = ByteSet::default();
        (0..=u8::MAX).filter(|byte| self.step(&mut state.clone(), *byte)).for_each(|byte| bytes.insert(byte));
        bytes
    }

    /// What may come next.
    pub fn expected(&self, state: &ConstraintState) -> Expected {
        match (&self.machine, &state.place) {
            _ if state.ended => Expected::Nothing,
            (Machine::Pushdown(grammar), Place::Pushdown(stack)) => Expected::OneOf(stack.expected(grammar)),
            _ => {
                let end = self.is_complete(state).then_some(Expected::End);
                Expected::OneOf(self.allowed_bytes(state).kinds().into_iter().chain(end).collect())
            }
        }
    }

    /// What may come next, in English: "a digit", "`,` or `]`", "the end of the text".
    pub fn describe(&self, state: &ConstraintState) -> String {
        self.expected(state).to_string()
    }

    /// The values that have been begun and not ended, outermost first. A finite automaton has none.
    pub fn stack(&self, state: &ConstraintState) -> Vec<StackFrame> {
        match (&self.machine, &state.place) {
            (Machine::Pushdown(grammar), Place::Pushdown(stack)) => stack.view(grammar),
            _ => Vec::new(),
        }
    }

    /// The name of the state of a finite automaton that a place is.
    pub fn state_name(&self, state: &ConstraintState) -> Option<&StateName> {
        match (&self.machine, &state.place) {
            (Machine::Finite(automaton), Place::Finite(at)) => automaton.name(*at),
            _ => None,
        }
    }

    /// The automaton as a drawing needs it; `None` for JSON, whose places are too many to draw: draw
    /// its [`stack`](Self::stack).
    pub fn diagram(&self) -> Option<AutomatonDiagram> {
        match &self.machine {
            Machine::Finite(automaton) => Some(automaton.diagram()),
            Machine::Pushdown(_) => None,
        }
    }

    /// The state of the [`diagram`](Self::diagram) that this place is.
    pub fn diagram_state(&self, state: &ConstraintState) -> Option<usize> {
        match state.place {
            Place::Finite(at) => Some(usize::from(at)),
            Place::Pushdown(_) => None,
        }
    }

    /// Whether a text is legal and complete.
    pub fn matches(&self, text: &[u8]) -> bool {
        self.advance(&self.start(), text).is_some_and(|state| self.is_complete(&state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(text: &str) -> Constraint {
        ConstraintSpec::from_text(text).and_then(Constraint::compile).expect("a usable constraint")
    }

    fn describe(constraint: &Constraint, text: &str) -> String {
        constraint.advance(&constraint.start(), text.as_bytes()).map(|state| constraint.describe(&state)).unwrap_or_default()
    }

    #[test]
    fn the_lists_next_symbols_are_those_of_the_lesson() {
        let list = compiled("list");
        assert_eq!(describe(&list, "[]"), "the end of the text");
        assert_eq!(describe(&list, "[3"), "`,` or `]`");
        assert_eq!(describe(&list, "[3,"), "a digit");
        assert_eq!(describe(&list, "["), "a digit or `]`");
        let state = list.advance(&list.start(), b"[3").expect("it is legal");
        assert_eq!(list.allowed_bytes(&state).iter().collect::<Vec<_>>(), b",]");
        assert_eq!((list.stack(&state), list.state_name(&state)), (vec![], Some(&StateName::AfterDigit)));
        assert_eq!((list.is_complete(&state), list.end(&state)), (false, None));
        assert_eq!(list.shortest_completion(&state), b"]");
        assert_eq!(
            list.diagram_state(&state).zip(list.diagram()).map(|(idx, d)| d.states[idx].name.to_string()),
            Some("after a digit".to_owned())
        );
    }

    #[test]
    fn an_ended_text_allows_nothing_more() {
        let digits = compiled("digits");
        let state = digits.advance(&digits.start(), b"42").expect("it is legal");
        assert_eq!(digits.describe(&state), "a digit or the end of the text");
        let ended = digits.end(&state).expect("it is complete");
        assert!(digits.is_ended(&ended) && digits.allowed_bytes(&ended).is_empty() && digits.advance(&ended, b"1").is_none());
        assert_eq!(digits.describe(&ended), "nothing: the text has ended");
    }

    #[test]
    fn constraints_survive_their_text_and_bad_texts_say_what_is_possible() {
        for text in ["digits", "digits:2-5", "digits:0-", "list", "list:8", "regex:a:b+", r#"json:{"type":"null"}"#] {
            let spec = ConstraintSpec::from_text(text).expect("it is a constraint");
            assert_eq!(spec.to_text(), text);
            let json = serde_json::to_string(&spec).expect("serializes");
            assert_eq!(serde_json::from_str::<ConstraintSpec>(&json).expect("parses"), spec);
        }
        for (name, text) in CONSTRAINT_EXAMPLES {
            let constraint = compiled(text);
            assert!(constraint.spec().to_text() == text && !constraint.is_complete(&constraint.start()), "{name}");
        }
        assert!(compiled(CONSTRAINT_EXAMPLES[2].1).matches(b"2024-02-29") && compiled(CONSTRAINT_EXAMPLES[3].1).matches(b"The cat sat."));
        for text in ["", "digit", "digits:", "digits:2", "digits:a-b", "list:", "list:-1", "regex", "json", "poem:x"] {
            let error = ConstraintSpec::from_text(text).expect_err("it is none");
            assert!(error.to_string().contains("must begin with digits, list, regex: or json:"), "{text}: {error}");
        }
    }

    #[test]
    fn shortest_completions_complete_and_are_as_short_as_promised() {
        let schema = r#"json:{"type":"object","properties":{"a":{"type":"string","minLength":3},"b":{"type":"array",
            "items":{"type":"number"},"minItems":2},"c":{"type":"boolean"}},"required":["a","b"]}"#;
        for (text, begun, completion) in [
            ("digits:3-", "4", "00"),
            ("list", "[1,", "0]"),
            ("regex:(cat|horse)s?", "ho", "rse"),
            ("regex:(cat|horse)s?", "cat", ""),
            (schema, r#"{"a":""#, r#"000","b":[0,0]}"#),
            (schema, r#"{"a":"né\"#, r#"b","b":[0,0]}"#),
            (schema, r#"{"a":"nnn","b":[1.5,-"#, r#"0]}"#),
        ] {
            let constraint = compiled(text);
            let state = constraint.advance(&constraint.start(), begun.as_bytes()).expect("it is legal");
            let bytes = constraint.shortest_completion(&state);
            assert_eq!((String::from_utf8_lossy(&bytes).as_ref(), bytes.len()), (completion, constraint.shortest_rest(&state)), "{begun}");
            assert!(constraint.matches(&[begun.as_bytes(), &bytes].concat()));
        }
    }

    #[test]
    fn a_place_of_one_constraint_means_nothing_to_another_kind() {
        let (digits, json) = (compiled("digits"), compiled(r#"json:{"type":"null"}"#));
        assert_eq!((digits.advance(&json.start(), b"1"), json.advance(&digits.start(), b"n")), (None, None));
        assert!(json.allowed_bytes(&digits.start()).is_empty());
    }
}
