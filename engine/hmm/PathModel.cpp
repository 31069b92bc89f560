// Weights of paths, looked up by state.
#include "engine/hmm/PathModel.h"

#include <algorithm>
#include <cmath>

namespace engine {

using enum Transition;

PathModel::PathModel(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options)
    : m_query(query), m_template(templ), m_options(options) {
  for (const ProfileHmm* profile : {&query, &templ})
    if (profile->length() == 0) fail("profile ", profile->name, " has no match columns, expected at least one");
  if (!options.allowed.empty()) requireShape("allowed cells", options.allowed.shape(), {numRows(), numColumns()});
  m_pairs = Array<double>({numRows(), numColumns()});
  const ColumnScorer scorer(query, templ, options.viterbi.nullModel);
  for (Index i = 0; i < numRows(); ++i) {
    const std::vector<double> row = scorer.row(i);
    for (Index j = 0; j < numColumns(); ++j) m_pairs(i, j) = row[static_cast<size_t>(j)] + options.viterbi.shift;
  }
}

double PathModel::begin(PairState state, Index i, Index j) const {
  if (isLocal()) return state == PairState::MM ? 0 : kImpossible;
  if (m_options.begin == PathBegin::freeMatch) return state == PairState::MM && (i == 0 || j == 0) ? 0 : kImpossible;
  return border(state, i, j);
}

/// From the border, where the rest of one profile hangs over, into the first step.
double PathModel::border(PairState state, Index i, Index j) const {
  const Index rowsBefore = i + 1 - rowsOf(state), columnsBefore = j + 1 - columnsOf(state);
  if (rowsBefore > 0 && columnsBefore > 0) return kImpossible;
  if (state != PairState::MM && m_options.viterbi.borders == BorderRule::matchOnly) return kImpossible;
  return step(PairState::MM, state, i, j) - static_cast<double>(rowsBefore) * m_options.viterbi.endGapQuery -
         static_cast<double>(columnsBefore) * m_options.viterbi.endGapTemplate;
}

double PathModel::step(PairState from, PairState to, Index i, Index j) const {
  const auto q = [&](Index column, Transition t) { return m_query.transition(column, t); };
  const auto t = [&](Index column, Transition t) { return m_template.transition(column, t); };
  const bool opens = from == PairState::MM;
  if (!opens && to != PairState::MM && from != to) return kImpossible;
  switch (to) {
    case PairState::GD:
      return t(j - 1, opens ? MD : DD);
    case PairState::IM:
      return q(i, opens ? MI : II) + t(j - 1, MM);
    case PairState::DG:
      return q(i - 1, opens ? MD : DD);
    case PairState::MI:
      return q(i - 1, MM) + t(j, opens ? MI : II);
    default:
      break;
  }
  const Transition query = from == PairState::IM ? IM : from == PairState::DG ? DM : MM;
  const Transition templ = from == PairState::MI ? IM : from == PairState::GD ? DM : MM;
  return q(i - 1, query) + t(j - 1, templ);
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
