#include "engine/translation/GruPass.h"

namespace engine {

template <class T>
GruPass<T>::GruPass(const GruLayer<T>& layer, Index steps, Index batch)
    : m_fromState(asMatrix(layer.W_hh)), m_bias(asMatrix(layer.b_hh)), m_batch(batch), m_width(layer.hiddenWidth()) {
  for (Matrix<T>* each : {&m_before, &m_reset, &m_update, &m_candidate, &m_own}) each->resize(steps * batch, m_width);
  for (Matrix<T>* each : {&m_byInput, &m_byOwn}) each->setZero(steps * batch, 3 * m_width);
}

template <class T>
Matrix<T> GruPass<T>::forward(Index step, const Matrix<T>& fromInput, const Matrix<T>& before) {
  const Index h = m_width;
  Matrix<T> own = productByTransposed<T>(before, m_fromState);
  if (m_bias.size() > 0) own.rowwise() += m_bias.row(0);
  rows(m_before, step) = before;
  rows(m_own, step) = own.rightCols(h);
  auto r = rows(m_reset, step), z = rows(m_update, step), n = rows(m_candidate, step);
  r = (fromInput.leftCols(h) + own.leftCols(h)).array().logistic().matrix();
  z = (fromInput.middleCols(h, h) + own.middleCols(h, h)).array().logistic().matrix();
  n = (fromInput.rightCols(h).array() + r.array() * own.rightCols(h).array()).tanh().matrix();
  return (n.array() + z.array() * (before - n).array()).matrix();
}

template <class T>
Matrix<T> GruPass<T>::back(Index step, const Matrix<T>& byNext) {
  const Index h = m_width;
  const auto before = rows(m_before, step).array(), own = rows(m_own, step).array();
  const auto r = rows(m_reset, step).array(), z = rows(m_update, step).array(), n = rows(m_candidate, step).array();
  const auto by = byNext.array();
  auto byInput = rows(m_byInput, step), byOwn = rows(m_byOwn, step);
  byInput.rightCols(h) = (by * (1 - z) * (1 - n * n)).matrix();
  byInput.middleCols(h, h) = (by * (before - n) * z * (1 - z)).matrix();
  byInput.leftCols(h) = (byInput.rightCols(h).array() * own * r * (1 - r)).matrix();
  byOwn.leftCols(2 * h) = byInput.leftCols(2 * h);
  byOwn.rightCols(h) = (byInput.rightCols(h).array() * r).matrix();
  Matrix<T> byBefore = product<T>(byOwn, m_fromState);
  byBefore.array() += by * z;
  return byBefore;
}

template <class T>
void GruPass<T>::addTo(GruLayer<T>& gradient) const {
  addMatrix<T>(transposedProduct<T>(m_byOwn, m_before), gradient.W_hh);
  if (!gradient.b_hh.empty()) addMatrix<T>(m_byOwn.colwise().sum(), gradient.b_hh);
  if (!gradient.b_ih.empty()) addMatrix<T>(m_byInput.colwise().sum(), gradient.b_ih);
}

template class GruPass<float>;
template class GruPass<double>;

}  // namespace engine
