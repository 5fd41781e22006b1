//! Constraints that a finite automaton can check: digits, the list `[ d (, d)* ]`, and regular
//! expressions.
//!
//! Every automaton here is trimmed: from each of its states the text can still be completed, so a
//! byte that it takes never leads into a blind alley.

use super::words::{ByteSet, Expected, StateName};
use super::{AutomatonDiagram, AutomatonEdge, AutomatonState, ConstraintError, Excess, PatternFault, PatternPlace, Unsatisfied};
use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};
use regex_syntax::ParserBuilder;
use std::collections::{BTreeMap, VecDeque};

/// The most states of an automaton that is used.
pub(super) const MAX_STATES: usize = 4096;

/// Automata up to this size are made minimal, which is what makes them readable.
const MAX_STATES_TO_MINIMIZE: usize = 256;

/// Bytes that building an automaton may take: what that many states need, and little enough that a
/// page does not stand still over a pattern that is refused.
const MAX_BUILD_BYTES: usize = 4 << 20;

/// No way on.
const NOWHERE: u16 = u16::MAX;

/// A deterministic automaton over bytes, trimmed; it starts in state 0.
pub(super) struct Automaton {
    next: Vec<[u16; 256]>,
    /// Bytes to the nearest complete text, by state; 0 where the text is complete.
    rest: Vec<u32>,
    names: Vec<StateName>,
}

/// An automaton being drawn up.
#[derive(Default)]
struct Draft {
    next: Vec<[u16; 256]>,
    accepting: Vec<bool>,
    names: Vec<StateName>,
}

impl Draft {
    fn state(&mut self, name: StateName, accepting: bool) -> u16 {
        self.next.push([NOWHERE; 256]);
        self.accepting.push(accepting);
        self.names.push(name);
        (self.next.len() - 1) as u16
    }

    fn edge(&mut self, from: u16, bytes: impl IntoIterator<Item = u8>, to: u16) {
        for byte in bytes {
            self.next[usize::from(from)][usize::from(byte)] = to;
        }
    }

    /// Bytes to the nearest accepting state, by state; `None` where there is none.
    fn rests(&self) -> Vec<Option<u32>> {
        let mut sources: Vec<Vec<usize>> = vec![Vec::new(); self.next.len()];
        for (from, row) in self.next.iter().enumerate() {
            for to in row.iter().filter(|to| **to != NOWHERE) {
                if sources[usize::from(*to)].last() != Some(&from) {
                    sources[usize::from(*to)].push(from);
                }
            }
        }
        let mut rests: Vec<Option<u32>> = self.accepting.iter().map(|accepting| accepting.then_some(0)).collect();
        let mut queue: VecDeque<usize> = (0..rests.len()).filter(|state| rests[*state].is_some()).collect();
        while let Some(state) = queue.pop_front() {
            for &from in &sources[state] {
                if rests[from].is_none() {
                    rests[from] = rests[state].map(|rest| rest + 1);
                    queue.push_back(from);
                }
            }
        }
        rests
    }

    /// States that no text tells apart become one (Moore 1956: refine until nothing splits).
    fn minimize(&mut self) {
        // Bytes that no state tells apart need to be looked at once only.
        let mut columns: BTreeMap<Vec<u16>, usize> = BTreeMap::new();
        for byte in 0..256 {
            columns.entry(self.next.iter().map(|row| row[byte]).collect()).or_insert(byte);
        }
        let bytes: Vec<usize> = columns.into_values().collect();
        let mut class: Vec<u16> = self.accepting.iter().map(|accepting| u16::from(*accepting)).collect();
        let mut n_classes = 0;
        loop {
            let mut seen: BTreeMap<(u16, Vec<u16>), u16> = BTreeMap::new();
            let refined: Vec<u16> = self
                .next
                .iter()
                .enumerate()
                .map(|(state, row)| {
                    let row = bytes.iter().map(|byte| class.get(usize::from(row[*byte])).copied().unwrap_or(NOWHERE)).collect();
                    let n_seen = seen.len() as u16;
                    *seen.entry((class[state], row)).or_insert(n_seen)
                })
                .collect();
            class = refined;
            if seen.len() == n_classes {
                break;
            }
            n_classes = seen.len();
        }
        let mut minimal = Self::default();
        for wanted in 0..n_classes as u16 {
            let Some(state) = class.iter().position(|found| *found == wanted) else { continue };
            let new = minimal.state(self.names[state].clone(), self.accepting[state]);
            for (byte, to) in self.next[state].iter().enumerate() {
                minimal.next[usize::from(new)][byte] = class.get(usize::from(*to)).copied().unwrap_or(NOWHERE);
            }
        }
        *self = minimal;
    }

