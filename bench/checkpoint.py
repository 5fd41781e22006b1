"""Reads a model's folder (config.json and model.safetensors, as Hugging Face writes them) into NumPy arrays."""

import json
import struct
from pathlib import Path

import numpy as np


def read_checkpoint(folder):
    """The config as a dict, and every tensor as float32, by name."""
    folder = Path(folder)
    config = json.loads((folder / "config.json").read_text())
    config.setdefault("num_key_value_heads", config["num_attention_heads"])
    config.setdefault("rope_theta", (config.get("rope_parameters") or {}).get("rope_theta", 10000.0))
    data = (folder / "model.safetensors").read_bytes()
    (header_size,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + header_size])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = (8 + header_size + offset for offset in entry["data_offsets"])
        raw = data[begin:end]
        if entry["dtype"] == "BF16":  # The upper half of a float32.
            numbers = (np.frombuffer(raw, "<u2").astype(np.uint32) << 16).view(np.float32)
        else:
            numbers = np.frombuffer(raw, {"F32": "<f4", "F16": "<f2"}[entry["dtype"]])
        tensors[name] = numbers.astype(np.float32).reshape(entry["shape"])
    if config.get("tie_word_embeddings"):
        tensors["lm_head.weight"] = tensors["model.embed_tokens.weight"]
    return config, tensors


def rotation_tables(config):
    """Cosines and sines of `position / theta^(2i / head_dim)`, each (context, head_dim / 2), computed in float64."""
    half = config["hidden_size"] // config["num_attention_heads"] // 2
    rates = config["rope_theta"] ** (-np.arange(half) / half)
    angles = np.outer(np.arange(config["max_position_embeddings"]), rates)
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
