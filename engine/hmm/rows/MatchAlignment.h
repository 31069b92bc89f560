// An alignment reduced to its match columns, as the profile builder sees it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"

namespace engine {

namespace match {
inline constexpr std::uint8_t kUnknown = 20;  ///< X
inline constexpr std::uint8_t kGap = 21;      ///< between two residues of the row
inline constexpr std::uint8_t kEndGap = 22;   ///< before the first or after the last residue
}  // namespace match

struct MatchRow {
  std::vector<std::uint8_t> codes;  ///< Nq: 0..19, kUnknown, kGap, kEndGap
  std::vector<int> inserts;         ///< Nq + 1: number of residues between match column i - 1 and match column i
  Index numResidues = 0;            ///< r_k: residues in match columns, X not counted
  Index first = 0, last = -1;       ///< match columns of the first and the last of them
};

struct MatchAlignment {
  Index numColumns = 0;        ///< Nq
  std::vector<MatchRow> rows;  ///< N
  std::vector<Index> columns;  ///< Nq: 0-based alignment column of each match column
};

/// `columns` as matchColumns() gives them. `threads` 0: all cores.
MatchAlignment matchAlignment(const Alignment& alignment, std::vector<Index> columns, int threads = 1);
/// The same with progress. Throws Cancelled.
MatchAlignment matchAlignment(const Alignment& alignment, std::vector<Index> columns, int threads, Progress& progress);

/// A row as A3M text: upper case and '-' in match columns, inserts in lower case.
std::string a3mText(const Alignment& alignment, const std::vector<Index>& columns, Index row);

}  // namespace engine
