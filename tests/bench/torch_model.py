"""What torch takes for the shapes of `headlight bench model`: ESM-2 with random weights, one sequence.

All attention maps are kept, as with need_head_weights; logits; contacts from all heads.

    python3 tests/bench/torch_model.py [--threads N] [--case 35M:256] [--repetitions N]

One JSON line per case: wall and processor seconds (of all threads) of a forward pass, and the peak of the process in
MiB, which is of one case only when --case names it. Needs torch (Debian: python3-torch, with libopenblas0).
"""
import argparse
import json
import math
import resource
import statistics
import time

import torch
from torch.nn import functional

SHAPES = {"8M": (6, 320, 20), "35M": (12, 480, 20), "650M": (33, 1280, 20)}  # layers, width, heads
CASES = ["8M:256", "35M:256", "35M:512", "650M:256", "650M:512"]
VOCABULARY = 33


def random_layer(width):
    def linear(rows, columns):
        return torch.randn(rows, columns) * 0.02, torch.zeros(rows)

    norms = [(torch.ones(width), torch.zeros(width)) for _ in range(2)]
    maps = {name: linear(width, width) for name in ("query", "key", "value", "out")}
    return maps | {"up": linear(4 * width, width), "down": linear(width, 4 * width), "norms": norms}


def rotated(x, cos, sin):
    half = x.shape[-1] // 2
    turned = torch.cat((-x[..., half:], x[..., :half]), dim=-1)
    return x * cos + turned * sin


def attention(y, layer, heads, cos, sin):
    """Output (T, D) and maps (H, T, T)."""
    tokens, width = y.shape

    def of_heads(name):
        return functional.linear(y, *layer[name]).view(tokens, heads, width // heads).transpose(0, 1)

    query = rotated(of_heads("query") / math.sqrt(width // heads), cos, sin)
    key = rotated(of_heads("key"), cos, sin)
    weights = torch.softmax(torch.bmm(query, key.transpose(1, 2)), dim=-1)
    mixed = torch.bmm(weights, of_heads("value")).transpose(0, 1).reshape(tokens, width)
    return functional.linear(mixed, *layer["out"]), weights


def contacts(maps, regression):
    """Symmetric maps with average product correction, then a logistic regression: (T - 2, T - 2)."""
    inner = maps[:, 1:-1, 1:-1]
    inner = inner + inner.transpose(1, 2)
    rows = inner.sum(2, keepdim=True)
    corrected = inner - rows * rows.transpose(1, 2) / inner.sum((1, 2), keepdim=True)
    return torch.sigmoid(torch.einsum("hij,h->ij", corrected, regression))


def forward(model, tokens):
    width, heads = model["width"], model["heads"]
    angles = torch.outer(torch.arange(float(len(tokens))), model["frequencies"])
    cos, sin = (torch.cat((part, part), dim=-1) for part in (angles.cos(), angles.sin()))
    x, all_maps = model["embedding"][tokens] * 0.88, []
    for layer in model["layers"]:
        first, second = layer["norms"]
        mixed, maps = attention(functional.layer_norm(x, (width,), *first), layer, heads, cos, sin)
        x = x + mixed
        up = functional.gelu(functional.linear(functional.layer_norm(x, (width,), *second), *layer["up"]))
        x = x + functional.linear(up, *layer["down"])
        all_maps.append(maps)
    logits = functional.linear(functional.layer_norm(x, (width,)), model["embedding"])
    maps = torch.cat(all_maps)
    return maps, logits, contacts(maps, model["regression"])


def random_model(layers, width, heads):
    half = width // heads // 2
    return {
        "width": width,
        "heads": heads,
        "embedding": torch.randn(VOCABULARY, width),
        "frequencies": 10000.0 ** (-torch.arange(half) / half),
        "layers": [random_layer(width) for _ in range(layers)],
        "regression": torch.randn(layers * heads),
    }


def measured(case, repetitions):
    shape, residues = case.split(":")
    model = random_model(*SHAPES[shape])
    tokens = torch.randint(VOCABULARY, (int(residues) + 2,))
    wall, processor = [], []
    for _ in range(repetitions + 1):  # the first warms up
        begin, begin_processor = time.perf_counter(), time.process_time()
        forward(model, tokens)
        wall.append(time.perf_counter() - begin)
        processor.append(time.process_time() - begin_processor)
    return {
        "case": case,
        "torch": torch.__version__,
        "threads": torch.get_num_threads(),
        "wall": {"min": min(wall[1:]), "median": statistics.median(wall[1:])},
        "processor": {"min": min(processor[1:]), "median": statistics.median(processor[1:])},
        "peakMiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--case", choices=CASES, action="append")
    parser.add_argument("--repetitions", type=int, default=3)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    with torch.no_grad():
        for case in arguments.case or CASES:
            print(json.dumps(measured(case, arguments.repetitions)), flush=True)


if __name__ == "__main__":
    main()
