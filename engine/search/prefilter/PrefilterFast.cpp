// The prefilter's scores at full speed: one string at a time, the query's columns side by side in vectors of bytes.
//
// Column i stands in vector i mod V, lane i / V (striped: M. Farrar 2007, Bioinformatics 23, 156), so that the diagonal
// neighbour of a vector is the vector before it, and only that of the first is shifted by one lane.
//
// A score s is held as the signed byte s - 128. The floor of the byte is then the 0 of the definition, and one
// saturating addition of (score - 50) does what the definition does with two. The other border differs, 255 instead of
// 205, but the two agree up to the first cell that reaches 205, and 205 is the answer from there on.
#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/search/prefilter/ByteLanes.h"
#include "engine/search/prefilter/Prefilter.h"

namespace engine {

namespace {

constexpr std::int8_t kFloor = -128;
constexpr int kMaxTableScore = 127;    ///< of (score - 50)
constexpr Index kStringsPerTask = 64;  ///< strings per task: below 5 ms for 20 000 letters and 1600 columns

/// (score - 50) of all letters, striped; kFloor behind the last column. Whole vectors, so that none of them lies across
/// two cache lines: bytes wherever the allocator put them were a tenth slower for 1600 columns.
struct StripedQuery {
  Index numVectors = 0;           ///< V
  std::vector<ByteLanes> values;  ///< 220 x V
  bool fits = true;               ///< false: a score is too large for the table

  explicit StripedQuery(const ColumnStateProfile& query)
      : numVectors((query.length + ByteLanes::kCount - 1) / ByteLanes::kCount) {
    values.reserve(static_cast<size_t>(ColumnStates::kNumLetters * numVectors));
    for (int letter = 0; letter < ColumnStates::kNumLetters; ++letter)
      for (Index v = 0; v < numVectors; ++v) values.push_back(striped(query, letter, v));
  }
  const ByteLanes* row(std::uint8_t letter) const { return values.data() + letter * numVectors; }

