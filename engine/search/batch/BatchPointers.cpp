#include "engine/search/batch/BatchPointers.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/search/batch/BatchViterbiPack.h"

namespace engine {

namespace {

// Bits of a back pointer, DpMatrices.h.
constexpr std::uint8_t kOriginMask = 7, kOpensGD = 8, kOpensIM = 16, kOpensDG = 32, kOpensMI = 64;

/// State that an origin of MM names; 2 is MM itself.
PairState originOf(int origin) {
  constexpr PairState kStates[] = {PairState::MM, PairState::GD, PairState::IM, PairState::DG, PairState::MI};
  return kStates[std::clamp(origin - 2, 0, 4)];
}

Index queryMove(PairState state) { return state == PairState::GD || state == PairState::IM ? 0 : 1; }
Index templateMove(PairState state) { return state == PairState::DG || state == PairState::MI ? 0 : 1; }

int opensBit(PairState state) {
  switch (state) {
    case PairState::GD:
      return kOpensGD;
    case PairState::IM:
      return kOpensIM;
    case PairState::DG:
      return kOpensDG;
    default:
      return kOpensMI;
  }
}

/// log2 transition that leaves `column` (-1: the begin state).
double bits(const SearchProfile& profile, Index column, Transition t) {
  return nth(profile.transitions, (column + 1) * kNumTransitions + static_cast<Index>(t));
}

/// What the way from `from` into `step` costs (engine/hmm/MATHEMATICS.md 5.1).
double transitionBits(const SearchProfile& q, const SearchProfile& t, PairState from, const PathStep& step) {
  using enum Transition;
  const Index i = step.i, j = step.j;
  const bool opens = from == PairState::MM;
  switch (step.state) {
    case PairState::GD:
      return bits(t, j - 1, opens ? MD : DD);
    case PairState::IM:
      return bits(q, i, opens ? MI : II) + bits(t, j - 1, MM);
    case PairState::DG:
      return bits(q, i - 1, opens ? MD : DD);
    case PairState::MI:
      return bits(q, i - 1, MM) + bits(t, j, opens ? MI : II);
    default: {
      const Transition leavesQuery = from == PairState::IM ? IM : from == PairState::DG ? DM : MM;
      const Transition leavesTemplate = from == PairState::MI ? IM : from == PairState::GD ? DM : MM;
      return bits(q, i - 1, leavesQuery) + bits(t, j - 1, leavesTemplate);
    }
  }
}

/// Nothing for a local path; else the columns in front and the way from the border.
double beginBits(const SearchProfile& q, const SearchProfile& t, const PathStep& step, const ViterbiOptions& options) {
  if (options.mode == AlignmentMode::local) return 0;
  const Index rowsBefore = step.i + 1 - queryMove(step.state), columnsBefore = step.j + 1 - templateMove(step.state);
  return transitionBits(q, t, PairState::MM, step) - static_cast<double>(rowsBefore) * options.endGapQuery -
         static_cast<double>(columnsBefore) * options.endGapTemplate;
}

}  // namespace

LaneTrace::LaneTrace(Index lane, Index i, Index j) : m_lane(lane), m_i(i + 1), m_j(j + 1) {
  m_steps.push_back({m_state, i, j});
}

void LaneTrace::follow(const BatchPointers& pointers) {
  while (!m_hasEnded) {
    const Index i = m_i - queryMove(m_state), j = m_j - templateMove(m_state);
    m_hasEnded = i == 0 || j == 0;
    if (m_hasEnded || i < pointers.firstRow) return;
    // The cell that the step came from knows its state there.
    const int byte = pointers.at(i, j, m_lane);
    if (m_state == PairState::MM) {
      m_hasEnded = (byte & kOriginMask) == 0;
      if (m_hasEnded) return;
      m_state = originOf(byte & kOriginMask);
    } else if (byte & opensBit(m_state)) {
      m_state = PairState::MM;
    }
    m_i = i;
    m_j = j;
    m_steps.push_back({m_state, i - 1, j - 1});
  }
}

AlignmentPath LaneTrace::path() const {
  AlignmentPath path;
  path.steps.assign(m_steps.rbegin(), m_steps.rend());
  return path;
}

AlignmentPath scoredPath(AlignmentPath path, const SearchProfile& query, const SearchProfile& templ,
                         const ViterbiOptions& options) {
  const auto null = nullOfPair(query, templ, options.nullModel);
  std::array<double, alphabet::kNumResidues> factors;
  for (size_t a = 0; a < null.size(); ++a) factors[a] = null[a] > 0 ? 1 / null[a] : 0.0;
  path.score = 0;
  for (size_t n = 0; n < path.steps.size(); ++n) {
    PathStep& step = path.steps[n];
    step.score =
        n == 0 ? beginBits(query, templ, step, options) : transitionBits(query, templ, path.steps[n - 1].state, step);
    if (step.state == PairState::MM) {
      const float* q = query.emissions.data() + step.i * alphabet::kNumResidues;
      const float* t = templ.emissions.data() + step.j * alphabet::kNumResidues;
      double sum = 0;
      for (size_t a = 0; a < factors.size(); ++a) sum += double(q[a]) * double(t[a]) * factors[a];
      step.score += std::log2(sum) + options.shift;
    }
    path.score += step.score;
  }
  return path;
}

}  // namespace engine
