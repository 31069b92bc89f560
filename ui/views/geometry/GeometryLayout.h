// Where the maps of pair geometry stand in a picture, with their titles and colour bars.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSize>
#include <array>
#include <optional>

#include "ui/views/geometry/GeometryOptions.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

struct GeometryLayout {
  /// Of each quantity; empty where its map is not shown.
  std::array<Rect, kNumGeometryQuantities> headers, panels, bars;
  QRectF footnote;
  bool isOne = false;  ///< one map only, by choice or for want of room
  AxisTitles titles = AxisTitles::shown;

  const Rect& panelOf(GeometryQuantity quantity) const { return panels[static_cast<size_t>(quantity)]; }
  /// The panel under a point; null outside of all.
  const Rect* panelAt(QPointF position) const;
};

/// Four maps where each is wide enough, else the main one. `length`: residues of the chain.
GeometryLayout geometryLayout(const Theme& theme, engine::Index length, const GeometryOptions& options, QSize size);

}  // namespace ui
