//! Tokens as bytes, and bytes as text that never shows a character before all of it is there.
//!
//! A token of a byte-level vocabulary can hold part of a character. Joining tokens' texts one by
//! one then gives replacement characters; here the bytes are joined first, and what is not yet a
//! character is shown as byte chips.

use crate::decode::TokenId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;

/// The bytes of every token, by id.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Vocabulary {
    pieces: Vec<Piece>,
    /// Tokens that stand for something other than text, such as the end of a story.
    special: Vec<TokenId>,
}

/// One token's bytes; in JSON a string where they are text, else a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece(Vec<u8>);

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) if serializer.is_human_readable() => serializer.serialize_str(text),
            _ => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Readable {
            Text(String),
            Bytes(Vec<u8>),
        }
        if !deserializer.is_human_readable() {
            return Vec::deserialize(deserializer).map(Self);
        }
        Ok(match Readable::deserialize(deserializer)? {
            Readable::Text(text) => Self(text.into_bytes()),
            Readable::Bytes(bytes) => Self(bytes),
        })
    }
}

/// What one token contributes to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenText {
    /// The token.
    pub token: TokenId,
    /// The characters that are complete with this token. Empty while a character is incomplete.
    pub text: String,
    /// Bytes of this token that are not (or not yet) part of a character shown in `text` here or
    /// at a later token.
    pub loose_bytes: Vec<u8>,
}

impl TokenText {
    /// Its characters, and its loose bytes as chips.
    pub fn with_chips(self) -> String {
        self.loose_bytes.iter().fold(self.text, |text, byte| text + &byte_chip(*byte))
    }
}

impl Vocabulary {
    /// A vocabulary of these tokens' bytes; `special` ones have no bytes of text.
    pub fn new(pieces: Vec<Vec<u8>>, special: Vec<TokenId>) -> Self {
        Self { pieces: pieces.into_iter().map(Piece).collect(), special }
    }

    /// The same tokens, of which only these have bytes, and the special ones: for a recording in which no other occurs.
    pub fn only(&self, kept: &BTreeSet<TokenId>) -> Self {
        let is_kept = |idx: usize| kept.contains(&TokenId(idx as u32)) || self.is_special(TokenId(idx as u32));
        let pieces = self.pieces.iter().enumerate().map(|(idx, piece)| if is_kept(idx) { piece.clone() } else { Piece(Vec::new()) });
        Self { pieces: pieces.collect(), special: self.special.clone() }
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// A token's bytes; empty for a special token or an id outside the vocabulary.
    pub fn bytes(&self, token: TokenId) -> &[u8] {
        if self.is_special(token) { &[] } else { self.pieces.get(token.index()).map_or(&[], |piece| &piece.0) }
    }

    /// Whether the token stands for something other than text.
    pub fn is_special(&self, token: TokenId) -> bool {
        self.special.contains(&token)
    }

    /// A token alone, made visible: spaces as `␣`, line ends as `⏎`, loose bytes as `‹E2›`.
    pub fn label(&self, token: TokenId) -> String {
        if self.is_special(token) {
            return "⟨end⟩".to_owned();
        }
        let Some(piece) = self.pieces.get(token.index()) else { return format!("⟨{}⟩", token.0) };
        let mut label = String::new();
        for chunk in piece.0.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    ' ' => label.push('␣'),
                    '\n' => label.push('⏎'),
                    '\t' => label.push('⇥'),
                    c if c.is_control() => label.push_str(&format!("‹{:02X}›", c as u32)),
                    c => label.push(c),
                }
            }
            for byte in chunk.invalid() {
                label.push_str(&byte_chip(*byte));
            }
        }
        if label.is_empty() { "⟨empty⟩".to_owned() } else { label }
    }

    /// A text's tokens with what each contributes. A character split over tokens is shown at the
    /// token that completes it; bytes that never become a character stay loose.
    pub fn spans(&self, tokens: &[TokenId]) -> Vec<TokenText> {
        let mut spans: Vec<TokenText> =
            tokens.iter().map(|&token| TokenText { token, text: String::new(), loose_bytes: Vec::new() }).collect();
        // Every byte with the token it came from, so that characters can be given to tokens.
        let bytes: Vec<u8> = tokens.iter().flat_map(|&token| self.bytes(token)).copied().collect();
        let owners: Vec<usize> =
            tokens.iter().enumerate().flat_map(|(idx, &token)| std::iter::repeat_n(idx, self.bytes(token).len())).collect();
        let mut start = 0;
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                let end = start + c.len_utf8();
                spans[owners[end - 1]].text.push(c);
                start = end;
            }
            for byte in chunk.invalid() {
                spans[owners[start]].loose_bytes.push(*byte);
                start += 1;
            }
        }
        spans
    }

    /// A text as a string: complete characters, and loose bytes as chips.
    pub fn text(&self, tokens: &[TokenId]) -> String {
        self.spans(tokens).into_iter().map(TokenText::with_chips).collect()
    }

    /// What a token contributes to a text on a page. One that was written and stands for something other than
    /// text shows its name; one that was given shows nothing.
    pub fn shown(&self, span: TokenText, is_given: bool) -> String {
        if self.is_special(span.token) && !is_given { self.label(span.token) } else { span.with_chips() }
    }
}

