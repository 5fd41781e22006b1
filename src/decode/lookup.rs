//! Drafts without a model: prompt lookup. The last tokens of a text are looked for earlier in the same text, and
//! what followed them there is the guess (Saxena 2023, "Prompt lookup decoding"). It is certain of its guess: all
//! of q lies on one token, so a guess is accepted with probability p(x), and the residual is p without it.

/// A guess from the text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Where the same tokens stood before: the place of the first of them.
    pub found_at: usize,
    /// Where the guess begins: just after them.
    pub from: usize,
    /// How many tokens are guessed.
    pub len: usize,
}

/// Looks for the last `n` tokens earlier in the text, the latest place first, and guesses what followed there: up to
/// `gamma` tokens. `None` if they did not come before.
pub fn prompt_lookup<T: PartialEq>(text: &[T], n: usize, gamma: usize) -> Option<Lookup> {
    let start = text.len().checked_sub(n).filter(|_| n > 0)?;
    let last = &text[start..];
    let found_at = (0..start).rev().find(|place| &text[*place..place + n] == last)?;
    let from = found_at + n;
    Some(Lookup { found_at, from, len: gamma.min(text.len() - from) })
}

/// What looking up would have done for a whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LookupSummary {
    /// Cycles that the text takes: each adds the guesses that are right, and one token.
    pub n_cycles: usize,
    /// Cycles in which there was a guess.
    pub n_guesses: usize,
    /// Tokens guessed.
    pub n_guessed: usize,
    /// Tokens guessed rightly.
    pub n_right: usize,
}

/// Writes a text again from its first `n` tokens on, with guesses from what is there already, by a target that is
/// certain of this very text.
pub fn lookup_summary<T: PartialEq>(text: &[T], n: usize, gamma: usize) -> LookupSummary {
    let mut summary = LookupSummary::default();
    let mut len = n.max(1);
    while len < text.len() {
        summary.n_cycles += 1;
        // Where the text ends nobody can say whether a guess was right: none goes beyond it.
        if let Some(guess) = prompt_lookup(&text[..len], n, gamma.min(text.len() - len)) {
            let n_right = n_right(text, len, guess);
            summary.n_guesses += 1;
            summary.n_guessed += guess.len;
            summary.n_right += n_right;
            len += n_right;
        }
        len += 1;
    }
    summary
}

/// How many tokens of a guess are those that a text goes on with after its first `len`.
pub fn n_right<T: PartialEq>(text: &[T], len: usize, guess: Lookup) -> usize {
    let guessed = &text[guess.from..guess.from + guess.len];
    guessed.iter().zip(&text[len..]).take_while(|(guessed, actual)| guessed == actual).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_followed_the_last_tokens_before_is_the_guess() {
        let text: Vec<char> = "abcxabdyab".chars().collect();
        assert_eq!(prompt_lookup(&text, 2, 3), Some(Lookup { found_at: 4, from: 6, len: 3 }), "the latest place");
        assert_eq!(prompt_lookup(&text, 1, 9), Some(Lookup { found_at: 5, from: 6, len: 4 }), "no further than the text");
        assert_eq!(prompt_lookup(&text, 3, 3), None);
        assert_eq!((prompt_lookup(&text, 0, 3), prompt_lookup(&text, 99, 3), prompt_lookup::<char>(&[], 1, 1)), (None, None, None));
    }

    #[test]
    fn a_text_that_repeats_itself_takes_few_cycles_and_one_that_does_not_takes_one_for_each_token() {
        let periodic: Vec<usize> = (0..60).map(|idx| idx % 5).collect();
        let summary = lookup_summary(&periodic, 2, 4);
        assert_eq!(summary.n_guessed, summary.n_right, "every guess is right");
        // 58 words are to be written; the last cycle's own word may be one beyond them.
        assert!((58..=59).contains(&(summary.n_right + summary.n_cycles)) && summary.n_cycles < 20, "{summary:?}");
        let distinct: Vec<usize> = (0..60).collect();
        assert_eq!(lookup_summary(&distinct, 2, 4), LookupSummary { n_cycles: 58, ..LookupSummary::default() });
        // A wrong guess costs no token: the cycle adds the right one in its place.
        let twice: Vec<char> = "ab1ab2ab3".chars().collect();
        assert_eq!(lookup_summary(&twice, 2, 1), LookupSummary { n_cycles: 7, n_guesses: 2, n_guessed: 2, n_right: 0 });
    }
}
