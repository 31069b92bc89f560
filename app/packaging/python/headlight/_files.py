"""Attention, tokens and structures as files that the program opens."""

import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np

_KEPT = (np.float16, np.float32, np.float64)


def _as_array(value):
    """An array of anything that numpy knows, or of a tensor of torch, on whatever device and with or without gradient."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        if str(value.dtype) == "torch.bfloat16":  # numpy has none
            value = value.float()
        value = value.numpy()
    array = np.asarray(value)
    return array if array.dtype in _KEPT else array.astype(np.float32)


def _is_layers(value):
    """Whether it is one array or tensor per layer, each of at least two axes."""
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(getattr(one, "ndim", 0) >= 2 for one in value)


def _without_batch(array):
    """(1, heads, L, L) of one layer as (heads, L, L)."""
    if array.ndim == 4:
        if array.shape[0] != 1:
            raise ValueError(f"attention: found a batch of {array.shape[0]} sequences, expected one: choose with [k]")
        return array[0]
    return array


def attention_array(attention):
    """Of any accepted form, (layers, heads, Lq, Lk). Raises ValueError."""
    if _is_layers(attention):
        layers = [_without_batch(_as_array(layer)) for layer in attention]
        layers = [layer[None] if layer.ndim == 2 else layer for layer in layers]
        shapes = {layer.shape for layer in layers}
        if len(shapes) != 1:
            raise ValueError(f"attention: found layers of shapes {sorted(shapes)}, expected one shape")
        return np.stack(layers)
    array = _as_array(attention)
    if array.ndim == 5 and array.shape[1] == 1:  # (layers, batch of one, heads, L, L)
        array = array[:, 0]
    if not 2 <= array.ndim <= 4:
        raise ValueError(f"attention: found shape {array.shape}, expected (layers, heads, L, L), (heads, L, L) or (L, L)")
    return array.reshape((1,) * (4 - array.ndim) + array.shape)


def _token_texts(tokens, count):
    texts = [str(token) for token in tokens]
    if len(texts) != count:
        raise ValueError(f"tokens: found {len(texts)}, expected {count}, one for each position of attention")
    return np.array(texts)


def write_attention(attention, tokens, folder):
    """The path of a file with these heads: `attention` itself when it is a path, else one written into `folder`."""
    if isinstance(attention, (str, os.PathLike)):
        if tokens is not None:
            raise ValueError("tokens: a file of attention brings its own; give the array to name its positions")
        return str(attention)
    array = attention_array(attention)
    arrays = {"attention": array}
    rows, columns = array.shape[2:]
    if tokens is not None:
        if rows != columns:
            raise ValueError(f"tokens: attention has {rows} rows and {columns} columns, expected as many of both")
        arrays["tokens"] = _token_texts(tokens, rows)
    path = Path(folder) / "attention.npz"
    np.savez(path, **arrays)
    return str(path)


def write_structure(structure, folder):
    """The path of a structure, or of a file with the distances of a mapping; None stays None."""
    if structure is None or isinstance(structure, (str, os.PathLike)):
        return None if structure is None else str(structure)
    if not isinstance(structure, Mapping):
        raise ValueError("structure: expected a path, or a mapping with arrays \"distance\" and \"ca_distance\"")
    path = Path(folder) / "structure.npz"
    np.savez(path, **{name: np.asarray(array) for name, array in structure.items()})
    return str(path)
