// The steps from heads to what is drawn.
#include "ui/views/attention/AttentionMapData.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

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

using Heads = std::vector<std::shared_ptr<const engine::AttentionMap>>;

/// Where all heads are masked; null: nowhere.
MaskPtr commonMask(const Heads& heads) {
  std::shared_ptr<Array<engine::Bool>> common;
  for (const auto& head : heads) {
    Array<engine::Bool> masked = maskedCells(*head);
    if (masked.empty()) return nullptr;
    if (!common) common = std::make_shared<Array<engine::Bool>>(std::move(masked));
    else
      std::transform(common->begin(), common->end(), masked.begin(), common->begin(),
                     [](engine::Bool a, engine::Bool b) { return engine::Bool{a && b}; });
  }
  return common;
}

/// Where a map has values that are not finite and no mask hides them; null: nowhere.
MaskPtr oddCells(const Array<float>& map, const MaskPtr& masked) {
  std::shared_ptr<Array<engine::Bool>> odd;
  for (Index k = 0; k < map.size(); ++k) {
    if (std::isfinite(map[k]) || (masked && (*masked)[k])) continue;
    if (!odd) odd = std::make_shared<Array<engine::Bool>>(map.shape());
    (*odd)[k] = engine::Bool{1};
  }
  return odd;
}

bool isRowOfZeros(const Array<float>& map, Index row) {
  const float* const first = map.data() + row * map.length(1);
  return map.length(1) > 0 && std::all_of(first, first + map.length(1), [](float value) { return value == 0; });
}

bool hasRowsOfZeros(const Array<float>& map) {
  for (Index row = 0; row < map.length(0); ++row)
    if (isRowOfZeros(map, row)) return true;
  return false;
}

