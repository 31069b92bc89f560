#include "ui/views/base/DatasetAxes.h"

#include <algorithm>
#include <optional>

#include "engine/base/Nth.h"
#include "engine/datasets/Kind.h"

namespace ui {

using engine::Index;

std::vector<DatasetAxis> axesOf(const engine::Dataset& dataset) {
  const engine::Kind& kind = engine::kindOf(dataset);
  std::vector<DatasetAxis> axes;
  for (const Index length : kind.axisLengths(dataset)) {
    const size_t owner = std::min(axes.size() + 1, dataset.axes.size());  // both of a map may be the same
    axes.push_back({owner == 0 ? dataset.id : dataset.axes[owner - 1], 0, length});
  }
  const bool areInARow =
      dataset.axes.empty() && axes.size() == 2 && kind.numPositions(dataset) == axes[0].length + axes[1].length;
  if (areInARow) axes[1].first = axes[0].length;
  return axes;
}

Index placeOn(const engine::Dataset& dataset, std::size_t axis, const Position& position, const Document& document) {
  const std::vector<DatasetAxis> axes = axesOf(dataset);
  if (axis >= axes.size() || position.index < 0) return -1;
  const DatasetAxis& wanted = axes[axis];
  const std::optional<Index> found =
      position.dataset == wanted.id ? position.index : document.translate(position.dataset, position.index, wanted.id);
  if (!found) return -1;
  const bool areInARow = axes.size() == 2 && axes[1].first > 0;
  const bool isOnWanted = *found >= wanted.first && (axis == 1 || !areInARow || *found < axes[1].first);
  if (isOnWanted) return *found - wanted.first;
  const auto between = engine::kindOf(dataset).mapBetweenAxes(dataset);
  if (!between) return -1;
  return axis == 0 ? between->inverse().partner(*found - axes[1].first) : between->partner(*found);
}

}  // namespace ui
