// Named groups of positions in the document, as they fall on the positions of one dataset.
#pragma once

#include <QString>
#include <vector>

#include "engine/datasets/PositionGroups.h"
#include "ui/session/Document.h"

namespace ui {

struct LinkedGroups {
  engine::DatasetId id;  ///< of the dataset that has them
  QString title;
  engine::PositionGroups groups;  ///< of the positions of the dataset that was asked for
};

/// Those that have a member among the positions of a dataset, in the order of the document. What stands in several
/// results, as the groups of a training do, is told once.
std::vector<LinkedGroups> groupsOn(const engine::Dataset& dataset, const Document& document);

}  // namespace ui