/// Null when a head is missing. The scores where these are asked for and all heads have some, else the weights.
MapPtr joinedHeads(const AttentionSource& source, AttentionQuantity quantity, AttentionMapData& data, int threads,
                   engine::Progress& progress) {
  if (source.rollout) {
    data.isStochastic = true;
    return shared(source.rollout(threads, progress));
  }
  const Heads heads = source.heads();
  data.isIncomplete = heads.empty() || std::any_of(heads.begin(), heads.end(), [](const auto& head) { return !head; });
  if (data.isIncomplete) return nullptr;
  data.isScore = quantity == AttentionQuantity::scores &&
                 std::all_of(heads.begin(), heads.end(), [](const auto& head) { return head->scores.rank() == 2; });
  data.isStochastic =
      !data.isScore && std::all_of(heads.begin(), heads.end(), [](const auto& head) { return head->isStochastic; });
  data.masked = commonMask(heads);
  std::vector<MapPtr> maps;
  for (const auto& head : heads) {
    maps.emplace_back(head, data.isScore ? &head->scores : &head->weights);
    if (!head->notice.empty()) data.notices.push_back(head->notice);
  }
  if (heads.size() == 1) data.head = heads.front();
  const MapPtr joined = heads.size() == 1 ? maps.front() : shared(meanMap(maps, threads, progress));
  data.notNumbers = oddCells(*joined, data.masked);
  return joined;
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

/// Of a map and its transpose together: a cell is masked where both are, and no number where one is none.
MaskPtr transformed(const MaskPtr& cells, AttentionTransform transform, bool isOneEnough) {
  const bool isAsItIs = transform == AttentionTransform::none || transform == AttentionTransform::rollout;
  if (!cells || isAsItIs || cells->length(0) != cells->length(1)) return cells;
  auto result = std::make_shared<Array<engine::Bool>>(*cells);
  bool isAny = false;
  for (Index row = 0; row < result->length(0); ++row)
    for (Index column = 0; column < result->length(1); ++column) {
      const bool here = (*cells)(row, column), there = (*cells)(column, row);
      (*result)(row, column) = engine::Bool{isOneEnough ? here || there : here && there};
      isAny = isAny || (*result)(row, column);
    }
  return isAny ? result : nullptr;
}

MaskPtr maskAt(const MaskPtr& mask, const AttentionSource& source) {
  return mask ? std::make_shared<const Array<engine::Bool>>(mapAt(*mask, source.rows, source.columns)) : nullptr;
}

/// Per shown row the weight on positions that are not shown; 0 where the source has no such row.
std::vector<double> lostOutside(const Array<float>& map, const AttentionSource& source) {
  std::vector<Index> rows, columns;
  const auto isThere = [](Index position) { return position >= 0; };
  std::copy_if(source.rows.begin(), source.rows.end(), std::back_inserter(rows), isThere);
  std::copy_if(source.columns.begin(), source.columns.end(), std::back_inserter(columns), isThere);
  std::sort(columns.begin(), columns.end());
  const std::vector<double> lost = engine::lostMass(map, rows, columns);
  std::vector<double> all;
  size_t next = 0;
  for (const Index row : source.rows) all.push_back(row < 0 ? 0.0 : lost[next++]);
  return all;
}

/// Cell by cell of two masks, either of which may be null.
template <class Join>
MaskPtr joinedMasks(const MaskPtr& first, const MaskPtr& second, const Join& join) {
  if (!first && !second) return nullptr;
  auto result = std::make_shared<Array<engine::Bool>>((first ? first : second)->shape());
  for (Index row = 0; row < result->length(0); ++row)
    for (Index column = 0; column < result->length(1); ++column)
      (*result)(row, column) = engine::Bool{
          join(row, column, first && (*first)(row, column), second && (*second)(row, column))};
  return result;
}

/// NaN where masked.
MapPtr withoutMasked(const MapPtr& map, const MaskPtr& masked) {
  if (!masked) return map;
  auto rest = std::make_shared<Array<float>>(*map);
  for (Index k = 0; k < rest->size(); ++k)
    if ((*masked)[k]) (*rest)[k] = std::numeric_limits<float>::quiet_NaN();
  return rest;
}

/// Pairs of a square map that are nearer along the chain than this; null: none.
MaskPtr nearCells(const Array<float>& map, Index leastSeparation) {
  if (leastSeparation < 1 || map.length(0) != map.length(1)) return nullptr;
  auto cells = std::make_shared<Array<engine::Bool>>(map.shape());
  for (Index row = 0; row < map.length(0); ++row)
    for (Index column = std::max<Index>(0, row - leastSeparation + 1);
         column < std::min(map.length(1), row + leastSeparation); ++column)
      (*cells)(row, column) = engine::Bool{1};
  return cells;
}

/// `raw`, `values`, `masked` and what is known of the heads.
AttentionMapData laidOut(const AttentionSource& source, const AttentionRequest& request, int threads,
                         engine::Progress& progress) {
  AttentionMapData data;
  const MapPtr joined = joinedHeads(source, request.quantity, data, threads, progress);
  if (!joined) return data;
  data.raw = joined;
  data.hasRowsOfZeros = hasRowsOfZeros(*joined);
  for (Index row = 0; data.hasRowsOfZeros && row < joined->length(0); ++row)
    data.zeroRows.push_back(isRowOfZeros(*joined, row));
  data.areAllRowsZeros =
      data.hasRowsOfZeros && std::find(data.zeroRows.begin(), data.zeroRows.end(), false) == data.zeroRows.end();
  if (!source.showsAllPositions) {
    data.raw = shared(mapAt(*joined, source.rows, source.columns));
    data.masked = maskAt(data.masked, source);
    data.notNumbers = maskAt(data.notNumbers, source);
    if (!data.isScore) data.lostMass = lostOutside(*joined, source);
  }
  const MaskPtr near = nearCells(*data.raw, request.leastSeparation);
  data.values = transformed(withoutMasked(data.raw, near), request.transform, threads, progress);
  data.masked = transformed(data.masked, request.transform, false);
  data.masked = joinedMasks(data.masked, near, [](Index, Index, bool a, bool b) { return a || b; });
  data.notNumbers = transformed(data.notNumbers, request.transform, true);
  return data;
}

/// Puts a second map beside, below or into the first; both have the same cells.
void compare(AttentionMapData& data, const AttentionMapData& second, HeadComparison comparison) {
  data.comparison = comparison;
  data.compared = {data.values,     second.values,     data.masked, second.masked,
                   data.notNumbers, second.notNumbers, nullptr,     nullptr,     std::nullopt};
  if (!data.isScore) data.compared.found = comparisonOf(*data.raw, *second.raw, data.lostMass, second.lostMass);
  data.notices.insert(data.notices.end(), second.notices.begin(), second.notices.end());
  data.isStochastic = data.isStochastic && second.isStochastic && comparison != HeadComparison::difference;
  data.hasRowsOfZeros = data.hasRowsOfZeros || second.hasRowsOfZeros;
  data.areAllRowsZeros = data.areAllRowsZeros && second.areAllRowsZeros;
  if (comparison == HeadComparison::beside) return;
  auto values = std::make_shared<Array<float>>(*data.values);
  const Array<float>& other = *second.values;
  if (comparison == HeadComparison::difference) {
    for (Index k = 0; k < values->size(); ++k) (*values)[k] -= other[k];
    const auto either = [](Index, Index, bool a, bool b) { return a || b; };
    data.masked = joinedMasks(data.masked, second.masked, either);
    data.notNumbers = joinedMasks(data.notNumbers, second.notNumbers, either);
  } else {
    for (Index row = 0; row < values->length(0); ++row)
      std::copy_n(&other(row, 0), std::min(row, other.length(1)), &(*values)(row, 0));
    const auto half = [](Index row, Index column, bool a, bool b) { return row > column ? b : a; };
    data.masked = joinedMasks(data.masked, second.masked, half);
    data.notNumbers = joinedMasks(data.notNumbers, second.notNumbers, half);
  }
  data.values = values;
}

ValueRange joinedRange(const ValueRange& first, const ValueRange& second) {
  const bool hasBoth = first.leastPositive > 0 && second.leastPositive > 0;
  return {std::min(first.low, second.low), std::max(first.high, second.high),
          hasBoth ? std::min(first.leastPositive, second.leastPositive)
                  : std::max(first.leastPositive, second.leastPositive)};
}

Index numMarked(const MaskPtr& mask) {
  return mask ? std::count_if(mask->begin(), mask->end(), [](engine::Bool cell) { return static_cast<bool>(cell); }) : 0;
}

/// The second of two maps side by side: with the filter and the ranks of the first.
void showSecond(ComparedMaps& maps, const AttentionMapData& data, const AttentionRequest& request, int threads,
                engine::Progress& progress) {
  maps.secondShown = maps.second;
  if (!request.filter.keepsAll())
    maps.secondShown = shared(filtered(*maps.second, request.filter, threads, progress).values);
  maps.secondShown = maps.secondPicture = withoutMasked(maps.secondShown, maps.secondMasked);
  if (data.quantiles) maps.secondPicture = shared(rankedMap(*maps.secondShown, *data.quantiles, threads, progress));
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
    data.shown = shared(std::move(kept.values));
  }
  data.shown = data.picture = withoutMasked(data.shown, data.masked);
  if (request.wantsRanks) {
    // Of all values: what a filter hides does not change the colours of what stays.
    data.quantiles = std::make_shared<const std::vector<float>>(quantilesOf(*data.values, kNumQuantiles));
    data.picture = shared(rankedMap(*data.shown, *data.quantiles, threads, progress));
  }
  if (request.wantsMargins) data.margins = marginsOf(*data.shown, threads, progress);
  if (request.arcCount > 0) data.arcs = strongestCells(*data.shown, request.arcCount, kArcSeparation, progress);
  if (data.comparison == HeadComparison::beside) showSecond(data.compared, data, request, threads, progress);
  return data;
}

AttentionMapData attentionMapData(const AttentionRequest& request, int threads, engine::Progress& progress) {
  AttentionMapData data = laidOut(request, request, threads, progress);
  if (!data.values) return data;
  if (request.second && request.comparison != HeadComparison::none) {
    const AttentionMapData second = laidOut(*request.second, request, threads, progress);
    if (second.values && second.isScore != data.isScore) {  // scores of one alone: weights are what both have
      AttentionRequest weights = request;
      weights.quantity = AttentionQuantity::weights;
      return attentionMapData(weights, threads, progress);
    }
    if (second.values) compare(data, second, request.comparison);
  }
  const bool isBeside = data.comparison == HeadComparison::beside;
  data.numNotNumbers =
      numMarked(data.notNumbers) + (isBeside ? numMarked(data.compared.secondNotNumbers) : engine::Index{0});
  data.range = rangeOf(*data.values);
  if (isBeside) data.range = joinedRange(data.range, rangeOf(*data.compared.second));
  return withFilter(std::move(data), request, threads, progress);
}

}  // namespace ui
