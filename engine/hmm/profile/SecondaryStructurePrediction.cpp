// Windowed log propensities, softmax with the frequencies of the states, removal of stretches that are too short.
#include "engine/hmm/profile/SecondaryStructurePrediction.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr size_t kStates = 3;
constexpr char kLetters[] = "HEC";

// Order ARNDCQEGHILKMFPSTWYV. Coil takes the parameters of turns.
constexpr double kPropensity[kStates][alphabet::kNumResidues] = {
    {1.42, 0.98, 0.67, 1.01, 0.70, 1.11, 1.51, 0.57, 1.00, 1.08,
     1.21, 1.16, 1.45, 1.13, 0.57, 0.77, 0.83, 1.08, 0.69, 1.06},  // helix
    {0.83, 0.93, 0.89, 0.54, 1.19, 1.10, 0.37, 0.75, 0.87, 1.60,
     1.30, 0.74, 1.05, 1.38, 0.55, 0.75, 1.19, 1.37, 1.47, 1.70},  // strand
    {0.66, 0.95, 1.56, 1.46, 1.19, 0.98, 0.74, 1.56, 0.95, 0.47,
     0.59, 1.01, 0.60, 0.60, 1.52, 1.43, 0.96, 0.96, 1.14, 0.50},  // turn
};
constexpr double kFrequency[kStates] = {0.35, 0.23, 0.42};  ///< of the states in globular proteins
constexpr Index kHalfWindow[kStates] = {4, 2, 2};           ///< helices are felt over more residues than strands
constexpr size_t kShortest[kStates] = {4, 2, 1};

using StateScores = std::array<double, kStates>;

StateScores preferencesOf(const ResidueVector& emissions) {
  StateScores scores{};
  for (size_t s = 0; s < kStates; ++s)
    for (size_t a = 0; a < emissions.size(); ++a) scores[s] += emissions[a] * std::log(kPropensity[s][a]);
  return scores;
}

/// Probabilities of the states in one column.
StateScores posteriorOf(const std::vector<StateScores>& preferences, Index column) {
  StateScores posterior{};
  double total = 0;
  for (size_t s = 0; s < kStates; ++s) {
    double sum = 0;
    for (Index d = -kHalfWindow[s]; d <= kHalfWindow[s]; ++d) {
      const Index i = column + d;
      if (i >= 0 && i < static_cast<Index>(preferences.size())) sum += nth(preferences, i)[s];
    }
    total += posterior[s] = kFrequency[s] * std::exp(sum);
  }
  for (double& p : posterior) p /= total;
  return posterior;
}

void removeShortStretches(SecondaryStructurePrediction& prediction) {
  for (size_t begin = 0; begin < prediction.states.size();) {
    const char state = prediction.states[begin];
    const size_t end = std::min(prediction.states.find_first_not_of(state, begin), prediction.states.size());
    const size_t shortest = kShortest[std::string(kLetters).find(state)];
    for (size_t i = begin; i < end && end - begin < shortest; ++i) {
      prediction.states[i] = 'C';
      prediction.confidence[i] = '0';
    }
    begin = end;
  }
}

}  // namespace

SecondaryStructurePrediction predictByPropensity(const std::vector<ResidueVector>& emissions) {
  std::vector<StateScores> preferences;
  for (const ResidueVector& column : emissions) preferences.push_back(preferencesOf(column));
  SecondaryStructurePrediction prediction;
  for (Index i = 0; i < static_cast<Index>(emissions.size()); ++i) {
    StateScores posterior = posteriorOf(preferences, i);
    const auto best = std::max_element(posterior.begin(), posterior.end()) - posterior.begin();
    std::sort(posterior.begin(), posterior.end());
    const double lead = posterior[kStates - 1] - posterior[kStates - 2];
    prediction.states += kLetters[best];
    prediction.confidence += static_cast<char>('0' + std::clamp(static_cast<int>(10 * lead), 0, 9));
  }
  removeShortStretches(prediction);
  return prediction;
}

ProfileHmm withPropensityPrediction(ProfileHmm profile) {
  for (const ColumnAnnotation& row : profile.annotations)
    if (row.name == "ss_pred") return profile;
  SecondaryStructurePrediction prediction = predictByPropensity(profile.emissions);
  // A confidence row without a prediction belongs to nothing.
  std::erase_if(profile.annotations, [](const ColumnAnnotation& row) { return row.name == "ss_conf"; });
  profile.annotations.push_back({"ss_pred", std::move(prediction.states)});
  profile.annotations.push_back({"ss_conf", std::move(prediction.confidence)});
  return profile;
}

}  // namespace engine
