// The same values in another arrangement.
#include <algorithm>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/network/TapeAxis.h"
#include "engine/network/TapeOperations.h"

namespace engine {

namespace {

template <class T>
Array<T> permuted(const Array<T>& array, const std::vector<Index>& order) {
  const auto rank = static_cast<size_t>(array.rank());
  std::vector<Index> strides(rank, 1);
  for (size_t axis = rank; axis-- > 1;) strides[axis - 1] = strides[axis] * array.shape()[axis];
  Shape shape(rank), steps(rank);
  for (size_t axis = 0; axis < rank; ++axis) {
    shape[axis] = nth(array.shape(), order[axis]);
    steps[axis] = nth(strides, order[axis]);
  }
  Array<T> result(shape, Untouched{});
  std::vector<Index> position(rank, 0);
  Index from = 0;
  for (Index k = 0; k < result.size(); ++k) {
    result[k] = array[from];
    for (size_t axis = rank; axis-- > 0;) {
      from += steps[axis];
      if (++position[axis] < shape[axis]) break;
      from -= shape[axis] * steps[axis];
      position[axis] = 0;
    }
  }
  return result;
}

/// Copies positions of `part` along the axis to or from positions begin... of `whole`.
template <class Whole, class Part, class Copy>
void alongSlice(Whole& whole, Part& part, Index axis, Index begin, const Copy& copy) {
  const AxisView all(whole.shape(), axis), some(part.shape(), axis);
  for (Index outer = 0; outer < all.outer; ++outer)
    for (Index k = 0; k < some.length * all.inner; ++k)
      copy(whole[(outer * all.length + begin) * all.inner + k], part[outer * some.length * all.inner + k]);
}

template <class T>
Array<T> gathered(const Array<T>& array, const std::vector<Index>& rows) {
  Shape shape = array.shape();
  shape[0] = static_cast<Index>(rows.size());
  Array<T> result(shape, Untouched{});
  const Index width = array.length(0) == 0 ? 0 : array.size() / array.length(0);
  for (size_t k = 0; k < rows.size(); ++k)
    std::copy_n(array.data() + rows[k] * width, width, result.data() + static_cast<Index>(k) * width);
  return result;
}

template <class T>
Array<T> scattered(const Array<T>& array, const std::vector<Index>& rows, Index n) {
  Shape shape = array.shape();
  shape[0] = n;
  Array<T> result(shape);
  const Index width = rows.empty() ? 0 : array.size() / static_cast<Index>(rows.size());
  for (size_t k = 0; k < rows.size(); ++k)
    for (Index c = 0; c < width; ++c) result[rows[k] * width + c] += array[static_cast<Index>(k) * width + c];
  return result;
}

void checkRows(const char* operation, const Shape& shape, const std::vector<Index>& rows, Index n) {
  if (shape.empty()) fail(operation, ": found shape (), expected at least one axis");
  for (const Index row : rows)
    if (row < 0 || row >= n)
      fail(operation, ": found the row number ", row, " for an array of shape ", shapeText(shape), ", expected 0 to ",
           n - 1);
}

}  // namespace

template <class T>
Variable<T> reshape(const Variable<T>& x, Shape shape) {
  if (elementCount(shape) != x.value().size())
    fail("reshape: shape ", shapeText(x.shape()), " cannot become ", shapeText(shape));
  return x.tape().record(
      x.value().reshaped(std::move(shape)),
      {{x, [x](const Array<T>& gradient, const Array<T>&) { return gradient.reshaped(x.shape()); }}});
}

template <class T>
Variable<T> permute(const Variable<T>& x, const std::vector<Index>& order) {
  std::vector<Index> inverse(order.size(), -1);
  for (size_t axis = 0; axis < order.size(); ++axis)
    if (order[axis] >= 0 && order[axis] < x.rank() && static_cast<Index>(order.size()) == x.rank())
      nth(inverse, order[axis]) = static_cast<Index>(axis);
  if (static_cast<Index>(order.size()) != x.rank() || std::count(inverse.begin(), inverse.end(), -1) > 0)
    fail("permute: found the order ", shapeText(order), " for shape ", shapeText(x.shape()),
         ", expected every axis once");
  return x.tape().record(
      permuted(x.value(), order),
      {{x, [inverse](const Array<T>& gradient, const Array<T>&) { return permuted(gradient, inverse); }}});
}

template <class T>
Variable<T> transpose(const Variable<T>& x) {
  if (x.rank() < 2) fail("transpose: found shape ", shapeText(x.shape()), ", expected at least two axes");
  std::vector<Index> order(static_cast<size_t>(x.rank()));
  std::iota(order.begin(), order.end(), Index{0});
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return permute(x, order);
}

template <class T>
Variable<T> slice(const Variable<T>& x, Index axis, Index begin, Index end) {
  const Index place = axisOf("slice", x.shape(), axis);
  if (begin < 0 || end < begin || end > x.length(place))
    fail("slice: positions ", begin, " to ", end, " along axis ", place, " of shape ", shapeText(x.shape()));
  Shape shape = x.shape();
  nth(shape, place) = end - begin;
  Array<T> result(shape, Untouched{});
  alongSlice(x.value(), result, place, begin, [](const T& whole, T& part) { part = whole; });
  return x.tape().record(std::move(result), {{x, [x, place, begin](const Array<T>& gradient, const Array<T>&) {
                                                Array<T> back(x.shape());
                                                alongSlice(back, gradient, place, begin,
                                                           [](T& whole, const T& part) { whole = part; });
                                                return back;
                                              }}});
}

template <class T>
Variable<T> concat(const std::vector<Variable<T>>& parts, Index axis) {
  if (parts.empty()) fail("concat: found no arrays, expected at least one");
  const Index place = axisOf("concat", parts[0].shape(), axis);
  Shape shape = parts[0].shape();
  Index& total = nth(shape, place);
  total = 0;
  for (const Variable<T>& part : parts) {
    Shape expected = parts[0].shape();
    if (part.rank() == parts[0].rank()) nth(expected, place) = part.length(place);
    if (part.shape() != expected)
      fail("concat: shapes ", shapeText(parts[0].shape()), " and ", shapeText(part.shape()), " do not fit along axis ",
           place);
    total += part.length(place);
  }
  Array<T> result(shape, Untouched{});
  std::vector<Operand<T>> operands;
  Index begin = 0;
  for (const Variable<T>& part : parts) {
    alongSlice(result, part.value(), place, begin, [](T& whole, const T& value) { whole = value; });
    operands.push_back({part, [part, place, begin](const Array<T>& gradient, const Array<T>&) {
                          Array<T> back(part.shape(), Untouched{});
                          alongSlice(gradient, back, place, begin, [](const T& whole, T& value) { value = whole; });
                          return back;
                        }});
    begin += part.length(place);
  }
  return parts[0].tape().record(std::move(result), std::move(operands));
}

template <class T>
Variable<T> gatherRows(const Variable<T>& x, const std::vector<Index>& rows) {
  checkRows("gatherRows", x.shape(), rows, x.rank() == 0 ? 0 : x.length(0));
  return x.tape().record(
      gathered(x.value(), rows),
      {{x, [x, rows](const Array<T>& gradient, const Array<T>&) { return scattered(gradient, rows, x.length(0)); }}});
}

template <class T>
Variable<T> scatterAddRows(const Variable<T>& x, const std::vector<Index>& rows, Index n) {
  checkRows("scatterAddRows", x.shape(), rows, n);
  if (x.length(0) != static_cast<Index>(rows.size()))
    fail("scatterAddRows: found ", rows.size(), " row numbers for an array of shape ", shapeText(x.shape()));
  return x.tape().record(scattered(x.value(), rows, n),
                         {{x, [rows](const Array<T>& gradient, const Array<T>&) { return gathered(gradient, rows); }}});
}

template Variable<float> reshape(const Variable<float>&, Shape);
template Variable<float> permute(const Variable<float>&, const std::vector<Index>&);
template Variable<float> transpose(const Variable<float>&);
template Variable<float> slice(const Variable<float>&, Index, Index, Index);
template Variable<float> concat(const std::vector<Variable<float>>&, Index);
template Variable<float> gatherRows(const Variable<float>&, const std::vector<Index>&);
template Variable<float> scatterAddRows(const Variable<float>&, const std::vector<Index>&, Index);
template Variable<double> reshape(const Variable<double>&, Shape);
template Variable<double> permute(const Variable<double>&, const std::vector<Index>&);
template Variable<double> transpose(const Variable<double>&);
template Variable<double> slice(const Variable<double>&, Index, Index, Index);
template Variable<double> concat(const std::vector<Variable<double>>&, Index);
template Variable<double> gatherRows(const Variable<double>&, const std::vector<Index>&);
template Variable<double> scatterAddRows(const Variable<double>&, const std::vector<Index>&, Index);

}  // namespace engine