    /// Leaves out what cannot be reached from state 0 and what leads nowhere, and numbers the rest
    /// in the order in which a breadth-first walk meets it. `None` if no text is accepted.
    fn finish(self) -> Option<Automaton> {
        let rests = self.rests();
        rests.first().copied().flatten()?;
        let mut number = vec![NOWHERE; self.next.len()];
        number[0] = 0;
        let mut order = vec![0usize];
        let mut at = 0;
        while let Some(&state) = order.get(at) {
            at += 1;
            for to in self.next[state].iter().map(|to| usize::from(*to)) {
                if number.get(to) == Some(&NOWHERE) && rests[to].is_some() {
                    number[to] = order.len() as u16;
                    order.push(to);
                }
            }
        }
        let next = order.iter().map(|state| self.next[*state].map(|to| number.get(usize::from(to)).copied().unwrap_or(NOWHERE)));
        Some(Automaton {
            next: next.collect(),
            rest: order.iter().map(|state| rests[*state].unwrap_or(0)).collect(),
            names: order.iter().map(|state| self.names[*state].clone()).collect(),
        })
    }
}

fn unsatisfiable(why: Unsatisfied) -> ConstraintError {
    ConstraintError::Unsatisfiable { path: String::new(), why }
}

impl Automaton {
    /// `min` to `max` decimal digits; any number from `min` up without `max`.
    pub(super) fn digits(min: usize, max: Option<usize>) -> Result<Self, ConstraintError> {
        let last = max.unwrap_or(min.max(1));
        if last >= MAX_STATES {
            return Err(ConstraintError::TooLarge { what: Excess::Digits, limit: MAX_STATES - 1 });
        }
        if max.is_some_and(|max| max < min) {
            return Err(unsatisfiable(Unsatisfied::DigitBounds { min, max: last }));
        }
        let mut draft = Draft::default();
        for n in 0..=last {
            let name = match (n, max) {
                (0, _) => StateName::Start,
                (_, None) if n == last => StateName::DigitsOrMore(n),
                _ => StateName::Digits(n),
            };
            draft.state(name, n >= min);
        }
        for n in 0..last {
            draft.edge(n as u16, b'0'..=b'9', n as u16 + 1);
        }
        if max.is_none() {
            draft.edge(last as u16, b'0'..=b'9', last as u16);
        }
        draft.finish().ok_or_else(|| unsatisfiable(Unsatisfied::DigitBounds { min, max: last }))
    }

    /// `[ d (, d)* ]` or `[]`: single digits with commas between them and no white space.
    pub(super) fn digit_list(max_items: Option<usize>) -> Result<Self, ConstraintError> {
        if max_items.is_some_and(|max| 2 * max + 3 > MAX_STATES) {
            return Err(ConstraintError::TooLarge { what: Excess::Items, limit: (MAX_STATES - 3) / 2 });
        }
        let mut draft = Draft::default();
        let start = draft.state(StateName::Start, false);
        let open = draft.state(StateName::After("[".to_owned()), false);
        let closed = draft.state(StateName::Closed, true);
        draft.edge(start, [b'['], open);
        draft.edge(open, [b']'], closed);
        match max_items {
            None => {
                let digit = draft.state(StateName::AfterDigit, false);
                let comma = draft.state(StateName::After(",".to_owned()), false);
                draft.edge(open, b'0'..=b'9', digit);
                draft.edge(digit, [b','], comma);
                draft.edge(digit, [b']'], closed);
                draft.edge(comma, b'0'..=b'9', digit);
            }
            Some(max) => {
                let mut before = open;
                for n in 1..=max {
                    let digit = draft.state(StateName::AfterDigitNumber(n), false);
                    draft.edge(before, b'0'..=b'9', digit);
                    draft.edge(digit, [b']'], closed);
                    if n < max {
                        before = draft.state(StateName::AfterCommaNumber(n), false);
                        draft.edge(digit, [b','], before);
                    }
                }
            }
        }
        draft.finish().ok_or_else(|| unsatisfiable(Unsatisfied::NoList))
    }

