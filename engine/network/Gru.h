// Gated recurrent units, stacked, in PyTorch's convention (Cho et al. 2014, with the reset gate after the product).
#pragma once

#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/network/NamedWeights.h"

namespace engine {

/// Rows of the weights are the gates reset r, update z and candidate n, h rows each. Biases may be empty.
template <class T>
struct GruLayer {
  Array<T> W_ih;  ///< (3h, in)
  Array<T> W_hh;  ///< (3h, h)
  Array<T> b_ih;  ///< (3h)
  Array<T> b_hh;  ///< (3h)

  Index inputWidth() const { return W_ih.length(1); }
  Index hiddenWidth() const { return W_hh.length(1); }
};

/// Which way a sequence is read. In files the names of layers that read backwards end with "_reverse".
enum class GruDirection { forwards, backwards };

/// Layer k is weight_ih_lk, weight_hh_lk, bias_ih_lk, bias_hh_lk, as many layers as there are, at least one. Layers
/// above the first read `directions` (1 or 2) outputs of the one below. Throws Error naming the array and both shapes.
template <class T>
std::vector<GruLayer<T>> readGru(const NamedWeights& weights, Index inputWidth,
                                 GruDirection direction = GruDirection::forwards, Index directions = 1);
/// Whether there are layers that read backwards.
bool hasBackwardsGru(const NamedWeights& weights);

/// One step of one layer: x (B, in), state (B, h) to the new state
///   r = sigma(W_ir x + b_ir + W_hr s + b_hr),  z = sigma(W_iz x + b_iz + W_hz s + b_hz),
///   n = tanh(W_in x + b_in + r (W_hn s + b_hn)),  s' = (1 - z) n + z s.
template <class T>
Array<T> gruStep(const GruLayer<T>& layer, const Array<T>& x, const Array<T>& state);

/// One step of all layers, each fed with the state of the one below: x (B, in); `states`, one (B, h) per layer, become
/// the new ones.
template <class T>
void gruStep(const std::vector<GruLayer<T>>& layers, const Array<T>& x, std::vector<Array<T>>& states);

/// Zeros for every layer.
template <class T>
std::vector<Array<T>> initialStates(const std::vector<GruLayer<T>>& layers, Index batches);

template <class T>
struct GruResult {
  Array<T> outputs;              ///< (B, S, h): state of the last layer after every step
  std::vector<Array<T>> states;  ///< (B, h) per layer, after the last step
};

/// All steps of X (B, S, in) from states of zero, from the first or, backwards, from the last. Row b makes its first
/// lengths[b] steps (all when `lengths` is empty): in the others its state stays what it is, and its outputs are 0.
template <class T>
GruResult<T> gru(const std::vector<GruLayer<T>>& layers, const Array<T>& X, const std::vector<Index>& lengths,
                 Progress& progress, GruDirection direction = GruDirection::forwards);

/// Layer by layer in both directions (Schuster and Paliwal 1997): outputs and states have those of `forwards` first,
/// then those of `backwards`, 2h channels; each layer reads both of the one below. As many layers in both.
template <class T>
GruResult<T> bidirectionalGru(const std::vector<GruLayer<T>>& forwards, const std::vector<GruLayer<T>>& backwards,
                              const Array<T>& X, const std::vector<Index>& lengths, Progress& progress);

/// Rows of `left` and `right`, of the same leading axes, one behind the other: (..., l), (..., r) to (..., l + r).
template <class T>
Array<T> joinedChannels(const Array<T>& left, const Array<T>& right);

}  // namespace engine
