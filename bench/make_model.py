"""Writes a model's folder for the race where none is at hand:

make_model.py OUT random HIDDEN FFN LAYERS HEADS VOCAB   random weights: as fast as trained ones
make_model.py OUT random16 HIDDEN FFN LAYERS HEADS VOCAB the same in bfloat16
make_model.py OUT llama2c MODEL.bin                       a checkpoint in the first format of llama2.c, such as stories260K
"""

import json
import struct
import sys
from pathlib import Path

import numpy as np


def halves(weight, heads):
    """Rows 2i and 2i + 1 of each head become rows i and i + half: from rotated neighbours to rotated halves."""
    return weight.reshape(heads, -1, 2, weight.shape[1]).swapaxes(1, 2).reshape(weight.shape)


def write(folder, config, tensors):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    header, offset = {}, 0
    for name, tensor in tensors.items():
        is_half = tensor.dtype == np.uint16  # The upper halves of float32.
        tensors[name] = tensor.astype("<u2" if is_half else "<f4")
        size = tensors[name].nbytes
        header[name] = {"dtype": "BF16" if is_half else "F32", "shape": list(tensor.shape), "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    data = b"".join(tensor.tobytes() for tensor in tensors.values())
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + data)


def shapes(hidden, ffn, kv):
    return {
        "input_layernorm": (hidden,),
        "self_attn.q_proj": (hidden, hidden),
        "self_attn.k_proj": (kv, hidden),
        "self_attn.v_proj": (kv, hidden),
        "self_attn.o_proj": (hidden, hidden),
        "post_attention_layernorm": (hidden,),
        "mlp.gate_proj": (ffn, hidden),
        "mlp.up_proj": (ffn, hidden),
        "mlp.down_proj": (hidden, ffn),
    }


def config_of(hidden, ffn, layers, heads, kv_heads, vocab, context, bos):
    return {
        "model_type": "llama",
        "vocab_size": vocab,
        "hidden_size": hidden,
        "intermediate_size": ffn,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "num_key_value_heads": kv_heads,
        "hidden_act": "silu",
        "rms_norm_eps": 1e-5,
        "rope_theta": 10000.0,
        "max_position_embeddings": context,
        "tie_word_embeddings": True,
        "bos_token_id": bos,
    }


out, kind, *rest = sys.argv[1:]
tensors = {}
if kind in ("random", "random16"):
    hidden, ffn, layers, heads, vocab = map(int, rest)
    config = config_of(hidden, ffn, layers, heads, heads, vocab, 256, 0)
    numbers = np.random.default_rng(1)
    tensors["model.embed_tokens.weight"] = numbers.normal(0, 0.02, (vocab, hidden)).astype(np.float32)
    for layer in range(layers):
        for name, shape in shapes(hidden, ffn, hidden).items():
            ones = len(shape) == 1
            weight = np.ones(shape) if ones else numbers.normal(0, shape[1] ** -0.5, shape)
            tensors[f"model.layers.{layer}.{name}.weight"] = weight.astype(np.float32)
    tensors["model.norm.weight"] = np.ones(hidden, np.float32)
    if kind == "random16":
        tensors = {name: (tensor.view(np.uint32) >> 16).astype(np.uint16) for name, tensor in tensors.items()}
elif kind == "llama2c":
    data = Path(rest[0]).read_bytes()
    hidden, ffn, layers, heads, kv_heads, vocab, context = struct.unpack_from("<7i", data)
    if vocab < 0:
        sys.exit("its output projection is not the embedding, which this script does not read")
    config = config_of(hidden, ffn, layers, heads, kv_heads, vocab, context, 1)
    numbers, at = np.frombuffer(data, "<f4", offset=28), 0

    def take(*shape):
        global at
        at += int(np.prod(shape))
        return numbers[at - int(np.prod(shape)) : at].reshape(shape)

    # There, a tensor of all layers follows the next one.
    tensors["model.embed_tokens.weight"] = take(vocab, hidden)
    of_layer = shapes(hidden, ffn, kv_heads * hidden // heads)
    order = ["input_layernorm", "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj"]
    order += ["post_attention_layernorm", "mlp.gate_proj", "mlp.down_proj", "mlp.up_proj"]
    for name in order:
        for layer, weight in enumerate(take(layers, *of_layer[name])):
            if name in ("self_attn.q_proj", "self_attn.k_proj"):
                weight = halves(weight, heads if "q_" in name else kv_heads)
            tensors[f"model.layers.{layer}.{name}.weight"] = weight
    tensors["model.norm.weight"] = take(hidden)
else:
    sys.exit(__doc__)
write(Path(out), config, tensors)
