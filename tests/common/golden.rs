//! Golden recordings, and what must come out of them on every platform: the same tokens, and
//! probabilities that are equal to the last bit.
//!
//! The native tests and the tests in a browser include this file, so that both check the same.

use decoding_lab::decode::{
    CoinUse, Coins, ExperimentSpec, ModelFacts, PairFacts, RECORDING_VERSION, Recording, Scenario, Speculative, TableModel, TokenId, Trace,
    Vocabulary, lesson_case, now_or_never, replay,
};

/// A recording in a file, with what its replay gave when it was last looked at.
pub struct Golden {
    /// The recording's name, which is its files' name too.
    pub name: &'static str,
    /// The recording, as JSON.
    pub json: &'static str,
    /// What [`summary`] said of it.
    pub summary: &'static str,
    /// Makes the recording again, where no model is needed for it.
    pub make: Option<fn() -> Recording>,
}

/// All golden recordings.
pub const GOLDEN: &[Golden] = &[
    Golden {
        name: "case-correction",
        json: include_str!("../golden/case-correction.json"),
        summary: include_str!("../golden/case-correction.txt"),
        make: Some(|| lesson_case(Scenario::CorrectionCase)),
    },
    Golden {
        name: "case-bonus",
        json: include_str!("../golden/case-bonus.json"),
        summary: include_str!("../golden/case-bonus.txt"),
        make: Some(|| lesson_case(Scenario::BonusCase)),
    },
    Golden {
        name: "random-tables",
        json: include_str!("../golden/random-tables.json"),
        summary: include_str!("../golden/random-tables.txt"),
        make: Some(random_tables),
    },
    // The trained pair's own trace, which the page opens on.
    Golden {
        name: "first-light",
        json: include_str!("../../public/traces/first-light.json"),
        summary: include_str!("../golden/first-light.txt"),
        make: None,
    },
];

/// FNV-1a with 64 bits, fed with numbers.
struct Digest(u64);

impl Digest {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn add_all(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|number| self.add(number.to_bits()));
    }
}

/// What a recording's replay gives: the emitted tokens, and a digest of every probability in it.
pub fn summary(json: &str) -> String {
    let recording = Recording::from_json(json).expect("a golden recording fits together");
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    let mut emitted = Vec::new();
    let cycles = replay(&recording.trace).expect("it has just been replayed");
    for cycle in &cycles {
        for probs in cycle.draft_probs.iter().chain(&cycle.target_probs) {
            digest.add_all(probs.as_slice());
            digest.add(probs.entropy().to_bits());
        }
        digest.add_all(&cycle.overlaps());
        for (target, draft) in cycle.target_probs.iter().zip(&cycle.draft_probs) {
            digest.add_all(&[target.residual(draft).mass(), target.kl(draft)]);
        }
        for test in cycle.tests() {
            digest.add_all(&[test.acceptance_prob, test.coin]);
            digest.add(u64::from(test.accepted));
        }
        emitted.extend(cycle.verdict.emitted.iter().map(|token| token.0.to_string()));
    }
    format!("cycles {}\nemitted {}\ndigest {:016x}\n", cycles.len(), emitted.join(" "), digest.0)
}

/// A run on two tables of random numbers under all settings at once.
fn random_tables() -> Recording {
    const VOCAB_SIZE: usize = 64;
    let coins = Coins::new(64);
    // Cubes are uneven enough for the filters to have work.
    let number = |table: usize, row: usize, token: usize| {
        let coin = coins.coin(table * VOCAB_SIZE + row, token, CoinUse::Bootstrap);
        coin * coin * coin
    };
    let table = |weigh: &dyn Fn(usize, usize) -> f64| {
        (0..VOCAB_SIZE).fold(TableModel::uniform(VOCAB_SIZE, 128), |model, row| {
            let weights: Vec<f64> = (0..VOCAB_SIZE).map(|token| weigh(row, token)).collect();
            model.with_row(&[row as u32], &weights)
        })
    };
    let mut target = table(&|row, token| number(0, row, token));
    let mut draft = table(&|row, token| number(0, row, token) + 0.3 * number(1, row, token));
    let spec = ExperimentSpec {
        prompt: "0 1 2 ".to_owned(),
        gamma: 4,
        temperature: 0.7,
        top_k: 40,
        top_p: 0.9,
        min_p: 0.05,
        repetition_penalty: 1.2,
        max_new_tokens: 40,
        seed: 20_261,
        ..ExperimentSpec::default()
    };
    let facts = ModelFacts::table;
    let pair = PairFacts {
        target: facts("random target"),
        draft: facts("random draft"),
        vocab_size: VOCAB_SIZE,
        context_len: 128,
        stop_tokens: Vec::new(),
    };
    let mut trace = Trace::new(spec, pair, [0, 1, 2].map(TokenId).to_vec());
    let mut decoder = Speculative::new(trace.config(), &trace.prompt);
    now_or_never(decoder.prefill(&mut draft, &mut target)).expect("a table never waits").expect("the prompt fits");
    while let Some(facts) = now_or_never(decoder.step(&mut draft, &mut target)).expect("a table never waits").expect("the cycle fits") {
        trace.cycles.push(facts);
    }
    trace.stop = decoder.stop();
    let vocabulary = Vocabulary::new((0..VOCAB_SIZE).map(|token| format!("{token} ").into_bytes()).collect(), Vec::new());
    Recording { version: RECORDING_VERSION, trace, target_alone: None, vocabulary }
}

/// Coins that must come up everywhere: (seed, cycle, position, use, the coin's bits). They were
/// computed by another program in another language.
pub const KNOWN_COINS: &[(u64, usize, usize, CoinUse, u64)] = &[
    (1, 0, 0, CoinUse::Draft, 0x3fec_a141_d79c_7d01),
    (1, 0, 0, CoinUse::Accept, 0x3fd0_a099_2d81_c1c6),
    (1, 3, 2, CoinUse::Tail, 0x3fe8_513a_b1e2_9aa1),
    (0xFFFF_FFFF, 41, 7, CoinUse::Ancestral, 0x3fd7_4963_a511_ced2),
];

/// The first coin of seed 0 by the generator's published answer: its first block, for a counter and
/// a key of zeros, begins with the words 6627e8d5 and e169c58d.
pub fn published_coin() -> f64 {
    let bits = 0xe169_c58d_6627_e8d5_u64 >> 12;
    (bits as f64 + 0.5) / (1u64 << 52) as f64
}
