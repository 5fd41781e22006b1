//! The accept test done wrongly, inside the decoder that really runs: so that a test of its texts can be
//! seen to fail. The right rule is [`verify`], and nothing here is on its way.

use super::Mistake;
use crate::decode::{AcceptTest, CycleCoins, Limits, Probs, Residual, StopReason, Tail, TokenId, Verdict, acceptance_prob, verify};

impl Mistake {
    /// What a decoder of whole texts can do wrong. (Which half of the tokens a filter keeps is a matter of
    /// the picture above, where there are twelve of them.)
    pub const IN_DECODER: [Mistake; 7] = [
        Mistake::None,
        Mistake::NoResidual,
        Mistake::AcceptAlways,
        Mistake::CompareTokens,
        Mistake::CompareBest,
        Mistake::ArgmaxDraft,
        Mistake::SharedCoin,
    ];
}

/// Verifies one cycle with this mistake; the arguments are those of [`verify`], which does it rightly.
pub(crate) fn verify_by(
    mistake: Mistake,
    drafted: &[TokenId],
    draft: &[Probs],
    target: &[Probs],
    coins: &CycleCoins,
    limits: &Limits,
) -> Verdict {
    if mistake == Mistake::None {
        return verify(drafted, draft, target, coins, limits);
    }
    let mut tests = Vec::with_capacity(drafted.len());
    let mut emitted = Vec::with_capacity(drafted.len() + 1);
    for (position, &token) in drafted.iter().enumerate() {
        let Some(p) = target.get(position) else {
            return Verdict { tests, tail: Tail::DeadEnd, emitted, stop: Some(StopReason::DeadEnd) };
        };
        let q = &draft[position];
        let coin = coins.accept[if mistake == Mistake::SharedCoin { 0 } else { position }];
        let alpha = acceptance_prob(p.get(token), q.get(token));
        let residual = p.residual(q);
        let from_residual = || match &residual {
            Residual::Left { probs, .. } => probs.pick(coins.tail),
            Residual::Empty => p.pick(coins.tail),
        };
        let (accepted, instead) = match mistake {
            Mistake::AcceptAlways => (true, token),
            Mistake::CompareTokens => {
                let own = p.pick(coin);
                (own == token, own)
            }
            Mistake::CompareBest => (p.argmax() == token, p.argmax()),
            Mistake::NoResidual => (alpha > 0.0 && coin <= alpha, p.pick(coins.tail)),
            _ => (alpha > 0.0 && coin <= alpha, from_residual()),
        };
        tests.push(AcceptTest { token, target_prob: p.get(token), draft_prob: q.get(token), acceptance_prob: alpha, coin, accepted });
        let token = if accepted { token } else { instead };
        emitted.push(token);
        let stop = limits.end_after(token, emitted.len());
        if !accepted {
            return Verdict { tests, tail: Tail::Correction { residual, token }, emitted, stop };
        }
        if stop.is_some() {
            return Verdict { tests, tail: Tail::PastEnd, emitted, stop };
        }
    }
    let Some(p) = target.get(drafted.len()) else {
        return Verdict { tests, tail: Tail::DeadEnd, emitted, stop: Some(StopReason::DeadEnd) };
    };
    let token = if mistake == Mistake::CompareBest { p.argmax() } else { p.pick(coins.tail) };
    emitted.push(token);
    let stop = limits.end_after(token, emitted.len());
    Verdict { tests, tail: Tail::Bonus { token }, emitted, stop }
}
