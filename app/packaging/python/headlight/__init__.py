"""Attention of protein language models, looked at with Headlight.

    import headlight
    headlight.show(outputs.attentions, tokens=tokens)              # a picture in a notebook
    headlight.show(attention, tokens=tokens, structure="1ldm.pdb", window=True)   # the program, in a window
    headlight.heads(attention, tokens=tokens, structure="1ldm.pdb")               # a row per head
    headlight.save("figure.pdf", attention, tokens=tokens, size="88mm")           # PDF, SVG or PNG

`attention` is an array of shape (layers, heads, L, L), or (heads, L, L), or (L, L); a list of one array or tensor per layer,
as transformers returns it (a batch of one may stand in front); or the path of a file that Headlight opens. Weights are
kept in half precision where they come so.
`tokens` are the L texts of the positions ("<cls>", "M", "K", ..., "<eos>"; those in brackets are special), or the residues
as one text. `structure` is the path of a PDB or mmCIF file, or a mapping with arrays "distance" and "ca_distance", (L, L)
in Å.

What cannot be done raises headlight.Error with one sentence; shapes that do not fit raise ValueError.
"""

from ._picture import Picture, Window, save, show
from ._program import Error, program
from ._table import heads

__all__ = ["Error", "Picture", "Window", "heads", "program", "save", "show"]
