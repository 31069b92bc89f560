// Weights of geometric attention that mean something: every head is a question about a bare backbone.
//
// The layer (MATHEMATICS.md 10) sees residue i only through its frame: x axis from C to CA, N in the xy plane,
// origin CA. Its logits are  softplus(w_r) (q_r.k_r) / sqrt(3) - softplus(w_d) |q_d - k_d| / sqrt(3),  so a pair of
// points q_d (in the frame of the query) and k_d (in the frame of the key) asks "whose k_d lies where my q_d is?", and
// a pair of directions q_r, k_r asks "who is turned like this?". W_proj is zero: the residue types have no say, and the
// layer's bias b_proj holds the points (Å) and directions (unit vectors). Values are the C-beta direction of each
// residue and W_out is the identity above two rows of zeros, so that Y is as wide as s and can be added to it: channels
// 3h..3h+2 of the output are the mean side-chain direction of the residues that head h attends to, in the frame of the
// query.
//
// Where the numbers come from (mean +- standard deviation per axis, Å, in the frame of the query):
//   helix, CA four residues on: 18 pairs inside DSSP H of 1M60,
//     (-4.96 +- 0.43, -2.44 +- 0.40, -2.58 +- 0.47); 89 pairs of 1LDM give (-5.04, -2.44, -2.62)
//   strand partner: CA of the nearest DSSP E residue of 1A0J at least three residues away, within 6 Å and with its
//     C-beta on the same face of the sheet (cosine > 0.3), by the side of the strand on which it lies: 49 times
//     (-1.76 +- 0.95, 3.20 +- 0.76, 3.50 +- 0.93), 39 times (2.07 +- 1.06, -1.49 +- 0.89, -3.48 +- 0.92)
// What the heads do with them is checked in the tests; the numbers for 1LDM, on which nothing was measured: 88 of 89
// rows inside helices attend most to i + 4, 33 of 37 and 35 of 37 rows with a strand beside them to a residue of that
// strand (rows without one mostly to themselves), every row to the next residue by the peptide bond (weight 0.998), and
// the L pairs six or more apart with the largest "Neighbours in space" weight are all contacts below 8 Å.
#include "engine/attention/geometric/BackboneHeads.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/structure/Backbone.h"

