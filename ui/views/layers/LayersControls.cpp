#include "ui/views/layers/LayersControls.h"

#include <QFormLayout>
#include <algorithm>
#include <utility>

#include "ui/views/layers/LayersView.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

using engine::Index;

void addLayersCommands(LayersView& view) {
  const auto add = [&view](const char* id, const QString& text, int key, auto run) {
    view.addCommand(QString::fromLatin1(id), text, key, run);
  };
  add("layers.next", LayersView::tr("Walk the signal: next step"), Qt::Key_Period, [&view] { view.walk(1); });
  add("layers.previous", LayersView::tr("Walk the signal: previous step"), Qt::Key_Comma, [&view] { view.walk(-1); });
  add("layers.first", LayersView::tr("Walk the signal: from the beginning"), Qt::Key_Home,
      [&view] { view.walk(-kLastOfLayers); });
  add("layers.last", LayersView::tr("Walk the signal: to the end"), Qt::Key_End, [&view] { view.walk(kLastOfLayers); });
  add("layers.exchange", LayersView::tr("Send the signal the other way"), Qt::Key_X, [&view] {
    view.change([](LayersOptions& options) { std::swap(options.from, options.to); });
    Q_EMIT view.controlsOutdated();
  });
  add("layers.edges", LayersView::tr("Lines of what is read"), Qt::Key_L, [&view] {
    view.change([](LayersOptions& options) { options.areEdgesShown = !options.areEdgesShown; });
    Q_EMIT view.controlsOutdated();
  });
}

QWidget* makeLayersControls(LayersView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  const LayersShown& shown = view.shown();
  const auto numTokens = static_cast<int>(shown.numTokens);
  const auto plain = [](int number) { return QString::number(number); };
  const auto token = [&](const QString& label, Index current, Index LayersOptions::*end) {
    if (numTokens > 1)
      addSlider(*form, view, label, 1, numTokens, static_cast<int>(current) + 1, plain,
                [&view, end](int number) { view.moveEnd(end, Index{number} - 1); });
  };
  token(LayersView::tr("From token"), shown.from(view.options()), &LayersOptions::from);
  token(LayersView::tr("To token"), shown.to(view.options()), &LayersOptions::to);
  // No way has more steps than there are tokens, whatever its ends.
  addSlider(*form, view, LayersView::tr("Step"), 0, numTokens,
            static_cast<int>(std::min(view.options().step, shown.numTokens)), plain, [&view, numTokens](int step) {
              view.change([&](LayersOptions& options) { options.step = step == numTokens ? kLastOfLayers : step; });
            });
  addSwitch(*form, view, LayersView::tr("Lines of what is read"),
            view.options().areEdgesShown ? Qt::Checked : Qt::Unchecked,
            [&view](bool on) { view.change([&](LayersOptions& options) { options.areEdgesShown = on; }); });
  return widget;
}

}  // namespace ui
