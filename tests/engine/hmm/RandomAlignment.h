// Random alignments with end gaps, internal gaps, inserts and unknown residues.
#pragma once

#include "engine/alignment/Alignment.h"
#include "engine/base/Random.h"

namespace test {

/// `diversity` 0..1: share of residues that differ from the first row's. About a third of the rows are fragments.
inline engine::Alignment randomAlignment(engine::Index rows, engine::Index columns, double diversity,
                                         engine::Random& random) {
  using namespace engine;
  Alignment alignment;
  alignment.numColumns = columns;
  std::vector<ResidueCode> ancestor;
  for (Index i = 0; i < columns; ++i) ancestor.push_back(static_cast<ResidueCode>(random.below(20)));
  for (Index k = 0; k < rows; ++k) {
    AlignmentRow row;
    row.name = std::to_string(k);
    Index begin = 0, end = columns;
    if (k > 0 && random.below(3) == 0) {
      begin = static_cast<Index>(random.below(static_cast<std::uint32_t>(columns)));
      end = begin + static_cast<Index>(random.below(static_cast<std::uint32_t>(columns - begin + 1)));
    }
    for (Index i = 0; i < columns; ++i) {
      ResidueCode code = ancestor[static_cast<size_t>(i)];
      if (k > 0 && random.uniform() < diversity) code = static_cast<ResidueCode>(random.below(20));
      if (random.below(20) == 0) code = alphabet::kGap;
      if (random.below(40) == 0) code = alphabet::kUnknown;
      if (i < begin || i >= end) code = alphabet::kGap;
      alignment.codes.push_back(code);
      if (i >= begin && i < end && i + 1 < columns && random.below(15) == 0)
        row.inserts.push_back({static_cast<std::int32_t>(i + 1),
                               std::vector<ResidueCode>(1 + random.below(3), ResidueCode{alphabet::kLowerCase})});
    }
    alignment.rows.push_back(row);
  }
  alignment.validate();
  return alignment;
}

inline std::vector<engine::Index> allColumns(const engine::Alignment& alignment) {
  std::vector<engine::Index> columns;
  for (engine::Index i = 0; i < alignment.numColumns; ++i) columns.push_back(i);
  return columns;
}

}  // namespace test
