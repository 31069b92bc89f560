#include "engine/translation/Translator.h"

#include <algorithm>
#include <cmath>

#include "engine/network/Adam.h"
#include "engine/translation/Seq2SeqGradient.h"

namespace engine {

namespace {

GruLayer<float> newGru(Index in, Index h, Random& random) {
  GruLayer<float> layer{Array<float>({3 * h, in}), Array<float>({3 * h, h}), Array<float>({3 * h}),
                        Array<float>({3 * h})};
  const double bound = 1 / std::sqrt(double(h));
  fillXavier(layer.W_ih, random);
  fillXavier(layer.W_hh, random);
  fillUniform(layer.b_ih, bound, random);
  fillUniform(layer.b_hh, bound, random);
  return layer;
}

Array<float> newEmbedding(Index rows, Index width, Random& random) {
  Array<float> table({rows, width});
  for (float& value : table) value = static_cast<float>(random.normal());
  return table;
}

Array<float> newMatrix(Index out, Index in, Random& random) {
  Array<float> matrix({out, in});
  fillXavier(matrix, random);
  return matrix;
}

void checkSizes(const TranslatorSizes& sizes) {
  for (const Index size : {sizes.embedding, sizes.width, sizes.attention})
    if (size < 1) fail("sizes of a translator: found ", size, ", expected 1 or more");
  if (sizes.isBidirectional && sizes.width % 2 != 0)
    fail("channels of the state: found ", sizes.width, ", expected an even number, half of it for each direction");
}

}  // namespace

Translator newTranslator(const Vocabulary& source, const Vocabulary& target, const TranslatorSizes& sizes,
                         std::uint64_t seed) {
  checkSizes(sizes);
  Random random(splitMix64(seed));
  const Index h = sizes.width, E = sizes.embedding, g = sizes.isBidirectional ? h / 2 : h;
  Seq2SeqWeights<float> weights;
  weights.sourceEmbedding = newEmbedding(source.size(), E, random);
  weights.encoder = {newGru(E, g, random)};
  if (sizes.isBidirectional) weights.encoderBack = {newGru(E, g, random)};
  weights.targetEmbedding = newEmbedding(target.size(), E, random);
  weights.decoder = {newGru(h + E, h, random)};
  if (sizes.hasAttention) {
    weights.W_q = newMatrix(sizes.attention, h, random);
    weights.W_k = newMatrix(sizes.attention, h, random);
    weights.w_v = newMatrix(1, sizes.attention, random).reshaped({sizes.attention});
  }
  weights.W_out = newMatrix(target.size(), h, random);
  weights.b_out = Array<float>({target.size()});
  fillUniform(weights.b_out, 1 / std::sqrt(double(h)), random);
  return {source, target, std::move(weights)};
}

void checkTranslator(const Translator& translator) {
  const auto check = [](const char* what, const Array<float>& table, const Vocabulary& symbols) {
    if (table.length(0) != symbols.size())
      fail("array ", what, ": found ", table.length(0), " rows, expected ", symbols.size(), ", one per symbol");
  };
  check("encoder.embedding.weight", translator.weights.sourceEmbedding, translator.source);
  check("decoder.embedding.weight", translator.weights.targetEmbedding, translator.target);
}

template <class T>
Seq2SeqWeights<T> weightsAs(const Seq2SeqWeights<float>& weights) {
  const ArrayBundle arrays = weightArrays(weights);
  return readSeq2Seq<T>(NamedWeights(arrays));
}

ArrayBundle weightArrays(const Seq2SeqWeights<float>& weights) {
  Seq2SeqWeights<float> copy = weights;
  ArrayBundle arrays;
  for (const auto& [name, array] : namedArrays(copy)) {
    array->name = name;
    const bool isScore = array == &copy.w_v;
    const Index size = array->size();
    arrays[name] = isScore ? std::move(*array).reshaped({1, size}) : std::move(*array);
  }
  return arrays;
}

template Seq2SeqWeights<float> weightsAs(const Seq2SeqWeights<float>&);
template Seq2SeqWeights<double> weightsAs(const Seq2SeqWeights<float>&);

}  // namespace engine
