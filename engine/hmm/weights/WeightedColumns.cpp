// Weighting of packed rows. Neighbouring columns mostly share their rows, so residues are counted incrementally; the
// columns are cut into ranges for the threads, and a range starts counting anew, in whole numbers.
#include "engine/hmm/weights/WeightedColumns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/hmm/weights/CodeSums.h"
#include "engine/hmm/weights/SequenceWeights.h"

namespace engine {

namespace {

constexpr size_t kResidues = alphabet::kNumResidues;
constexpr size_t kSlots = kCodeSlots;
constexpr Index kColumnsPerTask = 12;

ResidueVector normalised(const double* sums, const ResidueVector& background) {
  ResidueVector frequencies{};
  const double total = std::accumulate(sums, sums + kResidues, 0.0);
  if (total <= 0) return background;
  for (size_t a = 0; a < kResidues; ++a) frequencies[a] = sums[a] / total;
  return frequencies;
}

/// Bits.
double entropyOf(const double* values) {
  double total = 0, sum = 0;
  for (size_t a = 0; a < kResidues; ++a) {
    total += values[a];
    if (values[a] > 0) sum += values[a] * std::log2(values[a]);
  }
  return total > 0 ? std::log2(total) - sum / total : 0;
}

/// M->M, M->I, M->D of column i from row weights that are 0 for rows without residue or X there. Weights are changed.
TransitionRow matchTransitions(const PackedRows& rows, std::vector<float>& weights, Index i) {
  using enum Transition;
  TransitionRow sums{};
  const auto at = [&sums](Transition t) -> double& { return nth(sums, t); };
  if (i + 1 < rows.numColumns) {
    for (const PackedRows::InsertOfRow& insert : nth(rows.inserts, i + 1)) {
      at(MI) += static_cast<double>(nth(weights, insert.row));
      nth(weights, insert.row) = 0;
    }
    const std::uint8_t* next = rows.column(i + 1);
    for (Index k = 0; k < rows.numRows; ++k) {
      const auto weight = static_cast<double>(nth(weights, k));
      at(MM) += next[k] <= match::kUnknown ? weight : 0.0;
      at(MD) += next[k] == match::kGap ? weight : 0.0;
    }
  }
  return matchTransitionsOf(sums);
}

/// What leaves the insert and delete states of column i (-1: begin).
GapSums gapSums(const PackedRows& rows, const std::vector<double>& global, Index i) {
  GapSums sums;
  for (const PackedRows::InsertOfRow& insert : nth(rows.inserts, i + 1)) {
    sums.anyInsert = true;
    sums.inserts += nth(global, insert.row);
    sums.extensions += nth(global, insert.row) * (insert.length - 1);
  }
  if (i < 0 || i + 1 == rows.numColumns) return sums;  // an internal gap is never in the last column
  const std::uint8_t *here = rows.column(i), *next = rows.column(i + 1);
  for (Index k = 0; k < rows.numRows; ++k) {
    if (here[k] != match::kGap) continue;
    sums.anyGap = true;
    (next[k] == match::kGap ? sums.longerGaps : sums.closedGaps) += nth(global, k);
  }
  return sums;
}

/// The state of ColumnWeights for one range of columns.
class RangeWeights {
 public:
  RangeWeights(const PackedRows& rows, const RowExceptions& exceptions, const std::vector<double>& global)
      : m_rows(rows),
        m_exceptions(exceptions),
        m_global(global),
        m_isMember(static_cast<size_t>(rows.stride), 0),
        m_counts(static_cast<size_t>(rows.numColumns) * kSlots, 0),
        m_weights(static_cast<size_t>(rows.stride), 0.0F),
        m_sums(m_counts.size(), 0.0) {}

  void goTo(Index column) {
    if (!updateMembers(column) && m_isStarted) return;
    m_isStarted = true;
    chooseRange();
    computeWeights();
    computeSums();
  }
  double neff() const { return m_neff; }
  const double* sums(Index column) const { return m_sums.data() + static_cast<size_t>(column) * kSlots; }
  /// Of rows with residue or X in `column`; 0 elsewhere.
  std::vector<float> weights(Index column) const {
    std::vector<float> weights = m_weights;
    const std::uint8_t* codes = m_rows.column(column);
    for (Index k = 0; k < m_rows.numRows; ++k)
      if (codes[k] == match::kUnknown) nth(weights, k) = m_floor;
    return weights;
  }

