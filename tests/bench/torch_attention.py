#!/usr/bin/env python3
"""Attention by headlight and by torch in turn, at the shapes of `headlight bench dot`, beside the best matrix product.

    python3 tests/bench/torch_attention.py PROGRAM [--level x86-64-v3] [--threads N] [--rounds R] [--repetitions N]

torch without maps is scaled_dot_product_attention (its fused kernel), with maps product, softmax and product: into arrays
that are kept, and, as such lines are written mostly, into new ones ("torch_new"). PROGRAM and torch, each in a process of its own, are measured R times in turn: a JSON line per case with
the median rates of all rounds and their ratios. The best product is the fastest of 2048^3 in floats by torch and by what
`bench dot` finds (Eigen, oneDNN). --level runs all as on a lower processor, torch and
oneDNN told so by their own variables. Needs
torch 2.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

HEADS, DEPTH, LENGTHS, SIZE = 8, 64, (256, 1024, 4096), 2048
NEW = ", new arrays"
AT_LEVEL = pathlib.Path(__file__).resolve().parents[1] / "at-level.sh"
LOWER = {
    "x86-64-v3": {"ATEN_CPU_CAPABILITY": "avx2", "ONEDNN_MAX_CPU_ISA": "AVX2", "DNNL_MAX_CPU_ISA": "AVX2",
                  "MKL_ENABLE_INSTRUCTIONS": "AVX2", "MKL_CBWR": "AVX2"},
}


def case_of(length, maps):
    return f"L={length} H={HEADS} d={DEPTH} maps={'yes' if maps else 'no'}"


def rate_of(work, repetitions, compute):
    """Operations per second, by the median time."""
    seconds = []
    for _ in range(repetitions + 1):  # the first warms up
        begin = time.perf_counter()
        compute()
        seconds.append(time.perf_counter() - begin)
    return work / statistics.median(seconds[1:])


def torch_rates(threads, repetitions):
    import torch

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    left, right, product = (torch.rand(SIZE, SIZE) - 0.5 for _ in range(3))
    rates = {"product": rate_of(2 * SIZE**3, repetitions, lambda: torch.mm(left, right, out=product))}
    for length in LENGTHS:
        query, key, value = (torch.rand(1, HEADS, length, DEPTH) * 2 - 1 for _ in range(3))
        keys = key[0].transpose(1, 2)
        scores, weights = torch.empty(HEADS, length, length), torch.empty(HEADS, length, length)
        output = torch.empty(HEADS, length, DEPTH)

        def with_maps():
            torch.baddbmm(scores, query[0], keys, beta=0, alpha=DEPTH**-0.5, out=scores)
            torch.softmax(scores, 2, out=weights)
            torch.bmm(weights, value[0], out=output)

        work = 4 * HEADS * length**2 * DEPTH
        rates[case_of(length, False)] = rate_of(
            work, repetitions, lambda: torch.nn.functional.scaled_dot_product_attention(query, key, value))
        rates[case_of(length, True)] = rate_of(work, repetitions, with_maps)
        rates[case_of(length, True) + NEW] = rate_of(
            work, repetitions, lambda: torch.softmax(query * DEPTH**-0.5 @ key.transpose(2, 3), 3) @ value)
    return {"torch": torch.__version__, "capability": torch.backends.cpu.get_cpu_capability(), "rates": rates}


def headlight_rates(command, environment):
    lines = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.splitlines()
    found = [json.loads(line) for line in lines]
    rates = {one["case"]: one["rate"] for one in found}
    return rates | {"product": found[0]["reference"]["rate"]}, found[0]["reference"]["name"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--level", choices=sorted(LOWER))
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--torch-alone", action="store_true", help="used by itself: torch's rates as one JSON object")
    options = parser.parse_args()
    if options.torch_alone:
        print(json.dumps(torch_rates(options.threads, options.repetitions)))
        return
    if not options.program:
        parser.error("PROGRAM is missing")
    level = ["bash", str(AT_LEVEL), options.level] if options.level else []
    ours = level + [options.program, "bench", "dot", "--device", "cpu", "--threads", str(options.threads)]
    theirs = [sys.executable, __file__, "--torch-alone", "--threads", str(options.threads), "--repetitions",
              str(options.repetitions)]
    environment, rounds = os.environ | LOWER.get(options.level, {}), []
    for _ in range(options.rounds):
        rates, product = headlight_rates(ours, environment)
        text = subprocess.run(theirs, check=True, capture_output=True, text=True, env=environment).stdout
        rounds.append((rates, json.loads(text)))
    torch = rounds[0][1]
    best = max(statistics.median(a["product"] for a, _ in rounds),
               statistics.median(b["rates"]["product"] for _, b in rounds))
    print(json.dumps({"torch": torch["torch"], "capability": torch["capability"], "threads": options.threads,
                      "product": product, "torch_product": round(torch["rates"]["product"] / 1e9, 1),
                      "best_product": round(best / 1e9, 1)}))
    for case in (case_of(length, maps) for length in LENGTHS for maps in (False, True)):
        headlight = statistics.median(a[case] for a, _ in rounds)
        line = {"case": case, "headlight": round(headlight / 1e9, 1), "over_best_product": round(headlight / best, 2)}
        for key, name in (("torch", case), ("torch_new", case + NEW)):
            if name in torch["rates"]:
                other = statistics.median(b["rates"][name] for _, b in rounds)
                line |= {key: round(other / 1e9, 1), f"over_{key}": round(headlight / other, 2)}
        print(json.dumps(line))


if __name__ == "__main__":
    main()
