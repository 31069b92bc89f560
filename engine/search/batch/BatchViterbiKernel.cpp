// The five-state recursion of Viterbi.cpp, turned round: each cell pushes its states on to the cells that follow it.
//
// States are kept with the cost of leaving them for MM included (BatchViterbiPack.h), so with a = costs of query column
// i and b = costs of template column j, as packed, a cell (i, j) hands on:
//   E  -> MM(i+1, j+1)   max{ 0 (local), MM, GD, IM, DG, MI }
//   GD -> GD(i, j+1)     max{ MM + bMD, GD + bDD }
//   IM -> IM(i, j+1)     max{ MM + aInsert, IM + aII } + bMM of column j+1
//   DG -> DG(i+1, j)     max{ MM + aMD, DG + aDD }
//   MI -> MI(i+1, j)     max{ MM + bInsert, MI + bII } + aMM of column i+1
// Three values per column (E, DG, MI) are all that one row leaves to the next, and several rows can be taken at once
// with their E, GD, IM in registers.
#include "engine/search/batch/BatchViterbiKernel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"

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

/// Costs of one query column, the same for all lanes.
struct RowCosts {
  float nextMM, md, dd, insert, ii, barMM, barDM;
};
/// Costs of one column of each template.
struct ColumnCosts {
  Floats nextMM, md, dd, insert, ii, barMM, barDM;
};

/// What a cell hands on. Before it is computed: what its neighbours handed to it.
struct Links {
  Floats e, gd, im, dg, mi;
};

/// In a local alignment what is below 0 is never used again, because transitions cost.
template <bool kIsLocal>
inline Floats larger(Floats x, Floats y) {
  if constexpr (kIsLocal) return maximumIfAboveZero(x, y);
  return maximum(x, y);
}

/// From the score of a cell and the gap states handed to it (in `links`) to what it hands on; returns its back
/// pointers. Without kHasBars all bars are 0.
template <bool kIsLocal, bool kHasBars, bool kKeepsPaths>
inline __attribute__((always_inline)) Bytes pushOn(Floats mm, const RowCosts& a, const ColumnCosts& b, Links& links) {
  Floats fromMM = mm, fromGD = links.gd, fromDG = links.dg, opensIM = mm, opensMI = mm;
  if constexpr (kHasBars) {
    fromMM = mm + (b.barMM + a.barMM);
    fromGD = links.gd + (b.barDM + a.barMM);
    fromDG = links.dg + (b.barMM + a.barDM);
    opensIM = mm + b.barMM;
    opensMI = mm + a.barMM;
    links.im += b.barMM;
    links.mi += a.barMM;
  }
  Bytes pointers{};
  // The order of ties is STOP, MM, IM, DG, GD, MI.
  const Floats mmOrIM = larger<kIsLocal>(links.im, fromMM);
  const Floats first = larger<kIsLocal>(fromDG, mmOrIM);
  const Floats second = larger<kIsLocal>(links.mi, fromGD);
  Floats e = larger<kIsLocal>(second, first);
  if constexpr (kKeepsPaths) {
    Bytes origin = select(greater(links.im, fromMM), splatByte(kFromIM), splatByte(kFromMM));
    origin = select(greater(fromDG, mmOrIM), splatByte(kFromDG), origin);
    const Bytes other = select(greater(links.mi, fromGD), splatByte(kFromMI), splatByte(kFromGD));
    pointers = select(greater(second, first), other, origin);
    pointers = keep(greater(e, kIsLocal ? Floats{} : splat(kNever)), pointers);
  }
  if constexpr (kIsLocal) e = larger<kIsLocal>(e, Floats{});
  const auto longer = [&](Floats opens, Floats goesOn, int bit) {
    if constexpr (kKeepsPaths) pointers = mark(pointers, greater(opens, goesOn), splatByte(bit));
    return larger<kIsLocal>(opens, goesOn);
  };
  links.e = e;
  links.gd = longer(mm + b.md, links.gd + b.dd, kOpensGD);
  links.im = longer(opensIM + a.insert, links.im + a.ii, kOpensIM) + b.nextMM;
  links.dg = longer(mm + a.md, links.dg + a.dd, kOpensDG);
  links.mi = longer(opensMI + b.insert, links.mi + b.ii, kOpensMI) + a.nextMM;
  return pointers;
}

