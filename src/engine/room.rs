//! What a model will take, before it is read: from its configuration and from the first bytes of its weights.
//!
//! A program in a browser has at most four gigabytes, a single list in it at most two, and it ends where it wants more. So
//! a file is looked at before its numbers are read: is it the model that its configuration announces, is all of it there, and is
//! there room for it.

use crate::decode::Kernels;
use crate::engine::{EngineError, LlamaConfig, kernels_on_cpu};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The most memory that a program of 32 bits can have, in bytes.
pub const MOST_MEMORY: u64 = 1 << 32;

/// The longest list in it, and so the largest file.
pub const MOST_AT_ONCE: u64 = (1 << 31) - 1;

/// What is left for everything but weights: the program, a tokenizer, the keys and values of texts.
const BESIDE_WEIGHTS: u64 = 96 << 20;

/// Weights begin with the length of what announces them.
pub const LENGTH_BYTES: u64 = 8;

/// What announces the tensors is shorter than this in any file that the library reads.
const MOST_ANNOUNCED: u64 = 100_000_000;

/// A tensor as the first bytes of a file announce it.
#[derive(Deserialize)]
struct Announced {
    dtype: String,
    data_offsets: [u64; 2],
}

/// How long the announcement is that follows the first [`LENGTH_BYTES`] of a file of `n_bytes`.
pub fn announcement_len(model: &str, first: &[u8], n_bytes: u64) -> Result<u64, EngineError> {
    let len = first.try_into().map(u64::from_le_bytes).unwrap_or(u64::MAX);
    if len > MOST_ANNOUNCED || len > n_bytes.saturating_sub(LENGTH_BYTES) {
        return Err(EngineError::WeightsUnreadable { model: model.to_owned(), n_bytes: n_bytes as usize });
    }
    Ok(len)
}

/// The bytes that a model takes while it is built: those of its file, and its numbers as these kernels want them. `announcement` is
/// what stands in the file of `n_bytes` before the numbers. A file that is cut short, or that has other tensors than the
/// configuration says, is refused here already.
pub fn room_for(model: &str, config: &LlamaConfig, announcement: &[u8], n_bytes: u64, kernels: Kernels) -> Result<u64, EngineError> {
    let damaged = || EngineError::WeightsUnreadable { model: model.to_owned(), n_bytes: n_bytes as usize };
    let all: BTreeMap<String, serde_json::Value> = serde_json::from_slice(announcement).map_err(|_| damaged())?;
    let mut tensors = BTreeMap::new();
    for (name, value) in all.into_iter().filter(|(name, _)| name != "__metadata__") {
        tensors.insert(name, serde_json::from_value::<Announced>(value).map_err(|_| damaged())?);
    }
    let end = tensors.values().map(|tensor| tensor.data_offsets[1]).max().unwrap_or(0);
    if (LENGTH_BYTES + announcement.len() as u64).checked_add(end) != Some(n_bytes) {
        return Err(damaged());
    }
    let mut built = 0;
    for (name, shape) in config.expected_tensors() {
        let Some(tensor) = tensors.get(&name) else {
            return Err(EngineError::MissingTensor { model: model.to_owned(), tensor: name });
        };
        let n_numbers = shape.iter().map(|size| *size as u64).product::<u64>();
        built += n_numbers * bytes_per_number(kernels_on_cpu(kernels), &tensor.dtype, shape.len());
    }
    let of_rotation = config.context_len as u64 * config.head_dim() as u64 * 4;
    Ok(n_bytes + built + of_rotation + BESIDE_WEIGHTS)
}

/// How a number of a tensor is held; vectors are always f32.
fn bytes_per_number(kernels: Kernels, dtype: &str, n_dimensions: usize) -> u64 {
    match kernels {
        Kernels::Int8 if n_dimensions > 1 => 1,
        Kernels::Simd | Kernels::RelaxedSimd if n_dimensions > 1 && dtype == "BF16" => 2,
        _ => 4,
    }
}

