// Pan and zoom of a map view that fits itself to any picture size until the user moves it.
#pragma once

#include <QJsonObject>

#include "ui/scenes/maps/MapViewport.h"

namespace ui {

class MapNavigation {
 public:
  /// The viewport for a panel of this size: everything, or the region the user chose, scaled to the panel.
  MapViewport in(const Rect& panel, engine::Index rows, engine::Index columns) const {
    MapViewport viewport;
    viewport.fit(panel, rows, columns);
    return m_isFitted ? viewport : m_viewport.scaledTo(m_panel, panel);
  }
  void zoomAt(const Rect& panel, engine::Index rows, engine::Index columns, double x, double y, double factor) {
    take(panel, rows, columns);
    m_viewport.zoomAt(panel, x, y, factor);
    m_viewport.keepOnMap(rows, columns);
  }
  void panBy(const Rect& panel, engine::Index rows, engine::Index columns, double dx, double dy) {
    take(panel, rows, columns);
    m_viewport.panBy(dx, dy);
    m_viewport.keepOnMap(rows, columns);
  }
  /// Shows this region of the panel.
  void set(const Rect& panel, const MapViewport& viewport) {
    m_panel = panel;
    m_viewport = viewport;
    m_isFitted = false;
  }
  /// As plain values: {"fitted": true}, or the middle (row, column), pixels per cell, and the panel these were chosen
  /// in.
  QJsonObject state() const {
    if (m_isFitted) return {{"fitted", true}};
    return {{"row", m_viewport.centerRow},
            {"column", m_viewport.centerColumn},
            {"scale", m_viewport.pixelsPerCell},
            {"width", m_panel.width},
            {"height", m_panel.height}};
  }
  /// Puts such a state back; what is not a region of a map of this size is ignored.
  void setState(const QJsonObject& state, engine::Index rows, engine::Index columns) {
    if (state["fitted"].toBool()) return fit();
    const MapViewport viewport{state["column"].toDouble(-1), state["row"].toDouble(-1), state["scale"].toDouble()};
    const Rect panel{0, 0, state["width"].toDouble(), state["height"].toDouble()};
    if (!(viewport.pixelsPerCell > 0) || panel.isEmpty()) return;
    set(panel, viewport);
    m_viewport.keepOnMap(rows, columns);
    m_viewport.keepZoom();
  }
  void fit() { m_isFitted = true; }
  bool isFitted() const { return m_isFitted; }

 private:
  void take(const Rect& panel, engine::Index rows, engine::Index columns) { set(panel, in(panel, rows, columns)); }

  MapViewport m_viewport;
  Rect m_panel;  ///< in which m_viewport was chosen
  bool m_isFitted = true;
};

}  // namespace ui
