// Pointing with the keyboard: one residue, column or cell at a time.
#include "ui/views/base/FocusKeys.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/datasets/Kind.h"
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

struct Axis {
  engine::DatasetId id;  ///< that its positions go by
  Index length = 0;
};

std::vector<Axis> axesOf(const engine::Dataset& dataset) {
  std::vector<Axis> axes;
  for (const Index length : engine::kindOf(dataset).axisLengths(dataset)) {
    const size_t owner = std::min(axes.size() + 1, dataset.axes.size());  // both of a map may be the same
    axes.push_back({owner == 0 ? dataset.id : dataset.axes[owner - 1], length});
  }
  return axes;
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
  const std::vector<Axis> axes = axesOf(*dataset);
  Focus next;
  if (axes.size() == 1) {
    next.first = moved(now.first, axes[0], down + right, document);
  } else if (axes.size() == 2) {
    next.first = moved(now.first, axes[0], down, document);
    next.second = moved(now.isPair() ? now.second : now.first, axes[1], right, document);
    if (next.second.index < 0) return false;
  }
  if (next.isEmpty()) return false;
  view.pointAt(next);
  return true;
}

}  // namespace ui
