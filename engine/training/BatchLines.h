// The letters of some rows as numbers of lines of couplings, in both orders that sums over them take.
#pragma once

#include <vector>

#include "engine/training/TrainingRows.h"

namespace engine {

struct BatchLines {
  Index count = 0;                         ///< rows of the batch
  std::vector<std::int32_t> lines;         ///< by row of the batch: j * 20 + letter of all that are present
  std::vector<std::int32_t> lineStarts;    ///< by row of the batch, and the end
  std::vector<std::int32_t> sorted;        ///< by position: rows of the batch by letter
  std::vector<std::int32_t> letterStarts;  ///< by position and letter: where these begin; 21 each

  void assign(const TrainingRows& rows, const std::vector<Index>& batch, int threads);
};

}  // namespace engine
