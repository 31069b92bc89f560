// Redundancy filter of HH-suite 3.3.0: order, coverage, identity and score to the master, then diversity in rounds of
// rising identity thresholds. Which of several similar sequences survives depends on the order, ties included.
#include "engine/hmm/AlignmentFilter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine {

namespace {

/// Sorts order[1..] by residues, descending, with the tie order of HH-suite: middle element as pivot, one scan, then
/// the same on both sides. Equal rows make one side long, so the parts wait in a list instead of on the stack.
void sortLikeHhsuite(std::vector<size_t>& order, const std::vector<MatchRow>& rows, Progress& progress) {
  const auto at = [&order](Index i) -> size_t& { return order[static_cast<size_t>(i)]; };
  std::vector<std::pair<Index, Index>> waiting{{1, static_cast<Index>(order.size()) - 1}};
  while (!waiting.empty()) {
    const auto [left, right] = waiting.back();
    waiting.pop_back();
    if (left >= right) continue;
    progress.update(0, "sort sequences");
    std::swap(at(left), at((left + right) / 2));
    Index last = left;
    for (Index i = left + 1; i <= right; ++i)
      if (rows[at(i)].numResidues > rows[at(left)].numResidues) std::swap(at(++last), at(i));
    std::swap(at(left), at(last));
    waiting.emplace_back(left, last - 1);
    waiting.emplace_back(last + 1, right);
  }
}

std::vector<size_t> filterOrder(const MatchAlignment& alignment, Progress& progress) {
  std::vector<size_t> order(alignment.rows.size());
  for (size_t k = 0; k < order.size(); ++k) order[k] = k;
  sortLikeHhsuite(order, alignment.rows, progress);
  return order;
}

/// Sum of pair scores with the master over the row's span; a gap costs 6 bits, each further position 1.
double scoreAgainst(const MatchRow& master, const MatchRow& row, const SubstitutionMatrix& matrix) {
  double sum = 0;
  bool masterGap = false, rowGap = false;
  for (Index i = row.first; i <= row.last; ++i) {
    const std::uint8_t a = master.codes[static_cast<size_t>(i)], b = row.codes[static_cast<size_t>(i)];
    if (a < alphabet::kNumResidues && b < alphabet::kNumResidues) {
      sum += matrix.score[a][b];
      masterGap = rowGap = false;
    } else if (a == match::kUnknown || b == match::kUnknown) {
      continue;
    } else if (b < alphabet::kNumResidues) {
      sum -= std::exchange(masterGap, true) ? 1 : 6;
    } else if (a < alphabet::kNumResidues) {
      sum -= std::exchange(rowGap, true) ? 1 : 6;
    }
  }
  return sum;
}

Index numDifferent(const MatchRow& master, const MatchRow& row) {
  Index count = 0;
  for (Index i = row.first; i <= row.last; ++i) {
    const std::uint8_t code = row.codes[static_cast<size_t>(i)];
    if (code < alphabet::kNumResidues && code != master.codes[static_cast<size_t>(i)]) ++count;
  }
  return count;
}

bool isCandidate(const MatchAlignment& alignment, size_t k, const FilterOptions& options,
                 const SubstitutionMatrix& matrix) {
  const MatchRow& master = alignment.rows.front();
  const MatchRow& row = alignment.rows[k];
  const double residues = static_cast<double>(row.numResidues);
  if (row.numResidues == 0) return false;
  if (100 * residues < options.minCoverage * static_cast<double>(alignment.numColumns)) return false;
  if (options.minScore > -10 && scoreAgainst(master, row, matrix) < options.minScore * residues) return false;
  if (options.minIdentity <= 0) return true;
  const auto limit = static_cast<Index>((0.9999 - 0.01 * options.minIdentity) * residues + 0.9999);
  return numDifferent(master, row) < limit;
}

/// True when the rows differ enough for an identity threshold of `percent`.
bool differEnough(const MatchRow& a, const MatchRow& b, double percent) {
  const Index first = std::max(a.first, b.first), last = std::min(a.last, b.last);
  const double share = 0.9999 - 0.01 * percent;
  const double overlap = static_cast<double>(last - first + 1);
  const auto enough = static_cast<Index>(share * std::min(static_cast<double>(a.numResidues), overlap) + 0.999);
  Index different = 0, common = 0;
  for (Index i = first; i <= last; ++i) {
    const std::uint8_t x = a.codes[static_cast<size_t>(i)], y = b.codes[static_cast<size_t>(i)];
    if (x >= alphabet::kNumResidues || y >= alphabet::kNumResidues) continue;
    ++common;
    if (x != y && ++different >= enough) return true;
  }
  return static_cast<double>(different) >= share * static_cast<double>(common);
}

/// The diversity rounds: which rows are accepted, and how many accepted rows span each column.
class DiversityFilter {
 public:
  DiversityFilter(const MatchAlignment& alignment, std::vector<size_t> order)
      : m_alignment(alignment),
        m_order(std::move(order)),
        m_isAccepted(alignment.rows.size(), false),
        m_spanning(static_cast<size_t>(alignment.numColumns), 0),
        m_spanningMax(m_spanning.size(), 0),
        m_threshold(m_spanning.size(), 0) {
    accept(0);
  }

