// What can be done with variables. Every function computes its result at once and writes down how gradients go back.
// Broadcasting: shapes are aligned at their last axes; an axis of length 1, or one that is missing in front, is
// repeated (the gradient is the sum over the repetitions). Axes: negative ones count from the last (-1). Shapes that do
// not fit are an Error that names the operation and both shapes. T is float or double.
#pragma once

#include "engine/network/Tape.h"

namespace engine {

// ---- TapeArithmetic.cpp: two operands, broadcast ----

template <class T>
Variable<T> operator+(const Variable<T>& a, const Variable<T>& b);
template <class T>
Variable<T> operator-(const Variable<T>& a, const Variable<T>& b);
template <class T>
Variable<T> operator*(const Variable<T>& a, const Variable<T>& b);
template <class T>
Variable<T> operator/(const Variable<T>& a, const Variable<T>& b);

/// Factor and term the same for all elements.
template <class T>
Variable<T> operator*(double factor, const Variable<T>& x);
template <class T>
Variable<T> operator+(const Variable<T>& x, double term);

/// Cross products of vectors of three along the last axis.
template <class T>
Variable<T> cross(const Variable<T>& a, const Variable<T>& b);

// ---- TapeElementwise.cpp ----

/// f of every element; `derivative` gets the element x and f(x). For functions that are not listed here.
template <class T>
Variable<T> elementwise(const Variable<T>& x, const std::function<T(T)>& f, std::function<T(T, T)> derivative);

template <class T>
Variable<T> exp(const Variable<T>& x);
template <class T>
Variable<T> log(const Variable<T>& x);
template <class T>
Variable<T> sin(const Variable<T>& x);
template <class T>
Variable<T> cos(const Variable<T>& x);
template <class T>
Variable<T> tanh(const Variable<T>& x);
template <class T>
Variable<T> sigmoid(const Variable<T>& x);
/// max(0, x); derivative 0 at 0.
template <class T>
Variable<T> relu(const Variable<T>& x);
/// x * sigmoid(x).
template <class T>
Variable<T> silu(const Variable<T>& x);
/// x/2 (1 + erf(x / sqrt(2))), the exact form.
template <class T>
Variable<T> gelu(const Variable<T>& x);
/// ln(1 + e^x), without overflow.
template <class T>
Variable<T> softplus(const Variable<T>& x);
/// The derivative at 0 is infinite; see rootOfPositive and norm for what is differentiable there.
template <class T>
Variable<T> sqrt(const Variable<T>& x);
/// sqrt(max(0, x)) with derivative 0 where x <= 0.
template <class T>
Variable<T> rootOfPositive(const Variable<T>& x);
template <class T>
Variable<T> square(const Variable<T>& x);
/// Derivative 0 at 0.
template <class T>
Variable<T> abs(const Variable<T>& x);
/// `value` where the mask (broadcast to x) is true, without a gradient; x elsewhere.
template <class T>
Variable<T> replaced(const Variable<T>& x, const Array<Bool>& where, double value);
/// The same values, through which no gradient goes back.
template <class T>
Variable<T> stopGradient(const Variable<T>& x);

// ---- TapeShape.cpp ----

template <class T>
Variable<T> reshape(const Variable<T>& x, Shape shape);
/// Axis k of the result is axis order[k] of x.
template <class T>
Variable<T> permute(const Variable<T>& x, const std::vector<Index>& order);
/// Swaps the last two axes.
template <class T>
Variable<T> transpose(const Variable<T>& x);
/// Positions begin to end - 1 along an axis.
template <class T>
Variable<T> slice(const Variable<T>& x, Index axis, Index begin, Index end);
/// One after the other along an axis; the other axes agree.
template <class T>
Variable<T> concat(const std::vector<Variable<T>>& parts, Index axis);
/// x (n, ...) and k row numbers below n: (k, ...).
template <class T>
Variable<T> gatherRows(const Variable<T>& x, const std::vector<Index>& rows);
/// x (k, ...) and k row numbers below n: (n, ...), row r being the sum of the x[e] with rows[e] = r.
template <class T>
Variable<T> scatterAddRows(const Variable<T>& x, const std::vector<Index>& rows, Index n);

// ---- TapeReduce.cpp: the axis is dropped, or stays with length 1 ----

enum class KeepAxis { no, yes };

/// Over all elements; shape ().
template <class T>
Variable<T> sum(const Variable<T>& x);
template <class T>
Variable<T> sum(const Variable<T>& x, Index axis, KeepAxis keep = KeepAxis::no);
/// Throws Error for an axis of length 0.
template <class T>
Variable<T> mean(const Variable<T>& x, Index axis, KeepAxis keep = KeepAxis::no);
/// The largest element, without a gradient: to keep exponentials small. Throws Error for an axis of length 0.
template <class T>
Variable<T> maximum(const Variable<T>& x, Index axis, KeepAxis keep = KeepAxis::no);
/// Length of the vectors along the last axis, which is dropped. The gradient of a vector of zeros is 0.
template <class T>
Variable<T> norm(const Variable<T>& x);
/// ln of the sum of exp(x) over the elements allowed (mask broadcast to x; empty: all); -inf, with gradient 0, when
/// there are none.
template <class T>
Variable<T> logSumExp(const Variable<T>& x, Index axis, const Array<Bool>& allowed = {});
/// exp(x) / sum of exp(x) over the elements allowed (mask broadcast to x; empty: all); 0 for the others, and all 0 when
/// there are none.
template <class T>
Variable<T> softmax(const Variable<T>& x, Index axis, const Array<Bool>& allowed = {});
/// weight * (x - mean) / sqrt(variance + epsilon) + bias over the last axis; variance divided by its length D. weight
/// (D), bias (D) or null.
template <class T>
Variable<T> layerNorm(const Variable<T>& x, const Variable<T>& weight, const Variable<T>* bias, double epsilon = 1e-5);

// ---- TapeMatrix.cpp: the last two axes are matrices, the axes before them are broadcast ----

enum class Factor { plain, transposed };

/// op(a) op(b).
template <class T>
Variable<T> matmul(const Variable<T>& a, const Variable<T>& b, Factor opA = Factor::plain, Factor opB = Factor::plain);
/// x W^T + b. x (..., in), W (out, in), b (out) or null.
template <class T>
Variable<T> linear(const Variable<T>& x, const Variable<T>& W, const Variable<T>* b);
/// A^-1 B. A (..., n, n), B (..., n, k), with the same axes in front. Throws Error when a matrix is singular.
template <class T>
Variable<T> solve(const Variable<T>& A, const Variable<T>& B);

}  // namespace engine
