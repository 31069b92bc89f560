// Carrying the rows of a hit's alignment over to the alignment of the query (MATHEMATICS.md 6.3).
#pragma once

#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/alignment/AlignmentPath.h"
#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// A residue as inserts have it: lower case; '*', which has none, becomes x.
ResidueCode asInsert(ResidueCode code);

/// The same rows on their match columns alone (0-based, increasing): everything between these becomes inserts. Column
/// annotations keep the symbols of match columns; annotations of rows are dropped.
Alignment onMatchColumns(const Alignment& alignment, const std::vector<Index>& columns);

/// The rows that a profile carries along, on its columns; its master alone when it carries none. Throws Error when one
/// has another number of columns than the profile.
Alignment shownAlignment(const ProfileHmm& profile);

/// Adds the rows of `templ` to those of `query`. Both stand on the match columns of their profiles, to which i and j of
/// the path refer; the steps that pair two positions count. Between two pairs, di query columns and dl letters of the
/// row (residues and gaps, the second pair included) apart:
///   dl > di = 1  the surplus becomes an insert, the last letter takes the column;
///   dl > di > 1  half of di, rounded down, takes columns from the left, the rest from the right, the surplus between
///   them
///                becomes an insert;
///   dl <= di     half of dl, rounded down, stands at the left and the rest at the right, gaps between them.
/// So every residue from the first to the last pair stays, once and in order; what lies outside is left out. Rows
/// without a residue there are left out as well. Throws Error when a step lies outside of one of the two or pairs run
/// back.
Alignment mergeHit(Alignment query, const Alignment& templ, const AlignmentPath& path);

}  // namespace engine
