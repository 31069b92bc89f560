// Pan and zoom of a map view that fits itself to any picture size until the user moves it.
#pragma once

#include "ui/scenes/MapViewport.h"

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
  void fit() { m_isFitted = true; }
  bool isFitted() const { return m_isFitted; }

 private:
  void take(const Rect& panel, engine::Index rows, engine::Index columns) { set(panel, in(panel, rows, columns)); }

  MapViewport m_viewport;
  Rect m_panel;  ///< in which m_viewport was chosen
  bool m_isFitted = true;
};

}  // namespace ui
