// Five-state Viterbi of two profiles. Rows and columns count from 1; row and column 0 are the borders.
#include "engine/hmm/viterbi/Viterbi.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/viterbi/MatchScore.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "engine/hmm/viterbi/ViterbiInput.h"

namespace engine {

namespace {

using enum Transition;
using namespace pointer;
using Row = std::array<double, kNumTransitions>;

/// The five scores of one cell, bits.
struct Cell {
  double mm = kImpossible, mi = kImpossible, im = kImpossible, dg = kImpossible, gd = kImpossible;
};

double bits(const Row& row, Transition t) { return nth(row, t); }

class FiveStateViterbi {
 public:
  FiveStateViterbi(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                   const Array<Bool>& allowed)
      : m_query(query), m_template(templ), m_options(options), m_allowed(allowed), m_scorer(query, templ, options) {
    const Shape shape{query.length() + 1, templ.length() + 1};
    m_matrices.addPlanes({PairState::MM, PairState::MI, PairState::IM, PairState::DG, PairState::GD}, shape,
                         static_cast<float>(kImpossible));
    m_matrices.backtrace = Array<std::uint8_t>(shape, kStop, "backtrace");
  }

  ViterbiResult run(Progress& progress) {
    const Index numRows = m_query.length(), numColumns = m_template.length();
    std::vector<Cell> above(static_cast<size_t>(numColumns) + 1), row(above.size());
    for (Index j = 0; j <= numColumns; ++j) {
      nth(above, j).mm = 0.0 - static_cast<double>(j) * m_options.endGapTemplate;
      store(0, j, nth(above, j));
    }
    for (Index i = 1; i <= numRows; ++i) {
      progress.update(static_cast<double>(i - 1) / static_cast<double>(numRows), "Viterbi");
      row.front() = Cell{};
      row.front().mm = 0.0 - static_cast<double>(i) * m_options.endGapQuery;
      store(i, 0, row.front());
      computeRow(i, above, row);
      std::swap(above, row);
    }
    AlignmentPath path = scoredPath(traceBack(m_matrices.backtrace, PairState::MM, m_bestRow, m_bestColumn), m_query,
                                    m_template, m_options);
    return {std::move(m_matrices), std::move(path)};
  }

 private:
  void computeRow(Index i, const std::vector<Cell>& above, std::vector<Cell>& row) {
    const std::vector<double> matchScores = m_scorer.row(i - 1);
    // A gap may open the path only where the rule for borders allows it.
    const bool gapsInRow = i > 1 || m_options.borders == BorderRule::gapsAllowed;
    for (Index j = 1; j < static_cast<Index>(row.size()); ++j) {
      const auto at = static_cast<size_t>(j);
      const bool gapsInColumn = j > 1 || m_options.borders == BorderRule::gapsAllowed;
      Cell& cell = row[at];
      cell = Cell{};
      if (!m_allowed.empty() && !m_allowed(i - 1, j - 1)) {
        store(i, j, cell);
        m_matrices.backtrace(i, j) = kCellOff;
        continue;
      }
      std::uint8_t pointers = enterMatch(cell, above[at - 1], i, j, matchScores[at - 1]);
      if (gapsInColumn) pointers |= gapInQuery(cell, row[at - 1], i, j);
      if (gapsInRow) pointers |= gapInTemplate(cell, above[at], i, j);
      store(i, j, cell);
      m_matrices.backtrace(i, j) = pointers;
      considerEnd(i, j, cell.mm);
    }
  }

  /// MM from the cell diagonally before.
  std::uint8_t enterMatch(Cell& cell, const Cell& before, Index i, Index j, double matchScore) const {
    const Row& a = nth(m_query.transitions, i - 1);
    const Row& b = nth(m_template.transitions, j - 1);
    double best = m_options.mode == AlignmentMode::local ? 0.0 : kImpossible;
    std::uint8_t origin = kStop;
    const auto consider = [&best, &origin](double score, std::uint8_t from) {
      if (score > best) {
        best = score;
        origin = from;
      }
    };
    consider(before.mm + bits(a, MM) + bits(b, MM), kFromMM);
    consider(before.gd + bits(a, MM) + bits(b, DM), kFromGD);
    consider(before.im + bits(a, IM) + bits(b, MM), kFromIM);
    consider(before.dg + bits(a, DM) + bits(b, MM), kFromDG);
    consider(before.mi + bits(a, MM) + bits(b, IM), kFromMI);
    cell.mm = best + matchScore;
    return origin;
  }

  /// GD and IM from the cell to the left: the template moves on alone.
  std::uint8_t gapInQuery(Cell& cell, const Cell& left, Index i, Index j) const {
    const Row& a = nth(m_query.transitions, i);
    const Row& b = nth(m_template.transitions, j - 1);
    std::uint8_t pointers = 0;
    if (better(cell.gd, left.mm + bits(b, MD), left.gd + bits(b, DD))) pointers |= kOpensGD;
    if (better(cell.im, left.mm + bits(a, MI) + bits(b, MM), left.im + bits(a, II) + bits(b, MM))) pointers |= kOpensIM;
    return pointers;
  }

  /// DG and MI from the cell above: the query moves on alone.
  std::uint8_t gapInTemplate(Cell& cell, const Cell& above, Index i, Index j) const {
    const Row& a = nth(m_query.transitions, i - 1);
    const Row& b = nth(m_template.transitions, j);
    std::uint8_t pointers = 0;
    if (better(cell.dg, above.mm + bits(a, MD), above.dg + bits(a, DD))) pointers |= kOpensDG;
    if (better(cell.mi, above.mm + bits(a, MM) + bits(b, MI), above.mi + bits(a, MM) + bits(b, II)))
      pointers |= kOpensMI;
    return pointers;
  }

  /// Keeps the better of beginning and going on; true when the gap begins here.
  static bool better(double& value, double opens, double goesOn) {
    value = std::max(opens, goesOn);
    return opens > goesOn;
  }

  void considerEnd(Index i, Index j, double score) {
    const bool isEnd = m_options.mode == AlignmentMode::local || i == m_query.length() || j == m_template.length();
    if (!isEnd || !(score > m_bestScore)) return;
    m_bestScore = score;
    m_bestRow = i;
    m_bestColumn = j;
  }

  void store(Index i, Index j, const Cell& cell) {
    const Index flat = i * (m_template.length() + 1) + j;
    const double values[] = {cell.mm, cell.mi, cell.im, cell.dg, cell.gd};
    for (size_t k = 0; k < std::size(values); ++k) m_matrices.planes[k][flat] = static_cast<float>(values[k]);
  }

  const ProfileHmm& m_query;
  const ProfileHmm& m_template;
  const ViterbiOptions m_options;
  const Array<Bool>& m_allowed;
  MatchScorer m_scorer;
  DpMatrices m_matrices;
  double m_bestScore = kImpossible;
  Index m_bestRow = 0, m_bestColumn = 0;
};

}  // namespace

ViterbiOptions viterbiOptions(Preset preset) {
  ViterbiOptions options;
  if (preset == Preset::guide) {
    options.shift = 0;
    options.nullModel = NullModel::background;
    options.borders = BorderRule::matchOnly;
  }
  if (preset == Preset::hhsuite33) options.structure.choice = StructureChoice::asHhsuite;
  return options;
}

ViterbiResult alignByViterbi(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                             Progress& progress, const Array<Bool>& allowed) {
  requireAlignable(query);
  requireAlignable(templ);
  const Array<Bool> cells = withoutExcluded(allowed, query.length(), templ.length(), options);
  return FiveStateViterbi(query, templ, options, cells).run(progress);
}

}  // namespace engine
