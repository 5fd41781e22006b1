//! Ancestral sampling: the target alone, one pass and one coin per token. What speculation must
//! equal: in law at any temperature, and token for token at temperature 0.

use crate::decode::{CoinUse, DecoderConfig, LanguageModel, StopReason, TokenId};

/// The state of a plain decoder between tokens.
#[derive(Clone, Debug)]
pub struct Ancestral {
    config: DecoderConfig,
    tokens: Vec<TokenId>,
    n_prompt: usize,
    stop: Option<StopReason>,
}

impl Ancestral {
    /// A decoder about to continue `prompt`, which must hold at least one token. `gamma` is unused.
    pub fn new(config: DecoderConfig, prompt: &[TokenId]) -> Self {
        let stop = if prompt.is_empty() { Some(StopReason::EmptyPrompt) } else { config.limits(prompt.len(), prompt.len()).err() };
        Self { config, tokens: prompt.to_vec(), n_prompt: prompt.len(), stop }
    }

    /// Prompt and emitted tokens.
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    /// The emitted tokens alone.
    pub fn emitted(&self) -> &[TokenId] {
        &self.tokens[self.n_prompt..]
    }

    /// Why the text has ended, once it has.
    pub fn stop(&self) -> Option<StopReason> {
        self.stop
    }

    /// Draws one token; `None` once the text has ended. The first call also feeds the prompt.
    pub async fn step<M: LanguageModel>(&mut self, target: &mut M) -> Result<Option<TokenId>, M::Error> {
        let limits = match (self.stop, self.config.limits(self.n_prompt, self.tokens.len())) {
            (None, Ok(limits)) => limits,
            (Some(stop), _) | (None, Err(stop)) => {
                self.stop = Some(stop);
                return Ok(None);
            }
        };
        let start = target.cached().len();
        let row = target.extend(&self.tokens[start..]).await?.pop();
        let probs = row.and_then(|row| self.config.chain.process(&row, &self.tokens));
        let Some(probs) = probs else {
            self.stop = Some(StopReason::DeadEnd);
            return Ok(None);
        };
        let token = probs.pick(self.config.coins.coin(self.tokens.len() - self.n_prompt, 0, CoinUse::Ancestral));
        self.tokens.push(token);
        self.stop = if limits.stop_tokens.contains(&token) {
            Some(StopReason::StopToken)
        } else {
            self.config.limits(self.n_prompt, self.tokens.len()).err()
        };
        Ok(Some(token))
    }
}

/// Where two texts part: the index of the first token that differs, or the shorter length if one
/// is the beginning of the other; `None` if they are equal.
pub fn first_difference(left: &[TokenId], right: &[TokenId]) -> Option<usize> {
    let shared = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    (shared < left.len() || shared < right.len()).then_some(shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_part_at_the_first_token_that_differs() {
        let ids = |ids: &[u32]| ids.iter().copied().map(TokenId).collect::<Vec<_>>();
        let part = |left: &[u32], right: &[u32]| first_difference(&ids(left), &ids(right));
        assert_eq!([part(&[1, 2], &[1, 2]), part(&[1, 2], &[1, 3]), part(&[1], &[1, 3]), part(&[], &[])], [None, Some(1), Some(1), None]);
    }
}
