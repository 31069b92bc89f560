// The definition of the prefilter's scores, cell by cell, written to be read.
#include <algorithm>

#include "engine/search/prefilter/Prefilter.h"

namespace engine {

namespace {

constexpr int kFullByte = 255;

/// One cell: the diagonal neighbour and the byte score, both borders of the byte kept.
int matched(int diagonal, int score) {
  return std::max(0, std::min(kFullByte, diagonal + score) - ColumnStateProfile::kOffset);
}

}  // namespace

int prefilterScorePlain(PrefilterStage stage, const ColumnStateProfile& query, std::span<const std::uint8_t> letters) {
  const auto columns = static_cast<size_t>(query.length);
  std::vector<int> previous(columns + 1, 0), current(columns + 1, 0);  // s of two letters, [i + 1] for column i
  std::vector<int> gapInQuery(columns, 0);                             // best score that ends with letters unpaired
  int best = 0;
  for (const std::uint8_t letter : letters) {
    const std::uint8_t* const scores = query.row(letter);
    int gapInLetters = 0;  // best score that ends with query columns unpaired
    for (size_t i = 0; i < columns; ++i) {
      int s = matched(previous[i], scores[i]);
      if (stage == PrefilterStage::gapped) {
        s = std::max({s, gapInQuery[i], gapInLetters});
        gapInQuery[i] = std::max({0, gapInQuery[i] - kPrefilterGapExtend, s - kPrefilterGapOpen});
        gapInLetters = std::max({0, gapInLetters - kPrefilterGapExtend, s - kPrefilterGapOpen});
      }
      current[i + 1] = s;
      best = std::max(best, s);
    }
    std::swap(previous, current);
  }
  return best;
}

}  // namespace engine
