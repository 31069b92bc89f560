#include "engine/equivariant/FullyConnectedNet.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/Logistic.h"

namespace engine {

namespace {

/// x W / sqrt(rows of W).
template <class T>
Array<T> layer(const Array<T>& x, const Array<T>& W) {
  if (W.rank() != 2 || x.rank() != 2 || x.length(1) != W.length(0))
    fail("array ", W.name, ": found shape ", shapeText(W.shape()), ", expected one for an input of shape ",
         shapeText(x.shape()));
  const Index rows = x.length(0), in = W.length(0), out = W.length(1);
  const T scale = static_cast<T>(1 / std::sqrt(double(std::max<Index>(1, in))));
  Array<T> y({rows, out});
  for (Index r = 0; r < rows; ++r) {
    T* const row = y.data() + r * out;
    for (Index i = 0; i < in; ++i)
      for (Index k = 0; k < out; ++k) row[k] += x(r, i) * W(i, k);
    for (Index k = 0; k < out; ++k) row[k] *= scale;
  }
  return y;
}

}  // namespace

template <class T>
T activate(Activation activation, T x) {
  switch (activation) {
    case Activation::silu:
      return x * logistic(x);
    case Activation::relu:
      return std::max(x, T(0));
    case Activation::tanh:
      return std::tanh(x);
    case Activation::sigmoid:
      return logistic(x);
    case Activation::gelu:
      return x / 2 * (1 + std::erf(x / std::numbers::sqrt2_v<T>));
  }
  return x;
}

double activationConstant(Activation activation) {
  switch (activation) {
    case Activation::silu:
      return 1.6791767923989418;
    case Activation::relu:
      return 1.4163393446331365;
    case Activation::tanh:
      return 1.5937334472592695;
    case Activation::sigmoid:
      return 1.8467055342154763;
    case Activation::gelu:
      return 1.5360642850770576;
  }
  return 1;
}

template <class T>
Array<T> fullyConnectedNet(const Array<T>& x, const std::vector<Array<T>>& weights, Activation activation) {
  const T constant = static_cast<T>(activationConstant(activation));
  Array<T> values = x;
  for (size_t i = 0; i < weights.size(); ++i) {
    values = layer(values, weights[i]);
    if (i + 1 < weights.size())
      for (T& value : values) value = constant * activate(activation, value);
  }
  return values;
}

template float activate(Activation, float);
template double activate(Activation, double);
template Array<float> fullyConnectedNet(const Array<float>&, const std::vector<Array<float>>&, Activation);
template Array<double> fullyConnectedNet(const Array<double>&, const std::vector<Array<double>>&, Activation);

}  // namespace engine
