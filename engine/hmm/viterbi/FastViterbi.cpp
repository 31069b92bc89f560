// Five-state Viterbi row by row. Match and query-only states depend on the row above only: one pass of vector
// instructions. Template-only states depend on the cell to the left: a scan with two short chains, and one more vector
// pass that finds out where they began.
#include "engine/hmm/viterbi/FastViterbi.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/base/VectorBits.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/viterbi/MatchScore.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "engine/hmm/viterbi/ViterbiInput.h"

namespace engine {

namespace {

using namespace pointer;
using Floats = std::vector<float>;

constexpr auto kNever = static_cast<float>(kImpossible);
constexpr size_t kTile = 64;  ///< columns whose sums stay in registers
constexpr int kLanes = 16;

/// Choices by bits, so that the compiler makes no branches of them and the loops become vector instructions.
float larger(float a, float b) { return selected(a > b, a, b); }
std::int32_t chosen(bool condition, std::int32_t a, std::int32_t b) {
  const std::int32_t mask = -static_cast<std::int32_t>(condition);
  return (a & mask) | (b & ~mask);
}

/// One transition of all template columns -1..Nt-1 (entry j leaves column j of the formulae).
Floats transitionsOf(const ProfileHmm& profile, Transition transition) {
  Floats values;
  for (const auto& row : profile.transitions)
    values.push_back(static_cast<float>(nth(row, transition)));
  return values;
}

struct TemplateTransitions {
  explicit TemplateTransitions(const ProfileHmm& t)
      : mm(transitionsOf(t, Transition::MM)),
        mi(transitionsOf(t, Transition::MI)),
        md(transitionsOf(t, Transition::MD)),
        im(transitionsOf(t, Transition::IM)),
        ii(transitionsOf(t, Transition::II)),
        dm(transitionsOf(t, Transition::DM)),
        dd(transitionsOf(t, Transition::DD)) {}
  Floats mm, mi, md, im, ii, dm, dd;
};

/// The seven transitions of one query column.
struct QueryTransitions {
  QueryTransitions(const ProfileHmm& q, Index column)
      : mm(at(q, column, Transition::MM)),
        mi(at(q, column, Transition::MI)),
        md(at(q, column, Transition::MD)),
        im(at(q, column, Transition::IM)),
        ii(at(q, column, Transition::II)),
        dm(at(q, column, Transition::DM)),
        dd(at(q, column, Transition::DD)) {}
  static float at(const ProfileHmm& q, Index column, Transition t) {
    return static_cast<float>(q.transition(column, t));
  }
  float mm, mi, md, im, ii, dm, dd;
};

/// The rows of the five planes at one query position, Nt + 1 values each.
struct PlaneRows {
  float *mm, *mi, *im, *dg, *gd;
};

class FastFiveState {
 public:
  FastFiveState(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                const Array<float>& scores, KeptMatrices kept, const Array<Bool>& allowed)
      : m_query(query),
        m_template(templ),
        m_options(options),
        m_columnScores(scores),
        m_allowed(allowed),
        m_isKept(kept == KeptMatrices::all),
        m_width(templ.length() + 1),
        m_transitions(templ),
        m_structure(query, templ, options.structure),
        m_matchScores(static_cast<size_t>(m_width)),
        m_pointers(static_cast<size_t>(m_width)),
        m_gate(static_cast<size_t>(m_width), 0.0F) {
    makeRoom();
  }

  ViterbiResult run(Progress& progress) {
    borderRow();
    for (Index i = 1; i <= m_query.length(); ++i) {
      progress.update(static_cast<double>(i - 1) / static_cast<double>(m_query.length()), "Viterbi");
      computeRow(i);
    }
    AlignmentPath path = scoredPath(traceBack(m_matrices.backtrace, PairState::MM, m_bestRow, m_bestColumn), m_query,
                                    m_template, m_options);
    return {std::move(m_matrices), std::move(path)};
  }

 private:
  void makeRoom() {
    const Shape shape{m_query.length() + 1, m_width};
    m_matrices.backtrace = Array<std::uint8_t>(shape, kStop, "backtrace");
    if (!m_isKept) {
      m_rolling.assign(static_cast<size_t>(10 * m_width), kNever);
      return;
    }
    m_matrices.addPlanes({PairState::MM, PairState::MI, PairState::IM, PairState::DG, PairState::GD}, shape, kNever);
  }

  PlaneRows rows(Index i) {
    float* start[5];
    for (Index k = 0; k < 5; ++k)
      start[k] = m_isKept ? nth(m_matrices.planes, k).data() + i * m_width
                          : m_rolling.data() + (5 * (i % 2) + k) * m_width;
    return {start[0], start[1], start[2], start[3], start[4]};
  }

  void borderRow() {
    const PlaneRows row = rows(0);
    for (Index j = 0; j < m_width; ++j)
      row.mm[j] = static_cast<float>(0.0 - static_cast<double>(j) * m_options.endGapTemplate);
  }

