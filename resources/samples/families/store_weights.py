"""What a training left, to be looked at: heads as float16, without the moments that going on needs.

    headlight train factored FAMILY.a2m.gz STRUCTURE.pdb.gz --out learned/
    python3 store_weights.py learned/ FAMILY_heads.safetensors

Standard library only. Kept are query, key, value, bias (float16), losses and fits, rows, columns, row_weights (float32), the
letters of the positions, and the share of contacts that was judged on the way (step, L, L/5).
"""
import array
import ast
import json
import struct
import sys
import zipfile

HALVES = ("query", "key", "value", "bias")
SINGLES = ("losses", "fits", "row_weights", "judged")
WHOLES = ("rows", "columns", "residue_letters", "steps_planned")
CODES = {"<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q"}


def arrays_in(path):
    """name -> (shape, values)"""
    found = {}
    with zipfile.ZipFile(path) as archive:
        for entry in archive.namelist():
            data = archive.read(entry)
            length = struct.unpack("<H", data[8:10])[0]
            header = ast.literal_eval(data[10:10 + length].decode("latin1"))
            if header["descr"] in CODES:
                values = array.array(CODES[header["descr"]])
                values.frombytes(data[10 + length:])
                found[entry[:-len(".npy")]] = (header["shape"], values)
    return found


def main(folder, target):
    arrays = arrays_in(f"{folder}/train-factored.weights.npz")
    arrays["judged"] = arrays_in(f"{folder}/train-factored.course.npz")["judged"]
    header, data = {}, b""
    for names, kind, code in ((HALVES, "F16", "e"), (SINGLES, "F32", "f"), (WHOLES, "I64", "q")):
        for name in names:
            shape, values = arrays[name]
            part = struct.pack(f"<{len(values)}{code}", *values)
            header[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [len(data), len(data) + len(part)]}
            data += part
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(target, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


if __name__ == "__main__":
    main(*sys.argv[1:])
