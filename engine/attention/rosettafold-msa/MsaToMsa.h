// MSA2MSA of RoseTTAFold (MATHEMATICS.md 8.4): an encoder layer with soft-tied attention along the sequence, whose map
// is kept for the pair features, then one with Performer attention along the alignment.
#pragma once

#include "engine/attention/layers/EncoderLayer.h"

namespace engine {

template <class T>
struct MsaToMsaWeights {
  EncoderLayerWeights<T> alongSequence;   ///< softTied
  EncoderLayerWeights<T> alongAlignment;  ///< performer, with the stored projection
};

/// encoder_1.layers.0 and encoder_2.layers.0. Throws Error naming the array and both shapes.
template <class T>
MsaToMsaWeights<T> readMsaToMsa(const NamedWeights& weights, Index width, Index heads);

template <class T>
struct MsaToMsaResult {
  Array<T> msa;   ///< (N, L, D)
  Array<T> w;     ///< (N, L, H) weights of the sequences
  Array<T> A;     ///< (H, L, L) soft-tied map; rows sum to 1
  Array<T> pair;  ///< (L, L, H) symmetrised map; rows need not sum to 1
  // Empty unless asked for:
  Array<T> S;      ///< (H, L, L) scores of A
  Array<T> first;  ///< (N, L, D) features after the layer along the sequence
};

/// Features X (N, L, D), row 0 the target sequence. Order of the other rows does not matter: permuted, they come out
/// permuted. Throws Error naming the array for shapes that do not fit and for N = 0.
template <class T>
MsaToMsaResult<T> msaToMsa(Array<T> X, const MsaToMsaWeights<T>& weights, bool keepsIntermediates,
                           const Compute& compute, Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
