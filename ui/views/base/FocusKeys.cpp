// Pointing with the keyboard: one residue, column or cell at a time.
#include "ui/views/base/FocusKeys.h"

#include <algorithm>
#include <optional>

#include "ui/views/base/View.h"

namespace ui {

namespace {

using engine::Index;

constexpr Index kLargeStep = 10;

struct Step {
  Index down = 0, right = 0;
};

Step stepOf(int key, Index size) {
  switch (key) {
    case Qt::Key_Up:
      return {-size, 0};
    case Qt::Key_Down:
      return {size, 0};
    case Qt::Key_Left:
      return {0, -size};
    case Qt::Key_Right:
      return {0, size};
    default:
      return {};
  }
}

bool isMap(const engine::Dataset& dataset) {
  return dataset.kind() == engine::DatasetKind::heads || dataset.kind() == engine::DatasetKind::geometry ||
         dataset.kind() == engine::DatasetKind::profileAlignment;
}

struct Axis {
  engine::DatasetId id;  ///< that its positions go by
  Index length = 0;
};

/// 0: rows, 1: columns.
Axis axisOf(const engine::Dataset& dataset, size_t axis, const Document& document) {
  const auto* heads = dataset.as<engine::HeadSet>();
  if (dataset.axes.empty() && heads) return {dataset.id, axis == 0 ? heads->numQueries : heads->numKeys};
  const engine::DatasetId id = dataset.axes.empty() ? dataset.id : dataset.axes[std::min(axis, dataset.axes.size() - 1)];
  const engine::DatasetPtr owner = document.find(id);
  return {id, owner ? engine::numPositions(*owner) : 0};
}

/// `from` in the positions of `axis`, `step` further; from nothing its middle. Empty when the axis has no positions.
Position moved(const Position& from, const Axis& axis, Index step, const Document& document) {
  if (axis.length == 0) return {};
  std::optional<Index> now;
  if (from.index >= 0)
    now = from.dataset == axis.id ? from.index : document.translate(from.dataset, from.index, axis.id);
  return {axis.id, now ? std::clamp<Index>(*now + step, 0, axis.length - 1) : axis.length / 2};
}

}  // namespace

bool moveFocus(View& view, int key, Qt::KeyboardModifiers modifiers) {
  if (!modifiers.testFlag(Qt::ControlModifier) || view.datasetIds().empty()) return false;
  const auto [down, right] = stepOf(key, modifiers.testFlag(Qt::ShiftModifier) ? kLargeStep : 1);
  const Document& document = view.session().document();
  const engine::DatasetPtr dataset = document.find(view.datasetIds().front());
  if ((down == 0 && right == 0) || !dataset) return false;
  const Focus now = view.readoutFocus();
  Focus next;
  if (isMap(*dataset)) {
    next.first = moved(now.first, axisOf(*dataset, 0, document), down, document);
    next.second = moved(now.isPair() ? now.second : now.first, axisOf(*dataset, 1, document), right, document);
    if (next.second.index < 0) return false;
  } else if (dataset->kind() == engine::DatasetKind::structure) {
    next.first = moved(now.first, axisOf(*dataset, 0, document), down + right, document);
  }
  if (next.isEmpty()) return false;
  view.pointAt(next);
  return true;
}

}  // namespace ui
