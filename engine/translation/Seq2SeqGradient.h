// Loss and gradients of a translator on a batch, written out: many times as fast as the tape, which is the definition
// that the tests compare it with.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/attention/bahdanau-decoder/Seq2Seq.h"
#include "engine/translation/TokenBatch.h"

namespace engine {

/// Every array of the weights with its name in files, in a fixed order; w_v has one axis here.
template <class T>
std::vector<std::pair<std::string, Array<T>*>> namedArrays(Seq2SeqWeights<T>& weights);

/// Arrays of the same shapes, of zeros.
template <class T>
Seq2SeqWeights<T> zerosLike(const Seq2SeqWeights<T>& weights);

/// The sum of -ln p over the wanted tokens of the pairs [first, end) of a batch, and the gradients of `scale` times it,
/// added to `gradient` (MATHEMATICS.md 2). Weights with one recurrent layer, with or without attention, of one
/// direction or both. Throws Error for more layers.
template <class T>
double addGradient(const TokenBatch& batch, Index first, Index end, const Seq2SeqWeights<T>& weights, double scale,
                   Seq2SeqWeights<T>& gradient);

/// Mean of -ln p over the wanted tokens of the whole batch and its gradients, from halves of the batch at a time that
/// are added in their order: the same bits with any number of threads.
template <class T>
double lossAndGradient(const TokenBatch& batch, const Seq2SeqWeights<T>& weights, int threads,
                       Seq2SeqWeights<T>& gradient);

}  // namespace engine
