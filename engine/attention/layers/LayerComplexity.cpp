#include "engine/attention/layers/LayerComplexity.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/dot/DotProduct.h"
#include "engine/base/CancelOnly.h"
#include "engine/base/Nth.h"
#include "engine/base/Random.h"

namespace engine {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixView = Eigen::Map<Matrix>;
using ConstMatrixView = Eigen::Map<const Matrix>;

/// Weights that keep a signal alive and bounded through many layers.
Matrix weights(std::uint64_t seed, Index width) {
  const Array<float> values = deterministicArray<float>(seed, {width, width}, 1.5 / std::sqrt(double(width)));
  return ConstMatrixView(values.data(), width, width);
}

ConstMatrixView view(const Array<float>& X) { return {X.data(), X.length(0), X.length(1)}; }
MatrixView view(Array<float>& X) { return {X.data(), X.length(0), X.length(1)}; }

class Convolution : public SequenceLayer {
 public:
  Convolution(Index width, Index kernel) : m_width(width), m_kernel(kernel) {
    if (kernel < 1 || kernel % 2 == 0) fail("parameter kernel: found ", kernel, ", expected an odd number from 1");
    for (Index t = 0; t < kernel; ++t) m_taps.push_back(weights(300 + static_cast<std::uint64_t>(t), width));
  }
  std::string name() const override { return "convolution"; }
  std::string formulas() const override { return "2·k·n·d² flop; 1 step; path ⌈(n - 1) / ((k - 1) / 2)⌉"; }
  Index numSteps(Index) const override { return 1; }
  void step(Index, const Array<float>& X, Array<float>& Y, Progress& progress) const override {
    const Index n = X.length(0), reach = (m_kernel - 1) / 2;
    MatrixView y = view(Y);
    y.setZero();
    for (Index t = 0; t < m_kernel; ++t) {
      if (progress.cancelled()) throw Cancelled{};
      const Index shift = t - reach, first = std::max<Index>(0, -shift), last = std::min(n, n - shift);
      if (first >= last) continue;
      y.middleRows(first, last - first).noalias() +=
          view(X).middleRows(first + shift, last - first) * nth(m_taps, t).transpose();
    }
    y = y.array().tanh();
  }
  LayerReads reads(Index i, Index n) const override {
    const Index reach = (m_kernel - 1) / 2;
    return {std::max<Index>(0, i - reach), std::min(n, i + reach + 1), -1};
  }
  LayerComplexity complexity(Index n) const override {
    const Index reach = (m_kernel - 1) / 2;
    const Index path = n <= 1 ? n : reach == 0 ? kNeverReached : (n - 1 + reach - 1) / reach;
    return {2.0 * double(m_kernel) * double(n) * double(m_width) * double(m_width), 1, path};
  }

 private:
  Index m_width, m_kernel;
  std::vector<Matrix> m_taps;
};

class Recurrence : public SequenceLayer {
 public:
  explicit Recurrence(Index width) : m_width(width), m_input(weights(400, width)), m_state(weights(401, width)) {}
  std::string name() const override { return "recurrence"; }
  std::string formulas() const override { return "4·n·d² flop; n steps; path n"; }
  Index numSteps(Index n) const override { return n; }
  void step(Index k, const Array<float>& X, Array<float>& Y, Progress& progress) const override {
    if (progress.cancelled()) throw Cancelled{};
    MatrixView y = view(Y);
    y.row(k).noalias() = view(X).row(k) * m_input.transpose();
    if (k > 0) y.row(k) += y.row(k - 1) * m_state.transpose();
    y.row(k) = y.row(k).array().tanh();
  }
  LayerReads reads(Index i, Index) const override { return {i, i + 1, i - 1}; }
  LayerComplexity complexity(Index n) const override {
    return {4.0 * double(n) * double(m_width) * double(m_width), n, n};
  }

 private:
  Index m_width;
  Matrix m_input, m_state;
};

class SelfAttention : public SequenceLayer {
 public:
  explicit SelfAttention(Index width) : m_width(width) {}
  std::string name() const override { return "self-attention"; }
  std::string formulas() const override { return "4·n²·d flop; 1 step; path 1"; }
  Index numSteps(Index) const override { return 1; }
  void step(Index, const Array<float>& X, Array<float>& Y, Progress& progress) const override {
    const Index n = X.length(0);
    DotProductInput<float> input;
    input.Q = input.K = input.V = X.reshaped({1, 1, n, m_width});
    input.mask = fullMask(1, n, n);
    input.scale = standardScale(m_width);
    input.maps = Maps::drop;
    CancelOnly silent(progress);
    Y = dotProductNative(input, 1, silent).O.reshaped({n, m_width});
  }
  LayerReads reads(Index, Index n) const override { return {0, n, -1}; }
  LayerComplexity complexity(Index n) const override {
    return {4.0 * double(n) * double(n) * double(m_width), 1, std::min<Index>(n, 1)};
  }

 private:
  Index m_width;
};

}  // namespace

Array<float> SequenceLayer::apply(const Array<float>& X, Progress& progress) const {
  Array<float> Y(X.shape());
  for (Index k = 0; k < numSteps(X.length(0)); ++k) step(k, X, Y, progress);
  return Y;
}

std::unique_ptr<const SequenceLayer> convolutionLayer(Index width, Index kernel) {
  return std::make_unique<Convolution>(width, kernel);
}
std::unique_ptr<const SequenceLayer> recurrentLayer(Index width) { return std::make_unique<Recurrence>(width); }
std::unique_ptr<const SequenceLayer> selfAttentionLayer(Index width) { return std::make_unique<SelfAttention>(width); }

std::vector<std::unique_ptr<const SequenceLayer>> lectureLayers(Index width, Index kernel) {
  std::vector<std::unique_ptr<const SequenceLayer>> layers;
  layers.push_back(convolutionLayer(width, kernel));
  layers.push_back(recurrentLayer(width));
  layers.push_back(selfAttentionLayer(width));
  return layers;
}

Index measuredPath(const SequenceLayer& layer, Index n, Index width, Progress& progress) {
  if (n == 0) return 0;
  // Not-a-number cannot be rounded away, however faint the dependence: what depends on it becomes it.
  Array<float> X = deterministicArray<float>(500, {n, width}, 1), Y(X.shape());
  std::fill_n(X.data(), width, std::numeric_limits<float>::quiet_NaN());
  const auto isReached = [&](const Array<float>& values) { return std::isnan(values[(n - 1) * width]); };
  Index numSteps = 0;
  for (Index depth = 0; depth < n; ++depth) {
    for (Index k = 0; k < layer.numSteps(n); ++k, ++numSteps) {
      layer.step(k, X, Y, progress);
      if (isReached(Y)) return numSteps + 1;
    }
    std::swap(X, Y);
  }
  return kNeverReached;
}

}  // namespace engine
