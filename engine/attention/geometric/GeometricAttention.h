// ESM3 geometric attention (MATHEMATICS.md 10): attention between residue frames by direction and by distance.
#pragma once

#include <limits>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/compute/KernelFlavour.h"
#include "engine/structure/Frame.h"

namespace engine {

/// code: as the released program computes it. text: as its supplementary text says, where D uses the rotated q_r, k_r
/// (without translation) and the projection is ordered q_r, k_r, q_d, k_d, v (MATHEMATICS.md 10.3).
enum class GeometricVariant { code, text };
/// Whether the output vectors of residues without a frame are set to 0.
enum class FramelessOutput { zero, keep };
/// What is kept of pairs of residues. nothing: only the sums over keys, in memory O(H L). maps: R, D, A.
enum class KeptPairs { nothing, maps, mapsAndScores };

/// H heads, M vector messages per head, L residues.
template <class T>
struct GeometricInput {
  Array<T> s;                                     ///< (L, D) features
  std::vector<Vector3> n, ca, c;                  ///< L each, Å; NaN where missing
  Array<T> W_proj, b_proj;                        ///< (12H + 3HM, D), (12H + 3HM) or empty
  Array<T> W_out, b_out;                          ///< (Dout, 3HM), (Dout) or empty
  Array<T> ln_weight, ln_bias;                    ///< (D), (D) or empty
  Array<T> w_r, w_d;                              ///< (H), before softplus
  std::vector<std::int64_t> sequenceId, chainId;  ///< L each, or empty: all the same
  GeometricVariant variant = GeometricVariant::code;
  FramelessOutput frameless = FramelessOutput::zero;
  KeptPairs kept = KeptPairs::maps;

  Index length() const { return s.length(0); }
  Index heads() const { return w_r.size(); }
  Index messages() const { return heads() == 0 ? 0 : (W_proj.length(0) - 12 * heads()) / (3 * heads()); }
};

/// Projected vectors in the world (rotated by R_i; q_d, k_d also moved by t_i, relative to `centre`), by head and then
/// residue.
template <class T>
struct GeometricVectors {
  Array<T> q_r, k_r, q_d, k_d;                ///< (H, L, 3)
  Array<T> v;                                 ///< (H, L, 3M), message by message
  Array<T> weight_r, weight_d;                ///< (H) softplus of w_r, w_d
  std::vector<std::int32_t> sequence, chain;  ///< L, small numbers from 0: equal where the ids are equal
  std::vector<std::uint8_t> hasFrame;         ///< L
  /// Å; mean of the CA atoms that have a frame, which keeps float32 invariant under translations; 0 in the variant
  /// text, where nothing is moved.
  Vector3 centre = Vector3::Zero();

  Index heads() const { return q_r.length(0); }
  Index length() const { return q_r.length(1); }
  Index components() const { return v.length(2); }  ///< 3M
};

/// What pairs of residues give.
template <class T>
struct GeometricMaps {
  Array<T> R, D;  ///< (H, L, L) q_r . k_r / sqrt(3) and |q_d - k_d| / sqrt(3); empty unless kept
  Array<T> S;     ///< (H, L, L) scores before the masks; empty unless kept
  Array<T> A;     ///< (H, L, L) weights; a row whose keys are all masked is uniform; empty unless kept
  Array<T> o;     ///< (H, L, 3M) sum of A v, in the world; not a number in rows where a score is not finite
};

template <class T>
struct GeometricResult {
  Array<T> frames_R;  ///< (L, 3, 3) columns are the axes
  Array<T> frames_t;  ///< (L, 3) Å
  GeometricVectors<T> vectors;
  GeometricMaps<T> maps;
  Array<T> Y;  ///< (L, Dout)
};

/// Scores of masked pairs: the most negative number, as in the source (a finite number: a row of them is uniform).
template <class T>
inline constexpr T kMaskedGeometricScore = std::numeric_limits<T>::lowest();
/// Added to the score of pairs of the same sequence. Other sequences are not masked, only handicapped by this one logit
/// (MATHEMATICS.md 10.2).
inline constexpr float kSameSequenceBias = 1.0f;

/// Throws Error naming the array when lengths or widths do not agree.
template <class T>
void checkGeometricInput(const GeometricInput<T>& input);

/// Mean of the CA atoms of residues with a frame; zero when there is none.
Vector3 centreOf(const Frames& frames);

/// ln(1 + e^x) of each number.
template <class T>
Array<T> softplusOf(Array<T> values);

template <class T>
GeometricVectors<T> geometricVectors(const GeometricInput<T>& input, const Frames& frames, int threads,
                                     Progress& progress);

/// (L, L): whether residue i sees residue j, which has a frame and is in the same chain.
template <class T>
Array<Bool> seenResidues(const GeometricVectors<T>& vectors);

/// One row of the maps, L numbers each, and its sum over keys (3M).
template <class T>
struct GeometricRow {
  std::vector<T> R, D, S, A, o;
};
/// Row `i` of a head as the definition has it, of all keys. Cost O(L).
template <class T>
GeometricRow<T> geometricRow(const GeometricVectors<T>& vectors, Index head, Index i);

/// Maps of the right shapes, to be written in full. Throws Error when they cannot fit into memory.
template <class T>
GeometricMaps<T> emptyGeometricMaps(const GeometricVectors<T>& vectors, KeptPairs kept);

/// The definition, row by row.
template <class T>
GeometricMaps<T> geometricMapsPlain(const GeometricVectors<T>& vectors, KeptPairs kept, int threads,
                                    Progress& progress);

/// A vector of keys at a time. Without maps: one pass relative to a bound of each row's scores (GeometricSums.h); where
/// there is none, and for several messages, the online softmax over tiles of `keyTile` keys (rounded up to vectors).
GeometricMaps<float> geometricMapsNative(const GeometricVectors<float>& vectors, KeptPairs kept, int threads,
                                         Progress& progress, Index keyTile = 512);

/// The kernels of geometric_attention.cl. Throws DeviceError.
GeometricMaps<float> geometricMapsOnDevice(const GeometricVectors<float>& vectors, KeptPairs kept, Device& device,
                                           Progress& progress, KernelFlavour flavour = KernelFlavour::automatic);

/// The maps where `where` says: on the device (falling back with a warning), natively for float, by the definition for
/// double. Throws Error when a score is not finite.
template <class T>
GeometricMaps<T> geometricMaps(const GeometricVectors<T>& vectors, KeptPairs kept, const Compute& where,
                               Diagnostics& diagnostics, Progress& progress);

/// Y of as many residues as `o` and `frames` have, from the sums over keys: turned back into the frames of the
/// residues, then W_out.
template <class T>
Array<T> geometricOutput(const GeometricInput<T>& input, const Frames& frames, const Array<T>& o, int threads,
                         Progress& progress);

/// The whole layer without its residual connection.
template <class T>
GeometricResult<T> geometricAttention(const GeometricInput<T>& input, const Compute& where, Diagnostics& diagnostics,
                                      Progress& progress);

}  // namespace engine
