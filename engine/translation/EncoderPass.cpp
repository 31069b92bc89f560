#include "engine/translation/EncoderPass.h"

#include <algorithm>

#include "engine/base/Nth.h"

namespace engine {

template <class T>
Matrix<T> embeddedTokens(const Array<T>& table, const std::vector<Index>& tokens) {
  const Index width = table.length(1);
  Matrix<T> embedded(std::ssize(tokens), width);
  for (Index k = 0; k < std::ssize(tokens); ++k)
    std::copy_n(table.data() + nth(tokens, k) * width, width, embedded.data() + k * width);
  return embedded;
}

template <class T>
void addEmbedded(const Matrix<T>& byEmbedded, const std::vector<Index>& tokens, Array<T>& gradient) {
  const Index width = gradient.length(1);
  for (Index k = 0; k < std::ssize(tokens); ++k)
    for (Index c = 0; c < width; ++c) gradient(nth(tokens, k), c) += byEmbedded(k, c);
}

template <class T>
EncoderPass<T>::EncoderPass(const TokenBatch& batch, Index first, Index end, const Seq2SeqWeights<T>& weights)
    : m_weights(weights), m_steps(batch.source.length(1)) {
  const Index B = end - first;
  m_lengths.assign(batch.lengths.begin() + first, batch.lengths.begin() + end);
  for (Index s = 0; s < m_steps; ++s)
    for (Index b = first; b < end; ++b) m_tokens.push_back(static_cast<Index>(batch.source(b, s)));
  m_embedded = embeddedTokens(weights.sourceEmbedding, m_tokens);
  m_annotations.setZero(m_steps * B, weights.width());
  m_lastState.setZero(B, weights.width());
  const GruLayer<T>& there = weights.encoder.front();
  m_directions.push_back({&there, false, 0, GruPass<T>(there, m_steps, B)});
  if (!weights.encoderBack.empty()) {
    const GruLayer<T>& back = weights.encoderBack.front();
    m_directions.push_back({&back, true, there.hiddenWidth(), GruPass<T>(back, m_steps, B)});
  }
  for (Direction& direction : m_directions) forward(direction);
}

template <class T>
void EncoderPass<T>::forward(Direction& direction) {
  const Index B = batch(), g = direction.layer->hiddenWidth();
  Matrix<T> fromInput = productByTransposed<T>(m_embedded, asMatrix(direction.layer->W_ih));
  if (!direction.layer->b_ih.empty()) fromInput.rowwise() += asMatrix(direction.layer->b_ih).row(0);
  Matrix<T> state = Matrix<T>::Zero(B, g);
  for (Index number = 0; number < m_steps; ++number) {
    const Index s = direction.isReverse ? m_steps - 1 - number : number;
    const Matrix<T> next = direction.pass.forward(s, fromInput.middleRows(s * B, B), state);
    for (Index b = 0; b < B; ++b) {
      if (!isRead(s, b)) continue;
      state.row(b) = next.row(b);
      m_annotations.row(s * B + b).segment(direction.column, g) = next.row(b);
    }
  }
  m_lastState.middleCols(direction.column, g) = state;
}

template <class T>
void EncoderPass<T>::back(const Matrix<T>& byAnnotations, const Matrix<T>& byLastState, Seq2SeqWeights<T>& gradient) {
  Matrix<T> byEmbedded = Matrix<T>::Zero(m_embedded.rows(), m_embedded.cols());
  for (Direction& direction : m_directions) {
    auto& layers = direction.isReverse ? gradient.encoderBack : gradient.encoder;
    backward(direction, byAnnotations, byLastState, layers.front(), byEmbedded);
  }
  addEmbedded(byEmbedded, m_tokens, gradient.sourceEmbedding);
}

template <class T>
void EncoderPass<T>::backward(Direction& direction, const Matrix<T>& byAnnotations, const Matrix<T>& byLastState,
                              GruLayer<T>& gradient, Matrix<T>& byEmbedded) {
  const Index B = batch(), g = direction.layer->hiddenWidth();
  Matrix<T> byState = byLastState.middleCols(direction.column, g);
  for (Index number = m_steps; number-- > 0;) {
    const Index s = direction.isReverse ? m_steps - 1 - number : number;
    Matrix<T> byNext = Matrix<T>::Zero(B, g);  // a row that is not read stays what it was
    for (Index b = 0; b < B; ++b)
      if (isRead(s, b)) byNext.row(b) = byState.row(b) + byAnnotations.row(s * B + b).segment(direction.column, g);
    const Matrix<T> byBefore = direction.pass.back(s, byNext);
    for (Index b = 0; b < B; ++b)
      if (isRead(s, b)) byState.row(b) = byBefore.row(b);
  }
  direction.pass.addTo(gradient);
  addMatrix<T>(transposedProduct<T>(direction.pass.byInput(), m_embedded), gradient.W_ih);
  byEmbedded += product<T>(direction.pass.byInput(), asMatrix(direction.layer->W_ih));
}

#define INSTANTIATE(T)                                                               \
  template Matrix<T> embeddedTokens(const Array<T>&, const std::vector<Index>&);     \
  template void addEmbedded(const Matrix<T>&, const std::vector<Index>&, Array<T>&); \
  template class EncoderPass<T>;
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
