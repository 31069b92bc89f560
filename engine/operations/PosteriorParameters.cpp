// Names, ranges and defaults of the parameters.
#include "engine/operations/PosteriorParameters.h"

namespace engine {

namespace {

/// Global paths run to the ends: every pair is worth having.
const OtherStandard kGlobalMact{"mode", "global", 0.0};

}  // namespace

std::vector<Parameter> posteriorParameters() {
  return grouped(
      "Posterior",
      {{"mac",
        "Realign",
        "",
        "on: paths of maximum expected accuracy with the posterior of every pair; scores stay those of the best path",
        std::string("off"),
        -1e300,
        1e300,
        {"off", "on"}},
       {"mact",
        "Threshold of realigning",
        "",
        "what a pair must be worth, 0 to 1: larger values give shorter alignments",
        RealignOptions{}.mact,
        0,
        1,
        {},
        {},
        PathKind::none,
        {kGlobalMact}},
       {"sums",
        "Forward, backward, posterior",
        "",
        "on: keeps the sums over all paths and the probabilities of all five states",
        std::string("off"),
        -1e300,
        1e300,
        {"off", "on"}},
       {"samples",
        "Sampled paths",
        "",
        "paths drawn at random, each as often as its share of all paths",
        std::int64_t{0},
        0,
        10000,
        {}},
       {"seed", "Seed", "", "of the sampled paths", std::int64_t{0}, 0, 1e15, {}}});
}

void readPosteriorParameters(const ParameterValues& values, ProfileAlignmentOptions& options) {
  options.mac.isOn = values.text("mac") == "on";
  options.mac.mact = values.real("mact");
  options.sums.keepPlanes = values.text("sums") == "on";
  options.sums.numSamples = static_cast<Index>(values.integer("samples"));
  options.sums.seed = static_cast<std::uint64_t>(values.integer("seed"));
}

}  // namespace engine
