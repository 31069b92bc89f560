// A layer of recurrent units over the steps of a batch, and back: what training needs in place of gruStep().
#pragma once

#include "engine/network/Gru.h"
#include "engine/network/MatrixProduct.h"

namespace engine {

/// Adds a matrix to an array of as many numbers.
template <class T>
void addMatrix(const Matrix<T>& matrix, Array<T>& sum) {
  for (Index k = 0; k < sum.size(); ++k) sum[k] += matrix.data()[k];
}

/// Keeps gates and states of all steps for the way back (MATHEMATICS.md 2.3).
template <class T>
class GruPass {
 public:
  GruPass(const GruLayer<T>& layer, Index steps, Index batch);

  /// States (B, h) after a step from those before it and from W_ih x + b_ih (B, 3h).
  Matrix<T> forward(Index step, const Matrix<T>& fromInput, const Matrix<T>& before);
  /// From the gradient of the loss by the states after the step to that by the states before it. Steps may come in any
  /// order.
  Matrix<T> back(Index step, const Matrix<T>& byNext);
  /// The gradient by W_ih x + b_ih, (steps B, 3h): of each step once back() was called for it.
  const Matrix<T>& byInput() const { return m_byInput; }
  /// States before each step, (steps B, h).
  const Matrix<T>& before() const { return m_before; }
  /// Adds the gradients by W_hh and both biases of all steps.
  void addTo(GruLayer<T>& gradient) const;

 private:
  auto rows(Matrix<T>& of, Index step) const { return of.middleRows(step * m_batch, m_batch); }

  Matrix<T> m_fromState, m_bias;  ///< W_hh (3h, h), b_hh (1, 3h) or nothing
  Index m_batch, m_width;
  Matrix<T> m_before, m_reset, m_update, m_candidate;  ///< (steps B, h)
  Matrix<T> m_own;                                     ///< (steps B, h) W_hn s + b_hn
  Matrix<T> m_byInput, m_byOwn;                        ///< (steps B, 3h)
};

}  // namespace engine
