#include "ui/views/plot/PlotControls.h"

#include <QFormLayout>
#include <algorithm>

#include "ui/views/maps/MapControls.h"
#include "ui/views/plot/PlotView.h"

namespace ui {

namespace {

constexpr size_t kMostSwitches = 24;

template <class Edit>
void changeChoice(PlotView& view, const Edit& edit) {
  PlotChoice choice = view.options().choice;
  edit(choice);
  view.setOptions(withChoice(view.options(), choice));
}

void addFlag(QFormLayout& form, PlotView& view, const QString& label, bool PlotChoice::*flag) {
  addSwitch(form, view, label, view.options().choice.*flag ? Qt::Checked : Qt::Unchecked,
            [&view, flag](bool on) { changeChoice(view, [&](PlotChoice& choice) { choice.*flag = on; }); });
}

void addKindAndAxis(QFormLayout& form, PlotView& view) {
  const PlotTable& table = view.shown().table;
  const PlotChoice& now = view.options().choice;
  addChoice(form, view, PlotView::tr("Draw as"),
            {{PlotView::tr("Lines"), 0}, {PlotView::tr("Points"), 1}, {PlotView::tr("Bars"), 2},
             {PlotView::tr("Histogram"), 3}},
            static_cast<int>(now.kind), [&view](const QVariant& value) {
              changeChoice(view, [&](PlotChoice& choice) { choice.kind = static_cast<PlotKind>(value.toInt()); });
            });
  std::vector<Choice> columns = {{QString::fromStdString(table.rowTitle) + PlotView::tr(" number"), QString()}};
  for (const PlotColumn& column : table.columns)
    columns.push_back({QString::fromStdString(column.name), QString::fromStdString(column.name)});
  addChoice(form, view, PlotView::tr("Horizontal"), columns, QString::fromStdString(now.x),
            [&view](const QVariant& value) {
              changeChoice(view, [&](PlotChoice& choice) { choice.x = value.toString().toStdString(); });
            });
}

/// All columns of one quantity at once.
void addQuantityChoice(QFormLayout& form, PlotView& view) {
  const std::vector<PlotGroup> groups = comparableColumns(view.shown().table);
  if (groups.size() < 2) return;
  std::vector<Choice> quantities = {{PlotView::tr("As chosen below"), QString()}};
  QString current;
  for (const PlotGroup& group : groups) {
    const QString name = QString::fromStdString(group.quantity);
    quantities.push_back({name, name});
    if (view.options().choice.y == group.columns) current = name;
  }
  addChoice(form, view, PlotView::tr("Compare"), quantities, current, [&view, groups](const QVariant& value) {
    changeChoice(view, [&](PlotChoice& choice) {
      for (const PlotGroup& group : groups)
        if (group.quantity == value.toString().toStdString()) choice.y = group.columns;
    });
    QMetaObject::invokeMethod(&view, &View::controlsOutdated, Qt::QueuedConnection);
  });
}

void addColumnSwitches(QFormLayout& form, PlotView& view) {
  const std::vector<PlotColumn>& columns = view.shown().table.columns;
  const std::vector<std::string>& drawn = view.options().choice.y;
  for (size_t k = 0; k < std::min(columns.size(), kMostSwitches); ++k) {
    const std::string name = columns[k].name;
    const bool isOn = std::find(drawn.begin(), drawn.end(), name) != drawn.end();
    addSwitch(form, view, PlotView::tr("Draw %1").arg(QString::fromStdString(name)), isOn ? Qt::Checked : Qt::Unchecked,
              [&view, name](bool on) {
                changeChoice(view, [&](PlotChoice& choice) {
                  std::erase(choice.y, name);
                  if (on) choice.y.push_back(name);
                });
              });
  }
}

}  // namespace

void addPlotCommands(PlotView& view) {
  const auto add = [&view](const QString& id, const QString& text, Qt::Key key, bool PlotChoice::*flag) {
    view.addCommand(id, text, QKeySequence(key), [&view, flag] {
      changeChoice(view, [&](PlotChoice& choice) { choice.*flag = !(choice.*flag); });
      Q_EMIT view.controlsOutdated();
    });
  };
  add(QStringLiteral("plot.logX"), PlotView::tr("Logarithmic horizontal axis"), Qt::Key_X, &PlotChoice::isLogarithmicX);
  add(QStringLiteral("plot.logY"), PlotView::tr("Logarithmic vertical axis"), Qt::Key_Y, &PlotChoice::isLogarithmicY);
  view.addCommand(QStringLiteral("plot.next"), PlotView::tr("Next step of the plot"), QKeySequence(Qt::Key_N),
                  [&view] { view.goSteps(1); });
  view.addCommand(QStringLiteral("plot.previous"), PlotView::tr("Previous step of the plot"),
                  QKeySequence(Qt::SHIFT | Qt::Key_N), [&view] { view.goSteps(-1); });
}

QWidget* makePlotControls(PlotView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  if (const int count = view.shown().numSteps(); count > 1)
    addSlider(*form, view, PlotView::tr("Step"), 1, count, view.options().step + 1,
              [count](int step) { return PlotView::tr("%1 of %2").arg(step).arg(count); },
              [&view](int step) { view.change([&](PlotOptions& options) { options.step = step - 1; }); });
  if (!view.shown().isFixed()) {
    addKindAndAxis(*form, view);
    addQuantityChoice(*form, view);
  }
  addFlag(*form, view, PlotView::tr("Logarithmic horizontal axis"), &PlotChoice::isLogarithmicX);
  addFlag(*form, view, PlotView::tr("Logarithmic vertical axis"), &PlotChoice::isLogarithmicY);
  addColumnSwitches(*form, view);
  return widget;
}

}  // namespace ui