/// A byte that is no character, as shown: `‹E2›`.
pub fn byte_chip(byte: u8) -> String {
    format!("‹{byte:02X}›")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary(pieces: &[&[u8]]) -> Vocabulary {
        Vocabulary::new(pieces.iter().map(|piece| piece.to_vec()).collect(), vec![TokenId(0)])
    }

    // Case 22: text joined token by token showed U+FFFD for every split character.
    #[test]
    fn a_character_split_over_tokens_appears_whole_and_only_when_complete() {
        let cat = "🐈".as_bytes();
        let vocabulary = vocabulary(&[b"<end>", b"a ", &cat[..1], &cat[1..3], &cat[3..], "猫".as_bytes()]);
        let ids = |ids: &[u32]| ids.iter().copied().map(TokenId).collect::<Vec<_>>();
        assert_eq!(vocabulary.text(&ids(&[1, 2, 3])), "a ‹F0›‹9F›‹90›");
        assert_eq!(vocabulary.text(&ids(&[1, 2, 3, 4, 5, 0])), "a 🐈猫");
        let spans = vocabulary.spans(&ids(&[2, 3, 4]));
        assert_eq!(spans.iter().map(|span| span.text.as_str()).collect::<Vec<_>>(), ["", "", "🐈"]);
        assert_eq!(vocabulary.text(&ids(&[2, 1, 4])), "‹F0›a ‹88›");
        for tokens in [&[2u32, 2, 3][..], &[4, 3, 2], &[3, 1, 3, 4]] {
            assert!(!vocabulary.text(&ids(tokens)).contains('\u{FFFD}'));
        }
    }

    #[test]
    fn labels_make_white_space_and_bytes_visible() {
        let vocabulary = vocabulary(&[b"<end>", b" a\n\t", &[0xE2, 0x80], &[0x07]]);
        let label = |id| vocabulary.label(TokenId(id));
        assert_eq!([label(0), label(1), label(2), label(3), label(9)], ["⟨end⟩", "␣a⏎⇥", "‹E2›‹80›", "‹07›", "⟨9⟩"]);
    }

    #[test]
    fn a_vocabulary_of_some_tokens_keeps_their_ids_and_texts_and_the_special_ones() {
        let whole = vocabulary(&[b"<end>", b"a", b"b", b"c"]);
        let few = whole.only(&BTreeSet::from([TokenId(2), TokenId(9)]));
        assert_eq!((few.len(), few.text(&[1, 2, 3].map(TokenId)), few.label(TokenId(0))), (4, "b".to_owned(), whole.label(TokenId(0))));
        assert_eq!(whole.only(&(0..4).map(TokenId).collect()), whole);
    }

    #[test]
    fn json_keeps_every_byte() {
        let vocabulary = vocabulary(&[b"<end>", " né".as_bytes(), &[0xFF, 0x00]]);
        let json = serde_json::to_string(&vocabulary).expect("serializes");
        assert_eq!(serde_json::from_str::<Vocabulary>(&json).expect("parses"), vocabulary);
        let bytes = postcard::to_stdvec(&vocabulary).expect("serializes");
        assert_eq!(postcard::from_bytes::<Vocabulary>(&bytes).expect("parses"), vocabulary);
    }
}
