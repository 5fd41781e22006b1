//! Golden recordings, natively. `UPDATE_GOLDEN=1 cargo test --test golden` writes them anew: do so
//! after a change that is meant to alter results, and look at the difference before committing it.

#[path = "common/golden.rs"]
mod common;

use common::{GOLDEN, KNOWN_COINS, published_coin, summary};
use decoding_lab::decode::{CoinUse, Coins, ProofRecording, ProofSpec, RECORDING_VERSION, Trials};

/// Compares with the file; in an update writes it instead.
fn check(file: &str, stored: &str, now: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
        std::fs::write(path, now).expect("the folder can be written to");
        return;
    }
    let at = stored.bytes().zip(now.bytes()).position(|(a, b)| a != b).unwrap_or(stored.len().min(now.len()));
    let around = |text: &str| text.chars().skip(at.saturating_sub(40)).take(120).collect::<String>();
    assert!(
        stored == now,
        "tests/golden/{file} differs at byte {at}:\n  file: {}\n  now:  {}\nIf this is meant, run: UPDATE_GOLDEN=1 cargo test --test golden",
        around(stored),
        around(now)
    );
}

#[test]
fn the_decoder_still_makes_the_golden_recordings() {
    for golden in GOLDEN {
        if let Some(make) = golden.make {
            check(&format!("{}.json", golden.name), golden.json, &(make().to_json() + "\n"));
        }
    }
}

#[test]
fn golden_recordings_replay_to_the_same_tokens_and_the_same_bits() {
    for golden in GOLDEN {
        let json = golden.make.map_or(golden.json.to_owned(), |make| make().to_json());
        check(&format!("{}.txt", golden.name), golden.summary, &summary(&json));
    }
}

// The exactness lab opens on it, and says that the same seed counts the same.
#[test]
fn the_recorded_trials_are_those_of_their_settings() {
    let spec = ProofSpec::default();
    let (target, draft) = spec.probs();
    let mut trials = Trials::none(spec.n_tokens());
    trials.run(&target, &draft, spec.mistake, Coins::new(spec.seed), 0..spec.n_trials);
    let recording = ProofRecording { version: RECORDING_VERSION, spec, trials: Some(trials) };
    let stored = include_str!("../public/traces/first-proof.json");
    check("../../public/traces/first-proof.json", stored, &(recording.to_json() + "\n"));
}

#[test]
fn known_coins_come_up() {
    assert_eq!(Coins::new(0).coin(0, 0, CoinUse::Draft), published_coin());
    for &(seed, cycle, position, coin_use, bits) in KNOWN_COINS {
        let coin = Coins::new(seed).coin(cycle, position, coin_use);
        assert_eq!(coin.to_bits(), bits, "{seed}, {cycle}, {position}, {coin_use:?}: {coin} is 0x{:016x}", coin.to_bits());
    }
}
