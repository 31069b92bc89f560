// A picture as a table for screen readers: rows, columns, and a text for each cell that says both with the value.
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>
#include <map>
#include <optional>
#include <utility>

namespace ui {

class AccessibleTable : public QAccessibleWidget, public QAccessibleTableInterface {
 public:
  explicit AccessibleTable(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Table) {}
  ~AccessibleTable() override;

  /// Not every row need have all columns.
  virtual bool hasCell(int row, int column) const = 0;
  /// Name and value of a cell that there is.
  virtual QString cellText(int row, int column) const = 0;
  /// Row and column of the cell that the keyboard is on.
  virtual std::optional<std::pair<int, int>> focusedCell() const = 0;

  void* interface_cast(QAccessible::InterfaceType type) override;
  int childCount() const override { return rowCount() * columnCount(); }
  QAccessibleInterface* child(int index) const override;
  int indexOfChild(const QAccessibleInterface* child) const override;
  QAccessibleInterface* focusChild() const override;
  QAccessibleInterface* caption() const override { return nullptr; }
  QAccessibleInterface* summary() const override { return nullptr; }
  QAccessibleInterface* cellAt(int row, int column) const override;
  QString columnDescription(int column) const override { return QString::number(column + 1); }
  QString rowDescription(int row) const override { return QString::number(row + 1); }
  int selectedCellCount() const override { return focusedCell() ? 1 : 0; }
  int selectedColumnCount() const override { return 0; }
  int selectedRowCount() const override { return 0; }
  QList<QAccessibleInterface*> selectedCells() const override;
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
  mutable std::map<std::pair<int, int>, QAccessible::Id> m_cells;  ///< those that were asked for
};

}  // namespace ui
