#include "engine/search/batch/BatchViterbiPack.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();
constexpr Index kResidues = alphabet::kNumResidues;

using Quad = float __attribute__((vector_size(16)));
using QuadInts = std::int32_t __attribute__((vector_size(16)));

Quad loadQuad(const float* source) {
  Quad values;
  std::memcpy(&values, source, sizeof(values));
  return values;
}
void storeQuad(float* target, Quad values) { std::memcpy(target, &values, sizeof(values)); }

/// Turned so that the first values of the four lie side by side, then their second, ...
void transpose(Quad (&rows)[4]) {
  const Quad low01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const Quad high01 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const Quad low23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const Quad high23 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  rows[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  rows[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  rows[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

constexpr Index kCosts = kNumSlots - kSlotMM;
constexpr std::array<float, kNumTransitions> kNoTransitions = {kNever, kNever, kNever, kNever, kNever, kNever, kNever};
constexpr std::array<float, kResidues> kNoEmissions = {};

/// What of a cost of leaving can be included in a state: not what makes numbers too small.
Quad included(Quad bits) { return bits >= -16.0f ? bits : Quad{}; }

/// The log2 transitions that leave a column of four profiles.
struct FourTransitions {
  explicit FourTransitions(const float* const (&rows)[4]) {
    static_assert(kNumTransitions == 7 && static_cast<int>(Transition::IM) == 3);
    for (int k = 0; k < 4; ++k) {
      front[k] = loadQuad(rows[k]);
      back[k] = loadQuad(rows[k] + 3);
    }
    transpose(front);
    transpose(back);
  }
  Quad operator[](Transition t) const {
    const int at = static_cast<int>(t);
    return at < 4 ? front[at] : back[at - 3];
  }
  Quad front[4], back[4];
};

/// The costs of leaving column j of four profiles in the order of PackedSlot; `isInside` where more columns follow.
void packCosts(const FourTransitions& bits, const FourTransitions& next, Index j, QuadInts isInside,
               Quad (&costs)[kCosts]) {
  using enum Transition;
  const Quad mm = included(bits[MM]), dm = included(bits[DM]), nextDM = isInside ? included(next[DM]) : Quad{};
  const auto put = [&costs](PackedSlot slot, Quad value) { costs[slot - kSlotMM] = value; };
  put(kSlotMM, mm);
  put(kSlotMD, bits[MD] - mm + nextDM);
  put(kSlotDD, bits[DD] - dm + nextDM);
  put(kSlotInsert, bits[MI] + bits[IM] - mm);
  put(kSlotII, bits[II]);
  // Nobody goes on from the last column, and deletes do not begin in the begin state.
  put(kSlotBarMM, isInside ? bits[MM] - mm : Quad{});
  put(kSlotBarDM, isInside && j > 0 ? bits[DM] - dm : Quad{});
}

/// Lanes in which some bar is not 0.
QuadInts areBarred(const Quad (&costs)[kCosts]) {
  return (costs[kSlotBarMM - kSlotMM] != 0.0f) | (costs[kSlotBarDM - kSlotMM] != 0.0f);
}

/// 2^x to 1e-7 of it for -126 <= x <= 126: minimax polynomial of degree 5 (Remez exchange) between halves.
Quad exp2OfFour(Quad x) {
  constexpr float kExp2[6] = {1.00000007f, 0.693146967f, 0.240221197f, 0.0555071327f, 0.00967554133f, 0.00132764722f};
  const Quad magic = Quad{} + 12582912.0f;  // 1.5 * 2^23: rounds to whole numbers
  const Quad whole = (x + magic) - magic, rest = x - whole;
  Quad sum = rest * kExp2[5] + kExp2[4];
  for (int k = 3; k >= 0; --k) sum = sum * rest + kExp2[k];
  return reinterpret_cast<Quad>(reinterpret_cast<QuadInts>(sum) + (__builtin_convertvector(whole, QuadInts) << 23));
}

using Factors = std::array<float, kResidues>;

/// 2^(shift + offset) / n(a), 0 where n(a) = 0.
Factors factorsOf(const SearchProfile& query, const SearchProfile& templ, const ViterbiOptions& options,
                  double offset) {
  const auto null = nullOfPair(query, templ, options.nullModel);
  Factors factors;
  for (size_t a = 0; a < factors.size(); ++a)
    factors[a] = null[a] > 0 ? static_cast<float>(std::exp2(options.shift + offset) / null[a]) : 0.0f;
  return factors;
}

/// Four lanes from `lane` on. Null pointers stand for lanes without a template.
void packFourLanes(const SearchProfile* const (&templates)[4], const Factors (&factors)[4], Index lane,
                   PackedTemplates& packed, float* columns) {
  QuadInts lengths, bars{};
  for (int k = 0; k < 4; ++k)
    lengths[k] = templates[k] != nullptr ? static_cast<std::int32_t>(templates[k]->length) : -1;
  const auto transitionsAt = [&](Index j) {
    const float* rows[4];
    for (int k = 0; k < 4; ++k)
      rows[k] = j <= lengths[k] ? templates[k]->transitions.data() + j * kNumTransitions : kNoTransitions.data();
    return FourTransitions(rows);
  };
  FourTransitions next = transitionsAt(0);
  for (Index j = 0; j < packed.length + 2; ++j) {
    float* column = columns + j * kNumSlots * packed.lanes + lane;
    const FourTransitions bits = next;
    next = transitionsAt(j + 1);
    Quad costs[kCosts];
    packCosts(bits, next, j, lengths > static_cast<std::int32_t>(j), costs);
    bars |= areBarred(costs);
    for (Index k = 0; k < kCosts; ++k) storeQuad(column + (kSlotMM + k) * packed.lanes, costs[k]);
    const Quad scale = exp2OfFour(costs[0]);
    const float* emissions[4];
    for (int k = 0; k < 4; ++k)
      emissions[k] =
          j > 0 && j <= lengths[k] ? templates[k]->emissions.data() + (j - 1) * kResidues : kNoEmissions.data();
    for (Index a = 0; a < kResidues; a += 4) {
      Quad rows[4];
      for (int k = 0; k < 4; ++k) rows[k] = loadQuad(emissions[k] + a) * loadQuad(factors[k].data() + a);
      transpose(rows);
      for (int k = 0; k < 4; ++k) storeQuad(column + (a + k) * packed.lanes, rows[k] * scale);
    }
  }
  packed.hasBars |= (bars[0] | bars[1] | bars[2] | bars[3]) != 0;
}

/// The costs of leaving column j of a profile in every lane.
void packCosts(const SearchProfile& profile, Index j, Quad (&costs)[kCosts]) {
  const bool isInside = j < profile.length;
  const float* row = profile.transitions.data() + j * kNumTransitions;
  const float* next = isInside ? row + kNumTransitions : kNoTransitions.data();
  packCosts(FourTransitions({row, row, row, row}), FourTransitions({next, next, next, next}), j,
            QuadInts{} - static_cast<std::int32_t>(isInside), costs);
}

}  // namespace

float* AlignedFloats::reserve(std::size_t count) {
  constexpr std::size_t kAlignment = 64;
  if (count <= m_count) return m_values.get();
  const std::size_t bytes = (count * sizeof(float) + kAlignment - 1) / kAlignment * kAlignment;
  m_values.reset();
  m_count = 0;
  m_values.reset(static_cast<float*>(std::aligned_alloc(kAlignment, bytes)));
  if (!m_values) throw std::bad_alloc();
  m_count = count;
  return m_values.get();
}

PackedQuery packQuery(const SearchProfile& query, Index rows) {
  PackedQuery packed;
  packed.length = query.length;
  packed.rows = rows;
  packed.numBlocks = (query.length + rows - 1) / rows;
  packed.blocks.assign(static_cast<size_t>((packed.numBlocks + 1) * kNumSlots * rows), 0.0f);
  packed.begin.assign(static_cast<size_t>(kNumSlots * rows), 0.0f);
  Quad costs[kCosts];
  const auto keep = [&](float* target) {
    for (Index k = 0; k < kCosts; ++k) target[(kSlotMM + k) * rows] = costs[k][0];
    packed.hasBars |= areBarred(costs)[0] != 0;
  };
  for (Index row = 0; row < (packed.numBlocks + 1) * rows; ++row) {
    float* target = packed.blocks.data() + row / rows * kNumSlots * rows + row % rows;
    for (Index slot = kSlotMD; slot <= kSlotII; ++slot) target[slot * rows] = kNever;
    if (row >= query.length) continue;
    packCosts(query, row + 1, costs);
    keep(target);
    for (Index a = 0; a < kResidues; ++a)
      target[a * rows] = nth(query.emissions, row * kResidues + a) * std::exp2(costs[0][0]);
  }
  packCosts(query, 0, costs);
  for (Index row = 0; row < rows; ++row) keep(packed.begin.data() + row);
  return packed;
}

void packTemplates(const SearchProfile& query, std::span<const SearchProfile* const> templates, Index lanes,
                   const ViterbiOptions& options, double offset, PackedTemplates& packed) {
  packed.lanes = lanes;
  packed.length = 0;
  packed.used = 0;
  packed.hasBars = false;
  for (size_t k = 0; k < templates.size(); ++k) {
    packed.length = std::max(packed.length, templates[k]->length);
    packed.used |= 1u << k;
  }
  packed.ends.assign(static_cast<size_t>(packed.length) + 1, 0);
  for (size_t k = 0; k < templates.size(); ++k) nth(packed.ends, templates[k]->length) |= 1u << k;
  float* columns = packed.columns.reserve(static_cast<size_t>((packed.length + 2) * kNumSlots * lanes));
  for (Index lane = 0; lane < lanes; lane += 4) {
    const SearchProfile* four[4] = {};
    Factors factors[4] = {};
    for (Index k = 0; k < 4 && lane + k < Index(templates.size()); ++k) {
      four[k] = nth(templates, lane + k);
      factors[k] = factorsOf(query, *four[k], options, offset);
    }
    packFourLanes(four, factors, lane, packed, columns);
  }
}

std::array<double, alphabet::kNumResidues> nullOfPair(const SearchProfile& query, const SearchProfile& templ,
                                                      NullModel nullModel) {
  std::array<double, alphabet::kNumResidues> null;
  for (size_t a = 0; a < null.size(); ++a) switch (nullModel) {
      case NullModel::background:
        null[a] = 0.5 * (double(query.background[a]) + double(templ.background[a]));
        break;
      case NullModel::pair:
        null[a] = 0.5 * (double(query.composition[a]) + double(templ.composition[a]));
        break;
      case NullModel::templ:
        null[a] = templ.composition[a];
        break;
      case NullModel::query:
        null[a] = query.composition[a];
        break;
      case NullModel::local:
        fail("aligning with many templates: the local null model needs every pair of its own, expected another one");
    }
  return null;
}

}  // namespace engine
