#include "engine/attention/bahdanau-decoder/Seq2Seq.h"

#include <algorithm>

#include "engine/attention/bahdanau-decoder/Seq2SeqDecoder.h"
#include "engine/base/Nth.h"
#include "engine/network/Embedding.h"

namespace engine {

namespace {

/// What the decoder gave so far, one entry per step.
template <class T>
struct Steps {
  std::vector<Array<T>> scores, weights;  ///< (B, S), none without attention
  std::vector<Array<T>> logits;           ///< (B, U)
  bool keepsIntermediates = false;
  std::vector<Array<T>> queries, contexts;  ///< (B, h), unless they are not asked for
  std::vector<Array<std::int64_t>> best;    ///< (B) the first token of the highest logit

  void take(DecoderStep<T> step) {
    best.push_back(bestTokens(step.logits));
    logits.push_back(std::move(step.logits));
    if (step.weights.rank() == 2) {
      scores.push_back(std::move(step.scores));
      weights.push_back(std::move(step.weights));
    }
    if (!keepsIntermediates) return;
    queries.push_back(std::move(step.query));
    contexts.push_back(std::move(step.context));
  }
};

/// Fed with the columns of the target.
template <class T>
void decodeForced(Seq2SeqDecoder<T>& decoder, const Array<std::int64_t>& target, Progress& progress, Steps<T>& steps) {
  const Index B = target.length(0), number = target.length(1);
  Array<std::int64_t> fed({B}, 0, "target");
  for (Index t = 0; t < number; ++t) {
    for (Index b = 0; b < B; ++b) fed[b] = target(b, t);
    PartProgress part(progress, double(t) / double(number), double(t + 1) / double(number));
    steps.take(decoder.step(fed, part));
  }
}

/// Fed with its own best tokens.
template <class T>
void decodeGreedily(Seq2SeqDecoder<T>& decoder, const Seq2SeqInput& input, Progress& progress, Steps<T>& steps) {
  const auto isEnd = [&](std::int64_t token) { return input.end >= 0 && token == input.end; };
  Array<std::int64_t> fed({input.source.length(0)}, input.begin, "begin");
  std::vector<bool> hasEnded(static_cast<size_t>(fed.size()), false);
  for (Index t = 0; t < input.steps; ++t) {
    PartProgress part(progress, double(t) / double(input.steps), double(t + 1) / double(input.steps));
    steps.take(decoder.step(fed, part));
    fed = steps.best.back();
    for (size_t b = 0; b < hasEnded.size(); ++b) {
      std::int64_t& token = fed[static_cast<Index>(b)];
      if (hasEnded[b]) token = input.end;
      hasEnded[b] = isEnd(token);
    }
    steps.best.back() = fed;
    if (input.end >= 0 && std::all_of(hasEnded.begin(), hasEnded.end(), [](bool ended) { return ended; })) break;
  }
}

/// One array (B, steps, width) out of one of B rows per step.
template <class T>
Array<T> stacked(const std::vector<Array<T>>& steps, Index batches, Index width) {
  const Index number = static_cast<Index>(steps.size());
  Array<T> all({batches, number, width}, Untouched{});
  for (Index b = 0; b < batches; ++b)
    for (Index t = 0; t < number; ++t)
      std::copy_n(nth(steps, t).data() + b * width, width, all.data() + (b * number + t) * width);
  return all;
}

void checkForcedKeys(const Seq2SeqInput& input, bool hasAttention) {
  Index shortest = input.source.length(1);
  for (const Index length : input.lengths) shortest = std::min(shortest, length);
  for (const auto& [step, key] : input.forcedKeys) {
    if (!hasAttention) fail("step ", step + 1, " cannot be made to attend: the weights have no attention");
    if (key < 0 || key >= shortest)
      fail("step ", step + 1, " is to attend to token ", key + 1, ", found ", shortest, " token(s) in the source");
  }
}

/// The encoder's part of the weights.
template <class T>
void readEncoder(const NamedWeights& encoder, Seq2SeqWeights<T>& read) {
  read.sourceEmbedding = encoder.read<T>("embedding.weight", {-1, -1});
  const NamedWeights rnn = encoder.under("rnn");
  const Index E = read.sourceEmbedding.length(1), directions = hasBackwardsGru(rnn) ? 2 : 1;
  read.encoder = readGru<T>(rnn, E, GruDirection::forwards, directions);
  if (directions == 1) return;
  read.encoderBack = readGru<T>(rnn, E, GruDirection::backwards, directions);
  if (read.encoderBack.size() != read.encoder.size())
    fail("array ", rnn.fullName("weight_hh_l0_reverse"), ": found ", read.encoderBack.size(),
         " layer(s) that read backwards, expected ", read.encoder.size());
  for (size_t k = 0; k < read.encoder.size(); ++k)
    requireShape(read.encoderBack[k].W_hh.name, read.encoderBack[k].W_hh.shape(), read.encoder[k].W_hh.shape());
}

/// Of a decoder whose states have h channels; none where the file has none.
template <class T>
void readAttention(const NamedWeights& decoder, Index h, Seq2SeqWeights<T>& read) {
  const NamedWeights attention = decoder.under("attention");
  const char* const names[] = {"W_q.weight", "W_k.weight", "w_v.weight"};
  if (std::none_of(std::begin(names), std::end(names), [&](const char* name) { return attention.contains(name); }))
    return;
  read.W_q = attention.read<T>(names[0], {-1, h});
  const Index a = read.W_q.length(0);
  read.W_k = attention.read<T>(names[1], {a, h});
  read.w_v = attention.read<T>(names[2], {1, a}).reshaped({a});
}

}  // namespace

template <class T>
Seq2SeqWeights<T> readSeq2Seq(const NamedWeights& weights) {
  const NamedWeights decoder = weights.under("decoder");
  Seq2SeqWeights<T> read;
  readEncoder(weights.under("encoder"), read);
  const Index h = read.encoder.back().hiddenWidth() * (read.encoderBack.empty() ? 1 : 2);
  readAttention(decoder, h, read);
  read.targetEmbedding = decoder.read<T>("embedding.weight", {-1, -1});
  const Index U = read.targetEmbedding.length(0);
  read.decoder = readGru<T>(decoder.under("rnn"), h + read.targetEmbedding.length(1));
  if (read.decoder.size() != read.encoder.size())
    fail("array ", decoder.fullName("rnn.weight_hh_l0"), ": found ", read.decoder.size(),
         " layer(s) of recurrent units, expected the ", read.encoder.size(), " of the encoder");
  requireShape(read.decoder.front().W_hh.name, read.decoder.front().W_hh.shape(), {3 * h, h});
  read.W_out = decoder.read<T>("dense.weight", {U, h});
  read.b_out = decoder.readOptional<T>("dense.bias", {U});
  return read;
}

template <class T>
void checkSeq2Seq(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, Diagnostics& diagnostics) {
  requireShape("source", input.source.shape(), {-1, -1});
  const Index B = input.source.length(0), S = input.source.length(1);
  if (input.target.rank() == 2) requireShape("target", input.target.shape(), {B, -1});
  if (!input.lengths.empty()) requireShape("valid_lens", {static_cast<Index>(input.lengths.size())}, {B});
  for (const Index length : input.lengths)
    if (length < 0 || length > S)
      fail("array valid_lens of shape (", B, "): found the length ", length, ", expected 0 to ", S);
  checkForcedKeys(input, weights.hasAttention());
  if (input.target.rank() == 2) requireTokens(input.target, weights.targetEmbedding);
  const auto empty = S == 0 ? B : std::count(input.lengths.begin(), input.lengths.end(), Index{0});
  if (empty > 0) diagnostics.warn(empty, " source(s) without tokens: their weights and contexts are 0");
}

template <class T>
Seq2SeqResult<T> seq2Seq(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, int threads,
                         Diagnostics& diagnostics, Progress& progress) {
  checkSeq2Seq(input, weights, diagnostics);
  const bool isForced = input.target.rank() == 2;
  PartProgress encoding(progress, 0, 0.3), decoding(progress, 0.3, 1);
  Seq2SeqDecoder<T> decoder(input, weights, threads, encoding);
  Steps<T> steps;
  steps.keepsIntermediates = input.keepsIntermediates;
  if (isForced)
    decodeForced(decoder, input.target, decoding, steps);
  else
    decodeGreedily(decoder, input, decoding, steps);
  const Index B = input.source.length(0), S = input.source.length(1), number = static_cast<Index>(steps.best.size());
  Seq2SeqResult<T> result;
  result.annotations = decoder.annotations();
  result.logits = stacked(steps.logits, B, weights.W_out.length(0));
  result.tokens = stacked(steps.best, B, 1).reshaped({B, number});
  if (weights.hasAttention()) {
    result.S = stacked(steps.scores, B, S);
    result.A = stacked(steps.weights, B, S);
  }
  if (!input.keepsIntermediates) return result;
  result.queries = stacked(steps.queries, B, weights.width());
  result.contexts = stacked(steps.contexts, B, weights.width());
  return result;
}

template Seq2SeqWeights<float> readSeq2Seq(const NamedWeights&);
template Seq2SeqWeights<double> readSeq2Seq(const NamedWeights&);
template void checkSeq2Seq(const Seq2SeqInput&, const Seq2SeqWeights<float>&, Diagnostics&);
template void checkSeq2Seq(const Seq2SeqInput&, const Seq2SeqWeights<double>&, Diagnostics&);
template Seq2SeqResult<float> seq2Seq(const Seq2SeqInput&, const Seq2SeqWeights<float>&, int, Diagnostics&, Progress&);
template Seq2SeqResult<double> seq2Seq(const Seq2SeqInput&, const Seq2SeqWeights<double>&, int, Diagnostics&,
                                       Progress&);

}  // namespace engine