/// A slot of row r of a block of the packed query; the row after its last begins the next block.
inline __attribute__((always_inline)) float rowSlot(const float* query, int slot, int r) {
  return query[r / kRows * kNumSlots * kRows + slot * kRows + r % kRows];
}

inline __attribute__((always_inline)) RowCosts rowCosts(const float* query, int r) {
  const auto slot = [=](int k) { return rowSlot(query, k, r); };
  return {rowSlot(query, kSlotMM, r + 1),
          slot(kSlotMD),
          slot(kSlotDD),
          slot(kSlotInsert),
          slot(kSlotII),
          slot(kSlotBarMM),
          slot(kSlotBarDM)};
}

inline __attribute__((always_inline)) ColumnCosts columnCosts(const float* column) {
  const auto slot = [=](int k) { return load(column + k * kWidth); };
  return {slot(kNumSlots + kSlotMM), slot(kSlotMD),   slot(kSlotDD), slot(kSlotInsert), slot(kSlotII),
          slot(kSlotBarMM),          slot(kSlotBarDM)};
}

/// Adds the products of some residues to the sums of all rows of a block.
inline __attribute__((always_inline)) void addProducts(const float* query, const float* column, int first, int last,
                                                       Floats (&sums)[kRows]) {
#pragma GCC unroll 20
  for (int residue = first; residue < last; ++residue) {
    const Floats odds = load(column + residue * kWidth);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) sums[r] += odds * query[residue * kRows + r];
  }
}

/// What the rows of a block carry from one column to the next.
struct BlockState {
  Floats diagonal;                        ///< E of the row above the block, one column back
  Floats e[kRows], gd[kRows], im[kRows];  ///< handed on by the column before
  Floats pairScores[kRows];               ///< of the next column, shift and the costs of leaving MM included
  Floats mm[kRows];                       ///< of the present column
};

/// The recursion over one batch.
template <bool kIsLocal, bool kHasBars, bool kKeepsPaths>
class BatchRun {
 public:
  BatchRun(const PackedQuery& query, const ViterbiOptions& options, BatchWorkspace& workspace)
      : m_query(query),
        m_options(options),
        m_templates(workspace.templates),
        m_stride(workspace.templates.length + 1),
        m_columns(workspace.templates.columns.data()),
        m_above(workspace.above.reserve(static_cast<size_t>(m_stride * 3 * kWidth))) {
    m_ends.score.fill(std::numeric_limits<float>::lowest());
    m_ends.row.fill(-1);
    m_ends.column.fill(-1);
  }

  /// What row 0 hands to row 1.
  void leaveTopBorder() {
    const float* begin = m_query.begin.data();
    RowCosts a = rowCosts(begin, 0);
    a.nextMM = rowSlot(m_query.blocks.data(), kSlotMM, 0);
    for (Index j = 0; j < m_stride; ++j) {
      const Floats mm = splat(static_cast<float>(-static_cast<double>(j) * m_options.endGapTemplate));
      storeAbove(aboveAt(j), border(mm + included(begin, 0, j), a, columnCosts(columnAt(j))));
    }
  }

  /// Blocks [first, last) after those before; `pointers` (when kept) receives their rows.
  void run(Index first, Index last, std::uint8_t* pointers, const CellsDone& cellsDone) {
    const Index cellsPerBlock = kRows * m_templates.length * kWidth;
    Index cells = 0;
    for (Index block = first; block < last; ++block) {
      computeBlock(block, pointers + (block - first) * kRows * m_stride * kWidth);
      cells += cellsPerBlock;
      if (cells < kCellsPerTick && block + 1 < last) continue;
      cellsDone(cells);
      cells = 0;
    }
  }

