#include "engine/heads/HeadComparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/analysis/SpecialTokens.h"
#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/heads/HeadSimilarity.h"
#include "engine/heads/RowStatistics.h"
#include "engine/sequence/Alphabet.h"

namespace engine {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// x log2(x / m) of both, where m is their mean.
double divergenceOf(double x, double y) {
  const double mean = 0.5 * (x + y);
  return (x > 0 ? 0.5 * x * std::log2(x / mean) : 0) + (y > 0 ? 0.5 * y * std::log2(y / mean) : 0);
}

HeadMap mapOf(const Array<float>& weights) {
  HeadMap map;
  map.take(weights);
  if (map.hasNegative()) fail(weights.name, ": found negative weights, comparing needs weights of 0 or more");
  return map;
}

/// The pooled p of one map into row `k`.
void pool(const HeadMap& map, PooledHeads& pooled, Index k) {
  RowStatistics rows{MapResidues{}};
  HeadStatistics unused;
  rows.describe(map, unused, Progress(), {pooled.block, pooled.maps.data() + k * pooled.maps.length(1)});
}

double correlationOf(Array<double> pair) {
  Progress progress;
  return 1 - correlationDistances(std::move(pair), 1, progress)(0, 1);
}

double pooledCorrelation(const HeadMap& first, const HeadMap& second) {
  PooledHeads pooled = pooledHeads(2, first.rows(), first.columns());
  pool(first, pooled, 0);
  pool(second, pooled, 1);
  return correlationOf(std::move(pooled.maps));
}

/// Cell by cell, of what is finite.
double plainCorrelation(const Array<float>& first, const Array<float>& second) {
  Array<double> pair({2, first.size()}, 0.0, "maps");
  for (Index k = 0; k < first.size(); ++k) {
    pair(0, k) = std::isfinite(first[k]) ? static_cast<double>(first[k]) : 0;
    pair(1, k) = std::isfinite(second[k]) ? static_cast<double>(second[k]) : 0;
  }
  return correlationOf(std::move(pair));
}

/// Mean over `rows` with any weight of the share on `columns`, which ascend.
double keptShare(const Array<float>& map, std::vector<Index> residues) {
  std::sort(residues.begin(), residues.end());
  const std::vector<double> lost = lostMass(map, residues, residues);
  double shares = 0, count = 0;
  for (size_t k = 0; k < residues.size(); ++k) {
    double total = 0;
    for (Index j = 0; j < map.length(1); ++j)
      if (std::isfinite(map(residues[k], j))) total += static_cast<double>(map(residues[k], j));
    if (total <= 0) continue;
    shares += 1 - lost[k] / total;
    ++count;
  }
  return count > 0 ? shares / count : 0;
}

PooledHeads pooledSet(const HeadSet& heads, const MapResidues& residues, int threads, Progress& progress) {
  PooledHeads pooled =
      pooledHeads(heads.count(), static_cast<Index>(residues.queries.size()), static_cast<Index>(residues.keys.size()));
  parallelFor(heads.count(), 1, threads, progress, "reading heads", [&](Index begin, Index end) {
    HeadMap map;
    for (Index k = begin; k < end; ++k) {
      map.read(heads, residues, k / heads.numHeads, k % heads.numHeads);
      pool(map, pooled, k);
    }
  });
  return pooled;
}

/// Distances between the heads of two sets: those of all together, without those inside a set.
Array<double> crossDistances(const PooledHeads& first, const PooledHeads& second, int threads, Progress& progress) {
  const Index n = first.maps.length(0), m = second.maps.length(0), cells = first.maps.length(1);
  Array<double> both({n + m, cells}, Untouched{}, "pooled heads");
  std::copy(first.maps.begin(), first.maps.end(), both.begin());
  std::copy(second.maps.begin(), second.maps.end(), both.begin() + n * cells);
  const Array<double> all = correlationDistances(std::move(both), threads, progress);
  Array<double> cross({n, m}, 0.0, "distance of heads");
  for (Index a = 0; a < n; ++a)
    for (Index b = 0; b < m; ++b) cross(a, b) = all(a, n + b);
  return cross;
}

std::vector<Index> nearestPairs(const Array<double>& distance) {
  std::vector<Index> partners;
  const Index columns = distance.length(1);
  for (Index a = 0; a < distance.length(0); ++a) {
    const double* const row = distance.data() + a * columns;
    partners.push_back(columns > 0 ? std::min_element(row, row + columns) - row : -1);
  }
  return partners;
}

std::vector<ResidueCode> codesOf(const std::string& letters) {
  std::vector<ResidueCode> codes;
  for (const char letter : letters) {
    const ResidueCode code = alphabet::codeOf(letter);
    const bool isKnown = code != alphabet::kInvalid && alphabet::isResidue(code);
    codes.push_back(isKnown ? alphabet::upper(code) : alphabet::kUnknown);
  }
  return codes;
}

MapResidues square(const HeadSet& heads) {
  MapResidues residues = residuesOf(heads);
  if (!residues.isSquare())
    fail("atlas of two sets of heads: found maps of ", residues.queries.size(), " x ", residues.keys.size(),
         " residues, expected as many rows as columns");
  return residues;
}

/// Those residues alone.
MapResidues cutTo(const MapResidues& residues, const std::vector<Index>& numbers) {
  MapResidues cut;
  for (const Index number : numbers) {
    cut.queries.push_back(nth(residues.queries, number));
    cut.keys.push_back(nth(residues.keys, number));
  }
  return cut;
}

/// The residues that both sets have, in the same order.
std::pair<MapResidues, MapResidues> sharedResidues(const HeadSet& first, const HeadSet& second) {
  const MapResidues a = square(first), b = square(second);
  if (a.queryLetters.empty() || b.queryLetters.empty()) {
    if (a.queries.size() != b.queries.size())
      fail("atlas of two sets of heads: found ", a.queries.size(), " and ", b.queries.size(),
           " residues without letters, expected as many in both");
    return {a, b};
  }
  const ResidueMap link = mapSameSequence(codesOf(a.queryLetters), codesOf(b.queryLetters));
  std::vector<Index> own, others;
  for (Index k = 0; k < std::ssize(a.queries); ++k) {
    if (link.partner(k) < 0) continue;
    own.push_back(k);
    others.push_back(link.partner(k));
  }
  if (std::ssize(own) < kLeastLinked)
    fail("atlas of two sets of heads: found ", own.size(), " residues that both have, expected at least ",
         kLeastLinked);
  return {cutTo(a, own), cutTo(b, others)};
}

}  // namespace

