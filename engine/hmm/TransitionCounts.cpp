// Counting of match, insert and delete transitions.
#include "engine/hmm/TransitionCounts.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

double& at(TransitionRow& row, Transition t) { return row[static_cast<size_t>(t)]; }

void normalise(TransitionRow& row, std::initializer_list<Transition> group) {
  double sum = 0;
  for (const Transition t : group) sum += at(row, t);
  if (sum > 0)
    for (const Transition t : group) at(row, t) /= sum;
}

/// The effective number of rows grows with their weight from 1 towards the profile's and saturates above it.
double saturatingNeff(double weight, double neff, size_t numRows, bool isVisited) {
  if (!isVisited) return 0;
  const double excess = weight - 1.0 / static_cast<double>(numRows);
  if (excess < 0) return 1;
  const double limit = std::max(10.0, neff + 1);
  const double slope = std::log2((limit - neff) / (limit - 1));
  return limit - (limit - 1) * std::exp2(slope * excess);
}

}  // namespace

TransitionRow log2Of(const TransitionRow& probabilities) {
  TransitionRow result;
  for (size_t t = 0; t < result.size(); ++t)
    result[t] = probabilities[t] > 0 ? std::log2(probabilities[t]) : kImpossible;
  return result;
}

void countFromMatch(TransitionRow& transitions, const MatchAlignment& alignment, const std::vector<Index>& kept,
                    const std::vector<double>& weights, Index column) {
  using enum Transition;
  const auto i = static_cast<size_t>(column);
  at(transitions, MM) = at(transitions, MI) = at(transitions, MD) = 0;
  if (column + 1 == alignment.numColumns) {
    at(transitions, MM) = 1;
    return;
  }
  for (size_t k = 0; k < kept.size(); ++k) {
    const MatchRow& row = alignment.rows[static_cast<size_t>(kept[k])];
    if (row.codes[i] > match::kUnknown) continue;
    if (row.inserts[i + 1] > 0)
      at(transitions, MI) += weights[k];
    else if (row.codes[i + 1] <= match::kUnknown)
      at(transitions, MM) += weights[k];
    else if (row.codes[i + 1] == match::kGap)
      at(transitions, MD) += weights[k];
  }
  if (at(transitions, MM) + at(transitions, MI) + at(transitions, MD) == 0) at(transitions, MM) = 1;
  normalise(transitions, {MM, MI, MD});
}

GapTransitions countFromGaps(const MatchAlignment& alignment, const std::vector<Index>& kept,
                             const std::vector<double>& weights, double neff, Index column) {
  using enum Transition;
  GapTransitions result;
  const auto slot = static_cast<size_t>(column + 1);
  const bool isBegin = column < 0, isEnd = column + 1 == alignment.numColumns;
  double insertWeight = 0, deleteWeight = 0;
  bool anyInsert = false, anyDelete = false;
  for (size_t k = 0; k < kept.size(); ++k) {
    const MatchRow& row = alignment.rows[static_cast<size_t>(kept[k])];
    if (const int length = row.inserts[slot]; length > 0) {
      anyInsert = true;
      insertWeight += weights[k];
      at(result.transitions, IM) += weights[k];
      at(result.transitions, II) += weights[k] * (length - 1);
    }
    if (isBegin || row.codes[slot - 1] != match::kGap) continue;
    anyDelete = true;
    deleteWeight += weights[k];
    // An internal gap is never in the last column, so there is a next one.
    at(result.transitions, row.codes[slot] == match::kGap ? DD : DM) += weights[k];
  }
  normalise(result.transitions, {IM, II});
  normalise(result.transitions, {DM, DD});
  if (isBegin || isEnd) {
    at(result.transitions, IM) = 1;
    at(result.transitions, II) = 0;
  }
  if (isBegin) at(result.transitions, DM) = 1;
  result.neffInsert = saturatingNeff(insertWeight, neff, kept.size(), anyInsert);
  result.neffDelete = saturatingNeff(deleteWeight, neff, kept.size(), anyDelete);
  return result;
}

}  // namespace engine
