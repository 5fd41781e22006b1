//! From bytes to tokens: which tokens may come next, as a set of bits, found in one walk over a
//! trie of the vocabulary.
//!
//! Grammars speak of bytes and models of tokens. A token may span several symbols of a grammar, or
//! hold part of a character; it is allowed when the automaton can take all of its bytes, one after
//! the other (Willard and Louf 2023, section 3). Tokens that begin alike share their first steps.

use crate::decode::{TokenId, Vocabulary};

/// A set of tokens: those that may come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenMask {
    words: Vec<u64>,
    vocab_size: usize,
}

impl TokenMask {
    /// No token is allowed.
    pub fn none(vocab_size: usize) -> Self {
        Self { words: vec![0; vocab_size.div_ceil(64)], vocab_size }
    }

    /// Every token is allowed.
    pub fn all(vocab_size: usize) -> Self {
        let mut mask = Self::none(vocab_size);
        (0..vocab_size as u32).for_each(|id| mask.allow(TokenId(id)));
        mask
    }

    /// Tokens in the vocabulary, allowed or not.
    pub fn vocab_size(&self) -> usize {
        self.vocab_size
    }

    /// Allows a token; no effect for an id outside the vocabulary.
    pub fn allow(&mut self, token: TokenId) {
        if token.index() < self.vocab_size {
            self.words[token.index() / 64] |= 1 << (token.index() % 64);
        }
    }

    /// Forbids a token.
    pub fn forbid(&mut self, token: TokenId) {
        if token.index() < self.vocab_size {
            self.words[token.index() / 64] &= !(1 << (token.index() % 64));
        }
    }

    /// Whether a token is allowed; an id outside the vocabulary never is.
    pub fn allows(&self, token: TokenId) -> bool {
        token.index() < self.vocab_size && self.words[token.index() / 64] >> (token.index() % 64) & 1 == 1
    }

    /// How many tokens are allowed.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no token is allowed.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The allowed tokens, by rising id.
    pub fn iter(&self) -> impl Iterator<Item = TokenId> + '_ {
        self.words.iter().enumerate().flat_map(|(idx, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.checked_sub(1)?;
                Some(TokenId(idx as u32 * 64 + bit))
            })
        })
    }

    /// The tokens that both sets allow.
    pub fn intersect(&self, other: &Self) -> Self {
        let words = (0..self.words.len()).map(|idx| self.words[idx] & other.words.get(idx).copied().unwrap_or(0)).collect();
        Self { words, vocab_size: self.vocab_size }
    }
}

/// One node of the trie: the bytes on the way to it are the beginning of some token.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    /// The last of those bytes.
    byte: u8,
    /// How many bytes there are.
    depth: u16,
    /// The first node that is not below this one.
    end: u32,
    /// The tokens that are exactly these bytes: a range of [`TokenTrie::tokens`].
    tokens: (u32, u32),
}

/// A vocabulary arranged by bytes, so that one walk tries every token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenTrie {
    vocabulary: Vocabulary,
    /// Parents before children, siblings by rising byte; the root is not among them.
    nodes: Vec<Node>,
    /// Token ids by rising bytes; those without bytes are left out.
    tokens: Vec<TokenId>,
    /// The most bytes of a token.
    max_depth: usize,
}

/// A place in the trie: the root, or a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TriePlace(u32);

impl TriePlace {
    /// Before the first byte of a token.
    pub(super) const ROOT: Self = Self(0);
}

impl TokenTrie {
    /// The trie of a vocabulary. Special tokens and tokens without bytes are not in it: they bring
    /// no text forward, so a grammar never allows them.
    pub fn new(vocabulary: Vocabulary) -> Self {
        let mut tokens: Vec<TokenId> =
            (0..vocabulary.len() as u32).map(TokenId).filter(|token| !vocabulary.bytes(*token).is_empty()).collect();
        tokens.sort_by(|a, b| vocabulary.bytes(*a).cmp(vocabulary.bytes(*b)).then(a.cmp(b)));
        let mut nodes: Vec<Node> = Vec::new();
        // The nodes on the way to the last token, one per byte.
        let mut path: Vec<usize> = Vec::new();
        let mut last: &[u8] = &[];
        for (idx, token) in tokens.iter().enumerate() {
            let bytes = vocabulary.bytes(*token);
            let shared = last.iter().zip(bytes).take_while(|(a, b)| a == b).count();
            for closed in path.drain(shared..) {
                nodes[closed].end = nodes.len() as u32;
            }
            for (depth, byte) in bytes.iter().enumerate().skip(shared) {
                path.push(nodes.len());
                nodes.push(Node { byte: *byte, depth: depth as u16 + 1, end: 0, tokens: (idx as u32, idx as u32) });
            }
            if let Some(&node) = path.last() {
                nodes[node].tokens.1 = idx as u32 + 1;
            }
            last = bytes;
        }
        for closed in path {
            nodes[closed].end = nodes.len() as u32;
        }
        let max_depth = nodes.iter().map(|node| usize::from(node.depth)).max().unwrap_or(0);
        Self { vocabulary, nodes, tokens, max_depth }
    }

