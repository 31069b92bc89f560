// Training: where weights begin, and steps along gradients, each number with a length of its own (Adam; Kingma and Ba
// 2015).
#pragma once

#include <utility>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Random.h"

namespace engine {

/// What is trained, and its gradient of the same shape.
template <class T>
using TrainedArray = std::pair<Array<T>*, const Array<T>*>;

/// m = b1 m + (1 - b1) g, v = b2 v + (1 - b2) g^2, x -= rate * m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + epsilon) with
/// b1 = 0.9, b2 = 0.999, epsilon = 1e-8 and t = 1 in the first step.
template <class T>
class Adam {
 public:
  /// m and v of an array, of its shape.
  struct Moments {
    Array<T> mean, square;
  };

  Adam() = default;
  /// Goes on where another one was: its moments, an array each, after so many steps.
  Adam(std::vector<Moments> moments, int steps) : m_moments(std::move(moments)), m_steps(steps) {}

  /// The same arrays in the same order at every step.
  void step(const std::vector<TrainedArray<T>>& arrays, double rate);
  /// With a rate for each array.
  void step(const std::vector<TrainedArray<T>>& arrays, const std::vector<double>& rates);
  /// In the order of the arrays; none before the first step.
  const std::vector<Moments>& moments() const { return m_moments; }

 private:
  std::vector<Moments> m_moments;
  int m_steps = 0;
};

/// Multiplies gradients whose norm is above `most` by most / norm. Returns the norm they had.
template <class T>
double clipGradients(const std::vector<Array<T>*>& gradients, double most);

/// Uniform on +-sqrt(6 / (in + out)), W (out, in) (Glorot and Bengio 2010).
template <class T>
void fillXavier(Array<T>& W, Random& random);
/// Uniform on +-bound.
template <class T>
void fillUniform(Array<T>& array, double bound, Random& random);

}  // namespace engine
