// What is under the pointer in a picture of a structure.
#pragma once

#include <QPointF>
#include <QSizeF>

#include "ui/scenes/structure/StructureCamera.h"
#include "ui/views/structure/StructurePicture.h"

namespace ui {

inline constexpr double kPickReach = 14;  ///< logical pixels around an atom

/// The atom within `reach` logical pixels: any in balls and sticks, C-alphas in other styles. The nearest; of several
/// about as near the one in front. Residue -1: none.
AtomPick atomAt(const StructurePicture& picture, const StructureCamera& camera, QSizeF size, QPointF pointer,
                double reach);
/// The bar within `reach`, of several the one in front; null: none. Points into the picture.
const AttentionLine* barAt(const StructurePicture& picture, const StructureCamera& camera, QSizeF size,
                           QPointF pointer, double reach);

/// An atom, a bar, or nothing.
struct Pointed {
  AtomPick atom;
  const AttentionLine* bar = nullptr;  ///< points into the picture
};
/// An atom right under the pointer comes before a bar, a bar before an atom nearby: bars end at atoms, and many pass
/// close to others. `scale`: of the theme.
Pointed pointedAt(const StructurePicture& picture, const StructureCamera& camera, QSizeF size, QPointF pointer,
                  double scale);

}  // namespace ui
