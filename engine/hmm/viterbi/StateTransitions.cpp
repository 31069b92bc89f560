// Transition terms by state.
#include "engine/hmm/viterbi/StateTransitions.h"

namespace engine {

namespace {

using enum Transition;

/// The transition of the one profile whose column is left for a match, by the state before.
TransitionTerms intoMatch(const ProfileHmm& q, const ProfileHmm& t, PairState from, Index i, Index j) {
  switch (from) {
    case PairState::GD:
      return {q.transition(i - 1, MM), t.transition(j - 1, DM)};
    case PairState::IM:
      return {q.transition(i - 1, IM), t.transition(j - 1, MM)};
    case PairState::DG:
      return {q.transition(i - 1, DM), t.transition(j - 1, MM)};
    case PairState::MI:
      return {q.transition(i - 1, MM), t.transition(j - 1, IM)};
    default:
      return {q.transition(i - 1, MM), t.transition(j - 1, MM)};
  }
}

}  // namespace

std::optional<TransitionTerms> transitionTerms(const ProfileHmm& query, const ProfileHmm& templ, PairState from,
                                               PairState to, Index i, Index j) {
  const bool isPairState = from <= PairState::GD && to <= PairState::GD;
  if (!isPairState || (from != to && from != PairState::MM && to != PairState::MM)) return std::nullopt;
  const bool opens = from == PairState::MM;
  switch (to) {
    case PairState::GD:
      return TransitionTerms{0, templ.transition(j - 1, opens ? MD : DD)};
    case PairState::IM:
      return TransitionTerms{query.transition(i, opens ? MI : II), templ.transition(j - 1, MM)};
    case PairState::DG:
      return TransitionTerms{query.transition(i - 1, opens ? MD : DD), 0};
    case PairState::MI:
      return TransitionTerms{query.transition(i - 1, MM), templ.transition(j, opens ? MI : II)};
    default:
      return intoMatch(query, templ, from, i, j);
  }
}

std::optional<double> sequenceTransitionBits(const ProfileHmm& profile, PairState from, PairState to, Index j) {
  const bool isSequenceState = from >= PairState::M && to >= PairState::M;
  if (!isSequenceState || (from != to && from != PairState::M && to != PairState::M)) return std::nullopt;
  const bool opens = from == PairState::M;
  if (to == PairState::I) return profile.transition(j, opens ? MI : II);
  if (to == PairState::D) return profile.transition(j - 1, opens ? MD : DD);
  return profile.transition(j - 1, opens ? MM : from == PairState::I ? IM : DM);
}

}  // namespace engine
