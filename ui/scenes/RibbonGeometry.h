// Cartoons of protein chains: a smooth tube through the C-alphas, flat and wide in helices, an arrow in strands.
#pragma once

#include <string>
#include <vector>

#include "ui/scenes/Mesh.h"

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
};
/// `folds`: one per residue over all chains; shorter or empty: the rest is coil.
std::vector<BackbonePiece> backbonePieces(const engine::Structure& structure, const std::vector<Fold>& folds);

/// Ends of the missing links between consecutive pieces of a chain.
struct BackboneGap {
  engine::Vector3 from, to;
};
std::vector<BackboneGap> backboneGaps(const engine::Structure& structure);

/// C-alpha of every residue over all chains; unset where it is missing.
std::vector<engine::Vector3> alphaPositions(const engine::Structure& structure);

/// Point owners are residues. A piece of one residue is a ball. Cubic (Catmull-Rom) spline through the C-alphas, those
/// inside strands averaged with their neighbours so that the pleat does not show.
Mesh ribbonMesh(const BackbonePiece& piece);
/// A thin tube with straight links and a ball on every C-alpha.
Mesh traceMesh(const BackbonePiece& piece);

}  // namespace ui