  BatchEnds ends() const {
    BatchEnds ends = m_ends;
    for (size_t lane = 0; lane < ends.score.size(); ++lane)
      if (ends.row[lane] < 0) ends.score[lane] = kNever;
    return ends;
  }

 private:
  const float* columnAt(Index j) const { return m_columns + j * kNumSlots * kWidth; }
  float* aboveAt(Index j) { return m_above + j * 3 * kWidth; }

  /// What a cell of the border hands on: it has nothing but MM.
  Links border(Floats mm, const RowCosts& a, const ColumnCosts& b) const {
    const Floats never = splat(kNever);
    Links links = {never, never, never, never, never};
    pushOn<kIsLocal, kHasBars, false>(mm, a, b, links);
    if (m_options.borders == BorderRule::matchOnly) links.gd = links.im = links.dg = links.mi = never;
    return links;
  }

  static void storeAbove(float* above, const Links& links) {
    store(above, links.e);
    store(above + kWidth, links.dg);
    store(above + 2 * kWidth, links.mi);
  }

  void computeBlock(Index block, std::uint8_t* pointers) {
    const float* query = m_query.blocks.data() + block * kNumSlots * kRows;
    BlockState state;
    leaveLeftBorder(block, query, state);
    float dearest = 0;
    for (int r = 0; r < kRows; ++r) dearest = std::min(dearest, rowSlot(query, kSlotMM, r));
    Floats best = load(m_ends.score.data());
    for (Index j = 1; j < m_stride; ++j) {
      hideFromOptimiser(query);
      computeColumn(query, columnAt(j), aboveAt(j), pointers + j * kWidth, state);
      if (!mayImprove(state, best + dearest, block, j)) continue;
      // A copy: the state itself has no address and stays in registers.
      Floats mm[kRows];
      for (int r = 0; r < kRows; ++r) mm[r] = state.mm[r];
      best = improve(mm, query, block, j);
    }
  }

  void leaveLeftBorder(Index block, const float* query, BlockState& state) {
    const ColumnCosts begin = columnCosts(columnAt(0));
    state.diagonal = load(aboveAt(0));
    Floats sums[kRows] = {};
    addProducts(query, columnAt(1), 0, alphabet::kNumResidues, sums);
    for (int r = 0; r < kRows; ++r) {
      const Index row = block * kRows + r + 1;
      const Floats mm = splat(static_cast<float>(-static_cast<double>(row) * m_options.endGapQuery));
      const Links links = border(mm + included(query, r, 0), rowCosts(query, r), begin);
      state.e[r] = links.e;
      state.gd[r] = links.gd;
      state.im[r] = links.im;
      state.pairScores[r] = log2WithoutOffset(sums[r]);
    }
    store(aboveAt(0), state.e[kRows - 1]);
  }

