"""Writes a model as an ONNX graph for onnxruntime: make_onnx.py FOLDER OUT

The graph uses the runtime's own operators for language models (GroupQueryAttention, which rotates and keeps the
cache, and SimplifiedLayerNormalization), and ends in the most probable token, so that no logits have to be copied out.
Inputs: `tokens` (1, n), `seqlens_k` (1,), `total_length` (), and `past_key_i`, `past_value_i` (1, key-value heads,
cached, head size) of each layer. Outputs: `next` (1, n), and each layer's `present_key_i`, `present_value_i`.
"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from checkpoint import read_checkpoint, rotation_tables

config, tensors = read_checkpoint(sys.argv[1])
n_layers, n_heads, n_kv_heads = config["num_hidden_layers"], config["num_attention_heads"], config["num_key_value_heads"]
head_dim = config["hidden_size"] // n_heads
cosines, sines = rotation_tables(config)
nodes, constants = [], []


def constant(name, array):
    constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
    return name


def node(kind, inputs, output, domain="", **attributes):
    outputs = [output] if isinstance(output, str) else output
    nodes.append(helper.make_node(kind, inputs, outputs, name=outputs[0], domain=domain, **attributes))
    return outputs[0]


def norm(x, weight, output):
    return node("SimplifiedLayerNormalization", [x, constant(weight, tensors[weight])], output, axis=-1, epsilon=config["rms_norm_eps"], stash_type=1)


def product(x, weights, output):
    """With the transposed weights; several matrices side by side."""
    matrix = np.concatenate([tensors[weight] for weight in weights]).T
    return node("MatMul", [x, constant(weights[0] + ".transposed", matrix)], output)


constant("cosines", cosines)
constant("sines", sines)
x = node("Gather", [constant("embedding", tensors["model.embed_tokens.weight"]), "tokens"], "embedded")
cache_shape = [1, n_kv_heads, "n_cached", head_dim]
inputs = [
    helper.make_tensor_value_info("tokens", TensorProto.INT64, [1, "n"]),
    helper.make_tensor_value_info("seqlens_k", TensorProto.INT32, [1]),
    helper.make_tensor_value_info("total_length", TensorProto.INT32, []),
]
outputs = [helper.make_tensor_value_info("next", TensorProto.INT64, [1, "n"])]
for layer in range(n_layers):
    at = f"model.layers.{layer}"
    of = lambda part: f"{at}.{part}.weight"
    normed = norm(x, of("input_layernorm"), f"{at}.normed")
    qkv = product(normed, [of("self_attn.q_proj"), of("self_attn.k_proj"), of("self_attn.v_proj")], f"{at}.qkv")
    past = [f"past_key_{layer}", f"past_value_{layer}"]
    present = [f"present_key_{layer}", f"present_value_{layer}"]
    attended = node(
        "GroupQueryAttention",
        [qkv, "", "", *past, "seqlens_k", "total_length", "cosines", "sines"],
        [f"{at}.attended", *present],
        domain="com.microsoft",
        num_heads=n_heads,
        kv_num_heads=n_kv_heads,
        do_rotary=1,
        rotary_interleaved=0,
    )
    x = node("Add", [x, product(attended, [of("self_attn.o_proj")], f"{at}.projected")], f"{at}.after_attention")
    normed = norm(x, of("post_attention_layernorm"), f"{at}.normed_again")
    gate = product(normed, [of("mlp.gate_proj")], f"{at}.gate")
    up = product(normed, [of("mlp.up_proj")], f"{at}.up")
    silu = node("Mul", [gate, node("Sigmoid", [gate], f"{at}.sigmoid")], f"{at}.silu")
    down = product(node("Mul", [silu, up], f"{at}.gated"), [of("mlp.down_proj")], f"{at}.down")
    x = node("Add", [x, down], f"{at}.after_ffn")
    inputs += [helper.make_tensor_value_info(name, TensorProto.FLOAT, cache_shape) for name in past]
    cache_after = [1, n_kv_heads, "n_after", head_dim]
    outputs += [helper.make_tensor_value_info(name, TensorProto.FLOAT, cache_after) for name in present]
logits = product(norm(x, "model.norm.weight", "normed"), ["lm_head.weight"], "logits")
node("ArgMax", [logits], "next", axis=-1, keepdims=0)

graph = helper.make_graph(nodes, "llama", inputs, outputs, initializer=constants)
opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=10), sys.argv[2])
