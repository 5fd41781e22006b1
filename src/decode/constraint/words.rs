//! Sets of bytes, and what a place of a constraint expects: "a digit", "`,` or `]`"; as facts, which
//! `Display` says in English and the page in its reader's language.

use std::fmt;

/// A set of bytes: those that may come next.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// Adds a byte.
    pub fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte / 64)] |= 1 << (byte % 64);
    }

    /// Whether a byte is in the set.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte / 64)] >> (byte % 64) & 1 == 1
    }

    /// The bytes, rising.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=u8::MAX).filter(|byte| self.contains(*byte))
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The kinds of bytes that the set is made of.
    pub fn kinds(&self) -> Vec<Expected> {
        let has_all = |mut bytes: std::ops::RangeInclusive<u8>| bytes.all(|byte| self.contains(byte));
        let n_printable = (b' '..=b'~').filter(|byte| self.contains(*byte)).count();
        if n_printable > 80 {
            return vec![Expected::AnyBut((b' '..=b'~').filter(|byte| !self.contains(*byte)).collect())];
        }
        let mut kinds = Vec::new();
        let mut said = Self::default();
        let classes: [(Expected, &[std::ops::RangeInclusive<u8>]); 4] = [
            (Expected::Digit, &[b'0'..=b'9']),
            (Expected::Letter, &[b'a'..=b'z', b'A'..=b'Z']),
            (Expected::SmallLetter, &[b'a'..=b'z']),
            (Expected::CapitalLetter, &[b'A'..=b'Z']),
        ];
        for (kind, ranges) in classes {
            let is_new = ranges.iter().all(|range| !said.contains(*range.start()));
            if is_new && ranges.iter().all(|range| has_all(range.clone())) {
                kinds.push(kind);
                ranges.iter().flat_map(Clone::clone).for_each(|byte| said.insert(byte));
            }
        }
        // What is left: runs of three and more as ranges, the others one by one.
        let mut byte = 0u8;
        while byte < 0x80 {
            let is_left = |byte: u8| byte < 0x80 && self.contains(byte) && !said.contains(byte);
            if !is_left(byte) {
                byte += 1;
                continue;
            }
            let same_kind = |other: u8| byte.is_ascii_alphanumeric() && other.is_ascii_alphanumeric() || other == byte;
            let end = (byte..0x80).take_while(|other| is_left(*other) && same_kind(*other)).last().unwrap_or(byte);
            if end - byte >= 2 {
                kinds.push(Expected::Range(byte, end));
            } else {
                kinds.extend((byte..=end).map(Expected::Byte));
            }
            byte = end + 1;
        }
        let beyond: Vec<u8> = self.iter().filter(|byte| *byte >= 0x80).collect();
        if beyond.iter().any(|byte| *byte >= 0xC0) {
            kinds.push(Expected::BeyondAscii);
        } else if !beyond.is_empty() {
            kinds.push(Expected::RestOfCharacter);
        }
        kinds
    }
}

/// What may come next, or what a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing: the text has been ended.
    Nothing,
    /// The end of the text.
    End,
    /// A decimal digit.
    Digit,
    /// A letter of either case.
    Letter,
    /// A small letter.
    SmallLetter,
    /// A capital letter.
    CapitalLetter,
    /// Any character but these.
    AnyBut(Vec<u8>),
    /// One byte of ASCII.
    Byte(u8),
    /// A byte from one to another.
    Range(u8, u8),
    /// A character that ASCII lacks.
    BeyondAscii,
    /// The bytes that a character still needs.
    RestOfCharacter,
    /// This very text.
    Text(String),
    /// The key of an object's property.
    Key(String),
    /// What a key that was begun still needs.
    RestOfKey(String),
    /// A character of a string.
    Character,
    /// What an escape in a string still needs.
    Escape,
    /// A hexadecimal digit.
    HexDigit,
    /// An object.
    Object,
    /// A list.
    List,
    /// A string.
    String,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// One of so many texts, such as this one.
    OneOfMany {
        /// How many.
        n: usize,
        /// The first of them.
        example: String,
    },
    /// One of these.
    OneOf(Vec<Expected>),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let character = |byte: u8| quoted(&char::from(byte).to_string());
        match self {
            Self::Nothing => f.write_str("nothing: the text has ended"),
            Self::End => f.write_str("the end of the text"),
            Self::Digit => f.write_str("a digit"),
            Self::Letter => f.write_str("a letter"),
            Self::SmallLetter => f.write_str("a small letter"),
            Self::CapitalLetter => f.write_str("a capital letter"),
            Self::AnyBut(missing) if missing.is_empty() => f.write_str("any character"),
            Self::AnyBut(missing) => {
                let missing: Vec<String> = missing.iter().map(|byte| character(*byte)).collect();
                write!(f, "any character but {}", missing.join(", "))
            }
            Self::Byte(b' ') => f.write_str("a space"),
            Self::Byte(b'\n') => f.write_str("a line end"),
            Self::Byte(b'\t') => f.write_str("a tab"),
            Self::Byte(byte) if byte.is_ascii_control() => write!(f, "the byte {byte:02X}"),
            Self::Byte(byte) => f.write_str(&character(*byte)),
            Self::Range(first, last) => write!(f, "{}–{}", character(*first), character(*last)),
            Self::BeyondAscii => f.write_str("a character beyond ASCII"),
            Self::RestOfCharacter => f.write_str("the rest of a character"),
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Key(name) => write!(f, "the key {}", quoted(name)),
            Self::RestOfKey(name) => write!(f, "the rest of the key {}", quoted(name)),
            Self::Character => f.write_str("a character of the string"),
            Self::Escape => f.write_str("the rest of an escape such as `n` or `\"`"),
            Self::HexDigit => f.write_str("a hexadecimal digit"),
            Self::Object => f.write_str("an object"),
            Self::List => f.write_str("a list"),
            Self::String => f.write_str("a string"),
            Self::Integer => f.write_str("an integer"),
            Self::Number => f.write_str("a number"),
            Self::OneOfMany { n, example } => write!(f, "one of {n} values such as {}", quoted(example)),
            Self::OneOf(all) => f.write_str(&or_list(&all.iter().map(Self::to_string).collect::<Vec<_>>())),
        }
    }
}

