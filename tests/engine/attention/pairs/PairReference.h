// AlphaFold 2's modules on alignments and pairs once more, from the algorithms of its supplement line by line: vectors
// and maps over named arrays, nothing shared with the engine.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "engine/base/Array.h"

namespace test {

using Vector = std::vector<double>;
using Grid = std::vector<std::vector<Vector>>;  ///< (rows, columns, channels)

inline Grid gridOf(const engine::ArrayBundle& inputs, const std::string& name) {
  const engine::Array<double> array = engine::numbersOf<double>(inputs, name);
  Grid grid(size_t(array.length(0)), std::vector<Vector>(size_t(array.length(1)), Vector(size_t(array.length(2)))));
  engine::Index k = 0;
  for (auto& row : grid)
    for (Vector& cell : row)
      for (double& value : cell) value = array[k++];
  return grid;
}

inline Vector plus(Vector a, const Vector& b) {
  for (size_t k = 0; k < a.size(); ++k) a[k] += b[k];
  return a;
}
inline Vector times(Vector a, const Vector& b) {
  for (size_t k = 0; k < a.size(); ++k) a[k] *= b[k];
  return a;
}
inline Vector logistic(Vector a) {
  for (double& value : a) value = 1 / (1 + std::exp(-value));
  return a;
}
inline double dot(const Vector& a, const Vector& b, size_t begin, size_t end) {
  double sum = 0;
  for (size_t k = begin; k < end; ++k) sum += a[k] * b[k];
  return sum;
}

class PairReference {
 public:
  explicit PairReference(const engine::ArrayBundle& inputs) : m_inputs(inputs) {}

  Vector linear(const std::string& name, const Vector& x) const {
    const engine::Array<double> W = engine::numbersOf<double>(m_inputs, name + ".weight");
    Vector y;
    for (engine::Index row = 0; row < W.length(0); ++row) {
      double sum = bias(name, row);
      for (size_t k = 0; k < x.size(); ++k) sum += W(row, engine::Index(k)) * x[k];
      y.push_back(sum);
    }
    return y;
  }
  Vector norm(const std::string& name, Vector x) const {
    const engine::Array<double> w = engine::numbersOf<double>(m_inputs, name + ".weight");
    double mean = 0, variance = 0;
    for (const double value : x) mean += value / double(x.size());
    for (const double value : x) variance += (value - mean) * (value - mean) / double(x.size());
    for (size_t k = 0; k < x.size(); ++k)
      x[k] = w[engine::Index(k)] * (x[k] - mean) / std::sqrt(variance + 1e-5) + bias(name, engine::Index(k));
    return x;
  }

  /// Algorithms 11 (outgoing) and 12; `sums` gets T.
  Grid triangleMultiplication(const Grid& z, const std::string& path, bool isOutgoing, Grid* sums = nullptr) const {
    const size_t L = z.size();
    const auto edge = [&](size_t i, size_t j, const char* name) {
      const Vector x = norm(path + "layer_norm_in", z[i][j]);
      return times(logistic(linear(path + name + "_g", x)), linear(path + name + "_p", x));
    };
    Grid result = z;
    if (sums != nullptr) *sums = z;
    for (size_t i = 0; i < L; ++i)
      for (size_t j = 0; j < L; ++j) {
        Vector sum;
        for (size_t k = 0; k < L; ++k) {
          const Vector term = isOutgoing ? times(edge(i, k, "linear_a"), edge(j, k, "linear_b"))
                                         : times(edge(k, i, "linear_a"), edge(k, j, "linear_b"));
          sum = k == 0 ? term : plus(sum, term);
        }
        if (sums != nullptr) (*sums)[i][j] = sum;
        const Vector gate = logistic(linear(path + "linear_g", norm(path + "layer_norm_in", z[i][j])));
        result[i][j] = times(gate, linear(path + "linear_z", norm(path + "layer_norm_out", sum)));
      }
    return result;
  }

