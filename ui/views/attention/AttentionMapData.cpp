// The steps from heads to what is drawn.
#include "ui/views/attention/AttentionMapData.h"

#include <algorithm>

#include "engine/analysis/MapRanks.h"
#include "engine/analysis/MapTransform.h"
#include "engine/analysis/SpecialTokens.h"

namespace ui {

using engine::Array;
using engine::Index;

namespace {

constexpr Index kNumQuantiles = 1025;
/// Arcs nearer along the chain than this would be part of the line.
constexpr Index kArcSeparation = 1;

MapPtr shared(Array<float> map) { return std::make_shared<const Array<float>>(std::move(map)); }

/// Null when a head is missing. The scores where all heads have some, else the weights.
MapPtr joinedHeads(const AttentionRequest& request, AttentionMapData& data, int threads, engine::Progress& progress) {
  if (request.rollout) {
    data.isStochastic = true;
    return shared(request.rollout(threads, progress));
  }
  const auto heads = request.heads();
  data.isIncomplete = heads.empty() || std::any_of(heads.begin(), heads.end(), [](const auto& head) { return !head; });
  if (data.isIncomplete) return nullptr;
  data.isScore = request.quantity == AttentionQuantity::scores &&
                 std::all_of(heads.begin(), heads.end(), [](const auto& head) { return head->scores.rank() == 2; });
  data.isStochastic =
      !data.isScore && std::all_of(heads.begin(), heads.end(), [](const auto& head) { return head->isStochastic; });
  std::vector<MapPtr> maps;
  for (const auto& head : heads) maps.emplace_back(head, data.isScore ? &head->scores : &head->weights);
  if (heads.size() == 1) {
    data.head = heads.front();
    return maps.front();
  }
  return shared(meanMap(maps, threads, progress));
}

MapPtr transformed(const MapPtr& map, AttentionTransform transform, int threads, engine::Progress& progress) {
  using engine::Symmetry;
  const bool isSquare = map->length(0) == map->length(1);
  switch (transform) {
    case AttentionTransform::none:
    case AttentionTransform::rollout:  // is what the map is made of
      return map;
    case AttentionTransform::sum:
      return shared(symmetrised(*map, Symmetry::sum, threads, progress));
    case AttentionTransform::mean:
      return shared(symmetrised(*map, Symmetry::mean, threads, progress));
    case AttentionTransform::maximum:
      return shared(symmetrised(*map, Symmetry::maximum, threads, progress));
    case AttentionTransform::apc:
      if (!isSquare) return shared(averageProductCorrected(*map, threads, progress));
      return shared(averageProductCorrected(symmetrised(*map, Symmetry::sum, threads, progress), threads, progress));
  }
  return map;
}

}  // namespace

AttentionMapData withFilter(AttentionMapData data, const AttentionRequest& request, int threads,
                            engine::Progress& progress) {
  data.shown = data.picture = data.values;
  data.quantiles = nullptr;
  data.margins.reset();
  data.arcs.clear();
  if (!data.values) return data;
  if (!request.filter.keepsAll()) {
    engine::FilteredMap kept = filtered(*data.values, request.filter, threads, progress);
    data.numKept = kept.numKept;
    data.keptMass = kept.keptMass;
    data.totalMass = kept.totalMass;
    data.shown = data.picture = shared(std::move(kept.values));
  }
  if (request.wantsRanks) {
    // Of all values: what a filter hides does not change the colours of what stays.
    data.quantiles = std::make_shared<const std::vector<float>>(quantilesOf(*data.values, kNumQuantiles));
    data.picture = shared(rankedMap(*data.shown, *data.quantiles, threads, progress));
  }
  if (request.wantsMargins) data.margins = marginsOf(*data.shown, threads, progress);
  if (request.arcCount > 0) data.arcs = strongestCells(*data.shown, request.arcCount, kArcSeparation, progress);
  return data;
}

AttentionMapData attentionMapData(const AttentionRequest& request, int threads, engine::Progress& progress) {
  AttentionMapData data;
  const MapPtr joined = joinedHeads(request, data, threads, progress);
  if (!joined) return data;
  data.raw = joined;
  if (!request.showsAllPositions) {
    data.raw = shared(mapAt(*joined, request.rows, request.columns));
    if (!data.isScore) data.lostMass = engine::lostMass(*joined, request.rows, request.columns);
  }
  data.values = transformed(data.raw, request.transform, threads, progress);
  data.range = rangeOf(*data.values);
  return withFilter(std::move(data), request, threads, progress);
}

}  // namespace ui
