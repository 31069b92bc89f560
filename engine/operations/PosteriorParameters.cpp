// Names, ranges and defaults of the parameters.
#include "engine/operations/PosteriorParameters.h"

#include "engine/base/ParameterKinds.h"

namespace engine {

namespace {

Parameter mactParameter() {
  Parameter mact = numberParameter("mact", "Threshold of realigning", "",
                                   "what a pair must be worth, 0 to 1: larger values give shorter alignments",
                                   RealignOptions{}.mact, 0, 1);
  // Global paths run to the ends: every pair is worth having.
  mact.otherStandards = {{"mode", "global", 0.0}};
  return mact;
}

}  // namespace

std::vector<Parameter> posteriorParameters() {
  return grouped(
      "Posterior",
      {choiceParameter("mac", "Realign",
                       "on: paths of maximum expected accuracy with the posterior of every pair; scores stay those of "
                       "the best path",
                       {"off", "on"}),
       mactParameter(),
       choiceParameter("sums", "Forward, backward, posterior",
                       "on: keeps the sums over all paths and the probabilities of all five states", {"off", "on"}),
       countParameter("samples", "Sampled paths", "paths drawn at random, each as often as its share of all paths", 0,
                      0, 10000),
       countParameter("seed", "Seed", "of the sampled paths", 0, 0, 1e15)});
}

void readPosteriorParameters(const ParameterValues& values, ProfileAlignmentOptions& options) {
  options.mac.isOn = values.text("mac") == "on";
  options.mac.mact = values.real("mact");
  options.sums.keepPlanes = values.text("sums") == "on";
  options.sums.numSamples = static_cast<Index>(values.integer("samples"));
  options.sums.seed = static_cast<std::uint64_t>(values.integer("seed"));
}

}  // namespace engine
