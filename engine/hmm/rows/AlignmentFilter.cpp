// Redundancy filter of HH-suite 3.3.0: order, coverage, identity and score to the master, then diversity in rounds of
// rising identity thresholds. Which of several similar sequences survives depends on the order, ties included.
#include "engine/hmm/rows/AlignmentFilter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/hmm/profile/TargetNeff.h"
#include "engine/hmm/rows/FilterOrder.h"
#include "engine/hmm/rows/RowBits.h"

namespace engine {

namespace {

/// Sum of pair scores with the master over the row's span; a gap costs 6 bits, each further position 1.
double scoreAgainst(const MatchRow& master, const MatchRow& row, const SubstitutionMatrix& matrix) {
  double sum = 0;
  bool masterGap = false, rowGap = false;
  for (Index i = row.first; i <= row.last; ++i) {
    const std::uint8_t a = nth(master.codes, i), b = nth(row.codes, i);
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
    const std::uint8_t code = nth(row.codes, i);
    if (code < alphabet::kNumResidues && code != nth(master.codes, i)) ++count;
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

/// The diversity rounds: which rows are accepted, and how many accepted rows span each column. Rows are known by their
/// position in the order.
class DiversityFilter {
 public:
  DiversityFilter(const MatchAlignment& alignment, std::vector<size_t> order, int threads)
      : m_alignment(alignment),
        m_order(std::move(order)),
        m_bits(alignment, m_order, threads),
        m_threads(threads),
        m_isAccepted(m_order.size(), 0),
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
    for (size_t position = 0; position < m_order.size(); ++position)
      if (m_isAccepted[position]) kept.push_back(static_cast<Index>(m_order[position]));
    std::sort(kept.begin(), kept.end());
    return kept;
  }

 private:
  static constexpr size_t kBlockRows = 256;  ///< judged side by side against what was accepted before them
  static constexpr Index kTaskRows = 16;

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
      Index& most = nth(m_spanningMax, i);
      for (Index j = begin; j < end; ++j) most = std::max(most, nth(m_spanning, j));
      if (most >= diversity) continue;
      nth(m_threshold, i) = identity;
      missing = std::max(missing, diversity - most);
    }
    return missing;
  }

  /// A row is accepted when it differs from every accepted row before it. The threads compare a block of rows with what
  /// was accepted before the block; its few accepted rows are then compared with each other in their order.
  void acceptRound(Progress& progress) {
    std::vector<size_t> earlier;  // accepted positions before the current row
    std::vector<char> isDifferent(kBlockRows);
    for (size_t block = 0; block < m_order.size(); block += kBlockRows) {
      const size_t end = std::min(block + kBlockRows, m_order.size());
      PartProgress part(progress, static_cast<double>(block) / static_cast<double>(m_order.size()),
                        static_cast<double>(end) / static_cast<double>(m_order.size()));
      const auto judge = [&](Index from, Index to) {
        for (size_t position = block + static_cast<size_t>(from); position < block + static_cast<size_t>(to);
             ++position)
          isDifferent[position - block] = !m_isAccepted[position] && differsFromAll(position, earlier, 0);
      };
      parallelFor(static_cast<Index>(end - block), kTaskRows, m_threads, part, "filter sequences", judge);
      const size_t beforeBlock = earlier.size();
      for (size_t position = block; position < end; ++position) {
        if (isDifferent[position - block] && differsFromAll(position, earlier, beforeBlock)) accept(position);
        if (m_isAccepted[position]) earlier.push_back(position);
      }
    }
  }

  /// Against the accepted rows from place `begin` on.
  bool differsFromAll(size_t position, const std::vector<size_t>& accepted, size_t begin) const {
    const MatchRow& row = m_alignment.rows[m_order[position]];
    const double threshold = *std::max_element(m_threshold.begin() + row.first, m_threshold.begin() + row.last + 1);
    if (threshold >= 100) return true;
    for (size_t k = begin; k < accepted.size(); ++k)
      if (!m_bits.differEnough(position, accepted[k], threshold)) return false;
    return true;
  }

  void accept(size_t position) {
    m_isAccepted[position] = 1;
    const MatchRow& row = m_alignment.rows[m_order[position]];
    for (Index i = row.first; i <= row.last; ++i) ++nth(m_spanning, i);
  }

  const MatchAlignment& m_alignment;
  std::vector<size_t> m_order;
  RowBits m_bits;
  int m_threads;
  std::vector<char> m_isAccepted;
  std::vector<Index> m_spanning;     ///< accepted rows spanning each column
  std::vector<Index> m_spanningMax;  ///< largest value seen so far in a window around each column
  std::vector<double> m_threshold;   ///< % identity
};

}  // namespace

double scoreAgainstMaster(const MatchAlignment& alignment, Index row, const SubstitutionMatrix& matrix) {
  const MatchRow& match = nth(alignment.rows, row);
  if (match.numResidues == 0) return 0;
  return scoreAgainst(alignment.rows.front(), match, matrix) / static_cast<double>(match.numResidues);
}

std::vector<Index> filterRows(const MatchAlignment& alignment, const FilterOptions& options,
                              const SubstitutionMatrix& matrix, int threads, Progress& progress) {
  if (alignment.rows.empty()) return {};
  std::vector<Index> lengths;
  for (const MatchRow& row : alignment.rows) lengths.push_back(row.numResidues);
  std::vector<size_t> candidates;
  for (const size_t k : filterOrder(lengths))
    if (k == 0 || isCandidate(alignment, k, options, matrix)) candidates.push_back(k);
  PartProgress diversity(progress, 0, options.targetNeff > 0 ? 0.5 : 1), target(progress, 0.5, 1);
  std::vector<Index> kept = DiversityFilter(alignment, std::move(candidates), threads).run(options, diversity);
  if (options.targetNeff > 0)
    kept = rowsWithNeff(alignment, std::move(kept), options.targetNeff, matrix, threads, target);
  return kept;
}

}  // namespace engine
