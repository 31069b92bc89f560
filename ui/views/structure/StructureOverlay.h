// What is painted over the picture of a structure: its veil, labels, measurements, hollow marks, legend, heading, the
// table of a motion.
#pragma once

#include <QPainter>

#include "ui/look/Theme.h"
#include "ui/scenes/structure/StructureScene.h"
#include "ui/views/structure/FlyingCamera.h"
#include "ui/views/structure/StructurePicture.h"

namespace ui {

/// `size` in logical pixels, of what the camera sees; in colours that can be read on the ground of the options.
void paintStructureOverlay(QPainter& painter, QSize size, const Veil& veil, const StructurePicture& picture,
                           const StructureMarks& marks, const StructureCamera& camera, const Theme& window);

/// How large the molecule is on a page of this size with room for legend and heading above and below; what a person
/// looks at from a place of their own: with the shape of the screen, so that nothing is cut off.
QSizeF pictureExtent(const StructurePicture& picture, const FlyingCamera& camera, QSize screen, const Theme& window,
                     QSize size);

}  // namespace ui
