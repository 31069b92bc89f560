#include "engine/translation/DecoderPass.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"

namespace engine {

template <class T>
DecoderPass<T>::DecoderPass(const TokenBatch& batch, Index first, Index end, const EncoderPass<T>& encoder,
                            const Seq2SeqWeights<T>& weights)
    : m_encoder(encoder),
      m_weights(weights),
      m_W_ih(asMatrix(weights.decoder.front().W_ih)),
      m_W_out(asMatrix(weights.W_out)),
      m_W_q(weights.hasAttention() ? asMatrix(weights.W_q) : Matrix<T>()),
      m_w_v(weights.hasAttention() ? asMatrix(weights.w_v) : Matrix<T>()),
      m_steps(batch.fed.length(1)),
      m_batch(end - first),
      m_pass(weights.decoder.front(), m_steps, m_batch) {
  for (Index t = 0; t < m_steps; ++t)
    for (Index b = first; b < end; ++b) {
      m_fed.push_back(static_cast<Index>(batch.fed(b, t)));
      m_wanted.push_back(static_cast<Index>(batch.wanted(b, t)));
    }
  const Index h = weights.width(), e = weights.targetEmbedding.length(1), rows = m_steps * m_batch;
  m_embedded = embeddedTokens(weights.targetEmbedding, m_fed);
  m_contexts.resize(rows, h);
  m_states.resize(rows, h);
  if (weights.hasAttention()) m_keys = productByTransposed<T>(encoder.annotations(), asMatrix(weights.W_k));
  const GruLayer<T>& layer = weights.decoder.front();
  Matrix<T> fromTokens = productByTransposed<T>(m_embedded, m_W_ih.rightCols(e));
  if (!layer.b_ih.empty()) fromTokens.rowwise() += asMatrix(layer.b_ih).row(0);
  Matrix<T> state = encoder.lastState();
  for (Index t = 0; t < m_steps; ++t) {
    const Matrix<T> context = weights.hasAttention() ? attend(state) : encoder.lastState();
    m_contexts.middleRows(t * m_batch, m_batch) = context;
    const Matrix<T> fromInput = fromTokens.middleRows(t * m_batch, m_batch) + productByTransposed<T>(context, m_W_ih.leftCols(h));
    state = m_pass.forward(t, fromInput, state);
    m_states.middleRows(t * m_batch, m_batch) = state;
  }
  compareWithWanted();
}

template <class T>
Matrix<T> DecoderPass<T>::attend(const Matrix<T>& state) {
  const Index B = m_batch, S = m_encoder.steps();
  const Matrix<T> asked = productByTransposed<T>(state, m_W_q);
  Matrix<T>& bent = m_bent.emplace_back(S * B, asked.cols());
  for (Index s = 0; s < S; ++s)
    bent.middleRows(s * B, B) = (m_keys.middleRows(s * B, B) + asked).array().tanh().matrix();
  const Matrix<T> scores = productByTransposed<T>(bent, m_w_v);  // (S B, 1)
  Matrix<T>& weights = m_attended.emplace_back(Matrix<T>::Zero(S, B));
  Matrix<T> context = Matrix<T>::Zero(B, m_weights.width());
  for (Index b = 0; b < B; ++b) {
    T largest = -std::numeric_limits<T>::infinity(), sum = 0;
    for (Index s = 0; s < S && m_encoder.isRead(s, b); ++s) largest = std::max(largest, scores(s * B + b, 0));
    for (Index s = 0; s < S && m_encoder.isRead(s, b); ++s)
      sum += weights(s, b) = std::exp(scores(s * B + b, 0) - largest);
    for (Index s = 0; s < S && m_encoder.isRead(s, b); ++s) {
      weights(s, b) /= sum;
      context.row(b) += weights(s, b) * m_encoder.annotations().row(s * B + b);
    }
  }
  return context;
}

template <class T>
void DecoderPass<T>::compareWithWanted() {
  m_byLogits = productByTransposed<T>(m_states, m_W_out);
  if (!m_weights.b_out.empty()) m_byLogits.rowwise() += asMatrix(m_weights.b_out).row(0);
  for (Index k = 0; k < m_byLogits.rows(); ++k) {
    auto row = m_byLogits.row(k);
    const Index wanted = nth(m_wanted, k);
    if (wanted == kPaddingToken) {
      row.setZero();
      continue;
    }
    const T largest = row.maxCoeff();
    const T logit = row(wanted) - largest;
    row = (row.array() - largest).exp().matrix();
    const T sum = row.sum();
    m_loss += std::log(double(sum)) - double(logit);
    row /= sum;
    row(wanted) -= 1;
  }
}

template <class T>
void DecoderPass<T>::back(T scale, Seq2SeqWeights<T>& gradient) {
  const Index B = m_batch, h = m_weights.width(), e = m_embedded.cols();
  m_byLogits *= scale;
  addMatrix<T>(transposedProduct<T>(m_byLogits, m_states), gradient.W_out);
  if (!gradient.b_out.empty()) addMatrix<T>(m_byLogits.colwise().sum(), gradient.b_out);
  const Matrix<T> byStates = product<T>(m_byLogits, m_W_out);
  m_byAnnotations.setZero(m_encoder.annotations().rows(), h);
  m_byLastState.setZero(B, h);
  m_byKeys.setZero(m_keys.rows(), m_keys.cols());
  m_byAsked.resize(m_steps * B, m_keys.cols());
  Matrix<T> byState = Matrix<T>::Zero(B, h);
  for (Index t = m_steps; t-- > 0;) {
    byState = m_pass.back(t, byState + byStates.middleRows(t * B, B));
    const Matrix<T> byContext = product<T>(m_pass.byInput().middleRows(t * B, B), m_W_ih.leftCols(h));
    if (m_weights.hasAttention())
      byState += attendBack(t, byContext, gradient);
    else
      m_byLastState += byContext;
  }
  m_byLastState += byState;
  m_pass.addTo(gradient.decoder.front());
  Matrix<T> byW_ih(m_W_ih.rows(), m_W_ih.cols());
  byW_ih.leftCols(h) = transposedProduct<T>(m_pass.byInput(), m_contexts);
  byW_ih.rightCols(e) = transposedProduct<T>(m_pass.byInput(), m_embedded);
  addMatrix(byW_ih, gradient.decoder.front().W_ih);
  addEmbedded<T>(product<T>(m_pass.byInput(), m_W_ih.rightCols(e)), m_fed, gradient.targetEmbedding);
  if (!m_weights.hasAttention()) return;
  addMatrix<T>(transposedProduct<T>(m_byAsked, m_pass.before()), gradient.W_q);
  addMatrix<T>(transposedProduct<T>(m_byKeys, m_encoder.annotations()), gradient.W_k);
  m_byAnnotations += product<T>(m_byKeys, asMatrix(m_weights.W_k));
}

template <class T>
Matrix<T> DecoderPass<T>::attendBack(Index step, const Matrix<T>& byContext, Seq2SeqWeights<T>& gradient) {
  const Index B = m_batch, S = m_encoder.steps();
  const Matrix<T>& weights = nth(m_attended, step);
  const Matrix<T>& bent = nth(m_bent, step);
  Matrix<T> byScores = Matrix<T>::Zero(S * B, 1);
  for (Index b = 0; b < B; ++b) {
    T mean = 0;
    for (Index s = 0; s < S && m_encoder.isRead(s, b); ++s) {
      const Index row = s * B + b;
      byScores(row, 0) = byContext.row(b).dot(m_encoder.annotations().row(row));
      mean += weights(s, b) * byScores(row, 0);
      m_byAnnotations.row(row) += weights(s, b) * byContext.row(b);
    }
    for (Index s = 0; s < S && m_encoder.isRead(s, b); ++s)
      byScores(s * B + b, 0) = weights(s, b) * (byScores(s * B + b, 0) - mean);
  }
  addMatrix<T>(transposedProduct<T>(byScores, bent), gradient.w_v);
  const Matrix<T> byBent = (product<T>(byScores, m_w_v).array() * (1 - bent.array().square())).matrix();  // (S B, a)
  m_byKeys += byBent;
  auto byAsked = m_byAsked.middleRows(step * B, B);
  byAsked.setZero();
  for (Index s = 0; s < S; ++s) byAsked += byBent.middleRows(s * B, B);
  return product<T>(byAsked, m_W_q);
}

template class DecoderPass<float>;
template class DecoderPass<double>;

}  // namespace engine
