#include "engine/attention/bahdanau-decoder/Seq2SeqDecoder.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/network/Embedding.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

KeyMask maskOf(const Seq2SeqInput& input) {
  const Index B = input.source.length(0), S = input.source.length(1);
  KeyMask mask = fullMask(B, 1, S);
  for (Index b = 0; b < B && !input.lengths.empty(); ++b)
    mask.keyEnd(b, 0) = static_cast<std::int32_t>(nth(input.lengths, b));
  return mask;
}

template <class T>
GruResult<T> encode(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, Progress& progress) {
  const std::vector<Index> lengths = input.padding == SourcePadding::hold ? input.lengths : std::vector<Index>{};
  const Array<T> embedded = embed(input.source, weights.sourceEmbedding);
  return weights.encoderBack.empty()
             ? gru(weights.encoder, embedded, lengths, progress)
             : bidirectionalGru(weights.encoder, weights.encoderBack, embedded, lengths, progress);
}

}  // namespace

Array<Bool> seenTokens(const Seq2SeqInput& input) {
  const Index B = input.source.length(0), S = input.source.length(1);
  return seenKeys(maskOf(input), S).reshaped({B, S});
}

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
Seq2SeqDecoder<T>::Seq2SeqDecoder(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, int threads,
                                  Progress& progress)
    : m_weights(weights), m_threads(threads), m_forcedKeys(input.forcedKeys) {
  GruResult<T> encoded = encode(input, weights, progress);
  m_states = std::move(encoded.states);
  m_summary = m_states.back();
  m_attention.K = m_attention.V = std::move(encoded.outputs);
  m_attention.W_q = weights.W_q;
  m_attention.W_k = weights.W_k;
  m_attention.w_v = weights.w_v;
  m_attention.mask = maskOf(input);
  if (!weights.hasAttention()) return;
  m_attention.Q = m_summary.reshaped({m_summary.length(0), 1, m_summary.length(1)});
  m_attention.projectedKeys = projectForAdditive(m_attention, threads, progress).keys;
}

template <class T>
DecoderStep<T> Seq2SeqDecoder<T>::step(const Array<std::int64_t>& tokens, Progress& progress) {
  DecoderStep<T> step;
  step.query = m_states.back();
  step.context = m_weights.hasAttention() ? attend(step.query, progress, step) : m_summary;
  gruStep(m_weights.decoder, joinedChannels(step.context, embed(tokens, m_weights.targetEmbedding)), m_states);
  step.logits = linear(m_states.back(), m_weights.W_out, m_weights.b_out);
  ++m_number;
  return step;
}

template <class T>
Array<T> Seq2SeqDecoder<T>::attend(const Array<T>& query, Progress& progress, DecoderStep<T>& step) {
  const Index B = query.length(0), h = query.length(1), S = m_attention.K.length(1);
  m_attention.Q = query.reshaped({B, 1, h});
  Diagnostics repeated;  // the same at every step: sources without tokens, of which the caller has told
  AdditiveResult<T> attended = additive(m_attention, m_threads, repeated, progress);
  step.scores = std::move(attended.S).reshaped({B, S});
  step.weights = std::move(attended.A).reshaped({B, S});
  const auto key = m_forcedKeys.find(m_number);
  if (key != m_forcedKeys.end()) return forced(key->second, step.weights);
  return std::move(attended.O).reshaped({B, m_attention.V.length(2)});
}

template <class T>
Array<T> Seq2SeqDecoder<T>::forced(Index key, Array<T>& weights) const {
  const Index B = weights.length(0), S = weights.length(1), h = m_attention.V.length(2);
  std::fill(weights.begin(), weights.end(), T{});
  Array<T> context({B, h}, Untouched{});
  for (Index b = 0; b < B; ++b) {
    weights(b, key) = 1;
    std::copy_n(m_attention.V.data() + (b * S + key) * h, h, context.data() + b * h);
  }
  return context;
}

template <class T>
void Seq2SeqDecoder<T>::goOnFrom(const std::vector<Index>& rows) {
  for (Array<T>& state : m_states) {
    const Array<T> before = state;
    const Index h = state.length(1);
    for (Index b = 0; b < state.length(0); ++b) std::copy_n(before.data() + nth(rows, b) * h, h, state.data() + b * h);
  }
}

template Array<std::int64_t> bestTokens(const Array<float>&);
template Array<std::int64_t> bestTokens(const Array<double>&);
template class Seq2SeqDecoder<float>;
template class Seq2SeqDecoder<double>;

}  // namespace engine
