// Columns that tell groups of rows apart.
#pragma once

#include <vector>

#include "engine/alignment/ColumnStatistics.h"

namespace engine {

/// Groups in a comparison have at least this many rows; smaller ones are passed over.
inline constexpr Index kLeastGroup = 2;
/// A column is scored where this share of the rows of each group has one of the 20 residues.
inline constexpr double kLeastGroupOccupancy = 0.5;

struct SubfamilyColumn {
  Index column = 0;
  float score = 0;
};

/// The rows of one group as an alignment of their own, without inserts.
Alignment rowsOfGroup(const Alignment& alignment, const std::vector<Index>& groupOfRow, Index group);

/// Statistics of each group, as of its rows alone; `groupOfRow`: N, -1: in no group.
std::vector<ColumnStatistics> groupStatistics(const Alignment& alignment, const std::vector<Index>& groupOfRow,
                                              Index numGroups, int threads, Progress& progress);

/// For each column how different the residues of the groups are, 0 (the same shares) to 1 (no residue in two groups):
/// one less the harmony of the groups (MATHEMATICS.md 3.2). NaN where a group has too few residues; all NaN with fewer
/// than two groups of kLeastGroup rows.
std::vector<float> subfamilyScores(const std::vector<ColumnStatistics>& groups);

/// The scored columns, highest score first; of equal ones the one with more residues in its emptiest group, then the
/// one with the more uniform groups, then from left to right.
std::vector<SubfamilyColumn> subfamilyColumns(const std::vector<ColumnStatistics>& groups);

}  // namespace engine
