//! The pushdown automaton for JSON: a stack with one frame for each value that has been begun.
//!
//! A finite automaton cannot count brackets; a stack can (Geng et al. 2023 and Willard and Louf
//! 2023, section 4, constrain decoding so). The frames are small and copied as they are, so trying
//! every token of a vocabulary from one state costs little.
//!
//! White space is bounded: at most one space, after `,` or `:`, and none elsewhere.

use super::StackFrame;
use super::schema::{Grammar, Kind, MAX_FRACTION_DIGITS, MAX_NESTING, MAX_WHOLE_DIGITS, Property};
use super::words::{ByteSet, Expected, ValuePath, ValueProgress};

/// The values that have been begun and not ended, outermost first.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Stack {
    len: u8,
    /// Slots past `len` hold the default, so that equal stacks are equal.
    frames: [Frame; MAX_NESTING + 1],
}

impl Clone for Stack {
    fn clone(&self) -> Self {
        Self { len: self.len, frames: self.frames }
    }

    /// Copies only the slots in which the two can differ: a walk over a vocabulary does little else.
    fn clone_from(&mut self, source: &Self) {
        let n_used = usize::from(self.len.max(source.len));
        self.frames[..n_used].copy_from_slice(&source.frames[..n_used]);
        self.len = source.len;
    }
}

