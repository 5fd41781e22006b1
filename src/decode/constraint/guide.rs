//! A constraint at work on a vocabulary: the stage of the processor chain that forbids what the
//! grammar does, the numbers beside it, and the shortest way to the end of a text.

use super::mask::TriePlace;
use super::{Constraint, ConstraintState, TokenMask, TokenTrie};
use crate::decode::{LogitsProcessor, Probs, ProcessorChain, TokenId};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::fmt;
use std::sync::Arc;

/// A constraint over the tokens of a vocabulary, for texts that continue a prompt.
///
/// The mask at a position is a pure function of the tokens before it: the prompt is left out, and
/// the grammar advances by the tokens after it. So drafted tokens that were rejected leave no mark,
/// and target and draft see the same mask. Text ends with a stop token, which is allowed exactly
/// when the text is complete; after it, only stop tokens are.
#[derive(Clone)]
pub struct ConstraintProcessor {
    constraint: Arc<Constraint>,
    trie: Arc<TokenTrie>,
    stop_tokens: Vec<TokenId>,
    n_prompt: usize,
}

impl fmt::Debug for ConstraintProcessor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConstraintProcessor")
            .field("constraint", &self.constraint)
            .field("n_prompt", &self.n_prompt)
            .finish_non_exhaustive()
    }
}

impl PartialEq for ConstraintProcessor {
    fn eq(&self, other: &Self) -> bool {
        let same_tokens = Arc::ptr_eq(&self.trie, &other.trie) || self.trie == other.trie;
        same_tokens && self.constraint == other.constraint && self.stop_tokens == other.stop_tokens && self.n_prompt == other.n_prompt
    }
}

impl ConstraintProcessor {
    /// A constraint on what follows the first `n_prompt` tokens.
    pub fn new(constraint: Arc<Constraint>, trie: Arc<TokenTrie>, stop_tokens: Vec<TokenId>, n_prompt: usize) -> Self {
        Self { constraint, trie, stop_tokens, n_prompt }
    }

    /// The grammar.
    pub fn constraint(&self) -> &Constraint {
        &self.constraint
    }

    /// The vocabulary.
    pub fn trie(&self) -> &TokenTrie {
        &self.trie
    }

    /// The vocabulary, for another constraint on it.
    pub fn shared_trie(&self) -> Arc<TokenTrie> {
        Arc::clone(&self.trie)
    }

    /// Tokens that the constraint does not see: the prompt.
    pub fn n_prompt(&self) -> usize {
        self.n_prompt
    }

    /// The place after a token; `None` if the grammar forbids it.
    pub fn advance(&self, state: &ConstraintState, token: TokenId) -> Option<ConstraintState> {
        if self.stop_tokens.contains(&token) {
            return self.constraint.end(state);
        }
        let bytes = self.trie.vocabulary().bytes(token);
        if bytes.is_empty() { None } else { self.constraint.advance(state, bytes) }
    }

    /// The place after a text, prompt included; `None` if the text is not legal.
    pub fn state_after(&self, text: &[TokenId]) -> Option<ConstraintState> {
        let tokens = text.get(self.n_prompt..).unwrap_or(&[]);
        tokens.iter().try_fold(self.constraint.start(), |state, token| self.advance(&state, *token))
    }

    /// Whether a text, prompt included, is legal and complete.
    pub fn is_complete(&self, text: &[TokenId]) -> bool {
        self.state_after(text).is_some_and(|state| self.constraint.is_complete(&state))
    }

    /// The tokens that may come next.
    pub fn mask(&self, state: &ConstraintState) -> TokenMask {
        let mut mask = TokenMask::none(self.trie.vocabulary().len());
        self.constraint.walk(&self.trie, state, &mut mask);
        // Whatever bytes a stop token has, it stands for the end.
        let may_end = self.constraint.is_complete(state);
        self.stop_tokens.iter().for_each(|token| if may_end { mask.allow(*token) } else { mask.forbid(*token) });
        mask
    }

    /// The tokens that may follow a text, prompt included; none if the text is not legal.
    pub fn mask_after(&self, text: &[TokenId]) -> TokenMask {
        self.state_after(text).map_or_else(|| TokenMask::none(self.trie.vocabulary().len()), |state| self.mask(&state))
    }