JointAtlas jointAtlas(const HeadSet& first, const HeadSet& second, int threads, Progress& progress) {
  const auto [own, others] = sharedResidues(first, second);
  PartProgress reading(progress, 0, 0.45), readingOthers(progress, 0.45, 0.9), comparing(progress, 0.9, 1);
  const PooledHeads a = pooledSet(first, own, threads, reading);
  const PooledHeads b = pooledSet(second, others, threads, readingOthers);
  PooledHeads both;
  both.block = a.block;
  both.maps = Array<double>({first.count() + second.count(), a.maps.length(1)}, Untouched{}, "pooled heads");
  std::copy(b.maps.begin(), b.maps.end(), std::copy(a.maps.begin(), a.maps.end(), both.maps.begin()));
  return {headAtlas(std::move(both), threads, comparing), std::ssize(own.queries)};
}

std::vector<double> rowDivergences(const HeadMap& first, const HeadMap& second) {
  requireShape("second map", {second.rows(), second.columns()}, {first.rows(), first.columns()});
  std::vector<double> rows(static_cast<size_t>(first.rows()), kNoNumber);
  for (Index i = 0; i < first.rows(); ++i) {
    if (!first.counts(i) || !second.counts(i)) continue;
    double sum = 0;
    for (Index j = 0; j < first.columns(); ++j)
      sum += divergenceOf(static_cast<double>(first.weights(i)[j]) / first.sum(i),
                          static_cast<double>(second.weights(i)[j]) / second.sum(i));
    nth(rows, i) = std::max(0.0, sum);
  }
  return rows;
}

