// Products of matrices and systems of linear equations.
#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/network/TapeBroadcast.h"
#include "engine/network/TapeOperations.h"

namespace engine {

namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using ConstMatrixMap = Eigen::Map<const Matrix<T>>;

Factor flipped(Factor factor) { return factor == Factor::plain ? Factor::transposed : Factor::plain; }

/// The axes before the matrices.
Shape stackOf(const Shape& shape) { return {shape.begin(), shape.end() - 2}; }
Index rowsOf(const Shape& shape) { return shape[shape.size() - 2]; }
Index columnsOf(const Shape& shape) { return shape[shape.size() - 1]; }
Index rowsOf(const Shape& shape, Factor op) { return op == Factor::plain ? rowsOf(shape) : columnsOf(shape); }
Index columnsOf(const Shape& shape, Factor op) { return rowsOf(shape, flipped(op)); }

/// c += op(a) op(b), by way of matrices of Eigen's own: how it groups sums depends on addresses, and bits must not.
template <class T>
void addProduct(Eigen::Map<Matrix<T>> c, const ConstMatrixMap<T>& a, Factor opA, const ConstMatrixMap<T>& b,
                Factor opB) {
  const Matrix<T> left = opA == Factor::plain ? Matrix<T>(a) : Matrix<T>(a.transpose());
  const Matrix<T> right = opB == Factor::plain ? Matrix<T>(b) : Matrix<T>(b.transpose());
  Matrix<T> product(c.rows(), c.cols());
  product.noalias() = left * right;
  c += product;
}

/// op(a) op(b) for every pair of matrices, added up to the axes `stack` in front.
template <class T>
Array<T> products(const Array<T>& a, Factor opA, const Array<T>& b, Factor opB, Shape stack) {
  const Shape stackA = stackOf(a.shape()), stackB = stackOf(b.shape());
  const Shape full = broadcastShape("matmul", stackA, stackB);
  const Index rows = rowsOf(a.shape(), opA), columns = columnsOf(b.shape(), opB);
  const Index sizeA = rowsOf(a.shape()) * columnsOf(a.shape()), sizeB = rowsOf(b.shape()) * columnsOf(b.shape());
  std::vector<Index> target(static_cast<size_t>(elementCount(full)));
  forEachBroadcast(full, stack, stack, [&](Index k, Index i, Index) { nth(target, k) = i; });
  stack.insert(stack.end(), {rows, columns});
  Array<T> result(stack);
  forEachBroadcast(full, stackA, stackB, [&](Index k, Index i, Index j) {
    addProduct<T>({result.data() + nth(target, k) * rows * columns, rows, columns},
                  {a.data() + i * sizeA, rowsOf(a.shape()), columnsOf(a.shape())}, opA,
                  {b.data() + j * sizeB, rowsOf(b.shape()), columnsOf(b.shape())}, opB);
  });
  return result;
}

/// A^-1 B, or A^-T B.
template <class T>
Array<T> solution(const Array<T>& A, Factor opA, const Array<T>& B) {
  const Index n = rowsOf(A.shape()), width = columnsOf(B.shape()), count = elementCount(stackOf(A.shape()));
  Array<T> result(B.shape(), Untouched{});
  for (Index k = 0; n > 0 && k < count; ++k) {
    const ConstMatrixMap<T> a(A.data() + k * n * n, n, n), b(B.data() + k * n * width, n, width);
    const Eigen::PartialPivLU<Matrix<T>> factors(opA == Factor::plain ? Matrix<T>(a) : Matrix<T>(a.transpose()));
    if (factors.matrixLU().diagonal().cwiseAbs().minCoeff() == 0)
      fail("solve: matrix number ", k, " of the array of shape ", shapeText(A.shape()), " is singular");
    const Matrix<T> right = b, x = factors.solve(right);  // not into the result itself: see addProduct
    Eigen::Map<Matrix<T>>(result.data() + k * n * width, n, width) = x;
  }
  return result;
}

template <class T>
Variable<T> stackedProduct(const Variable<T>& a, const Variable<T>& b, Factor opA, Factor opB) {
  const Shape full = broadcastShape("matmul", stackOf(a.shape()), stackOf(b.shape()));
  // c = op(a) op(b): the gradient of op(a) is g op(b)^T, that of op(b) is op(a)^T g.
  return a.tape().record(products(a.value(), opA, b.value(), opB, full),
                         {{a,
                           [a, b, opA, opB](const Array<T>& g, const Array<T>&) {
                             const Shape stack = stackOf(a.shape());
                             return opA == Factor::plain ? products(g, Factor::plain, b.value(), flipped(opB), stack)
                                                         : products(b.value(), opB, g, Factor::transposed, stack);
                           }},
                          {b, [a, b, opA, opB](const Array<T>& g, const Array<T>&) {
                             const Shape stack = stackOf(b.shape());
                             return opB == Factor::plain ? products(a.value(), flipped(opA), g, Factor::plain, stack)
                                                         : products(g, Factor::transposed, a.value(), opA, stack);
                           }}});
}

}  // namespace