/// A value that has been begun, and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Frame {
    /// A value is due.
    Due { node: u16, space: bool },
    /// An object: the properties before `next` are done or left out.
    Object { node: u16, next: u16, at: ObjectAt },
    /// A list whose first `n_items` items have been begun.
    Array { node: u16, n_items: u16, opened: bool },
    /// A string of which `n_chars` characters are complete.
    Text { node: u16, n_chars: u16, at: TextAt },
    /// A number.
    Number { node: u16, at: NumberAt },
    /// One of a few fixed texts.
    Literal { node: u16, at: u16 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum ObjectAt {
    /// After `{`.
    Opened,
    /// Within a key: `n_bytes` of it are there, and `candidate` is the first property they fit.
    Key { candidate: u16, n_bytes: u16 },
    /// After the key of property `next`.
    Colon,
    /// After a value, or within it if there are frames above.
    Value,
    /// After `,`.
    Comma { space: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum TextAt {
    /// Between characters.
    Body,
    /// After a backslash.
    Escape,
    /// Within `\u`: so many digits are left; after a first `d` the second is bounded, which keeps
    /// out halves of surrogate pairs.
    Hex { n_left: u8, after_d: bool },
    /// Within a character of several bytes: so many are left, the next from `low` to `high`.
    Tail { n_left: u8, low: u8, high: u8 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum NumberAt {
    /// After `-`.
    Sign,
    /// After a leading 0.
    Zero { negative: bool },
    /// Within the digits before the point.
    Whole { n_digits: u8 },
    /// After the point.
    Point,
    /// Within the digits after it.
    Fraction { n_digits: u8 },
}

impl NumberAt {
    fn is_complete(self) -> bool {
        !matches!(self, Self::Sign | Self::Point)
    }
}

const EMPTY: Frame = Frame::Due { node: 0, space: false };

impl Stack {
    /// Before the first byte.
    pub(super) fn start(grammar: &Grammar) -> Self {
        let mut stack = Self { len: 0, frames: [EMPTY; MAX_NESTING + 1] };
        stack.push(Frame::Due { node: grammar.root, space: false });
        stack
    }

    fn frames(&self) -> &[Frame] {
        &self.frames[..usize::from(self.len)]
    }

    fn push(&mut self, frame: Frame) {
        self.frames[usize::from(self.len)] = frame;
        self.len += 1;
    }

    fn pop(&mut self) {
        self.len -= 1;
        self.frames[usize::from(self.len)] = EMPTY;
    }

    fn set_top(&mut self, frame: Frame) {
        self.frames[usize::from(self.len) - 1] = frame;
    }
}

/// The properties that may come next: up to the first required one.
fn candidates(properties: &[Property], next: u16) -> &[Property] {
    let rest = &properties[usize::from(next).min(properties.len())..];
    let end = rest.iter().position(|property| property.required).map_or(rest.len(), |idx| idx + 1);
    &rest[..end]
}

fn properties(grammar: &Grammar, node: u16) -> &[Property] {
    match &grammar.node(node).kind {
        Kind::Object(properties) => properties,
        _ => &[],
    }
}

/// The least and the greatest count of a list or a string.
fn bounds(grammar: &Grammar, node: u16) -> (u16, u16) {
    match grammar.node(node).kind {
        Kind::Array { min, max, .. } | Kind::Text { min, max } => (min, max),
        _ => (0, 0),
    }
}

impl Stack {
    /// Moves the automaton by one byte. After `false`, when it does not take the byte, the stack is
    /// of no use.
    pub(super) fn step(&mut self, grammar: &Grammar, byte: u8) -> bool {
        loop {
            let Some(&top) = self.frames().last() else { return false };
            match top {
                Frame::Due { node, space: true } if byte == b' ' => self.set_top(Frame::Due { node, space: false }),
                Frame::Due { node, .. } => return self.begin(grammar, node, byte),
                Frame::Object { node, next, at } => return self.step_object(grammar, node, next, at, byte),
                Frame::Array { node, n_items, opened } => return self.step_array(grammar, node, n_items, opened, byte),
                Frame::Text { node, n_chars, at } => return self.step_text(grammar, node, n_chars, at, byte),
                // Nothing marks the end of a number: what does not continue it belongs to what is around it.
                Frame::Number { node, at } => match step_number(grammar, node, at, byte) {
                    Some(at) => self.set_top(Frame::Number { node, at }),
                    None if at.is_complete() => {
                        self.pop();
                        continue;
                    }
                    None => return false,
                },
                Frame::Literal { node, at } => {
                    if self.step_literal(grammar, node, at, byte) {
                        return true;
                    }
                    let Kind::Literal(literals) = &grammar.node(node).kind else { return false };
                    if literals.nodes[usize::from(at)].rest > 0 {
                        return false;
                    }
                    self.pop();
                    continue;
                }
            }
            return true;
        }
    }

    /// Begins the value that is due on top with its first byte.
    fn begin(&mut self, grammar: &Grammar, node: u16, byte: u8) -> bool {
        match &grammar.node(node).kind {
            Kind::Object(_) if byte == b'{' => self.set_top(Frame::Object { node, next: 0, at: ObjectAt::Opened }),
            Kind::Array { .. } if byte == b'[' => self.set_top(Frame::Array { node, n_items: 0, opened: true }),
            Kind::Text { .. } if byte == b'"' => self.set_top(Frame::Text { node, n_chars: 0, at: TextAt::Body }),
            Kind::Number { signed, .. } => {
                let at = match byte {
                    b'-' if *signed => NumberAt::Sign,
                    b'0' => NumberAt::Zero { negative: false },
                    b'1'..=b'9' => NumberAt::Whole { n_digits: 1 },
                    _ => return false,
                };
                self.set_top(Frame::Number { node, at });
            }
            Kind::Literal(_) => return self.step_literal(grammar, node, 0, byte),
            Kind::Union(nodes) => {
                return nodes.iter().find(|node| grammar.begins_with(**node, byte)).is_some_and(|node| self.begin(grammar, *node, byte));
            }
            _ => return false,
        }
        true
    }

    fn step_object(&mut self, grammar: &Grammar, node: u16, next: u16, at: ObjectAt, byte: u8) -> bool {
        let properties = properties(grammar, node);
        let open = candidates(properties, next);
        let may_close = open.last().is_none_or(|property| !property.required);
        let (next, at) = match (at, byte) {
            (ObjectAt::Opened | ObjectAt::Value, b'}') if may_close => {
                self.pop();
                return true;
            }
            (ObjectAt::Opened | ObjectAt::Comma { .. }, b'"') if !open.is_empty() => (next, ObjectAt::Key { candidate: next, n_bytes: 1 }),
            (ObjectAt::Comma { space: true }, b' ') => (next, ObjectAt::Comma { space: false }),
            (ObjectAt::Value, b',') if !open.is_empty() => (next, ObjectAt::Comma { space: true }),
            (ObjectAt::Key { candidate, n_bytes }, _) => {
                let n = usize::from(n_bytes);
                let seen = &properties[usize::from(candidate)].key[..n];
                let fits = |property: &Property| property.key.starts_with(seen) && property.key.get(n) == Some(&byte);
                let Some(found) = open.iter().position(fits) else { return false };
                let candidate = next + found as u16;
                if open[found].key.len() == n + 1 {
                    (candidate, ObjectAt::Colon)
                } else {
                    (next, ObjectAt::Key { candidate, n_bytes: n_bytes + 1 })
                }
            }
            (ObjectAt::Colon, b':') => {
                self.set_top(Frame::Object { node, next: next + 1, at: ObjectAt::Value });
                self.push(Frame::Due { node: properties[usize::from(next)].value, space: true });
                return true;
            }
            _ => return false,
        };
        self.set_top(Frame::Object { node, next, at });
        true
    }

    fn step_array(&mut self, grammar: &Grammar, node: u16, n_items: u16, opened: bool, byte: u8) -> bool {
        let Kind::Array { item, min, max } = grammar.node(node).kind else { return false };
        if byte == b']' && n_items >= min {
            self.pop();
            return true;
        }
        let starts_item = opened || byte == b',';
        if !starts_item || n_items >= max {
            return false;
        }
        self.set_top(Frame::Array { node, n_items: n_items + 1, opened: false });
        self.push(Frame::Due { node: item, space: !opened });
        !opened || self.begin(grammar, item, byte)
    }

    fn step_text(&mut self, grammar: &Grammar, node: u16, n_chars: u16, at: TextAt, byte: u8) -> bool {
        let (min, max) = bounds(grammar, node);
        let tail = |n_left, low, high| Some(TextAt::Tail { n_left, low, high });
        // `None` is a character that this byte completes.
        let next = match at {
            TextAt::Body if byte == b'"' => {
                if n_chars < min {
                    return false;
                }
                self.pop();
                return true;
            }
            TextAt::Body if n_chars >= max => return false,
            TextAt::Body => match byte {
                b'\\' => Some(TextAt::Escape),
                b' '..=0x7F => None,
                0xC2..=0xDF => tail(1, 0x80, 0xBF),
                // The second byte of these is bounded, so that no character is written two ways and
                // no half of a surrogate pair is (RFC 3629, section 4).
                0xE0 => tail(2, 0xA0, 0xBF),
                0xED => tail(2, 0x80, 0x9F),
                0xE1..=0xEF => tail(2, 0x80, 0xBF),
                0xF0 => tail(3, 0x90, 0xBF),
                0xF1..=0xF3 => tail(3, 0x80, 0xBF),
                0xF4 => tail(3, 0x80, 0x8F),
                _ => return false,
            },
            TextAt::Escape => match byte {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => None,
                b'u' => Some(TextAt::Hex { n_left: 4, after_d: false }),
                _ => return false,
            },
            TextAt::Hex { n_left, after_d } => {
                if !byte.is_ascii_hexdigit() || (after_d && !matches!(byte, b'0'..=b'7')) {
                    return false;
                }
                (n_left > 1).then_some(TextAt::Hex { n_left: n_left - 1, after_d: n_left == 4 && matches!(byte, b'd' | b'D') })
            }
            TextAt::Tail { n_left, low, high } => {
                if !(low..=high).contains(&byte) {
                    return false;
                }
                (n_left > 1).then_some(TextAt::Tail { n_left: n_left - 1, low: 0x80, high: 0xBF })
            }
        };
        self.set_top(match next {
            Some(at) => Frame::Text { node, n_chars, at },
            None => Frame::Text { node, n_chars: n_chars + 1, at: TextAt::Body },
        });
        true
    }

    /// Moves within fixed texts; a text that none continues ends at once.
    fn step_literal(&mut self, grammar: &Grammar, node: u16, at: u16, byte: u8) -> bool {
        let Kind::Literal(literals) = &grammar.node(node).kind else { return false };
        let Some(&at) = literals.nodes[usize::from(at)].next.get(&byte) else { return false };
        if literals.nodes[usize::from(at)].next.is_empty() {
            self.pop();
        } else {
            self.set_top(Frame::Literal { node, at });
        }
        true
    }

    /// The bytes of the shortest text that ends everything on the stack; 0 where the text is
    /// complete.
    pub(super) fn rest(&self, grammar: &Grammar) -> u32 {
        self.frames().iter().map(|frame| frame.rest(grammar)).sum()
    }

    /// The frames as a drawing needs them, outermost first.
    pub(super) fn view(&self, grammar: &Grammar) -> Vec<StackFrame> {
        let mut path = ValuePath::Text;
        let frames = self.frames().iter().map(|frame| {
            let view = frame.view(grammar, &path);
            match *frame {
                Frame::Object { node, next, at: ObjectAt::Value } => {
                    let name = next.checked_sub(1).and_then(|idx| properties(grammar, node).get(usize::from(idx)));
                    path = ValuePath::Property(name.map_or_else(String::new, |property| property.name.clone()));
                }
                Frame::Array { n_items, .. } => path = ValuePath::Item(n_items),
                _ => {}
            }
            view
        });
        frames.collect()
    }

    /// What may come next.
    pub(super) fn expected(&self, grammar: &Grammar) -> Vec<Expected> {
        let mut expected = Vec::new();
        for frame in self.frames().iter().rev() {
            expected.extend(frame.expected(grammar));
            // Below a number that could end here, what comes after it may come too.
            if frame.rest(grammar) > 0 {
                return expected;
            }
        }
        expected.push(Expected::End);
        expected
    }
}

fn step_number(grammar: &Grammar, node: u16, at: NumberAt, byte: u8) -> Option<NumberAt> {
    let Kind::Number { whole, .. } = grammar.node(node).kind else { return None };
    match (at, byte) {
        // JSON has no leading zeros; and -0 is no integer to every reader of JSON.
        (NumberAt::Sign, b'0') if !whole => Some(NumberAt::Zero { negative: true }),
        (NumberAt::Sign, b'1'..=b'9') => Some(NumberAt::Whole { n_digits: 1 }),
        (NumberAt::Whole { n_digits }, b'0'..=b'9') if n_digits < MAX_WHOLE_DIGITS => Some(NumberAt::Whole { n_digits: n_digits + 1 }),
        (NumberAt::Zero { .. } | NumberAt::Whole { .. }, b'.') if !whole => Some(NumberAt::Point),
        (NumberAt::Point, b'0'..=b'9') => Some(NumberAt::Fraction { n_digits: 1 }),
        (NumberAt::Fraction { n_digits }, b'0'..=b'9') if n_digits < MAX_FRACTION_DIGITS => {
            Some(NumberAt::Fraction { n_digits: n_digits + 1 })
        }
        _ => None,
    }
}

/// The bytes of the shortest end of an object after one of its values.
fn rest_of_object(grammar: &Grammar, properties: &[Property], next: u16) -> u32 {
    let required = properties[usize::from(next).min(properties.len())..].iter().filter(|property| property.required);
    1 + required.map(|property| 1 + least_of_property(grammar, property)).sum::<u32>()
}

fn least_of_property(grammar: &Grammar, property: &Property) -> u32 {
    property.key.len() as u32 + 1 + grammar.node(property.value).least
}

impl Frame {
    /// The bytes of the shortest text that ends this value, once those above it have ended.
    fn rest(self, grammar: &Grammar) -> u32 {
        match self {
            Self::Due { node, .. } => grammar.node(node).least,
            Self::Object { node, next, at } => {
                let properties = properties(grammar, node);
                let open = candidates(properties, next);
                // Going on with the candidate at this index, of whose key some bytes are there.
                let through = |idx: usize, n_bytes: usize| {
                    least_of_property(grammar, &open[idx]) - n_bytes as u32 + rest_of_object(grammar, properties, next + idx as u16 + 1)
                };
                match at {
                    ObjectAt::Value => rest_of_object(grammar, properties, next),
                    ObjectAt::Opened if open.last().is_none_or(|property| !property.required) => 1,
                    ObjectAt::Opened | ObjectAt::Comma { .. } => (0..open.len()).map(|idx| through(idx, 0)).min().unwrap_or(1),
                    ObjectAt::Key { candidate, n_bytes } => {
                        let seen = &properties[usize::from(candidate)].key[..usize::from(n_bytes)];
                        let fitting = (0..open.len()).filter(|idx| open[*idx].key.starts_with(seen));
                        fitting.map(|idx| through(idx, usize::from(n_bytes))).min().unwrap_or(1)
                    }
                    ObjectAt::Colon => through(0, open[0].key.len()),
                }
            }
            Self::Array { node, n_items, opened } => {
                let Kind::Array { item, min, .. } = grammar.node(node).kind else { return 0 };
                let n_missing = u32::from(min.saturating_sub(n_items));
                let n_commas = n_missing - u32::from(opened && n_missing > 0);
                n_missing * grammar.node(item).least + n_commas + 1
            }
            Self::Text { node, n_chars, at } => {
                let (n_left, n_chars) = match at {
                    TextAt::Body => (0, n_chars),
                    TextAt::Escape => (1, n_chars + 1),
                    TextAt::Hex { n_left, .. } | TextAt::Tail { n_left, .. } => (n_left, n_chars + 1),
                };
                u32::from(n_left) + u32::from(bounds(grammar, node).0.saturating_sub(n_chars)) + 1
            }
            Self::Number { at, .. } => u32::from(!at.is_complete()),
            Self::Literal { node, at } => match &grammar.node(node).kind {
                Kind::Literal(literals) => literals.nodes[usize::from(at)].rest,
                _ => 0,
            },
        }
    }

    fn view(self, grammar: &Grammar, path: &ValuePath) -> StackFrame {
        let (name, progress) = match self {
            Self::Due { node, .. } => (kind_of(grammar, node), ValueProgress::Due),
            Self::Object { node, next, at } => {
                let properties = properties(grammar, node);
                let within = match at {
                    ObjectAt::Opened => ValueProgress::Opened,
                    ObjectAt::Key { .. } => ValueProgress::WithinKey,
                    ObjectAt::Colon => ValueProgress::AfterKey(properties[usize::from(next)].name.clone()),
                    ObjectAt::Value => {
                        let name = next.checked_sub(1).map_or("", |idx| properties[usize::from(idx)].name.as_str());
                        ValueProgress::Property(name.to_owned())
                    }
                    ObjectAt::Comma { .. } => ValueProgress::AfterComma,
                };
                (Expected::Object, within)
            }
            Self::Array { node, n_items, .. } => (kind_of(grammar, node), ValueProgress::Items(n_items, bounds(grammar, node).1)),
            Self::Text { node, n_chars, .. } => (kind_of(grammar, node), ValueProgress::Characters(n_chars, bounds(grammar, node).1)),
            Self::Number { node, at } => {
                let progress = match at {
                    NumberAt::Sign => ValueProgress::AfterSign,
                    NumberAt::Zero { .. } => ValueProgress::Zero,
                    NumberAt::Whole { n_digits } => ValueProgress::Digits(n_digits, MAX_WHOLE_DIGITS),
                    NumberAt::Point => ValueProgress::AfterPoint,
                    NumberAt::Fraction { n_digits } => ValueProgress::FractionDigits(n_digits, MAX_FRACTION_DIGITS),
                };
                (kind_of(grammar, node), progress)
            }
            Self::Literal { node, .. } => (kind_of(grammar, node), ValueProgress::Begun),
        };
        StackFrame { path: path.clone(), name, progress, expects: Expected::OneOf(self.expected(grammar)) }
    }

    /// What may come next while this frame is on top.
    fn expected(self, grammar: &Grammar) -> Vec<Expected> {
        let space_then = |space: bool| space.then_some(Expected::Byte(b' ')).into_iter();
        match self {
            Self::Due { node, space } => space_then(space).chain([kind_of(grammar, node)]).collect(),
            Self::Object { node, next, at } => {
                let properties = properties(grammar, node);
                let open = candidates(properties, next);
                let may_close = open.last().is_none_or(|property| !property.required);
                let keys = || open.iter().map(|property| Expected::Key(property.name.clone()));
                let close = may_close.then_some(Expected::Byte(b'}'));
                match at {
                    ObjectAt::Opened => keys().chain(close).collect(),
                    ObjectAt::Comma { space } => space_then(space).chain(keys()).collect(),
                    ObjectAt::Value => (!open.is_empty()).then_some(Expected::Byte(b',')).into_iter().chain(close).collect(),
                    ObjectAt::Colon => vec![Expected::Byte(b':')],
                    ObjectAt::Key { candidate, n_bytes } => {
                        let seen = &properties[usize::from(candidate)].key[..usize::from(n_bytes)];
                        let fitting = open.iter().filter(|property| property.key.starts_with(seen));
                        fitting.map(|property| Expected::RestOfKey(property.name.clone())).collect()
                    }
                }
            }
            Self::Array { node, n_items, opened } => {
                let Kind::Array { item, min, max } = grammar.node(node).kind else { return Vec::new() };
                let more = (n_items < max).then(|| if opened { kind_of(grammar, item) } else { Expected::Byte(b',') });
                more.into_iter().chain((n_items >= min).then_some(Expected::Byte(b']'))).collect()
            }
            Self::Text { node, n_chars, at } => {
                let (min, max) = bounds(grammar, node);
                match at {
                    TextAt::Body => {
                        let more = (n_chars < max).then_some(Expected::Character);
                        more.into_iter().chain((n_chars >= min).then_some(Expected::Byte(b'"'))).collect()
                    }
                    TextAt::Escape => vec![Expected::Escape],
                    TextAt::Hex { .. } => vec![Expected::HexDigit],
                    TextAt::Tail { .. } => vec![Expected::RestOfCharacter],
                }
            }
            Self::Number { node, at } => {
                let takes = |byte| step_number(grammar, node, at, byte).is_some();
                takes(b'1').then_some(Expected::Digit).into_iter().chain(takes(b'.').then_some(Expected::Byte(b'.'))).collect()
            }
            Self::Literal { node, at } => {
                let Kind::Literal(literals) = &grammar.node(node).kind else { return Vec::new() };
                let mut bytes = ByteSet::default();
                literals.nodes[usize::from(at)].next.keys().for_each(|byte| bytes.insert(*byte));
                bytes.kinds()
            }
        }
    }
}

/// What a value is.
fn kind_of(grammar: &Grammar, node: u16) -> Expected {
    match &grammar.node(node).kind {
        Kind::Object(_) => Expected::Object,
        Kind::Array { .. } => Expected::List,
        Kind::Text { .. } => Expected::String,
        Kind::Number { whole: true, .. } => Expected::Integer,
        Kind::Number { whole: false, .. } => Expected::Number,
        Kind::Literal(literals) if literals.texts.len() > 4 => {
            Expected::OneOfMany { n: literals.texts.len(), example: literals.texts[0].clone() }
        }
        Kind::Literal(literals) => Expected::OneOf(literals.texts.iter().map(|text| Expected::Text(text.clone())).collect()),
        Kind::Union(nodes) => Expected::OneOf(nodes.iter().map(|node| kind_of(grammar, *node)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAT: &str = r#"{"type":"object","properties":{
        "name":{"type":"string","minLength":1,"maxLength":4},
        "nap":{"type":"boolean"},
        "lives":{"type":"integer","minimum":0,"maximum":12},
        "weights":{"type":"array","items":{"type":"number"},"minItems":1,"maxItems":2}
    },"required":["name","weights"]}"#;

    fn grammar(schema: &str) -> Grammar {
        Grammar::parse(schema).expect("a schema")
    }

    /// The stack after a text; `None` where the text leaves the grammar.
    fn after(grammar: &Grammar, text: &str) -> Option<Stack> {
        let mut stack = Stack::start(grammar);
        text.bytes().all(|byte| stack.step(grammar, byte)).then_some(stack)
    }

    fn is_complete(grammar: &Grammar, text: &str) -> Option<bool> {
        after(grammar, text).map(|stack| stack.rest(grammar) == 0)
    }

    #[test]
    fn objects_have_their_properties_in_order_and_their_white_space_is_bounded() {
        let cat = grammar(CAT);
        for text in [
            r#"{"name":"Tom","weights":[1]}"#,
            r#"{"name": "T", "weights": [1, 2.50]}"#,
            r#"{"name":"\n\u00e9猫🐈","nap":true,"lives":9,"weights":[-0.5,0]}"#,
            r#"{"name":"Tom","lives":12, "weights":[1]}"#,
        ] {
            assert_eq!(is_complete(&cat, text), Some(true), "{text}");
            assert!(serde_json::from_str::<serde_json::Value>(text).is_ok());
        }
        for text in [
            r#"{"weights"#,
            r#"{ "#,
            r#"{"name":  "#,
            r#"{"name" "#,
            r#"{"name":"","#,
            r#"{"name":"Thoma"#,
            r#"{"name":"Tom","weights":[]"#,
            r#"{"name":"Tom","weights":[1,2,"#,
            r#"{"name":"Tom","weights":[01"#,
            r#"{"name":"Tom","weights":[1.]"#,
            r#"{"name":"Tom","weights":[1e"#,
            r#"{"name":"Tom","lives":13"#,
            r#"{"name":"Tom","lives":9,"nap"#,
            r#"{"name":"Tom"}"#,
            r#"{"name":"Tom","weights":[1]} "#,
            r#"{"name":"Tom","weights":[1],"#,
            "{\"name\":\"a\nb",
        ] {
            assert_eq!(is_complete(&cat, text), None, "{text}");
        }
    }

    #[test]
    fn strings_hold_whole_characters_and_no_half_of_a_surrogate_pair() {
        let string = grammar(r#"{"type":"string"}"#);
        let takes = |bytes: &[u8]| {
            let mut stack = Stack::start(&string);
            [b"\"", bytes].concat().iter().all(|byte| stack.step(&string, *byte))
        };
        for c in ['\u{80}', '\u{7ff}', '\u{800}', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{10000}', '\u{10ffff}'] {
            assert!(takes(c.to_string().as_bytes()), "{c:?}");
        }
        // Two bytes that cannot begin UTF-8 are refused.
        for first in 0x80..=0xFFu8 {
            for second in 0x20..=0xFFu8 {
                let bytes = [first, second];
                let is_prefix = std::str::from_utf8(&bytes).err().is_none_or(|error| error.error_len().is_none());
                assert_eq!(takes(&bytes), is_prefix, "{first:02x} {second:02x}");
            }
        }
        assert!(takes(br"\ud7ff") && takes(br"\uE000") && takes(br"\u0041\"));
        assert!(!takes(br"\ud8") && !takes(br"\uDf") && !takes(br"\x") && !takes(b"\x1f"));
    }

    #[test]
    fn numbers_end_where_the_text_around_them_goes_on() {
        let list = grammar(r#"{"type":"array","items":{"type":["integer","null"]}}"#);
        assert_eq!(
            ["[12,-3,null,0]", "[-0", "[1.", "[00", "[]"].map(|text| is_complete(&list, text)),
            [Some(true), None, None, None, Some(true)]
        );
        let number = grammar(r#"{"type":"number"}"#);
        assert_eq!(
            ["-", "-0", "0.", "0.5", "12"].map(|text| is_complete(&number, text)),
            [Some(false), Some(true), Some(false), Some(true), Some(true)]
        );
        assert_eq!((is_complete(&number, "1234567890"), is_complete(&number, "0.1234567")), (None, None));
        // One value is the beginning of another.
        let choice = grammar(r#"{"type":"array","items":{"enum":[1,12,"a","a\"b"]}}"#);
        assert_eq!(
            ["[1,12,1]", r#"["a","a\"b"]"#, "[13", "[2"].map(|text| is_complete(&choice, text)),
            [Some(true), Some(true), None, None]
        );
    }

    #[test]
    fn keys_that_begin_alike_are_told_apart() {
        let keys = grammar(
            r#"{"type":"object","properties":{"a":{"const":1},"ab":{"const":2},"a\"":{"const":3},"":{"const":4}},"required":["a\""]}"#,
        );
        let cases = [r#"{"a\"":3}"#, r#"{"ab":2,"a\"":3}"#, r#"{"a":1,"a\"":3,"":4}"#, r#"{"ab":2,"a":1"#, r#"{"":"#, r#"{"a":1}"#];
        assert_eq!(cases.map(|text| is_complete(&keys, text)), [Some(true), Some(true), Some(true), None, None, None]);
    }

    /// The bytes of the shortest completion, by a plain search over all bytes.
    fn searched_rest(grammar: &Grammar, from: &Stack) -> u32 {
        let mut level = std::collections::BTreeSet::from([from.clone()]);
        for n_bytes in 0.. {
            if level.iter().any(|stack| stack.rest(grammar) == 0) {
                return n_bytes;
            }
            let longer = level.iter().flat_map(|stack| {
                (0..=u8::MAX).filter_map(|byte| {
                    let mut next = stack.clone();
                    next.step(grammar, byte).then_some(next)
                })
            });
            level = longer.collect();
            assert!(!level.is_empty(), "a state from which no text can be completed");
        }
        unreachable!("the loop has no end")
    }

    #[test]
    fn the_shortest_completion_is_as_long_as_a_search_finds_it() {
        let schema = r#"{"type":"object","properties":{
            "a":{"type":"string","minLength":1,"maxLength":2},
            "no":{"type":["boolean","null"]},
            "nope":{"type":"array","items":{"enum":[1,"x"]},"minItems":2,"maxItems":3},
            "z":{"type":"number"}
        },"required":["nope"]}"#;
        let grammar = grammar(schema);
        for text in [
            r#"{"a": "é\n", "no":null, "nope": [1,"x", 1], "z":-0.25}"#,
            r#"{"no":true,"nope":["x",1]}"#,
            r#"{"nope":[1,1],"z":12}"#,
            r#"{"a":"\u00e9","nope":[1,1]}"#,
        ] {
            for end in 0..=text.len() {
                let mut stack = Stack::start(&grammar);
                assert!(text.as_bytes()[..end].iter().all(|byte| stack.step(&grammar, *byte)), "{text}: byte {end}");
                assert_eq!(
                    stack.rest(&grammar),
                    searched_rest(&grammar, &stack),
                    "after {}",
                    String::from_utf8_lossy(&text.as_bytes()[..end])
                );
            }
        }
    }

    #[test]
    fn the_stack_can_be_read() {
        let cat = grammar(CAT);
        let describe = |text: &str| after(&cat, text).map(|stack| Expected::OneOf(stack.expected(&cat)).to_string()).unwrap_or_default();
        assert_eq!(describe(""), "an object");
        assert_eq!(describe("{"), "the key `name`");
        assert_eq!(describe(r#"{"n"#), "the rest of the key `name`");
        assert_eq!(describe(r#"{"name""#), "`:`");
        assert_eq!(describe(r#"{"name":"#), "a space or a string");
        assert_eq!(describe(r#"{"name":""#), "a character of the string");
        assert_eq!(describe(r#"{"name":"T"#), "a character of the string or `\"`");
        assert_eq!(describe(r#"{"name":"Tom","#), "a space, the key `nap`, the key `lives` or the key `weights`");
        assert_eq!(describe(r#"{"name":"Tom","weights":[1"#), "a digit, `.`, `,` or `]`");
        assert_eq!(describe(r#"{"name":"Tom","weights":[1,2]"#), "`}`");
        assert_eq!(describe(r#"{"name":"Tom","weights":[1]}"#), "the end of the text");
        let frames = after(&cat, r#"{"name":"Tom","weights":[1,2"#).map(|stack| stack.view(&cat)).unwrap_or_default();
        let frames: Vec<_> = frames.iter().map(|frame| format!("{}: {}, {}", frame.path, frame.name, frame.progress)).collect();
        assert_eq!(
            frames,
            ["the text: an object, property `weights`", "weights: a list, 2 of at most 2 items", "item 2: a number, 1 of at most 9 digits"]
        );
    }
}
