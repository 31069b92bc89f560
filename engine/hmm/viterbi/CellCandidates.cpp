// Candidates are rebuilt from the planes around the cell and the transition terms; the winner is what the back pointer
// says, so that what is shown is what was done even where two sums are equal up to rounding.
#include "engine/hmm/viterbi/CellCandidates.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/viterbi/MatchScore.h"
#include "engine/hmm/viterbi/StateTransitions.h"

namespace engine {

namespace {

using enum PairState;

/// States that may come before `state`, in the order in which ties are decided.
std::vector<PairState> originsOf(PairState state) {
  if (state == MM) return {MM, GD, IM, DG, MI};
  if (state == M) return {M, I, D};
  return {state, state == I || state == D ? M : MM};
}

float planeValue(const DpMatrices& matrices, PairState state, Index row, Index column) {
  return (*matrices.plane(state))(row, column);
}

void requireFitting(const DpMatrices& matrices, PairState first, Index numRows, Index numColumns, Index i, Index j) {
  if (matrices.kind != DpKind::viterbi || !matrices.plane(first))
    fail("candidates of a cell: found other matrices, expected Viterbi planes of state ", stateName(first));
  matrices.validate();
  requireShape("backtrace", matrices.backtrace.shape(), {numRows + 1, numColumns + 1});
  if (i < 0 || j < 0 || i >= numRows || j >= numColumns)
    fail("candidates of cell ", i + 1, ",", j + 1, ": outside ", numRows, " x ", numColumns, " positions");
}

/// Fills in winner, margin and score.
void decide(StateCandidates& state, std::uint8_t pointers) {
  const auto origin = originOf(state.state, pointers);
  double other = kImpossible;
  for (size_t k = 0; k < state.candidates.size(); ++k) {
    if (state.candidates[k].from == origin && state.candidates[k].sum > kImpossible)
      state.winner = k;
    else
      other = std::max(other, state.candidates[k].sum);
  }
  if (!state.winner) return;
  const double best = state.candidates[*state.winner].sum;
  // Planes are rounded: a winner by less than that may seem to be behind.
  state.margin = std::max(0.0, best - other);
  state.score = best + state.columnScore + state.structureScore + state.shift;
}

CellCandidates offCell(const DpMatrices& matrices, Index i, Index j) {
  CellCandidates cell{i, j, true, {}};
  for (const PairState state : matrices.states) {
    cell.states.emplace_back();
    cell.states.back().state = state;
  }
  return cell;
}

}  // namespace

std::vector<Candidate> waysInto(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                                const DpMatrices& matrices, const PathStep& step) {
  std::vector<Candidate> ways;
  const auto [to, i, j, score, posterior] = step;
  const Index row = i + !consumesQuery(to), column = j + !consumesTemplate(to);
  // The rule for borders closes the ways of gap states out of them.
  if (to != MM && options.borders == BorderRule::matchOnly && (row == 0 || column == 0)) return ways;
  if (to == MM && options.mode == AlignmentMode::local) ways.emplace_back();
  for (const PairState from : originsOf(to)) {
    const auto terms = transitionTerms(query, templ, from, to, i, j);
    const double previous = planeValue(matrices, from, row, column);
    ways.push_back({from, previous, terms->query, terms->templ, previous + terms->query + terms->templ});
  }
  return ways;
}

CellCandidates cellCandidates(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                              const DpMatrices& matrices, Index i, Index j) {
  requireFitting(matrices, MM, query.length(), templ.length(), i, j);
  const std::uint8_t pointers = matrices.backtrace(i + 1, j + 1);
  if (pointers & pointer::kCellOff) return offCell(matrices, i, j);
  CellCandidates cell{i, j, false, {}};
  for (const PairState to : matrices.states) {
    StateCandidates state;
    state.state = to;
    state.candidates = waysInto(query, templ, options, matrices, {to, i, j, 0});
    if (to == MM) {
      const MatchScorer scorer(query, templ, options);
      state.columnScore = scorer.columnScore(i, j);
      state.structureScore = scorer.structureScore(i, j);
      state.shift = options.shift;
    }
    decide(state, pointers);
    cell.states.push_back(std::move(state));
  }
  return cell;
}

CellCandidates cellCandidates(const std::vector<ResidueCode>& sequence, const ProfileHmm& profile,
                              SequenceAlignmentMode mode, const DpMatrices& matrices, Index l, Index c) {
  requireFitting(matrices, M, static_cast<Index>(sequence.size()), profile.length(), l, c);
  CellCandidates cell{l, c, false, {}};
  for (const PairState to : matrices.states) {
    StateCandidates state;
    state.state = to;
    const Index row = l + !consumesQuery(to), column = c + !consumesTemplate(to);
    if (to == M && (mode == SequenceAlignmentMode::local || l == 0)) state.candidates.emplace_back();
    for (const PairState from : originsOf(to)) {
      const double bits = *sequenceTransitionBits(profile, from, to, c);
      const double previous = planeValue(matrices, from, row, column);
      state.candidates.push_back({from, previous, 0, bits, previous + bits});
    }
    if (to == M) state.columnScore = emissionBits(profile, c, nth(sequence, l));
    decide(state, matrices.backtrace(l + 1, c + 1));
    cell.states.push_back(std::move(state));
  }
  return cell;
}

namespace {

bool isOfLength(const std::shared_ptr<const ProfileHmm>& profile, Index length) {
  return profile && profile->length() == length && profile->transitions.size() == static_cast<size_t>(length) + 1;
}

}  // namespace

bool hasCandidates(const ProfileAlignment& alignment) {
  const DpMatrices& matrices = alignment.matrices;
  if (matrices.kind != DpKind::viterbi || matrices.states.empty() || matrices.planes.empty() ||
      matrices.backtrace.empty() || !isOfLength(alignment.templ, matrices.numTemplateColumns()))
    return false;
  if (matrices.states.front() == MM) return isOfLength(alignment.query, matrices.numQueryColumns());
  const auto isResidue = [](char letter) { return alphabet::isResidue(alphabet::codeOf(letter)); };
  return matrices.states.front() == M && alignment.query &&
         static_cast<Index>(alignment.query->masterLetters.size()) == matrices.numQueryColumns() &&
         std::all_of(alignment.query->masterLetters.begin(), alignment.query->masterLetters.end(), isResidue);
}

CellCandidates cellCandidates(const ProfileAlignment& alignment, Index i, Index j) {
  if (!hasCandidates(alignment)) fail("candidates of a cell: the alignment holds no matrices or profiles");
  if (alignment.matrices.states.front() == MM)
    return cellCandidates(*alignment.query, *alignment.templ, alignment.options.viterbi, alignment.matrices, i, j);
  std::vector<ResidueCode> sequence;
  for (const char letter : alignment.query->masterLetters) sequence.push_back(alphabet::codeOf(letter));
  const auto mode = alignment.options.viterbi.mode == AlignmentMode::global ? SequenceAlignmentMode::semiGlobal
                                                                    : SequenceAlignmentMode::local;
  return cellCandidates(sequence, *alignment.templ, mode, alignment.matrices, i, j);
}

}  // namespace engine
