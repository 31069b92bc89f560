#include "ui/views/base/access/AccessibleTable.h"

namespace ui {

namespace {

/// Lives as long as its table.
class AccessibleCell : public QAccessibleInterface, public QAccessibleTableCellInterface {
 public:
  AccessibleCell(AccessibleTable* table, int row, int column) : m_table(table), m_row(row), m_column(column) {}

  bool isValid() const override { return m_table->isValid() && m_table->hasCell(m_row, m_column); }
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  QAccessibleInterface* parent() const override { return m_table; }
  QAccessibleInterface* child(int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text which) const override {
    const bool isAsked = which == QAccessible::Name || which == QAccessible::Value;
    return isAsked && isValid() ? m_table->cellText(m_row, m_column) : QString();
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override { return m_table->rect(); }
  QAccessible::Role role() const override { return QAccessible::Cell; }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.focusable = state.readOnly = true;
    state.focused = m_table->focusedCell() == std::pair(m_row, m_column);
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
  AccessibleTable* m_table;
  int m_row, m_column;
};

}  // namespace

AccessibleTable::~AccessibleTable() {
  for (const auto& [place, id] : m_cells) QAccessible::deleteAccessibleInterface(id);
}

void* AccessibleTable::interface_cast(QAccessible::InterfaceType type) {
  if (type == QAccessible::TableInterface) return static_cast<QAccessibleTableInterface*>(this);
  return QAccessibleWidget::interface_cast(type);
}

QAccessibleInterface* AccessibleTable::child(int index) const {
  const int columns = columnCount();
  return columns > 0 && index >= 0 && index < childCount() ? cellAt(index / columns, index % columns) : nullptr;
}

int AccessibleTable::indexOfChild(const QAccessibleInterface* child) const {
  for (const auto& [place, id] : m_cells)
    if (QAccessible::accessibleInterface(id) == child) return place.first * columnCount() + place.second;
  return -1;
}

QAccessibleInterface* AccessibleTable::focusChild() const {
  const auto cell = focusedCell();
  return cell ? cellAt(cell->first, cell->second) : nullptr;
}

QAccessibleInterface* AccessibleTable::cellAt(int row, int column) const {
  if (!hasCell(row, column)) return nullptr;
  auto& id = m_cells[{row, column}];
  if (!id)
    id = QAccessible::registerAccessibleInterface(new AccessibleCell(const_cast<AccessibleTable*>(this), row, column));
  return QAccessible::accessibleInterface(id);
}

QList<QAccessibleInterface*> AccessibleTable::selectedCells() const {
  QAccessibleInterface* cell = focusChild();
  return cell ? QList<QAccessibleInterface*>{cell} : QList<QAccessibleInterface*>{};
}

}  // namespace ui
