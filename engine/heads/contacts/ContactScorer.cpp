#include "engine/heads/contacts/ContactScorer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/base/Nth.h"
#include "engine/heads/DoubleLanes.h"

namespace engine {

namespace {

constexpr double kStrong = 0.3;  // of a row's weight

/// Cells of a row with more than kStrong of its weight that are marked: at most three.
void countStrong(const HeadMap& map, const ContactPairs& pairs, Index row, ContactStatistics& found) {
  const float* const weights = map.weights(row);
  const float least = static_cast<float>(0.999 * kStrong * map.sum(row));
  for (Index j = 0; j < map.columns(); ++j) {
    if (weights[j] < least) continue;
    const bool isStrong = static_cast<double>(weights[j]) / map.sum(row) > kStrong;
    if (!isStrong || pairs.cells(row)[j] == 0) continue;
    ++found.strongCells;
    found.strongContacts += pairs.contactCells(row)[j] != 0 ? 1 : 0;
  }
}

}  // namespace

/// Scores of the pairs with a finite one.
void ContactScorer::collect(const HeadMap& map, const ContactPairs& pairs, const Progress& progress) {
  m_scores.read(map);
  m_plain.assign(static_cast<size_t>(pairs.stride()), 0);
  m_corrected = m_plain;
  m_byScore.clear();
  m_byPlain.clear();
  m_byScore.reserve(pairs.pairs().size());
  m_byPlain.reserve(pairs.pairs().size());
  for (Index i = 0; i < pairs.length(); ++i) {
    const Index first = pairs.rowStart(i), last = pairs.rowStart(i + 1);
    if (progress.cancelled()) throw Cancelled{};
    if (first == last) continue;
    m_scores.row(map, i, nth(pairs.pairs(), first).j, m_plain.data(), m_corrected.data());
    for (Index k = first; k < last; ++k) {
      const std::uint32_t j = nth(pairs.pairs(), k).j;
      const float corrected = m_corrected[j];
      if (!std::isfinite(corrected)) continue;
      m_byScore.push_back(keyed(descendingBits(corrected), static_cast<std::uint32_t>(k)));
      m_byPlain.push_back(keyed(ascendingBits(m_plain[j]), static_cast<std::uint32_t>(k)));
    }
  }
}

void ContactScorer::countCandidates(const ContactPairs& pairs, ContactStatistics& found) {
  m_candidates.assign(kNumPairRanges, 0);
  m_contacts.assign(kNumPairRanges, 0);
  for (const KeyedNumber entry : m_byScore) {
    const std::uint32_t pair = numberOf(entry);
    ++nth(m_candidates, pairs.rangeOf(pair));
    nth(m_contacts, pairs.rangeOf(pair)) += pairs.isContact(pair) ? 1 : 0;
  }
  for (size_t range = 1; range < kNumPairRanges; ++range) {
    m_candidates[0] += m_candidates[range];
    m_contacts[0] += m_contacts[range];
  }
  found.pairs = m_candidates[0];
  found.contacts = m_contacts[0];
}

/// Precision of the first pairs of each range, and the average precision, in one walk from the best pair down.
void ContactScorer::rank(const ContactPairs& pairs, ContactStatistics& found) {
  radixSort(m_byScore, m_spare);
  for (size_t range = 0; range < kNumPairRanges; ++range)
    for (size_t k = 0; k < kTopDivisors.size(); ++k) {
      TopPrecision& top = found.precision[range][k];
      top.used = std::min(std::max<Index>(1, found.known / kTopDivisors[k]), m_candidates[range]);
      if (top.used > 0)
        top.possible = static_cast<double>(std::min(top.used, m_contacts[range])) / static_cast<double>(top.used);
    }
  std::array<Index, kNumPairRanges> passed{}, hits{};
  double sum = 0;
  m_best.clear();
  const auto pass = [&](size_t range, bool isContact) {
    hits[range] += isContact ? 1 : 0;
    ++passed[range];
    for (TopPrecision& top : found.precision[range])
      if (passed[range] == top.used) top.precision = static_cast<double>(hits[range]) / static_cast<double>(top.used);
  };
  for (const KeyedNumber entry : m_byScore) {
    const std::uint32_t pair = numberOf(entry);
    const bool isContact = pairs.isContact(pair);
    pass(0, isContact);
    pass(static_cast<size_t>(pairs.rangeOf(pair)), isContact);
    if (isContact) sum += static_cast<double>(hits[0]) / static_cast<double>(passed[0]);
    if (passed[0] <= found.precision[0][0].used) m_best.push_back(pairs.pairs()[pair]);
  }
  if (found.contacts > 0) found.averagePrecision = sum / static_cast<double>(found.contacts);
}

/// Ranks of minus distance among the candidates, less their mean, by pair.
std::vector<double> ContactScorer::centredNearness(const ContactPairs& pairs) const {
  std::vector<float> near;
  for (const KeyedNumber entry : m_byPlain) near.push_back(-pairs.distances()[numberOf(entry)]);
  const std::vector<double> ranks = centredRanks(near);
  std::vector<double> byPair(pairs.pairs().size());
  for (size_t k = 0; k < ranks.size(); ++k) byPair[numberOf(m_byPlain[k])] = ranks[k];
  return byPair;
}

/// Of S with minus distance, by ranks; NaN without variance.
double ContactScorer::correlation(const ContactPairs& pairs) {
  const bool isWhole = m_byPlain.size() == pairs.pairs().size();
  std::vector<double> other;
  if (!isWhole) other = centredNearness(pairs);
  const std::vector<double>& nearness = isWhole ? pairs.nearness() : other;
  double squares = isWhole ? pairs.nearnessSquares() : 0;
  for (const double rank : other) squares += rank * rank;
  radixSort(m_byPlain, m_spare);
  const double mean = (static_cast<double>(m_byPlain.size()) - 1) / 2;
  double joint = 0, own = 0;
  for (size_t first = 0; first < m_byPlain.size();) {
    size_t end = first;
    double near = 0;
    while (end < m_byPlain.size() && keyOf(m_byPlain[end]) == keyOf(m_byPlain[first]))
      near += nearness[numberOf(m_byPlain[end++])];
    const double rank = static_cast<double>(first + end - 1) / 2 - mean;
    joint += rank * near;
    own += rank * rank * static_cast<double>(end - first);
    first = end;
  }
  return joint / std::sqrt(own * squares);
}

/// Weight on contacts and strong cells.
void ContactScorer::weigh(const HeadMap& map, const ContactPairs& pairs, ContactStatistics& found) {
  DoubleLanes far{}, touching{};
  for (Index row = 0; row < map.rows(); ++row) {
    if (!map.counts(row)) continue;
    const double inverse = nth(map.inverse(), row);
    const float* const weights = map.weights(row);
    for (Index j = 0; j < pairs.stride(); j += kDoubleLanes) {
      const DoubleLanes share = widened(weights + j) * inverse;
      far += share * widened(pairs.cells(row) + j);
      touching += share * widened(pairs.contactCells(row) + j);
    }
    countStrong(map, pairs, row, found);
  }
  if (sumOf(far) > 0) found.contactMass = sumOf(touching) / sumOf(far);
  found.strongInterval = wilsonInterval(found.strongContacts, found.strongCells);
}

ContactStatistics ContactScorer::describe(const HeadMap& map, const ContactPairs& pairs, const Progress& progress) {
  requireShape("map", {map.rows(), map.columns()}, {pairs.length(), pairs.length()});
  ContactStatistics found;
  found.known = pairs.known();
  collect(map, pairs, progress);
  countCandidates(pairs, found);
  rank(pairs, found);
  if (progress.cancelled()) throw Cancelled{};
  if (found.pairs > 0) {
    found.background = static_cast<double>(found.contacts) / static_cast<double>(found.pairs);
    const double correlated = correlation(pairs);
    if (std::isfinite(correlated)) found.distanceCorrelation = correlated;
  }
  if (found.contacts > 0) {
    const TopPrecision& top = found.at(PairRange::all, 0);
    found.enrichment = *top.precision / *found.background;
    const auto hits = static_cast<Index>(std::lround(*top.precision * static_cast<double>(top.used)));
    const auto interval = wilsonInterval(hits, top.used);
    found.enrichmentInterval = Interval{interval->low / *found.background, interval->high / *found.background};
  }
  if (!map.hasNegative()) weigh(map, pairs, found);
  return found;
}

}  // namespace engine
