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

void addEdge(QFormLayout& form, IrrepsView& view) {
  const std::vector<IrrepEdge>& edges = view.shown().edges;
  if (edges.empty()) return;
  const auto text = [&view](int place) {
    if (place == 0) return IrrepsView::tr("none: on average");
    const IrrepEdge& edge = engine::nth(view.shown().edges, Index{place} - 1);
    return IrrepsView::tr("%1 ← %2").arg(edge.destination + 1).arg(edge.source + 1);
  };
  addSlider(form, view, IrrepsView::tr("Edge"), 0, static_cast<int>(edges.size()), view.options().edge + 1, text,
            [&view](int place) { view.chooseEdge(place - 1); });
}

}  // namespace

void addIrrepsCommands(IrrepsView& view) {
  view.addCommand(QStringLiteral("irreps.map"), IrrepsView::tr("Show the next map alone, or all"), Qt::Key_M,
                  [&view] { showNextMap(view); });
  const auto step = [&view](int edges) {
    const auto count = static_cast<int>(view.shown().edges.size()) + 1;
    view.chooseEdge((view.options().edge + 1 + edges + count) % count - 1);
  };
  view.addCommand(QStringLiteral("irreps.nextEdge"), IrrepsView::tr("Next edge of the graph"), Qt::Key_Period,
                  [step] { step(1); });
  view.addCommand(QStringLiteral("irreps.previousEdge"), IrrepsView::tr("Previous edge of the graph"), Qt::Key_Comma,
                  [step] { step(-1); });
  view.addCommand(QStringLiteral("irreps.noEdge"), IrrepsView::tr("No edge: what is so on average"), Qt::Key_End,
                  [&view] { view.chooseEdge(-1); });
  view.addCommand(QStringLiteral("irreps.numbers"), IrrepsView::tr("Numbers on the paths"), Qt::Key_N, [&view] {
    view.change([](IrrepsOptions& options) { options.areNumbersShown = !options.areNumbersShown; });
    Q_EMIT view.controlsOutdated();
  });
}

QWidget* makeIrrepsControls(IrrepsView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addEdge(*form, view);
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
