"""Finding and running the program."""

import os
import shutil
import subprocess
from pathlib import Path


class Error(RuntimeError):
    """The program could not be found, or could not do what it was asked for; the text says why."""


def program():
    """Path of the program: HEADLIGHT_PROGRAM of the environment, else the one inside this package, else that of PATH."""
    chosen = os.environ.get("HEADLIGHT_PROGRAM")
    if chosen:
        return chosen
    own = Path(__file__).parent / "program" / "bin" / "headlight"
    if own.exists():
        return str(own)
    found = shutil.which("headlight")
    if found is None:
        raise Error("headlight: the program is neither in this package nor on PATH; HEADLIGHT_PROGRAM can name it")
    return found


def run(arguments):
    """Runs the program to its end. Returns what it wrote on standard output, as bytes; raises Error when it fails."""
    command = [program(), *(str(argument) for argument in arguments)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as problem:
        raise Error(f"{command[0]}: cannot be started: {problem.strerror}") from problem
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise Error(said or f"{command[0]}: ended with code {done.returncode} and said nothing")
    return done.stdout
