// A chain as a graph of nodes: its alpha carbons with features that its residues and its course have, and untrained
// weights (engine/attention/MATHEMATICS.md 11.6).
#pragma once

#include <string>

#include "engine/attention/equivariant/EquivariantAttention.h"
#include "engine/structure/Structure.h"

namespace engine {

/// Å, within which a residue sees the alpha carbons of others, where nothing else is asked for.
inline constexpr double kRadiusOfResidues = 8;

struct ChainGraph {
  ArrayBundle arrays;   ///< as "attention equivariant" takes them
  std::string letters;  ///< of the nodes: residues whose alpha carbon is known
};
/// Weights are normal with variance 1, from one stream by `seed` in the order of the mechanism's inputs.
ChainGraph graphOfChain(const Chain& chain, const EquivariantSetting& setting, std::uint64_t seed);

}  // namespace engine
