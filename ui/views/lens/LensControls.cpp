#include "ui/views/lens/LensControls.h"

#include <QFormLayout>

#include "ui/views/lens/LensView.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

namespace {

constexpr int kNumColorings = 3;

std::vector<Choice> coloringChoices() {
  std::vector<Choice> choices;
  for (int k = 0; k < kNumColorings; ++k) {
    QString text = lensColoringText(static_cast<LensColoring>(k));
    text[0] = text.at(0).toUpper();
    choices.push_back({text, k});
  }
  return choices;
}

}  // namespace

void addLensCommands(LensView& view) {
  view.addCommand(QStringLiteral("lens.coloring"), LensView::tr("Colour by: true letter, top letter, entropy"),
                  Qt::Key_C, [&view] {
                    view.change([](LensOptions& options) {
                      options.coloring = static_cast<LensColoring>((static_cast<int>(options.coloring) + 1) %
                                                                   kNumColorings);
                    });
                    Q_EMIT view.controlsOutdated();
                  });
  view.addCommand(QStringLiteral("lens.settled"), LensView::tr("Line from which on letters stay"), Qt::Key_S, [&view] {
    view.change([](LensOptions& options) { options.areSettledShown = !options.areSettledShown; });
    Q_EMIT view.controlsOutdated();
  });
}

QWidget* makeLensControls(LensView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addChoice(*form, view, LensView::tr("Colour by"), coloringChoices(), static_cast<int>(view.options().coloring),
            [&view](const QVariant& value) {
              view.change([&](LensOptions& options) { options.coloring = static_cast<LensColoring>(value.toInt()); });
            });
  addChoice(*form, view, LensView::tr("Colours"), colorMapChoices(), view.options().colorMap,
            [&view](const QVariant& value) {
              view.change([&](LensOptions& options) { options.colorMap = value.toString(); });
            });
  addSwitch(*form, view, LensView::tr("Line from which on letters stay"),
            view.options().areSettledShown ? Qt::Checked : Qt::Unchecked, [&view](bool on) {
              view.change([&](LensOptions& options) { options.areSettledShown = on; });
            });
  return widget;
}

}  // namespace ui
