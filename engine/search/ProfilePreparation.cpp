// Loops over columns and residues that the compiler turns into vector instructions.
#include "engine/search/ProfilePreparation.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/base/Nth.h"
#include "engine/base/VectorBits.h"

namespace engine {

namespace {

constexpr float kUnit = 1 / static_cast<float>(ProfileRecord::kUnit);

float probabilityOf(std::uint16_t value) {
  return selected(value != ProfileRecord::kZero, vectorExp2(-kUnit * static_cast<float>(value)), 0.0f);
}

/// What withTransitionPseudocounts makes of no data at all, as probabilities.
std::array<double, kNumTransitions> priorTransitions(TransitionPseudocounts pseudocounts) {
  pseudocounts.gapf = pseudocounts.gapg = pseudocounts.gaph = pseudocounts.gapi = 1;
  ProfileHmm empty;
  empty.emissions.resize(2);
  empty.transitions.resize(3);
  for (auto& row : empty.transitions) row.fill(kImpossible);
  empty.columnNeff.assign(3, {0, 0, 0});
  std::array<double, kNumTransitions> prior = withTransitionPseudocounts(empty, pseudocounts).transitions[1];
  for (double& value : prior) value = std::exp2(value);
  return prior;
}

/// tau of each column.
void sharesOfExpected(const EmissionPseudocounts& pseudocounts, const std::uint32_t* neffs,
                      std::vector<float>& shares) {
  // The general form takes a power, which would cost more than all the rest.
  if (pseudocounts.mode != Admixture::byDiversity || pseudocounts.c != 1 || pseudocounts.a < 0) {
    for (size_t i = 0; i < shares.size(); ++i)
      shares[i] = static_cast<float>(admixtureOf(pseudocounts, neffs[i] / ProfileRecord::kUnit));
    return;
  }
  const auto a = static_cast<float>(pseudocounts.a);
  const auto factor = static_cast<float>(1 / (ProfileRecord::kUnit * pseudocounts.b));
  for (size_t i = 0; i < shares.size(); ++i) {
    const float share = a / (1 + factor * static_cast<float>(neffs[i]));
    shares[i] = share < 1 ? share : 1;
  }
}

/// Floats of one register, registers of that size and one of four for the 20 residues of a column, columns whose sums
/// fit into the registers.
#ifdef __AVX512F__
constexpr int kLanes = 16, kVectors = 1, kBlockColumns = 8;
#else
constexpr int kLanes = 8, kVectors = 2, kBlockColumns = 4;
#endif
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));
using FourLanes = float __attribute__((vector_size(4 * sizeof(float))));
static_assert(kVectors * kLanes + 4 == alphabet::kNumResidues);

template <class Vector>
Vector loaded(const float* source) {
  Vector values;
  std::memcpy(&values, source, sizeof values);
  return values;
}

/// values := values + share (expected - values).
template <class Vector>
void mix(float* values, const Vector& expected, float share) {
  Vector mixed = loaded<Vector>(values);
  mixed += share * (expected - mixed);
  std::memcpy(values, &mixed, sizeof mixed);
}

/// columns (n x 20) := (1 - share) f + share R f; conditional[b] = R(.|b). Each vector of R is loaded once for all n
/// columns, whose sums stay in registers.
template <int n>
void mixColumns(const float* conditional, const float* shares, float* columns) {
  Lanes sums[n][kVectors] = {};
  FourLanes rest[n] = {};
  for (size_t b = 0; b < alphabet::kNumResidues; ++b) {
    const float* const row = conditional + b * alphabet::kNumResidues;
    for (int c = 0; c < n; ++c) {
      const float value = columns[static_cast<size_t>(c) * alphabet::kNumResidues + b];
      for (int v = 0; v < kVectors; ++v) sums[c][v] += loaded<Lanes>(row + v * kLanes) * value;
      rest[c] += loaded<FourLanes>(row + kVectors * kLanes) * value;
    }
  }
  for (int c = 0; c < n; ++c) {
    float* const column = columns + static_cast<size_t>(c) * alphabet::kNumResidues;
    for (int v = 0; v < kVectors; ++v) mix(column + v * kLanes, sums[c][v], shares[c]);
    mix(column + kVectors * kLanes, rest[c], shares[c]);
  }
}

/// Adds the residues of all columns (length x 20). Four columns are whole vectors, and none waits for the one before.
void addColumns(const float* emissions, size_t length, std::array<float, alphabet::kNumResidues>& sums) {
  constexpr size_t kFour = 4 * alphabet::kNumResidues;
  std::array<float, kFour> fours{};
  size_t k = 0;
  for (; k + kFour <= length * alphabet::kNumResidues; k += kFour)
    for (size_t n = 0; n < kFour; ++n) fours[n] += emissions[k + n];
  for (; k < length * alphabet::kNumResidues; ++k) fours[k % kFour] += emissions[k];
  for (size_t n = 0; n < kFour; ++n) sums[n % alphabet::kNumResidues] += fours[n];
}

void addTo(float* sums, const float* values, size_t count) {
  for (size_t i = 0; i < count; ++i) sums[i] += values[i];
}

void log2OfShares(float* values, const float* sums, size_t count) {
  for (size_t i = 0; i < count; ++i) values[i] = vectorLog2(values[i] / sums[i]);
}

/// bits := factor * bits, impossible stays impossible.
void scale(float* bits, size_t count, float factor) {
  if (factor > 0)
    for (size_t i = 0; i < count; ++i) bits[i] *= factor;
  else
    for (size_t i = 0; i < count; ++i) bits[i] = std::isinf(bits[i]) ? bits[i] : bits[i] * factor;
}

}  // namespace

