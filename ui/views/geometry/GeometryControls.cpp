#include "ui/views/geometry/GeometryControls.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <functional>

#include "ui/views/geometry/GeometryView.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

namespace {

void addDistance(QFormLayout& form, GeometryView& view, const QString& label, double low, double high, double value,
                 const std::function<void(GeometryOptions&, double)>& put) {
  auto* box = new QDoubleSpinBox;
  box->setObjectName(label);
  box->setAccessibleName(label);
  box->setDecimals(1);
  box->setRange(low, high);
  box->setSingleStep(1);
  box->setSuffix(QStringLiteral(" Å"));
  box->setKeyboardTracking(false);
  box->setValue(value);
  QObject::connect(box, &QDoubleSpinBox::valueChanged, &view, [&view, put](double distance) {
    view.change([&](GeometryOptions& options) { put(options, distance); });
  });
  form.addRow(label, box);
}

void addMapChoice(QFormLayout& form, GeometryView& view, bool isOne) {
  const GeometryOptions& options = view.options();
  const QString all = QStringLiteral("all");
  const bool areAll = options.arrangement == GeometryArrangement::allFour;
  std::vector<Choice> maps = {
      {isOne && areAll ? GeometryView::tr("All four: room for one") : GeometryView::tr("All four"), all}};
  for (const GeometryQuantity quantity : kGeometryQuantities)
    maps.push_back({quantityInfo(quantity).title, quantityInfo(quantity).id});
  addChoice(form, view, GeometryView::tr("Maps"), maps, areAll ? all : quantityInfo(options.main).id,
            [&view, all](const QVariant& value) {
              view.change([&](GeometryOptions& changed) {
                for (const GeometryQuantity quantity : kGeometryQuantities)
                  if (quantityInfo(quantity).id == value.toString()) changed.main = quantity;
                changed.arrangement =
                    value.toString() == all ? GeometryArrangement::allFour : GeometryArrangement::oneLarge;
              });
            });
}

void addDistanceRows(QFormLayout& form, GeometryView& view) {
  const MapLook& look = view.lookOf(GeometryQuantity::distance);
  addDistance(form, view, GeometryView::tr("Distances from"), 0, kMostShownDistance, look.low,
              [&view](GeometryOptions& options, double distance) {
                options.low = distance;
                options.high = view.lookOf(GeometryQuantity::distance).high;
              });
  addDistance(form, view, GeometryView::tr("Distances to"), kLeastDistanceSpan, kMostShownDistance, look.high,
              [](GeometryOptions& options, double distance) { options.high = distance; });
  const auto number = [](ContactLine line) { return QVariant(static_cast<int>(line)); };
  addChoice(form, view, GeometryView::tr("Contact line"),
            {{GeometryView::tr("None"), number(ContactLine::none)},
             {GeometryView::tr("On the distances"), number(ContactLine::onDistance)},
             {GeometryView::tr("On all maps"), number(ContactLine::onAll)}},
            number(view.options().contactLine), [&view](const QVariant& value) {
              view.change([&](GeometryOptions& options) {
                options.contactLine = static_cast<ContactLine>(value.toInt());
              });
            });
  addDistance(form, view, GeometryView::tr("Contact below"), kLeastContactThreshold, kMostContactThreshold,
              view.options().contactThreshold,
              [](GeometryOptions& options, double distance) { options.contactThreshold = distance; });
}

}  // namespace

void addGeometryCommands(GeometryView& view) {
  const auto add = [&view](const QString& id, const QString& text, int key, auto edit) {
    view.addCommand(QStringLiteral("geometry.") + id, text, QKeySequence(key), [&view, edit] {
      view.change(edit);
      Q_EMIT view.controlsOutdated();
    });
  };
  for (const GeometryQuantity quantity : kGeometryQuantities) {
    const GeometryQuantityInfo& info = quantityInfo(quantity);
    add(info.id, GeometryView::tr("Show %1 alone").arg(info.title), Qt::Key_1 + static_cast<int>(quantity),
        [quantity](GeometryOptions& options) {
          options.main = quantity;
          options.arrangement = GeometryArrangement::oneLarge;
        });
  }
  add(QStringLiteral("all"), GeometryView::tr("Show all four maps"), Qt::Key_A,
      [](GeometryOptions& options) { options.arrangement = GeometryArrangement::allFour; });
  add(QStringLiteral("contacts"), GeometryView::tr("Contact line: none, on the distances, on all maps"), Qt::Key_C,
      [](GeometryOptions& options) {
        options.contactLine = static_cast<ContactLine>((static_cast<int>(options.contactLine) + 1) % 3);
      });
  add(QStringLiteral("allDistances"), GeometryView::tr("Colour all distances"), Qt::Key_R,
      [](GeometryOptions& options) { options.low = options.high = 0; });
}

QWidget* makeGeometryControls(GeometryView& view, bool isOne, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addMapChoice(*form, view, isOne);
  addDistanceRows(*form, view);
  addChoice(*form, view, GeometryView::tr("Colours"), colorMapChoices(), view.options().colorMap,
            [&view](const QVariant& value) {
              view.change([&](GeometryOptions& options) { options.colorMap = value.toString(); });
            });
  return widget;
}

}  // namespace ui
