// One residue frame, large and from the side.
#pragma once

#include <optional>

#include "ui/views/structure/StructurePicture.h"

namespace ui {

/// Where `camera` goes to see the frame of a residue: x to the right, z up, y a little to the back, an axis about a
/// third of the picture high. Nothing for residues without a frame.
std::optional<StructureCamera> besideFrame(const StructurePicture& picture, engine::Index residue,
                                           StructureCamera camera);

}  // namespace ui