    /// A regular expression that the whole text must match.
    pub(super) fn regex(pattern: &str) -> Result<Self, ConstraintError> {
        let too_large = || ConstraintError::TooLarge { what: Excess::States, limit: MAX_STATES };
        let hir = ParserBuilder::new().utf8(true).nest_limit(64).build().parse(pattern).map_err(|error| match error {
            regex_syntax::Error::Parse(error) => bad_regex(PatternFault::of_syntax(error.kind()), pattern, error.span().start.offset),
            regex_syntax::Error::Translate(error) => {
                bad_regex(PatternFault::Other(error.kind().to_string()), pattern, error.span().start.offset)
            }
            other => ConstraintError::BadRegex { fault: PatternFault::Other(other.to_string()), at: None, position: 0 },
        })?;
        if hir.properties().look_set().contains_word_unicode() {
            return Err(ConstraintError::BadRegex { fault: PatternFault::WordBoundary, at: None, position: 0 });
        }
        let config = thompson::Config::new().nfa_size_limit(Some(MAX_BUILD_BYTES)).which_captures(thompson::WhichCaptures::None);
        let nfa = thompson::Compiler::new().configure(config).build_from_hir(&hir).map_err(|_| too_large())?;
        // All matches, not the leftmost: `a|ab` must go on after `a`.
        let config = dense::Config::new()
            .match_kind(MatchKind::All)
            .start_kind(StartKind::Anchored)
            .accelerate(false)
            .dfa_size_limit(Some(MAX_BUILD_BYTES))
            .determinize_size_limit(Some(MAX_BUILD_BYTES));
        let dfa = dense::Builder::new().configure(config).build_from_nfa(&nfa).map_err(|_| too_large())?;
        let first = dfa.start_state(&start::Config::new().anchored(Anchored::Yes)).map_err(|_| too_large())?;

        // The crate's automaton reports a match one byte late; the text's end is such a byte.
        let mut draft = Draft::default();
        let mut known = BTreeMap::from([(first, draft.state(StateName::Start, dfa.is_match_state(dfa.next_eoi_state(first))))]);
        let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
        let mut queue = VecDeque::from([first]);
        while let Some(id) = queue.pop_front() {
            let from = known[&id];
            for byte in 0..=u8::MAX {
                let to = dfa.next_state(id, byte);
                if dfa.is_dead_state(to) || dfa.is_quit_state(to) {
                    continue;
                }
                if !known.contains_key(&to) {
                    if known.len() == MAX_STATES {
                        return Err(too_large());
                    }
                    // A state is named after the first text that leads to it.
                    let text = [&texts[usize::from(from)][..], &[byte]].concat();
                    let name = StateName::After(String::from_utf8_lossy(&text).replace(char::REPLACEMENT_CHARACTER, "…"));
                    known.insert(to, draft.state(name, dfa.is_match_state(dfa.next_eoi_state(to))));
                    texts.push(text);
                    queue.push_back(to);
                }
                draft.edge(from, [byte], known[&to]);
            }
        }
        if draft.next.len() <= MAX_STATES_TO_MINIMIZE {
            draft.minimize();
        }
        draft.finish().ok_or_else(|| unsatisfiable(Unsatisfied::NoMatch))
    }

    /// Moves a state by one byte; `false` if the automaton does not take it.
    pub(super) fn step(&self, state: &mut u16, byte: u8) -> bool {
        *state = self.next.get(usize::from(*state)).map_or(NOWHERE, |row| row[usize::from(byte)]);
        *state != NOWHERE
    }

