#include "ui/views/heads/HeadColumnChoice.h"

#include <QSignalBlocker>
#include <QStandardItemModel>
#include <algorithm>
#include <cmath>

#include "ui/views/heads/HeadColoring.h"

namespace ui {

namespace {

/// Words and columns without a number are no choice.
bool isChoice(const engine::HeadTable& table, const engine::HeadColumn& column) {
  const std::vector<double> values = numbersOf(table, column);
  return std::any_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

HeadColumnChoice::HeadColumnChoice(const QString& name, const QString& first, QWidget* parent)
    : QComboBox(parent), m_first(first) {
  setAccessibleName(name);
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(12);
  setMaxVisibleItems(24);
  connect(this, &QComboBox::activated, this,
          [this](int index) { Q_EMIT chosen(itemData(index).toString().toStdString()); });
}

void HeadColumnChoice::setTable(const engine::HeadTable& table, const std::vector<engine::HeadColumn>& columns) {
  const QSignalBlocker quiet(this);
  const QString before = currentData().toString();
  clear();
  addItem(m_first, QString());
  if (m_hasLabel) addItem(tr("Label"), QStringLiteral("label"));
  std::string group;
  for (const engine::HeadColumn& column : columns) {
    if (!isChoice(table, column)) continue;
    if (group != column.group) {
      group = column.group;
      addItem(QString::fromStdString(group));
      auto* items = qobject_cast<QStandardItemModel*>(model());
      items->item(count() - 1)->setFlags(Qt::NoItemFlags);
      items->item(count() - 1)->setData(QStringLiteral(" "), Qt::UserRole);  // no key
    }
    addItem(QStringLiteral("  ") + QString::fromStdString(column.title), QString::fromStdString(column.key));
    setItemData(count() - 1, QString::fromStdString(column.help), Qt::ToolTipRole);
  }
  setKey(before.toStdString());
}

void HeadColumnChoice::setKey(const std::string& key) {
  const QSignalBlocker quiet(this);
  setCurrentIndex(std::max(findData(QString::fromStdString(key)), 0));
}

}  // namespace ui
