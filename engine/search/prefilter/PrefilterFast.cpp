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
#include <atomic>
#include <numeric>
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
  std::int8_t most = kFloor;
  for (const std::int8_t byte : bytes) most = std::max(most, byte);  // becomes vectors, which std::max_element does not
  return std::min(most - kFloor, kMaxPrefilterScore);
}

using Letters = std::span<const std::uint8_t>;

/// Strings, and as many places for their scores.
struct Strings {
  std::span<const Letters> letters;
  std::span<int> scores;
};
using Kernel = void (*)(const StripedQuery& query, Strings strings);

/// One string's row of scores, V known to the compiler: all of it stays in registers.
template <int V>
struct RegisterRow {
  std::array<ByteLanes, V> s;
  ByteLanes best, otherBest;

  explicit RegisterRow(ByteLanes floor) : best(floor), otherBest(floor) { s.fill(floor); }
  void take(const ByteLanes* row, ByteLanes floor) {
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
};

/// Short rows wait for one vector after the other: so many strings take turns.
template <int V>
constexpr int kStringsInTurn = std::clamp((ByteLanes::kRegisters - 4) / (V + 2), 1, 4);

/// Up to kStringsInTurn<V> strings, in turn up to the end of the shortest.
template <int V, std::size_t... String>
void ungappedInTurn(const StripedQuery& query, Strings strings, std::index_sequence<String...>) {
  const ByteLanes floor = ByteLanes::all(kFloor);
  std::array<RegisterRow<V>, sizeof...(String)> rows{((void)String, RegisterRow<V>(floor))...};
  const std::size_t common = std::min({strings.letters[String].size()...});
  for (std::size_t k = 0; k < common; ++k)
    (rows[String].take(query.row(strings.letters[String].data()[k]), floor), ...);
  const auto finish = [&](RegisterRow<V> row, Letters letters) {
    for (const std::uint8_t letter : letters) row.take(query.row(letter), floor);
    return largest(max(row.best, row.otherBest));
  };
  ((strings.scores[String] = finish(rows[String], strings.letters[String].subspan(common))), ...);
}

template <int V>
void ungappedInRegisters(const StripedQuery& query, Strings strings) {
  constexpr auto kTogether = static_cast<std::size_t>(kStringsInTurn<V>);
  std::size_t k = 0;
  for (; k + kTogether <= strings.letters.size(); k += kTogether)
    ungappedInTurn<V>(query, {strings.letters.subspan(k), strings.scores.subspan(k)},
                      std::make_index_sequence<kTogether>{});
  for (; k < strings.letters.size(); ++k)
    ungappedInTurn<V>(query, {strings.letters.subspan(k), strings.scores.subspan(k)}, std::index_sequence<0>{});
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

template <int (*Score)(const StripedQuery&, Letters)>
void oneByOne(const StripedQuery& query, Strings strings) {
  for (std::size_t k = 0; k < strings.letters.size(); ++k) strings.scores[k] = Score(query, strings.letters[k]);
}

constexpr int kMaxInRegisters = ByteLanes::kRegisters - 5;

template <int... V>
constexpr std::array<Kernel, sizeof...(V)> kernelsInRegisters(std::integer_sequence<int, V...>) {
  return {&ungappedInRegisters<V + 1>...};
}

Kernel kernelOf(PrefilterStage stage, Index numVectors) {
  static constexpr auto kKernels = kernelsInRegisters(std::make_integer_sequence<int, kMaxInRegisters>());
  if (stage == PrefilterStage::gapped) return &oneByOne<gappedStriped>;
  return numVectors <= kMaxInRegisters ? nth(kKernels, numVectors - 1) : &oneByOne<ungappedInMemory>;
}

void requireLetters(Letters letters, Index number) {
  std::uint8_t highest = 0;
  for (const std::uint8_t letter : letters) highest = std::max(highest, letter);
  if (highest >= ColumnStates::kNumLetters)
    fail("column states of template ", number + 1, ": found letter ", int{highest}, ", expected at most ",
         int{ColumnStates::kAny});
}

/// Scores of a task's strings. Those of like lengths are neighbours for the kernel, as some are computed in turn.
void scoreTask(const StripedQuery& query, Kernel kernel, std::span<const Letters> strings, std::span<int> scores) {
  std::array<std::size_t, kStringsPerTask> order;
  std::array<Letters, kStringsPerTask> sorted;
  std::array<int, kStringsPerTask> found;
  const std::size_t count = strings.size();
  std::iota(order.begin(), order.begin() + std::ptrdiff_t(count), std::size_t{0});
  std::sort(order.begin(), order.begin() + std::ptrdiff_t(count),
            [&](std::size_t a, std::size_t b) { return strings[a].size() < strings[b].size(); });
  for (std::size_t k = 0; k < count; ++k) sorted[k] = strings[order[k]];
  kernel(query, {std::span(sorted).first(count), std::span(found).first(count)});
  for (std::size_t k = 0; k < count; ++k) scores[order[k]] = found[k];
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
  const auto count = static_cast<Index>(which.size());
  // Tasks are taken in the order of the file, so that it is read ahead in one place: parallelFor lets each thread begin
  // elsewhere.
  std::atomic<Index> next{0};
  parallelFor(count, kStringsPerTask, threads, progress, step, [&](Index, Index) {
    const Index begin = next.fetch_add(kStringsPerTask, std::memory_order_relaxed);
    const Index end = std::min(begin + kStringsPerTask, count);
    // Of scattered strings nobody knows what lies between them.
    if (isRun) database.isReading(nth(which, begin), nth(which, end - 1) + 1, begin == 0);
    std::array<Letters, kStringsPerTask> strings;
    for (Index k = begin; k < end; ++k) {
      const Letters letters = nth(strings, k - begin) = database[nth(which, k)];
      requireLetters(letters, nth(which, k));
    }
    const std::span<int> found = std::span(scores).subspan(std::size_t(begin), std::size_t(end - begin));
    if (striped.fits) return scoreTask(striped, kernel, std::span(strings).first(found.size()), found);
    for (std::size_t k = 0; k < found.size(); ++k) found[k] = prefilterScorePlain(stage, query, strings[k]);
  });
  return scores;
}

}  // namespace engine