    /// Bytes to the nearest complete text.
    pub(super) fn rest(&self, state: u16) -> u32 {
        self.rest.get(usize::from(state)).copied().unwrap_or(u32::MAX)
    }

    /// The name of a state.
    pub(super) fn name(&self, state: u16) -> Option<&StateName> {
        self.names.get(usize::from(state))
    }

    /// The automaton as a drawing needs it.
    pub(super) fn diagram(&self) -> AutomatonDiagram {
        let states = self.names.iter().zip(&self.rest).map(|(name, rest)| AutomatonState { name: name.clone(), accepting: *rest == 0 });
        let mut edges = Vec::new();
        for (from, row) in self.next.iter().enumerate() {
            let mut by_target: BTreeMap<u16, ByteSet> = BTreeMap::new();
            for (byte, to) in (0..=u8::MAX).zip(row).filter(|(_, to)| **to != NOWHERE) {
                by_target.entry(*to).or_default().insert(byte);
            }
            edges.extend(by_target.into_iter().map(|(to, bytes)| AutomatonEdge {
                from,
                to: usize::from(to),
                label: Expected::OneOf(bytes.kinds()),
                bytes,
            }));
        }
        AutomatonDiagram { states: states.collect(), edges }
    }
}

fn bad_regex(fault: PatternFault, pattern: &str, offset: usize) -> ConstraintError {
    let position = pattern.get(..offset).map_or(0, |before| before.chars().count());
    let at = pattern.chars().nth(position).map_or(PatternPlace::End, PatternPlace::Character);
    ConstraintError::BadRegex { fault, at: Some(at), position }
}