  std::vector<Index> run(const FilterOptions& options, Progress& progress) {
    const auto rows = static_cast<Index>(m_alignment.rows.size());
    if (options.diversity == 0 || options.diversity >= rows) {
      std::fill(m_threshold.begin(), m_threshold.end(), options.maxIdentity);
      acceptRound(progress);
    } else {
      runRounds(options, progress);
    }
    std::vector<Index> kept;
    for (size_t k = 0; k < m_isAccepted.size(); ++k)
      if (m_isAccepted[k]) kept.push_back(static_cast<Index>(k));
    return kept;
  }

 private:
  void runRounds(const FilterOptions& options, Progress& progress) {
    int step = 0;
    Index missingBefore = options.diversity;
    for (int identity = 20; identity <= options.maxIdentity;) {
      const Index missing = raiseThresholds(options.diversity, identity);
      if (missing == 0) return;
      acceptRound(progress);
      const Index wanted = missing / (missingBefore - missing + 1) * step / 2;
      step = static_cast<int>(std::max<Index>(1, std::min<Index>(5, wanted)));
      identity += step;
      missingBefore = missing;
    }
  }

  /// Gives `identity` to the columns that fewer than `diversity` accepted rows span; returns the largest number
  /// missing.
  Index raiseThresholds(Index diversity, double identity) {
    const auto columns = static_cast<Index>(m_spanning.size());
    Index missing = 0;
    for (Index i = 0; i < columns; ++i) {
      const Index begin = std::max<Index>(0, std::min(columns - 50, i - 25));
      const Index end = std::min(columns, std::max<Index>(50, i + 26));
      Index& most = m_spanningMax[static_cast<size_t>(i)];
      for (Index j = begin; j < end; ++j) most = std::max(most, m_spanning[static_cast<size_t>(j)]);
      if (most >= diversity) continue;
      m_threshold[static_cast<size_t>(i)] = identity;
      missing = std::max(missing, diversity - most);
    }
    return missing;
  }

  void acceptRound(Progress& progress) {
    for (size_t position = 1; position < m_order.size(); ++position) {
      progress.update(static_cast<double>(position) / static_cast<double>(m_order.size()), "filter sequences");
      if (!m_isAccepted[m_order[position]] && isDifferentFromEarlier(position)) accept(m_order[position]);
    }
  }

  bool isDifferentFromEarlier(size_t position) const {
    const MatchRow& row = m_alignment.rows[m_order[position]];
    const auto begin = m_threshold.begin() + row.first;
    const double threshold = *std::max_element(begin, m_threshold.begin() + row.last + 1);
    if (threshold >= 100) return true;
    for (size_t earlier = 0; earlier < position; ++earlier)
      if (m_isAccepted[m_order[earlier]] && !differEnough(row, m_alignment.rows[m_order[earlier]], threshold))
        return false;
    return true;
  }

  void accept(size_t k) {
    m_isAccepted[k] = true;
    const MatchRow& row = m_alignment.rows[k];
    for (Index i = row.first; i <= row.last; ++i) ++m_spanning[static_cast<size_t>(i)];
  }

  const MatchAlignment& m_alignment;
  std::vector<size_t> m_order;
  std::vector<bool> m_isAccepted;
  std::vector<Index> m_spanning;     ///< accepted rows spanning each column
  std::vector<Index> m_spanningMax;  ///< largest value seen so far in a window around each column
  std::vector<double> m_threshold;   ///< % identity
};

}  // namespace

std::vector<Index> filterRows(const MatchAlignment& alignment, const FilterOptions& options,
                              const SubstitutionMatrix& matrix, Progress& progress) {
  if (alignment.rows.empty()) return {};
  std::vector<size_t> candidates;
  for (const size_t k : filterOrder(alignment, progress))
    if (k == 0 || isCandidate(alignment, k, options, matrix)) candidates.push_back(k);
  return DiversityFilter(alignment, std::move(candidates)).run(options, progress);
}

}  // namespace engine
