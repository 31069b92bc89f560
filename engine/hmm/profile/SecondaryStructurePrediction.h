// A propensity predictor of secondary structure: what each residue likes best, averaged over its neighbours. Simple and
// about 50 to 60 % right; PSIPRED's rows, where a file has them, are much better. Conformational parameters: Chou,
// Fasman, Adv. Enzymol. 47 (1978) 45 (29 proteins). Windows instead of their nucleation rules.
#pragma once

#include <string>

#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// One letter per column: states H, E, C; confidences '0' to '9'.
struct SecondaryStructurePrediction {
  std::string states, confidence;
};

/// From the emissions of a profile, with or without pseudocounts. Helices shorter than four and strands shorter than
/// two columns become C of confidence 0.
SecondaryStructurePrediction predictByPropensity(const std::vector<ResidueVector>& emissions);

/// The profile with the rows ss_pred and ss_conf of the prediction; one that has a row ss_pred is returned as it is.
ProfileHmm withPropensityPrediction(ProfileHmm profile);

}  // namespace engine
