// The rows of all arrays below each other: what the arrow keys walk.
#include "ui/views/teaching/PictureTable.h"

#include <algorithm>

#include "ui/views/base/access/AccessibleTable.h"
#include "ui/views/teaching/PictureWidget.h"

namespace ui {

using engine::Index;

namespace {

PictureWidget* widgetOf(QObject* object) { return qobject_cast<PictureWidget*>(object); }

Index columnsOf(const PictureArray& array) { return array.values.shape().empty() ? 1 : array.values.shape().back(); }

/// The cell in a row and column of the table; none where an array is narrower than the widest.
std::optional<PictureCell> cellIn(const PictureInput& input, Index row, Index column) {
  for (const PictureArray& array : input.arrays) {
    const Index columns = columnsOf(array), rows = columns > 0 ? array.values.size() / columns : 0;
    if (row >= rows) {
      row -= rows;
      continue;
    }
    if (row < 0 || column < 0 || column >= columns) return std::nullopt;
    const engine::Shape& shape = array.values.shape();
    PictureCell cell{array.name, std::vector<Index>(shape.size())};
    Index flat = row * columns + column;
    for (size_t axis = shape.size(); axis-- > 0; flat /= shape[axis]) cell.at[axis] = flat % shape[axis];
    return cell;
  }
  return std::nullopt;
}

class AccessiblePicture : public AccessibleTable {
 public:
  explicit AccessiblePicture(PictureWidget* widget) : AccessibleTable(widget), m_widget(widget) {}

  bool hasCell(int row, int column) const override { return cellIn(input(), row, column).has_value(); }
  QString cellText(int row, int column) const override {
    return m_widget->picture().readout(*cellIn(input(), row, column));
  }
  std::optional<std::pair<int, int>> focusedCell() const override {
    const std::optional<PictureCell>& focused = m_widget->attention().focused;
    for (int row = 0; focused && row < rowCount(); ++row)
      for (int column = 0; column < columnCount(); ++column)
        if (cellIn(input(), row, column) == focused) return std::pair(row, column);
    return std::nullopt;
  }
  QString text(QAccessible::Text which) const override {
    if (which == QAccessible::Value && m_widget->attention().focused)
      return m_widget->picture().readout(*m_widget->attention().focused);
    return AccessibleTable::text(which);
  }
  QString rowDescription(int row) const override {
    const auto cell = cellIn(input(), row, 0);
    if (!cell) return {};
    PictureCell line = *cell;
    if (!line.at.empty()) line.at.pop_back();
    return expressionOf(line);
  }
  int columnCount() const override {
    Index most = 0;
    for (const PictureArray& array : input().arrays)
      if (!array.values.empty()) most = std::max(most, columnsOf(array));
    return static_cast<int>(most);
  }
  int rowCount() const override {
    Index rows = 0;
    for (const PictureArray& array : input().arrays)
      if (!array.values.empty()) rows += array.values.size() / columnsOf(array);
    return static_cast<int>(rows);
  }

 private:
  const PictureInput& input() const { return m_widget->picture().input(); }
  PictureWidget* m_widget;
};

QAccessibleInterface* makeTable(const QString&, QObject* object) {
  PictureWidget* widget = widgetOf(object);
  return widget ? new AccessiblePicture(widget) : nullptr;
}

}  // namespace

void registerPictureTable() {
  static const bool isDone = (QAccessible::installFactory(&makeTable), true);
  (void)isDone;
}

}  // namespace ui
