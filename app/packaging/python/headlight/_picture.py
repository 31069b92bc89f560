"""Pictures of heads, and the window."""

import json
import subprocess
import tempfile
from pathlib import Path

from ._files import write_attention, write_structure
from ._program import Error, program, run


class Picture:
    """A rendered view, drawn by notebooks. `data` holds the bytes of the file, `kind` says which: "png" or "svg"."""

    def __init__(self, data, kind):
        self.data = data
        self.kind = kind

    def _repr_png_(self):
        return self.data if self.kind == "png" else None

    def _repr_svg_(self):
        return self.data.decode("utf-8") if self.kind == "svg" else None

    def save(self, path):
        """Writes the picture as it is. For PDF and other sizes there is headlight.save."""
        Path(path).write_bytes(self.data)

    def __repr__(self):
        return f"<headlight.Picture, {len(self.data)} bytes of {self.kind.upper()}>"


class Window:
    """The program, started. It goes on when Python ends; its files are removed when it is closed."""

    def __init__(self, process):
        self.process = process

    def wait(self):
        """Until the window is closed. Returns the exit code of the program."""
        return self.process.wait()

    def close(self):
        """Ends the program as its window would be asked to."""
        self.process.terminate()
        return self.process.wait()


def _arguments(settings):
    """Options of "headlight render" by name, "_" for "-"; True is a switch."""
    arguments = []
    for name, value in settings.items():
        if value is None or value is False:
            continue
        arguments.append("--" + name.replace("_", "-"))
        if value is not True:
            arguments.append(str(value))
    return arguments


def _state(layer, head, options):
    """What the view shall be like, as sessions keep it."""
    if (layer is None) != (head is None):
        raise ValueError("layer and head: found one of them, expected both")
    state = dict(options or {})
    if layer is not None:
        if layer < 1 or head < 1:
            raise ValueError(f"layer and head: found {layer} and {head}, expected numbers from 1")
        state["meanHeads"] = [[layer - 1, head - 1]]
    return state


def _inputs(attention, tokens, structure, folder):
    files = [write_attention(attention, tokens, folder), write_structure(structure, folder)]
    return [file for file in files if file is not None]


def save(path, attention, tokens=None, structure=None, *, view="attention", size="1000x700", theme="light", layer=None,
         head=None, options=None, **more):
    """Writes the picture of show() to `path`: .png, .svg or .pdf; .csv or .npz: the numbers on show.

    A size such as "88mm" makes a figure for a paper, with dpi=, font=, content=, heads= and other options of "headlight
    render". Raises Error, also for a suffix that is none of these, and ValueError.
    """
    state = _state(layer, head, options)
    with tempfile.TemporaryDirectory(prefix="headlight-") as folder:
        settings = {"view": view, "size": size, "theme": theme, **more}
        if state:
            settings["state"] = Path(folder) / "state.json"
            settings["state"].write_text(json.dumps(state), encoding="utf-8")
        files = _inputs(attention, tokens, structure, folder)
        run(["render", *files, *_arguments(settings), "--quiet", "--out", Path(path)])


def show(attention, tokens=None, structure=None, *, window=False, kind="png", view="attention", size="1000x700",
         theme="light", layer=None, head=None, options=None, **more):
    """Shows heads of attention: a Picture that a notebook draws, or with window=True the program, as a Window.

    layer, head   which head is large, counted from 1, both or none; without: the first
    kind          "png" or "svg"
    view          "attention", "headtable", "atlas", ... (see headlight render --help)
    size          "WIDTHxHEIGHT" in logical pixels
    theme         "light" or "dark"
    options       what the inspector sets, by the names of session files, for example {"scale": "log"}
    more          further options of "headlight render", for example scale=2

    Raises Error and ValueError.
    """
    if window:
        return _start(attention, tokens, structure)
    if kind not in ("png", "svg"):
        raise ValueError(f"kind: found {kind!r}, expected 'png' or 'svg'")
    with tempfile.TemporaryDirectory(prefix="headlight-") as folder:
        path = Path(folder) / f"picture.{kind}"
        save(path, attention, tokens, structure, view=view, size=size, theme=theme, layer=layer, head=head,
             options=options, **more)
        return Picture(path.read_bytes(), kind)


def _start(attention, tokens, structure):
    folder = tempfile.mkdtemp(prefix="headlight-")
    files = _inputs(attention, tokens, structure, folder)
    # Heads stay in their file, which must last as long as the window, not as long as this process.
    script = 'folder="$1"; shift; "$@" & trap \'kill "$!"\' TERM; wait "$!"; code=$?; wait; rm -rf -- "$folder"; exit "$code"'
    command = ["/bin/sh", "-c", script, "headlight", folder, program(), *files]
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    except OSError as problem:
        raise Error(f"headlight: cannot be started: {problem.strerror}") from problem
    return Window(process)
