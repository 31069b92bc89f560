// Forward and backward with rescaled probabilities. Rows and columns count from 1; what leaves column k stands at k.
//
// Scaling: the forward row i is kept as F(i) 2^-e(i), where e(i) grows whenever a row's largest match exceeds 1; the
// backward row as B(i) 2^-(e(N) - e(i)), so that every product carries the same factor 2^-e(N) as the total.
#include "engine/hmm/FastPosterior.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "engine/hmm/ForwardBackward.h"
#include "engine/hmm/LinearScan.h"
#include "engine/hmm/MatchScore.h"
#include "engine/hmm/ViterbiInput.h"

namespace engine {

namespace {

using enum Transition;

/// Products of doubles stay exact to rounding inside this range; beyond it the plain definition takes over.
constexpr double kLargest = 1e270, kSmallest = 1e-270;

/// The probabilities of one kind of transition for columns 0..N.
std::vector<double> linear(const ProfileHmm& profile, Transition transition) {
  std::vector<double> values;
  for (const auto& row : profile.transitions) values.push_back(std::exp2(row[static_cast<size_t>(transition)]));
  return values;
}

struct LinearTransitions {
  std::array<std::vector<double>, kNumTransitions> of;
  explicit LinearTransitions(const ProfileHmm& profile) {
    for (size_t t = 0; t < of.size(); ++t) of[t] = linear(profile, static_cast<Transition>(t));
  }
  const double* operator[](Transition t) const { return of[static_cast<size_t>(t)].data(); }
};

/// The five states of one row, columns 0..Nt + 1.
struct Row {
  std::vector<double> mm, mi, im, dg, gd;
  explicit Row(Index numColumns) {
    for (auto* state : {&mm, &mi, &im, &dg, &gd}) state->assign(static_cast<size_t>(numColumns) + 2, 0.0);
  }
  void clear() {
    for (auto* state : {&mm, &mi, &im, &dg, &gd}) std::fill(state->begin(), state->end(), 0.0);
  }
};

/// Columns [begin, end) of a row that paths may visit.
struct Run {
  Index begin, end;
};

std::vector<Run> runsOf(const Array<Bool>& allowed, Index i, Index numColumns) {
  if (allowed.empty()) return {{1, numColumns + 1}};
  std::vector<Run> runs;
  const Bool* const first = allowed.data() + (i - 1) * numColumns;
  const Bool* const last = first + numColumns;
  const auto isOn = [](Bool cell) { return static_cast<bool>(cell); };
  for (const Bool* at = std::find_if(first, last, isOn); at != last; at = std::find_if(at, last, isOn)) {
    const Bool* const end = std::find_if_not(at, last, isOn);
    runs.push_back({at - first + 1, end - first + 1});
    at = end;
  }
  return runs;
}

constexpr Index kBlock = 4;  ///< query columns that share each load of the template's odds

/// Sums over residues for kBlock query columns and all template columns; target has rows of `stride`.
void addUpOdds(const ColumnScorer& scorer, const std::array<const ResidueVector*, kBlock>& q, double factor,
               Index numColumns, float* target, Index stride) {
  using Floats = float __attribute__((vector_size(32)));
  Index j = 0;
  for (; j + kLanes <= numColumns; j += kLanes) {
    std::array<Lanes, kBlock> sums{};
    for (size_t a = 0; a < q[0]->size(); ++a) {
      const Lanes odds = loadLanes(scorer.odds(a) + j);
      for (size_t k = 0; k < kBlock; ++k) sums[k] += (*q[k])[a] * odds;
    }
    for (size_t k = 0; k < kBlock; ++k) {
      const Floats rounded = __builtin_convertvector(sums[k] * factor, Floats);
      std::memcpy(target + static_cast<Index>(k) * stride + j, &rounded, sizeof(rounded));
    }
  }
  for (; j < numColumns; ++j)
    for (size_t k = 0; k < kBlock; ++k) {
      double sum = 0;
      for (size_t a = 0; a < q[k]->size(); ++a) sum += (*q[k])[a] * scorer.odds(a)[j];
      target[static_cast<Index>(k) * stride + j] = static_cast<float>(sum * factor);
    }
}

void multiplyByStructure(const MatchScorer& scorer, Array<float>& odds, Index numRows, Index numColumns) {
  for (Index i = 0; i < numRows; ++i)
    for (Index j = 0; j < numColumns; ++j) odds(i + 1, j + 1) *= static_cast<float>(scorer.structureOdds(i, j));
}

/// Odds of all match pairs, shift and structure included: rows 0..Nq rounded up to whole blocks, Nt + 2 columns, the
/// border is 0.
Array<float> pairOdds(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options) {
  const Index numRows = query.length(), stride = templ.length() + 2;
  const MatchScorer match(query, templ, options);
  const ColumnScorer& scorer = match.columns();
  Array<float> odds({numRows + kBlock, stride}, 0.0F);
  for (Index first = 0; first < numRows; first += kBlock) {
    std::array<const ResidueVector*, kBlock> q;
    for (Index k = 0; k < kBlock; ++k)
      q[static_cast<size_t>(k)] = &scorer.queryColumns()[static_cast<size_t>(std::min(first + k, numRows - 1))];
    addUpOdds(scorer, q, std::exp2(options.shift), templ.length(), odds.data() + (first + 1) * stride + 1, stride);
  }
  if (match.hasStructure()) multiplyByStructure(match, odds, numRows, templ.length());
  return odds;
}

/// The factors with which a gap goes on, by the column that it enters (forward) or leaves (backward).
std::vector<double> goingOn(const LinearTransitions& t, Transition transition, Index numColumns, bool entering) {
  std::vector<double> factors(static_cast<size_t>(numColumns) + 2, 0.0);
  for (Index j = 1; j <= numColumns; ++j) factors[static_cast<size_t>(j)] = t[transition][entering ? j - 1 : j];
  return factors;
}

class ScaledSums {
 public:
  ScaledSums(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options)
      : m_numRows(query.length()),
        m_numColumns(templ.length()),
        m_options(options),
        m_allowed(withoutExcluded(options.allowed, m_numRows, m_numColumns, options.viterbi)),
        m_q(query),
        m_t(templ),
        m_deletes(goingOn(m_t, DD, m_numColumns, true), ScanDirection::up),
        m_matches(goingOn(m_t, MM, m_numColumns, true), ScanDirection::up),
        m_deletesBack(goingOn(m_t, DD, m_numColumns, false), ScanDirection::down),
        m_matchesBack(goingOn(m_t, MM, m_numColumns, false), ScanDirection::down),
        m_odds(pairOdds(query, templ, options.viterbi)),
        m_forward(std::make_unique_for_overwrite<double[]>(static_cast<size_t>((m_numRows + 1) * (m_numColumns + 2)))),
        m_exponents(static_cast<size_t>(m_numRows) + 2, 0) {}

