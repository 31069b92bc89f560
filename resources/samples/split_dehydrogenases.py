#!/usr/bin/env python3
"""Splits dehydrogenases.a2m.gz into lactate and malate dehydrogenases. Standard library only; run in this folder.

1. Rows are clustered by average linkage on pairwise identity (over columns where both rows have a residue); merging
   stops when no two clusters are at least 45 % identical on average.
2. A cluster is named by the residue that most of its members carry at the substrate-specificity position (Gln 100 in
   the numbering of 1LDM's file, "residue 102" of the literature): Gln binds pyruvate, Arg binds oxaloacetate. Lys there
   marks the lactate dehydrogenases of malaria and Toxoplasma parasites, which arose from a malate dehydrogenase.
   Clusters without a clear residue there stay out of both alignments.
3. Each group is written as A3M: the columns are the residues of its master (1LDM, 1EMD), which comes first; residues
   between them are lower case.

Writes dehydrogenase-groups.tsv (row, cluster, residue, group), lactate.a3m and malate.a3m.
"""
import collections
import gzip

SPECIFICITY_RESIDUE = 99  # 0-based residue of 1LDM
SMALLEST_IDENTITY = 0.45
MASTERS = {"lactate": "1ldm_A", "malate": "1emd_A"}
GROUP_OF_RESIDUE = {"Q": "lactate", "K": "lactate", "R": "malate"}


def read_rows(path):
    rows = []
    with gzip.open(path, "rt") as lines:
        for line in lines:
            if line.startswith(">"):
                rows.append([line[1:].strip().removesuffix(".pdb"), ""])
            else:
                rows[-1][1] += line.strip()
    return rows


def identity(a, b):
    pairs = [(x, y) for x, y in zip(a, b) if x != "-" and y != "-"]
    return sum(x == y for x, y in pairs) / max(len(pairs), 1)


def cluster(sequences):
    """Average linkage; returns lists of row indices, largest first."""
    count = len(sequences)
    similarity = [[identity(a, b) for b in sequences] for a in sequences]
    members = {i: [i] for i in range(count)}
    while len(members) > 1:
        best, i, j = max((similarity[i][j], i, j) for i in members for j in members if i < j)
        if best < SMALLEST_IDENTITY:
            break
        for k in members:
            if k not in (i, j):
                ni, nj = len(members[i]), len(members[j])
                joined = (similarity[i][k] * ni + similarity[j][k] * nj) / (ni + nj)
                similarity[i][k] = similarity[k][i] = joined
        members[i] += members.pop(j)
    return sorted((sorted(m) for m in members.values()), key=lambda m: (-len(m), m[0]))


def a3m_row(sequence, is_match):
    letters = (c if match else c.lower() for c, match in zip(sequence, is_match))
    return "".join(c for c, match in zip(letters, is_match) if match or c != "-")


def main():
    rows = read_rows("dehydrogenases.a2m.gz")
    names = [name for name, _ in rows]
    sequences = [sequence for _, sequence in rows]
    master = sequences[names.index(MASTERS["lactate"])]
    column = [k for k, c in enumerate(master) if c != "-"][SPECIFICITY_RESIDUE]

    groups = collections.defaultdict(list)
    with open("dehydrogenase-groups.tsv", "w") as table:
        table.write("row\tcluster\tspecificity_residue\tgroup\n")
        for number, members in enumerate(cluster(sequences), 1):
            residues = collections.Counter(sequences[i][column] for i in members if sequences[i][column] != "-")
            residue, votes = residues.most_common(1)[0] if residues else ("-", 0)
            group = GROUP_OF_RESIDUE.get(residue, "other") if 2 * votes > len(members) else "other"
            for i in members:
                groups[group].append(i)
                table.write(f"{names[i]}\t{number}\t{sequences[i][column]}\t{group}\n")

    for group, master_name in MASTERS.items():
        master_index = names.index(master_name)
        is_match = [c != "-" for c in sequences[master_index]]
        order = [master_index] + [i for i in sorted(groups[group]) if i != master_index]
        with open(f"{group}.a3m", "w") as out:
            for i in order:
                out.write(f">{names[i]}\n{a3m_row(sequences[i], is_match)}\n")
        print(group, len(order), "rows,", sum(is_match), "columns")
    print("other", len(groups["other"]), "rows")


main()