namespace engine {
namespace {

// A residue of standard geometry in its own frame: N-CA 1.458 Å, CA-C 1.525 Å, angle 111 degrees (Engh and Huber 1991).
const Vector3 kOwnN(0.522, 1.361, 0);
const Vector3 kOwnCa(0, 0, 0);
const Vector3 kOwnC(-1.525, 0, 0);

const Vector3 kHelixFourOn(-4.96, -2.44, -2.58);
const Vector3 kStrandPartnerFirstSide(-1.76, 3.20, 3.50);
const Vector3 kStrandPartnerSecondSide(2.07, -1.49, -3.48);

struct Head {
  const char* label;
  Vector3 queryDirection, keyDirection;  ///< q_r, k_r
  Vector3 queryPoint, keyPoint;          ///< q_d, k_d, Å
  double rotationRate;                   ///< logits that a parallel pair has over one at right angles
  double distanceRate;                   ///< logits per Å
};

Vector3 ownCBeta() { return virtualCBeta(kOwnN, kOwnCa, kOwnC); }
Vector3 sideChainDirection() { return ownCBeta().normalized(); }

/// The w with softplus(w) / sqrt(3) = rate. Softplus is never 0: a rate of 0 becomes softplus(w) = 1e-6.
double weightForRate(double rate) {
  const double effective = std::max(rate * std::sqrt(3.0), 1e-6);
  return effective > 20 ? effective : std::log(std::expm1(effective));
}

std::vector<Head> heads() {
  const Vector3 none = Vector3::Zero();
  const Vector3 side = sideChainDirection();
  const Vector3 forward = Vector3::UnitX();
  return {
      // C-betas at the same place. At 0.4 logits per Å 42 % of a row stays with the residue, 37 % goes to its contacts.
      {"Neighbours in space", none, none, ownCBeta(), ownCBeta(), 0, 0.4},
      // My C on your N: only the peptide bond brings them to 1.33 Å; a residue's own C and N are 2.46 Å apart.
      {"Next residue, by the peptide bond", none, none, kOwnC, kOwnN, 0, 6},
      // Your CA where an alpha helix has it one turn on; 2 logits per Å forgive the spread of real helices.
      {"Helix, four residues on", none, none, kHelixFourOn, kOwnCa, 0, 2},
      // Your CA beside mine in the sheet, side chains on the same face: paired residues, not their neighbours.
      {"Strand partner, first side", side, side, kStrandPartnerFirstSide, kOwnCa, 2, 1.5},
      {"Strand partner, second side", side, side, kStrandPartnerSecondSide, kOwnCa, 2, 1.5},
      // The direction from C to CA alone, wherever the residues are: 8 logits when parallel, -8 when opposite.
      {"Same direction", forward, forward, none, none, 8, 0},
  };
}

enum Group { queryRotation, keyRotation, value, queryDistance, keyDistance, numGroups };

/// The bias of the projection: five groups of H vectors, x y z fastest.
Array<double> projectionBias(const std::vector<Head>& all) {
  const Index numHeads = static_cast<Index>(all.size());
  Array<double> bias({3 * numGroups * numHeads}, 0, "b_proj");
  for (Index h = 0; h < numHeads; ++h) {
    const Head& head = nth(all, h);
    const std::array<Vector3, numGroups> vectors{head.queryDirection, head.keyDirection, sideChainDirection(),
                                                 head.queryPoint, head.keyPoint};
    for (Index group = 0; group < numGroups; ++group)
      for (Index axis = 0; axis < 3; ++axis)
        bias((group * numHeads + h) * 3 + axis) = nth(vectors, group)(axis);
  }
  return bias;
}

Array<double> positionsArray(const std::vector<Vector3>& positions, const std::string& name) {
  Array<double> array({static_cast<Index>(positions.size()), 3}, 0, name);
  for (Index i = 0; i < array.length(0); ++i)
    for (Index axis = 0; axis < 3; ++axis) array(i, axis) = nth(positions, i)(axis);
  return array;
}

/// L x 20; a row of zeros for a residue of unknown type.
Array<double> oneHotTypes(const Chain& chain) {
  const std::vector<ResidueCode> codes = chainCodes(chain);
  Array<double> types({static_cast<Index>(codes.size()), alphabet::kNumResidues}, 0, "s");
  for (Index i = 0; i < types.length(0); ++i) {
    const ResidueCode code = alphabet::standard(nth(codes, i));
    if (code < alphabet::kNumResidues) types(i, code) = 1;
  }
  return types;
}

}  // namespace

ArrayBundle backboneHeadsInput(const Chain& chain) {
  const Backbone backbone = backboneOf(chain);
  const std::vector<Head> all = heads();
  const Index numHeads = static_cast<Index>(all.size()), width = alphabet::kNumResidues;
  Array<double> output({width, 3 * numHeads}, 0, "W_out");
  for (Index channel = 0; channel < 3 * numHeads; ++channel) output(channel, channel) = 1;
  Array<double> rotationWeights({numHeads}, 0, "w_r"), distanceWeights({numHeads}, 0, "w_d");
  for (Index h = 0; h < numHeads; ++h) {
    rotationWeights(h) = weightForRate(nth(all, h).rotationRate);
    distanceWeights(h) = weightForRate(nth(all, h).distanceRate);
  }
  ArrayBundle bundle;
  bundle["s"] = oneHotTypes(chain);
  bundle["N"] = positionsArray(backbone.n, "N");
  bundle["CA"] = positionsArray(backbone.ca, "CA");
  bundle["C"] = positionsArray(backbone.c, "C");
  bundle["W_proj"] = Array<double>({3 * numGroups * numHeads, width}, 0, "W_proj");
  bundle["b_proj"] = projectionBias(all);
  bundle["W_out"] = std::move(output);
  bundle["ln_weight"] = Array<double>({width}, 1, "ln_weight");
  bundle["ln_bias"] = Array<double>({width}, 0, "ln_bias");
  bundle["w_r"] = std::move(rotationWeights);
  bundle["w_d"] = std::move(distanceWeights);
  return bundle;
}

std::vector<std::string> backboneHeadLabels() {
  std::vector<std::string> labels;
  for (const Head& head : heads()) labels.emplace_back(head.label);
  return labels;
}

}  // namespace engine