  /// Nothing when the range of doubles was left.
  bool run(MatchPosterior& result, Progress& progress) {
    forward(progress);
    const double scaledTotal = m_total;
    result.probabilities = Array<float>({m_numRows + 1, m_numColumns + 1}, 0.0F, "posterior");
    if (!(scaledTotal > kSmallest && scaledTotal < kLargest)) return false;
    result.total = std::log2(scaledTotal) + m_exponents[static_cast<size_t>(m_numRows)];
    return backward(result.probabilities, progress);
  }

 private:
  bool isLocal() const { return m_options.viterbi.mode == AlignmentMode::local; }
  bool hasBorder() const { return !isLocal() && m_options.begin == PathBegin::asViterbi; }
  bool gapsAtBorder() const { return m_options.viterbi.borders == BorderRule::gapsAllowed; }
  double scaleBack(Index i) const { return std::ldexp(1.0, -m_exponents[static_cast<size_t>(i)]); }

  void forward(Progress& progress) {
    Row above(m_numColumns), row(m_numColumns);
    if (hasBorder())
      for (Index j = 0; j <= m_numColumns; ++j)
        above.mm[static_cast<size_t>(j)] = std::exp2(-static_cast<double>(j) * m_options.viterbi.endGapTemplate);
    m_total = isLocal() ? 1 : 0;
    for (Index i = 1; i <= m_numRows; ++i) {
      progress.update(0.5 * static_cast<double>(i - 1) / static_cast<double>(m_numRows), "forward");
      if (!m_allowed.empty()) row.clear();  // else every cell is written
      forwardRow(i, above, row);
      std::copy(row.mm.begin(), row.mm.end(), m_forward.get() + i * (m_numColumns + 2));
      addEnds(i, row);
      rescale(i, row);
      std::swap(above, row);
    }
  }

  void forwardRow(Index i, const Row& above, Row& row) {
    const double border =
        hasBorder() ? scaleBack(i) * std::exp2(-static_cast<double>(i) * m_options.viterbi.endGapQuery) : 0;
    row.mm[0] = gapsAtBorder() ? border : 0;
    for (const Run run : runsOf(m_allowed, i, m_numColumns)) {
      matches(i, above, row, run);
      if (i > 1 || gapsAtBorder()) gapsInTemplate(i, above, row, run);
      gapsInQuery(i, row, run);
    }
    row.mm[0] = border;
  }

