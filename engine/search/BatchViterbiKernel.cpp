// The five-state recursion of Viterbi.cpp, turned round: each cell pushes its states on to the cells that follow it.
//
// A cell (i, j) has its five scores and computes with a = transitions leaving query column i, b = those leaving
// template column j, what its neighbours need:
//   E  -> MM(i+1, j+1)   max{ 0 (local), MM + aMM + bMM, GD + aMM + bDM, IM + aIM + bMM, DG + aDM + bMM, MI + aMM + bIM
//   } GD -> GD(i, j+1)     max{ MM + bMD, GD + bDD }           IM -> IM(i, j+1)  bMM + max{ MM + aMI, IM + aII } DG ->
//   DG(i+1, j)     max{ MM + aMD, DG + aDD }           MI -> MI(i+1, j)  aMM + max{ MM + bMI, MI + bII }
// So one index serves all transitions, three values per column (E, DG, MI) are all that one row leaves to the next, and
// several rows can be taken at once with their E, GD, IM in registers. IM and MI are kept with the cost of leaving them
// (aIM, bIM) included: it is one number for the whole row or column.
#include "engine/search/BatchViterbiKernel.h"

#include <limits>

namespace engine {

namespace {

using namespace lanes;

constexpr Index kWidth = kLanes;
constexpr int kRows = kBatchRows;
constexpr float kNever = -std::numeric_limits<float>::infinity();
constexpr Index kCellsPerTick = Index{1} << 20;

// Bits of a back pointer, DpMatrices.h.
constexpr int kFromMM = 2, kFromGD = 3, kFromIM = 4, kFromDG = 5, kFromMI = 6;
constexpr int kOpensGD = 8, kOpensIM = 16, kOpensDG = 32, kOpensMI = 64;

/// Transitions of one query column, the same for all lanes.
struct RowTransitions {
  float mm, dm, md, dd, insert, ii;
};
/// Transitions of one column of each template.
struct ColumnTransitions {
  Floats mm, dm, md, dd, insert, ii;
};

/// What a cell hands on. Before it is computed: what its neighbours handed to it.
struct Links {
  Floats e, gd, im, dg, mi;
};

/// From the score of a cell and the gap states handed to it (in `links`) to what it hands on; returns its back
/// pointers.
template <bool kIsLocal, bool kKeepsPaths>
inline __attribute__((always_inline)) Bytes pushOn(Floats mm, const RowTransitions& a, const ColumnTransitions& b,
                                                   Links& links) {
  const Floats zero{};
  const Floats fromMM = mm + a.mm, fromDG = links.dg + a.dm, fromGD = links.gd + b.dm;
  Bytes pointers{};
  // Two groups that share a transition; the order of ties is STOP, MM, IM, DG, GD, MI.
  const Floats mmOrIM = maximum(links.im, fromMM);
  const Floats first = maximum(fromDG, mmOrIM) + b.mm;
  const Floats second = maximum(links.mi, fromGD) + a.mm;
  Floats e = maximum(second, first);
  if constexpr (kKeepsPaths) {
    Bytes origin = select(greater(links.im, fromMM), splatByte(kFromIM), splatByte(kFromMM));
    origin = select(greater(fromDG, mmOrIM), splatByte(kFromDG), origin);
    const Bytes other = select(greater(links.mi, fromGD), splatByte(kFromMI), splatByte(kFromGD));
    pointers = select(greater(second, first), other, origin);
    pointers = keep(greater(e, kIsLocal ? zero : splat(kNever)), pointers);
  }
  if constexpr (kIsLocal) e = maximum(e, zero);
  const auto longer = [&pointers](Floats opens, Floats goesOn, int bit) {
    if constexpr (kKeepsPaths) pointers = mark(pointers, greater(opens, goesOn), splatByte(bit));
    return maximum(opens, goesOn);
  };
  links.e = e;
  links.gd = longer(mm + b.md, links.gd + b.dd, kOpensGD);
  links.im = longer(mm + a.insert, links.im + a.ii, kOpensIM) + b.mm;
  links.dg = longer(mm + a.md, links.dg + a.dd, kOpensDG);
  links.mi = longer(mm + b.insert, links.mi + b.ii, kOpensMI) + a.mm;
  return pointers;
}

/// The recursion over one batch.
template <bool kIsLocal, bool kKeepsPaths>
class BatchRun {
 public:
  BatchRun(const PackedQuery& query, const ViterbiOptions& options, BatchWorkspace& workspace)
      : m_query(query),
        m_options(options),
        m_templates(workspace.templates),
        m_columns(workspace.templates.columns.data()),
        m_above(workspace.above.reserve(static_cast<size_t>((m_templates.length + 1) * 3 * kWidth))),
        m_pointers(kKeepsPaths ? workspace.pointers.bytes.data() : nullptr) {
    m_ends.score.fill(std::numeric_limits<float>::lowest());
    m_ends.row.fill(-1);
    m_ends.column.fill(-1);
  }

