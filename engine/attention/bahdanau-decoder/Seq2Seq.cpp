#include "engine/attention/bahdanau-decoder/Seq2Seq.h"

#include <algorithm>

#include "engine/attention/additive/Additive.h"
#include "engine/base/Nth.h"
#include "engine/network/Embedding.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

/// Of rows [b] of `left` and `right`: left first.
template <class T>
Array<T> joined(const Array<T>& left, const Array<T>& right) {
  const Index B = left.length(0), first = left.length(1), second = right.length(1);
  Array<T> both({B, first + second}, Untouched{});
  for (Index b = 0; b < B; ++b) {
    std::copy_n(left.data() + b * first, first, both.data() + b * (first + second));
    std::copy_n(right.data() + b * second, second, both.data() + b * (first + second) + first);
  }
  return both;
}

KeyMask maskOf(const Seq2SeqInput& input) {
  const Index B = input.source.length(0), S = input.source.length(1);
  KeyMask mask = fullMask(B, 1, S);
  for (Index b = 0; b < B && !input.lengths.empty(); ++b)
    mask.keyEnd(b, 0) = static_cast<std::int32_t>(nth(input.lengths, b));
  return mask;
}

/// What the decoder gave so far, one entry per step.
template <class T>
struct Steps {
  std::vector<Array<T>> scores, weights;  ///< (B, 1, S)
  std::vector<Array<T>> logits;           ///< (B, U)
  bool keepsIntermediates = false;
  std::vector<Array<T>> queries, contexts;  ///< (B, h), unless they are not asked for
  std::vector<Array<std::int64_t>> best;    ///< (B) the first token of the highest logit
};

template <class T>
Array<std::int64_t> bestTokens(const Array<T>& logits) {
  const Index B = logits.length(0), U = logits.length(1);
  Array<std::int64_t> best({B}, 0, "tokens");
  for (Index b = 0; b < B; ++b) {
    const T* const row = logits.data() + b * U;
    best[b] = std::max_element(row, row + U) - row;
  }
  return best;
}

template <class T>
class Decoder {
 public:
  Decoder(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, GruResult<T> encoded)
      : m_weights(weights), m_states(std::move(encoded.states)) {
    m_attention.K = m_attention.V = std::move(encoded.outputs);
    m_attention.W_q = weights.W_q;
    m_attention.W_k = weights.W_k;
    m_attention.w_v = weights.w_v;
    m_attention.mask = maskOf(input);
  }

  const Array<T>& annotations() const { return m_attention.K; }

  /// Feeds one token per batch (B) and notes what comes of it.
  void step(const Array<std::int64_t>& tokens, int threads, Progress& progress, Steps<T>& steps) {
    const Array<T>& query = m_states.back();
    const Index B = query.length(0), h = query.length(1);
    m_attention.Q = query.reshaped({B, 1, h});
    Diagnostics repeated;  // the same at every step: sources without tokens, of which the caller has told
    if (steps.best.empty()) m_attention.projectedKeys = projectForAdditive(m_attention, threads, progress).keys;
    AdditiveResult<T> attended = additive(m_attention, threads, repeated, progress);
    Array<T> context = std::move(attended.O).reshaped({B, m_attention.V.length(2)});
    if (steps.keepsIntermediates) steps.queries.push_back(query);
    gruStep(m_weights.decoder, joined(context, embed(tokens, m_weights.targetEmbedding)), m_states);
    steps.scores.push_back(std::move(attended.S));
    steps.weights.push_back(std::move(attended.A));
    steps.logits.push_back(linear(m_states.back(), m_weights.W_out, m_weights.b_out));
    steps.best.push_back(bestTokens(steps.logits.back()));
    if (steps.keepsIntermediates) steps.contexts.push_back(std::move(context));
  }

 private:
  const Seq2SeqWeights<T>& m_weights;
  std::vector<Array<T>> m_states;
  AdditiveInput<T> m_attention;
};

/// Fed with the columns of the target.
template <class T>
void decodeForced(Decoder<T>& decoder, const Array<std::int64_t>& target, int threads, Progress& progress,
                  Steps<T>& steps) {
  const Index B = target.length(0), number = target.length(1);
  Array<std::int64_t> fed({B}, 0, "target");
  for (Index t = 0; t < number; ++t) {
    for (Index b = 0; b < B; ++b) fed[b] = target(b, t);
    PartProgress part(progress, double(t) / double(number), double(t + 1) / double(number));
    decoder.step(fed, threads, part, steps);
  }
}