  /// What a path that begins in this row weighs, scaled: 0 where it comes from the border.
  double beginIn(Index i, Index j) const {
    if (isLocal()) return scaleBack(i);
    return m_options.begin == PathBegin::freeMatch && (i == 1 || j == 1) ? scaleBack(i) : 0;
  }

  void matches(Index i, const Row& above, Row& row, Run run) const {
    const double aMM = m_q[MM][i - 1], aIM = m_q[IM][i - 1], aDM = m_q[DM][i - 1];
    const double *tMM = m_t[MM], *tIM = m_t[IM], *tDM = m_t[DM];
    const double *mm = above.mm.data(), *mi = above.mi.data(), *im = above.im.data(), *dg = above.dg.data(),
                 *gd = above.gd.data();
    const float* const odds = m_odds.data() + i * (m_numColumns + 2);
    double* const out = row.mm.data();
    const double begin = beginIn(i, 2);
#pragma GCC ivdep
    for (Index j = run.begin; j < run.end; ++j) {
      const double kept = tMM[j - 1] * (aMM * mm[j - 1] + aIM * im[j - 1] + aDM * dg[j - 1]);
      const double changed = aMM * (tDM[j - 1] * gd[j - 1] + tIM[j - 1] * mi[j - 1]);
      out[j] = static_cast<double>(odds[j]) * (begin + kept + changed);
    }
    if (run.begin == 1) out[1] += static_cast<double>(odds[1]) * (beginIn(i, 1) - begin);
  }

  void gapsInTemplate(Index i, const Row& above, Row& row, Run run) const {
    const double aMM = m_q[MM][i - 1], aMD = m_q[MD][i - 1], aDD = m_q[DD][i - 1];
    const double *tMI = m_t[MI], *tII = m_t[II];
    const double *mm = above.mm.data(), *mi = above.mi.data(), *dg = above.dg.data();
    double *const dgOut = row.dg.data(), *const miOut = row.mi.data();
#pragma GCC ivdep
    for (Index j = run.begin; j < run.end; ++j) {
      dgOut[j] = aMD * mm[j] + aDD * dg[j];
      miOut[j] = aMM * (tMI[j] * mm[j] + tII[j] * mi[j]);
    }
  }

  void gapsInQuery(Index i, Row& row, Run run) const {
    const double aMI = m_q[MI][i];
    const double *tMM = m_t[MM], *tMD = m_t[MD];
    const double* const mm = row.mm.data();
    double *const gd = row.gd.data(), *const im = row.im.data();
#pragma GCC ivdep
    for (Index j = run.begin; j < run.end; ++j) {
      gd[j] = tMD[j - 1] * mm[j - 1];
      im[j] = tMM[j - 1] * mm[j - 1] * aMI;
    }
    runScans({m_deletes, gd, 1}, {m_matches, im, m_q[II][i]}, run.begin, run.end);
  }

  void addEnds(Index i, const Row& row) {
    if (isLocal() || i == m_numRows)
      m_total += sumOf(row.mm.data(), 1, m_numColumns + 1);
    else
      m_total += row.mm[static_cast<size_t>(m_numColumns)];
  }

  /// Divides by the power of two next above the row's largest match; what follows inherits the scale.
  void rescale(Index i, Row& row) {
    const double largest = largestOf(row.mm.data(), 1, m_numColumns + 1);
    int exponent = 0;
    if (largest > 1) std::frexp(largest, &exponent);
    m_exponents[static_cast<size_t>(i) + 1] = m_exponents[static_cast<size_t>(i)] + exponent;
    if (exponent == 0 || i == m_numRows) return;
    const double scale = std::ldexp(1.0, -exponent);
    for (auto* state : {&row.mm, &row.mi, &row.im, &row.dg, &row.gd})
      for (double& value : *state) value *= scale;
    m_total *= scale;
  }

  bool backward(Array<float>& probabilities, Progress& progress) {
    Row below(m_numColumns), row(m_numColumns);
    std::vector<double> pairs(static_cast<size_t>(m_numColumns) + 2, 0.0);
    for (Index i = m_numRows; i >= 1; --i) {
      progress.update(1 - 0.5 * static_cast<double>(i) / static_cast<double>(m_numRows), "backward");
      if (!m_allowed.empty()) row.clear();  // else every cell is written
      backwardRow(i, below, pairs, row);
      if (!storeRow(i, row, probabilities)) return false;
      std::swap(below, row);
    }
    return true;
  }

