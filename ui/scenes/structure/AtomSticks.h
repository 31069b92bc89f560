// Balls and sticks: which atoms of a structure are bonded, and how that is drawn.
#pragma once

#include <vector>

#include "engine/structure/Structure.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/structure/Mesh.h"

namespace ui {

struct StickAtom {
  engine::Vector3 position;   ///< Å
  engine::Index residue = 0;  ///< over all chains
  std::string element;
};
struct AtomSticks {
  std::vector<StickAtom> atoms;  ///< those with a position; no hydrogens
  std::vector<std::pair<size_t, size_t>> bonds;
};

/// Bonds by distance: within a residue below 1.95 Å, from C to the next residue's N below 2 Å, between two SG below 2.3
/// Å.
AtomSticks atomSticks(const engine::Structure& structure);

/// Nitrogen blue, oxygen red, sulphur yellow, others the colour of the residue.
Rgb atomColor(const std::string& element, const Rgb& residueColor);

/// Balls and sticks, rounder in a picture; with more atoms than fit into that many triangles sticks alone, then thin
/// lines. The owner of a point is its atom.
Mesh stickMesh(const AtomSticks& sticks, size_t mostTriangles, MeshUse use = MeshUse::screen);

}  // namespace ui