std::optional<double> meanDivergence(const std::vector<double>& rows) {
  double sum = 0, count = 0;
  for (const double row : rows) {
    if (std::isnan(row)) continue;
    sum += row;
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

HeadComparison comparedMaps(const Array<float>& first, const Array<float>& second) {
  requireShape("second map", second.shape(), first.shape());
  const HeadMap a = mapOf(first), b = mapOf(second);
  HeadComparison found;
  found.correlation = pooledCorrelation(a, b);
  found.rowDivergence = rowDivergences(a, b);
  found.divergence = meanDivergence(found.rowDivergence);
  return found;
}

HeadComparison comparedMaps(const Array<float>& first, const Array<float>& second, const ResidueMap& link) {
  for (const Array<float>* map : {&first, &second})
    requireShape(map->name, map->shape(), {map->length(0), map->length(0)});
  requireShape("residue map", {Index(link.to.size()), Index(link.from.size())}, {first.length(0), second.length(0)});
  std::vector<Index> own, others;
  for (Index k = 0; k < first.length(0); ++k) {
    if (link.partner(k) < 0) continue;
    own.push_back(k);
    others.push_back(link.partner(k));
  }
  if (static_cast<Index>(own.size()) < kLeastLinked)
    fail("comparing two sequences: found ", own.size(), " residues with a partner, expected at least ", kLeastLinked);
  const Array<float> cut = mapAt(first, own, own), otherCut = mapAt(second, others, others);
  HeadComparison found;
  found.correlation = plainCorrelation(cut, otherCut);
  found.rowDivergence = rowDivergences(mapOf(cut), mapOf(otherCut));
  found.divergence = meanDivergence(found.rowDivergence);
  found.keptOfFirst = keptShare(first, own);
  found.keptOfSecond = keptShare(second, others);
  return found;
}

HeadPairing pairedHeads(const HeadSet& first, const HeadSet& second, bool isOneToOne, int threads, Progress& progress) {
  return pairedHeads(first, residuesOf(first), second, residuesOf(second), isOneToOne, threads, progress);
}

HeadPairing pairedHeads(const HeadSet& first, const MapResidues& residues, const HeadSet& second,
                        const MapResidues& others, bool isOneToOne, int threads, Progress& progress) {
  if (residues.queries.size() != others.queries.size() || residues.keys.size() != others.keys.size())
    fail("comparing heads: found maps of ", residues.queries.size(), " x ", residues.keys.size(), " and of ",
         others.queries.size(), " x ", others.keys.size(), " residues, expected the same sequence");
  PartProgress reading(progress, 0, 0.3), readingOthers(progress, 0.3, 0.6), comparing(progress, 0.6, 0.8),
      diverging(progress, 0.8, 1);
  const PooledHeads pooled = pooledSet(first, residues, threads, reading);
  const PooledHeads pooledOthers = pooledSet(second, others, threads, readingOthers);
  HeadPairing pairing;
  pairing.distance = crossDistances(pooled, pooledOthers, threads, comparing);
  pairing.partner = isOneToOne ? leastCostPairs(pairing.distance) : nearestPairs(pairing.distance);
  for (auto* numbers : {&pairing.divergence, &pairing.keptOfFirst, &pairing.keptOfSecond})
    numbers->assign(pairing.partner.size(), kNoNumber);
  parallelFor(first.count(), 1, threads, diverging, "comparing pairs", [&](Index begin, Index end) {
    HeadMap a, b;
    for (Index k = begin; k < end; ++k) {
      const Index partner = nth(pairing.partner, k);
      if (partner < 0) continue;
      a.read(first, residues, k / first.numHeads, k % first.numHeads);
      b.read(second, others, partner / second.numHeads, partner % second.numHeads);
      if (a.hasNegative() || b.hasNegative()) continue;
      nth(pairing.divergence, k) = meanDivergence(rowDivergences(a, b)).value_or(kNoNumber);
      nth(pairing.keptOfFirst, k) = 1 - a.specialMass();
      nth(pairing.keptOfSecond, k) = 1 - b.specialMass();
    }
  });
  return pairing;
}

}  // namespace engine
