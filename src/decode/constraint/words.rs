//! Sets of bytes, and how to say them: "a digit", "`,` or `]`".

use std::fmt::Write as _;

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

    /// The set in words, one entry for each kind of byte.
    pub fn in_words(&self) -> Vec<String> {
        let has_all = |mut bytes: std::ops::RangeInclusive<u8>| bytes.all(|byte| self.contains(byte));
        let n_printable = (b' '..=b'~').filter(|byte| self.contains(*byte)).count();
        if n_printable > 80 {
            let missing: Vec<String> =
                (b' '..=b'~').filter(|byte| !self.contains(*byte)).map(|byte| quoted(&char::from(byte).to_string())).collect();
            let but = if missing.is_empty() { String::new() } else { format!(" but {}", missing.join(", ")) };
            return vec![format!("any character{but}")];
        }
        let mut words = Vec::new();
        let mut said = Self::default();
        let classes: [(&str, &[std::ops::RangeInclusive<u8>]); 4] = [
            ("a digit", &[b'0'..=b'9']),
            ("a letter", &[b'a'..=b'z', b'A'..=b'Z']),
            ("a small letter", &[b'a'..=b'z']),
            ("a capital letter", &[b'A'..=b'Z']),
        ];
        for (name, ranges) in classes {
            let is_new = ranges.iter().all(|range| !said.contains(*range.start()));
            if is_new && ranges.iter().all(|range| has_all(range.clone())) {
                words.push(name.to_owned());
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
                words.push(format!("{}–{}", quoted(&char::from(byte).to_string()), quoted(&char::from(end).to_string())));
            } else {
                words.extend((byte..=end).map(byte_in_words));
            }
            byte = end + 1;
        }
        let beyond: Vec<u8> = self.iter().filter(|byte| *byte >= 0x80).collect();
        if beyond.iter().any(|byte| *byte >= 0xC0) {
            words.push("a character beyond ASCII".to_owned());
        } else if !beyond.is_empty() {
            words.push("the rest of a character".to_owned());
        }
        words
    }
}

fn byte_in_words(byte: u8) -> String {
    match byte {
        b' ' => "a space".to_owned(),
        b'\n' => "a line end".to_owned(),
        b'\t' => "a tab".to_owned(),
        _ if byte.is_ascii_control() => format!("the byte {byte:02X}"),
        _ => quoted(&char::from(byte).to_string()),
    }
}

/// A text as part of a sentence: in backquotes.
pub(super) fn quoted(text: &str) -> String {
    format!("`{text}`")
}

/// `a, b or c`.
pub(super) fn or_list(words: &[String]) -> String {
    let mut list = String::new();
    for (idx, word) in words.iter().enumerate() {
        let between = if idx == 0 {
            ""
        } else if idx + 1 == words.len() {
            " or "
        } else {
            ", "
        };
        let _ = write!(list, "{between}{word}"); // Writing to a string cannot fail.
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(bytes: impl IntoIterator<Item = u8>) -> String {
        let mut set = ByteSet::default();
        bytes.into_iter().for_each(|byte| set.insert(byte));
        assert_eq!(set.iter().count(), set.len());
        or_list(&set.in_words())
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
