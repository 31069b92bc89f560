// The first three heads have the points of the heads "Neighbours in space", "Next residue" and "Helix" of `geometric`
// (geometric/BackboneHeads.cpp), in the frame of AlphaFold 2, which is that of ESM3 after half a turn about y: (x, y,
// z) becomes (-x, y, -z). A logit falls with the square of a distance, so the rates (per Å²) are chosen to tell apart
// what the rates per Å tell apart there: 0.05 makes 8 Å cost 3.2 logits, as 0.4 per Å does; 1.6 makes the peptide bond
// (1.33 Å) 6.8 logits better than a residue's own C and N (2.46 Å), as 6 per Å does; 1 gives a helix's spread of 0.75 Å
// half a logit. The fourth asks for residues of its own type by q . k: 4 logits for the same type. The fifth takes its
// scores from the pair features: a logit less for every residue in between along the chain. gamma of these two is next
// to 0. Values are the residue types and the C-beta of each residue as a point. W_out takes of each head the mean of
// these points in the frame of the query and its distance: channels 4h..4h+3.
#include "engine/attention/invariant-point/InvariantPointHeads.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/attention/geometric/BackboneHeads.h"
#include "engine/attention/invariant-point/InvariantPoint.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/sequence/Alphabet.h"

namespace engine {

namespace {

constexpr Index kHeads = 5, kTypes = alphabet::kNumResidues, kWidth = kTypes + 1, kOffsets = 9;
constexpr Index kPointHeads = 3, kTypeHead = 3, kChainHead = 4;
constexpr std::array<double, kHeads> kRates{0.05, 1.6, 1, 0, 0};  // logits per Å²
constexpr double kSameType = 4, kPerResidue = 1;                 // logits
constexpr Index kGeometricHeads = 6, kQueryPoints = 3, kKeyPoints = 4;  // heads and groups of vectors in b_proj

/// gamma before softplus for a rate, at least softplus = 1e-6.
double gammaFor(double rate) {
  const double effective = std::max(2 * rate / (kInvariantPointLogitWeight * invariantPointWeight(1)), 1e-6);
  return effective > 20 ? effective : std::log(std::expm1(effective));
}

/// A point of a head of `geometric`, in the frame of AlphaFold 2.
Vector3 pointOf(const Array<double>& projection, Index group, Index head) {
  const double* const point = projection.data() + (group * kGeometricHeads + head) * 3;
  return {-point[0], point[1], -point[2]};
}

/// (3H, D): the same point of every residue, in the column of the constant.
Array<double> pointProjection(const std::array<Vector3, kHeads>& points, const char* name) {
  Array<double> W({3 * kHeads, kWidth}, 0, name);
  for (Index h = 0; h < kHeads; ++h)
    for (Index axis = 0; axis < 3; ++axis) W(3 * h + axis, kTypes) = nth(points, h)[axis];
  return W;
}

/// (20H, D): of the heads that `isOf` names the residue type, times a factor.
template <class IsOf>
Array<double> typeProjection(const char* name, double factor, const IsOf& isOf) {
  Array<double> W({kTypes * kHeads, kWidth}, 0, name);
  for (Index h = 0; h < kHeads; ++h)
    for (Index type = 0; isOf(h) && type < kTypes; ++type) W(h * kTypes + type, type) = factor;
  return W;
}

Array<float> pairFeatures(Index L) {
  requireMemory(double(L) * double(L) * kOffsets * sizeof(float), "the pair features", "use a shorter chain");
  Array<float> z({L, L, kOffsets}, 0, "z");
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < L; ++j) z(i, j, std::min(std::abs(i - j), kOffsets - 1)) = 1;
  return z;
}

Array<double> outputProjection() {
  constexpr Index kPerHead = kOffsets + kTypes + 4;
  Array<double> W({kWidth, kHeads * kPerHead}, 0, "W_out");
  for (Index h = 0; h < kHeads; ++h)
    for (Index c = 0; c < 4; ++c) W(4 * h + c, h * kPerHead + kOffsets + kTypes + c) = 1;
  return W;
}

}  // namespace

ArrayBundle invariantPointHeadsInput(const Chain& chain) {
  const ArrayBundle geometric = backboneHeadsInput(chain);
  const auto& projection = std::get<Array<double>>(geometric.at("b_proj"));
  const auto& types = std::get<Array<double>>(geometric.at("s"));
  const Index L = types.length(0);
  Array<double> s({L, kWidth}, 1, "s");
  for (Index i = 0; i < L; ++i)
    for (Index type = 0; type < kTypes; ++type) s(i, type) = types(i, type);
  std::array<Vector3, kHeads> queries, keys, values;
  for (std::array<Vector3, kHeads>* points : {&queries, &keys}) points->fill(Vector3::Zero());
  for (Index h = 0; h < kPointHeads; ++h) {
    nth(queries, h) = pointOf(projection, kQueryPoints, h);
    nth(keys, h) = pointOf(projection, kKeyPoints, h);
  }
  values.fill(queries[0]);  // C-beta, which "Neighbours in space" compares
  Array<double> gamma({kHeads}, 0, "gamma"), W_b({kHeads, kOffsets}, 0, "W_b");
  for (Index h = 0; h < kHeads; ++h) gamma(h) = gammaFor(nth(kRates, h));
  for (Index c = 0; c < kOffsets; ++c) W_b(kChainHead, c) = -kPerResidue * double(c) / kInvariantPointLogitWeight;
  const auto isTypeHead = [](Index h) { return h == kTypeHead; };
  ArrayBundle bundle = {{"N", geometric.at("N")}, {"CA", geometric.at("CA")}, {"C", geometric.at("C")}};
  bundle["s"] = std::move(s);
  bundle["z"] = pairFeatures(L);
  bundle["W_b"] = std::move(W_b);
  bundle["W_q"] =
      typeProjection("W_q", kSameType * std::sqrt(double(kTypes)) / kInvariantPointLogitWeight, isTypeHead);
  bundle["W_k"] = typeProjection("W_k", 1, isTypeHead);
  bundle["W_v"] = typeProjection("W_v", 1, [](Index) { return true; });
  bundle["W_q_points"] = pointProjection(queries, "W_q_points");
  bundle["W_k_points"] = pointProjection(keys, "W_k_points");
  bundle["W_v_points"] = pointProjection(values, "W_v_points");
  bundle["gamma"] = std::move(gamma);
  bundle["W_out"] = outputProjection();
  return bundle;
}

std::vector<std::string> invariantPointHeadLabels() {
  std::vector<std::string> labels = backboneHeadLabels();
  labels.resize(kPointHeads);
  labels.emplace_back("Same residue type, by q · k");
  labels.emplace_back("Near along the chain, by the pair features");
  return labels;
}

}  // namespace engine