  void computeRow(Index i) {
    const PlaneRows above = rows(i - 1), row = rows(i);
    matchScores(i);
    row.mm[0] = static_cast<float>(0.0 - static_cast<double>(i) * m_options.endGapQuery);
    row.mi[0] = row.im[0] = row.dg[0] = row.gd[0] = kNever;
    m_pointers[0] = kStop;
    statesFromAbove(i, above, row);
    statesFromLeft(i, row);
    closeBorders(i, row);
    storePointers(i);
    considerEnds(i, row.mm);
  }

  /// Column score, shift, structure; the gate is -inf where the cell is off.
  void matchScores(Index i) {
    const float* columns = m_columnScores.data() + (i - 1) * (m_width - 1);
    const auto shift = static_cast<float>(m_options.shift);
    for (Index j = 1; j < m_width; ++j) nth(m_matchScores, j) = columns[j - 1] + shift;
    if (isInside(m_options.structure.mode) && m_structure.isScored())
      for (Index j = 1; j < m_width; ++j)
        nth(m_matchScores, j) += static_cast<float>(m_structure.score(i - 1, j - 1));
    if (m_allowed.empty()) return;
    for (Index j = 1; j < m_width; ++j) nth(m_gate, j) = m_allowed(i - 1, j - 1) ? 0.0F : kNever;
  }

  /// MM, DG and MI.
  void statesFromAbove(Index i, const PlaneRows& above, const PlaneRows& row) {
    const QueryTransitions a(m_query, i - 2);
    const TemplateTransitions& b = m_transitions;
    const float floor = m_options.mode == AlignmentMode::local ? 0.0F : kNever;
    const float *bMM = b.mm.data(), *bDM = b.dm.data(), *bIM = b.im.data(), *bMI = b.mi.data(), *bII = b.ii.data();
    const float *score = m_matchScores.data(), *gate = m_gate.data();
    const float *aboveMM = above.mm, *aboveMI = above.mi, *aboveIM = above.im, *aboveDG = above.dg, *aboveGD = above.gd;
    float *rowMM = row.mm, *rowMI = row.mi, *rowDG = row.dg;
    std::int32_t* pointers = m_pointers.data();
    const Index width = m_width;
#pragma GCC ivdep
    for (Index j = 1; j < width; ++j) {
      const float mm = aboveMM[j - 1] + (a.mm + bMM[j - 1]), gd = aboveGD[j - 1] + (a.mm + bDM[j - 1]);
      const float im = aboveIM[j - 1] + (a.im + bMM[j - 1]), dg = aboveDG[j - 1] + (a.dm + bMM[j - 1]);
      const float mi = aboveMI[j - 1] + (a.mm + bIM[j - 1]);
      // The last one that is strictly better than all before it.
      float best = floor;
      std::int32_t origin = kStop;
      origin = chosen(mm > best, kFromMM, origin), best = larger(mm, best);
      origin = chosen(gd > best, kFromGD, origin), best = larger(gd, best);
      origin = chosen(im > best, kFromIM, origin), best = larger(im, best);
      origin = chosen(dg > best, kFromDG, origin), best = larger(dg, best);
      origin = chosen(mi > best, kFromMI, origin), best = larger(mi, best);
      rowMM[j] = best + score[j] + gate[j];
      const float opensDG = aboveMM[j] + a.md, keepsDG = aboveDG[j] + a.dd;
      rowDG[j] = larger(opensDG, keepsDG) + gate[j];
      const float opensMI = aboveMM[j] + (a.mm + bMI[j]), keepsMI = aboveMI[j] + (a.mm + bII[j]);
      rowMI[j] = larger(opensMI, keepsMI) + gate[j];
      pointers[j] = origin | chosen(opensDG > keepsDG, kOpensDG, 0) | chosen(opensMI > keepsMI, kOpensMI, 0);
    }
  }

  /// GD and IM.
  void statesFromLeft(Index i, const PlaneRows& row) {
    const QueryTransitions a(m_query, i - 1);
    const float *bMM = m_transitions.mm.data(), *bMD = m_transitions.md.data(), *bDD = m_transitions.dd.data();
    const float* gate = m_gate.data();
    const Index width = m_width, first = m_options.borders == BorderRule::gapsAllowed ? 1 : 2;
    float gd = kNever, im = kNever;
    for (Index j = 1; j < std::min(first, width); ++j) row.gd[j] = row.im[j] = kNever;
    for (Index j = first; j < width; ++j) {
      const float opensGD = row.mm[j - 1] + bMD[j - 1], opensIM = row.mm[j - 1] + (a.mi + bMM[j - 1]);
      const float keepsGD = gd + bDD[j - 1], keepsIM = im + (a.ii + bMM[j - 1]);
      row.gd[j] = gd = std::max(opensGD, keepsGD) + gate[j];
      row.im[j] = im = std::max(opensIM, keepsIM) + gate[j];
    }
    std::int32_t* pointers = m_pointers.data();
#pragma GCC ivdep
    for (Index j = 1; j < width; ++j) {
      const float opensGD = row.mm[j - 1] + bMD[j - 1], opensIM = row.mm[j - 1] + (a.mi + bMM[j - 1]);
      const float keepsGD = row.gd[j - 1] + bDD[j - 1], keepsIM = row.im[j - 1] + (a.ii + bMM[j - 1]);
      pointers[j] |= chosen(opensGD > keepsGD, kOpensGD, 0) | chosen(opensIM > keepsIM, kOpensIM, 0);
    }
  }

