#include "engine/network/Adam.h"

#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

template <class T>
void Adam<T>::step(const std::vector<TrainedArray<T>>& arrays, double rate) {
  step(arrays, std::vector<double>(arrays.size(), rate));
}

template <class T>
void Adam<T>::step(const std::vector<TrainedArray<T>>& arrays, const std::vector<double>& rates) {
  constexpr double kMean = 0.9, kSquare = 0.999, kEpsilon = 1e-8;
  if (m_moments.empty())
    for (const auto& [array, gradient] : arrays)
      m_moments.push_back({Array<T>(array->shape()), Array<T>(array->shape())});
  ++m_steps;
  const T ofSquare = static_cast<T>(1 / (1 - std::pow(kSquare, m_steps)));
  for (Index which = 0; which < std::ssize(arrays); ++which) {
    const T ofMean = static_cast<T>(nth(rates, which) / (1 - std::pow(kMean, m_steps)));
    Array<T>& x = *nth(arrays, which).first;
    const Array<T>& g = *nth(arrays, which).second;
    auto& [mean, square] = nth(m_moments, which);
    for (Index k = 0; k < x.size(); ++k) {
      mean[k] = T(kMean) * mean[k] + T(1 - kMean) * g[k];
      square[k] = T(kSquare) * square[k] + T(1 - kSquare) * g[k] * g[k];
      x[k] -= ofMean * mean[k] / (std::sqrt(square[k] * ofSquare) + T(kEpsilon));
    }
  }
}

template <class T>
double clipGradients(const std::vector<Array<T>*>& gradients, double most) {
  double squares = 0;
  for (const Array<T>* gradient : gradients)
    for (const T value : *gradient) squares += double(value) * double(value);
  const double norm = std::sqrt(squares);
  if (norm <= most) return norm;
  const T factor = static_cast<T>(most / norm);
  for (Array<T>* gradient : gradients)
    for (T& value : *gradient) value *= factor;
  return norm;
}

template <class T>
void fillUniform(Array<T>& array, double bound, Random& random) {
  for (T& value : array) value = static_cast<T>(bound * (2 * random.uniform() - 1));
}

template <class T>
void fillXavier(Array<T>& W, Random& random) {
  requireShape(W.name, W.shape(), {-1, -1});
  fillUniform(W, std::sqrt(6.0 / double(W.length(0) + W.length(1))), random);
}

#define INSTANTIATE(T)                                                  \
  template class Adam<T>;                                               \
  template double clipGradients(const std::vector<Array<T>*>&, double); \
  template void fillXavier(Array<T>&, Random&);                         \
  template void fillUniform(Array<T>&, double, Random&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
