#include "engine/search/prefilter/ColumnStates.h"

#include <cmath>
#include <limits>

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

std::vector<std::uint8_t> columnLetters(const std::vector<ResidueVector>& columns, const ColumnStates& states) {
  std::vector<ResidueVector> logs = states.probabilities;
  for (ResidueVector& state : logs)
    for (double& p : state) p = std::log(p);
  std::vector<std::uint8_t> letters;
  letters.reserve(columns.size());
  for (const ResidueVector& column : columns) {
    size_t best = 0;
    double bestScore = -std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < logs.size(); ++k) {
      double sum = 0;
      for (size_t a = 0; a < column.size(); ++a) sum += column[a] * logs[k][a];
      const double score = std::log(states.priors[k]) + kColumnWeight * sum;
      if (score > bestScore) {
        bestScore = score;
        best = k;
      }
    }
    letters.push_back(static_cast<std::uint8_t>(best));
  }
  return letters;
}

std::vector<std::uint8_t> columnLetters(const ProfileHmm& profile, const ColumnStates& states) {
  return columnLetters(withEmissionPseudocounts(profile, gonnet(), letterPseudocounts()).emissions, states);
}

}  // namespace engine
