#include "engine/search/prefilter/ColumnStates.h"

#include <algorithm>
#include <cmath>

#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

namespace {

constexpr double kColumnWeight = 1000;  ///< of the column against the prior of a state

}  // namespace

void ColumnStates::validate() const {
  constexpr double kTolerance = 1e-6;
  if (probabilities.empty() || count() > kMaxStates)
    fail("column states: found ", probabilities.size(), " states, expected 1 to ", kMaxStates);
  if (priors.size() != probabilities.size())
    fail("column states: found ", priors.size(), " priors for ", probabilities.size(), " states");
  double sumOfPriors = 0;
  for (size_t k = 0; k < probabilities.size(); ++k) {
    double sum = 0;
    for (const double p : probabilities[k]) {
      if (!(p > 0)) fail("column state ", k + 1, ": found probability ", p, ", expected more than 0");
      sum += p;
    }
    if (!(std::abs(sum - 1) <= kTolerance))
      fail("column state ", k + 1, ": probabilities sum to ", sum, ", expected 1");
    if (!(priors[k] > 0)) fail("column state ", k + 1, ": found prior ", priors[k], ", expected more than 0");
    sumOfPriors += priors[k];
  }
  if (!(std::abs(sumOfPriors - 1) <= kTolerance)) fail("column states: priors sum to ", sumOfPriors, ", expected 1");
}

EmissionPseudocounts letterPseudocounts() { return {Admixture::bySaturation, 0.3, 4, 1}; }

ColumnLetters::ColumnLetters(const ColumnStates& states) {
  for (size_t a = 0; a < ResidueVector{}.size(); ++a)
    for (const ResidueVector& state : states.probabilities) m_weights.push_back(kColumnWeight * std::log(state[a]));
  for (const double prior : states.priors) m_logPriors.push_back(std::log(prior));
}

std::vector<std::uint8_t> ColumnLetters::of(const std::vector<ResidueVector>& columns) const {
  const size_t numStates = m_logPriors.size();
  std::vector<double> scores(numStates);
  std::vector<std::uint8_t> letters;
  letters.reserve(columns.size());
  for (const ResidueVector& column : columns) {
    std::copy(m_logPriors.begin(), m_logPriors.end(), scores.begin());
    // Four residues a pass: the scores are loaded and stored five times, not twenty.
    static_assert(ResidueVector{}.size() % 4 == 0);
    for (size_t a = 0; a < column.size(); a += 4) {
      const double* const weights = m_weights.data() + a * numStates;
      const double p0 = column[a], p1 = column[a + 1], p2 = column[a + 2], p3 = column[a + 3];
      double* const sums = scores.data();
      for (size_t k = 0; k < numStates; ++k)
        sums[k] += p0 * weights[k] + p1 * weights[numStates + k] + p2 * weights[2 * numStates + k] +
                   p3 * weights[3 * numStates + k];
    }
    letters.push_back(static_cast<std::uint8_t>(std::max_element(scores.begin(), scores.end()) - scores.begin()));
  }
  return letters;
}

std::vector<std::uint8_t> ColumnLetters::of(const ProfileHmm& profile) const {
  return of(withEmissionPseudocounts(profile, gonnet(), letterPseudocounts()).emissions);
}

std::vector<std::uint8_t> columnLetters(const std::vector<ResidueVector>& columns, const ColumnStates& states) {
  return ColumnLetters(states).of(columns);
}

std::vector<std::uint8_t> columnLetters(const ProfileHmm& profile, const ColumnStates& states) {
  return ColumnLetters(states).of(profile);
}

}  // namespace engine
