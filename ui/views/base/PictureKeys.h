// What arrow keys, + and - mean to a picture that moves and is zoomed.
#pragma once

#include <QPoint>
#include <Qt>

namespace ui {

/// Of one notch of the wheel or one press of a key, in flat pictures.
inline constexpr double kZoomPerStep = 1.25;

/// Where an arrow key points: x to the right, y down, each -1, 0 or 1; null for other keys.
inline QPoint arrowOf(int key) {
  return {(key == Qt::Key_Right) - (key == Qt::Key_Left), (key == Qt::Key_Down) - (key == Qt::Key_Up)};
}

/// 1 for the keys that zoom in, -1 for the one that zooms out, 0 for others.
inline int zoomStepsOf(int key) {
  return (key == Qt::Key_Plus) + (key == Qt::Key_Equal) - (key == Qt::Key_Minus);
}

}  // namespace ui
