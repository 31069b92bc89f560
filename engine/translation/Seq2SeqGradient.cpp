#include "engine/translation/Seq2SeqGradient.h"

#include <algorithm>
#include <functional>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/translation/DecoderPass.h"

namespace engine {

namespace {

constexpr Index kPairsAtOnce = 16;

template <class T>
void addNamed(const std::string& name, const std::string& ending, GruLayer<T>& layer,
              std::vector<std::pair<std::string, Array<T>*>>& all) {
  all.push_back({name + ".weight_ih" + ending, &layer.W_ih});
  all.push_back({name + ".weight_hh" + ending, &layer.W_hh});
  all.push_back({name + ".bias_ih" + ending, &layer.b_ih});
  all.push_back({name + ".bias_hh" + ending, &layer.b_hh});
}

template <class T>
void addArrays(Seq2SeqWeights<T>& weights, Seq2SeqWeights<T>& sum) {
  const auto from = namedArrays(weights), to = namedArrays(sum);
  for (size_t k = 0; k < to.size(); ++k)
    std::transform(to[k].second->begin(), to[k].second->end(), from[k].second->begin(), to[k].second->begin(),
                   std::plus<T>());
}

}  // namespace

template <class T>
std::vector<std::pair<std::string, Array<T>*>> namedArrays(Seq2SeqWeights<T>& weights) {
  std::vector<std::pair<std::string, Array<T>*>> all{{"encoder.embedding.weight", &weights.sourceEmbedding}};
  for (size_t k = 0; k < weights.encoder.size(); ++k)
    addNamed("encoder.rnn", "_l" + std::to_string(k), weights.encoder[k], all);
  for (size_t k = 0; k < weights.encoderBack.size(); ++k)
    addNamed("encoder.rnn", "_l" + std::to_string(k) + "_reverse", weights.encoderBack[k], all);
  if (weights.hasAttention()) {
    all.push_back({"decoder.attention.W_q.weight", &weights.W_q});
    all.push_back({"decoder.attention.W_k.weight", &weights.W_k});
    all.push_back({"decoder.attention.w_v.weight", &weights.w_v});
  }
  all.push_back({"decoder.embedding.weight", &weights.targetEmbedding});
  for (size_t k = 0; k < weights.decoder.size(); ++k)
    addNamed("decoder.rnn", "_l" + std::to_string(k), weights.decoder[k], all);
  all.push_back({"decoder.dense.weight", &weights.W_out});
  all.push_back({"decoder.dense.bias", &weights.b_out});
  std::erase_if(all, [](const auto& named) { return named.second->empty(); });
  return all;
}

template <class T>
Seq2SeqWeights<T> zerosLike(const Seq2SeqWeights<T>& weights) {
  Seq2SeqWeights<T> zeros = weights;
  for (const auto& [name, array] : namedArrays(zeros)) std::fill(array->begin(), array->end(), T{});
  return zeros;
}

template <class T>
double addGradient(const TokenBatch& batch, Index first, Index end, const Seq2SeqWeights<T>& weights, double scale,
                   Seq2SeqWeights<T>& gradient) {
  if (weights.encoder.size() != 1 || weights.decoder.size() != 1)
    fail("training: found ", std::max(weights.encoder.size(), weights.decoder.size()),
         ", expected 1 layer of recurrent units");
  EncoderPass<T> encoder(batch, first, end, weights);
  DecoderPass<T> decoder(batch, first, end, encoder, weights);
  decoder.back(static_cast<T>(scale), gradient);
  encoder.back(decoder.byAnnotations(), decoder.byLastState(), gradient);
  return decoder.loss();
}

template <class T>
double lossAndGradient(const TokenBatch& batch, const Seq2SeqWeights<T>& weights, int threads,
                       Seq2SeqWeights<T>& gradient) {
  const Index B = batch.source.length(0);
  const auto numWanted = batch.wanted.size() - std::count(batch.wanted.begin(), batch.wanted.end(), kPaddingToken);
  gradient = zerosLike(weights);
  if (numWanted == 0) return 0;
  const Index numParts = (B + kPairsAtOnce - 1) / kPairsAtOnce;
  std::vector<Seq2SeqWeights<T>> parts(static_cast<size_t>(numParts), gradient);
  std::vector<double> losses(static_cast<size_t>(numParts));
  parallelFor(numParts, 1, threads, [&](Index begin, Index stop) {
    for (Index part = begin; part < stop; ++part)
      nth(losses, part) = addGradient(batch, part * kPairsAtOnce, std::min(B, (part + 1) * kPairsAtOnce), weights,
                                      1 / double(numWanted), nth(parts, part));
  });
  double loss = 0;
  for (Index part = 0; part < numParts; ++part) {
    loss += nth(losses, part);
    addArrays(nth(parts, part), gradient);
  }
  return loss / double(numWanted);
}

#define INSTANTIATE(T)                                                                                                \
  template std::vector<std::pair<std::string, Array<T>*>> namedArrays(Seq2SeqWeights<T>&);                            \
  template Seq2SeqWeights<T> zerosLike(const Seq2SeqWeights<T>&);                                                     \
  template double addGradient(const TokenBatch&, Index, Index, const Seq2SeqWeights<T>&, double, Seq2SeqWeights<T>&); \
  template double lossAndGradient(const TokenBatch&, const Seq2SeqWeights<T>&, int, Seq2SeqWeights<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
