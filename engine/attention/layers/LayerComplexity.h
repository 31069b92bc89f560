// The three layers that a lecture compares, convolution, recurrence and self-attention, as layers that run: how many
// operations they take, how many of them have to wait for each other, and how far a signal travels.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Longest path where the last position never depends on the first: a kernel of one tap.
inline constexpr Index kNeverReached = -1;

/// What one layer on n positions costs.
struct LayerComplexity {
  double flops = 0;           ///< additions and multiplications of the matrix products
  Index sequentialSteps = 0;  ///< operations that have to wait for each other, however many processors there are
  Index longestPath = 0;      ///< steps until the last position can depend on the first, through stacked layers
};

/// What one position that a layer gives is made of, directly.
struct LayerReads {
  Index firstInput = 0, endInput = 0;  ///< positions that come in
  Index state = -1;                    ///< position that the layer gave before; -1: none, nothing is waited for
};

/// A layer from n positions of width d to as many, written as steps: the work inside a step could all be done at once,
/// a step has to wait for the one before it.
class SequenceLayer {
 public:
  virtual ~SequenceLayer() = default;
  virtual std::string name() const = 0;       ///< "convolution"
  virtual std::string formulas() const = 0;   ///< "2·k·n·d² flop, 1 step, path ⌈(n - 1) / r⌉"
  virtual Index numSteps(Index n) const = 0;  ///< of one layer
  /// Does step k, reading X and what earlier steps have written to Y; both (n, d). Asks `progress` whether to stop.
  virtual void step(Index k, const Array<float>& X, Array<float>& Y, Progress& progress) const = 0;
  /// Of position i of n.
  virtual LayerReads reads(Index i, Index n) const = 0;
  /// By formula.
  virtual LayerComplexity complexity(Index n) const = 0;

  /// The whole layer.
  Array<float> apply(const Array<float>& X, Progress& progress) const;
};

/// Y_i = tanh(sum over t of W_t x_(i + t - (k-1)/2)), `kernel` odd, zeros beyond the ends. Weights are deterministic.
std::unique_ptr<const SequenceLayer> convolutionLayer(Index width, Index kernel);
/// h_i = tanh(W x_i + U h_(i-1)), h_(-1) = 0.
std::unique_ptr<const SequenceLayer> recurrentLayer(Index width);
/// Scaled dot-product attention of the positions with each other, one head, queries = keys = values.
std::unique_ptr<const SequenceLayer> selfAttentionLayer(Index width);
/// These three.
std::vector<std::unique_ptr<const SequenceLayer>> lectureLayers(Index width, Index kernel);

/// Longest path as it is: layers are stacked, and their steps counted, until a change of the first of n positions has
/// reached the last one; at most n layers.
Index measuredPath(const SequenceLayer& layer, Index n, Index width, Progress& progress);

}  // namespace engine
