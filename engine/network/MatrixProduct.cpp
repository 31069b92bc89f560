#include "engine/network/MatrixProduct.h"

namespace engine {

template <class T>
Matrix<T> product(std::type_identity_t<MatrixView<T>> A, std::type_identity_t<MatrixView<T>> B) {
  return A * B;
}

template <class T>
Matrix<T> productByTransposed(std::type_identity_t<MatrixView<T>> A, std::type_identity_t<MatrixView<T>> B) {
  return A * B.transpose();
}

template <class T>
Matrix<T> transposedProduct(std::type_identity_t<MatrixView<T>> A, std::type_identity_t<MatrixView<T>> B) {
  return A.transpose() * B;
}

#define INSTANTIATE(T)                                                           \
  template Matrix<T> product<T>(MatrixView<T>, MatrixView<T>);                   \
  template Matrix<T> productByTransposed<T>(MatrixView<T>, MatrixView<T>);       \
  template Matrix<T> transposedProduct<T>(MatrixView<T>, MatrixView<T>);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
