// Counting of match, insert and delete transitions.
#include "engine/hmm/weights/TransitionCounts.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

namespace {

double& at(TransitionRow& row, Transition t) { return nth(row, t); }

void normalise(TransitionRow& row, std::initializer_list<Transition> group) {
  double sum = 0;
  for (const Transition t : group) sum += at(row, t);
  if (sum > 0)
    for (const Transition t : group) at(row, t) /= sum;
}

}  // namespace

double saturatingNeff(double weight, double neff, size_t numRows, bool isVisited) {
  if (!isVisited) return 0;
  const double excess = weight - 1.0 / static_cast<double>(numRows);
  if (excess < 0) return 1;
  const double limit = std::max(10.0, neff + 1);
  const double slope = std::log2((limit - neff) / (limit - 1));
  return limit - (limit - 1) * std::exp2(slope * excess);
}

TransitionRow matchTransitionsOf(TransitionRow sums) {
  using enum Transition;
  if (at(sums, MM) + at(sums, MI) + at(sums, MD) == 0) at(sums, MM) = 1;
  normalise(sums, {MM, MI, MD});
  return sums;
}

GapTransitions gapTransitionsOf(const GapSums& sums, size_t numRows, double neff, bool isBegin, bool isEnd) {
  using enum Transition;
  GapTransitions result;
  at(result.transitions, IM) = sums.inserts;
  at(result.transitions, II) = sums.extensions;
  at(result.transitions, DM) = sums.closedGaps;
  at(result.transitions, DD) = sums.longerGaps;
  normalise(result.transitions, {IM, II});
  normalise(result.transitions, {DM, DD});
  if (isBegin || isEnd) {
    at(result.transitions, IM) = 1;
    at(result.transitions, II) = 0;
  }
  if (isBegin) at(result.transitions, DM) = 1;
  result.neffInsert = saturatingNeff(sums.inserts, neff, numRows, sums.anyInsert);
  result.neffDelete = saturatingNeff(sums.closedGaps + sums.longerGaps, neff, numRows, sums.anyGap);
  return result;
}

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
  transitions = {};
  for (size_t k = 0; k < kept.size() && column + 1 < alignment.numColumns; ++k) {
    const MatchRow& row = nth(alignment.rows, kept[k]);
    if (row.codes[i] > match::kUnknown) continue;
    if (row.inserts[i + 1] > 0)
      at(transitions, MI) += weights[k];
    else if (row.codes[i + 1] <= match::kUnknown)
      at(transitions, MM) += weights[k];
    else if (row.codes[i + 1] == match::kGap)
      at(transitions, MD) += weights[k];
  }
  transitions = matchTransitionsOf(transitions);
}

GapTransitions countFromGaps(const MatchAlignment& alignment, const std::vector<Index>& kept,
                             const std::vector<double>& weights, double neff, Index column) {
  const auto slot = static_cast<size_t>(column + 1);
  const bool isBegin = column < 0, isEnd = column + 1 == alignment.numColumns;
  GapSums sums;
  for (size_t k = 0; k < kept.size(); ++k) {
    const MatchRow& row = nth(alignment.rows, kept[k]);
    if (const int length = row.inserts[slot]; length > 0) {
      sums.anyInsert = true;
      sums.inserts += weights[k];
      sums.extensions += weights[k] * (length - 1);
    }
    // An internal gap is never in the last column, so there is a next one.
    if (isBegin || row.codes[slot - 1] != match::kGap) continue;
    sums.anyGap = true;
    (row.codes[slot] == match::kGap ? sums.longerGaps : sums.closedGaps) += weights[k];
  }
  return gapTransitionsOf(sums, kept.size(), neff, isBegin, isEnd);
}

}  // namespace engine
