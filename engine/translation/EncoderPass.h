// The encoder over a batch of sources, and back.
#pragma once

#include <vector>

#include "engine/attention/bahdanau-decoder/Seq2Seq.h"
#include "engine/translation/GruPass.h"
#include "engine/translation/TokenBatch.h"

namespace engine {

/// Rows of matrices with (S B) of them are step-major: s B + b. The weights must live on.
template <class T>
class EncoderPass {
 public:
  /// Of the pairs [first, end) of the batch.
  EncoderPass(const TokenBatch& batch, Index first, Index end, const Seq2SeqWeights<T>& weights);

  const Matrix<T>& annotations() const { return m_annotations; }  ///< (S B, h), 0 behind the end of a source
  const Matrix<T>& lastState() const { return m_lastState; }      ///< (B, h)
  bool isRead(Index step, Index row) const { return step < m_lengths[static_cast<size_t>(row)]; }
  Index batch() const { return static_cast<Index>(m_lengths.size()); }
  Index steps() const { return m_steps; }

  /// From the gradients by annotations and last state to those by the weights, which are added.
  void back(const Matrix<T>& byAnnotations, const Matrix<T>& byLastState, Seq2SeqWeights<T>& gradient);

 private:
  struct Direction {
    const GruLayer<T>* layer;
    bool isReverse;
    Index column;  ///< of its first channel
    GruPass<T> pass;
  };

  void forward(Direction& direction);
  void backward(Direction& direction, const Matrix<T>& byAnnotations, const Matrix<T>& byLastState,
                GruLayer<T>& gradient, Matrix<T>& byEmbedded);

  const Seq2SeqWeights<T>& m_weights;
  Index m_steps;
  std::vector<Index> m_lengths;
  std::vector<Index> m_tokens;  ///< (S B)
  Matrix<T> m_embedded;         ///< (S B, E)
  std::vector<Direction> m_directions;
  Matrix<T> m_annotations, m_lastState;
};

/// Rows of a table (V, E) for tokens: (tokens, E).
template <class T>
Matrix<T> embeddedTokens(const Array<T>& table, const std::vector<Index>& tokens);
/// Adds the gradient by these rows to that by the table.
template <class T>
void addEmbedded(const Matrix<T>& byEmbedded, const std::vector<Index>& tokens, Array<T>& gradient);

}  // namespace engine
