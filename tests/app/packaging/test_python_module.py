"""The Python module headlight against the stored fixtures of heads. HEADLIGHT_PROGRAM names the program."""

import importlib.util
import json
import os
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
HEADS = ROOT / "tests" / "data" / "heads"
SAMPLES = ROOT / "resources" / "samples"

import headlight  # noqa: E402

PLANTED = np.load(HEADS / "planted.npz")
ATTENTION = PLANTED["attention"]  # (3, 4, 60, 60), residues 21 to 80 of 1LDM
RESIDUES = str(PLANTED["sequence"])
# Statistics of head table and file that have one number each, by one name.
STATISTICS = ("entropy", "entropy_norm", "confidence", "sink_share", "distance", "previous", "self", "next", "local",
              "helix_mass", "symmetry", "type_information")


class Tensor:
    """What torch shows of a tensor that needs a gradient and lies elsewhere: numpy cannot read it as it is."""

    def __init__(self, array):
        self._array, self.ndim, self.dtype = array, array.ndim, f"torch.{array.dtype}"

    def __array__(self, *_):
        raise TypeError("can't convert a tensor that requires grad")

    def detach(self):
        return self

    cpu = detach

    def numpy(self):
        return self._array


def png_size(data):
    return struct.unpack(">II", data[16:24])


