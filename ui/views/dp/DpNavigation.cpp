#include "ui/views/dp/DpNavigation.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/base/JsonState.h"
#include "ui/views/base/PictureKeys.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kKeyPan = 40;  // logical pixels
/// The zoom is told to this share of a column, so that it comes back as the same number.
constexpr double kAcrossSteps = 1e6;
constexpr double kNominalPanel = 100;

/// A view that was never shown has no panel yet: what is seen is told in columns and fits any.
Rect nominal(const Rect& panel) { return panel.isEmpty() ? Rect{0, 0, kNominalPanel, kNominalPanel} : panel; }

}  // namespace

void panPlane(MapNavigation& navigation, const DpPicture& picture, const DpLayout& layout, int plane, QPointF way) {
  const auto main = static_cast<size_t>(picture.options().mainPlane);
  const double factor =
      layout.viewports[main].pixelsPerCell / engine::nth(layout.viewports, plane).pixelsPerCell;
  navigation.panBy(layout.panels[main], picture.numRows(), picture.numColumns(), way.x() * factor, way.y() * factor);
}

bool zoomAt(MapNavigation& navigation, const DpPicture& picture, const DpLayout& layout, QPointF position,
            double steps) {
  const int plane = layout.planeAt(position);
  const Rect panel = layout.panel(plane);
  if (!panel.contains(position.x(), position.y())) return false;
  const auto main = static_cast<size_t>(picture.options().mainPlane);
  const Rect& reference = layout.panels[main];
  const CellPoint cell = engine::nth(layout.viewports, plane).toCell(panel, position.x(), position.y());
  const PixelPoint point = layout.viewports[main].toPixel(reference, cell.row, cell.column);
  navigation.zoomAt(reference, picture.numRows(), picture.numColumns(), point.x, point.y,
                    std::pow(kZoomPerStep, steps));
  return true;
}

bool navigateByKey(MapNavigation& navigation, const DpPicture& picture, const DpLayout& layout, int key) {
  const Rect panel = layout.panel(picture.options().mainPlane);
  const Index rows = picture.numRows(), columns = picture.numColumns();
  const QPoint arrow = arrowOf(key);
  const int steps = zoomStepsOf(key);
  if (!arrow.isNull()) {
    navigation.panBy(panel, rows, columns, -kKeyPan * arrow.x(), -kKeyPan * arrow.y());
  } else if (steps != 0) {
    navigation.zoomAt(panel, rows, columns, panel.x + panel.width / 2, panel.y + panel.height / 2,
                      std::pow(kZoomPerStep, steps));
  }
  return !arrow.isNull() || steps != 0;
}

QJsonObject zoomState(const MapNavigation& navigation, const DpPicture& picture, const Rect& panel) {
  if (navigation.isFitted()) return {};
  const Rect own = nominal(panel);
  const MapViewport viewport = navigation.in(own, picture.numRows(), picture.numColumns());
  return {{"row", viewport.centerRow},
          {"column", viewport.centerColumn},
          {"columnsAcross", std::round(own.width / viewport.pixelsPerCell * kAcrossSteps) / kAcrossSteps}};
}

void setZoomState(const QJsonObject& zoom, MapNavigation& navigation, const DpPicture& picture, const Rect& panel) {
  const Rect own = nominal(panel);
  MapViewport viewport;
  double across = 0;
  takeNumber(zoom, "row", [&](double row) { viewport.centerRow = row; });
  takeNumber(zoom, "column", [&](double column) { viewport.centerColumn = column; });
  takeNumber(zoom, "columnsAcross", [&](double columns) { across = columns; });
  if (!(across > 0)) {
    navigation.fit();
    return;
  }
  viewport.pixelsPerCell = own.width / across;
  viewport.keepZoom();
  viewport.keepOnMap(picture.numRows(), picture.numColumns());
  navigation.set(own, viewport);
}

}  // namespace ui
