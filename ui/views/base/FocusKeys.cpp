// Pointing with the keyboard: one residue, column or cell at a time.
#include "ui/views/base/FocusKeys.h"

#include <algorithm>

#include "ui/views/base/DatasetAxes.h"
#include "ui/views/base/View.h"

namespace ui {

namespace {

using engine::Index;

constexpr Index kLargeStep = 10;

/// `from` on one of the dataset's axes, `step` further; from nothing its middle. Empty when the axis has no positions.
Position moved(const engine::Dataset& dataset, size_t axis, const Position& from, Index step,
               const Document& document) {
  const DatasetAxis along = axesOf(dataset)[axis];
  if (along.length == 0) return {};
  const Index now = placeOn(dataset, axis, from, document);
  return along.at(now >= 0 ? std::clamp<Index>(now + step, 0, along.length - 1) : along.length / 2);
}

}  // namespace

FocusStep focusStep(int key, Qt::KeyboardModifiers modifiers) {
  const Index size = modifiers.testFlag(Qt::ShiftModifier) ? kLargeStep : 1;
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

bool moveFocus(View& view, int key, Qt::KeyboardModifiers modifiers) {
  if (!modifiers.testFlag(Qt::ControlModifier) || view.datasetIds().empty()) return false;
  const auto [down, right] = focusStep(key, modifiers);
  const Document& document = view.session().document();
  const engine::DatasetPtr dataset = document.find(view.datasetIds().front());
  if ((down == 0 && right == 0) || !dataset) return false;
  const Focus now = view.readoutFocus();
  const size_t numAxes = axesOf(*dataset).size();
  Focus next;
  if (numAxes == 1) {
    next.first = moved(*dataset, 0, now.first, down + right, document);
  } else if (numAxes == 2) {
    next.first = moved(*dataset, 0, now.first, down, document);
    next.second = moved(*dataset, 1, now.isPair() ? now.second : now.first, right, document);
    if (next.second.index < 0) return false;
  }
  if (next.isEmpty()) return false;
  view.pointAt(next);
  return true;
}

}  // namespace ui