class ShowTest(unittest.TestCase):
    def test_gives_a_picture_of_the_size_asked_for_that_a_notebook_draws(self):
        picture = headlight.show(ATTENTION, tokens=RESIDUES, size="640x400", scale=2)
        self.assertEqual(picture._repr_png_()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(png_size(picture._repr_png_()), (1280, 800))
        self.assertIsNone(picture._repr_svg_())

    def test_every_form_of_the_same_attention_gives_the_same_picture(self):
        expected = headlight.show(ATTENTION, tokens=RESIDUES).data
        layers = list(ATTENTION)
        for name, form in {"batches": [layer[None] for layer in layers], "tensors": [Tensor(layer) for layer in layers],
                           "tuple": tuple(layers), "stacked batches": ATTENTION[:, None]}.items():
            with self.subTest(name):
                self.assertEqual(headlight.show(form, tokens=list(RESIDUES)).data, expected)

    def test_heads_of_one_layer_and_one_map_are_shown_too(self):
        one_layer = headlight.show(ATTENTION[1], tokens=RESIDUES).data
        self.assertEqual(headlight.show(ATTENTION[1:2], tokens=RESIDUES).data, one_layer)
        one_map = headlight.show(ATTENTION[1, 0], tokens=RESIDUES).data
        self.assertEqual(headlight.show(ATTENTION[1:2, :1], tokens=RESIDUES).data, one_map)
        self.assertNotEqual(one_layer, one_map)

    def test_a_head_that_is_asked_for_is_the_large_one(self):
        first, contacts = headlight.show(ATTENTION).data, headlight.show(ATTENTION, layer=2, head=1).data
        self.assertNotEqual(first, contacts)

    def test_a_structure_comes_beside_the_map(self):
        alone = headlight.show(ATTENTION, tokens=RESIDUES).data
        beside = headlight.show(ATTENTION, tokens=RESIDUES, structure=SAMPLES / "1ldm_A.pdb.gz").data
        self.assertNotEqual(alone, beside)

    def test_an_svg_is_drawn_by_notebooks_as_such(self):
        picture = headlight.show(ATTENTION, kind="svg")
        self.assertIn("<svg", picture._repr_svg_())
        self.assertIsNone(picture._repr_png_())

    def test_a_window_has_its_files_until_it_is_closed(self):
        with tempfile.TemporaryDirectory() as folder:
            with mock.patch.dict(os.environ, {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": folder}), \
                 mock.patch.object(tempfile, "tempdir", folder):
                window = headlight.show(ATTENTION, tokens=RESIDUES, window=True)
            files = list(Path(folder).glob("headlight-*/attention.npz"))
            time.sleep(0.5)
            self.assertIsNone(window.process.poll(), "ended by itself")
            self.assertEqual(len(files), 1)
            self.assertTrue(files[0].exists())
            window.close()
            self.assertFalse(files[0].parent.exists())


class HeadsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.expected = json.loads((HEADS / "heads.json").read_text(encoding="utf-8"))["heads"]
        with mock.patch.dict(sys.modules, {"pandas": None}):
            cls.table = headlight.heads(HEADS / "planted.npz", structure=np.load(HEADS / "structure.npz"))
            # Float32 as stored; tokens say what the file says by its sequence.
            cls.of_array = headlight.heads(ATTENTION, RESIDUES, np.load(HEADS / "structure.npz"))

    def test_has_a_row_for_every_head_counted_from_1(self):
        self.assertEqual(list(zip(self.table["layer"], self.table["head"])),
                         [(layer, head) for layer in (1, 2, 3) for head in (1, 2, 3, 4)])

    def test_tells_the_stored_numbers(self):
        for name in STATISTICS:
            for found, head in zip(self.table[name], self.expected):
                if head.get(name) is None:
                    self.assertTrue(np.isnan(found), name)
                else:
                    self.assertAlmostEqual(found, head[name], delta=1e-9 * max(1, abs(head[name])), msg=name)

    def test_tells_the_stored_labels(self):
        self.assertEqual([text.split("; ") if text else [] for text in self.table["labels"]],
                         [head["labels"] for head in self.expected])

    def test_tells_contacts_of_the_structure(self):
        best = self.table[np.argmax(self.table["contacts precision all L"])]
        self.assertEqual((best["layer"], best["head"]), (2, 1))

    def test_an_array_tells_the_same_as_its_file(self):
        self.assertEqual(self.table.dtype, self.of_array.dtype)
        for name in STATISTICS:
            np.testing.assert_array_equal(self.table[name], self.of_array[name], err_msg=name)

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_is_a_data_frame_where_pandas_is_installed(self):
        frame = headlight.heads(HEADS / "planted.npz")
        self.assertEqual(type(frame).__name__, "DataFrame")
        np.testing.assert_array_equal(frame["entropy"], self.table["entropy"])

    def test_special_tokens_are_known_by_their_brackets(self):
        special = np.load(HEADS / "special.npz")
        table = headlight.heads(special["attention"], tokens=special["tokens"])
        np.testing.assert_allclose(table["special_mass"], [0.6, 0.15], atol=1e-3)

    def test_parameters_reach_the_program(self):
        none = headlight.heads(ATTENTION, RESIDUES, cutoff=8, atlas=False, entropy=1)
        self.assertNotIn("uniform", "; ".join(none["labels"]))
        with self.assertRaisesRegex(headlight.Error, "cutoff"):
            headlight.heads(ATTENTION, cutoff="far")


class SaveTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_writes_the_format_of_the_suffix(self):
        for suffix, start in {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF-"}.items():
            path = self.folder / f"figure{suffix}"
            headlight.save(path, ATTENTION, tokens=RESIDUES, size="88mm")
            self.assertEqual(path.read_bytes()[:len(start)], start)

    def test_numbers_on_show_are_those_that_were_given(self):
        path = self.folder / "numbers.npz"
        headlight.save(path, ATTENTION, layer=2, head=1)
        shown = [array for array in np.load(path).values() if array.shape == (60, 60)]
        self.assertTrue(any(np.array_equal(array.astype(np.float32), ATTENTION[1, 0]) for array in shown))

    def test_one_residue_has_a_picture(self):
        headlight.save(self.folder / "one.png", np.ones((1, 1, 1, 1)), tokens="M")
        self.assertTrue((self.folder / "one.png").exists())


class FailureTest(unittest.TestCase):
    def test_shapes_that_do_not_fit_name_both(self):
        for attention, text in [(np.ones(3), r"\(3,\)"), (np.ones((2, 2, 2, 3, 3)), r"\(2, 2, 2, 3, 3\)"),
                                ([np.ones((2, 3, 3)), np.ones((1, 3, 3))], r"\(1, 3, 3\), \(2, 3, 3\)"),
                                ([np.ones((2, 2, 3, 3))], "batch of 2")]:
            with self.assertRaisesRegex(ValueError, text):
                headlight.show(attention)
        with self.assertRaisesRegex(ValueError, "found 2, expected 60"):
            headlight.show(ATTENTION, tokens="MK")
        with self.assertRaisesRegex(ValueError, "40 rows and 55 columns"):
            headlight.show(np.load(HEADS / "oblong.npz")["attention"], tokens="M" * 40)
        with self.assertRaisesRegex(ValueError, "expected both"):
            headlight.show(ATTENTION, layer=1)

    def test_no_positions_and_no_numbers_are_one_sentence(self):
        for attention in (np.ones((1, 1, 0, 0)), np.full((1, 1, 3, 3), np.nan)):
            try:
                headlight.show(attention)
            except headlight.Error as problem:
                self.assertEqual(len(str(problem).splitlines()), 1, problem)

    def test_what_the_program_says_is_the_text_of_the_error(self):
        with self.assertRaisesRegex(headlight.Error, "missing.npz"):
            headlight.heads("missing.npz")
        with self.assertRaisesRegex(headlight.Error, "odd"):
            headlight.save("picture.odd", ATTENTION)

    def test_a_program_that_is_not_there_is_named(self):
        with mock.patch.dict(os.environ, {"HEADLIGHT_PROGRAM": "/nowhere/headlight"}):
            with self.assertRaisesRegex(headlight.Error, "/nowhere/headlight"):
                headlight.show(ATTENTION)

    def test_no_file_is_left_behind(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(tempfile, "tempdir", folder):
            headlight.show(ATTENTION)
            with self.assertRaises(headlight.Error):
                headlight.show(ATTENTION, view="none such")
            self.assertEqual(list(Path(folder).iterdir()), [])


@unittest.skipUnless(importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"), "venv is not installed")
class WheelTest(unittest.TestCase):
    def test_installs_into_a_fresh_environment_where_its_three_calls_run(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([sys.executable, ROOT / "app/packaging/python/make_wheel.py", "-", "1.2.3", folder],
                                  check=True, capture_output=True, text=True)
            # numpy is that of the system: nothing is fetched.
            subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", f"{folder}/venv"], check=True)
            python = f"{folder}/venv/bin/python"
            subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", made.stdout.strip()], check=True)
            script = ("import sys, numpy, headlight; a = numpy.load(sys.argv[1])['attention']; "
                      "print(headlight.__file__, headlight.show(a), len(headlight.heads(a))); "
                      "headlight.save(sys.argv[2], a)")
            environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
            said = subprocess.run([python, "-c", script, HEADS / "planted.npz", f"{folder}/figure.pdf"], check=True,
                                  capture_output=True, text=True, env=environment, cwd=folder).stdout
            self.assertIn(f"{folder}/venv", said)
            self.assertIn("bytes of PNG> 12", said)
            self.assertTrue(Path(folder, "figure.pdf").exists())
            version = subprocess.run([f"{folder}/venv/bin/headlight", "--version"], check=True, capture_output=True,
                                     text=True, env=environment).stdout
            self.assertRegex(version, r"^headlight \d")


if __name__ == "__main__":
    unittest.main()
