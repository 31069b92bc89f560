#include "engine/operations/equivariant/ChainGraph.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/samples/ResidueHeads.h"
#include "engine/base/Nth.h"
#include "engine/base/Random.h"
#include "engine/structure/Backbone.h"

namespace engine {

namespace {

/// Residues whose alpha carbon is known.
struct Nodes {
  std::vector<Vector3> positions;
  std::string letters;

  Index count() const { return std::ssize(positions); }
};

Nodes nodesOf(const Chain& chain) {
  const Backbone backbone = backboneOf(chain);
  Nodes nodes;
  for (Index i = 0; i < backbone.length(); ++i) {
    if (!isSet(nth(backbone.ca, i))) continue;
    nodes.positions.push_back(nth(backbone.ca, i));
    nodes.letters += nth(chain.residues, i).letter;
  }
  return nodes;
}

/// From residue i to the next, from the one before, and across both: unit vectors, 0 at the ends.
Vector3 courseOf(const Nodes& nodes, Index i, Index which) {
  const auto step = [&](Index from) {
    const bool isThere = from >= 0 && from + 1 < nodes.count();
    const Vector3 found =
        isThere ? Vector3(nth(nodes.positions, from + 1) - nth(nodes.positions, from)) : Vector3(Vector3::Zero());
    return found.norm() > 0 ? Vector3(found.normalized()) : found;
  };
  if (which == 0) return step(i);
  if (which == 1) return step(i - 1);
  // Towards the inside of the bend: a vector, as the difference of two.
  return which == 2 ? Vector3(step(i) - step(i - 1)) : Vector3(Vector3::Zero());
}

/// Scalars 0e: hydropathy, charge, aromatic or not, size; vectors 1o: the course of the chain; the rest 0.
Array<float> featuresOf(const Nodes& nodes, const Irreps& irreps) {
  constexpr Index kTypeChannels = 4;
  const Array<float> types = residueTable();
  const std::string letters = kTokenLetters;
  Array<float> f({nodes.count(), irreps.dimension()}, 0.0f, "f");
  Index scalars = 0, vectors = 0;
  for (const IrrepBlock& block : irreps.blocks())
    for (Index copy = 0; copy < block.multiplicity; ++copy) {
      const Index at = block.offset + copy * block.irrep.dimension();
      const bool isScalar = block.irrep == Irrep{0, 1}, isVector = block.irrep == Irrep{1, -1};
      const Index number = isScalar ? scalars++ : isVector ? vectors++ : 0;
      for (Index i = 0; i < nodes.count(); ++i) {
        const size_t token = std::min(letters.find(nth(nodes.letters, i)), letters.size() - 1);
        if (isScalar && number < kTypeChannels) f(i, at) = types(static_cast<Index>(token), number);
        for (Index axis = 0; isVector && axis < 3; ++axis)
          f(i, at + axis) = static_cast<float>(courseOf(nodes, i, number)(axis));
      }
    }
  return f;
}

Array<float> normal(const char* name, Shape shape, Random& random) {
  Array<float> array(std::move(shape), Untouched{}, name);
  for (float& value : array) value = static_cast<float>(random.normal());
  return array;
}

/// All from one stream in the order of the mechanism's inputs, normal with variance 1 as e3nn starts.
void addWeights(ArrayBundle& arrays, const EquivariantSetting& setting, std::uint64_t seed) {
  constexpr Index kHidden = 16;
  const EquivariantMaps maps(setting);
  Random random(seed);
  const auto add = [&](const char* name, Shape shape) { arrays[name] = normal(name, std::move(shape), random); };
  add("linear", {maps.query.numWeights()});
  add("mlp_k_0", {setting.basisCount, kHidden});
  add("mlp_k_1", {kHidden, maps.key.numWeights()});
  add("mlp_v_0", {setting.basisCount, kHidden});
  add("mlp_v_1", {kHidden, maps.value.numWeights()});
  add("dot", {maps.score.numWeights()});
}

}  // namespace

ChainGraph graphOfChain(const Chain& chain, const EquivariantSetting& setting, std::uint64_t seed) {
  const Nodes nodes = nodesOf(chain);
  ChainGraph graph{{}, nodes.letters};
  Array<double> pos({nodes.count(), 3}, 0, "pos");
  for (Index i = 0; i < nodes.count(); ++i)
    for (Index axis = 0; axis < 3; ++axis) pos(i, axis) = nth(nodes.positions, i)(axis);
  graph.arrays["pos"] = std::move(pos);
  graph.arrays["f"] = featuresOf(nodes, setting.in);
  addWeights(graph.arrays, setting, seed);
  return graph;
}

}  // namespace engine
