#include "ui/views/irreps/IrrepsControls.h"

#include <QFormLayout>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/irreps/IrrepsView.h"
#include "ui/views/maps/MapControls.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

/// All, then each map by itself, then all again.
void showNextMap(IrrepsView& view) {
  const std::vector<IrrepMap>& maps = view.shown().maps;
  QString next = maps.empty() ? QString() : QString::fromStdString(maps.front().name);
  for (size_t k = 0; k < maps.size(); ++k)
    if (view.options().product.toStdString() == maps[k].name)
      next = k + 1 < maps.size() ? QString::fromStdString(maps[k + 1].name) : QString();
  view.change([&](IrrepsOptions& options) { options.product = next; });
  Q_EMIT view.controlsOutdated();
}

void addDistance(QFormLayout& form, IrrepsView& view) {
  const auto most = static_cast<int>(view.shown().distances.size()) - 1;
  if (most < 1) return;
  addSlider(
      form, view, IrrepsView::tr("Distance"), 0, most, static_cast<int>(view.shown().rowOf(view.options())),
      [&view](int row) { return shownNumber(engine::nth(view.shown().distances, Index{row})); },
      [&view, most](int row) { view.change([&](IrrepsOptions& options) { options.distance = double(row) / most; }); });
}

}  // namespace

void addIrrepsCommands(IrrepsView& view) {
  view.addCommand(QStringLiteral("irreps.map"), IrrepsView::tr("Show the next map alone, or all"), Qt::Key_M,
                  [&view] { showNextMap(view); });
  view.addCommand(QStringLiteral("irreps.numbers"), IrrepsView::tr("Numbers on the paths"), Qt::Key_N, [&view] {
    view.change([](IrrepsOptions& options) { options.areNumbersShown = !options.areNumbersShown; });
    Q_EMIT view.controlsOutdated();
  });
}

QWidget* makeIrrepsControls(IrrepsView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addDistance(*form, view);
  std::vector<Choice> maps = {{IrrepsView::tr("All maps"), QString()}};
  for (const IrrepMap& map : view.shown().maps) maps.push_back({map.title(), QString::fromStdString(map.name)});
  addChoice(*form, view, IrrepsView::tr("Show"), maps, view.options().product, [&view](const QVariant& value) {
    view.change([&](IrrepsOptions& options) { options.product = value.toString(); });
  });
  addSwitch(*form, view, IrrepsView::tr("Numbers on the paths"),
            view.options().areNumbersShown ? Qt::Checked : Qt::Unchecked,
            [&view](bool on) { view.change([&](IrrepsOptions& options) { options.areNumbersShown = on; }); });
  return widget;
}

}  // namespace ui
