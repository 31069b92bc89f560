// Sums, norms and normalisations along an axis.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"
#include "engine/network/TapeAxis.h"
#include "engine/network/TapeBroadcast.h"
#include "engine/network/TapeOperations.h"

namespace engine {

namespace {

Shape withoutAxis(Shape shape, Index axis, KeepAxis keep) {
  if (keep == KeepAxis::yes)
    nth(shape, axis) = 1;
  else
    shape.erase(shape.begin() + axis);
  return shape;
}

/// The mask in the shape of x; empty when every element is allowed.
Array<Bool> fullMask(const char* operation, const Shape& shape, const Array<Bool>& allowed) {
  const bool isAbsent = allowed.empty() && elementCount(shape) > 0;
  return isAbsent ? Array<Bool>{} : repeatedTo(operation, shape, allowed.empty() ? Array<Bool>(shape) : allowed);
}

/// Elements of a line that are allowed: visit(number).
template <class Visit>
void forEachAllowed(const AxisView& view, Index start, const Array<Bool>& allowed, const Visit& visit) {
  for (Index k = 0; k < view.length; ++k) {
    const Index element = start + k * view.inner;
    if (allowed.empty() || allowed[element]) visit(element);
  }
}

/// Largest of no elements.
template <class T>
constexpr T kNothing = -std::numeric_limits<T>::infinity();

template <class T>
T largest(const Array<T>& x, const AxisView& view, Index start, const Array<Bool>& allowed) {
  T result = kNothing<T>;
  forEachAllowed(view, start, allowed, [&](Index k) { result = std::max(result, x[k]); });
  return result;
}

}  // namespace

template <class T>
Variable<T> sum(const Variable<T>& x) {
  T total = 0;
  for (const T value : x.value()) total += value;
  return x.tape().record(
      Array<T>(Shape{}, total),
      {{x, [x](const Array<T>& gradient, const Array<T>&) { return Array<T>(x.shape(), gradient[0]); }}});
}

template <class T>
Variable<T> sum(const Variable<T>& x, Index axis, KeepAxis keep) {
  const Index place = axisOf("sum", x.shape(), axis);
  const AxisView view(x.shape(), place);
  Array<T> result(withoutAxis(x.shape(), place, keep));
  view.forEachLine([&](Index line, Index start) {
    for (Index k = 0; k < view.length; ++k) result[line] += x.value()[start + k * view.inner];
  });
  return x.tape().record(std::move(result), {{x, [x, view](const Array<T>& gradient, const Array<T>&) {
                                                Array<T> back(x.shape(), Untouched{});
                                                view.forEachLine([&](Index line, Index start) {
                                                  for (Index k = 0; k < view.length; ++k)
                                                    back[start + k * view.inner] = gradient[line];
                                                });
                                                return back;
                                              }}});
}

template <class T>
Variable<T> mean(const Variable<T>& x, Index axis, KeepAxis keep) {
  const Index place = axisOf("mean", x.shape(), axis);
  if (x.length(place) == 0) fail("mean: shape ", shapeText(x.shape()), " has no elements along axis ", axis);
  return (1.0 / double(x.length(place))) * sum(x, place, keep);
}

template <class T>
Variable<T> maximum(const Variable<T>& x, Index axis, KeepAxis keep) {
  const Index place = axisOf("maximum", x.shape(), axis);
  const AxisView view(x.shape(), place);
  if (view.length == 0) fail("maximum: shape ", shapeText(x.shape()), " has no elements along axis ", axis);
  Array<T> result(withoutAxis(x.shape(), place, keep));
  view.forEachLine([&](Index line, Index start) { result[line] = largest(x.value(), view, start, {}); });
  return x.tape().record(std::move(result), {});
}

template <class T>
Variable<T> norm(const Variable<T>& x) {
  const Index place = axisOf("norm", x.shape(), -1);
  const AxisView view(x.shape(), place);
  Array<T> result(withoutAxis(x.shape(), place, KeepAxis::no));
  view.forEachLine([&](Index line, Index start) {
    for (Index k = start; k < start + view.length; ++k) result[line] += x.value()[k] * x.value()[k];
    result[line] = std::sqrt(result[line]);
  });
  const auto back = [x, view](const Array<T>& gradient, const Array<T>& length) {
    Array<T> result(x.shape());
    view.forEachLine([&](Index line, Index start) {
      if (length[line] == 0) return;
      for (Index k = start; k < start + view.length; ++k) result[k] = gradient[line] * (x.value()[k] / length[line]);
    });
    return result;
  };
  return x.tape().record(std::move(result), {{x, back}});
}

template <class T>
Variable<T> logSumExp(const Variable<T>& x, Index axis, const Array<Bool>& allowed) {
  const Index place = axisOf("logSumExp", x.shape(), axis);
  const AxisView view(x.shape(), place);
  const Array<Bool> mask = fullMask("logSumExp", x.shape(), allowed);
  Array<T> result(withoutAxis(x.shape(), place, KeepAxis::no));
  view.forEachLine([&](Index line, Index start) {
    result[line] = largest(x.value(), view, start, mask);
    if (result[line] == kNothing<T>) return;
    T total = 0;
    forEachAllowed(view, start, mask, [&](Index k) { total += std::exp(x.value()[k] - result[line]); });
    result[line] += std::log(total);
  });
  const auto back = [x, view, mask](const Array<T>& gradient, const Array<T>& lse) {
    Array<T> result(x.shape());
    view.forEachLine([&](Index line, Index start) {
      if (lse[line] == kNothing<T>) return;
      forEachAllowed(view, start, mask,
                     [&](Index k) { result[k] = gradient[line] * std::exp(x.value()[k] - lse[line]); });
    });
    return result;
  };
  return x.tape().record(std::move(result), {{x, back}});
}

template <class T>
Variable<T> softmax(const Variable<T>& x, Index axis, const Array<Bool>& allowed) {
  const Index place = axisOf("softmax", x.shape(), axis);
  const AxisView view(x.shape(), place);
  const Array<Bool> mask = fullMask("softmax", x.shape(), allowed);
  Array<T> result(x.shape());
  view.forEachLine([&](Index, Index start) {
    const T top = largest(x.value(), view, start, mask);
    if (top == kNothing<T>) return;
    T total = 0;
    forEachAllowed(view, start, mask, [&](Index k) { total += result[k] = std::exp(x.value()[k] - top); });
    forEachAllowed(view, start, mask, [&](Index k) { result[k] /= total; });
  });
  const auto back = [view](const Array<T>& gradient, const Array<T>& weights) {
    Array<T> result(weights.shape(), Untouched{});
    view.forEachLine([&](Index, Index start) {
      T mean = 0;
      for (Index k = start, n = 0; n < view.length; ++n, k += view.inner) mean += weights[k] * gradient[k];
      for (Index k = start, n = 0; n < view.length; ++n, k += view.inner) result[k] = weights[k] * (gradient[k] - mean);
    });
    return result;
  };
  return x.tape().record(std::move(result), {{x, back}});
}

template <class T>
Variable<T> layerNorm(const Variable<T>& x, const Variable<T>& weight, const Variable<T>* bias, double epsilon) {
  const Variable<T> centred = x - mean(x, -1, KeepAxis::yes);
  const Variable<T> variance = mean(square(centred), -1, KeepAxis::yes);
  const Variable<T> normalised = centred / sqrt(variance + epsilon);
  const Variable<T> result = normalised * weight;
  return bias == nullptr ? result : result + *bias;
}

template Variable<float> sum(const Variable<float>&);
template Variable<float> sum(const Variable<float>&, Index, KeepAxis);
template Variable<float> mean(const Variable<float>&, Index, KeepAxis);
template Variable<float> maximum(const Variable<float>&, Index, KeepAxis);
template Variable<float> norm(const Variable<float>&);
template Variable<float> logSumExp(const Variable<float>&, Index, const Array<Bool>&);
template Variable<float> softmax(const Variable<float>&, Index, const Array<Bool>&);
template Variable<float> layerNorm(const Variable<float>&, const Variable<float>&, const Variable<float>*, double);
template Variable<double> sum(const Variable<double>&);
template Variable<double> sum(const Variable<double>&, Index, KeepAxis);
template Variable<double> mean(const Variable<double>&, Index, KeepAxis);
template Variable<double> maximum(const Variable<double>&, Index, KeepAxis);
template Variable<double> norm(const Variable<double>&);
template Variable<double> logSumExp(const Variable<double>&, Index, const Array<Bool>&);
template Variable<double> softmax(const Variable<double>&, Index, const Array<Bool>&);
template Variable<double> layerNorm(const Variable<double>&, const Variable<double>&, const Variable<double>*, double);

}  // namespace engine
