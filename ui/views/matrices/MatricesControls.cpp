#include "ui/views/matrices/MatricesControls.h"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <algorithm>
#include <map>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapControls.h"
#include "ui/views/matrices/MatricesFormula.h"
#include "ui/views/matrices/MatricesView.h"

namespace ui {

using engine::Index;
using engine::nth;

namespace {

constexpr size_t kMostSwitches = 24;

void addShownChoice(QFormLayout& form, MatricesView& view) {
  std::vector<Choice> arrays = {{MatricesView::tr("All arrays"), QString()}};
  for (const ArraySlice& slice : view.slices()) arrays.push_back({slice.name + MatricesView::tr(" alone"), slice.name});
  addChoice(form, view, MatricesView::tr("Show"), arrays, view.options().alone, [&view](const QVariant& value) {
    view.change([&](MatricesOptions& options) { options.alone = value.toString(); });
  });
}

void addSizeChoice(QFormLayout& form, MatricesView& view) {
  const std::vector<Choice> sizes = {{MatricesView::tr("With numbers, scrolled"), false},
                                     {MatricesView::tr("All in sight"), true}};
  addChoice(form, view, MatricesView::tr("Size"), sizes, view.options().areAllInSight, [&view](const QVariant& value) {
    view.change([&](MatricesOptions& options) { options.areAllInSight = value.toBool(); });
  });
}

/// One slider for all arrays that have the axis.
void addSliceSliders(QFormLayout& form, MatricesView& view) {
  std::map<QString, std::pair<const ArraySlice*, int>> movable;
  for (const ArraySlice& slice : view.slices())
    if (view.options().isShown(slice.name))
      for (const int axis : slice.movableAxes()) movable.try_emplace(nth(slice.keys, axis), &slice, axis);
  for (const auto& [key, found] : movable) {
    const auto& [slice, axis] = found;
    const int length = static_cast<int>(nth(slice->shape, axis));
    const QString title = key == nth(slice->axes, axis) ? slice->titleOf(axis) : key;
    addSlider(
        form, view, title, 1, length, static_cast<int>(nth(slice->at, axis)) + 1,
        [length](int place) { return MatricesView::tr("%1 of %2").arg(place).arg(length); },
        [&view, axisKey = key](int place) {
          view.change([&](MatricesOptions& options) { options.slices[axisKey] = place - 1; });
        });
  }
}

/// Of an array that is alone: which axes go down and across.
void addAxesChoices(QFormLayout& form, MatricesView& view) {
  const auto& slices = view.slices();
  const auto slice = std::find_if(slices.begin(), slices.end(),
                                  [&](const ArraySlice& each) { return each.name == view.options().alone; });
  if (slice == slices.end() || slice->axes.size() < 2) return;
  std::vector<Choice> axes;
  for (size_t axis = 0; axis < slice->axes.size(); ++axis)
    axes.push_back({slice->titleOf(static_cast<int>(axis)), static_cast<int>(axis)});
  const auto add = [&](const QString& label, int MatrixAxes::*chosen, int MatrixAxes::*other) {
    addChoice(form, view, label, axes, slice->shown.*chosen,
              [&view, chosen, other, name = slice->name, shown = slice->shown](const QVariant& value) {
                view.change([&](MatricesOptions& options) {
                  MatrixAxes changed = shown;
                  // The axis of the other direction: both change places.
                  if (changed.*other == value.toInt()) changed.*other = changed.*chosen;
                  changed.*chosen = value.toInt();
                  options.axes[name] = changed;
                });
              });
  };
  add(MatricesView::tr("Down"), &MatrixAxes::row, &MatrixAxes::column);
  add(MatricesView::tr("Across"), &MatrixAxes::column, &MatrixAxes::row);
}

void addArraySwitches(QFormLayout& form, MatricesView& view) {
  if (!view.options().alone.isEmpty()) return;
  const auto& slices = view.slices();
  for (size_t k = 0; k < std::min(slices.size(), kMostSwitches); ++k) {
    const QString name = slices[k].name;
    addSwitch(form, view, name, view.options().isShown(name) ? Qt::Checked : Qt::Unchecked,
              [&view, name](bool on) { view.change([&](MatricesOptions& options) { options.setHidden(name, !on); }); });
  }
}

/// The array after the one that is alone; the first when none is, none after the last.
void showNext(MatricesView& view, int step) {
  QStringList names{QString()};
  for (const ArraySlice& slice : view.slices()) names << slice.name;
  const auto count = names.size(), now = std::max<qsizetype>(names.indexOf(view.options().alone), 0);
  view.change([&](MatricesOptions& options) { options.alone = names[(now + step + count) % count]; });
}

}  // namespace

QString lessonExpressionOf(const MatricesView& view) {
  const std::optional<MatrixCell> at = view.cell();
  for (const ArraySlice& slice : view.slices()) {
    if (!at || slice.name != at->array) continue;
    QString name = slice.name;
    const QString place = slice.cellName(at->row, at->column).mid(name.size());
    return name.replace(u' ', u'_') + QString(place).remove(u' ');
  }
  return {};
}

void addMatricesCommands(MatricesView& view) {
  view.addCommand(QStringLiteral("matrices.copyExpression"), MatricesView::tr("Copy as lesson expression"), {},
                  [&view] {
                    const QString expression = lessonExpressionOf(view);
                    if (!expression.isEmpty()) QGuiApplication::clipboard()->setText(expression);
                  });
  view.addCommand(QStringLiteral("matrices.next"), MatricesView::tr("Next matrix alone"), QKeySequence(Qt::Key_N),
                  [&view] { showNext(view, 1); });
  view.addCommand(QStringLiteral("matrices.previous"), MatricesView::tr("Previous matrix alone"),
                  QKeySequence(Qt::SHIFT | Qt::Key_N), [&view] { showNext(view, -1); });
  view.addCommand(QStringLiteral("matrices.size"), MatricesView::tr("Numbers or all in sight"), QKeySequence(Qt::Key_F),
                  [&view] {
                    view.change([](MatricesOptions& options) { options.areAllInSight = !options.areAllInSight; });
                    Q_EMIT view.controlsOutdated();
                  });
  view.addCommand(QStringLiteral("matrices.formula"), MatricesView::tr("Formula with numbers"), QKeySequence(Qt::Key_M),
                  [&view] {
                    view.change([](MatricesOptions& options) { options.isFormulaShown = !options.isFormulaShown; });
                    Q_EMIT view.controlsOutdated();
                  });
  view.addCommand(QStringLiteral("matrices.all"), MatricesView::tr("All matrices"), QKeySequence(Qt::Key_A),
                  [&view] { view.change([](MatricesOptions& options) { options.alone.clear(); }); });
}

QWidget* makeMatricesControls(MatricesView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addShownChoice(*form, view);
  addSizeChoice(*form, view);
  addSliceSliders(*form, view);
  addAxesChoices(*form, view);
  addChoice(*form, view, MatricesView::tr("Colours"), colorMapChoices(), view.options().colorMap,
            [&view](const QVariant& value) {
              view.change([&](MatricesOptions& options) { options.colorMap = value.toString(); });
            });
  if (haveFormulas(view.slices()))
    addSwitch(*form, view, MatricesView::tr("Formula with numbers"),
              view.options().isFormulaShown ? Qt::Checked : Qt::Unchecked,
              [&view](bool on) { view.change([&](MatricesOptions& options) { options.isFormulaShown = on; }); });
  addArraySwitches(*form, view);
  return widget;
}

}  // namespace ui
