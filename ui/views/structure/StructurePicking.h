// What is under the pointer in a picture of a structure.
#pragma once

#include <QPointF>
#include <QSizeF>
#include <functional>

#include "ui/scenes/structure/StructureCamera.h"
#include "ui/session/SelectionModel.h"
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

/// As other views are told of it; empty for nothing. `structure`: id of what is shown.
Focus focusOf(const Pointed& pointed, const engine::DatasetId& structure);

/// Of a position of any dataset; -1: none.
using ResidueOfPosition = std::function<engine::Index(const Position&)>;
/// What is selected, with what the pointer and a measurement are at in this view.
StructureMarks marksOf(const SelectionModel& selection, const ResidueOfPosition& residueOf, const AtomPick& hovered,
                       const Measurement& picked);

}  // namespace ui