  BatchEnds run(const std::function<void(Index)>& tick) {
    leaveTopBorder();
    Index cells = 0;
    const Index cellsPerBlock = kRows * m_templates.length * kWidth;
    for (Index block = 0; block < m_query.numBlocks; ++block) {
      computeBlock(block);
      cells += cellsPerBlock;
      if (cells < kCellsPerTick && block + 1 < m_query.numBlocks) continue;
      tick(cells);
      cells = 0;
    }
    for (size_t lane = 0; lane < m_ends.score.size(); ++lane)
      if (m_ends.row[lane] < 0) m_ends.score[lane] = kNever;
    return m_ends;
  }

 private:
  static ColumnTransitions transitionsAt(const float* column) {
    const auto slot = [column](int k) { return load(column + k * kWidth); };
    return {slot(kSlotMM), slot(kSlotDM), slot(kSlotMD), slot(kSlotDD), slot(kSlotInsert), slot(kSlotII)};
  }
  const float* columnAt(Index j) const { return m_columns + j * kNumSlots * kWidth; }
  float* aboveAt(Index j) { return m_above + j * 3 * kWidth; }
  bool gapsMayBegin() const { return m_options.borders == BorderRule::gapsAllowed; }

  /// What row 0 hands to row 1.
  void leaveTopBorder() {
    const RowTransitions a = {m_query.begin[kSlotMM], m_query.begin[kSlotDM],     m_query.begin[kSlotMD],
                              m_query.begin[kSlotDD], m_query.begin[kSlotInsert], m_query.begin[kSlotII]};
    for (Index j = 0; j <= m_templates.length; ++j) {
      const Floats mm = splat(static_cast<float>(-double(j) * m_options.endGapTemplate));
      storeAbove(j, border(mm, a, transitionsAt(columnAt(j))));
    }
  }

  /// What a cell of the border hands on: it has nothing but MM.
  Links border(Floats mm, const RowTransitions& a, const ColumnTransitions& b) const {
    const Floats never = splat(kNever);
    Links links = {never, never, never, never, never};
    pushOn<kIsLocal, false>(mm, a, b, links);
    if (!gapsMayBegin()) links.gd = links.im = links.dg = links.mi = never;
    return links;
  }

  void storeAbove(Index j, const Links& links) {
    float* above = aboveAt(j);
    store(above, links.e);
    store(above + kWidth, links.dg);
    store(above + 2 * kWidth, links.mi);
  }

  void computeBlock(Index block) {
    const float* query = m_query.blocks.data() + block * kNumSlots * kRows;
    RowTransitions a[kRows];
    Links rows[kRows];
    const ColumnTransitions begin = transitionsAt(columnAt(0));
    Floats diagonal = load(aboveAt(0));
    for (int r = 0; r < kRows; ++r) {
      const auto slot = [&](int k) { return query[k * kRows + r]; };
      a[r] = {slot(kSlotMM), slot(kSlotDM), slot(kSlotMD), slot(kSlotDD), slot(kSlotInsert), slot(kSlotII)};
      const Index row = block * kRows + r + 1;
      rows[r] = border(splat(static_cast<float>(-double(row) * m_options.endGapQuery)), a[r], begin);
    }
    store(aboveAt(0), rows[kRows - 1].e);
    Floats best = load(m_ends.score.data());
    for (Index j = 1; j <= m_templates.length; ++j) {
      Floats scores[kRows];
      computeColumn(query, a, columnAt(j), rows, diagonal, scores, block, j);
      considerEnds(scores, best, block, j);
    }
  }