 private:
  bool updateMembers(Index column) {
    const std::uint8_t* codes = m_rows.column(column);
    bool changed = false;
    for (Index k = 0; k < m_rows.numRows; ++k) {
      const bool belongs = codes[k] < kResidues;
      if (belongs == (nth(m_isMember, k) != 0)) continue;
      const int sign = belongs ? 1 : -1;
      const std::uint8_t* row = m_rows.row(k);
      for (size_t j = 0; j < static_cast<size_t>(m_rows.numColumns); ++j) m_counts[j * kSlots + row[j]] += sign;
      nth(m_isMember, k) = belongs;
      m_numMembers += sign;
      changed = true;
    }
    return changed;
  }

  void chooseRange() {
    const auto tooManyEndGaps = [this](Index j) {
      return m_counts[static_cast<size_t>(j) * kSlots + match::kEndGap] >
             kMaxEndGapShare * static_cast<double>(m_numMembers);
    };
    m_begin = 0;
    m_end = m_rows.numColumns;
    while (m_begin < m_end && tooManyEndGaps(m_begin)) ++m_begin;
    while (m_end > m_begin && tooManyEndGaps(m_end - 1)) --m_end;
  }

  void computeWeights() {
    const bool isShort = m_end - m_begin < kMinSubalignmentColumns;
    m_floor = isShort ? 0.0F : kWeightFloor;
    std::fill(m_weights.begin(), m_weights.end(), m_floor);
    if (isShort)
      for (size_t k = 0; k < m_global.size(); ++k) m_weights[k] = static_cast<float>(m_global[k]);
    else
      for (Index j = m_begin; j < m_end; ++j) addColumn(j);
    for (size_t k = 0; k < m_weights.size(); ++k)
      if (!m_isMember[k]) m_weights[k] = 0;
  }

  void addColumn(Index j) {
    const int* counts = m_counts.data() + static_cast<size_t>(j) * kSlots;
    const auto kinds = static_cast<double>(std::count_if(counts, counts + kResidues, [](int n) { return n > 0; }));
    std::array<float, kSlots> share{};
    for (size_t a = 0; a < kResidues; ++a)
      if (counts[a] > 0) share[a] = static_cast<float>(1.0 / (counts[a] * kinds));
    addByCode(m_weights.data(), m_rows.column(j), m_rows.stride, share);
  }

  /// Weights by column and residue, and the mean entropy that follows from them.
  void computeSums() {
    std::fill(m_sums.begin(), m_sums.end(), 0.0);
    m_total = std::accumulate(m_weights.begin(), m_weights.end(), 0.0);
    for (const RowExceptions::Block& block : m_exceptions.blocks) {
      double* sums = m_sums.data() + static_cast<size_t>(block.first) * kSlots;
      for (size_t k = 0; k < static_cast<size_t>(m_rows.numRows); ++k) {
        if (!m_isMember[k]) continue;
        const auto weight = static_cast<double>(m_weights[k]);
        for (std::uint32_t e = block.begins[k]; e < block.begins[k + 1]; ++e) sums[block.slots[e]] += weight;
      }
    }
    for (Index j = 0; j < m_rows.numColumns; ++j) addUsual(j);
    computeNeff();
  }

  /// What the members have that the exceptions leave over.
  void addUsual(Index j) {
    const std::uint8_t usual = nth(m_exceptions.usual, j);
    double* sums = m_sums.data() + static_cast<size_t>(j) * kSlots;
    if (usual >= kResidues || m_counts[static_cast<size_t>(j) * kSlots + usual] == 0) return;
    sums[usual] = std::max(0.0, m_total - std::accumulate(sums, sums + kSlots, 0.0));
  }

  void computeNeff() {
    m_neff = 1;
    if (m_numMembers == 0 || m_begin == m_end) return;
    double entropy = 0;
    for (Index j = m_begin; j < m_end; ++j) entropy += entropyOf(sums(j));
    m_neff = std::max(1.0, std::exp2(entropy / static_cast<double>(m_end - m_begin)));
  }