    /// Forbids in a row, in place, what may not follow the text.
    pub(crate) fn apply(&self, logits: &mut [f64], text: &[TokenId]) {
        let mask = self.mask_after(text);
        for (id, logit) in (0..).zip(logits) {
            if !mask.allows(TokenId(id)) {
                *logit = f64::NEG_INFINITY;
            }
        }
    }

    /// The shortest text of this vocabulary's tokens that completes the one so far, with the fewest
    /// tokens for its bytes. `None` if the vocabulary spells none, or none could be found with
    /// reasonable effort.
    pub fn completion(&self, state: &ConstraintState) -> Option<Completion> {
        let bytes = self.constraint.shortest_completion(state);
        let tokens = self.spell(&bytes).or_else(|| self.search_completion(state))?;
        let bytes = tokens.iter().flat_map(|token| self.trie.vocabulary().bytes(*token)).copied().collect();
        Some(Completion { bytes, tokens })
    }

    /// The fewest tokens whose bytes are these, the longest possible first.
    fn spell(&self, bytes: &[u8]) -> Option<Vec<TokenId>> {
        // From each place in the text: how many tokens reach its end, and the first of them.
        let mut best: Vec<Option<(usize, TokenId, usize)>> = vec![None; bytes.len() + 1];
        best[bytes.len()] = Some((0, TokenId(0), bytes.len()));
        for start in (0..bytes.len()).rev() {
            let mut place = TriePlace::ROOT;
            for end in start + 1..=bytes.len() {
                let Some(child) = self.trie.child(place, bytes[end - 1]) else { break };
                place = child;
                let Some((token, (n_after, ..))) = self.text_token(place).zip(best[end]) else { continue };
                if best[start].is_none_or(|(n_tokens, ..)| n_after < n_tokens) {
                    best[start] = Some((n_after + 1, token, end));
                }
            }
        }
        let mut tokens = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let (_, token, end) = best[at]?;
            tokens.push(token);
            at = end;
        }
        Some(tokens)
    }

    /// The token that ends at a place of the trie, unless it ends the text.
    fn text_token(&self, place: TriePlace) -> Option<TokenId> {
        self.trie.token_at(place).filter(|token| !self.stop_tokens.contains(token))
    }

    /// The shortest completion that tokens can spell: A* over places of the grammar and of the trie,
    /// with the grammar's own shortest rest as the bound (Hart et al. 1968).
    fn search_completion(&self, state: &ConstraintState) -> Option<Vec<TokenId>> {
        let mut visits = vec![Visit { state: state.clone(), place: TriePlace::ROOT, n_bytes: 0, came_from: None, token: None }];
        let mut seen = BTreeSet::new();
        let mut queue = BinaryHeap::from([Reverse((self.constraint.shortest_rest(state), Reverse(0), 0))]);
        while let Some(Reverse((_, _, idx))) = queue.pop() {
            let Visit { state, place, n_bytes, .. } = visits[idx].clone();
            if place == TriePlace::ROOT && self.constraint.is_complete(&state) {
                let mut tokens = Vec::new();
                let mut at = Some(idx);
                while let Some(visit) = at.map(|idx| &visits[idx]) {
                    tokens.extend(visit.token);
                    at = visit.came_from;
                }
                tokens.reverse();
                return Some(tokens);
            }
            if !seen.insert((state.clone(), place)) {
                continue;
            }
            if seen.len() > MAX_SEARCH {
                return None;
            }
            let ended_here = self.text_token(place).map(|token| (state.clone(), TriePlace::ROOT, n_bytes, Some(token)));
            let longer = self.trie.children(place).filter_map(|(byte, child)| {
                let next = self.constraint.advance(&state, &[byte])?;
                Some((next, child, n_bytes + 1, None))
            });
            for (state, place, n_bytes, token) in longer.chain(ended_here) {
                queue.push(Reverse((n_bytes + self.constraint.shortest_rest(&state), Reverse(n_bytes), visits.len())));
                visits.push(Visit { state, place, n_bytes, came_from: Some(idx), token });
            }
        }
        None
    }
}

