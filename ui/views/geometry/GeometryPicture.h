// The picture of pair geometry: what is written around and over its maps, and the same in words and tables.
#pragma once

#include <QPainter>
#include <array>
#include <vector>

#include "ui/scenes/maps/MapScene.h"
#include "ui/views/geometry/GeometryChain.h"
#include "ui/views/geometry/GeometryLayout.h"
#include "ui/views/maps/MapNavigation.h"

namespace ui {

using GeometryLooks = std::array<MapLook, kNumGeometryQuantities>;  ///< by quantity; distances in Å, angles in radians
GeometryLooks geometryLooks(const GeometryOptions& options, double largestDistance, const Theme& theme);

struct GeometryMarks {
  std::vector<GeometryCell> kept;
  GeometryCell locked, hovered;
};

struct GeometryPicture {
  const GeometryChain& chain;
  const GeometryOptions& options;
  const MapNavigation& navigation;
  const GeometryLooks& looks;
  const std::vector<MapLine>& contactLines;
  GeometryLayout layout;
  GeometryMarks marks;
  std::array<engine::Index, kNumGeometryQuantities> cellsPerPixel{};  ///< of each map; 0 and 1: no two share a pixel
};
void paintGeometry(QPainter& painter, const Theme& theme, const GeometryPicture& picture);

/// For the legend of a figure.
QString geometryCaption(const GeometryChain& chain, const GeometryOptions& options, const GeometryLayout& layout,
                        const MapNavigation& navigation);
/// The cells in sight of each map, Å or degrees.
std::vector<NumberTable> geometryNumbers(const GeometryChain& chain, const GeometryLayout& layout,
                                         const MapNavigation& navigation);

}  // namespace ui
