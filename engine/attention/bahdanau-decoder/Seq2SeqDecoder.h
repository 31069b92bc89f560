// The decoder of Seq2Seq.h step by step, for whoever chooses the tokens.
#pragma once

#include "engine/attention/additive/Additive.h"
#include "engine/attention/bahdanau-decoder/Seq2Seq.h"

namespace engine {

template <class T>
struct DecoderStep {
  Array<T> scores, weights;  ///< (B, S), scores before the mask; empty without attention
  Array<T> logits;           ///< (B, U)
  Array<T> query, context;   ///< (B, h)
};

/// The first token of the highest logit (B, U) of every row.
template <class T>
Array<std::int64_t> bestTokens(const Array<T>& logits);

/// Has read the sources, and keeps the states of the recurrent units. The weights must live on.
template <class T>
class Seq2SeqDecoder {
 public:
  /// `input` as seq2Seq() takes it, checked; its target and steps are of no interest. Throws Error for tokens outside
  /// the table.
  Seq2SeqDecoder(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, int threads, Progress& progress);

  const Array<T>& annotations() const { return m_attention.K; }  ///< (B, S, h)

  /// Feeds one token per source (B).
  DecoderStep<T> step(const Array<std::int64_t>& tokens, Progress& progress);
  /// Every source b goes on from where rows[b] is, which has to be the same source: partial outputs change places.
  void goOnFrom(const std::vector<Index>& rows);

 private:
  Array<T> attend(const Array<T>& query, Progress& progress, DecoderStep<T>& step);
  /// All weight on one key of every source.
  Array<T> forced(Index key, Array<T>& weights) const;

  const Seq2SeqWeights<T>& m_weights;
  int m_threads;
  std::vector<Array<T>> m_states;  ///< (B, h) per layer
  Array<T> m_summary;              ///< (B, h) the last state of the encoder
  AdditiveInput<T> m_attention;
  std::map<Index, Index> m_forcedKeys;
  Index m_number = 0;  ///< of the next step
};

}  // namespace engine
