// The axes of a dataset as stretches of positions, which may be its own or those of others.
#pragma once

#include <vector>

#include "engine/datasets/Dataset.h"
#include "ui/session/Document.h"
#include "ui/session/SelectionModel.h"

namespace ui {

struct DatasetAxis {
  engine::DatasetId id;      ///< whose positions these are
  engine::Index first = 0;   ///< the position where the axis begins
  engine::Index length = 0;  ///< 0 also where it is not known

  Position at(engine::Index place) const { return {id, first + place}; }
};

/// As many as engine::Kind::axisLengths() says. An axis that no other dataset is named for has the dataset's own
/// positions: both axes of a map the same, those of a profile alignment one behind the other.
std::vector<DatasetAxis> axesOf(const engine::Dataset& dataset);

/// Where a position stands on one of the two axes of a dataset, 0-based; -1: nowhere. What stands on the other one of
/// two axes in a row goes by what the dataset matches.
engine::Index placeOn(const engine::Dataset& dataset, std::size_t axis, const Position& position,
                      const Document& document);

}  // namespace ui
