// The recursion of BatchViterbiKernel.cpp for scores alone, in whole units that are rounded upwards: sums and maxima of
// numbers that are not less than those of the float kernel are not less than its (MATHEMATICS.md 1.4).
#include "engine/search/batch/ScoreBoundKernel.h"

#include <algorithm>

#ifndef HEADLIGHT_RUN_BOUNDS
#define HEADLIGHT_RUN_BOUNDS runBounds
#endif

namespace engine {

namespace {

using namespace shorts;

constexpr Index kWidth = kLanes;
constexpr int kRows = kBoundRows;
constexpr Index kCellsPerTick = Index{1} << 20;
/// A score of 0. Sums stay inside of 16 bits (MATHEMATICS.md 1.4): below are 40 bits for a pair, 16 for an open gap, 40
/// for one that goes on, 40 bits of cost at most each; above what is capped, five pairs of a block with 20 bits at most
/// each, costs that are taken out again and what gaps are rounded upwards.
constexpr int kZero = -15000, kCap = kZero + kMostUnits, kWorthless = kZero - 12288;
static_assert(kZero - (40 + 16 + 40 + 40) * kUnitsPerBit >= -32768);
static_assert(kCap + 5 * 20 * kUnitsPerBit + 2 * 16.25 * kUnitsPerBit + kMostBoundColumns * 1.02 <= 32767);
/// Costs of leaving MM of query and template are rounded upwards when they are included: 2 units each when they are
/// taken out again.
constexpr int kIncludedExcess = 4;

enum RowVector : int { kRowMM, kRowMD, kRowDD, kRowInsert, kRowII, kRowNextMM, kNumRowVectors };

/// A block of rows with the costs of each in all lanes.
struct alignas(64) SpreadBlock {
  std::int16_t costs[kRows][kNumRowVectors][kWidth];
  std::int32_t emissions[kResiduePairs][kRows];
};

void spread(const BoundRow* rows, SpreadBlock& block) {
  for (int r = 0; r < kRows; ++r) {
    for (int slot = kBoundMM; slot < kNumBoundSlots; ++slot)
      store(block.costs[r][slot - kBoundMM], splat(rows[r].costs[static_cast<size_t>(slot)]));
    store(block.costs[r][kRowNextMM], splat(rows[r + 1].costs[kBoundMM]));
    for (int pair = 0; pair < kResiduePairs; ++pair)
      block.emissions[pair][r] = rows[r].emissions[static_cast<size_t>(pair)];
  }
}

/// What the rows of a block carry from one column to the next.
struct BlockStates {
  Shorts diagonal;                        ///< E of the row above the block, one column back
  Shorts e[kRows], gd[kRows], im[kRows];  ///< handed on by the column before
  Shorts pairScores[kRows];               ///< of the next column, costs of leaving MM included
};

/// Not 0, which has no logarithm.
inline __attribute__((always_inline)) void beginSums(Ints (&sums)[kRows][2]) {
  for (auto& halves : sums) halves[0] = halves[1] = Ints{} + 1;
}

inline __attribute__((always_inline)) void addPairs(const SpreadBlock* block, const std::int16_t* column, int first,
                                                    int last, Ints (&sums)[kRows][2]) {
#pragma GCC unroll 10
  for (int pair = first; pair < last; ++pair) {
    const Ints low = loadPairs(column + 2 * pair * kWidth), high = loadPairs(column + (2 * pair + 1) * kWidth);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      sums[r][0] = addProducts(sums[r][0], low, block->emissions[pair][r]);
      sums[r][1] = addProducts(sums[r][1], high, block->emissions[pair][r]);
    }
  }
}

inline Shorts columnSlot(const std::int16_t* column, int slot) {
  return load(column + (alphabet::kNumResidues + slot) * kWidth);
}

class BoundRun {
 public:
  BoundRun(const BoundQuery& query, BoundWorkspace& workspace)
      : m_query(query),
        m_stride(workspace.templates.length + 1),
        m_columns(workspace.templates.columns.data()),
        m_above(workspace.above.reserve(static_cast<size_t>(m_stride * 3 * kWidth))),
        m_best(splat(kWorthless)) {}

  void run(const CellsDone& cellsDone) {
    leaveTopBorder();
    const Index cellsPerBlock = kRows * (m_stride - 1) * kWidth;
    Index cells = 0;
    for (Index block = 0; block < m_query.numBlocks; ++block) {
      spread(m_query.rows.data() + block * kRows, m_block);
      computeBlock();
      cells += cellsPerBlock;
      if (cells < kCellsPerTick && block + 1 < m_query.numBlocks) continue;
      cellsDone(cells);
      cells = 0;
    }
  }

