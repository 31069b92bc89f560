// The rows of all arrays below each other: what the arrow keys walk.
#include "ui/views/teaching/PictureTable.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <algorithm>
#include <map>

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

class AccessiblePicture;

/// One cell. Lives as long as its table.
class AccessibleCell : public QAccessibleInterface, public QAccessibleTableCellInterface {
 public:
  AccessibleCell(PictureWidget* widget, QAccessibleInterface* table, int row, int column)
      : m_widget(widget), m_table(table), m_row(row), m_column(column) {}

  bool isValid() const override { return m_widget && cell(); }
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  QAccessibleInterface* parent() const override { return m_table; }
  QAccessibleInterface* child(int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text which) const override {
    const auto at = cell();
    return at && (which == QAccessible::Name || which == QAccessible::Value) ? m_widget->picture().readout(*at)
                                                                             : QString();
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override { return m_table->rect(); }
  QAccessible::Role role() const override { return QAccessible::Cell; }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.focusable = state.readOnly = true;
    state.focused = cell() && m_widget->attention().focused == cell();
    return state;
  }
  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
  }
  bool isSelected() const override { return state().focused; }
  QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
  QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
  int columnIndex() const override { return m_column; }
  int rowIndex() const override { return m_row; }
  int columnExtent() const override { return 1; }
  int rowExtent() const override { return 1; }
  QAccessibleInterface* table() const override { return m_table; }

 private:
  std::optional<PictureCell> cell() const { return cellIn(m_widget->picture().input(), m_row, m_column); }
  PictureWidget* m_widget;
  QAccessibleInterface* m_table;
  int m_row, m_column;
};

class AccessiblePicture : public QAccessibleWidget, public QAccessibleTableInterface {
 public:
  explicit AccessiblePicture(PictureWidget* widget) : QAccessibleWidget(widget, QAccessible::Table), m_widget(widget) {}
  ~AccessiblePicture() override {
    for (const auto& [place, id] : m_cells) QAccessible::deleteAccessibleInterface(id);
  }

  void* interface_cast(QAccessible::InterfaceType type) override {
    if (type == QAccessible::TableInterface) return static_cast<QAccessibleTableInterface*>(this);
    return QAccessibleWidget::interface_cast(type);
  }
  QString text(QAccessible::Text which) const override {
    if (which == QAccessible::Value && m_widget->attention().focused)
      return m_widget->picture().readout(*m_widget->attention().focused);
    return QAccessibleWidget::text(which);
  }
  int childCount() const override { return rowCount() * columnCount(); }
  QAccessibleInterface* child(int index) const override {
    const int columns = columnCount();
    return columns > 0 && index >= 0 && index < childCount() ? cellAt(index / columns, index % columns) : nullptr;
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    for (const auto& [place, id] : m_cells)
      if (QAccessible::accessibleInterface(id) == child) return place.first * columnCount() + place.second;
    return -1;
  }
  QAccessibleInterface* focusChild() const override {
    for (int row = 0; m_widget->attention().focused && row < rowCount(); ++row)
      for (int column = 0; column < columnCount(); ++column)
        if (cellIn(input(), row, column) == m_widget->attention().focused) return cellAt(row, column);
    return nullptr;
  }
  QAccessibleInterface* caption() const override { return nullptr; }
  QAccessibleInterface* summary() const override { return nullptr; }
  QAccessibleInterface* cellAt(int row, int column) const override {
    if (!cellIn(input(), row, column)) return nullptr;
    auto& id = m_cells[{row, column}];
    if (!id)
      id = QAccessible::registerAccessibleInterface(
          new AccessibleCell(m_widget, const_cast<AccessiblePicture*>(this), row, column));
    return QAccessible::accessibleInterface(id);
  }
  QString columnDescription(int column) const override { return QString::number(column + 1); }
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
  int selectedCellCount() const override { return m_widget->attention().focused ? 1 : 0; }
  int selectedColumnCount() const override { return 0; }
  int selectedRowCount() const override { return 0; }
  QList<QAccessibleInterface*> selectedCells() const override {
    QAccessibleInterface* cell = focusChild();
    return cell ? QList<QAccessibleInterface*>{cell} : QList<QAccessibleInterface*>{};
  }
  QList<int> selectedColumns() const override { return {}; }
  QList<int> selectedRows() const override { return {}; }
  bool isColumnSelected(int) const override { return false; }
  bool isRowSelected(int) const override { return false; }
  bool selectRow(int) override { return false; }
  bool selectColumn(int) override { return false; }
  bool unselectRow(int) override { return false; }
  bool unselectColumn(int) override { return false; }
  void modelChange(QAccessibleTableModelChangeEvent*) override {}

 private:
  const PictureInput& input() const { return m_widget->picture().input(); }
  PictureWidget* m_widget;
  mutable std::map<std::pair<int, int>, QAccessible::Id> m_cells;
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
