#include "ui/views/readout/LinkedGroups.h"

#include <algorithm>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/links/Links.h"

namespace ui {

using engine::Index;

namespace {

/// What a file made wrong is no reason to show nothing else.
engine::PositionGroups groupsOf(const engine::Dataset& dataset) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  try {
    return arrays ? engine::groupsIn(*arrays) : engine::PositionGroups{};
  } catch (const engine::Error&) {
    return {};
  }
}

}  // namespace

std::vector<LinkedGroups> groupsOn(const engine::Dataset& dataset, const Document& document) {
  std::vector<LinkedGroups> all;
  const Index count = engine::numPositions(dataset);
  for (const engine::DatasetPtr& other : document.datasets()) {
    const engine::PositionGroups own = groupsOf(*other);
    if (own.isEmpty()) continue;
    const engine::DatasetId owner = other->axes.empty() ? other->id : other->axes.front();
    LinkedGroups linked{other->id, QString::fromStdString(other->title), {{}, own.names}};
    linked.groups.groups.assign(std::size_t(count), 0);
    bool hasMember = false;
    for (Index position = 0; position < std::ssize(own.groups); ++position) {
      const Index group = engine::nth(own.groups, position);
      if (group == 0) continue;
      const auto place =
          owner == dataset.id ? std::optional<Index>(position) : document.translate(owner, position, dataset.id);
      if (!place || *place < 0 || *place >= count) continue;
      engine::nth(linked.groups.groups, *place) = group;
      hasMember = true;
    }
    const bool isNew = std::none_of(all.begin(), all.end(), [&](const auto& one) { return one.groups == linked.groups; });
    if (hasMember && isNew) all.push_back(std::move(linked));
  }
  return all;
}

}  // namespace ui