impl PatternFault {
    fn of_syntax(kind: &regex_syntax::ast::ErrorKind) -> Self {
        use regex_syntax::ast::ErrorKind;
        match kind {
            ErrorKind::GroupUnclosed => Self::UnclosedGroup,
            ErrorKind::GroupUnopened => Self::UnopenedGroup,
            ErrorKind::ClassUnclosed => Self::UnclosedClass,
            ErrorKind::ClassRangeInvalid => Self::BadRange,
            ErrorKind::RepetitionMissing => Self::NothingToRepeat,
            ErrorKind::RepetitionCountUnclosed => Self::UnclosedCount,
            ErrorKind::RepetitionCountDecimalEmpty => Self::NoCount,
            ErrorKind::RepetitionCountInvalid => Self::BadCount,
            ErrorKind::EscapeUnexpectedEof => Self::UnfinishedEscape,
            ErrorKind::EscapeUnrecognized => Self::UnknownEscape,
            ErrorKind::UnsupportedBackreference => Self::BackReference,
            ErrorKind::UnsupportedLookAround => Self::LookAround,
            other => Self::Other(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the automaton takes a text, and whether it is then complete.
    fn verdict(automaton: &Automaton, text: &str) -> (bool, bool) {
        let mut state = 0;
        let taken = text.bytes().all(|byte| automaton.step(&mut state, byte));
        (taken, taken && automaton.rest(state) == 0)
    }

    fn regex(pattern: &str) -> Automaton {
        Automaton::regex(pattern).expect("it is a usable pattern")
    }

    #[test]
    fn digits_are_counted_between_their_bounds() {
        let bounded = Automaton::digits(2, Some(3)).expect("satisfiable");
        let lens = ["", "1", "12", "123", "1234"].map(|text| verdict(&bounded, text));
        assert_eq!(lens, [(true, false), (true, false), (true, true), (true, true), (false, false)]);
        let open = Automaton::digits(1, None).expect("satisfiable");
        assert_eq!(verdict(&open, &"7".repeat(500)), (true, true));
        assert_eq!(verdict(&open, "7a"), (false, false));
        assert_eq!(verdict(&Automaton::digits(0, None).expect("satisfiable"), ""), (true, true));
        assert!(matches!(Automaton::digits(3, Some(2)), Err(ConstraintError::Unsatisfiable { .. })));
        assert!(matches!(Automaton::digits(1, Some(1 << 20)), Err(ConstraintError::TooLarge { .. })));
    }

    #[test]
    fn the_list_takes_single_digits_with_commas_and_nothing_else() {
        let list = Automaton::digit_list(None).expect("satisfiable");
        for text in ["[]", "[3]", "[3,1,4,1,5]"] {
            assert_eq!(verdict(&list, text), (true, true), "{text}");
        }
        for text in ["[3", "[3,", "["] {
            assert_eq!(verdict(&list, text), (true, false), "{text}");
        }
        for text in ["[12", "[3,]", "[,", "[]]", "[ 3", "[3, ", "3"] {
            assert_eq!(verdict(&list, text), (false, false), "{text}");
        }
        let two = Automaton::digit_list(Some(2)).expect("satisfiable");
        assert_eq!((verdict(&two, "[1,2]"), verdict(&two, "[1,2,")), ((true, true), (false, false)));
        assert_eq!(verdict(&Automaton::digit_list(Some(0)).expect("satisfiable"), "[1"), (false, false));
    }

    #[test]
    fn a_prefix_that_cannot_be_completed_is_refused() {
        // `(ab|ac)d` is left as soon as its second letter is neither.
        let automaton = regex("(ab|ac)d");
        assert_eq!(verdict(&automaton, "ac"), (true, false));
        assert_eq!(verdict(&automaton, "ad"), (false, false));
        // After `x` nothing can match, so `x` itself is refused.
        let automaton = regex("x[a&&b]|y");
        assert_eq!((verdict(&automaton, "x"), verdict(&automaton, "y")), ((false, false), (true, true)));
        for state in 0..automaton.names.len() as u16 {
            assert!(automaton.rest(state) < u32::MAX);
        }
    }

    #[test]
    fn all_alternatives_stay_open_and_anchors_hold() {
        let automaton = regex("a|ab|abc?d");
        for text in ["a", "ab", "abd", "abcd"] {
            assert_eq!(verdict(&automaton, text), (true, true), "{text}");
        }
        assert_eq!(verdict(&regex("^[ab]+$"), "abba"), (true, true));
        assert_eq!(verdict(&regex(".+"), "né 猫"), (true, true));
        assert!(!verdict(&regex(".+"), "a\nb").0);
    }

    #[test]
    fn bad_patterns_say_what_is_wrong_and_where() {
        let message = |pattern: &str| Automaton::regex(pattern).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(message("a(b"), "this regular expression cannot be read at character 2: unclosed group (at `(`)");
        assert!(message("é*[").contains("at character 3"), "{}", message("é*["));
        assert!(message("a^").contains("nothing can satisfy"), "{}", message("a^"));
        assert!(message(r"\bcat").contains("ASCII"), "{}", message(r"\bcat"));
        assert!(message("(?:a{1000}){1000}").contains("too large"), "{}", message("(?:a{1000}){1000}"));
        assert!(message("a{5000}").contains("too large"));
        assert!(message(r"(?-u)\xff").contains("UTF-8"), "{}", message(r"(?-u)\xff"));
    }

    #[test]
    fn what_is_drawn_is_minimal_and_named() {
        // Of the two ways into `d`, one state remains.
        let diagram = regex("(ab|cb)d").diagram();
        let names: Vec<String> = diagram.states.iter().map(|state| state.name.to_string()).collect();
        assert_eq!(names, ["start", "after a", "after ab", "after abd"]);
        let edges: Vec<(usize, usize, String)> = diagram.edges.iter().map(|edge| (edge.from, edge.to, edge.label.to_string())).collect();
        assert_eq!(edges, [(0, 1, "`a` or `c`"), (1, 2, "`b`"), (2, 3, "`d`")].map(|(from, to, label)| (from, to, label.to_owned())));
        assert_eq!(diagram.states.iter().map(|state| state.accepting).collect::<Vec<_>>(), [false, false, false, true]);
        let list = Automaton::digit_list(None).expect("satisfiable").diagram();
        assert_eq!((list.states.len(), list.edges.len()), (5, 6));
    }
}
