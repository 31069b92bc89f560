// Cartoons of protein chains: a smooth tube through the C-alphas, flat and wide in helices, an arrow in strands.
#pragma once

#include <string>
#include <vector>

#include "ui/scenes/structure/Mesh.h"

namespace ui {

/// How a residue is drawn.
enum class Fold : std::uint8_t { coil, helix, strand };
/// H, G, I: helix; E: strand; everything else coil.
Fold foldOf(char dsspState);

/// An unbroken stretch of one chain: consecutive residues with a C-alpha, neighbours less than 4.5 Å apart.
struct BackbonePiece {
  std::vector<engine::Index> residues;  ///< counted over all chains
  std::vector<engine::Vector3> alphas;  ///< Å
  std::vector<Fold> folds;
  size_t chain = 0;
};
/// `folds`: one per residue over all chains; shorter or empty: the rest is coil.
std::vector<BackbonePiece> backbonePieces(const engine::Structure& structure, const std::vector<Fold>& folds);

/// Ends of the missing links between consecutive pieces of a chain.
struct BackboneGap {
  engine::Vector3 from, to;
};
std::vector<BackboneGap> backboneGaps(const std::vector<BackbonePiece>& pieces);

/// C-alpha of every residue over all chains; unset where it is missing.
std::vector<engine::Vector3> alphaPositions(const engine::Structure& structure);

/// How finely a chain is drawn.
struct RibbonDetail {
  int steps = 6, ring = 12;                              ///< cross-sections per residue, points of each
  int numTriangles() const { return 2 * steps * ring; }  ///< per residue
};
/// The finest detail with at most `mostTriangles` for this many residues; the coarsest one when none has so few.
RibbonDetail detailFor(size_t residues, size_t mostTriangles, MeshUse use = MeshUse::screen);

/// Point owners are residues. A piece of one residue is a ball. Cubic (Catmull-Rom) spline through the C-alphas, those
/// inside strands averaged with their neighbours so that the pleat does not show. Ends are round; the mesh is closed.
Mesh ribbonMesh(const BackbonePiece& piece, const RibbonDetail& detail = {});
/// The same spline as a round tube, whatever the fold.
Mesh tubeMesh(const BackbonePiece& piece, const RibbonDetail& detail = {});
/// Straight links; with a ball on every C-alpha where there is detail enough for it.
Mesh traceMesh(const BackbonePiece& piece, const RibbonDetail& detail = {});

}  // namespace ui
