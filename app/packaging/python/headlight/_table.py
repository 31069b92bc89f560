"""The head table: what every head does, in numbers."""

import json
import tempfile

import numpy as np

from ._files import write_attention, write_structure
from ._program import run


def _flat(head):
    """One row: numbers, texts and truths. Lists of texts become one text, records inside become columns of their own
    ("contacts precision all L"), lists of numbers are left out."""
    row = {}
    for name, value in head.items():
        if isinstance(value, dict):
            row.update({f"{name} {key}": inner for key, inner in _flat(value).items()})
        elif isinstance(value, list):
            if all(isinstance(one, str) for one in value):
                row[name] = "; ".join(value)
        else:
            row[name] = value
    return row


def _column(values):
    """An array of one type; a number that there is not is NaN, a text that there is not is empty."""
    known = [value for value in values if value is not None]
    if any(isinstance(value, str) for value in known):
        return np.array(["" if value is None else str(value) for value in values])
    if len(known) == len(values) and all(isinstance(value, bool) for value in known):
        return np.array(values, dtype=bool)
    if len(known) == len(values) and all(isinstance(value, int) for value in known):
        return np.array(values, dtype=np.int64)
    return np.array([np.nan if value is None else float(value) for value in values])


def _columns(rows):
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: _column([row.get(name) for row in rows]) for name in names}


def heads(attention, tokens=None, structure=None, **parameters):
    """A row for every head: layer and head (from 1), labels with their reasons, and the statistics of "headlight heads".

    A pandas.DataFrame where pandas is installed, else a structured array of numpy with the same columns; table["entropy"]
    reads a column of either. With a structure there are columns "contacts ...": "contacts precision all L"
    is the share of the best L pairs that touch. `parameters` are those of "headlight heads --help": chain="A", cutoff=8, ... Raises Error and ValueError.
    """
    with tempfile.TemporaryDirectory(prefix="headlight-") as folder:
        arguments = ["heads", write_attention(attention, tokens, folder)]
        shown = write_structure(structure, folder)
        if shown is not None:
            arguments += ["--structure", shown]
        for name, value in parameters.items():
            value = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
            arguments += ["--set", f"{name}={value}"]
        said = json.loads(run([*arguments, "--quiet", "--json"]))
    rows = [_flat(head) for head in said["heads"]]
    for row in rows:
        row["layer"] += 1
        row["head"] += 1
    columns = _columns(rows)
    try:
        import pandas
    except ImportError:
        table = np.empty(len(rows), dtype=[(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            table[name] = column
        return table
    return pandas.DataFrame(columns)
