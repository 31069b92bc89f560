// The picture of dynamic programming over the coloured planes: axes, arrows, logos, colour bars, marks, texts.
#pragma once

#include <QPainter>
#include <QString>
#include <vector>

#include "ui/views/dp/DpLayout.h"
#include "ui/views/dp/DpMoment.h"

namespace ui {

class MapScene;

/// What a small plane, or the plane of a name, holds and how it is made large; empty elsewhere.
QString planeTip(const DpPicture& picture, const DpLayout& layout, QPointF position);
/// The coloured planes as panels of the scene below.
void showPlanes(MapScene& scene, const DpPicture& picture, const Theme& theme);
/// `cellsPerPixel`: by plane, cells a side that share a pixel in the picture below.
void paintPicture(QPainter& painter, const Theme& theme, const DpPicture& picture, const DpMoment& moment,
                  const DpLayout& layout, const std::vector<engine::Index>& cellsPerPixel);

}  // namespace ui