  /// The cells of one block and column. In between, the products for the next column are summed up: they use other
  /// execution units.
  inline __attribute__((always_inline)) void computeColumn(const float* query, const float* column, float* above,
                                                           std::uint8_t* pointers, BlockState& state) {
    constexpr int kResiduesPerRow = alphabet::kNumResidues / kRows;
    static_assert(kResiduesPerRow * kRows == alphabet::kNumResidues);
    const ColumnCosts b = columnCosts(column);
    Floats sums[kRows] = {};
    Links links;
    links.dg = load(above + kWidth);
    links.mi = load(above + 2 * kWidth);
    Floats before = state.diagonal;
    state.diagonal = load(above);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      addProducts(query, column + kNumSlots * kWidth, r * kResiduesPerRow, (r + 1) * kResiduesPerRow, sums);
      state.mm[r] = state.pairScores[r] + before;
      before = state.e[r];
      links.gd = state.gd[r];
      links.im = state.im[r];
      const Bytes bytes = pushOn<kIsLocal, kHasBars, kKeepsPaths>(state.mm[r], rowCosts(query, r), b, links);
      state.e[r] = links.e;
      state.gd[r] = links.gd;
      state.im[r] = links.im;
      if constexpr (kKeepsPaths) lanes::store(pointers + r * m_stride * kWidth, bytes);
    }
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) state.pairScores[r] = log2WithoutOffset(sums[r]);
    storeAbove(above, links);
  }

  /// Whether column j of a block may have a new best cell. Few have: one comparison for all rows is the usual cost.
  /// `best` includes the dearest way out of MM of any of the rows, because their MM do.
  inline __attribute__((always_inline)) bool mayImprove(const BlockState& state, Floats best, Index block,
                                                        Index j) const {
    if constexpr (!kIsLocal) return block + 1 == m_query.numBlocks || nth(m_templates.ends, j) != 0;
    Floats highest = state.mm[0];
#pragma GCC unroll 8
    for (int r = 1; r < kRows; ++r) highest = maximum(highest, state.mm[r]);
    return __builtin_expect(any(notLess(highest, best + load(columnAt(j) + kSlotMM * kWidth))), 0);
  }

  /// Keeps the highest, among equals the first in row-major order, whatever the order of the calls.
  __attribute__((noinline)) Floats improve(const Floats (&mm)[kRows], const float* query, Index block, Index j) {
    for (int r = 0; r < kRows; ++r) keepBest(mm[r] - included(query, r, j), block * kRows + r, j);
    return load(m_ends.score.data());
  }

  /// The costs that MM of a cell includes.
  Floats included(const float* query, int r, Index j) const {
    return splat(rowSlot(query, kSlotMM, r)) + load(columnAt(j) + kSlotMM * kWidth);
  }

  void keepBest(Floats mm, Index row, Index j) {
    std::uint32_t mayEnd = m_templates.used;
    if (!kIsLocal && row + 1 != m_query.length) mayEnd &= nth(m_templates.ends, j);
    for (int lane = 0; lane < kLanes; ++lane) {
      const auto at = static_cast<size_t>(lane);
      const float score = mm[lane];
      const bool isBetter = score > m_ends.score[at] || (score == m_ends.score[at] && row < m_ends.row[at]);
      if (!isBetter || (mayEnd >> lane & 1) == 0) continue;
      m_ends.score[at] = score;
      m_ends.row[at] = row;
      m_ends.column[at] = j - 1;
    }
  }

  const PackedQuery& m_query;
  const ViterbiOptions& m_options;
  const PackedTemplates& m_templates;
  const Index m_stride;
  const float* m_columns;
  float* m_above;
  BatchEnds m_ends;
};

using OnPointers = std::function<void(const BatchEnds&, const BatchPointers&)>;

/// All rows at once, their back pointers in memory.
template <bool kIsLocal, bool kHasBars>
BatchEnds runWhole(const PackedQuery& query, const ViterbiOptions& options, BatchWorkspace& workspace,
                   const CellsDone& cellsDone, const OnPointers& onPointers) {
  BatchRun<kIsLocal, kHasBars, true> run(query, options, workspace);
  run.leaveTopBorder();
  run.run(0, query.numBlocks, workspace.pointers.bytes.data(), cellsDone);
  const BatchEnds ends = run.ends();
  onPointers(ends, workspace.pointers);
  return ends;
}