  /// Where a path must begin with a match pair, no gap state stands in the first row or column.
  void closeBorders(Index i, const PlaneRows& row) {
    if (m_options.borders == BorderRule::gapsAllowed) return;
    if (m_width > 1) m_pointers[1] &= ~(kOpensGD | kOpensIM);
    if (i > 1) return;
    for (Index j = 1; j < m_width; ++j) {
      row.dg[j] = row.mi[j] = kNever;
      nth(m_pointers, j) &= ~(kOpensDG | kOpensMI);
    }
  }

  void storePointers(Index i) {
    std::uint8_t* bytes = m_matrices.backtrace.data() + i * m_width;
    for (Index j = 0; j < m_width; ++j) bytes[j] = static_cast<std::uint8_t>(nth(m_pointers, j));
    if (m_allowed.empty()) return;
    for (Index j = 1; j < m_width; ++j)
      if (!m_allowed(i - 1, j - 1)) bytes[j] = kCellOff;
  }

  void considerEnds(Index i, const float* mm) {
    const bool isWholeRow = m_options.mode == AlignmentMode::local || i == m_query.length();
    const Index first = isWholeRow ? 1 : m_width - 1;
    if (!(maximum(mm + first, m_width - first) > m_bestScore)) return;
    for (Index j = first; j < m_width; ++j)
      if (mm[j] > m_bestScore) {
        m_bestScore = mm[j];
        m_bestRow = i;
        m_bestColumn = j;
      }
  }

  static float maximum(const float* values, Index count) {
    float lanes[kLanes];
    std::fill(lanes, lanes + kLanes, kNever);
    Index k = 0;
    for (; k + kLanes <= count; k += kLanes)
      for (int lane = 0; lane < kLanes; ++lane)
        lanes[lane] = values[k + lane] > lanes[lane] ? values[k + lane] : lanes[lane];
    for (; k < count; ++k) lanes[0] = std::max(lanes[0], values[k]);
    return *std::max_element(lanes, lanes + kLanes);
  }

  const ProfileHmm& m_query;
  const ProfileHmm& m_template;
  const ViterbiOptions& m_options;
  const Array<float>& m_columnScores;
  const Array<Bool>& m_allowed;
  const bool m_isKept;
  const Index m_width;  ///< Nt + 1
  const TemplateTransitions m_transitions;
  const StructureScorer m_structure;
  Floats m_matchScores;
  std::vector<std::int32_t> m_pointers;  ///< of the row in work
  Floats m_gate;                         ///< 0 or, in cells that are off, -inf
  Floats m_rolling;                      ///< two rows of each plane when they are not kept
  DpMatrices m_matrices;
  float m_bestScore = kNever;
  Index m_bestRow = 0, m_bestColumn = 0;
};

/// odds, 20 rows of `stride` columns: `sums` gets sum_a q(a) odds(a)[j] of one tile of columns.
void sumTile(const float* odds, size_t stride, const ResidueVector& query, float* sums) {
  float tile[kTile] = {};
  for (size_t a = 0; a < query.size(); ++a) {
    const auto weight = static_cast<float>(query[a]);
    const float* row = odds + a * stride;
    for (size_t j = 0; j < kTile; ++j) tile[j] += weight * row[j];
  }
  for (size_t j = 0; j < kTile; ++j) sums[j] = vectorLog2(tile[j]);
}

}  // namespace

Array<float> columnScores(const ProfileHmm& query, const ProfileHmm& templ, NullModel nullModel) {
  const ColumnScorer scorer(query, templ, nullModel);
  const auto numColumns = static_cast<size_t>(templ.length()), stride = (numColumns + kTile - 1) / kTile * kTile;
  Floats odds(alphabet::kNumResidues * stride, 0.0F), row(stride);
  for (size_t a = 0; a < alphabet::kNumResidues; ++a)
    std::transform(scorer.odds(a), scorer.odds(a) + numColumns, odds.begin() + static_cast<Index>(a * stride),
                   [](double value) { return static_cast<float>(value); });
  Array<float> scores({query.length(), templ.length()}, 0.0F, "column scores");
  for (Index i = 0; i < query.length(); ++i) {
    for (size_t j = 0; j < stride; j += kTile)
      sumTile(odds.data() + j, stride, nth(scorer.queryColumns(), i), row.data() + j);
    std::copy_n(row.data(), numColumns, scores.data() + i * templ.length());
  }
  return scores;
}

ViterbiResult alignFast(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                        const Array<float>& scores, KeptMatrices kept, Progress& progress, const Array<Bool>& allowed) {
  requireAlignable(query);
  requireAlignable(templ);
  requireShape("column scores", scores.shape(), {query.length(), templ.length()});
  const Array<Bool> cells = withoutExcluded(allowed, query.length(), templ.length(), options);
  return FastFiveState(query, templ, options, scores, kept, cells).run(progress);
}

}  // namespace engine