  void backwardRow(Index i, const Row& below, std::vector<double>& pairs, Row& row) const {
    const int step = i < m_numRows ? m_exponents[static_cast<size_t>(i) + 1] - m_exponents[static_cast<size_t>(i)] : 0;
    const double scale = std::ldexp(1.0, -step);
    const float* const odds = m_odds.data() + (std::min(i, m_numRows - 1) + 1) * (m_numColumns + 2);
    // What lies diagonally behind, ready to be entered: the last row has nothing behind it.
    for (Index j = 0; j <= m_numColumns; ++j)
      pairs[static_cast<size_t>(j)] =
          i < m_numRows ? scale * static_cast<double>(odds[j + 1]) * below.mm[static_cast<size_t>(j) + 1] : 0;
    const int toEnd = m_exponents[static_cast<size_t>(m_numRows)] - m_exponents[static_cast<size_t>(i)];
    const double end = std::ldexp(1.0, -toEnd);
    const std::vector<Run> runs = runsOf(m_allowed, i, m_numColumns);
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
      backGapsInQuery(i, pairs, row, *run);
      backMatches(i, scale, isLocal() || i == m_numRows ? end : 0, below, pairs, row, *run);
      if (!isLocal() && i < m_numRows && run->end == m_numColumns + 1) row.mm[static_cast<size_t>(m_numColumns)] += end;
    }
  }

  void backGapsInQuery(Index i, const std::vector<double>& pairs, Row& row, Run run) const {
    const double aMM = m_q[MM][i], aIM = m_q[IM][i];
    const double *tMM = m_t[MM], *tDM = m_t[DM];
    const double* const pair = pairs.data();
    double *const gd = row.gd.data(), *const im = row.im.data();
#pragma GCC ivdep
    for (Index j = run.begin; j < run.end; ++j) {
      gd[j] = pair[j] * aMM * tDM[j];
      im[j] = pair[j] * aIM * tMM[j];
    }
    runScans({m_deletesBack, gd, 1}, {m_matchesBack, im, m_q[II][i]}, run.begin, run.end);
  }

  void backMatches(Index i, double scale, double end, const Row& below, const std::vector<double>& pairs, Row& row,
                   Run run) const {
    const double aMM = m_q[MM][i], aMI = m_q[MI][i], aMD = scale * m_q[MD][i], aDM = m_q[DM][i],
                 aDD = scale * m_q[DD][i], sMM = scale * aMM;
    const double *tMM = m_t[MM], *tMI = m_t[MI], *tMD = m_t[MD], *tIM = m_t[IM], *tII = m_t[II];
    const double *pair = pairs.data(), *gd = row.gd.data(), *im = row.im.data(), *dgBelow = below.dg.data(),
                 *miBelow = below.mi.data();
    double *const mm = row.mm.data(), *const dg = row.dg.data(), *const mi = row.mi.data();
#pragma GCC ivdep
    for (Index j = run.begin; j < run.end; ++j) {
      mm[j] = end + tMM[j] * (pair[j] * aMM + aMI * im[j + 1]) + gd[j + 1] * tMD[j] + aMD * dgBelow[j] +
              sMM * tMI[j] * miBelow[j];
      dg[j] = pair[j] * aDM * tMM[j] + aDD * dgBelow[j];
      mi[j] = pair[j] * aMM * tIM[j] + sMM * tII[j] * miBelow[j];
    }
  }

  bool storeRow(Index i, const Row& row, Array<float>& probabilities) const {
    const double* const forward = m_forward.get() + i * (m_numColumns + 2);
    float* const out = probabilities.data() + i * (m_numColumns + 1);
    const double* const backward = row.mm.data();
    const double factor = 1 / m_total;
    for (Index j = 1; j <= m_numColumns; ++j) out[j] = static_cast<float>(forward[j] * (backward[j] * factor));
    return largestOf(backward, 1, m_numColumns + 1) * factor < kLargest;
  }

  const Index m_numRows, m_numColumns;
  const PathModelOptions& m_options;
  const Array<Bool> m_allowed;
  const LinearTransitions m_q, m_t;
  const LinearScan m_deletes, m_matches, m_deletesBack, m_matchesBack;  ///< GD and IM along a row
  const Array<float> m_odds;
  /// (Nq + 1) x (Nt + 2) match states, scaled; row 0 is not used.
  std::unique_ptr<double[]> m_forward;
  std::vector<int> m_exponents;  ///< e(i) of rows 1..N; e(1) = 0
  double m_total = 0;            ///< scaled like the last row
};

}  // namespace

MatchPosterior matchPosterior(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options,
                              Progress& progress) {
  MatchPosterior result;
  requireAlignable(query);
  requireAlignable(templ);
  if (ScaledSums(query, templ, options).run(result, progress)) return result;
  const PathModel model(query, templ, options);
  const PathSums forward = forwardSums(model, progress);
  result.probabilities = posteriorMatrices(forward, backwardSums(model, progress), forward.total).planes.front();
  result.total = forward.total;
  return result;
}

}  // namespace engine
