#include "engine/search/BatchViterbiPack.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

namespace engine {

namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();
constexpr Index kResidues = alphabet::kNumResidues;

constexpr Index kTransitionSlots = kNumSlots - kSlotMM;
using PackedTransitions = std::array<float, kTransitionSlots>;
/// Behind the end of a profile.
constexpr PackedTransitions kBlank = {0, kNever, kNever, kNever, kNever, 0, 0};

/// What of a cost of leaving can be included in a state: not what makes numbers too small.
float included(float bits) { return bits >= -16 ? bits : 0; }

/// The transitions that leave column j in the order of PackedSlot.
PackedTransitions packedTransitions(const SearchProfile& profile, Index j) {
  const float* row = profile.transitions.data() + j * kNumTransitions;
  const auto bits = [row](Transition t) { return row[static_cast<size_t>(t)]; };
  using enum Transition;
  const float mm = included(bits(MM)), dm = included(bits(DM));
  // Nobody goes on from the last column, and deletes do not begin in the begin state.
  const bool isInside = j < profile.length;
  const float nextDM = isInside ? included(row[kNumTransitions + static_cast<Index>(DM)]) : 0;
  const float barMM = isInside ? bits(MM) - mm : 0, barDM = isInside && j > 0 ? bits(DM) - dm : 0;
  return {mm, bits(MD) - mm + nextDM, bits(DD) - dm + nextDM, bits(MI) + bits(IM) - mm, bits(II), barMM, barDM};
}

bool hasBars(const PackedTransitions& transitions) {
  return transitions[kSlotBarMM - kSlotMM] != 0 || transitions[kSlotBarDM - kSlotMM] != 0;
}

using Quad = float __attribute__((vector_size(16)));
using QuadInts = std::int32_t __attribute__((vector_size(16)));

Quad loadQuad(const float* source) {
  Quad values;
  std::memcpy(&values, source, sizeof(values));
  return values;
}

/// Four residues of four lanes, turned so that the lanes lie side by side.
void storeTransposed(const Quad (&rows)[4], float* target, Index stride) {
  const Quad low01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const Quad high01 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const Quad low23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const Quad high23 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  const Quad columns[4] = {
      __builtin_shufflevector(low01, low23, 0, 1, 4, 5), __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
      __builtin_shufflevector(high01, high23, 0, 1, 4, 5), __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
  for (Index k = 0; k < 4; ++k) std::memcpy(target + k * stride, &columns[k], sizeof(Quad));
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
  for (Index j = 0; j < packed.length + 2; ++j) {
    float* column = columns + j * kNumSlots * packed.lanes + lane;
    const float* emissions[4];
    Quad included;
    for (Index k = 0; k < 4; ++k) {
      const bool isInside = templates[k] != nullptr && j > 0 && j <= templates[k]->length;
      emissions[k] = isInside ? templates[k]->emissions.data() + (j - 1) * kResidues : nullptr;
      PackedTransitions bits = kBlank;
      if (templates[k] != nullptr && j <= templates[k]->length) bits = packedTransitions(*templates[k], j);
      packed.hasBars |= hasBars(bits);
      included[k] = bits[0];
      for (Index slot = 0; slot < kTransitionSlots; ++slot)
        column[(kSlotMM + slot) * packed.lanes + k] = bits[static_cast<size_t>(slot)];
    }
    const Quad scale = exp2OfFour(included);
    for (Index a = 0; a < kResidues; a += 4) {
      Quad rows[4];
      for (Index k = 0; k < 4; ++k)
        rows[k] =
            emissions[k] != nullptr ? loadQuad(emissions[k] + a) * loadQuad(factors[k].data() + a) * scale[k] : Quad{};
      storeTransposed(rows, column + a * packed.lanes, packed.lanes);
    }
  }
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
  const auto keep = [&](float* target, const PackedTransitions& bits) {
    for (size_t slot = 0; slot < bits.size(); ++slot) target[(kSlotMM + Index(slot)) * rows] = bits[slot];
    packed.hasBars |= hasBars(bits);
  };
  for (Index row = 0; row < (packed.numBlocks + 1) * rows; ++row) {
    float* target = packed.blocks.data() + row / rows * kNumSlots * rows + row % rows;
    const bool isInside = row < query.length;
    const PackedTransitions bits = isInside ? packedTransitions(query, row + 1) : kBlank;
    keep(target, bits);
    for (Index a = 0; isInside && a < kResidues; ++a)
      target[a * rows] = query.emissions[static_cast<size_t>(row * kResidues + a)] * std::exp2(bits[0]);
  }
  packed.begin.assign(static_cast<size_t>(kNumSlots * rows), 0.0f);
  for (Index row = 0; row < rows; ++row) keep(packed.begin.data() + row, packedTransitions(query, 0));
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
  for (size_t k = 0; k < templates.size(); ++k) packed.ends[static_cast<size_t>(templates[k]->length)] |= 1u << k;
  float* columns = packed.columns.reserve(static_cast<size_t>((packed.length + 2) * kNumSlots * lanes));
  for (Index lane = 0; lane < lanes; lane += 4) {
    const SearchProfile* four[4] = {};
    Factors factors[4] = {};
    for (Index k = 0; k < 4 && lane + k < Index(templates.size()); ++k) {
      four[k] = templates[static_cast<size_t>(lane + k)];
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
