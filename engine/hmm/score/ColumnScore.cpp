// Column scores of profile pairs.
#include "engine/hmm/score/ColumnScore.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"

namespace engine {

namespace {

ResidueVector nullOf(const ProfileHmm& query, const ProfileHmm& templ, NullModel nullModel) {
  const auto mean = [](const ResidueVector& x, const ResidueVector& y) {
    ResidueVector result;
    for (size_t a = 0; a < x.size(); ++a) result[a] = 0.5 * (x[a] + y[a]);
    return result;
  };
  switch (nullModel) {
    case NullModel::background:
      return mean(query.background, templ.background);
    case NullModel::templ:
      return compositionOf(templ);
    case NullModel::query:
      return compositionOf(query);
    case NullModel::local: {
      ResidueVector ones;
      ones.fill(1);
      return ones;
    }
    case NullModel::pair:
      break;
  }
  return mean(compositionOf(query), compositionOf(templ));
}

/// Every column divided by the root of the mean composition of the 81 columns around it, which are shifted inwards at
/// the ends and drawn towards the background with the weight of 10 columns.
std::vector<ResidueVector> relativeToSurroundings(const ProfileHmm& profile) {
  constexpr Index kWindow = 81;
  constexpr double kPrior = 10;
  const Index window = std::min(kWindow, profile.length());
  std::vector<ResidueVector> result = profile.emissions;
  for (Index i = 0; i < profile.length(); ++i) {
    const Index first = std::clamp<Index>(i - kWindow / 2, 0, profile.length() - window);
    for (size_t a = 0; a < profile.background.size(); ++a) {
      double sum = kPrior * profile.background[a];
      for (Index k = first; k < first + window; ++k) sum += nth(profile.emissions, k)[a];
      double& value = nth(result, i)[a];
      value = sum > 0 ? value / std::sqrt(sum / (static_cast<double>(window) + kPrior)) : 0.0;
    }
  }
  return result;
}

}  // namespace

ColumnScorer::ColumnScorer(const ProfileHmm& query, const ProfileHmm& templ, NullModel nullModel)
    : m_numTemplateColumns(templ.length()) {
  const bool isLocal = nullModel == NullModel::local;
  m_query = isLocal ? relativeToSurroundings(query) : query.emissions;
  const std::vector<ResidueVector> templateColumns = isLocal ? relativeToSurroundings(templ) : templ.emissions;
  const ResidueVector null = nullOf(query, templ, nullModel);
  m_template.reserve(null.size() * templ.emissions.size());
  for (size_t a = 0; a < null.size(); ++a)
    for (const ResidueVector& column : templateColumns) m_template.push_back(null[a] > 0 ? column[a] / null[a] : 0.0);
}

std::vector<double> ColumnScorer::row(Index i) const {
  // Residue by residue over all columns: the inner loop runs over contiguous memory.
  const auto columns = static_cast<size_t>(m_numTemplateColumns);
  std::vector<double> sums(columns, 0.0);
  const ResidueVector& query = nth(m_query, i);
  for (size_t a = 0; a < query.size(); ++a) {
    const double* odds = m_template.data() + a * columns;
    for (size_t j = 0; j < columns; ++j) sums[j] += query[a] * odds[j];
  }
  for (double& sum : sums) sum = std::log2(sum);
  return sums;
}

double ColumnScorer::score(Index i, Index j) const {
  const ResidueVector& query = nth(m_query, i);
  double sum = 0;
  for (size_t a = 0; a < query.size(); ++a)
    sum += query[a] * m_template[a * static_cast<size_t>(m_numTemplateColumns) + static_cast<size_t>(j)];
  return std::log2(sum);
}

}  // namespace engine
