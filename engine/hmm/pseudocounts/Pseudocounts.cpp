// Pseudocounts of HH-suite: substitution matrix for emissions, fixed priors for transitions.
#include "engine/hmm/pseudocounts/Pseudocounts.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr double kGapOpenPrior = 0.0286;
constexpr double kGapExtendPrior = 0.75;

using TransitionRow = std::array<double, kNumTransitions>;

TransitionRow priorOf(const TransitionPseudocounts& pseudocounts) {
  const double open = kGapOpenPrior * pseudocounts.gapd;
  const double extend = pseudocounts.gape / (pseudocounts.gape - 1 + 1 / kGapExtendPrior);
  TransitionRow prior{};
  const auto set = [&prior](Transition t, double value) { nth(prior, t) = value; };
  set(Transition::MM, 1 - 2 * open);
  set(Transition::MI, open);
  set(Transition::MD, open);
  set(Transition::IM, 1 - extend);
  set(Transition::II, extend);
  set(Transition::DM, 1 - extend);
  set(Transition::DD, extend);
  return prior;
}

void normaliseToBits(TransitionRow& row, std::initializer_list<Transition> group) {
  double sum = 0;
  for (const Transition t : group) sum += nth(row, t);
  for (const Transition t : group) {
    double& value = nth(row, t);
    value = value > 0 ? std::log2(value / sum) : kImpossible;
  }
}

/// Impossible stays impossible, even with a factor of 0.
double scaled(double bits, double factor) { return bits == kImpossible ? bits : bits * factor; }

}  // namespace

double admixtureOf(const EmissionPseudocounts& pseudocounts, double neff) {
  switch (pseudocounts.mode) {
    case Admixture::none:
      return 0;
    case Admixture::constant:
      return std::clamp(pseudocounts.a, 0.0, 1.0);
    case Admixture::bySaturation:
      return std::clamp(pseudocounts.a * (pseudocounts.b + 1) / (pseudocounts.b + neff), 0.0, 1.0);
    case Admixture::byCount:
      return std::clamp(pseudocounts.b / (std::max(0.0, neff - 1) + pseudocounts.b), 0.0, 1.0);
    case Admixture::byDiversity:
      break;
  }
  return std::clamp(pseudocounts.a / (1 + std::pow(neff / pseudocounts.b, pseudocounts.c)), 0.0, 1.0);
}

ProfileHmm withEmissionPseudocounts(ProfileHmm profile, const SubstitutionMatrix& matrix,
                                    const EmissionPseudocounts& pseudocounts) {
  if (profile.hasPseudocounts || pseudocounts.mode == Admixture::none) return profile;
  const ResidueMatrix given = expectedResidues(matrix, pseudocounts.expected);
  for (size_t i = 0; i < profile.emissions.size(); ++i) {
    const double tau = admixtureOf(pseudocounts, profile.columnNeff[i + 1].match);
    const ResidueVector observed = profile.emissions[i];
    for (size_t a = 0; a < observed.size(); ++a) {
      double expected = 0;
      for (size_t b = 0; b < observed.size(); ++b) expected += given[a][b] * observed[b];
      profile.emissions[i][a] = (1 - tau) * observed[a] + tau * expected;
    }
  }
  profile.hasPseudocounts = true;
  return profile;
}

ProfileHmm withTransitionPseudocounts(ProfileHmm profile, const TransitionPseudocounts& pseudocounts) {
  using enum Transition;
  if (profile.hasTransitionPseudocounts || pseudocounts.gapb <= 0) return profile;
  const TransitionRow prior = priorOf(pseudocounts);
  const size_t columns = profile.emissions.size();
  for (size_t i = 0; i <= columns; ++i) {
    const ColumnNeff& neff = profile.columnNeff[i];
    TransitionRow& row = profile.transitions[i];
    const auto at = [&row](Transition t) -> double& { return nth(row, t); };
    const auto mix = [&](Transition t, double weight) {
      at(t) = std::max(0.0, weight) * std::exp2(at(t)) + pseudocounts.gapb * nth(prior, t);
    };
    for (const Transition t : {MM, MI, MD}) mix(t, neff.match - 1);
    for (const Transition t : {IM, II}) mix(t, neff.insert);
    for (const Transition t : {DM, DD}) mix(t, neff.deletion);
    if (i == 0 || i == columns) at(MI) = at(MD) = 0;
    if (i == columns) at(DD) = 0;
    normaliseToBits(row, {MM, MI, MD});
    normaliseToBits(row, {IM, II});
    normaliseToBits(row, {DM, DD});
    at(MD) = scaled(at(MD), pseudocounts.gapf);
    at(MI) = scaled(at(MI), pseudocounts.gapg);
    at(DD) = scaled(at(DD), pseudocounts.gaph);
    at(II) = scaled(at(II), pseudocounts.gapi);
  }
  return profile;
}

ResidueVector compositionOf(const ProfileHmm& profile) {
  if (profile.composition) return *profile.composition;
  ResidueVector composition{};
  double sum = 0;
  for (size_t a = 0; a < composition.size(); ++a) {
    composition[a] = 100 * profile.background[a] / profile.neff;
    for (const ResidueVector& emissions : profile.emissions) composition[a] += emissions[a];
    sum += composition[a];
  }
  for (double& value : composition) value /= sum;
  return composition;
}

}  // namespace engine
