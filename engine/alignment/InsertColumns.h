// Two ways to hold residues between columns: beside the columns (A3M), or as padded columns of their own (FASTA, A2M).
#pragma once

#include "engine/alignment/AlignmentArrangement.h"

namespace engine {

/// For each number of columns before an insert (0..C) the residues of the longest insert there.
std::vector<std::int32_t> longestInserts(const Alignment& alignment);

/// The places between columns at which a row has an insert, with the length of the longest one there. O(N + inserts).
std::vector<ExpandedInsert> insertWidths(const Alignment& alignment);

/// The same alignment without inserts: between two columns come as many new columns as the longest insert there needs.
/// Shorter inserts stand at the left and are filled up with '.', annotations are filled up with '.' as well.
Alignment expandInserts(const Alignment& alignment);

/// The same alignment with its insert columns (every entry a lower-case letter or '.') moved beside the columns. In the
/// columns that remain, lower case becomes upper case and '.' becomes '-'; inserts become lower case ('*': x), so that
/// A2M and A3M can tell them apart. Annotations of insert columns are dropped. Inserts of `alignment` itself are kept.
Alignment collapseInsertColumns(const Alignment& alignment);

}  // namespace engine