/// Fed with its own best tokens.
template <class T>
void decodeGreedily(Decoder<T>& decoder, const Seq2SeqInput& input, int threads, Progress& progress, Steps<T>& steps) {
  const auto isEnd = [&](std::int64_t token) { return input.end >= 0 && token == input.end; };
  Array<std::int64_t> fed({input.source.length(0)}, input.begin, "begin");
  std::vector<bool> hasEnded(static_cast<size_t>(fed.size()), false);
  for (Index t = 0; t < input.steps; ++t) {
    PartProgress part(progress, double(t) / double(input.steps), double(t + 1) / double(input.steps));
    decoder.step(fed, threads, part, steps);
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

template <class T>
GruResult<T> encode(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, Progress& progress) {
  const std::vector<Index> all;
  return gru(weights.encoder, embed(input.source, weights.sourceEmbedding),
             input.padding == SourcePadding::hold ? input.lengths : all, progress);
}

void checkInput(const Seq2SeqInput& input, Diagnostics& diagnostics) {
  requireShape("source", input.source.shape(), {-1, -1});
  const Index B = input.source.length(0), S = input.source.length(1);
  if (input.target.rank() == 2) requireShape("target", input.target.shape(), {B, -1});
  if (!input.lengths.empty()) requireShape("valid_lens", {static_cast<Index>(input.lengths.size())}, {B});
  for (const Index length : input.lengths)
    if (length < 0 || length > S)
      fail("array valid_lens of shape (", B, "): found the length ", length, ", expected 0 to ", S);
  const auto empty = S == 0 ? B : std::count(input.lengths.begin(), input.lengths.end(), Index{0});
  if (empty > 0) diagnostics.warn(empty, " source(s) without tokens: their weights and contexts are 0");
}

}  // namespace

Array<Bool> seenTokens(const Seq2SeqInput& input) {
  const Index B = input.source.length(0), S = input.source.length(1);
  return seenKeys(maskOf(input), S).reshaped({B, S});
}

template <class T>
Seq2SeqWeights<T> readSeq2Seq(const NamedWeights& weights) {
  const NamedWeights encoder = weights.under("encoder"), decoder = weights.under("decoder");
  Seq2SeqWeights<T> read;
  read.sourceEmbedding = encoder.read<T>("embedding.weight", {-1, -1});
  read.encoder = readGru<T>(encoder.under("rnn"), read.sourceEmbedding.length(1));
  const Index h = read.encoder.back().hiddenWidth();
  read.W_q = decoder.read<T>("attention.W_q.weight", {-1, h});
  const Index a = read.W_q.length(0);
  read.W_k = decoder.read<T>("attention.W_k.weight", {a, h});
  read.w_v = decoder.read<T>("attention.w_v.weight", {1, a}).reshaped({a});
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
Seq2SeqResult<T> seq2Seq(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, int threads,
                         Diagnostics& diagnostics, Progress& progress) {
  checkInput(input, diagnostics);
  const bool isForced = input.target.rank() == 2;
  if (isForced) requireTokens(input.target, weights.targetEmbedding);
  PartProgress encoding(progress, 0, 0.3), decoding(progress, 0.3, 1);
  Decoder<T> decoder(input, weights, encode(input, weights, encoding));
  Steps<T> steps;
  steps.keepsIntermediates = input.keepsIntermediates;
  if (isForced)
    decodeForced(decoder, input.target, threads, decoding, steps);
  else
    decodeGreedily(decoder, input, threads, decoding, steps);
  const Index B = input.source.length(0), S = input.source.length(1), number = static_cast<Index>(steps.best.size());
  Seq2SeqResult<T> result{decoder.annotations(), stacked(steps.scores, B, S), stacked(steps.weights, B, S),
                          stacked(steps.logits, B, weights.W_out.length(0)),
                          stacked(steps.best, B, 1).reshaped({B, number})};
  if (!input.keepsIntermediates) return result;
  result.queries = stacked(steps.queries, B, weights.W_out.length(1));
  result.contexts = stacked(steps.contexts, B, weights.W_out.length(1));
  return result;
}

template Seq2SeqWeights<float> readSeq2Seq(const NamedWeights&);
template Seq2SeqWeights<double> readSeq2Seq(const NamedWeights&);
template Seq2SeqResult<float> seq2Seq(const Seq2SeqInput&, const Seq2SeqWeights<float>&, int, Diagnostics&, Progress&);
template Seq2SeqResult<double> seq2Seq(const Seq2SeqInput&, const Seq2SeqWeights<double>&, int, Diagnostics&,
                                       Progress&);

}  // namespace engine