/// Places that a search for a completion looks at before it gives up.
const MAX_SEARCH: usize = 20_000;

/// A place that a search for a completion has come to.
#[derive(Clone)]
struct Visit {
    state: ConstraintState,
    place: TriePlace,
    n_bytes: usize,
    came_from: Option<usize>,
    /// The token that ends here, if one does.
    token: Option<TokenId>,
}

/// A way to the end of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completion {
    /// The bytes that complete it; none if it is complete already.
    pub bytes: Vec<u8>,
    /// The tokens that spell them.
    pub tokens: Vec<TokenId>,
}

/// Masks that have been computed, by place: for a page that draws the same places again and again.
/// (The processor itself computes each afresh, so that it stays a function of its arguments.)
#[derive(Clone, Debug, Default)]
pub struct MaskCache {
    masks: BTreeMap<ConstraintState, Arc<TokenMask>>,
}

/// Masks kept before a [`MaskCache`] starts over.
const MAX_MASKS: usize = 1024;

impl MaskCache {
    /// The mask at a place of one processor; a cache serves one processor only.
    pub fn mask(&mut self, processor: &ConstraintProcessor, state: &ConstraintState) -> Arc<TokenMask> {
        if let Some(mask) = self.masks.get(state) {
            return Arc::clone(mask);
        }
        if self.masks.len() == MAX_MASKS {
            self.masks.clear();
        }
        let mask = Arc::new(processor.mask(state));
        self.masks.insert(state.clone(), Arc::clone(&mask));
        mask
    }
}

/// A model's distribution and what a mask makes of it, with the numbers that show it is
/// conditioning and nothing else: `p(x) / sum of p over the allowed set`.
#[derive(Clone, Debug, PartialEq)]
pub struct MaskedRow {
    /// The model's own distribution.
    pub raw: Probs,
    /// Softmax over the allowed logits; `None` if no token is left.
    pub constrained: Option<Probs>,
    /// What the model gave to the allowed set: near 0 when grammar and model disagree.
    pub feasible_mass: f64,
    /// The raw probabilities of the allowed set divided by the feasible mass; `None` if that is 0.
    pub conditioned: Option<Probs>,
    /// The largest difference between the two, where both exist.
    pub difference: Option<f64>,
}

