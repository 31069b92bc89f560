#include "engine/hmm/profile/ColumnOccupancy.h"

#include <cmath>
#include <initializer_list>

namespace engine {

namespace {

/// Probability of one transition among those that leave the same state; `otherwise` when none leaves it.
double shareOf(const ProfileHmm& profile, Index column, Transition wanted, std::initializer_list<Transition> leaving,
               double otherwise) {
  double sum = 0;
  for (const Transition transition : leaving) sum += std::exp2(profile.transition(column, transition));
  return sum > 0 ? std::exp2(profile.transition(column, wanted)) / sum : otherwise;
}

double ofMatch(const ProfileHmm& profile, Index column, Transition wanted, double otherwise) {
  return shareOf(profile, column, wanted, {Transition::MM, Transition::MI, Transition::MD}, otherwise);
}

}  // namespace

ColumnOccupancy columnOccupancy(const ProfileHmm& profile) {
  ColumnOccupancy result;
  const Index length = profile.length();
  if (static_cast<Index>(profile.transitions.size()) != length + 1) return result;
  double match = 1;  // the begin state
  for (Index column = 0; column < length; ++column) {
    // Whatever is not deleted, with or without an insert in between, arrives at the next match state.
    const double deletes = ofMatch(profile, column - 1, Transition::MD, 0);
    const double returns = shareOf(profile, column - 1, Transition::DM, {Transition::DM, Transition::DD}, 1);
    match = match * (1 - deletes) + (1 - match) * returns;
    result.match.push_back(match);
    result.insertProbability.push_back(ofMatch(profile, column, Transition::MI, 0));
    const double stays = shareOf(profile, column, Transition::II, {Transition::IM, Transition::II}, 0);
    result.insertLength.push_back(1 / (1 - stays));
  }
  return result;
}

}  // namespace engine
