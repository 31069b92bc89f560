"""The command headlight, as the wheel installs it."""

import os
import sys

from ._program import Error, program


def main():
    """Becomes the program, with the arguments of this process."""
    try:
        path = program()
        os.execv(path, [path, *sys.argv[1:]])
    except (Error, OSError) as problem:
        sys.exit(f"headlight: {problem}")


if __name__ == "__main__":
    main()
