#!/usr/bin/env python3
"""What tests/gpu.sh found, as Markdown for tests/bench/README.md.

gpu_report.py choose DEVICES.json NAME     prints the device ("opencl:0"): the first GPU, or the one that is so called
gpu_report.py write FOLDER DEVICE          prints the report; exit code 1 when something in it failed
"""

import json
import pathlib
import platform
import sys
import time
import xml.etree.ElementTree as tree


def chosen(devices, name):
    """The device of this index, or with this in its name or platform; without a name the first GPU; None: none."""
    for one in devices["opencl"]:
        texts = (one["name"].lower(), one["platform"].lower())
        if one["device"] == name or (name and any(name.lower() in text for text in texts)) or (not name and one["gpu"]):
            return one
    return None


def text_of(path):
    return path.read_text(errors="replace").strip() if path.exists() else ""


def processor():
    for line in text_of(pathlib.Path("/proc/cpuinfo")).splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def number(value):
    """Three digits, in the unit that leaves one to three before the point."""
    for unit in ("", "k", "M", "G", "T", "P"):
        if abs(value) < 1000:
            return f"{value:.3g} {unit}".rstrip()
        value /= 1000
    return f"{value:.3g} E"


def seconds(value):
    return f"{value:.3g} s" if value >= 1 else f"{1e3 * value:.3g} ms" if value >= 1e-3 else f"{1e6 * value:.3g} µs"


def tests_part(folder, failures):
    """Lines about the tests; adds what failed."""
    file = folder / "tests.xml"
    if not file.exists():
        failures.append("the tests did not run: " + text_of(folder / "tests.log")[-300:])
        return ["Tests: none ran."]
    cases = list(tree.parse(file).getroot().iter("testcase"))
    failed = [case.get("name") for case in cases if case.find("failure") is not None or case.get("status") == "fail"]
    skipped = [case for case in cases if case.find("skipped") is not None]
    failures += ["test " + name for name in failed]
    if not cases or ((folder / "tests.failed").exists() and not failed):
        failures.append("ctest failed: " + text_of(folder / "tests.log")[-300:])
    return [f"Tests: {len(cases) - len(failed) - len(skipped)} passed, {len(failed)} failed, {len(skipped)} skipped."]


def bench_part(file, device_name, failures):
    """A table of one benchmark: the native path beside the device."""
    found = {}
    for line in file.read_text().splitlines():
        try:
            one = json.loads(line)
        except ValueError:
            failures.append(f"{file.stem}: a line that is no JSON: {line[:100]}")
            continue
        found.setdefault(one["case"], {})["device" if one["device"] == device_name else "native"] = one
    lines = [f"`{file.stem.replace('bench-', 'bench ')}`", "", "| case | native CPU | device | rate of the device | device / native |",
             "| --- | --- | --- | --- | --- |"]
    for case, by_place in found.items():
        native, device = by_place.get("native"), by_place.get("device")
        time_of = lambda one: seconds(one["seconds"]["median"]) if one else ""
        rate = f"{number(device['rate'])}{device['unit']}/s" if device else ""
        faster = f"{device['rate'] / native['rate']:.2f}" if native and device and native["rate"] > 0 else ""
        lines.append(f"| {case} | {time_of(native)} | {time_of(device)} | {rate} | {faster} |")
    if not any("device" in by_place for by_place in found.values()):
        failures.append(f"{file.stem}: nothing was measured on the device")
    return lines + [""]


def report(folder, name):
    """All lines, and what failed."""
    device = chosen(json.loads((folder / "devices.json").read_text()), name)
    failures = text_of(folder / "failures").splitlines()
    lines = [f"## {device['name']}", "",
             f"{time.strftime('%Y-%m-%d')}, commit {text_of(folder / 'commit') or 'unknown'}; {device['platform']}, "
             f"{device['version']}, {device['compute_units']} compute units, {device['memory_bytes'] / 2**30:.1f} GiB; "
             f"beside {processor()}."]
    if text_of(folder / "card"):
        lines.append("Card, driver, memory: " + "; ".join(text_of(folder / "card").splitlines()) + ".")
    if (folder / "check.failed").exists():
        failures.append("self-check: " + text_of(folder / "check.err")[-300:])
    lines += ["", "Self-check: " + ("failed." if (folder / "check.failed").exists() else "passed.")]
    lines += tests_part(folder, failures)
    if name != "opencl:0":
        lines.append(f"The tests ran on opencl:0, the measurements on {name}.")
    lines.append("")
    for file in sorted(folder.glob("bench-*.jsonl")):
        lines += bench_part(file, device["name"], failures)
    lines += ["Failures: none."] if not failures else ["Failures:", ""] + ["- " + " ".join(one.split()) for one in failures]
    return lines, failures


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "choose":
        found = chosen(json.loads(pathlib.Path(arguments[1]).read_text()), arguments[2])
        if found:
            print(found["device"])
        return 0 if found else 3
    if len(arguments) == 3 and arguments[0] == "write":
        lines, failures = report(pathlib.Path(arguments[1]), arguments[2])
        print("\n".join(lines))
        return 1 if failures else 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