/// The name of a state of a finite automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateName {
    /// Before the first byte.
    Start,
    /// After so many digits.
    Digits(usize),
    /// After so many digits or more.
    DigitsOrMore(usize),
    /// After this text: the first that leads to the state.
    After(String),
    /// After a digit of a list.
    AfterDigit,
    /// After the digit of this number.
    AfterDigitNumber(usize),
    /// After the comma of this number.
    AfterCommaNumber(usize),
    /// The list is closed.
    Closed,
}

impl fmt::Display for StateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Digits(1) => f.write_str("1 digit"),
            Self::Digits(n) => write!(f, "{n} digits"),
            Self::DigitsOrMore(n) => write!(f, "{n} or more digits"),
            Self::After(text) => write!(f, "after {text}"),
            Self::AfterDigit => f.write_str("after a digit"),
            Self::AfterDigitNumber(n) => write!(f, "after digit {n}"),
            Self::AfterCommaNumber(n) => write!(f, "after comma {n}"),
            Self::Closed => f.write_str("closed"),
        }
    }
}

/// Where a value stands in the one around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuePath {
    /// It is the text itself.
    Text,
    /// It is the value of this property.
    Property(String),
    /// It is the item of this number.
    Item(u16),
}

impl fmt::Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("the text"),
            Self::Property(name) => f.write_str(name),
            Self::Item(n) => write!(f, "item {n}"),
        }
    }
}

/// How far a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueProgress {
    /// Not begun.
    Due,
    /// Begun.
    Begun,
    /// After `{`.
    Opened,
    /// Within a key.
    WithinKey,
    /// After this key.
    AfterKey(String),
    /// At this property, or after it.
    Property(String),
    /// After a comma.
    AfterComma,
    /// So many items, of at most so many.
    Items(u16, u16),
    /// So many characters, of at most so many.
    Characters(u16, u16),
    /// After the sign of a number.
    AfterSign,
    /// After the 0 before a number's point.
    Zero,
    /// So many digits, of at most so many.
    Digits(u8, u8),
    /// After the point.
    AfterPoint,
    /// So many digits after the point, of at most so many.
    FractionDigits(u8, u8),
}

impl fmt::Display for ValueProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Due => f.write_str("not begun"),
            Self::Begun => f.write_str("begun"),
            Self::Opened => f.write_str("opened"),
            Self::WithinKey => f.write_str("within a key"),
            Self::AfterKey(name) => write!(f, "after the key {}", quoted(name)),
            Self::Property(name) => write!(f, "property {}", quoted(name)),
            Self::AfterComma => f.write_str("after a comma"),
            Self::Items(n, most) => write!(f, "{n} of at most {most} items"),
            Self::Characters(n, most) => write!(f, "{n} of at most {most} characters"),
            Self::AfterSign => f.write_str("after the sign"),
            Self::Zero => f.write_str("0 before the point"),
            Self::Digits(n, most) => write!(f, "{n} of at most {most} digits"),
            Self::AfterPoint => f.write_str("after the point"),
            Self::FractionDigits(n, most) => write!(f, "{n} of at most {most} digits after the point"),
        }
    }
}

/// A text as part of a sentence: in backquotes.
pub(super) fn quoted(text: &str) -> String {
    format!("`{text}`")
}

/// `a, b or c`.
pub(super) fn or_list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(bytes: impl IntoIterator<Item = u8>) -> String {
        let mut set = ByteSet::default();
        bytes.into_iter().for_each(|byte| set.insert(byte));
        assert_eq!(set.iter().count(), set.len());
        Expected::OneOf(set.kinds()).to_string()
    }

    #[test]
    fn byte_sets_are_said_in_words() {
        assert_eq!(words(b'0'..=b'9'), "a digit");
        assert_eq!(words(*b",]"), "`,` or `]`");
        assert_eq!(words(*b" \n,"), "a line end, a space or `,`");
        assert_eq!(words((b'0'..=b'9').chain(*b"abcdef.")), "a digit, `.` or `a`–`f`");
        assert_eq!(words((b'a'..=b'z').chain(b'A'..=b'Z')), "a letter");
        assert_eq!(words((b'a'..=b'z').chain(*b"_")), "a small letter or `_`");
        assert_eq!(words((b' '..=0xFF).filter(|byte| *byte != b'"')), "any character but `\"`");
        assert_eq!(words(0x80..=0xBF), "the rest of a character");
        assert_eq!(words([]), "");
    }
}