 private:
  ByteLanes striped(const ColumnStateProfile& query, int letter, Index v) {
    std::array<std::int8_t, ByteLanes::kCount> bytes;
    bytes.fill(kFloor);
    for (Index lane = 0; lane * numVectors + v < query.length && lane < ByteLanes::kCount; ++lane) {
      const int score = query.row(letter)[lane * numVectors + v] - ColumnStateProfile::kOffset;
      fits = fits && score <= kMaxTableScore;
      nth(bytes, lane) = static_cast<std::int8_t>(std::min(score, kMaxTableScore));
    }
    return ByteLanes::load(bytes.data());
  }
};

int largest(ByteLanes best) {
  std::array<std::int8_t, ByteLanes::kCount> bytes;
  best.store(bytes.data());
  return std::min(*std::max_element(bytes.begin(), bytes.end()) - kFloor, kMaxPrefilterScore);
}

using Letters = std::span<const std::uint8_t>;
using Kernel = int (*)(const StripedQuery& query, Letters letters);

/// V known to the compiler: the whole row of scores stays in registers.
template <int V>
int ungappedInRegisters(const StripedQuery& query, Letters letters) {
  const ByteLanes floor = ByteLanes::all(kFloor);
  std::array<ByteLanes, V> s;
  s.fill(floor);
  ByteLanes best = floor, otherBest = floor;
  for (const std::uint8_t letter : letters) {
    const ByteLanes* const row = query.row(letter);
    const ByteLanes wrapped = s[V - 1].shifted(floor);
#pragma GCC unroll 32
    for (int v = V - 1; v > 0; --v) {
      s[v] = addSaturated(s[v - 1], row[v]);
      ByteLanes& bestOfPair = v % 2 == 0 ? best : otherBest;
      bestOfPair = max(bestOfPair, s[v]);
    }
    s[0] = addSaturated(wrapped, row[0]);
    best = max(best, s[0]);
  }
  return largest(max(best, otherBest));
}

int ungappedInMemory(const StripedQuery& query, Letters letters) {
  const ByteLanes floor = ByteLanes::all(kFloor);
  const Index numVectors = query.numVectors;
  std::vector<ByteLanes> s(static_cast<size_t>(numVectors), floor);
  ByteLanes best = floor;
  for (const std::uint8_t letter : letters) {
    const ByteLanes* row = query.row(letter);
    ByteLanes diagonal = s.back().shifted(floor);
    for (ByteLanes& cell : s) {
      const ByteLanes next = addSaturated(diagonal, *row);
      diagonal = cell;
      cell = next;
      best = max(best, next);
      ++row;
    }
  }
  return largest(best);
}

/// s and the two gap scores of one string.
struct GappedRow {
  std::vector<ByteLanes> s, gapInQuery;
};

/// Carries gaps over the border between lanes: `gap` leaves the last vector and enters the first one, a lane higher.
/// Ends as soon as no lane gains more than the gaps that its own cells open.
void carryGaps(GappedRow& row, ByteLanes gap, ByteLanes open, ByteLanes extend) {
  const ByteLanes floor = ByteLanes::all(kFloor);
  for (Index lane = 0; lane < ByteLanes::kCount; ++lane) {
    gap = gap.shifted(floor);
    for (size_t v = 0; v < row.s.size(); ++v) {
      row.s[v] = max(row.s[v], gap);
      const ByteLanes opened = subSaturated(row.s[v], open);
      row.gapInQuery[v] = max(row.gapInQuery[v], opened);
      gap = subSaturated(gap, extend);
      if (!anyGreater(gap, opened)) return;
    }
  }
}

int gappedStriped(const StripedQuery& query, Letters letters) {
  const ByteLanes floor = ByteLanes::all(kFloor);
  const ByteLanes open = ByteLanes::all(kPrefilterGapOpen), extend = ByteLanes::all(kPrefilterGapExtend);
  const auto numVectors = static_cast<size_t>(query.numVectors);
  GappedRow row{std::vector<ByteLanes>(numVectors, floor), std::vector<ByteLanes>(numVectors, floor)};
  ByteLanes best = floor;
  for (const std::uint8_t letter : letters) {
    const ByteLanes* scores = query.row(letter);
    ByteLanes diagonal = row.s.back().shifted(floor);
    ByteLanes gapInLetters = floor;
    for (size_t v = 0; v < numVectors; ++v, ++scores) {
      const ByteLanes before = max(addSaturated(diagonal, *scores), row.gapInQuery[v]);
      const ByteLanes s = max(before, gapInLetters);
      diagonal = row.s[v];
      row.s[v] = s;
      best = max(best, s);
      row.gapInQuery[v] = max(subSaturated(row.gapInQuery[v], extend), subSaturated(s, open));
      // Opening from `s` where a gap just ended gains nothing over extending that gap.
      gapInLetters = max(subSaturated(gapInLetters, extend), subSaturated(before, open));
    }
    carryGaps(row, gapInLetters, open, extend);
  }
  return largest(best);
}

constexpr int kMaxInRegisters = ByteLanes::kRegisters - 5;

template <int... V>
constexpr std::array<Kernel, sizeof...(V)> kernelsInRegisters(std::integer_sequence<int, V...>) {
  return {&ungappedInRegisters<V + 1>...};
}

Kernel kernelOf(PrefilterStage stage, Index numVectors) {
  static constexpr auto kKernels = kernelsInRegisters(std::make_integer_sequence<int, kMaxInRegisters>());
  if (stage == PrefilterStage::gapped) return &gappedStriped;
  return numVectors <= kMaxInRegisters ? nth(kKernels, numVectors - 1) : &ungappedInMemory;
}

}  // namespace

std::vector<int> prefilterScores(PrefilterStage stage, const ColumnStateProfile& query, ColumnStrings database,
                                 std::span<const Index> which, int threads, Progress& progress) {
  std::vector<int> scores(which.size(), 0);
  if (query.length == 0) return scores;
  const StripedQuery striped(query);
  const Kernel kernel = kernelOf(stage, striped.numVectors);
  const bool isRun = !which.empty() && which.back() - which.front() + 1 == std::ssize(which);
  const char* const step = stage == PrefilterStage::ungapped ? "prefilter without gaps" : "prefilter with gaps";
  parallelFor(static_cast<Index>(which.size()), kStringsPerTask, threads, progress, step, [&](Index begin, Index end) {
    // Of scattered strings nobody knows what lies between them.
    if (isRun) database.isReading(nth(which, begin), nth(which, end - 1) + 1);
    for (auto k = static_cast<size_t>(begin); k < static_cast<size_t>(end); ++k) {
      const Letters letters = database[which[k]];
      std::uint8_t highest = 0;
      for (const std::uint8_t letter : letters) highest = std::max(highest, letter);
      if (highest >= ColumnStates::kNumLetters)
        fail("column states of template ", which[k] + 1, ": found letter ", int{highest}, ", expected at most ",
             int{ColumnStates::kAny});
      scores[k] = striped.fits ? kernel(striped, letters) : prefilterScorePlain(stage, query, letters);
    }
  });
  return scores;
}

}  // namespace engine
