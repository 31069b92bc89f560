// Results as named arrays, the form that Python reads.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/Nth.h"
#include "engine/base/Error.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/FileNote.h"
#include "engine/datasets/HeadsNote.h"

namespace engine {

namespace {

Array<float> column(const std::string& name, const std::vector<double>& values) {
  Array<float> array({static_cast<Index>(values.size())}, 0.0F, name);
  for (size_t k = 0; k < values.size(); ++k) array[static_cast<Index>(k)] = static_cast<float>(values[k]);
  return array;
}

template <class T>
Array<T> named(Array<T> array, const std::string& name) {
  array.name = name;
  return array;
}

void addFrames(ArrayBundle& bundle, const Frames& frames) {
  const Index length = static_cast<Index>(frames.frames.size());
  Array<float> rotations({length, 3, 3}, 0.0F, "frames_R"), origins({length, 3}, 0.0F, "frames_t");
  Array<Bool> valid({length}, Bool{}, "frames_valid");
  for (Index i = 0; i < length; ++i) {
    const Frame& frame = nth(frames.frames, i);
    valid(i) = Bool{static_cast<std::uint8_t>(nth(frames.valid, i) ? 1 : 0)};
    for (Index row = 0; row < 3; ++row) {
      origins(i, row) = static_cast<float>(frame.origin(row));
      for (Index col = 0; col < 3; ++col) rotations(i, row, col) = static_cast<float>(frame.rotation(row, col));
    }
  }
  bundle.emplace("frames_R", std::move(rotations));
  bundle.emplace("frames_t", std::move(origins));
  bundle.emplace("frames_valid", std::move(valid));
}

}  // namespace

ArrayBundle geometryArrays(const PairGeometry& geometry) {
  ArrayBundle bundle;
  bundle.emplace("distance", named(geometry.distance, "distance"));
  bundle.emplace("omega", named(geometry.omega, "omega"));
  bundle.emplace("theta", named(geometry.theta, "theta"));
  bundle.emplace("phi", named(geometry.phi, "phi"));
  bundle.emplace("contacts", named(geometry.contacts, "contacts"));
  bundle.emplace("phi_backbone", column("phi_backbone", geometry.phiBackbone));
  bundle.emplace("psi", column("psi", geometry.psiBackbone));
  bundle.emplace("omega_backbone", column("omega_backbone", geometry.omegaBackbone));
  addFrames(bundle, geometry.frames);
  Array<std::int32_t> states({static_cast<Index>(geometry.dssp.size())}, 0, "ss");
  for (Index i = 0; i < states.size(); ++i)
    states[i] = static_cast<unsigned char>(nth(geometry.dssp, i));
  bundle.emplace("ss", std::move(states));
  return bundle;
}

namespace {

/// One array for each map, called by its label: "MI_with_APC".
ArrayBundle quantityArrays(const HeadSet& heads) {
  ArrayBundle bundle;
  for (Index k = 0; k < heads.count(); ++k) {
    const auto map = heads.map(k / heads.numHeads, k % heads.numHeads);
    if (!map) fail("map ", k + 1, " of ", heads.count(), " is missing");
    const std::string name = arrayNameOf(heads, k);
    bundle.emplace(name, named(map->weights, name));
  }
  return bundle;
}

/// All maps in one array.
ArrayBundle stackedArrays(const HeadSet& heads) {
  const Shape shape{heads.numLayers, heads.numHeads, heads.numQueries, heads.numKeys};
  const Index mapSize = heads.numQueries * heads.numKeys;
  Array<float> attention(shape, 0.0F, heads.arrayName), scores(shape, 0.0F, "scores");
  bool hasScores = heads.count() > 0;
  for (Index k = 0; k < heads.count(); ++k) {
    const auto map = heads.map(k / heads.numHeads, k % heads.numHeads);
    if (!map || map->weights.size() != mapSize) fail("attention map ", k + 1, " of ", heads.count(), " is missing");
    std::copy(map->weights.begin(), map->weights.end(), attention.begin() + k * mapSize);
    hasScores = hasScores && map->scores.size() == mapSize;
    if (hasScores) std::copy(map->scores.begin(), map->scores.end(), scores.begin() + k * mapSize);
  }
  ArrayBundle bundle;
  bundle.emplace(heads.arrayName, std::move(attention));
  if (hasScores) bundle.emplace("scores", std::move(scores));
  return bundle;
}

}  // namespace

bool isArrayPerMap(const HeadSet& heads) { return !heads.areHeads && heads.arrayName == HeadSet{}.arrayName; }

ArrayBundle headArrays(const HeadSet& heads) {
  if (isArrayPerMap(heads)) return quantityArrays(heads);
  return stackedArrays(heads);
}

ArrayBundle weightsAlone(const HeadSet& heads) {
  ArrayBundle bundle = stackedArrays(heads);
  bundle.erase("scores");
  return bundle;
}

ArrayBundle notesOf(const HeadSet& heads) {
  ArrayBundle bundle;
  if (const auto note = noteOf(heads)) bundle.emplace(kFileNote, noteArray(toJson(*note)));
  if (Array<Bool> leftOut = leftOutCells(heads); !leftOut.empty()) bundle.emplace(kLeftOutArray, std::move(leftOut));
  return bundle;
}

ArrayBundle headFileArrays(const HeadSet& heads) {
  ArrayBundle bundle = headArrays(heads);
  bundle.merge(notesOf(heads));
  return bundle;
}

}  // namespace engine