/// First without back pointers, keeping what each panel of rows begins with; then panel by panel with them from the
/// last on.
template <bool kIsLocal, bool kHasBars>
BatchEnds runPanels(const PackedQuery& query, const ViterbiOptions& options, BatchWorkspace& workspace,
                    Index blocksPerPanel, const CellsDone& cellsDone, const OnPointers& onPointers) {
  BatchRun<kIsLocal, kHasBars, false> forward(query, options, workspace);
  const Index panels = (query.numBlocks + blocksPerPanel - 1) / blocksPerPanel;
  const Index stateSize = (workspace.templates.length + 1) * 3 * kWidth;
  workspace.checkpoints.resize(static_cast<size_t>(panels * stateSize));
  float* above = workspace.above.reserve(static_cast<size_t>(stateSize));
  forward.leaveTopBorder();
  for (Index panel = 0; panel < panels; ++panel) {
    std::copy_n(above, stateSize, workspace.checkpoints.data() + panel * stateSize);
    const Index first = panel * blocksPerPanel;
    forward.run(first, std::min(query.numBlocks, first + blocksPerPanel), nullptr, cellsDone);
  }
  const BatchEnds ends = forward.ends();
  for (Index panel = panels - 1; panel >= 0; --panel) {
    BatchRun<kIsLocal, kHasBars, true> again(query, options, workspace);
    std::copy_n(workspace.checkpoints.data() + panel * stateSize, stateSize, above);
    const Index first = panel * blocksPerPanel;
    again.run(first, std::min(query.numBlocks, first + blocksPerPanel), workspace.pointers.bytes.data(), cellsDone);
    workspace.pointers.firstRow = first * kRows + 1;
    onPointers(ends, workspace.pointers);
  }
  return ends;
}

template <bool kIsLocal, bool kHasBars>
BatchEnds runWithPointers(const PackedQuery& query, const ViterbiOptions& options, BatchWorkspace& workspace,
                          Index mostPointerBytes, const CellsDone& cellsDone, const OnPointers& onPointers) {
  BatchPointers& pointers = workspace.pointers;
  pointers.stride = workspace.templates.length + 1;
  pointers.lanes = kWidth;
  pointers.firstRow = 1;
  const Index bytesPerBlock = kRows * pointers.stride * kWidth;
  // Checkpoints take 12 bytes for every byte of a row: with shorter panels they would outgrow the pointers.
  const Index fewestRows = static_cast<Index>(std::sqrt(12.0 * static_cast<double>(query.length)));
  const Index blocksPerPanel =
      std::min(query.numBlocks, std::max(mostPointerBytes / bytesPerBlock, fewestRows / kRows + 1));
  const auto bytes = static_cast<size_t>(blocksPerPanel * bytesPerBlock);
  if (pointers.bytes.size() < bytes) pointers.bytes.resize(bytes);
  if (blocksPerPanel == query.numBlocks)
    return runWhole<kIsLocal, kHasBars>(query, options, workspace, cellsDone, onPointers);
  return runPanels<kIsLocal, kHasBars>(query, options, workspace, blocksPerPanel, cellsDone, onPointers);
}

template <bool kIsLocal, bool kHasBars>
BatchEnds runScores(const PackedQuery& query, const ViterbiOptions& options, BatchWorkspace& workspace,
                    const CellsDone& cellsDone) {
  BatchRun<kIsLocal, kHasBars, false> run(query, options, workspace);
  run.leaveTopBorder();
  run.run(0, query.numBlocks, nullptr, cellsDone);
  return run.ends();
}

template <bool kIsLocal, bool kHasBars>
BatchEnds runMode(const PackedQuery& query, const ViterbiOptions& options, BatchWorkspace& workspace,
                  Index mostPointerBytes, const CellsDone& cellsDone, const OnPointers& onPointers) {
  if (!onPointers) return runScores<kIsLocal, kHasBars>(query, options, workspace, cellsDone);
  return runWithPointers<kIsLocal, kHasBars>(query, options, workspace, mostPointerBytes, cellsDone, onPointers);
}

}  // namespace

BatchEnds runBatch(const PackedQuery& query, const ViterbiOptions& options, BatchWorkspace& workspace,
                   Index mostPointerBytes, const CellsDone& cellsDone, const OnPointers& onPointers) {
  const bool isLocal = options.mode == AlignmentMode::local;
  const bool hasBars = query.hasBars || workspace.templates.hasBars;
  const auto run = isLocal ? (hasBars ? runMode<true, true> : runMode<true, false>)
                           : (hasBars ? runMode<false, true> : runMode<false, false>);
  return run(query, options, workspace, mostPointerBytes, cellsDone, onPointers);
}

}  // namespace engine
