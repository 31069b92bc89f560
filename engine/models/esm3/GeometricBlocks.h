// Blocks of ESM3 in which residues attend to each other by where they are and how they are turned (MATHEMATICS.md 7).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/models/Architecture.h"
#include "engine/models/esmc/SwigluBlock.h"
#include "engine/structure/Frame.h"

namespace engine {

/// Names of the two kinds of maps. The trunk has geometric ones in its first block, the encoder has no others.
inline constexpr const char* kPlainMaps = "attention";
inline constexpr const char* kGeometricMaps = "geometric_attention";

/// "transformer.blocks.3."
std::string esm3BlockName(Index layer);
bool hasPlainAttention(const ModelWeights& weights, Index layer);
bool hasGeometricAttention(const ModelWeights& weights, Index layer);
/// H of the geometric attention of a block: as many as distance_scale_per_head says. Throws Error naming the array.
Index geometricHeads(const ModelWeights& weights, Index layer);
/// Layers, widths and heads: those of the plain attention where there is any. Throws Error naming file and weight.
ModelSizes sizesOfEsm3(const ModelWeights& weights, Index heads);
/// Names of the arrays of all blocks.
std::vector<std::string> esm3BlockNames(const ModelWeights& weights, const ModelSizes& sizes);

/// N, CA and C (L, 3, 3) in Å as frames. Throws Error for another shape.
Frames framesOfAtoms(const Array<float>& backbone);

void warnOfMissingFrames(const Frames& frames, Diagnostics& diagnostics);

/// The residues that blocks run on.
struct PlacedResidues {
  Frames frames;                     ///< one per row of x
  std::vector<std::int64_t> chains;  ///< one per row of x, or empty: one chain
  Index group = -1;                  ///< neighbouring rows that see each other alone; negative: all do
};

template <class T>
class Esm3Blocks {
 public:
  /// Keeps the setup's weights and sizes. Throws Error unless there is one chain number per residue, or none.
  Esm3Blocks(const ModelSetup& setup, PlacedResidues residues);

  /// What the blocks give, and how many of them, from the first on, give it.
  std::vector<std::string> mapNames() const;
  Index numLayersOf(const std::string& maps) const;
  /// x (rows, D) becomes what the block leaves: plain attention, geometric attention, feed-forward, as far as it has
  /// them. Maps of groups are (H, groups, K, K).
  LayerMaps<T> run(Index layer, Array<T>& x, const LayerWish& wish, const ModelCall& call) const;
  const PlacedResidues& residues() const { return m_residues; }

 private:
  Array<T> addGeometric(Index layer, Array<T>& x, const LayerWish& wish, const ModelCall& call) const;

  std::shared_ptr<const ModelWeights> m_weights;
  SwigluRule m_rule;
  PlacedResidues m_residues;
};

}  // namespace engine