  /// One query of Algorithms 7, 8, 13 and 14: x asks, keys[j] are asked, each with a bias per head.
  Vector attend(const Vector& x, const std::vector<Vector>& keys, const std::vector<Vector>& biases, size_t heads,
                const std::string& path, std::vector<Vector>* weights = nullptr) const {
    const Vector q = linear(path + "linear_q", x), gate = logistic(linear(path + "linear_g", x));
    const size_t d = q.size() / heads;
    Vector o(q.size(), 0.0);
    for (size_t h = 0; h < heads; ++h) {
      Vector shares;
      double total = 0;
      for (size_t j = 0; j < keys.size(); ++j) {
        const double score = dot(q, linear(path + "linear_k", keys[j]), h * d, (h + 1) * d) / std::sqrt(double(d));
        shares.push_back(std::exp(score + (biases.empty() ? 0 : biases[j][h])));
        total += shares.back();
      }
      for (double& share : shares) share /= total;
      for (size_t j = 0; j < keys.size(); ++j)
        for (size_t c = h * d; c < (h + 1) * d; ++c) o[c] += shares[j] * linear(path + "linear_v", keys[j])[c];
      if (weights != nullptr) weights->push_back(shares);
    }
    return linear(path + "linear_o", times(gate, o));
  }

  /// Algorithms 13 (starting) and 14.
  Grid triangleAttention(const Grid& z, const std::string& path, bool isStarting, size_t heads) const {
    const size_t L = z.size();
    const auto x = [&](size_t i, size_t j) { return norm(path + "layer_norm", z[i][j]); };
    Grid result = z;
    for (size_t i = 0; i < L; ++i)
      for (size_t j = 0; j < L; ++j) {
        std::vector<Vector> keys, biases;
        for (size_t k = 0; k < L; ++k) {
          keys.push_back(isStarting ? x(i, k) : x(k, j));
          biases.push_back(linear(path + "linear", isStarting ? x(j, k) : x(k, i)));
        }
        result[i][j] = attend(x(i, j), keys, biases, heads, path + "mha.");
      }
    return result;
  }

  /// Algorithm 7.
  Grid rowAttention(const Grid& m, const Grid& z, const std::string& path, size_t heads) const {
    Grid result = m;
    for (size_t n = 0; n < m.size(); ++n)
      for (size_t i = 0; i < m[n].size(); ++i) {
        std::vector<Vector> keys, biases;
        for (size_t j = 0; j < m[n].size(); ++j) {
          keys.push_back(norm(path + "layer_norm_m", m[n][j]));
          biases.push_back(linear(path + "linear_z", norm(path + "layer_norm_z", z[i][j])));
        }
        result[n][i] = attend(keys[i], keys, biases, heads, path + "mha.");
      }
    return result;
  }

  /// Algorithm 8.
  Grid columnAttention(const Grid& m, const std::string& path, size_t heads) const {
    Grid result = m;
    for (size_t n = 0; n < m.size(); ++n)
      for (size_t i = 0; i < m[n].size(); ++i) {
        std::vector<Vector> keys;
        for (const auto& row : m) keys.push_back(norm(path + "layer_norm_m", row[i]));
        result[n][i] = attend(keys[n], keys, {}, heads, path + "mha.");
      }
    return result;
  }

  /// Algorithm 10.
  Grid outerProductMean(const Grid& m, const std::string& path) const {
    const size_t L = m.front().size();
    Grid result(L, std::vector<Vector>(L));
    for (size_t i = 0; i < L; ++i)
      for (size_t j = 0; j < L; ++j) {
        Vector mean;
        for (const auto& row : m) {
          const Vector a = linear(path + "linear_1", norm(path + "layer_norm", row[i])),
                       b = linear(path + "linear_2", norm(path + "layer_norm", row[j]));
          Vector outer;
          for (const double left : a)
            for (const double right : b) outer.push_back(left * right / double(m.size()));
          mean = mean.empty() ? outer : plus(mean, outer);
        }
        result[i][j] = linear(path + "linear_out", mean);
      }
    return result;
  }

  /// Algorithms 9 and 15, added to what comes in.
  Grid withTransition(Grid x, const std::string& path) const {
    for (auto& row : x)
      for (Vector& cell : row) {
        Vector hidden = linear(path + "linear_1", norm(path + "layer_norm", cell));
        for (double& value : hidden) value = std::max(0.0, value);
        cell = plus(cell, linear(path + "linear_2", hidden));
      }
    return x;
  }

 private:
  double bias(const std::string& name, engine::Index k) const {
    return m_inputs.count(name + ".bias") == 0 ? 0 : engine::numbersOf<double>(m_inputs, name + ".bias")[k];
  }

  const engine::ArrayBundle& m_inputs;
};

inline Grid plus(Grid a, const Grid& b) {
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < a[i].size(); ++j) a[i][j] = plus(a[i][j], b[i][j]);
  return a;
}

}  // namespace test
