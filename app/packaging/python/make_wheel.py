#!/usr/bin/env python3
"""Makes a wheel: the module headlight, and in it the program.   make_wheel.py PROGRAM VERSION OUT

PROGRAM is the unpacked archive (bin, libexec, lib, share), or "-" for a wheel that takes the program from PATH.
Standard library only. The wheel is a zip with a list of its files and their digests (packaging.python.org, binary
distribution format); equal files give an equal wheel.
"""

import base64
import hashlib
import os
import platform
import stat
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Of the archive's share: what a Python package cannot install where systems look for it.
LEFT_OUT = ("applications", "bash-completion", "fish", "icons", "man", "metainfo", "mime", "zsh")
TIME = (1980, 1, 1, 0, 0, 0)


def tag(has_program):
    """"py3-none-manylinux_2_36_x86_64": glibc of this system or later."""
    if not has_program:
        return "py3-none-any"
    library, version = platform.libc_ver()
    if library != "glibc":
        sys.exit(f"make_wheel.py: found the C library {library!r}, expected glibc")
    return f"py3-none-manylinux_{'_'.join(version.split('.')[:2])}_{platform.machine()}"


def files_of(folder, inside):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"{inside}/{path.relative_to(folder).as_posix()}", path


def program_files(program):
    for name, path in files_of(program, "headlight/program"):
        parts = path.relative_to(program).parts
        if not (parts[0] == "share" and parts[1] in LEFT_OUT):
            yield name, path


def metadata(version):
    about = (
        "Metadata-Version: 2.1\n"
        "Name: headlight\n"
        f"Version: {version}\n"
        "Summary: Attention of protein language models, looked at\n"
        "License: BSD-3-Clause\n"
        "Requires-Python: >=3.9\n"
        "Requires-Dist: numpy\n"
        "Provides-Extra: pandas\n"
        "Requires-Dist: pandas; extra == 'pandas'\n"
        "Description-Content-Type: text/markdown\n\n"
    )
    return about + (HERE / "README.md").read_text(encoding="utf-8")


class Wheel:
    """A zip that keeps the record of what goes into it."""

    def __init__(self, path, about):
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self._about = about
        self._record = []

    def add(self, name, content, executable=False):
        entry = zipfile.ZipInfo(name, TIME)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (stat.S_IFREG | (0o755 if executable else 0o644)) << 16
        self._zip.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self._record.append(f"{name},sha256={digest},{len(content)}\n")

    def close(self):
        record = f"{self._about}/RECORD"
        self.add(record, ("".join(self._record) + f"{record},,\n").encode())
        self._zip.close()


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, version, out = sys.argv[1:]
    has_program = program != "-"
    name = f"headlight-{version}-{tag(has_program)}.whl"
    about = f"headlight-{version}.dist-info"
    wheel = Wheel(Path(out) / name, about)
    for inside, path in files_of(HERE / "headlight", "headlight"):
        wheel.add(inside, path.read_bytes())
    if has_program:
        for inside, path in program_files(Path(program)):
            wheel.add(inside, path.read_bytes(), os.access(path, os.X_OK))
    wheel.add(f"{about}/METADATA", metadata(version).encode())
    wheel.add(f"{about}/WHEEL", f"Wheel-Version: 1.0\nGenerator: make_wheel\nRoot-Is-Purelib: {str(not has_program).lower()}\n"
                                f"Tag: {tag(has_program)}\n".encode())
    wheel.add(f"{about}/entry_points.txt", b"[console_scripts]\nheadlight = headlight.__main__:main\n")
    wheel.add(f"{about}/LICENSE", (HERE / "../../../LICENSE").read_bytes())
    wheel.close()
    print(Path(out) / name)


if __name__ == "__main__":
    main()
