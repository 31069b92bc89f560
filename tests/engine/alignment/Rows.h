// Alignments of short rows for tests, from and to letters.
#pragma once

#include <string>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/sequence/Alphabet.h"
#include "engine/sequence/Sequence.h"

namespace test {

/// Named row1, row2, ...
inline engine::Alignment rowsOf(const std::vector<std::string>& rows) {
  std::vector<engine::Sequence> sequences;
  for (const std::string& letters : rows)
    sequences.push_back(engine::Sequence::fromLetters("row" + std::to_string(sequences.size() + 1), letters));
  return engine::alignmentOf(sequences);
}

inline std::vector<std::string> lettersOf(const engine::Alignment& alignment) {
  std::vector<std::string> rows;
  for (engine::Index row = 0; row < alignment.numRows(); ++row) {
    rows.emplace_back();
    for (engine::Index column = 0; column < alignment.numColumns; ++column)
      rows.back() += engine::alphabet::letterOf(alignment.at(row, column));
  }
  return rows;
}

}  // namespace test
