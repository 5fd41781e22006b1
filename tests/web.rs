//! The core in a real browser: what it computes there equals what it computes natively, bit for bit.
//! That is what lets a trace be recorded in one place and replayed in another.
#![cfg(target_arch = "wasm32")]

#[path = "common/golden.rs"]
mod common;

use common::{GOLDEN, KNOWN_COINS, published_coin, summary};
use decoding_lab::decode::{CoinUse, Coins, ConstrainedRecording, ConstrainedRun, TokenTrie};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn golden_recordings_replay_to_the_same_tokens_and_the_same_bits_in_a_browser() {
    for golden in GOLDEN {
        assert_eq!(summary(golden.json), golden.summary, "{}", golden.name);
    }
}

#[wasm_bindgen_test]
fn the_decoder_makes_the_golden_recordings_in_a_browser_too() {
    for golden in GOLDEN {
        if let Some(make) = golden.make {
            assert!(make().to_json() == golden.json.trim_end(), "{} came out differently", golden.name);
        }
    }
}

#[wasm_bindgen_test]
fn the_shipped_constrained_text_replays_to_the_same_tokens_in_a_browser() {
    let recording = ConstrainedRecording::from_json(include_str!("../public/traces/first-constraints.json")).expect("it can be read");
    let trie = std::sync::Arc::new(TokenTrie::new(recording.vocabulary));
    assert!(ConstrainedRun::from_trace(recording.trace, trie).is_ok());
}

#[wasm_bindgen_test]
fn known_coins_come_up_in_a_browser() {
    assert_eq!(Coins::new(0).coin(0, 0, CoinUse::Draft), published_coin());
    for &(seed, cycle, position, coin_use, bits) in KNOWN_COINS {
        assert_eq!(Coins::new(seed).coin(cycle, position, coin_use).to_bits(), bits);
    }
}