  const PackedRows& m_rows;
  const RowExceptions& m_exceptions;
  const std::vector<double>& m_global;
  std::vector<char> m_isMember;  ///< row has a residue in the current column
  Index m_numMembers = 0;
  std::vector<int> m_counts;     ///< Nq x kSlots: members by code
  Index m_begin = 0, m_end = 0;  ///< columns that count
  std::vector<float> m_weights;  ///< of members; 0 for others
  float m_floor = 0;
  std::vector<double> m_sums;  ///< Nq x kSlots: weights by code, residues only
  double m_total = 0;          ///< of all members
  double m_neff = 1;
  bool m_isStarted = false;
};

WeightedColumns emptyColumns(const PackedRows& rows) {
  WeightedColumns columns;
  const auto count = static_cast<size_t>(rows.numColumns);
  columns.frequencies.resize(count);
  columns.transitions.resize(count);
  columns.neff.resize(count);
  return columns;
}

/// Insert and delete states, which need the Neff of the profile.
void addGapStates(WeightedColumns& columns, const PackedRows& rows, const std::vector<GapSums>& gaps) {
  using enum Transition;
  const auto numRows = static_cast<size_t>(rows.numRows);
  columns.begin = gapTransitionsOf(gaps.front(), numRows, columns.meanNeff, true, false);
  for (size_t i = 0; i < columns.neff.size(); ++i) {
    const GapTransitions gap =
        gapTransitionsOf(gaps[i + 1], numRows, columns.meanNeff, false, i + 1 == columns.neff.size());
    for (const Transition t : {IM, II, DM, DD})
      nth(columns.transitions[i], t) = nth(gap.transitions, t);
    columns.neff[i].insert = gap.neffInsert;
    columns.neff[i].deletion = gap.neffDelete;
  }
}

}  // namespace

WeightedColumns weighByPosition(const PackedRows& rows, const std::vector<double>& global,
                                const ResidueVector& background, int threads, Progress& progress) {
  WeightedColumns columns = emptyColumns(rows);
  const RowExceptions exceptions = rowExceptions(rows, threads);
  std::vector<GapSums> gaps(columns.neff.size() + 1);
  gaps.front() = gapSums(rows, global, -1);
  parallelFor(rows.numColumns, kColumnsPerTask, threads, progress, "weigh sequences", [&](Index begin, Index end) {
    RangeWeights range(rows, exceptions, global);
    for (Index i = begin; i < end && !progress.cancelled(); ++i) {
      range.goTo(i);
      const auto slot = static_cast<size_t>(i);
      columns.frequencies[slot] = normalised(range.sums(i), background);
      columns.neff[slot].match = range.neff();
      std::vector<float> weights = range.weights(i);
      columns.transitions[slot] = matchTransitions(rows, weights, i);
      gaps[slot + 1] = gapSums(rows, global, i);
    }
  });
  columns.meanNeff = 0;
  for (const ColumnNeff& neff : columns.neff) columns.meanNeff += neff.match / static_cast<double>(rows.numColumns);
  addGapStates(columns, rows, gaps);
  return columns;
}

WeightedColumns weighGlobally(const PackedRows& rows, const std::vector<double>& global,
                              const ResidueVector& background, int threads, Progress& progress) {
  WeightedColumns columns = emptyColumns(rows);
  std::vector<GapSums> gaps(columns.neff.size() + 1);
  std::vector<double> present(columns.neff.size(), 0.0), diversity(columns.neff.size(), 1.0);
  gaps.front() = gapSums(rows, global, -1);
  parallelFor(rows.numColumns, kColumnsPerTask, threads, progress, "weigh sequences", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const auto slot = static_cast<size_t>(i);
      const std::uint8_t* codes = rows.column(i);
      std::array<double, kSlots> sums{};
      std::vector<float> weights(static_cast<size_t>(rows.numRows), 0.0F);
      for (Index k = 0; k < rows.numRows; ++k) {
        sums[codes[k]] += nth(global, k);
        if (codes[k] <= match::kUnknown)
          nth(weights, k) = static_cast<float>(nth(global, k));
      }
      columns.frequencies[slot] = normalised(sums.data(), background);
      diversity[slot] = std::exp2(entropyOf(columns.frequencies[slot].data()));
      present[slot] = std::accumulate(sums.begin(), sums.begin() + match::kUnknown + 1, 0.0);
      columns.transitions[slot] = matchTransitions(rows, weights, i);
      gaps[slot + 1] = gapSums(rows, global, i);
    }
  });
  columns.meanNeff = 0;
  for (const double value : diversity) columns.meanNeff += value / static_cast<double>(rows.numColumns);
  for (size_t i = 0; i < present.size(); ++i)
    columns.neff[i].match = saturatingNeff(present[i], columns.meanNeff, static_cast<size_t>(rows.numRows), true);
  addGapStates(columns, rows, gaps);
  return columns;
}

double profileNeff(const MatchAlignment& alignment, const std::vector<Index>& kept, int threads, Progress& progress) {
  if (kept.size() < 2) return 1;
  const PackedRows rows = packRows(alignment, kept);
  ResidueVector background;
  background.fill(1.0 / static_cast<double>(background.size()));
  return weighByPosition(rows, globalWeights(rows), background, threads, progress).meanNeff;
}

}  // namespace engine
