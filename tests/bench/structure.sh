#!/bin/sh
# tests/bench/structure.sh mmcif|pdb NUMBER: a structure of one residue and NUMBER - 1 waters in one chain, on standard
# output. PDB counts the waters modulo 10000.
set -eu
awk -v format="${1:?usage: structure.sh mmcif|pdb NUMBER}" -v count="${2:?usage: structure.sh mmcif|pdb NUMBER}" '
BEGIN {
  if (format == "mmcif") {
    print "data_waters\nloop_"
    split("id type_symbol label_atom_id label_alt_id label_comp_id label_asym_id auth_seq_id Cartn_x Cartn_y Cartn_z " \
          "occupancy B_iso_or_equiv", columns, " ")
    for (k = 1; k in columns; k++) print "_atom_site." columns[k]
    print "1 C CA . ALA A 0 0.000 0.000 0.000 1.00 20.00"
    for (k = 1; k < count; k++)
      printf "%d O O . HOH A %d %.3f %.3f %.3f 1.00 20.00\n", k + 1, k, k % 100, int(k / 100) % 100, int(k / 10000)
  } else {
    print "ATOM      1  CA  ALA A   0       0.000   0.000   0.000  1.00 20.00           C"
    for (k = 1; k < count; k++)
      printf "HETATM%5d  O   HOH A%4d    %8.3f%8.3f%8.3f  1.00 20.00           O\n", (k + 1) % 100000, k % 10000,
             k % 100, int(k / 100) % 100, int(k / 10000)
  }
}'
