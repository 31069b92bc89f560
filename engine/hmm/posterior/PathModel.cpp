// Weights of paths, looked up by state.
#include "engine/hmm/posterior/PathModel.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/MatchScore.h"
#include "engine/hmm/viterbi/StateTransitions.h"
#include "engine/hmm/viterbi/ViterbiInput.h"

namespace engine {

PathModel::PathModel(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options)
    : m_query(query),
      m_template(templ),
      m_options(options.viterbi),
      m_begin(options.begin),
      m_allowed(withoutExcluded(options.allowed, query.length(), templ.length(), options.viterbi)) {
  requireAlignable(query);
  requireAlignable(templ);
  m_pairs = Array<double>({numRows(), numColumns()});
  const MatchScorer scorer(query, templ, options.viterbi);
  for (Index i = 0; i < numRows(); ++i) {
    const std::vector<double> row = scorer.row(i);
    for (Index j = 0; j < numColumns(); ++j) m_pairs(i, j) = nth(row, j);
  }
}

double PathModel::begin(PairState state, Index i, Index j) const {
  if (isLocal()) return state == PairState::MM ? 0 : kImpossible;
  if (m_begin == PathBegin::freeMatch) return state == PairState::MM && (i == 0 || j == 0) ? 0 : kImpossible;
  return border(state, i, j);
}

/// From the border, where the rest of one profile hangs over, into the first step.
double PathModel::border(PairState state, Index i, Index j) const {
  const Index rowsBefore = i + 1 - rowsOf(state), columnsBefore = j + 1 - columnsOf(state);
  if (rowsBefore > 0 && columnsBefore > 0) return kImpossible;
  if (state != PairState::MM && m_options.borders == BorderRule::matchOnly) return kImpossible;
  return step(PairState::MM, state, i, j) - static_cast<double>(rowsBefore) * m_options.endGapQuery -
         static_cast<double>(columnsBefore) * m_options.endGapTemplate;
}

double PathModel::step(PairState from, PairState to, Index i, Index j) const {
  const auto terms = transitionTerms(m_query, m_template, from, to, i, j);
  return terms ? terms->query + terms->templ : kImpossible;
}

double PathModel::cell(PairState state, Index i, Index j) const {
  if (!isAllowed(i, j)) return kImpossible;
  return state == PairState::MM ? m_pairs(i, j) : 0;
}

double PathModel::end(PairState state, Index i, Index j) const {
  const bool mayEnd = isLocal() || i + 1 == numRows() || j + 1 == numColumns();
  return state == PairState::MM && mayEnd ? 0 : kImpossible;
}

double sumOfBits(const double* first, const double* last) {
  const double largest = first == last ? kImpossible : *std::max_element(first, last);
  if (largest == kImpossible) return kImpossible;
  double sum = 0;
  for (const double* bits = first; bits != last; ++bits) sum += std::exp2(*bits - largest);
  return largest + std::log2(sum);
}

}  // namespace engine
