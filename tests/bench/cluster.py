#!/usr/bin/env python3
"""Measures headlight-mpi search on this machine and extrapolates by a model of cost.

Usage: cluster.py PROGRAM [--templates N] [--columns L] [--ranks 1,2,4] [--repeat R] [--folder FOLDER]

Makes a database of N random sequences (profiles of about 300 columns) in FOLDER (default: a temporary one), searches it
with a random query of L columns on 1, 2 and 4 ranks of one thread, and prints a JSON line for each run. Then the same
scores in many more shards, for the price of a shard, and half of the database, for what grows with it on rank 0. The last
lines are the model: seconds of each part for 10^8 profiles of 300 columns and a query of 300, on 1 to 10^4 ranks.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

LETTERS = "ARNDCQEGHILKMFPSTWYV"
PROFILE_COLUMNS = 300


def write_database(prefix: pathlib.Path, count: int, seed: int) -> int:
    """PREFIX_a3m.ffdata and .ffindex of `count` sequences of 150 to 450 residues. Returns the number of residues."""
    numbers = random.Random(seed)
    at = total = 0
    with open(f"{prefix}_a3m.ffdata", "wb") as data, open(f"{prefix}_a3m.ffindex", "w") as index:
        for k in range(count):
            length = numbers.randint(PROFILE_COLUMNS // 2, 3 * PROFILE_COLUMNS // 2)
            total += length
            text = f">t{k}\n{''.join(numbers.choices(LETTERS, k=length))}\n".encode() + b"\0"
            data.write(text)
            index.write(f"t{k:09d}\t{at}\t{len(text)}\n")
            at += len(text)
    return total


def run(program: str, ranks: int, query: pathlib.Path, prefix: pathlib.Path, shards: int = 0) -> dict:
    """Seconds of one search, by part."""
    out, times = prefix.parent / "result.hhr", prefix.parent / "times.json"
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none",
                       OMPI_MCA_plm_rsh_agent="sh")
    command = ["mpirun", "-n", str(ranks), program, "search", str(query), str(prefix), "--out", str(out), "--times",
               str(times), "--threads", "1", "--device", "cpu", "--tell", "0", "--shards", str(shards)]
    start = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    found = json.loads(times.read_text())
    found["wall_seconds"] = wall
    return found


def best(program: str, ranks: int, query: pathlib.Path, prefix: pathlib.Path, repeat: int, shards: int = 0) -> dict:
    """Of `repeat` runs the one whose tasks took the shortest time."""
    return min((run(program, ranks, query, prefix, shards) for _ in range(repeat)), key=lambda one: one["tasks_seconds"])


def model(cell: float, shard: float, merging: float, opened: float, judged: float, fixed: float, ranks: int,
          threads: int, templates: float, columns: float, bandwidth: float) -> dict:
    """Seconds by part. cell: of one thread; shard: beside its cells on the rank that computes it; merging: of a shard on
    rank 0; opened: of a template, before the shards, on one thread of rank 0; judged: of a template, behind them, on all
    of its threads; fixed: what depends on none of these; bandwidth: of the shared file system, bytes/s for all ranks
    together."""
    cells = templates * PROFILE_COLUMNS * columns
    shards = min(max(cells / 1e9, min(64, templates / 512)), 1e5)
    record = 66 * PROFILE_COLUMNS + 300  # bytes of a profile in the cache
    parts = {"compute": cells * cell / (ranks * threads), "last shards": cells * cell / shards / threads,
             "shards": shards * shard / ranks, "merging": shards * merging,
             "rank 0 opens": templates * opened, "rank 0 judges": templates * judged / threads + fixed,
             "reading": templates * record / bandwidth}
    return {"ranks": ranks, **{name: round(seconds, 3) for name, seconds in parts.items()}}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--templates", type=int, default=20000)
    parser.add_argument("--columns", type=int, default=1200)
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--folder")
    options = parser.parse_args()
    folder = pathlib.Path(options.folder or tempfile.mkdtemp(prefix="headlight-cluster-"))
    whole, half, query = folder / "whole", folder / "half", folder / "query.fa"
    query.write_text(">query\n" + "".join(random.Random(1).choices(LETTERS, k=options.columns)) + "\n")
    residues = write_database(whole, options.templates, 2)
    write_database(half, options.templates // 2, 2)
    for prefix in (whole, half):  # the cache, which is no part of the search
        print(json.dumps({"case": "making the cache", **run(options.program, 1, query, prefix)}), flush=True)
    cells = residues * options.columns

    first = None
    for ranks in map(int, options.ranks.split(",")):
        found = best(options.program, ranks, query, whole, options.repeat)
        first = first or found
        found["efficiency of tasks"] = first["tasks_seconds"] / (ranks * found["tasks_seconds"])
        found["efficiency"] = first["wall_seconds"] / (ranks * found["wall_seconds"])
        print(json.dumps({"case": f"{ranks} ranks", **found}), flush=True)
    many = best(options.program, 1, query, whole, options.repeat, shards=2000)
    print(json.dumps({"case": "2000 shards", **many}), flush=True)
    small = best(options.program, 1, query, half, options.repeat)
    print(json.dumps({"case": "half of the database", **small}), flush=True)

    cell = first["tasks_seconds"] / cells
    shard = max(0.0, many["tasks_seconds"] - first["tasks_seconds"]) / (many["shards"] - first["shards"])
    merging = many["merging_seconds"] / many["shards"]

    def per_template(part: str) -> float:
        return max(0.0, first[part] - small[part]) / (options.templates - options.templates // 2)
    opened, judged = per_template("before_seconds"), per_template("behind_seconds")
    fixed = max(0.0, first["behind_seconds"] - judged * options.templates)
    print(json.dumps({"case": "constants", "cells per second": 1 / cell, "seconds per shard": shard,
                      "seconds of merging per shard": merging,
                      "seconds of opening per template": opened,
                      "seconds of judging per template and thread": judged, "seconds fixed": fixed}))
    for ranks in (1, 10, 100, 1000, 10000):
        print(json.dumps({"case": "model", **model(cell, shard, merging, opened, judged, fixed, ranks, 16, 1e8, 300, 10e9)}))


if __name__ == "__main__":
    sys.exit(main())
