// The decoder over a batch of targets that it is fed with, and back.
#pragma once

#include <vector>

#include "engine/translation/EncoderPass.h"

namespace engine {

/// Rows of matrices with (T B) of them are step-major. Encoder and weights must live on.
template <class T>
class DecoderPass {
 public:
  /// Of the pairs [first, end) of the batch, behind the encoder of the same.
  DecoderPass(const TokenBatch& batch, Index first, Index end, const EncoderPass<T>& encoder,
              const Seq2SeqWeights<T>& weights);

  /// The sum of -ln p over the wanted tokens.
  double loss() const { return m_loss; }

  /// Adds the gradients of `scale` times the loss by the weights; gives those by what the encoder made.
  void back(T scale, Seq2SeqWeights<T>& gradient);
  const Matrix<T>& byAnnotations() const { return m_byAnnotations; }
  const Matrix<T>& byLastState() const { return m_byLastState; }

 private:
  /// The context (B, h) of the next step, from the state before it.
  Matrix<T> attend(const Matrix<T>& state);
  /// From the gradient by the context of a step to that by the state that asked.
  Matrix<T> attendBack(Index step, const Matrix<T>& byContext, Seq2SeqWeights<T>& gradient);
  /// Loss and its gradient by the logits.
  void compareWithWanted();

  const EncoderPass<T>& m_encoder;
  const Seq2SeqWeights<T>& m_weights;
  Matrix<T> m_W_ih, m_W_out, m_W_q, m_w_v;  ///< of the decoder's units, (1, a)
  Index m_steps, m_batch;
  std::vector<Index> m_fed, m_wanted;  ///< (T B)
  Matrix<T> m_embedded, m_contexts;    ///< (T B, e), (T B, h)
  GruPass<T> m_pass;
  Matrix<T> m_states;                 ///< (T B, h) after each step
  Matrix<T> m_keys;                   ///< (S B, a) W_k k
  std::vector<Matrix<T>> m_bent;      ///< per step (S B, a): tanh(W_q q + W_k k)
  std::vector<Matrix<T>> m_attended;  ///< per step (S, B) weights
  Matrix<T> m_byLogits;               ///< (T B, U): p, less 1 at the wanted token; 0 for padding
  double m_loss = 0;
  Matrix<T> m_byAnnotations, m_byLastState;
  Matrix<T> m_byKeys, m_byAsked;  ///< (S B, a), (T B, a)
};

}  // namespace engine
