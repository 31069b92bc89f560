#include "ui/views/features/FeaturesControls.h"

#include <QFormLayout>

#include "ui/views/features/FeaturesView.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

namespace {

constexpr int kNumOrders = 4;

void setOrder(FeaturesView& view, int order) {
  view.change([&](FeaturesOptions& options) {
    options.order = static_cast<FeatureOrder>(order);
    options.scroll = 0;
  });
}

}  // namespace

void addFeaturesCommands(FeaturesView& view) {
  view.addCommand(QStringLiteral("features.order"), FeaturesView::tr("Sort by: max, residues, mean, number"), Qt::Key_S,
                  [&view] {
                    setOrder(view, (static_cast<int>(view.options().order) + 1) % kNumOrders);
                    Q_EMIT view.controlsOutdated();
                  });
  view.addCommand(QStringLiteral("features.off"), FeaturesView::tr("Switch this feature off and run on"),
                  Qt::Key_Delete, [&view] { view.runWithFactor(0); });
  view.addCommand(QStringLiteral("features.double"), FeaturesView::tr("Double this feature and run on"), {},
                  [&view] { view.runWithFactor(2); });
}

QWidget* makeFeaturesControls(FeaturesView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addText(*form, view, FeaturesView::tr("Find"), view.options().filter, FeaturesView::tr("part of a number or name"),
          [&view](const QString& text) {
            view.change([&](FeaturesOptions& options) {
              options.filter = text;
              options.scroll = 0;
            });
          });
  addChoice(*form, view, FeaturesView::tr("Sort by"),
            {{FeaturesView::tr("Largest value"), 0},
             {FeaturesView::tr("Number of residues"), 1},
             {FeaturesView::tr("Mean where it fires"), 2},
             {FeaturesView::tr("Number of the feature"), 3}},
            static_cast<int>(view.options().order), [&view](const QVariant& value) { setOrder(view, value.toInt()); });
  return widget;
}

}  // namespace ui
