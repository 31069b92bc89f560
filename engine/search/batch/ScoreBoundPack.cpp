#include "engine/search/batch/ScoreBoundPack.h"

#include <algorithm>

#include "engine/base/Nth.h"

namespace engine {

namespace {

using shorts::Ints;
using shorts::Singles;

constexpr int kUnits = shorts::kUnitsPerBit;
/// What the arithmetic of the float kernel can add to a step, in units, and more.
constexpr float kFloatErrors = 1.0f / 64;
/// Emissions are scaled to numbers below 2^15, whole powers of two apart.
constexpr int kEmissionBits = 14;
/// Exponents of query and template columns: below they are not scaled further, above they are not served.
constexpr int kLowestQuery = -2, kHighestQuery = 2, kLowestTemplate = -10, kHighestTemplate = 15;
/// Costs below are raised to it: what is left then counts for less than what is lost.
constexpr float kLowestUnits = -40 * kUnits;
/// What no profile has: costs of leaving of 16 bits are the most that is included, and taken out again.
constexpr float kHighestUnits = 16.25f * kUnits;

Singles largerOf(Singles a, Singles b) { return a > b ? a : b; }
Ints largerOf(Ints a, Ints b) { return a > b ? a : b; }
Ints smallerOf(Ints a, Ints b) { return a < b ? a : b; }

/// The next whole numbers.
Ints roundedUp(Singles x) {
  const Ints whole = __builtin_convertvector(x, Ints);
  return whole - (__builtin_convertvector(whole, Singles) < x);
}

/// What the units of costs are rounded from.
Singles scaledCosts(Singles bits) { return largerOf(bits * kUnits + kFloatErrors, Singles{} + kLowestUnits); }

/// The k for which a little more than x is from 2^k to 2^(k + 1), but not below `lowest`.
Ints exponentOf(Singles x, int lowest) {
  return largerOf((reinterpret_cast<Ints>(x * 1.0005f) >> 23) - 127, Ints{} + lowest);
}
/// 2^(kEmissionBits - exponent): emissions times this, rounded upwards, are below 2^15.
Singles scaleOf(Ints exponent) { return reinterpret_cast<Singles>((127 + kEmissionBits - exponent) << 23); }

/// Half of the lanes of a column, wide; `first` is their first lane. Returns the exponents of what emissions are scaled
/// by.
Ints packHalf(const float* column, int half, std::int16_t* target) {
  const float* lanes = column + half * shorts::kHalf;
  const auto emission = [lanes](int a) { return shorts::loadSingles(lanes + a * shorts::kLanes); };
  Singles largest{};
  for (int a = 0; a < alphabet::kNumResidues; ++a) largest = largerOf(largest, emission(a));
  const Ints exponent = exponentOf(largest, kLowestTemplate);
  const Singles scale = scaleOf(smallerOf(exponent, Ints{} + kHighestTemplate));
  for (int pair = 0; pair < kResiduePairs; ++pair)
    shorts::store(target + (2 * pair + half) * shorts::kLanes,
                  roundedUp(emission(2 * pair) * scale) | roundedUp(emission(2 * pair + 1) * scale) << 16);
  return exponent;
}

/// Where the float kernel keeps what a slot from kBoundMM on is rounded from.
constexpr int packedSlot(int slot) { return kSlotMM + slot - kBoundMM; }
static_assert(packedSlot(kBoundMD) == kSlotMD && packedSlot(kBoundInsert) == kSlotInsert &&
              packedSlot(kBoundII) == kSlotII);

/// Emissions of a row of the float kernel, their sum in the first lane.
float sumOfEmissions(const float* row) {
  float sum = 0;
  for (int a = 0; a < alphabet::kNumResidues; ++a) sum += row[a * kBoundRows];
  return sum;
}

/// Returns false for costs that are too high.
bool packBoundRow(const float* row, Singles scale, BoundRow& packed) {
  for (int pair = 0; pair < kResiduePairs; ++pair) {
    const Singles low = Singles{} + row[2 * pair * kBoundRows], high = Singles{} + row[(2 * pair + 1) * kBoundRows];
    nth(packed.emissions, pair) = (roundedUp(low * scale) | roundedUp(high * scale) << 16)[0];
  }
  bool isServed = true;
  for (int slot = kBoundMM; slot < kNumBoundSlots; ++slot) {
    const Singles units = scaledCosts(Singles{} + row[packedSlot(slot) * kBoundRows]);
    if (!(units[0] < kHighestUnits))
      isServed = false;
    else
      nth(packed.costs, slot) = static_cast<std::int16_t>(roundedUp(units)[0]);
  }
  return isServed;
}

/// All lanes of a column. Returns where something is too high.
Ints packBoundColumn(const float* column, int queryExponent, std::int16_t* target) {
  const Ints exponents[2] = {packHalf(column, 0, target), packHalf(column, 1, target)};
  std::int16_t* slots = target + alphabet::kNumResidues * shorts::kLanes;
  // 127: the bias of the exponent of floats, which the logarithm leaves in.
  const auto unitsOf = [queryExponent](Ints exponent) {
    return kUnits * (queryExponent + exponent - 2 * kEmissionBits - 127);
  };
  shorts::store(slots + kBoundScale * shorts::kLanes, shorts::narrowed(unitsOf(exponents[0]), unitsOf(exponents[1])));
  Ints tooHigh = (exponents[0] > kHighestTemplate) | (exponents[1] > kHighestTemplate);
  for (int slot = kBoundMM; slot < kNumBoundSlots; ++slot) {
    const float* lanes = column + packedSlot(slot) * shorts::kLanes;
    const Singles low = scaledCosts(shorts::loadSingles(lanes)),
                  high = scaledCosts(shorts::loadSingles(lanes + shorts::kHalf));
    tooHigh |= (low > kHighestUnits) | (high > kHighestUnits);
    shorts::store(slots + slot * shorts::kLanes, shorts::narrowed(roundedUp(low), roundedUp(high)));
  }
  return tooHigh;
}

}  // namespace

BoundQuery packBoundQuery(const SearchProfile& query) {
  const PackedQuery floats = packQuery(query, kBoundRows);
  const auto rowOf = [&floats](size_t r) {
    return floats.blocks.data() + r / kBoundRows * kNumSlots * kBoundRows + r % kBoundRows;
  };
  BoundQuery packed;
  packed.numBlocks = floats.numBlocks;
  packed.rows.resize(static_cast<size_t>((floats.numBlocks + 1) * kBoundRows));
  float highest = 0;
  for (size_t r = 0; r < packed.rows.size(); ++r) highest = std::max(highest, sumOfEmissions(rowOf(r)));
  const Ints exponent = exponentOf(Singles{} + highest, kLowestQuery);
  packed.exponent = exponent[0];
  packed.isServed = !floats.hasBars && packed.exponent <= kHighestQuery && query.length <= kMostBoundColumns;
  for (size_t r = 0; r < packed.rows.size() && packed.isServed; ++r)
    packed.isServed = packBoundRow(rowOf(r), scaleOf(exponent), packed.rows[r]);
  return packed;
}

void packBoundTemplates(const SearchProfile& query, int queryExponent, std::span<const SearchProfile* const> templates,
                        const ViterbiOptions& options, BoundTemplates& packed) {
  packTemplates(query, templates, shorts::kLanes, options, 0, packed.floats);
  packed.length = packed.floats.length;
  packed.areServed = !packed.floats.hasBars && packed.length <= kMostBoundColumns;
  std::int16_t* columns = packed.columns.reserve(static_cast<size_t>((packed.length + 2) * kBoundColumn));
  Ints tooHigh{};
  for (Index j = 0; j < packed.length + 2; ++j)
    tooHigh |= packBoundColumn(packed.floats.columns.data() + j * kNumSlots * shorts::kLanes, queryExponent,
                               columns + j * kBoundColumn);
  for (int lane = 0; lane < shorts::kHalf; ++lane)
    if (tooHigh[lane] != 0) packed.areServed = false;
}

}  // namespace engine
