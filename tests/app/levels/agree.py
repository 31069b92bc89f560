"""The results of the program at each level of processors agree: agree.py PROGRAM

Levels differ by fused multiply-adds and by how sums are cut into lanes. So a number may differ by TOLERANCE of the largest
of its array; whole numbers are the same, but for cells of a backtrace whose candidates are equal within rounding. Texts are
not compared: times and places stand in them.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "resources" / "samples"
AT_LEVEL = ROOT / "tests" / "at-level.sh"
LEVELS = ("x86-64", "x86-64-v3", "x86-64-v4")
SKIPPED = 77
TOLERANCE = 2e-5
TIED_CELLS = 1e-4
MECHANISMS = (
    "dot additive multiplicative multi-head volume-preserving geometric invariant-point equivariant se3-transformer "
    "graph-transformer performer nadaraya-watson triangle-outgoing triangle-starting"
).split()
COMMANDS = [["attention", name, "--device", "cpu", "--out", f"{name}.npz"] for name in MECHANISMS] + [
    # Scores are sums over all rows, so large that weights in single precision are 8e-4 off at every level.
    ["attention", "tied-row", str(SAMPLES / "lactate.a3m"), "--device", "cpu", "--precision", "float64",
     "--out", "tied.npz"],
    ["attention", "geometric", str(SAMPLES / "1ldm_A.pdb.gz"), "--device", "cpu", "--out", "chain.npz"],
    ["profile", str(SAMPLES / "lactate.a3m"), "--out", "lactate.hhm"],
    ["profile", str(SAMPLES / "malate.a3m"), "--out", "malate.hhm"],
    ["align", "lactate.hhm", "malate.hhm", "--mac", "on", "--sums", "on", "--matrices", "planes.npz", "--out", "alignment.json"],
    ["coevolution", str(SAMPLES / "trypsins.a2m.gz"), "--out", "coevolution.npz"],
    ["model", str(SAMPLES / "antibody" / "sapiens_vh.safetensors"), "--sequence", "EVQLVESGGGLVQPGGSLRLSCAAS",
     "--device", "cpu", "--out", "model.npz"],
]


def run(program, level, folder):
    """The results of all commands at a level; None where the processor is below it."""
    folder.mkdir()
    for command in [["devices", "--json"], *COMMANDS]:
        ended = subprocess.run([AT_LEVEL, level, program, *command, "--quiet"], cwd=folder, capture_output=True, text=True)
        if ended.returncode == SKIPPED:
            return None
        if ended.returncode != 0:
            sys.exit(f"{level}: {' '.join(command)}: {ended.stdout}{ended.stderr}")
        if command[0] == "devices":
            found = json.loads(ended.stdout)["native"]["level"]
            if found != level:
                sys.exit(f"found the engine for {found}, expected {level}")
    return {path.name: path for path in sorted(folder.iterdir())}


def numbers(value):
    """The numbers of a JSON value in their order; times and places, which differ, left out."""
    if isinstance(value, dict):
        return [n for key, inner in value.items() if key != "provenance" for n in numbers(inner)]
    if isinstance(value, list):
        return [n for inner in value for n in numbers(inner)]
    return [float(value)] if isinstance(value, (int, float)) else []


def arrays(path):
    if path.suffix == ".json":
        return {"numbers": np.array(numbers(json.loads(path.read_text())))}
    if path.suffix == ".npz":
        with np.load(path) as stored:
            return {name: stored[name] for name in stored.files}
    return {}


def difference(one, other, tied, least):
    """The largest difference of two arrays relative to the largest number of the first, `least` where that is smaller;
    infinite where they are not alike, or where more than the share `tied` of the whole numbers differs."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return np.inf
    if one.dtype.kind != "f":
        return 0.0 if one.dtype.kind in "SU" or np.count_nonzero(one != other) <= tied * one.size else np.inf
    finite = np.isfinite(one)
    if not np.array_equal(finite, np.isfinite(other)):
        return np.inf
    if not finite.any():
        return 0.0
    one, other = one[finite].astype(float), other[finite].astype(float)
    return np.abs(one - other).max() / max(np.abs(one).max(), least)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        results = {level: run(program, level, Path(folder) / level) for level in LEVELS}
        here = [level for level in LEVELS if results[level] is not None]
        best = here[-1]
        worst, where = 0.0, "nothing"
        for level in here[:-1]:
            for name, path in results[level].items():
                expected = arrays(results[best][name])
                for key, array in arrays(path).items():
                    tied = TIED_CELLS if key == "backtrace" else 0
                    # An error of rounding is noise: it has to be small at each level, not the same.
                    least = 1 if key.endswith(("error", "orthogonality")) else 1e-30
                    found = difference(array, expected[key], tied, least)
                    if found > worst:
                        worst, where = found, f"{name}, {key}: {level} beside {best}"
    print(f"largest difference {worst:.2g} of the largest number: {where}")
    return int(worst > TOLERANCE)


sys.exit(main(str(Path(sys.argv[1]).resolve())))
