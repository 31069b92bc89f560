// The diagram of an architecture as a picture: where boxes and arrows are, how they are painted, and as a file.
#pragma once

#include <QPainter>
#include <QString>
#include <vector>

#include "app/window/architecture/Architecture.h"
#include "ui/look/Theme.h"

namespace app {

/// Logical pixels of all of it.
QSize architectureSize(const Architecture& architecture, const ui::Theme& theme);
QRectF boxArea(const ArchitectureBox& box, const ui::Theme& theme);
/// From the edge of one box to that of another, two points or three.
std::vector<QPointF> pathOf(const Architecture& architecture, const ArchitectureArrow& arrow, const ui::Theme& theme);
/// As marks of states are told apart.
QColor trackColor(int track, const ui::Theme& theme);
constexpr double kRunningBorder = 2, kToldBorder = 1, kBoxCorner = 6;

/// Headings of the tracks and arrows: what stands around the boxes.
void paintTracks(QPainter& painter, const Architecture& architecture, const ui::Theme& theme);
/// Both lines of each box, with a thicker frame where something here runs it.
void paintBoxes(QPainter& painter, const Architecture& architecture, const ui::Theme& theme);

/// Writes PNG, SVG or PDF by suffix, in the theme in use; `scale`: pixels of a PNG per logical pixel. Throws
/// engine::Error.
void saveArchitecture(const Architecture& architecture, const QString& path, double scale);

}  // namespace app