    /// The tokens and their bytes.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Allows in `mask` every token whose bytes the automaton takes, one after the other, from
    /// `start`. `step` moves a state by one byte, or says that it cannot.
    pub(super) fn walk<S: Clone>(&self, start: S, step: impl Fn(&mut S, u8) -> bool, mask: &mut TokenMask) {
        let mut states = vec![start; self.max_depth + 1];
        let mut idx = 0;
        while let Some(node) = self.nodes.get(idx) {
            let depth = usize::from(node.depth);
            let (before, after) = states.split_at_mut(depth);
            after[0].clone_from(&before[depth - 1]);
            if step(&mut after[0], node.byte) {
                self.tokens[node.tokens.0 as usize..node.tokens.1 as usize].iter().for_each(|token| mask.allow(*token));
                idx += 1;
            } else {
                idx = node.end as usize;
            }
        }
    }

    /// Where one more byte of a token leads; `None` if no token goes on so.
    pub(super) fn child(&self, place: TriePlace, byte: u8) -> Option<TriePlace> {
        self.children(place).find(|(found, _)| *found == byte).map(|(_, child)| child)
    }

    /// The bytes that can follow at a place, and where each leads.
    pub(super) fn children(&self, place: TriePlace) -> impl Iterator<Item = (u8, TriePlace)> + '_ {
        let mut idx = place.0 as usize;
        let end = idx.checked_sub(1).map_or(self.nodes.len(), |node| self.nodes[node].end as usize);
        std::iter::from_fn(move || {
            let node = self.nodes[..end].get(idx)?;
            let child = TriePlace(idx as u32 + 1);
            idx = node.end as usize;
            Some((node.byte, child))
        })
    }

    /// The first token that is exactly the bytes on the way to this place, if there is one.
    pub(super) fn token_at(&self, place: TriePlace) -> Option<TokenId> {
        let node = &self.nodes[(place.0 as usize).checked_sub(1)?];
        self.tokens[node.tokens.0 as usize..node.tokens.1 as usize].first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_is_a_set_of_tokens() {
        let mut mask = TokenMask::none(130);
        assert!(mask.is_empty());
        for id in [0, 63, 64, 129, 130, 500] {
            mask.allow(TokenId(id));
        }
        assert_eq!(mask.iter().collect::<Vec<_>>(), [0, 63, 64, 129].map(TokenId));
        assert_eq!((mask.count(), mask.vocab_size(), mask.allows(TokenId(130))), (4, 130, false));
        mask.forbid(TokenId(63));
        assert!(!mask.allows(TokenId(63)) && mask.allows(TokenId(64)));
        assert_eq!(mask.intersect(&TokenMask::all(130)), mask);
        assert_eq!(TokenMask::all(130).count(), 130);
        assert!(mask.intersect(&TokenMask::none(130)).is_empty());
    }

    #[test]
    fn a_walk_allows_exactly_the_tokens_that_trying_each_alone_allows() {
        let pieces = ["<end>", "a", "ab", "abc", "b", "ba", "", "ab", "c", "abd", "é"];
        let vocabulary = Vocabulary::new(pieces.iter().map(|piece| piece.as_bytes().to_vec()).collect(), vec![TokenId(0)]);
        let trie = TokenTrie::new(vocabulary.clone());
        // Each state forbids one more byte: whatever comes must not come again.
        let step = |seen: &mut Vec<u8>, byte: u8| {
            let is_new = byte != b'd' && !seen.contains(&byte);
            seen.push(byte);
            is_new
        };
        for start in [b"".to_vec(), b"b".to_vec(), b"a".to_vec()] {
            let mut mask = TokenMask::none(pieces.len());
            trie.walk(start.clone(), step, &mut mask);
            for id in (0..pieces.len() as u32).map(TokenId) {
                let mut state = start.clone();
                let bytes = vocabulary.bytes(id);
                let alone = !bytes.is_empty() && bytes.iter().all(|byte| step(&mut state, *byte));
                assert_eq!(mask.allows(id), alone, "{:?} after {start:?}", pieces[id.index()]);
            }
        }
    }

    #[test]
    fn the_trie_can_be_followed_byte_by_byte() {
        let pieces = ["ab", "a", "abc", "b"].map(|piece| piece.as_bytes().to_vec()).to_vec();
        let trie = TokenTrie::new(Vocabulary::new(pieces, Vec::new()));
        let place = |text: &str| text.bytes().try_fold(TriePlace::ROOT, |place, byte| trie.child(place, byte));
        let token = |text: &str| place(text).and_then(|place| trie.token_at(place));
        assert_eq!(
            ["a", "ab", "abc", "b", "c", "abcd"].map(token),
            [Some(1), Some(0), Some(2), Some(3), None, None].map(|id| id.map(TokenId))
        );
        assert_eq!(trie.children(TriePlace::ROOT).map(|(byte, _)| byte).collect::<Vec<_>>(), b"ab");
        assert_eq!(trie.token_at(TriePlace::ROOT), None);
    }
}
