// Position-based weights after Henikoff and Henikoff (1994), applied to the sub-alignment of every column as in
// HH-suite.
#include "engine/hmm/weights/SequenceWeights.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

namespace {

template <class Counts>
double numKinds(const Counts& counts) {
  return static_cast<double>(
      std::count_if(counts.begin(), counts.begin() + alphabet::kNumResidues, [](int n) { return n > 0; }));
}

}  // namespace

std::vector<double> globalWeights(const MatchAlignment& alignment, const std::vector<Index>& kept) {
  std::vector<double> weights(kept.size(), 1e-6);
  for (size_t i = 0; i < static_cast<size_t>(alignment.numColumns); ++i) {
    std::array<int, 23> counts{};
    for (const Index k : kept) ++counts[nth(alignment.rows, k).codes[i]];
    const double kinds = numKinds(counts);
    for (size_t k = 0; k < kept.size(); ++k) {
      const MatchRow& row = nth(alignment.rows, kept[k]);
      if (const std::uint8_t a = row.codes[i]; a < alphabet::kNumResidues)
        weights[k] += 1.0 / (counts[a] * kinds * (static_cast<double>(row.numResidues) + 30.0));
    }
  }
  double sum = 0;
  for (const double w : weights) sum += w;
  for (double& w : weights) w /= sum;
  return weights;
}

ColumnWeights::ColumnWeights(const MatchAlignment& alignment, const std::vector<Index>& kept,
                             const std::vector<double>& global)
    : m_alignment(alignment),
      m_kept(kept),
      m_global(global),
      m_isMember(kept.size(), false),
      m_counts(static_cast<size_t>(alignment.numColumns)),
      m_weights(kept.size(), 0.0) {}

void ColumnWeights::countRow(size_t k, int sign) {
  const std::vector<std::uint8_t>& codes = row(k).codes;
  for (size_t j = 0; j < codes.size(); ++j) m_counts[j][codes[j]] += sign;
  m_isMember[k] = sign > 0;
  m_numMembers += sign;
}

void ColumnWeights::advance() {
  ++m_column;
  bool changed = m_column == 0;
  for (size_t k = 0; k < m_kept.size(); ++k) {
    const bool belongs = nth(row(k).codes, m_column) < alphabet::kNumResidues;
    if (belongs == m_isMember[k]) continue;
    countRow(k, belongs ? 1 : -1);
    changed = true;
  }
  if (!changed) return;
  chooseRange();
  computeWeights();
  computeNeff();
}

void ColumnWeights::chooseRange() {
  const auto tooManyEndGaps = [this](size_t j) {
    return m_counts[j][match::kEndGap] > kMaxEndGapShare * static_cast<double>(m_numMembers);
  };
  m_begin = 0;
  m_end = m_counts.size();
  while (m_begin < m_end && tooManyEndGaps(m_begin)) ++m_begin;
  while (m_end > m_begin && tooManyEndGaps(m_end - 1)) --m_end;
}

void ColumnWeights::computeWeights() {
  std::fill(m_weights.begin(), m_weights.end(), 0.0);
  if (m_end - m_begin < static_cast<size_t>(kMinSubalignmentColumns)) {
    for (size_t k = 0; k < m_kept.size(); ++k)
      if (m_isMember[k]) m_weights[k] = m_global[k];
    return;
  }
  std::fill(m_weights.begin(), m_weights.end(), static_cast<double>(kWeightFloor));
  for (size_t j = m_begin; j < m_end; ++j) {
    std::array<double, 23> share{};
    const double kinds = numKinds(m_counts[j]);
    for (size_t a = 0; a < alphabet::kNumResidues; ++a)
      if (m_counts[j][a] > 0) share[a] = 1.0 / (m_counts[j][a] * kinds);
    for (size_t k = 0; k < m_kept.size(); ++k)
      if (m_isMember[k]) m_weights[k] += share[row(k).codes[j]];
  }
}

void ColumnWeights::computeNeff() {
  m_neff = 1;
  if (m_numMembers == 0 || m_begin == m_end) return;
  double entropy = 0;
  for (size_t j = m_begin; j < m_end; ++j) {
    std::array<double, 23> sums{};
    for (size_t k = 0; k < m_kept.size(); ++k)
      if (m_isMember[k]) sums[row(k).codes[j]] += m_weights[k];
    double total = 0;
    for (size_t a = 0; a < alphabet::kNumResidues; ++a) total += sums[a];
    for (size_t a = 0; a < alphabet::kNumResidues; ++a)
      if (sums[a] > 0) entropy -= sums[a] / total * std::log2(sums[a] / total);
  }
  m_neff = std::max(1.0, std::exp2(entropy / static_cast<double>(m_end - m_begin)));
}

}  // namespace engine
