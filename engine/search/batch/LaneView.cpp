#include "engine/search/batch/LaneView.h"

#include <algorithm>

namespace engine {

namespace {

using enum Transition;

constexpr std::array<PairState, 5> kStatesShown = {PairState::MM, PairState::GD, PairState::IM, PairState::DG,
                                                   PairState::MI};
/// Codes of DpMatrices::backtrace: origins of MM, bits of the gap states, in the order of kStatesShown.
constexpr std::array<std::uint8_t, 5> kOrigins = {2, 3, 4, 5, 6}, kOpens = {0, 8, 16, 32, 64};

/// The scores of one lane in front of each comparison, in the order of kStatesShown.
struct LaneCandidates {
  double stop = kImpossible;
  std::array<double, 5> matchFrom;      ///< candidates of MM
  std::array<double, 5> goesOn, opens;  ///< of the gap states; those of MM are not used
};

/// Row and column count from 1.
LaneCandidates candidatesOf(const ProfileHmm& q, const ProfileHmm& t, const ViterbiOptions& options,
                            const DpMatrices& matrices, Index i, Index j) {
  const auto before = [&](PairState state, Index row, Index column) {
    return static_cast<double>((*matrices.plane(state))(row, column));
  };
  const auto a = [&](Index column, Transition transition) { return q.transition(column - 1, transition); };
  const auto b = [&](Index column, Transition transition) { return t.transition(column - 1, transition); };
  LaneCandidates lane;
  if (options.mode == AlignmentMode::local) lane.stop = 0;
  lane.matchFrom = {before(PairState::MM, i - 1, j - 1) + a(i - 1, MM) + b(j - 1, MM),
                    before(PairState::GD, i - 1, j - 1) + a(i - 1, MM) + b(j - 1, DM),
                    before(PairState::IM, i - 1, j - 1) + a(i - 1, IM) + b(j - 1, MM),
                    before(PairState::DG, i - 1, j - 1) + a(i - 1, DM) + b(j - 1, MM),
                    before(PairState::MI, i - 1, j - 1) + a(i - 1, MM) + b(j - 1, IM)};
  lane.goesOn.fill(kImpossible);
  lane.opens.fill(kImpossible);
  const bool gapsMayBegin = options.borders == BorderRule::gapsAllowed;
  if (j > 1 || gapsMayBegin) {
    const double left = before(PairState::MM, i, j - 1);
    lane.opens[1] = left + b(j - 1, MD);
    lane.goesOn[1] = before(PairState::GD, i, j - 1) + b(j - 1, DD);
    lane.opens[2] = left + a(i, MI) + b(j - 1, MM);
    lane.goesOn[2] = before(PairState::IM, i, j - 1) + a(i, II) + b(j - 1, MM);
  }
  if (i > 1 || gapsMayBegin) {
    const double above = before(PairState::MM, i - 1, j);
    lane.opens[3] = above + a(i - 1, MD);
    lane.goesOn[3] = before(PairState::DG, i - 1, j) + a(i - 1, DD);
    lane.opens[4] = above + a(i - 1, MM) + b(j, MI);
    lane.goesOn[4] = before(PairState::MI, i - 1, j) + a(i - 1, MM) + b(j, II);
  }
  return lane;
}

/// One comparison of all lanes after those before it.
void addStep(LaneMaximum& maximum, PairState from, std::uint8_t code,
             const std::array<double, kViewedLanes>& candidate) {
  LaneStep step;
  step.from = from;
  step.code = code;
  step.candidate = candidate;
  for (size_t lane = 0; lane < candidate.size(); ++lane) {
    const bool isFirst = maximum.steps.empty();
    const double best = isFirst ? maximum.start[lane] : maximum.steps.back().best[lane];
    const std::uint8_t index = isFirst ? std::uint8_t{0} : maximum.steps.back().index[lane];
    step.mask[lane] = candidate[lane] > best;
    step.index[lane] = std::max(index, step.mask[lane] ? code : std::uint8_t{0});
    step.best[lane] = std::max(best, candidate[lane]);
  }
  maximum.steps.push_back(step);
}

using AllCandidates = std::array<LaneCandidates, kViewedLanes>;

AllCandidates noCandidates() {
  AllCandidates candidates;
  for (LaneCandidates& lane : candidates) {
    lane.matchFrom.fill(kImpossible);
    lane.goesOn.fill(kImpossible);
    lane.opens.fill(kImpossible);
  }
  return candidates;
}

/// The comparisons of kStatesShown[state].
LaneMaximum maximumOf(size_t state, const AllCandidates& candidates) {
  const auto lanesOf = [&](auto value) {
    std::array<double, kViewedLanes> values;
    std::transform(candidates.begin(), candidates.end(), values.begin(), value);
    return values;
  };
  LaneMaximum maximum;
  maximum.state = kStatesShown[state];
  if (state == 0) {
    maximum.start = lanesOf([](const LaneCandidates& lane) { return lane.stop; });
    for (size_t from = 0; from < kStatesShown.size(); ++from)
      addStep(maximum, kStatesShown[from], kOrigins[from],
              lanesOf([from](const LaneCandidates& lane) { return lane.matchFrom[from]; }));
  } else {
    maximum.start = lanesOf([state](const LaneCandidates& lane) { return lane.goesOn[state]; });
    addStep(maximum, PairState::MM, kOpens[state],
            lanesOf([state](const LaneCandidates& lane) { return lane.opens[state]; }));
  }
  return maximum;
}

}  // namespace

LaneMatrices::LaneMatrices(std::shared_ptr<const ProfileHmm> query,
                           std::vector<std::shared_ptr<const ProfileHmm>> templates, const ViterbiOptions& options,
                           Progress& progress)
    : m_query(std::move(query)), m_templates(std::move(templates)), m_options(options) {
  if (m_templates.empty() || static_cast<Index>(m_templates.size()) > kViewedLanes)
    fail("lane view: found ", m_templates.size(), " templates, expected 1 to ", kViewedLanes);
  for (const auto& templ : m_templates)
    m_matrices.push_back(alignByViterbi(*m_query, *templ, m_options, progress).matrices);
}

Index LaneMatrices::numColumns() const {
  Index longest = 0;
  for (const auto& templ : m_templates) longest = std::max(longest, templ->length());
  return longest;
}

LaneView LaneMatrices::at(Index i, Index j) const {
  if (i < 0 || i >= numRows() || j < 0 || j >= numColumns())
    fail("lane view: cell ", i + 1, ",", j + 1, " lies outside the query's ", numRows(),
         " columns or behind the end of every template");
  LaneView view;
  view.columnScore.fill(kImpossible);
  AllCandidates candidates = noCandidates();
  for (size_t lane = 0; lane < m_templates.size(); ++lane) {
    const ProfileHmm& templ = *m_templates[lane];
    view.isUsed[lane] = j < templ.length();
    if (!view.isUsed[lane]) continue;
    candidates[lane] = candidatesOf(*m_query, templ, m_options, m_matrices[lane], i + 1, j + 1);
    view.columnScore[lane] = ColumnScorer(*m_query, templ, m_options.nullModel).score(i, j);
  }
  for (size_t state = 0; state < kStatesShown.size(); ++state) {
    view.maxima.push_back(maximumOf(state, candidates));
    for (size_t lane = 0; lane < view.packed.size(); ++lane)
      view.packed[lane] = static_cast<std::uint8_t>(view.packed[lane] | view.maxima.back().steps.back().index[lane]);
  }
  return view;
}

}  // namespace engine