/// Refuses a model for which there can never be room. `largest_file` is what is read in one piece.
pub fn check_room(model: &str, needed_bytes: u64, largest_file: u64) -> Result<(), EngineError> {
    if needed_bytes > MOST_MEMORY {
        Err(EngineError::too_large(model, needed_bytes, MOST_MEMORY))
    } else if largest_file > MOST_AT_ONCE {
        Err(EngineError::too_large(model, largest_file, MOST_AT_ONCE))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(hidden: usize, vocab_size: usize, n_layers: usize) -> LlamaConfig {
        let json = serde_json::json!({
            "model_type": "llama", "vocab_size": vocab_size, "hidden_size": hidden, "intermediate_size": 4 * hidden,
            "num_hidden_layers": n_layers, "num_attention_heads": 2, "max_position_embeddings": 64, "tie_word_embeddings": true,
        });
        LlamaConfig::parse("some", json.to_string().as_bytes()).expect("a configuration")
    }

    /// What a file of this model announces, and its length in bytes.
    fn announcement(config: &LlamaConfig, dtype: &str) -> (Vec<u8>, u64) {
        let mut header = serde_json::Map::new();
        header.insert("__metadata__".to_owned(), serde_json::json!({ "format": "pt" }));
        let mut end = 0;
        for (name, shape) in config.expected_tensors() {
            let start = end;
            end += shape.iter().product::<usize>() as u64 * if dtype == "F32" { 4 } else { 2 };
            header.insert(name, serde_json::json!({ "dtype": dtype, "shape": shape, "data_offsets": [start, end] }));
        }
        let json = serde_json::Value::Object(header).to_string().into_bytes();
        let n_bytes = LENGTH_BYTES + json.len() as u64 + end;
        (json, n_bytes)
    }

    fn message<T: std::fmt::Debug>(outcome: Result<T, EngineError>) -> String {
        outcome.expect_err("it must be refused").to_string()
    }

    #[test]
    fn room_is_the_file_and_its_numbers_as_the_kernels_want_them() {
        let config = config(512, 8192, 4);
        let n_numbers = config.expected_tensors().iter().map(|(_, shape)| shape.iter().product::<usize>() as u64).sum::<u64>() as f64;
        for (dtype, kernels, in_file, held) in [
            ("BF16", Kernels::Simd, 2.0, 2.0),
            ("BF16", Kernels::Scalar, 2.0, 4.0),
            ("F16", Kernels::RelaxedSimd, 2.0, 4.0),
            ("F32", Kernels::Simd, 4.0, 4.0),
            ("F32", Kernels::Int8, 4.0, 1.0),
            ("BF16", Kernels::GpuInt8, 2.0, 1.0),
            ("BF16", Kernels::Reference, 2.0, 4.0),
        ] {
            let (json, n_bytes) = announcement(&config, dtype);
            let room = room_for("some", &config, &json, n_bytes, kernels).expect("a whole file") - BESIDE_WEIGHTS;
            let share = room as f64 / (n_numbers * (in_file + held));
            assert!((0.999..1.02).contains(&share), "{dtype}, {kernels:?}: {share}");
        }
    }

    #[test]
    fn a_file_that_is_cut_short_is_no_weights_or_is_of_another_model_is_refused_before_it_is_read() {
        let config = config(16, 30, 1);
        let (json, n_bytes) = announcement(&config, "F32");
        let said = message(room_for("some", &config, &json, n_bytes - 1, Kernels::Simd));
        assert_eq!(said, format!("some/model.safetensors is damaged or cut short ({} bytes arrived); download it again", n_bytes - 1));
        for garbage in [&b"[1, 2]"[..], b"<html>", b"", b"{\"a\": {\"dtype\": \"F32\"}}"] {
            assert!(message(room_for("some", &config, garbage, n_bytes, Kernels::Simd)).contains("damaged or cut short"));
        }
        let said = message(room_for("some", &self::config(16, 30, 2), &json, n_bytes, Kernels::Simd));
        assert!(said.starts_with("some/model.safetensors has no tensor model.layers.1."), "{said}");
        assert_eq!(announcement_len("some", &40u64.to_le_bytes(), 48).expect("it fits"), 40);
        for (first, n_bytes) in
            [(&41u64.to_le_bytes()[..], 48), (&u64::MAX.to_le_bytes(), u64::MAX), (b"PK\x03\x04\x14\x00\x00\x00", 1 << 30), (b"abc", 3)]
        {
            assert!(message(announcement_len("some", first, n_bytes)).contains("damaged or cut short"));
        }
    }

    // Seven billion numbers: a browser's program ended with "unreachable executed".
    #[test]
    fn a_model_that_can_never_fit_is_refused_with_what_it_needs_and_what_there_can_be() {
        let config = config(4096, 32_000, 32);
        let (json, n_bytes) = announcement(&config, "BF16");
        let room = room_for("large", &config, &json, n_bytes, Kernels::Simd).expect("a whole file");
        let said = message(check_room("large", room, n_bytes));
        assert_eq!(
            said,
            format!(
                "large needs about {} MB of memory, and there can be at most 4295 MB here; take a smaller model",
                room.div_ceil(1_000_000)
            )
        );
        assert!(room > 2 * n_bytes && n_bytes > 13_000_000_000);
        let said = message(check_room("long", 3 << 30, MOST_AT_ONCE + 1));
        assert!(said.starts_with("long needs about 2148 MB of memory, and there can be at most 2148 MB"), "{said}");
        assert!(check_room("small", MOST_MEMORY, MOST_AT_ONCE).is_ok());
    }
}
