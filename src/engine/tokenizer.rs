//! Text to tokens, without losing a byte, and without letting text pose as a control token.
//!
//! A byte-level vocabulary writes each of the 256 bytes as a printable character. Here the
//! characters are turned back into bytes once, so that the rest of the program sees only bytes.

use crate::decode::{TokenId, Vocabulary};
use crate::engine::EngineError;
use std::collections::HashMap;
use tokenizers::{DecoderWrapper, ModelWrapper, NormalizerWrapper, PostProcessorWrapper, PreTokenizerWrapper, Tokenizer};

/// A byte-level BPE tokenizer.
#[derive(Clone)]
pub struct TextTokenizer {
    inner: Tokenizer,
    vocabulary: Vocabulary,
}

impl TextTokenizer {
    /// Reads a `tokenizer.json`. `model` names it in messages.
    pub fn from_bytes(model: &str, json: &[u8]) -> Result<Self, EngineError> {
        let unreadable = |detail: String| EngineError::TokenizerUnreadable { model: model.to_owned(), detail };
        let unsupported = |detail: String| EngineError::TokenizerUnsupported { model: model.to_owned(), detail };
        let mut inner = Tokenizer::from_bytes(json).map_err(|error| unreadable(first_line(&error.to_string())))?;
        if !matches!(inner.get_model(), ModelWrapper::BPE(_)) {
            return Err(unsupported("its model is not BPE".to_owned()));
        }
        if !inner.get_pre_tokenizer().is_some_and(is_byte_level) {
            return Err(unsupported("it does not split text into bytes".to_owned()));
        }
        // A prompt is tokens and nothing else: no frame around it, no cutting, no filling up. And
        // text that reads `<|endoftext|>` is text: only `bos` makes a control token.
        inner.with_normalizer(None::<NormalizerWrapper>).map_err(|error| unreadable(first_line(&error.to_string())))?;
        inner.with_post_processor(None::<PostProcessorWrapper>);
        inner.with_decoder(None::<DecoderWrapper>);
        inner.with_truncation(None).map_err(|error| unreadable(first_line(&error.to_string())))?;
        inner.with_padding(None);
        inner.set_encode_special_tokens(true);
        let vocabulary = read_vocabulary(&inner).map_err(unsupported)?;
        Ok(Self { inner, vocabulary })
    }

    /// The bytes of every token.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// A token made visible, control tokens by their names; `None` for an id outside the
    /// vocabulary. Two tokens that are shown alike are the same.
    pub fn shown(&self, token: TokenId) -> Option<String> {
        let written = self.inner.id_to_token(token.0)?;
        Some(if self.vocabulary.is_special(token) {
            format!("the control token {written}")
        } else {
            format!("“{}”", self.vocabulary.label(token))
        })
    }

    /// A text's tokens, after `bos` if there is one. Their bytes are the text's bytes.
    pub fn encode(&self, bos: Option<TokenId>, text: &str) -> Result<Vec<TokenId>, EngineError> {
        let encoding = self.inner.encode_fast(text, false).map_err(|error| EngineError::TokenizerLossy {
            given: shorten(text),
            back: format!("an error: {}", first_line(&error.to_string())),
        })?;
        let tokens: Vec<TokenId> = encoding.get_ids().iter().copied().map(TokenId).collect();
        let spelled: Vec<u8> = tokens.iter().flat_map(|token| self.vocabulary.bytes(*token)).copied().collect();
        if spelled != text.as_bytes() {
            return Err(EngineError::TokenizerLossy { given: shorten(text), back: shorten(&self.vocabulary.text(&tokens)) });
        }
        Ok(bos.into_iter().chain(tokens).collect())
    }
}

/// Whether a pre-tokenizer ends in bytes.
fn is_byte_level(pre_tokenizer: &PreTokenizerWrapper) -> bool {
    match pre_tokenizer {
        PreTokenizerWrapper::ByteLevel(_) => true,
        PreTokenizerWrapper::Sequence(parts) => parts.as_ref().iter().any(is_byte_level),
        _ => false,
    }
}

/// Every token's bytes, by id.
fn read_vocabulary(tokenizer: &Tokenizer) -> Result<Vocabulary, String> {
    let byte_of_char = byte_level_alphabet();
    let added = tokenizer.get_added_tokens_decoder();
    let n_tokens = tokenizer.get_vocab_size(true) as u32;
    let mut pieces = Vec::with_capacity(n_tokens as usize);
    let mut special = Vec::new();
    for id in 0..n_tokens {
        let Some(written) = tokenizer.id_to_token(id) else {
            return Err(format!("it has {n_tokens} tokens, but none with the number {id}"));
        };
        if let Some(token) = added.get(&id) {
            if token.special {
                special.push(TokenId(id));
            }
            pieces.push(written.into_bytes()); // Added tokens are written as they are.
        } else {
            let bytes: Option<Vec<u8>> = written.chars().map(|c| byte_of_char.get(&c).copied()).collect();
            pieces.push(bytes.ok_or_else(|| format!("its token {id}, “{written}”, is not written in bytes"))?);
        }
    }
    Ok(Vocabulary::new(pieces, special))
}

/// The printable character of each byte (GPT-2's `bytes_to_unicode`), the other way round:
/// printable Latin-1 stands for itself, the other bytes for characters from U+0100 on.
fn byte_level_alphabet() -> HashMap<char, u8> {
    let stands_for_itself = |byte: u8| matches!(byte, b'!'..=b'~' | 0xA1..=0xAC | 0xAE..=0xFF);
    let mut next = 0x100;
    (0..=255u8)
        .map(|byte| {
            let code = if stands_for_itself(byte) {
                u32::from(byte)
            } else {
                next += 1;
                next - 1
            };
            (char::from_u32(code).expect("codes up to U+0143 are characters"), byte)
        })
        .collect()
}

fn first_line(message: &str) -> String {
    shorten(message.lines().next().unwrap_or_default())
}

fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(80).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
