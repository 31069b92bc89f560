// Query and templates as the score bounds read them: what BatchViterbiPack.h makes, rounded upwards to whole units
// (MATHEMATICS.md 1.4).
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "engine/search/batch/BatchViterbiPack.h"
#include "engine/search/batch/ShortLanes.h"

namespace engine {

/// 16-bit numbers at an address that whole cache lines begin at; grows, never shrinks, contents undefined after
/// growing.
class AlignedShorts {
 public:
  std::int16_t* reserve(std::size_t count) {
    return reinterpret_cast<std::int16_t*>(m_values.reserve((count + 1) / 2));
  }
  const std::int16_t* data() const { return reinterpret_cast<const std::int16_t*>(m_values.data()); }

 private:
  AlignedFloats m_values;
};

/// Query columns that the bounds take at once.
inline constexpr int kBoundRows = 5;
/// Two residues at a time are multiplied.
inline constexpr int kResiduePairs = alphabet::kNumResidues / 2;

/// Longer profiles are not served: gaps that cost nothing are rounded upwards column by column.
inline constexpr Index kMostBoundColumns = 8000;

/// What is behind the emissions of a packed column. Scale, of templates: what makes the logarithm of whole products
/// that of odds.
enum BoundSlot : int { kBoundScale, kBoundMM, kBoundMD, kBoundDD, kBoundInsert, kBoundII, kNumBoundSlots };

/// One query column; emissions of neighbouring residues side by side in 32 bits.
struct BoundRow {
  std::array<std::int32_t, kResiduePairs> emissions{};
  std::array<std::int16_t, kNumBoundSlots> costs{};
};
/// Rows behind the end, of which there are up to 2 kBoundRows, are impossible.
struct BoundQuery {
  Index numBlocks = 0;
  int exponent = 0;  ///< emissions are in units of 2^(exponent - 14)
  /// Not: transitions too unlikely to be included (PackedQuery::hasBars), too long, or numbers that no profile has.
  bool isServed = false;
  std::vector<BoundRow> rows;  ///< (numBlocks + 1) x kBoundRows
};
BoundQuery packBoundQuery(const SearchProfile& query);

/// Values of a column: per pair of residues the lanes of one half, then of the other, then the slots.
inline constexpr int kBoundColumn = (alphabet::kNumResidues + kNumBoundSlots) * shorts::kLanes;
/// At most shorts::kLanes templates side by side.
struct BoundTemplates {
  Index length = 0;
  bool areServed = false;  ///< as BoundQuery::isServed; columns are undefined where they are not
  AlignedShorts columns;   ///< (length + 2) x kBoundColumn; column 0 is the begin state, the last is blank
  PackedTemplates floats;  ///< what was rounded
};
/// `queryExponent`: of the packed query.
void packBoundTemplates(const SearchProfile& query, int queryExponent, std::span<const SearchProfile* const> templates,
                        const ViterbiOptions& options, BoundTemplates& packed);

}  // namespace engine
