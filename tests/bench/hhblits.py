#!/usr/bin/env python3
"""Searches one database with headlight and with hhblits, and compares times and hits.

Usage: hhblits.py PROGRAM [--families N] [--copies C] [--threads T] [--rounds R] [--folder FOLDER]

Needs HH-suite (Debian: hhsuite, hhsuite-data); says so and ends with 0 where it is missing. In FOLDER (default: a
temporary one; kept and used again when given) it makes a database of N families: windows of the sample families, one in
48 with up to 90 % of its residues exchanged at random, all others with their columns in random order, so that they are
related to nothing. Every family stands C times in the database under names of its own, at the same bytes. Both programs
read the same profiles (hhmake) and run prefilter, Viterbi and realigning of hits, one round, T threads, each query in
turn. A line of JSON per query, best of R runs; then the ratio of both sums.
"""

import argparse
import concurrent.futures
import gzip
import json
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

LETTERS = "ARNDCQEGHILKMFPSTWYV"
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "resources/samples"
FAMILIES = ["families/dhfr_4422.a2m.gz", "families/s1a_1470.a2m.gz", "dehydrogenases.a2m.gz"]
RELATED = 48  # one family in so many is related to a query
DATA = pathlib.Path("/usr/share/hhsuite/data")
# The script that chooses among these looks in a folder that is not there.
CSTRANSLATE = "/usr/libexec/hhsuite/cstranslate-" + (
    "avx2" if "avx2" in pathlib.Path("/proc/cpuinfo").read_text() else "plain")


def rows_of(path: pathlib.Path) -> list[str]:
    """Rows of an aligned FASTA file: capitals and "-"."""
    rows: list[str] = []
    for line in gzip.open(path, "rt"):
        if line.startswith(">"):
            rows.append("")
        else:
            rows[-1] += line.strip().replace(".", "-").upper()
    return rows


def drawn(rows: list[str], count: int, numbers: random.Random) -> list[str]:
    """`count` rows on the columns in which the first of them has a residue."""
    some = numbers.sample(rows, count)
    kept = [k for k, letter in enumerate(some[0]) if letter != "-"]
    return ["".join(row[k] for k in kept) for row in some]


