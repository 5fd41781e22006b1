// A tiny Llama checkpoint as Hugging Face lays one out, for tests that open a model of a reader's own. Its tokens are single bytes
// after one control token; its numbers are random, and everywhere the same.

const HIDDEN = 24;
const FEED_FORWARD = 20;
const HEADS = 6;
const KEY_VALUE_HEADS = 2;
const LAYERS = 2;

/** Numbers between -0.5 and 0.5, one after the other. */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

/** The printable character that stands for each byte. */
function byteCharacters() {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isItself = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    return String.fromCodePoint(isItself ? byte : next++);
  });
}

function tokenizer(nTokens) {
  const vocab = { "<|end|>": 0 };
  byteCharacters().forEach((character, byte) => { vocab[character] = byte + 1; });
  for (let id = 257; id < nTokens; id += 1) vocab[`word${id}`] = id;
  return {
    version: "1.0", truncation: null, padding: null, normalizer: null, post_processor: null, decoder: null,
    added_tokens: [{ id: 0, content: "<|end|>", single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }],
    pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
    model: {
      type: "BPE", dropout: null, unk_token: null, continuing_subword_prefix: null, end_of_word_suffix: null, fuse_unk: false,
      byte_fallback: false, ignore_merges: false, vocab, merges: [],
    },
  };
}

function shapes(nTokens) {
  const keyValues = (KEY_VALUE_HEADS * HIDDEN) / HEADS;
  const all = { "model.embed_tokens.weight": [nTokens, HIDDEN], "model.norm.weight": [HIDDEN], "lm_head.weight": [nTokens, HIDDEN] };
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const of = (name, ...shape) => { all[`model.layers.${layer}.${name}.weight`] = shape; };
    of("input_layernorm", HIDDEN);
    of("post_attention_layernorm", HIDDEN);
    of("self_attn.q_proj", HIDDEN, HIDDEN);
    of("self_attn.k_proj", keyValues, HIDDEN);
    of("self_attn.v_proj", keyValues, HIDDEN);
    of("self_attn.o_proj", HIDDEN, HIDDEN);
    of("mlp.gate_proj", FEED_FORWARD, HIDDEN);
    of("mlp.up_proj", FEED_FORWARD, HIDDEN);
    of("mlp.down_proj", HIDDEN, FEED_FORWARD);
  }
  return all;
}

function safetensors(nTokens, seed) {
  const random = numbers(seed);
  const header = {};
  const values = [];
  for (const [name, shape] of Object.entries(shapes(nTokens))) {
    const start = 4 * values.length;
    const n = shape.reduce((product, size) => product * size, 1);
    for (let idx = 0; idx < n; idx += 1) values.push(shape.length === 1 ? 1 + random() : random());
    header[name] = { dtype: "F32", shape, data_offsets: [start, 4 * values.length] };
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, Buffer.from(Float32Array.from(values).buffer)]);
}

/** The three files of a model, by name. `config` overrides what its configuration says. */
export function checkpoint({ nTokens = 257, seed = 1, config = {} } = {}) {
  const all = {
    model_type: "llama", hidden_act: "silu", vocab_size: nTokens, hidden_size: HIDDEN, intermediate_size: FEED_FORWARD,
    num_hidden_layers: LAYERS, num_attention_heads: HEADS, num_key_value_heads: KEY_VALUE_HEADS, rms_norm_eps: 1e-5, rope_theta: 500,
    max_position_embeddings: 256, tie_word_embeddings: false, bos_token_id: 0, eos_token_id: 0, ...config,
  };
  return {
    "config.json": Buffer.from(JSON.stringify(all)),
    "model.safetensors": safetensors(nTokens, seed),
    "tokenizer.json": Buffer.from(JSON.stringify(tokenizer(nTokens))),
  };
}

/** The same as what a reader picks in the browser's dialog. */
export const picked = (files) => Object.entries(files).map(([name, buffer]) => ({ name, mimeType: "application/octet-stream", buffer }));
