// Which residues a model of sequences joins: how the logits of every letter at every residue change when one residue is
// replaced (MATHEMATICS.md 9). Zhang et al. 2024 (doi:10.1073/pnas.2406285121).
#pragma once

#include "engine/models/VariantModel.h"

namespace engine {

struct JacobianOptions {
  std::size_t memory = 0;    ///< bytes that the changes may take in memory; more of them go to a temporary file
  bool keepsTensor = false;  ///< CategoricalJacobian::tensor as well, 1600 L² bytes
};

struct CategoricalJacobian {
  Array<float> norms;   ///< (L, L), logit: Frobenius norms of the blocks, symmetric, 0 on the diagonal
  Array<float> tensor;  ///< (L, 20, L, 20), logit: centred and symmetric; empty unless asked for
};

/// 19 L + 1 runs, 20 at a residue that is none of the 20 letters. One run at a time on each of `threads` threads; the
/// numbers do not depend on how many there are. Throws Error, Cancelled.
CategoricalJacobian categoricalJacobian(const VariantModel& model, const JacobianOptions& options, int threads,
                                        Progress& progress);

}  // namespace engine