  /// The cells of one block in column j.
  inline __attribute__((always_inline)) void computeColumn(const float* query, const RowTransitions (&a)[kRows],
                                                           const float* column, Links (&rows)[kRows], Floats& diagonal,
                                                           Floats (&scores)[kRows], Index block, Index j) {
    Floats sums[kRows] = {};
    for (int residue = 0; residue < alphabet::kNumResidues; ++residue) {
      const Floats odds = load(column + residue * kWidth);
#pragma GCC unroll 8
      for (int r = 0; r < kRows; ++r) sums[r] += odds * query[residue * kRows + r];
    }
    const ColumnTransitions b = transitionsAt(column);
    float* above = aboveAt(j);
    const Floats nextDiagonal = load(above);
    Links links;
    links.dg = load(above + kWidth);
    links.mi = load(above + 2 * kWidth);
    Floats before = diagonal;
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      scores[r] = log2Of(sums[r]) + before;
      before = rows[r].e;
      links.gd = rows[r].gd;
      links.im = rows[r].im;
      const Bytes pointers = pushOn<kIsLocal, kKeepsPaths>(scores[r], a[r], b, links);
      rows[r].e = links.e;
      rows[r].gd = links.gd;
      rows[r].im = links.im;
      if constexpr (kKeepsPaths)
        lanes::store(m_pointers + ((block * (m_templates.length + 1) + j) * kRows + r) * kWidth, pointers);
    }
    storeAbove(j, links);
    diagonal = nextDiagonal;
  }

  /// Looks for new best cells. Few columns have one: the usual way is one comparison per block and column.
  inline __attribute__((always_inline)) void considerEnds(const Floats (&scores)[kRows], Floats& best, Index block,
                                                          Index j) {
    if constexpr (kIsLocal) {
      Floats highest = scores[0];
#pragma GCC unroll 8
      for (int r = 1; r < kRows; ++r) highest = maximum(highest, scores[r]);
      if (__builtin_expect(!any(notLess(highest, best)), 1)) return;
    } else {
      const bool hasLastRow = block + 1 == m_query.numBlocks;
      if (!hasLastRow && m_templates.ends[static_cast<size_t>(j)] == 0) return;
    }
    alignas(64) float values[kRows * kWidth];
    for (int r = 0; r < kRows; ++r) store(values + r * kWidth, scores[r]);
    best = improve(values, block, j);
  }

  /// Keeps the highest, among equals the first in row-major order, whatever the order of the calls.
  __attribute__((noinline)) Floats improve(const float* values, Index block, Index j) {
    for (int r = 0; r < kRows; ++r) {
      const Index row = block * kRows + r;
      std::uint32_t mayEnd = m_templates.used;
      if (!kIsLocal && row + 1 != m_query.length) mayEnd &= m_templates.ends[static_cast<size_t>(j)];
      for (size_t lane = 0; lane < static_cast<size_t>(kWidth); ++lane) {
        const float score = values[static_cast<size_t>(r) * kWidth + lane];
        const bool isBetter = score > m_ends.score[lane] || (score == m_ends.score[lane] && row < m_ends.row[lane]);
        if (!isBetter || (mayEnd >> lane & 1) == 0) continue;
        m_ends.score[lane] = score;
        m_ends.row[lane] = row;
        m_ends.column[lane] = j - 1;
      }
    }
    return load(m_ends.score.data());
  }

  const PackedQuery& m_query;
  const ViterbiOptions& m_options;
  const PackedTemplates& m_templates;
  const float* m_columns;
  float* m_above;
  std::uint8_t* m_pointers;
  BatchEnds m_ends;
};

}  // namespace

BatchEnds runBatch(const PackedQuery& query, const ViterbiOptions& options, bool keepPaths, BatchWorkspace& workspace,
                   const std::function<void(Index)>& tick) {
  const bool isLocal = options.mode == AlignmentMode::local;
  if (!keepPaths)
    return isLocal ? BatchRun<true, false>(query, options, workspace).run(tick)
                   : BatchRun<false, false>(query, options, workspace).run(tick);
  BatchPointers& pointers = workspace.pointers;
  pointers.columns = workspace.templates.length + 1;
  pointers.rows = kRows;
  pointers.lanes = kWidth;
  const auto count = static_cast<size_t>(query.numBlocks * pointers.columns * kRows * kWidth);
  if (pointers.bytes.size() < count) pointers.bytes.resize(count);
  return isLocal ? BatchRun<true, true>(query, options, workspace).run(tick)
                 : BatchRun<false, true>(query, options, workspace).run(tick);
}

}  // namespace engine