impl MaskedRow {
    /// Masks a row of logits; `None` if the row excludes every token by itself.
    pub fn new(row: &[f32], mask: &TokenMask) -> Option<Self> {
        let raw = ProcessorChain::default().process(row, &[])?;
        let allowed: Vec<bool> = (0..row.len() as u32).map(|id| mask.allows(TokenId(id))).collect();
        let kept: Vec<f64> = raw.as_slice().iter().zip(&allowed).map(|(p, allowed)| if *allowed { *p } else { 0.0 }).collect();
        let constrained = ProcessorChain { processors: vec![LogitsProcessor::Mask(allowed)] }.process(row, &[]);
        let feasible_mass = kept.iter().sum();
        let conditioned = Probs::from_weights(kept);
        let difference = constrained
            .as_ref()
            .zip(conditioned.as_ref())
            .map(|(a, b)| a.as_slice().iter().zip(b.as_slice()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max));
        Some(Self { raw, constrained, feasible_mass, conditioned, difference })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{ConstraintSpec, Vocabulary};

    /// A processor over these tokens; the first is the end of the text.
    fn processor(constraint: &str, pieces: &[&[u8]]) -> ConstraintProcessor {
        let constraint = ConstraintSpec::from_text(constraint).and_then(Constraint::compile).expect("a usable constraint");
        let vocabulary = Vocabulary::new(pieces.iter().map(|piece| piece.to_vec()).collect(), vec![TokenId(0)]);
        ConstraintProcessor::new(Arc::new(constraint), Arc::new(TokenTrie::new(vocabulary)), vec![TokenId(0)], 1)
    }

    /// The tokens allowed after a prompt and these tokens.
    fn allowed(processor: &ConstraintProcessor, tokens: &[u32]) -> Vec<u32> {
        let text: Vec<TokenId> = [1].iter().chain(tokens).copied().map(TokenId).collect();
        processor.mask_after(&text).iter().map(|token| token.0).collect()
    }

    #[test]
    fn tokens_that_span_symbols_are_allowed_when_all_their_bytes_are() {
        let list =
            processor("list", &[b"<end>", b"[", b"]", b"3", b",", b"3,", b",1", b"],", b"[3", b"]]", b"33", b"3]", b"[]", b" ", b""]);
        assert_eq!(allowed(&list, &[]), [1, 8, 12]);
        assert_eq!(allowed(&list, &[1]), [2, 3, 5, 11]);
        assert_eq!(allowed(&list, &[8]), [2, 4, 6]);
        assert_eq!(allowed(&list, &[1, 5]), [3, 5, 11]);
        assert_eq!(allowed(&list, &[12]), [0]);
        assert_eq!(allowed(&list, &[1, 11]), [0]);
        // After the end only the end; after what is not legal, nothing.
        assert_eq!(allowed(&list, &[12, 0]), [0]);
        assert_eq!((allowed(&list, &[2]), allowed(&list, &[1, 0])), (vec![], vec![]));
        // JSON, with tokens that close one value and the one around it.
        let json = processor(
            r#"json:{"type":"array","items":{"type":"string","maxLength":3}}"#,
            &[b"<end>", b"[", b"[\"", b"a", b"\"]", b"\",", b"\"],", b" \"", b"\", \"", b"abcd", b"\""],
        );
        assert_eq!(allowed(&json, &[]), [1, 2]);
        // Brackets within a string are characters of it.
        assert_eq!(allowed(&json, &[2]), [1, 2, 3, 4, 5, 7, 8, 10]);
        assert_eq!(allowed(&json, &[2, 3, 3, 3]), [4, 5, 8, 10]);
        assert_eq!(allowed(&json, &[2, 5]), [4, 5, 6, 7, 8, 10]);
        assert_eq!(allowed(&json, &[2, 4]), [0]);
    }

    #[test]
    fn characters_may_be_split_over_tokens_within_json_strings() {
        let cat = "🐈".as_bytes();
        let json = processor(
            r#"json:{"type":"string","maxLength":1}"#,
            &[b"<end>", b"\"", &cat[..1], &cat[1..2], &cat[2..], cat, "é\"".as_bytes(), b"\xC3", b"\xA9\"", b"\xFF", b"a"],
        );
        assert_eq!(allowed(&json, &[1]), [1, 2, 5, 6, 7, 10]);
        // `F0 90 88` and `C3 9F` begin or are characters too.
        assert_eq!(allowed(&json, &[1, 2]), [3, 4]);
        assert_eq!(allowed(&json, &[1, 2, 3]), [3, 4]);
        assert_eq!(allowed(&json, &[1, 2, 3, 4]), [1]);
        assert_eq!(allowed(&json, &[1, 7]), [3, 8]);
    }

    #[test]
    fn a_stop_token_ends_the_text_whatever_bytes_it_has() {
        let vocabulary = Vocabulary::new(["1", "2", "a"].map(|piece| piece.as_bytes().to_vec()).to_vec(), Vec::new());
        let constraint = ConstraintSpec::from_text("digits:2-2").and_then(Constraint::compile).expect("a usable constraint");
        let digits = ConstraintProcessor::new(Arc::new(constraint), Arc::new(TokenTrie::new(vocabulary)), vec![TokenId(1), TokenId(9)], 1);
        assert_eq!((allowed(&digits, &[]), allowed(&digits, &[0]), allowed(&digits, &[0, 0])), (vec![0], vec![0], vec![1]));
        assert!(digits.is_complete(&[2, 0, 0].map(TokenId)) && !digits.is_complete(&[2, 0].map(TokenId)));
        // A text shorter than its prompt has nothing after the prompt.
        assert_eq!(digits.state_after(&[]), Some(digits.constraint().start()));
    }

    #[test]
    fn masked_softmax_is_conditioning_on_the_allowed_set() {
        let row: Vec<f32> = (0..500).map(|i| ((i * 37) % 101) as f32 / 5.0 - 10.0).collect();
        for step in [1usize, 2, 7, 50, 499] {
            let mut mask = TokenMask::none(500);
            (0..500).step_by(step).for_each(|id| mask.allow(TokenId(id as u32)));
            let masked = MaskedRow::new(&row, &mask).expect("a distribution");
            let (Some(constrained), Some(difference)) = (&masked.constrained, masked.difference) else { panic!("nothing is left") };
            // Both are sums of at most 500 rounded terms.
            assert!(difference < 1e-12, "{difference}");
            assert_eq!(constrained.support(), mask.count());
            let by_hand: f64 = mask.iter().map(|token| masked.raw.get(token)).sum();
            assert_eq!(masked.feasible_mass, by_hand);
            for token in mask.iter() {
                assert!((constrained.get(token) - masked.raw.get(token) / by_hand).abs() < 1e-12);
            }
        }
        let none = MaskedRow::new(&row, &TokenMask::none(500)).expect("a distribution");
        assert_eq!((none.feasible_mass, none.constrained, none.conditioned, none.difference), (0.0, None, None, None));
        // So improbable that its probability is 0 in f64: the mask still has an answer.
        let mut mask = TokenMask::none(2);
        mask.allow(TokenId(1));
        let far = MaskedRow::new(&[0.0, -1e6], &mask).expect("a distribution");
        assert_eq!((far.feasible_mass, far.conditioned, far.constrained.map(|probs| probs.get(TokenId(1)))), (0.0, None, Some(1.0)));
    }

    #[test]
    fn completions_are_spelled_with_the_fewest_tokens() {
        let spelled = |constraint: &str, pieces: &[&[u8]], begun: &[u8]| {
            let processor = processor(constraint, pieces);
            let state = processor.constraint().advance(&processor.constraint().start(), begun).expect("it is legal");
            processor.completion(&state).map(|completion| (String::from_utf8(completion.bytes).expect("text"), completion.tokens))
        };
        let ids = |ids: &[u32]| ids.iter().copied().map(TokenId).collect::<Vec<_>>();
        let pieces: &[&[u8]] = &[b"<end>", b"r", b"s", b"e", b"rs", b"se", b"rse!"];
        assert_eq!(spelled("regex:horse", pieces, b"ho"), Some(("rse".to_owned(), ids(&[4, 3]))));
        assert_eq!(spelled("regex:horses?", pieces, b"horse"), Some((String::new(), vec![])));
        // The shortest text needs `b`, which no token has; a longer one can be spelled.
        assert_eq!(spelled("regex:a(b|cd)", &[b"<end>", b"c", b"d", b"x"], b"a"), Some(("cd".to_owned(), ids(&[1, 2]))));
        assert_eq!(spelled("regex:a(b|cd)", &[b"<end>", b"bx", b"c"], b"a"), None);
        // Nor is half of a token a way to the end.
        assert_eq!(spelled("regex:a(b|cde|cd.*)", &[b"<end>", b"bb", b"cdef"], b"a"), Some(("cdef".to_owned(), ids(&[2]))));
    }

    #[test]
    fn a_cache_gives_the_masks_that_the_processor_computes() {
        let list = processor("list", &[b"<end>", b"[", b"]", b"3", b","]);
        let mut cache = MaskCache::default();
        for text in [&b""[..], b"[", b"[3", b"[4", b"[3,", b"[]"] {
            let state = list.constraint().advance(&list.constraint().start(), text).expect("it is legal");
            assert_eq!(*cache.mask(&list, &state), list.mask(&state));
            assert_eq!(*cache.mask(&list, &state), list.mask(&state));
        }
        assert_eq!(cache.masks.len(), 5);
    }

    #[test]
    fn processors_are_equal_when_they_say_the_same_of_the_same_tokens() {
        let pieces: &[&[u8]] = &[b"<end>", b"[", b"]"];
        assert_eq!(processor("list", pieces), processor("list", pieces));
        assert_ne!(processor("list", pieces), processor("digits", pieces));
        assert_ne!(processor("list", pieces), processor("list", &pieces[..2]));
        assert!(format!("{:?}", processor("list", pieces)).len() < 200);
        // The page keeps chains in its signals, which asks for this.
        fn is_shared(_: &(impl Send + Sync)) {}
        is_shared(&processor("list", pieces));
    }
}