template <class T>
Variable<T> matmul(const Variable<T>& a, const Variable<T>& b, Factor opA, Factor opB) {
  if (a.rank() < 2 || b.rank() < 2 || columnsOf(a.shape(), opA) != rowsOf(b.shape(), opB))
    fail("matmul: shapes ", shapeText(a.shape()), opA == Factor::plain ? "" : " transposed", " and ",
         shapeText(b.shape()), opB == Factor::plain ? "" : " transposed", " do not fit");
  if (a.rank() == 2 || b.rank() > 2 || opA == Factor::transposed) return stackedProduct(a, b, opA, opB);
  // One matrix for all: the rows of the stack form one tall matrix.
  Shape shape = a.shape();
  const Index width = shape.back(), rows = elementCount(Shape(shape.begin(), shape.end() - 1));
  const Variable<T> tall = stackedProduct(reshape(a, {rows, width}), b, opA, opB);
  shape.back() = tall.length(1);
  return reshape(tall, shape);
}

template <class T>
Variable<T> linear(const Variable<T>& x, const Variable<T>& W, const Variable<T>* b) {
  if (x.rank() == 0 || W.rank() != 2 || x.length(-1) != W.length(1))
    fail("linear: shapes ", shapeText(x.shape()), " and ", shapeText(W.shape()), " (out, in) do not fit");
  Shape shape = x.shape();
  const Index rows = elementCount(Shape(shape.begin(), shape.end() - 1));
  const Variable<T> flat = matmul(reshape(x, {rows, W.length(1)}), W, Factor::plain, Factor::transposed);
  shape.back() = W.length(0);
  const Variable<T> result = reshape(flat, shape);
  return b == nullptr ? result : result + *b;
}

template <class T>
Variable<T> solve(const Variable<T>& A, const Variable<T>& B) {
  if (A.rank() < 2 || B.rank() < 2 || A.length(-1) != A.length(-2) || B.length(-2) != A.length(-1) ||
      stackOf(A.shape()) != stackOf(B.shape()))
    fail("solve: shapes ", shapeText(A.shape()), " and ", shapeText(B.shape()), " do not fit");
  // X = A^-1 B: the gradient of B is A^-T g, that of A is -A^-T g X^T.
  return A.tape().record(
      solution(A.value(), Factor::plain, B.value()),
      {{A,
        [A](const Array<T>& g, const Array<T>& X) {
          Array<T> back = products(solution(A.value(), Factor::transposed, g), Factor::plain, X, Factor::transposed,
                                   stackOf(A.shape()));
          for (T& value : back) value = -value;
          return back;
        }},
       {B, [A](const Array<T>& g, const Array<T>&) { return solution(A.value(), Factor::transposed, g); }}});
}

template Variable<float> matmul(const Variable<float>&, const Variable<float>&, Factor, Factor);
template Variable<float> linear(const Variable<float>&, const Variable<float>&, const Variable<float>*);
template Variable<float> solve(const Variable<float>&, const Variable<float>&);
template Variable<double> matmul(const Variable<double>&, const Variable<double>&, Factor, Factor);
template Variable<double> linear(const Variable<double>&, const Variable<double>&, const Variable<double>*);
template Variable<double> solve(const Variable<double>&, const Variable<double>&);

}  // namespace engine
