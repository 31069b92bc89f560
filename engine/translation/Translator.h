// Weights that translate, with the symbols that their tokens stand for.
#pragma once

#include "engine/attention/bahdanau-decoder/Seq2Seq.h"
#include "engine/translation/Vocabulary.h"

namespace engine {

struct Translator {
  Vocabulary source, target;
  Seq2SeqWeights<float> weights;
};

struct TranslatorSizes {
  Index embedding = 16;  ///< channels of a token, even of source and target
  Index width = 64;      ///< h, of the states; even where the encoder has both directions
  Index attention = 32;  ///< a
  bool hasAttention = true;
  bool isBidirectional = false;
};

/// Untrained: Xavier for matrices, N(0, 1) for embeddings, biases uniform on +-1/sqrt(h) (MATHEMATICS.md 3.1). The same
/// for the same seed. Throws Error for sizes below 1, and for an odd width in an encoder of both directions.
Translator newTranslator(const Vocabulary& source, const Vocabulary& target, const TranslatorSizes& sizes,
                         std::uint64_t seed);

/// Throws Error unless the tables of the weights have a row per symbol.
void checkTranslator(const Translator& translator);

/// The same weights in another precision.
template <class T>
Seq2SeqWeights<T> weightsAs(const Seq2SeqWeights<float>& weights);

/// Weights under their names in files; w_v as (1, a).
ArrayBundle weightArrays(const Seq2SeqWeights<float>& weights);

}  // namespace engine
