// The five states of eight rows, step by step. What leaves column k stands at k.
#include "engine/hmm/posterior/StripSums.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/ViterbiInput.h"

namespace engine {

using enum Transition;

namespace {

/// Products of doubles stay exact to rounding inside this range.
constexpr double kLargest = 1e270, kSmallest = 1e-270;

/// States other than MM, in the order of PairState.
constexpr Index kNumGaps = 4;
enum GapPlane : Index { kMi, kIm, kDg, kGd };

bool hasExcluded(const ViterbiOptions& options) {
  return !options.excludedQuery.empty() || !options.excludedTemplate.empty();
}

template <class... Values>
void zeroUnless(LaneSigns on, Values&... values) {
  ((values = on ? values : Lanes{}), ...);
}

double largestOf(Lanes values) {
  double largest = 0;
  for (Index lane = 0; lane < kLanes; ++lane) largest = std::max(largest, values[lane]);
  return largest;
}

}  // namespace

/// What passes from one strip to the next, by the place of the column that it enters.
struct StripSums::Passage {
  std::vector<double> match, down, insert;
  explicit Passage(Index numColumns) {
    for (auto* kind : {&match, &down, &insert}) kind->assign(static_cast<size_t>(paddedLength(numColumns)) + 1, 0.0);
  }
  void scale(double factor) {
    for (auto* kind : {&match, &down, &insert})
      for (double& value : *kind) value *= factor;
  }
  /// Where steps with nothing to do would have written.
  void clear(StepRun matchPlaces, StepRun gapPlaces) {
    std::fill(match.begin() + matchPlaces.begin, match.begin() + matchPlaces.end, 0.0);
    for (auto* kind : {&down, &insert}) std::fill(kind->begin() + gapPlaces.begin, kind->begin() + gapPlaces.end, 0.0);
  }
};

/// What a path weighs that goes from the border into column 1, by the state that it enters.
struct StripSums::Entry {
  Lanes match, gd, im;
};

struct StripSums::ForwardState {
  Lanes match{}, matchBefore{};       ///< into the pair diagonally below, one and two steps ago
  Lanes down{}, insert{};             ///< into the gap below
  Lanes gd{}, im{};                   ///< into the gap on the right
  Lanes total{}, largest{}, begin{};  ///< begin: of a path, in any column
};

struct StripSums::BackwardState {
  Lanes pair{}, pairBefore{};  ///< the pair with all that follows, one and two steps ago
  Lanes dg{}, mi{}, gd{}, im{};
  Lanes largest{};
};

StripSums::StripSums(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options, KeptStates kept)
    : m_numRows(query.length()),
      m_numColumns(templ.length()),
      m_numStrips(stripCount(m_numRows)),
      m_numSteps(stepCount(m_numColumns)),
      m_options(options),
      m_excluded(hasExcluded(options.viterbi)
                     ? withoutExcluded(options.allowed, m_numRows, m_numColumns, options.viterbi)
                     : Array<Bool>()),
      m_cells(m_excluded.empty() ? options.allowed : m_excluded, m_numRows, m_numColumns, !isLocal()),
      m_q(query),
      m_t(templ),
      m_odds(query, templ, options.viterbi),
      m_buffers((kept == KeptStates::all ? 1 + kNumGaps : 1) * m_numStrips * m_numSteps, m_numStrips * m_numSteps),
      m_gaps(kept == KeptStates::all ? m_buffers.wide() + m_numStrips * m_numSteps : nullptr),
      m_posterior(static_cast<size_t>(m_numSteps + kLanes), FloatLanes{}),
      m_exponents(static_cast<size_t>(m_numStrips), 0) {
  if (!options.allowed.empty()) requireShape("allowed cells", options.allowed.shape(), {m_numRows, m_numColumns});
  if (kept == KeptStates::match) return;
  m_backward = std::make_unique_for_overwrite<Lanes[]>(static_cast<size_t>((kNumGaps + 1) * m_numSteps));
}

double StripSums::totalBits() const { return std::log2(m_total) + m_exponents.back(); }

const Lanes* StripSums::forwardOf(PairState state, Index strip) const {
  const Index gap = static_cast<Index>(state) - 1;
  return gap < 0 ? m_buffers.wide() + strip * m_numSteps : m_gaps + (strip * kNumGaps + gap) * m_numSteps;
}

const Lanes* StripSums::backwardOf(PairState state) const {
  return m_backward.get() + static_cast<Index>(state) * m_numSteps;
}

/// 1 in lanes where a path may end.
Lanes StripSums::ends(Index strip, Index step) const {
  Lanes result{};
  for (Index lane = 0; lane < kLanes; ++lane) {
    const Index row = rowOfLane(strip, lane);
    const bool isEnd = isLocal() || row == m_numRows || columnOfLane(step, lane) == m_numColumns;
    result[lane] = row <= m_numRows && isEnd ? 1 : 0;
  }
  return result;
}

bool StripSums::forward(Progress& progress) {
  Passage passage(m_numColumns);
  if (hasBorder()) enterFromTop(passage);
  m_total = isLocal() ? 1 : 0;
  for (Index strip = 0; strip < m_numStrips; ++strip) {
    progress.update(0.5 * static_cast<double>(strip) / static_cast<double>(m_numStrips), "forward");
    m_cells.select(strip);
    m_odds.compute(strip, m_cells, m_buffers.narrow() + strip * m_numSteps);
    const bool isMasked = !m_cells.areAll();
    const Lanes largest =
        m_gaps     ? isMasked ? forwardStrip<true, true>(strip, passage) : forwardStrip<false, true>(strip, passage)
            : isMasked ? forwardStrip<true, false>(strip, passage)
                   : forwardStrip<false, false>(strip, passage);
    if (strip + 1 < m_numStrips) rescale(strip, largestOf(largest), passage);
  }
  m_factor = 1 / m_total;
  return m_total > kSmallest && m_total < kLargest;
}

/// Paths from the border above the first row.
void StripSums::enterFromTop(Passage& passage) const {
  for (Index j = 0; j <= m_numColumns; ++j) {
    const auto place = static_cast<size_t>(placeOfColumn(j));
    const double border = std::exp2(-static_cast<double>(j) * m_options.viterbi.endGapTemplate);
    passage.match[place + 1] = border * m_t.at(MM, j) * m_q.at(MM, 0);
    if (!gapsAtBorder() || j == 0) continue;
    passage.down[place] = border * m_q.at(MD, 0);
    passage.insert[place] = border * m_q.at(MM, 0) * m_t.at(MI, j);
  }
}

/// Paths from the border on the left of the strip, or those that begin in column 1.
StripSums::Entry StripSums::entryOf(Index strip, const RowTransitions& rows) const {
  Lanes border{};
  for (Index lane = 0; lane < kLanes; ++lane)
    if (const Index row = rowOfLane(strip, lane); row <= m_numRows)
      border[lane] =
          std::exp2(-exponent(strip) - (hasBorder() ? static_cast<double>(row) * m_options.viterbi.endGapQuery : 0.0));
  if (!hasBorder()) return {border, Lanes{}, Lanes{}};
  const Lanes match = border * rows.mm * m_t.at(MM, 0);
  if (!gapsAtBorder()) return {match, Lanes{}, Lanes{}};
  return {match, border * m_t.at(MD, 0), border * rows.mi * m_t.at(MM, 0)};
}

template <bool isMasked, bool withGaps>
Lanes StripSums::forwardStrip(Index strip, Passage& passage) {
  const RowTransitions rows = m_q.rows(strip);
  const Lanes usualEnds = ends(strip, 0);
  const Entry entry = isLocal() ? Entry{} : entryOf(strip, rows);
  Lanes begin{};
  if (isLocal()) begin += std::ldexp(1.0, -exponent(strip));
  if (m_options.begin == PathBegin::freeMatch && !isLocal() && strip == 0) begin[kLanes - 1] = 1;
  Lanes total{}, largest{};
  for (const StepRun run : m_cells.runs()) {
    ForwardState state;
    state.total = total, state.largest = largest, state.begin = begin;
    Index step = run.begin;
    for (; !isLocal() && step < std::min(run.end, kLanes); ++step) {
      forwardStep<isMasked, withGaps>(strip, step, rows, step < m_numColumns ? usualEnds : ends(strip, step), passage,
                                      state);
      enter(entry, kLanes - 1 - step, step, passage, state);
    }
    const Index usual = isLocal() ? run.end : std::min(run.end, m_numColumns);
    state = forwardSteps<isMasked, withGaps>(strip, {step, usual}, rows, usualEnds, passage, state);
    step = std::max(step, usual);
    for (; step < run.end; ++step)
      forwardStep<isMasked, withGaps>(strip, step, rows, ends(strip, step), passage, state);
    total = state.total, largest = state.largest;
  }
  for (const StepRun gap : m_cells.gaps()) passage.clear({gap.begin + 1, gap.end + 1}, gap);
  for (Index lane = 0; lane < kLanes; ++lane) m_total += total[lane];
  return largest;
}

/// Apart from forwardStrip, so that the state stays in registers.
template <bool isMasked, bool withGaps>
[[gnu::noinline]] StripSums::ForwardState StripSums::forwardSteps(Index strip, StepRun run, const RowTransitions& rows,
                                                                  Lanes end, Passage& passage, ForwardState state) {
  for (Index step = run.begin; step < run.end; ++step)
    forwardStep<isMasked, withGaps>(strip, step, rows, end, passage, state);
  return state;
}

/// Lets the path of a lane that stands on column 0 come in.
void StripSums::enter(const Entry& entry, Index lane, Index step, Passage& passage, ForwardState& state) {
  state.match[lane] += entry.match[lane];
  state.gd[lane] += entry.gd[lane];
  state.im[lane] += entry.im[lane];
  if (lane == 0) passage.match[static_cast<size_t>(step) + 1] += entry.match[lane];
}

template <bool isMasked, bool withGaps>
[[gnu::always_inline]] inline void StripSums::forwardStep(Index strip, Index step, const RowTransitions& rows,
                                                          Lanes end, Passage& passage, ForwardState& state) {
  const Lanes odds = __builtin_convertvector(m_buffers.narrow()[cellOf(strip, step)], Lanes);
  const Lanes tMM = loadVector<Lanes>(m_t.column(MM) + step), tMI = loadVector<Lanes>(m_t.column(MI) + step);
  const auto above = static_cast<size_t>(step + kLanes - 1), below = static_cast<size_t>(step);
  const Lanes mm = odds * (state.begin + fromAbove(state.matchBefore, passage.match[above]));
  Lanes dg = fromAbove(state.down, passage.down[above]), mi = fromAbove(state.insert, passage.insert[above]);
  Lanes gd = state.gd, im = state.im;
  if constexpr (isMasked) zeroUnless(signsOf(m_cells.bits(step)), dg, mi, gd, im);
  m_buffers.wide()[cellOf(strip, step)] = mm;
  if constexpr (withGaps) {
    Lanes* const gaps = m_gaps + strip * kNumGaps * m_numSteps + step;
    gaps[kMi * m_numSteps] = mi, gaps[kIm * m_numSteps] = im, gaps[kDg * m_numSteps] = dg, gaps[kGd * m_numSteps] = gd;
  }
  state.total += mm * end;
  state.largest = mm > state.largest ? mm : state.largest;
  const Lanes changed = loadVector<Lanes>(m_t.column(DM) + step) * gd + loadVector<Lanes>(m_t.column(IM) + step) * mi;
  state.matchBefore = state.match;
  state.match = tMM * (rows.mm * mm + rows.im * im + rows.dm * dg) + rows.mm * changed;
  state.down = rows.md * mm + rows.dd * dg;
  state.insert = rows.mm * (tMI * mm + loadVector<Lanes>(m_t.column(II) + step) * mi);
  state.gd = loadVector<Lanes>(m_t.column(MD) + step) * mm + loadVector<Lanes>(m_t.column(DD) + step) * gd;
  state.im = tMM * (rows.mi * mm + rows.ii * im);
  passage.match[below + 1] = state.match[0];
  passage.down[below] = state.down[0];
  passage.insert[below] = state.insert[0];
}

/// Divides by the power of two next above the largest match; what follows inherits the scale.
void StripSums::rescale(Index strip, double largest, Passage& passage) {
  int exponent = 0;
  if (largest > 1) std::frexp(largest, &exponent);
  m_exponents[static_cast<size_t>(strip) + 1] = nth(m_exponents, strip) + exponent;
  if (exponent == 0) return;
  passage.scale(std::ldexp(1.0, -exponent));
  m_total = std::ldexp(m_total, -exponent);
}

bool StripSums::backward(Progress& progress, const std::function<void(Index strip)>& finished) {
  Passage passage(m_numColumns);
  for (Index strip = m_numStrips - 1; strip >= 0; --strip) {
    progress.update(1 - 0.5 * static_cast<double>(strip + 1) / static_cast<double>(m_numStrips), "backward");
    m_cells.select(strip);
    if (strip + 1 < m_numStrips) passage.scale(std::ldexp(1.0, exponent(strip) - exponent(strip + 1)));
    const bool isMasked = !m_cells.areAll();
    const Lanes largest =
        m_gaps     ? isMasked ? backwardStrip<true, true>(strip, passage) : backwardStrip<false, true>(strip, passage)
            : isMasked ? backwardStrip<true, false>(strip, passage)
                   : backwardStrip<false, false>(strip, passage);
    if (!(largestOf(largest) * m_factor < kLargest)) return false;
    finished(strip);
  }
  return true;
}

template <bool isMasked, bool withGaps>
Lanes StripSums::backwardStrip(Index strip, Passage& passage) {
  const RowTransitions rows = m_q.rows(strip);
  const double scale = std::ldexp(1.0, exponent(strip) - m_exponents.back());
  const Lanes usualEnds = scale * ends(strip, 0);
  Lanes largest{};
  for (auto run = m_cells.runs().rbegin(); run != m_cells.runs().rend(); ++run) {
    BackwardState state;
    state.largest = largest;
    Index step = run->end - 1;
    for (; !isLocal() && step >= std::max(run->begin, m_numColumns); --step)
      backwardStep<isMasked, withGaps>(strip, step, rows, scale * ends(strip, step), passage, state);
    largest = backwardSteps<isMasked, withGaps>(strip, {run->begin, step + 1}, rows, usualEnds, passage, state).largest;
  }
  for (const StepRun gap : m_cells.gaps()) {
    const StepRun places{gap.begin + kLanes - 1, gap.end + kLanes - 1};
    passage.clear(places, places);
  }
  return largest;
}

template <bool isMasked, bool withGaps>
[[gnu::noinline]] StripSums::BackwardState StripSums::backwardSteps(Index strip, StepRun run,
                                                                    const RowTransitions& rows, Lanes end,
                                                                    Passage& passage, BackwardState state) {
  for (Index step = run.end - 1; step >= run.begin; --step)
    backwardStep<isMasked, withGaps>(strip, step, rows, end, passage, state);
  return state;
}

template <bool isMasked, bool withGaps>
[[gnu::always_inline]] inline void StripSums::backwardStep(Index strip, Index step, const RowTransitions& rows,
                                                           Lanes end, Passage& passage, BackwardState& state) {
  const Lanes odds = __builtin_convertvector(m_buffers.narrow()[cellOf(strip, step)], Lanes);
  const auto above = static_cast<size_t>(step + kLanes - 1), below = static_cast<size_t>(step);
  const Lanes pair = fromBelow(state.pairBefore, passage.match[below + 1]);
  const Lanes dg = fromBelow(state.dg, passage.down[below]), mi = fromBelow(state.mi, passage.insert[below]);
  const Lanes tMM = loadVector<Lanes>(m_t.column(MM) + step);
  const Lanes pairOn = rows.mm * pair, insertOn = rows.mm * mi, downOn = rows.dd * dg;
  Lanes mm = end + tMM * (pairOn + rows.mi * state.im) + loadVector<Lanes>(m_t.column(MD) + step) * state.gd +
             rows.md * dg + loadVector<Lanes>(m_t.column(MI) + step) * insertOn;
  state.gd = loadVector<Lanes>(m_t.column(DM) + step) * pairOn + loadVector<Lanes>(m_t.column(DD) + step) * state.gd;
  state.im = tMM * (rows.im * pair + rows.ii * state.im);
  state.dg = tMM * (rows.dm * pair) + downOn;
  state.mi = loadVector<Lanes>(m_t.column(IM) + step) * pairOn + loadVector<Lanes>(m_t.column(II) + step) * insertOn;
  if constexpr (isMasked) zeroUnless(signsOf(m_cells.bits(step)), mm, state.dg, state.mi, state.gd, state.im);
  if constexpr (withGaps) {
    Lanes* const planes = m_backward.get() + step;
    planes[0] = mm;
    Lanes* const gaps = planes + m_numSteps;
    gaps[kMi * m_numSteps] = state.mi, gaps[kIm * m_numSteps] = state.im;
    gaps[kDg * m_numSteps] = state.dg, gaps[kGd * m_numSteps] = state.gd;
  }
  state.largest = mm > state.largest ? mm : state.largest;
  state.pairBefore = state.pair;
  state.pair = odds * mm;
  const Lanes probability = m_buffers.wide()[cellOf(strip, step)] * (mm * m_factor);
  nth(m_posterior, step) = __builtin_convertvector(probability, FloatLanes);
  passage.match[above] = state.pair[kLanes - 1];
  passage.down[above] = state.dg[kLanes - 1];
  passage.insert[above] = state.mi[kLanes - 1];
}

}  // namespace engine
