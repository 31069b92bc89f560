// Three-state Viterbi of a sequence (rows) and a profile (columns). Rows and columns count from 1; row and column 0 are
// the borders.
#include "engine/hmm/viterbi/SequenceViterbi.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/viterbi/PathScore.h"

namespace engine {

namespace {

using enum Transition;
using namespace pointer;
using Row = std::array<double, kNumTransitions>;

struct Cell {
  double m = kImpossible, i = kImpossible, d = kImpossible;
};

double bits(const Row& row, Transition t) { return nth(row, t); }

class ThreeStateViterbi {
 public:
  ThreeStateViterbi(const std::vector<ResidueCode>& sequence, const ProfileHmm& profile, SequenceAlignmentMode mode)
      : m_sequence(sequence), m_profile(profile), m_mode(mode), m_numRows(static_cast<Index>(sequence.size())) {
    const Shape shape{m_numRows + 1, profile.length() + 1};
    m_matrices.addPlanes({PairState::M, PairState::I, PairState::D}, shape, static_cast<float>(kImpossible));
    m_matrices.backtrace = Array<std::uint8_t>(shape, kStop, "backtrace");
  }

  SequenceViterbiResult run(Progress& progress) {
    std::vector<Cell> above(static_cast<size_t>(m_profile.length()) + 1), row(above.size());
    for (Index l = 1; l <= m_numRows; ++l) {
      progress.update(static_cast<double>(l - 1) / static_cast<double>(m_numRows), "Viterbi");
      for (Index c = 1; c <= m_profile.length(); ++c) {
        const auto at = static_cast<size_t>(c);
        row[at] = computeCell(l, c, above[at - 1], above[at], row[at - 1]);
      }
      std::swap(above, row);
    }
    AlignmentPath path =
        scoredPath(traceBack(m_matrices.backtrace, m_best.state, m_best.i, m_best.j), m_sequence, m_profile, m_mode);
    return {std::move(m_matrices), std::move(path)};
  }

 private:
  Cell computeCell(Index l, Index c, const Cell& before, const Cell& above, const Cell& left) {
    const Row& previous = nth(m_profile.transitions, c - 1);
    const Row& own = nth(m_profile.transitions, c);
    Cell cell;
    std::uint8_t pointers = kStop;
    // A path may begin here at no cost: everywhere (local), with the first residue only (semi-global).
    double best = m_mode == SequenceAlignmentMode::local || l == 1 ? 0.0 : kImpossible;
    const auto consider = [&best, &pointers](double score, std::uint8_t from) {
      if (score > best) {
        best = score;
        pointers = from;
      }
    };
    consider(before.m + bits(previous, MM), kFromM);
    consider(before.i + bits(previous, IM), kFromI);
    consider(before.d + bits(previous, DM), kFromD);
    cell.m = best + emissionBits(m_profile, c - 1, nth(m_sequence, l - 1));
    if (better(cell.i, above.m + bits(own, MI), above.i + bits(own, II))) pointers |= kOpensI;
    if (better(cell.d, left.m + bits(previous, MD), left.d + bits(previous, DD))) pointers |= kOpensD;
    store(l, c, cell, pointers);
    considerEnd(l, c, cell);
    return cell;
  }

  /// Keeps the better of beginning and going on; true when the gap begins here.
  static bool better(double& value, double opens, double goesOn) {
    value = std::max(opens, goesOn);
    return opens > goesOn;
  }

  void store(Index l, Index c, const Cell& cell, std::uint8_t pointers) {
    m_matrices.planes[0](l, c) = static_cast<float>(cell.m);
    m_matrices.planes[1](l, c) = static_cast<float>(cell.i);
    m_matrices.planes[2](l, c) = static_cast<float>(cell.d);
    m_matrices.backtrace(l, c) = pointers;
  }

  void considerEnd(Index l, Index c, const Cell& cell) {
    const auto consider = [&](double score, PairState state) {
      if (score > m_bestScore) {
        m_bestScore = score;
        m_best = {state, l, c, 0};
      }
    };
    if (m_mode == SequenceAlignmentMode::local || l == m_numRows) consider(cell.m, PairState::M);
    if (m_mode == SequenceAlignmentMode::semiGlobal && l == m_numRows) consider(cell.i, PairState::I);
  }

  const std::vector<ResidueCode>& m_sequence;
  const ProfileHmm& m_profile;
  const SequenceAlignmentMode m_mode;
  const Index m_numRows;
  DpMatrices m_matrices;
  double m_bestScore = kImpossible;
  PathStep m_best;  ///< 1-based; (0, 0) until a cell was reached
};

}  // namespace

double emissionBits(const ProfileHmm& profile, Index column, ResidueCode residue) {
  const ResidueCode code = alphabet::standard(residue);
  if (code >= alphabet::kNumResidues) return 0;
  const double background = profile.background[code];
  return background > 0 ? std::log2(nth(profile.emissions, column)[code] / background) : kImpossible;
}

SequenceViterbiResult alignSequence(const std::vector<ResidueCode>& sequence, const ProfileHmm& profile,
                                    SequenceAlignmentMode mode, Progress& progress) {
  if (profile.length() == 0) fail("profile ", profile.name, " has no match columns, expected at least one");
  if (sequence.empty()) fail("the sequence to align with profile ", profile.name, " is empty");
  for (size_t l = 0; l < sequence.size(); ++l)
    if (!alphabet::isResidue(sequence[l]))
      fail("sequence position ", l + 1, ": found a gap, expected a residue (align the sequence without gaps)");
  profile.validate();
  return ThreeStateViterbi(sequence, profile, mode).run(progress);
}

}  // namespace engine
