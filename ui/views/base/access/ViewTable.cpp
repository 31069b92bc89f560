#include "ui/views/base/access/ViewTable.h"

#include <QEvent>
#include <QStringList>
#include <cmath>

#include "ui/views/base/View.h"
#include "ui/views/base/access/AccessibleTable.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostRows = 100'000;  ///< that are told: who listens to more?

constexpr const char* kCovered = "areNumbersCovered";  ///< property of the view

bool areNumbersCovered(const View& view) { return !view.isEnabled() || view.property(kCovered).toBool(); }

View* viewOf(const QObject* object) {
  const auto* canvas = qobject_cast<const VtkWidget*>(object);
  return canvas ? dynamic_cast<View*>(canvas->parentWidget()) : nullptr;
}

QString labelOf(const std::vector<std::string>& labels, Index index) {
  return index < static_cast<Index>(labels.size()) ? QString::fromStdString(labels[static_cast<size_t>(index)])
                                                   : QString::number(index + 1);
}

/// Forgets the numbers when the view paints: others may be shown.
class NumbersOnShow : public QObject {
 public:
  explicit NumbersOnShow(View& view) : m_view(view) { view.canvas().installEventFilter(this); }
  /// Null: none are shown.
  const NumberTable* first() {
    if (!m_areRead) m_tables = m_view.visibleNumbers();
    m_areRead = true;
    return m_tables.empty() ? nullptr : &m_tables.front();
  }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint || event->type() == QEvent::EnabledChange) m_areRead = false;
    return false;
  }

 private:
  View& m_view;
  std::vector<NumberTable> m_tables;
  bool m_areRead = false;
};

class AccessibleView : public AccessibleTable {
 public:
  explicit AccessibleView(View& view) : AccessibleTable(&view.canvas()), m_numbers(view) {}

  bool hasCell(int row, int column) const override {
    return row >= 0 && row < rowCount() && column >= 0 && column < columnCount();
  }
  QString cellText(int row, int column) const override {
    const NumberTable& table = *numbers();
    const float value = table.values(row, column);
    const QString told = std::isnan(value) ? QObject::tr("no value") : QString::number(value, 'g', 3);
    return QStringLiteral("%1 %2, %3 %4: %5")
        .arg(QString::fromStdString(table.rowTitle), labelOf(table.rowLabels, row),
             QString::fromStdString(table.columnTitle), labelOf(table.columnLabels, column), told);
  }
  std::optional<std::pair<int, int>> focusedCell() const override { return std::nullopt; }
  int rowCount() const override {
    const NumberTable* table = numbers();
    return table ? static_cast<int>(std::min(table->values.length(0), kMostRows)) : 0;
  }
  int columnCount() const override {
    const NumberTable* table = numbers();
    return table ? static_cast<int>(table->values.length(1)) : 0;
  }
  QString rowDescription(int row) const override {
    const NumberTable* table = numbers();
    return table ? labelOf(table->rowLabels, row) : QString();
  }
  QString columnDescription(int column) const override {
    const NumberTable* table = numbers();
    return table ? labelOf(table->columnLabels, column) : QString();
  }
  QString text(QAccessible::Text which) const override {
    const View* view = viewOf(object());
    if (!view) return {};
    const bool isCovered = areNumbersCovered(*view);
    if (which == QAccessible::Description && isCovered) return QObject::tr("covered until the question is answered");
    if (which == QAccessible::Description) return view->datasetIds().empty() ? view->emptyText() : view->captionText();
    if (which == QAccessible::Value) return isCovered ? QString() : spokenReadout(*view);
    return AccessibleTable::text(which);
  }

 private:
  const NumberTable* numbers() const {
    const View* view = viewOf(object());
    return view && !areNumbersCovered(*view) && !view->datasetIds().empty() ? m_numbers.first() : nullptr;
  }
  mutable NumbersOnShow m_numbers;
};

QAccessibleInterface* makeTable(const QString&, QObject* object) {
  View* view = viewOf(object);
  return view ? new AccessibleView(*view) : nullptr;
}

}  // namespace

QString spokenReadout(const View& view) {
  QStringList told;
  for (const ReadoutLine& line : view.readout())
    if (!line.isTable && !line.isFormula) told << QStringLiteral("%1 %2").arg(line.label, line.value).trimmed();
  return told.join(QStringLiteral(", "));
}

void setNumbersCovered(View& view, bool areCovered) { view.setProperty(kCovered, areCovered); }

void registerViewTable() {
  static const bool isDone = (QAccessible::installFactory(&makeTable), true);
  (void)isDone;
}

void announceReadout(View& view) {
  if (!QAccessible::isActive() || !view.canvas().hasFocus() || areNumbersCovered(view)) return;
  QAccessibleValueChangeEvent event(&view.canvas(), spokenReadout(view));
  QAccessible::updateAccessibility(&event);
}

}  // namespace ui
