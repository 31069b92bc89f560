// Two alignments stacked through the alignment of their profiles, so that a hit can be looked at as two families
// (MATHEMATICS.md 6.4).
#pragma once

#include "engine/alignment/Alignment.h"
#include "engine/alignment/AlignmentPath.h"

namespace engine {

/// Columns of the stack. both: every column of both alignments, one for the two of a pair; query: those of the query
/// alone, the template's other residues become inserts.
enum class StackColumns { both, query };

/// The rows of `query`, then those of `templ`, each with all its residues in order and a note that says which family it
/// is of (kFamilyTag). Both stand on the match columns of their profiles, to which i and j of the path refer. Before
/// the first pair and behind the last, and where neither is paired, columns of the query come before those of the
/// template. Inserts stay inserts, in lower case; annotations of columns are the query's, '-' where it has no column.
/// The name of both stands in a note "#", where other programs look for it in A3M. Throws Error when a step lies
/// outside of one of the two or the path runs back.
Alignment stackedFamilies(const Alignment& query, const Alignment& templ, const AlignmentPath& path,
                          StackColumns columns);

}  // namespace engine