  BoundUnits units() const {
    BoundUnits units;
    for (int lane = 0; lane < kLanes; ++lane) {
      const WidePlace at = widePlace(lane);
      units[static_cast<size_t>(at.half * kHalf + at.place)] = m_best[lane] - kZero + kIncludedExcess;
    }
    return units;
  }

 private:
  const std::int16_t* columnAt(Index j) const { return m_columns + j * kBoundColumn; }

  /// Nothing but a new beginning comes from the border: gaps in front of a local path cost.
  void leaveTopBorder() {
    for (Index j = 0; j < m_stride; ++j) {
      std::int16_t* above = m_above + j * 3 * kWidth;
      store(above, splat(kZero));
      store(above + kWidth, splat(kWorthless));
      store(above + 2 * kWidth, splat(kWorthless));
    }
  }

  void computeBlock() {
    const SpreadBlock* block = &m_block;
    BlockStates state;
    state.diagonal = splat(kZero);
    Ints sums[kRows][2];
    beginSums(sums);
    addPairs(block, columnAt(1), 0, kResiduePairs, sums);
    for (int r = 0; r < kRows; ++r) {
      state.e[r] = splat(kZero);
      state.gd[r] = state.im[r] = splat(kWorthless);
      state.pairScores[r] = logarithmOf(sums[r][0], sums[r][1]) + columnSlot(columnAt(1), kBoundScale);
    }
    Shorts best = m_best;
    for (Index j = 1; j < m_stride; ++j) {
      hideFromOptimiser(block);
      best = larger(best, computeColumn(block, columnAt(j), m_above + j * 3 * kWidth, state));
    }
    m_best = best;
  }

  /// The cells of one block and column; returns the best score of a path that ends there. In between, the products for
  /// the next column are summed up: they use other execution units.
  static inline __attribute__((always_inline)) Shorts computeColumn(const SpreadBlock* block,
                                                                    const std::int16_t* column, std::int16_t* above,
                                                                    BlockStates& state) {
    constexpr int kPairsPerRow = kResiduePairs / kRows;
    static_assert(kPairsPerRow * kRows == kResiduePairs);
    const std::int16_t* next = column + kBoundColumn;
    const Shorts mmCost = columnSlot(column, kBoundMM), md = columnSlot(column, kBoundMD),
                 dd = columnSlot(column, kBoundDD), insert = columnSlot(column, kBoundInsert),
                 ii = columnSlot(column, kBoundII), nextMM = columnSlot(next, kBoundMM);
    Ints sums[kRows][2];
    beginSums(sums);
    Shorts before = state.diagonal, dg = load(above + kWidth), mi = load(above + 2 * kWidth),
           highest = splat(kWorthless);
    state.diagonal = load(above);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      addPairs(block, next, r * kPairsPerRow, (r + 1) * kPairsPerRow, sums);
      const auto cost = [block, r](RowVector vector) { return load(block->costs[r][vector]); };
      const Shorts mm = state.pairScores[r] + before, gd = state.gd[r], im = state.im[r];
      before = state.e[r];
      highest = larger(highest, mm - cost(kRowMM));
      state.e[r] = larger(larger(larger(mm, splat(kZero)), larger(gd, im)), larger(dg, mi));
      state.gd[r] = larger(mm + md, gd + dd);
      state.im[r] = larger(mm + cost(kRowInsert), im + cost(kRowII)) + nextMM;
      dg = larger(mm + cost(kRowMD), dg + cost(kRowDD));
      mi = larger(mm + insert, mi + ii) + cost(kRowNextMM);
    }
    const Shorts scale = columnSlot(next, kBoundScale);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) state.pairScores[r] = logarithmOf(sums[r][0], sums[r][1]) + scale;
    store(above, smaller(state.e[kRows - 1], splat(kCap)));
    store(above + kWidth, smaller(dg, splat(kCap)));
    store(above + 2 * kWidth, smaller(mi, splat(kCap)));
    return highest - mmCost;
  }

  const BoundQuery& m_query;
  const Index m_stride;
  const std::int16_t* m_columns;
  std::int16_t* m_above;
  Shorts m_best;
  SpreadBlock m_block;
};

}  // namespace

BoundUnits HEADLIGHT_RUN_BOUNDS(const BoundQuery& query, BoundWorkspace& workspace, const CellsDone& cellsDone) {
  BoundRun run(query, workspace);
  run.run(cellsDone);
  return run.units();
}

}  // namespace engine
