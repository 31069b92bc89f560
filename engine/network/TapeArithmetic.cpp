// Sums, differences, products and quotients of variables.
#include "engine/network/TapeBroadcast.h"
#include "engine/network/TapeOperations.h"

namespace engine {

namespace {

/// f of every pair of elements.
template <class T, class Function>
Array<T> combine(const char* operation, const Array<T>& a, const Array<T>& b, const Function& f) {
  Array<T> result(broadcastShape(operation, a.shape(), b.shape()), Untouched{});
  if (a.shape() == b.shape())
    for (Index k = 0; k < result.size(); ++k) result[k] = f(a[k], b[k]);
  else
    forEachBroadcast(result.shape(), a.shape(), b.shape(),
                     [&](Index k, Index i, Index j) { result[k] = f(a[i], b[j]); });
  return result;
}

template <class T>
Array<T> product(const char* operation, const Array<T>& a, const Array<T>& b) {
  return combine(operation, a, b, [](T x, T y) { return x * y; });
}

template <class T>
Array<T> scaled(Array<T> array, T factor) {
  for (T& value : array) value *= factor;
  return array;
}

/// a x b of the vectors of three along the last axis, repeated along the axes before it.
template <class T>
Array<T> crossProduct(const Array<T>& a, const Array<T>& b) {
  const Shape full = broadcastShape("cross", a.shape(), b.shape());
  const auto isOfVectors = [](const Shape& shape) { return !shape.empty() && shape.back() == 3; };
  if (!isOfVectors(a.shape()) || !isOfVectors(b.shape()))
    fail("cross: found shapes ", shapeText(a.shape()), " and ", shapeText(b.shape()),
         ", expected 3 along the last axis");
  Array<T> result(full, Untouched{});
  forEachBroadcast(full, a.shape(), b.shape(), [&](Index k, Index i, Index j) {
    const Index axis = k % 3, next = (axis + 1) % 3, after = (axis + 2) % 3;
    const Index startA = i - axis, startB = j - axis;
    result[k] = a[startA + next] * b[startB + after] - a[startA + after] * b[startB + next];
  });
  return result;
}

}  // namespace

template <class T>
Variable<T> operator+(const Variable<T>& a, const Variable<T>& b) {
  const auto back = [](const Variable<T>& operand) {
    return [operand](const Array<T>& gradient, const Array<T>&) { return summedTo(operand.shape(), gradient); };
  };
  return a.tape().record(combine("add", a.value(), b.value(), [](T x, T y) { return x + y; }),
                         {{a, back(a)}, {b, back(b)}});
}

template <class T>
Variable<T> operator-(const Variable<T>& a, const Variable<T>& b) {
  return a.tape().record(
      combine("subtract", a.value(), b.value(), [](T x, T y) { return x - y; }),
      {{a, [a](const Array<T>& gradient, const Array<T>&) { return summedTo(a.shape(), gradient); }},
       {b, [b](const Array<T>& gradient, const Array<T>&) { return scaled(summedTo(b.shape(), gradient), T{-1}); }}});
}

template <class T>
Variable<T> operator*(const Variable<T>& a, const Variable<T>& b) {
  const auto back = [](const Variable<T>& operand, const Variable<T>& other) {
    return [operand, other](const Array<T>& gradient, const Array<T>&) {
      return summedTo(operand.shape(), product("multiply", gradient, other.value()));
    };
  };
  return a.tape().record(product("multiply", a.value(), b.value()), {{a, back(a, b)}, {b, back(b, a)}});
}

template <class T>
Variable<T> operator/(const Variable<T>& a, const Variable<T>& b) {
  const auto quotient = [](const Array<T>& x, const Array<T>& y) {
    return combine("divide", x, y, [](T p, T q) { return p / q; });
  };
  return a.tape().record(
      quotient(a.value(), b.value()),
      {{a, [a, b, quotient](const Array<T>& gradient,
                            const Array<T>&) { return summedTo(a.shape(), quotient(gradient, b.value())); }},
       {b, [b, quotient](const Array<T>& gradient, const Array<T>& result) {
          return scaled(summedTo(b.shape(), quotient(product("divide", gradient, result), b.value())), T{-1});
        }}});
}

template <class T>
Variable<T> operator*(double factor, const Variable<T>& x) {
  const T number = static_cast<T>(factor);
  return x.tape().record(
      scaled(x.value(), number),
      {{x, [number](const Array<T>& gradient, const Array<T>&) { return scaled(gradient, number); }}});
}

template <class T>
Variable<T> operator+(const Variable<T>& x, double term) {
  Array<T> result = x.value();
  for (T& value : result) value += static_cast<T>(term);
  return x.tape().record(std::move(result), {{x, [](const Array<T>& gradient, const Array<T>&) { return gradient; }}});
}

template <class T>
Variable<T> cross(const Variable<T>& a, const Variable<T>& b) {
  // g . (da x b) = da . (b x g), and g . (a x db) = db . (g x a).
  return a.tape().record(
      crossProduct(a.value(), b.value()),
      {{a, [a, b](const Array<T>& gradient,
                  const Array<T>&) { return summedTo(a.shape(), crossProduct(b.value(), gradient)); }},
       {b, [a, b](const Array<T>& gradient, const Array<T>&) {
          return summedTo(b.shape(), crossProduct(gradient, a.value()));
        }}});
}

template Variable<float> operator+(const Variable<float>&, const Variable<float>&);
template Variable<float> operator-(const Variable<float>&, const Variable<float>&);
template Variable<float> operator*(const Variable<float>&, const Variable<float>&);
template Variable<float> operator/(const Variable<float>&, const Variable<float>&);
template Variable<float> operator*(double, const Variable<float>&);
template Variable<float> operator+(const Variable<float>&, double);
template Variable<float> cross(const Variable<float>&, const Variable<float>&);
template Variable<double> operator+(const Variable<double>&, const Variable<double>&);
template Variable<double> operator-(const Variable<double>&, const Variable<double>&);
template Variable<double> operator*(const Variable<double>&, const Variable<double>&);
template Variable<double> operator/(const Variable<double>&, const Variable<double>&);
template Variable<double> operator*(double, const Variable<double>&);
template Variable<double> operator+(const Variable<double>&, double);
template Variable<double> cross(const Variable<double>&, const Variable<double>&);

}  // namespace engine
