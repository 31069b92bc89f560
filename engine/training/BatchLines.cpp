#include "engine/training/BatchLines.h"

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/training/LetterCount.h"

namespace engine {

void BatchLines::assign(const TrainingRows& rows, const std::vector<Index>& batch, int threads) {
  const Index length = rows.length();
  count = std::ssize(batch);
  lines.clear();
  lineStarts.assign(1, 0);
  for (const Index n : batch) {
    for (Index j = 0; j < length; ++j)
      if (const Index letter = rows.codes(n, j); letter < K) lines.push_back(std::int32_t(j * K + letter));
    lineStarts.push_back(std::int32_t(std::ssize(lines)));
  }
  sorted.resize(std::size_t(length * count));
  letterStarts.resize(std::size_t(length * (K + 1)));
  parallelFor(length, 16, threads, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) {
      Index place = j * count;
      for (Index letter = 0; letter < K; ++letter) {
        nth(letterStarts, j * (K + 1) + letter) = std::int32_t(place);
        for (Index n = 0; n < count; ++n)
          if (rows.codes(nth(batch, n), j) == letter) nth(sorted, place++) = std::int32_t(n);
      }
      nth(letterStarts, j * (K + 1) + K) = std::int32_t(place);
    }
  });
}

}  // namespace engine