SearchProfile preparedPlain(const ProfileHmm& profile, const PreparationOptions& options) {
  return searchProfile(withTransitionPseudocounts(withEmissionPseudocounts(profile, *options.matrix, options.emissions),
                                                  options.transitions));
}

ProfilePreparation::ProfilePreparation(const PreparationOptions& options) : m_options(options) {
  for (size_t a = 0; a < alphabet::kNumResidues; ++a)
    for (size_t b = 0; b < alphabet::kNumResidues; ++b)
      m_conditional[b * alphabet::kNumResidues + a] = static_cast<float>(options.matrix->conditional[a][b]);
  if (options.transitions.gapb <= 0) return;
  const auto prior = priorTransitions(options.transitions);
  for (size_t t = 0; t < prior.size(); ++t) m_prior[t] = static_cast<float>(options.transitions.gapb * prior[t]);
}

void ProfilePreparation::prepare(const ProfileRecord& record, SearchProfile& result) const {
  const auto length = static_cast<size_t>(record.length);
  result.length = record.length;
  result.neff = static_cast<float>(record.neff);
  result.emissions.resize(length * alphabet::kNumResidues);
  float* const emissions = result.emissions.data();
  const std::uint16_t* const stored = record.emissions;
  for (size_t k = 0; k < length * alphabet::kNumResidues; ++k) emissions[k] = probabilityOf(stored[k]);
  if (!record.hasPseudocounts && m_options.emissions.mode != Admixture::none) addEmissionPseudocounts(record, result);
  prepareTransitions(record, result);

  for (size_t a = 0; a < alphabet::kNumResidues; ++a) result.background[a] = static_cast<float>(record.background[a]);
  std::array<float, alphabet::kNumResidues> sums;
  for (size_t a = 0; a < sums.size(); ++a) sums[a] = static_cast<float>(100 * record.background[a] / record.neff);
  addColumns(emissions, length, sums);
  float total = 0;
  for (const float sum : sums) total += sum;
  for (size_t a = 0; a < sums.size(); ++a) result.composition[a] = sums[a] / total;
}

void ProfilePreparation::addEmissionPseudocounts(const ProfileRecord& record, SearchProfile& result) const {
  thread_local std::vector<float> shares;
  shares.resize(static_cast<size_t>(record.length));
  sharesOfExpected(m_options.emissions, record.columnNeff + 1, shares);
  Index i = 0;
  for (; i + kBlockColumns <= record.length; i += kBlockColumns)
    mixColumns<kBlockColumns>(m_conditional.data(), &nth(shares, i),
                              result.emissions.data() + i * alphabet::kNumResidues);
  for (; i < record.length; ++i)
    mixColumns<1>(m_conditional.data(), &nth(shares, i),
                  result.emissions.data() + i * alphabet::kNumResidues);
}

void ProfilePreparation::prepareTransitions(const ProfileRecord& record, SearchProfile& result) const {
  const auto states = static_cast<size_t>(record.length) + 1;
  // Value by value, all columns of the first, then all of the second, ...; one more row for sums.
  thread_local std::vector<float> values;
  values.resize(states * (kNumTransitions + 1));
  if (m_options.transitions.gapb > 0) {
    smoothTransitions(record, values);
  } else {
    for (size_t k = 0; k < states * kNumTransitions; ++k)
      values[k] = selected(record.transitions[k] != ProfileRecord::kZero,
                           -kUnit * static_cast<float>(record.transitions[k]) + 0.0f, -INFINITY);
  }
  result.transitions.resize(states * kNumTransitions);
  float* const target = result.transitions.data();
  for (size_t i = 0; i < states; ++i)
    for (size_t t = 0; t < kNumTransitions; ++t) target[i * kNumTransitions + t] = values[t * states + i];
}

void ProfilePreparation::smoothTransitions(const ProfileRecord& record, std::vector<float>& values) const {
  using enum Transition;
  const auto states = static_cast<size_t>(record.length) + 1;
  const auto of = [&](Transition t) { return values.data() + static_cast<size_t>(t) * states; };
  const auto mix = [&](Transition t, size_t neffOf, float observedBefore) {
    const std::uint16_t* const stored = record.transitions + static_cast<size_t>(t) * states;
    const std::uint32_t* const neff = record.columnNeff + neffOf * states;
    const float prior = nth(m_prior, t);
    float* const target = of(t);
    for (size_t i = 0; i < states; ++i) {
      const float weight = kUnit * static_cast<float>(neff[i]) - observedBefore;
      target[i] = (weight > 0 ? weight : 0.0f) * probabilityOf(stored[i]) + prior;
    }
  };
  for (const Transition t : {MM, MI, MD}) mix(t, 0, 1);
  for (const Transition t : {IM, II}) mix(t, 1, 0);
  for (const Transition t : {DM, DD}) mix(t, 2, 0);
  for (const size_t border : {size_t{0}, states - 1}) of(MI)[border] = of(MD)[border] = 0;
  of(DD)[states - 1] = 0;

  float* const sums = values.data() + kNumTransitions * states;
  const auto toBits = [&](std::initializer_list<Transition> group) {
    std::fill_n(sums, states, 0.0f);
    for (const Transition t : group) addTo(sums, of(t), states);
    for (const Transition t : group) log2OfShares(of(t), sums, states);
  };
  toBits({MM, MI, MD});
  toBits({IM, II});
  toBits({DM, DD});
  const TransitionPseudocounts& pseudocounts = m_options.transitions;
  scale(of(MD), states, static_cast<float>(pseudocounts.gapf));
  scale(of(MI), states, static_cast<float>(pseudocounts.gapg));
  scale(of(DD), states, static_cast<float>(pseudocounts.gaph));
  scale(of(II), states, static_cast<float>(pseudocounts.gapi));
}

}  // namespace engine
