// Functions of single elements.
#include <cmath>
#include <numbers>

#include "engine/base/Logistic.h"
#include "engine/network/TapeBroadcast.h"
#include "engine/network/TapeOperations.h"

namespace engine {

namespace {

template <class T, class Function, class Derivative>
Variable<T> apply(const Variable<T>& x, const Function& f, Derivative derivative) {
  Array<T> result(x.shape(), Untouched{});
  for (Index k = 0; k < result.size(); ++k) result[k] = f(x.value()[k]);
  return x.tape().record(std::move(result), {{x, [x, derivative](const Array<T>& gradient, const Array<T>& value) {
                                                Array<T> back(x.shape(), Untouched{});
                                                for (Index k = 0; k < back.size(); ++k)
                                                  back[k] = gradient[k] * derivative(x.value()[k], value[k]);
                                                return back;
                                              }}});
}

/// Of the standard normal distribution: up to x, and its density at x.
template <class T>
T normalBelow(T x) {
  return (1 + std::erf(x / std::numbers::sqrt2_v<T>)) / 2;
}
template <class T>
T normalDensity(T x) {
  return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi_v<T>);
}

}  // namespace

template <class T>
Variable<T> elementwise(const Variable<T>& x, const std::function<T(T)>& f, std::function<T(T, T)> derivative) {
  return apply(x, f, std::move(derivative));
}

template <class T>
Variable<T> exp(const Variable<T>& x) {
  return apply(
      x, [](T v) { return std::exp(v); }, [](T, T y) { return y; });
}

template <class T>
Variable<T> log(const Variable<T>& x) {
  return apply(
      x, [](T v) { return std::log(v); }, [](T v, T) { return 1 / v; });
}

template <class T>
Variable<T> sin(const Variable<T>& x) {
  return apply(
      x, [](T v) { return std::sin(v); }, [](T v, T) { return std::cos(v); });
}

template <class T>
Variable<T> cos(const Variable<T>& x) {
  return apply(
      x, [](T v) { return std::cos(v); }, [](T v, T) { return -std::sin(v); });
}

template <class T>
Variable<T> tanh(const Variable<T>& x) {
  return apply(
      x, [](T v) { return std::tanh(v); }, [](T, T y) { return 1 - y * y; });
}

template <class T>
Variable<T> sigmoid(const Variable<T>& x) {
  return apply(
      x, [](T v) { return logistic(v); }, [](T, T y) { return y * (1 - y); });
}

template <class T>
Variable<T> relu(const Variable<T>& x) {
  return apply(
      x, [](T v) { return v > 0 ? v : T{0}; }, [](T v, T) { return v > 0 ? T{1} : T{0}; });
}

template <class T>
Variable<T> silu(const Variable<T>& x) {
  return apply(
      x, [](T v) { return v * logistic(v); },
      [](T v, T y) {
        const T s = logistic(v);
        return s + y * (1 - s);
      });
}

template <class T>
Variable<T> gelu(const Variable<T>& x) {
  return apply(
      x, [](T v) { return v * normalBelow(v); }, [](T v, T) { return normalBelow(v) + v * normalDensity(v); });
}

template <class T>
Variable<T> softplus(const Variable<T>& x) {
  return apply(
      x, [](T v) { return std::max(v, T{0}) + std::log1p(std::exp(-std::abs(v))); },
      [](T v, T) { return logistic(v); });
}

template <class T>
Variable<T> sqrt(const Variable<T>& x) {
  return apply(
      x, [](T v) { return std::sqrt(v); }, [](T, T y) { return 1 / (2 * y); });
}

template <class T>
Variable<T> rootOfPositive(const Variable<T>& x) {
  return apply(
      x, [](T v) { return v > 0 ? std::sqrt(v) : T{0}; }, [](T, T y) { return y > 0 ? 1 / (2 * y) : T{0}; });
}

template <class T>
Variable<T> square(const Variable<T>& x) {
  return apply(
      x, [](T v) { return v * v; }, [](T v, T) { return 2 * v; });
}

template <class T>
Variable<T> abs(const Variable<T>& x) {
  return apply(
      x, [](T v) { return std::abs(v); }, [](T v, T) { return v > 0   ? T{1}
                                                              : v < 0 ? T{-1}
                                                                      : T{0}; });
}

template <class T>
Variable<T> replaced(const Variable<T>& x, const Array<Bool>& where, double value) {
  const Array<Bool> mask = repeatedTo("replaced", x.shape(), where);
  const auto put = [mask](Array<T> array, T number) {
    for (Index k = 0; k < array.size(); ++k)
      if (mask[k]) array[k] = number;
    return array;
  };
  return x.tape().record(put(x.value(), static_cast<T>(value)),
                         {{x, [put](const Array<T>& gradient, const Array<T>&) { return put(gradient, T{0}); }}});
}

template <class T>
Variable<T> stopGradient(const Variable<T>& x) {
  return x.tape().record(x.value(), {});
}

template Variable<float> elementwise(const Variable<float>&, const std::function<float(float)>&,
                                     std::function<float(float, float)>);
template Variable<float> exp(const Variable<float>&);
template Variable<float> log(const Variable<float>&);
template Variable<float> sin(const Variable<float>&);
template Variable<float> cos(const Variable<float>&);
template Variable<float> tanh(const Variable<float>&);
template Variable<float> sigmoid(const Variable<float>&);
template Variable<float> relu(const Variable<float>&);
template Variable<float> silu(const Variable<float>&);
template Variable<float> gelu(const Variable<float>&);
template Variable<float> softplus(const Variable<float>&);
template Variable<float> sqrt(const Variable<float>&);
template Variable<float> rootOfPositive(const Variable<float>&);
template Variable<float> square(const Variable<float>&);
template Variable<float> abs(const Variable<float>&);
template Variable<float> stopGradient(const Variable<float>&);
template Variable<float> replaced(const Variable<float>&, const Array<Bool>&, double);
template Variable<double> elementwise(const Variable<double>&, const std::function<double(double)>&,
                                      std::function<double(double, double)>);
template Variable<double> exp(const Variable<double>&);
template Variable<double> log(const Variable<double>&);
template Variable<double> sin(const Variable<double>&);
template Variable<double> cos(const Variable<double>&);
template Variable<double> tanh(const Variable<double>&);
template Variable<double> sigmoid(const Variable<double>&);
template Variable<double> relu(const Variable<double>&);
template Variable<double> silu(const Variable<double>&);
template Variable<double> gelu(const Variable<double>&);
template Variable<double> softplus(const Variable<double>&);
template Variable<double> sqrt(const Variable<double>&);
template Variable<double> rootOfPositive(const Variable<double>&);
template Variable<double> square(const Variable<double>&);
template Variable<double> abs(const Variable<double>&);
template Variable<double> stopGradient(const Variable<double>&);
template Variable<double> replaced(const Variable<double>&, const Array<Bool>&, double);

}  // namespace engine
