// A block of AlphaFold 2's Evoformer (MATHEMATICS.md 18.7): an alignment and its pairs change each other.
#pragma once

#include "engine/attention/outer-product-mean/OuterProductMean.h"
#include "engine/attention/pair-biased-row/AlignmentWithPairs.h"
#include "engine/attention/triangle-attention/TriangleAttention.h"
#include "engine/attention/triangle-multiplication/TriangleMultiplication.h"

namespace engine {

/// Weights of all modules under the names of OpenFold's checkpoints: msa_att_row.…, msa_att_col._msa_att.…, ….
InputList evoformerInputs();

/// A step of the block, and what the features that it changed are then.
template <class T>
struct EvoformerStep {
  const char* name;  ///< "m_row", "m_column", "z_outer", "z_out", "z_in", "z_start", "z_end"
  Array<T> features;
};

struct EvoformerOptions {
  bool keepsMaps = true;
  bool keepsSteps = false;
  Array<Bool> cells = {};  ///< (N, L) that are no padding; empty: all
  Array<Bool> pairs = {};  ///< (L, L)
};

template <class T>
struct EvoformerResult {
  Array<T> m, z;                        ///< (N, L, D), (L, L, P)
  Array<T> A_row;                       ///< (N, H, L, L); all maps are empty unless kept
  Array<T> A_column;                    ///< (L, H, N, N)
  Array<T> A_start, A_end;              ///< (L, T, L, L)
  std::vector<EvoformerStep<T>> steps;  ///< before the transitions; none unless kept
};

/// m (N, L, D), z (L, L, P). Every module's output is added to what came in; no dropout. Throws Error when a score does
/// not fit into T.
template <class T>
EvoformerResult<T> evoformerBlock(Array<T> m, Array<T> z, const ModuleWeights<T>& weights,
                                  const EvoformerOptions& options, const Work& work);

}  // namespace engine
