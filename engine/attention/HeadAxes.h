// What the two numbers that choose a map of a set are called, where they are no layer and head.
#pragma once

#include <string>

#include "engine/attention/HeadSet.h"

namespace engine {

/// Keys of HeadSet::about.
inline constexpr char kLayerUnit[] = "layer_unit", kHeadUnit[] = "head_unit";
inline constexpr char kBatchItem[] = "batch item";
/// A sequence of an alignment; its positions are of kColumnUnit.
inline constexpr char kRowUnit[] = "row";

/// "layer"; "batch item"; "row" of an alignment in which every row has maps of its own.
inline std::string layerUnit(const HeadSet& heads) {
  const auto found = heads.about.find(kLayerUnit);
  return found == heads.about.end() ? "layer" : found->second;
}
/// "head"; "batch item"; "channel" of an encoding.
inline std::string headUnit(const HeadSet& heads) {
  const auto found = heads.about.find(kHeadUnit);
  return found == heads.about.end() ? "head" : found->second;
}
/// Whether both have their usual names.
inline bool areOfLayersAndHeads(const HeadSet& heads) {
  return !heads.about.contains(kLayerUnit) && !heads.about.contains(kHeadUnit);
}

}  // namespace engine
