#include "engine/operations/models/PredictedProfile.h"

#include <numeric>

#include "engine/models/LetterPredictions.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

namespace {

/// A row of probabilities in the order of the alphabet; sums to 1 exactly enough for a profile.
template <class T>
ResidueVector emissionsOf(const T* row) {
  ResidueVector emissions{};
  double sum = 0;
  for (std::size_t c = 0; c < kPredictedLetters.size(); ++c) {
    emissions[alphabet::codeOf(kPredictedLetters[c])] = double(row[c]);
    sum += double(row[c]);
  }
  for (double& share : emissions) share /= sum;
  return emissions;
}

}  // namespace

template <class T>
ProfileHmm predictedProfile(const Array<T>& probabilities, const std::string& letters, const std::string& name) {
  const Index L = probabilities.length(0), K = static_cast<Index>(kPredictedLetters.size());
  requireShape("probabilities", probabilities.shape(), {static_cast<Index>(letters.size()), K});
  ProfileHmm profile;
  profile.name = name;
  profile.hasPseudocounts = profile.hasTransitionPseudocounts = true;  // a model needs none
  profile.background = blosum62().background;
  for (Index l = 0; l < L; ++l) profile.emissions.push_back(emissionsOf(probabilities.data() + l * K));
  std::array<double, kNumTransitions> onwards;
  onwards.fill(kImpossible);
  for (const Transition certain : {Transition::MM, Transition::IM, Transition::DM})
    onwards[static_cast<std::size_t>(certain)] = 0;
  profile.transitions.assign(static_cast<std::size_t>(L + 1), onwards);
  profile.columnNeff.assign(static_cast<std::size_t>(L + 1), {});
  profile.alignmentColumn.assign(static_cast<std::size_t>(L), -1);
  profile.consensus = topLetters(probabilities);
  profile.masterLetters = letters;
  profile.validate();
  return profile;
}

template ProfileHmm predictedProfile(const Array<float>&, const std::string&, const std::string&);
template ProfileHmm predictedProfile(const Array<double>&, const std::string&, const std::string&);

}  // namespace engine
