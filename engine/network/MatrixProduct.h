// Products of matrices whose rows lie one behind the other. Eigen's own are compiled anew in every file that writes one,
// for seconds each and for every level of processor; these are compiled once.
#pragma once

#include <Eigen/Core>
#include <type_traits>

#include "engine/base/Array.h"

namespace engine {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A matrix, or a block of one, without a copy; rows may be any distance apart.
template <class T>
using MatrixView = Eigen::Ref<const Matrix<T>, 0, Eigen::OuterStride<>>;
template <class T>
using MatrixPart = Eigen::Ref<Matrix<T>, 0, Eigen::OuterStride<>>;

/// A B. Of float and double; lengths that do not fit are a fault of the caller. The same addresses modulo 64 give the
/// same bits.
template <class T>
Matrix<T> product(std::type_identity_t<MatrixView<T>> A, std::type_identity_t<MatrixView<T>> B);
/// A B^T.
template <class T>
Matrix<T> productByTransposed(std::type_identity_t<MatrixView<T>> A, std::type_identity_t<MatrixView<T>> B);
/// A^T B.
template <class T>
Matrix<T> transposedProduct(std::type_identity_t<MatrixView<T>> A, std::type_identity_t<MatrixView<T>> B);

/// A copy of an array of rank 2, or of rank 1 as one row. What is computed from it has the same bits wherever the array
/// lies in memory: of matrices that are only mapped, where they lie decides which numbers are computed in vectors.
template <class T>
Matrix<T> asMatrix(const Array<T>& array) {
  const bool isRow = array.rank() == 1;
  return Eigen::Map<const Matrix<T>>(array.data(), isRow ? 1 : array.length(0), array.length(isRow ? 0 : 1));
}

}  // namespace engine