def window(rows: list[str], numbers: random.Random) -> list[str]:
    """A stretch of at least half of the columns."""
    length = len(rows[0])
    size = numbers.randint(length // 2, length)
    first = numbers.randint(0, length - size)
    return [row[first:first + size] for row in rows]


def exchanged(rows: list[str], share: float, numbers: random.Random) -> list[str]:
    """With this share of the residues exchanged for random ones."""
    def other(letter: str) -> str:
        return numbers.choice(LETTERS) if letter != "-" and numbers.random() < share else letter
    return ["".join(map(other, row)) for row in rows]


def shuffled(rows: list[str], numbers: random.Random) -> list[str]:
    """With the columns in random order: as conserved as before, related to nothing."""
    order = list(range(len(rows[0])))
    numbers.shuffle(order)
    return ["".join(row[k] for k in order) for row in rows]


def a3m_of(name: str, rows: list[str]) -> str:
    rows = [row for k, row in enumerate(rows) if k == 0 or row.strip("-")]
    return "".join(f">{name}_{k}\n{row}\n" for k, row in enumerate(rows))


def write_ffindex(stem: pathlib.Path, contents: dict[str, bytes], copies: int) -> None:
    """STEM.ffdata and STEM.ffindex, `copies` names for each content."""
    lines, at = [], 0
    with open(f"{stem}.ffdata", "wb") as data:
        for name, content in contents.items():
            data.write(content + b"\0")
            lines += [f"{name}_{copy:04d}\t{at}\t{len(content) + 1}\n" for copy in range(copies)]
            at += len(content) + 1
    pathlib.Path(f"{stem}.ffindex").write_text("".join(sorted(lines)))


def hhm_of(a3m: pathlib.Path) -> bytes:
    hhm = a3m.with_suffix(".hhm")
    subprocess.run(["hhmake", "-i", a3m, "-o", hhm, "-M", "first", "-v", "0"], check=True, capture_output=True)
    return hhm.read_bytes()


def states_of(a3m: pathlib.Path) -> bytes:
    """Column states as hhblits wants them."""
    states = a3m.with_suffix(".cs219")
    subprocess.run([CSTRANSLATE, "-i", a3m, "-o", states, "-A", DATA / "cs219.lib", "-D", DATA / "context_data.lib",
                    "-x", "0.3", "-c", "4", "-I", "a3m", "-b"], check=True, capture_output=True)
    return states.read_bytes()


def make_database(folder: pathlib.Path, families: int, copies: int, threads: int) -> None:
    numbers = random.Random(1)
    sources = [rows_of(SAMPLES / name) for name in FAMILIES]
    work = folder / "families"
    work.mkdir()
    for number, rows in enumerate(sources):
        (folder / f"query{number}.a3m").write_text(a3m_of(f"query{number}", drawn(rows, 100, numbers)))
        (folder / f"query{number}.hhm").write_bytes(hhm_of(folder / f"query{number}.a3m"))
    for k in range(families):
        is_related = k % RELATED == 0
        source = sources[(k // RELATED if is_related else k) % len(sources)]
        rows = window(drawn(source, 60, numbers), numbers)
        rows = exchanged(rows, 0.9 * numbers.random(), numbers) if is_related else shuffled(rows, numbers)
        (work / f"f{k:06d}.a3m").write_text(a3m_of(f"f{k:06d}", rows))
    files = sorted(work.glob("*.a3m"))
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        parts = {"a3m": [file.read_bytes() for file in files], "hhm": list(pool.map(hhm_of, files)),
                 "cs219": list(pool.map(states_of, files))}
    for kind, contents in parts.items():
        write_ffindex(folder / f"db_{kind}", dict(zip((file.stem for file in files), contents)), copies)
    shutil.rmtree(work)


def seconds_of(command: list) -> tuple[float, float]:
    """Seconds by the clock, and of all processors."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def hits_of(path: pathlib.Path, most: float) -> dict[str, tuple[float, str]]:
    """Score and columns of query and template of each entry's best hit with an E-value up to `most`."""
    hits: dict[str, tuple[float, str]] = {}
    copies: dict[str, int] = {}
    for line in path.read_text().splitlines()[9:]:
        if not line.strip():
            break
        # " No Hit ... Prob E-value P-value Score SS Cols Query HMM Template HMM(length)": text of 34 characters first.
        words = line[34:].replace("(", " (").split()
        name = line[4:34].split()[0]
        if float(words[1]) > most:
            continue
        copies[name] = copies.get(name, 0) + 1
        hits.setdefault(f"{name}/{copies[name]}", (float(words[3]), f"{words[6]} {words[7]}"))
    return hits


def compare(ours: dict, theirs: dict) -> dict:
    both = ours.keys() & theirs.keys()
    differences = sorted(abs(ours[name][0] - theirs[name][0]) for name in both)
    return {"headlight_hits": len(ours), "hhblits_hits": len(theirs), "both": len(both),
            "same_columns": sum(ours[name][1] == theirs[name][1] for name in both),
            "score_difference_median": differences[len(differences) // 2] if differences else None,
            "score_difference_most": differences[-1] if differences else None}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--families", type=int, default=1500)
    parser.add_argument("--copies", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder")
    options = parser.parse_args()
    if not shutil.which("hhblits") or not (DATA / "cs219.lib").exists():
        print("HH-suite is missing (Debian: hhsuite, hhsuite-data): nothing is measured", file=sys.stderr)
        return 0
    folder = pathlib.Path(options.folder or tempfile.mkdtemp(prefix="headlight-hhblits-"))
    folder.mkdir(exist_ok=True)
    database = folder / "db"
    if not (folder / "db_cs219.ffindex").exists():
        make_database(folder, options.families, options.copies, options.threads)
    sums = [[0.0, 0.0], [0.0, 0.0]]
    for query in sorted(folder.glob("query?.hhm")):
        ours, theirs = query.with_suffix(".headlight.hhr"), query.with_suffix(".hhblits.hhr")
        commands = [[options.program, "search", query, database, "--prefilter", "on", "--preset", "hhsuite-3.3",
                     "--column-states", DATA / "cs219.lib", "--context", DATA / "context_data.crf", "--threads",
                     options.threads, "--device", "cpu", "--max-hits", 500, "--out", ours],
                    ["hhblits", "-i", query, "-d", database, "-n", 1, "-premerge", 0, "-cpu", options.threads, "-Z", 500,
                     "-B", 500, "-o", theirs, "-v", 0]]
        for command in commands:
            seconds_of(command)  # the first makes the cache and brings the files into memory
        # One after the other in each round, so that other work meets both.
        rounds = [[seconds_of(command) for command in commands] for _ in range(options.rounds)]
        best = [[min(one[k][part] for one in rounds) for part in range(2)] for k in range(2)]
        sums = [[a + b for a, b in zip(*pair)] for pair in zip(sums, best)]
        print(json.dumps({"query": query.stem, "headlight_seconds": round(best[0][0], 3),
                          "headlight_processor_seconds": round(best[0][1], 3), "hhblits_seconds": round(best[1][0], 3),
                          "hhblits_processor_seconds": round(best[1][1], 3), "ratio": round(best[1][0] / best[0][0], 2),
                          **compare(hits_of(ours, 1e-3), hits_of(theirs, 1e-3))}), flush=True)
    print(json.dumps({"ratio_of_sums": round(sums[1][0] / sums[0][0], 2),
                      "ratio_of_processor_seconds": round(sums[1][1] / sums[0][1], 2)}))
    if not options.folder:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
