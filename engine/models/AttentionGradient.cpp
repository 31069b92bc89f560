#include "engine/models/AttentionGradient.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "engine/base/Nth.h"
#include "engine/models/parts/EncoderForm.h"
#include "engine/models/parts/ReadWeights.h"
#include "engine/models/parts/Rotary.h"
#include "engine/network/MatrixProduct.h"

namespace engine {

namespace {

template <class T>
using Row = Eigen::Matrix<T, 1, Eigen::Dynamic>;

template <class T>
Row<T> rowOf(const Array<T>& values, Index width) {
  if (values.empty()) return Row<T>::Zero(width);
  return Eigen::Map<const Row<T>>(values.data(), width);
}

/// y = x W^T + b of every row.
template <class T>
struct Linear {
  Matrix<T> W;
  Row<T> b;

  Linear(const ModelWeights& weights, const std::string& name, Index out, Index in) {
    const LinearMap<T> map = readLinear<T>(weights, name, out, in);
    W = asMatrix(map.W);
    b = rowOf(map.b, out);
  }
  Matrix<T> forth(const Matrix<T>& x) const { return productByTransposed<T>(x, W).rowwise() + b; }
  Matrix<T> back(const Matrix<T>& gradient) const { return product<T>(gradient, W); }
};

/// Rows less their mean over their deviation, times a weight, plus a bias; remembers what the way back needs.
template <class T>
class Norm {
 public:
  Norm(const ModelWeights& weights, const std::string& name, Index width, double epsilon)
      : m_epsilon(static_cast<T>(epsilon)) {
    const LayerNormWeights<T> norm = readNorm<T>(weights, name, width);
    m_weight = rowOf(norm.weight, width);
    m_bias = rowOf(norm.bias, width);
  }
  Matrix<T> forth(const Matrix<T>& x) {
    m_plain = x.colwise() - x.rowwise().mean();
    m_inverse = (m_plain.rowwise().squaredNorm().array() / T(x.cols()) + m_epsilon).rsqrt().matrix();
    m_plain.array().colwise() *= m_inverse.array();
    return (m_plain.array().rowwise() * m_weight.array()).rowwise() + m_bias.array();
  }
  Matrix<T> back(const Matrix<T>& gradient) const {
    Matrix<T> scaled = gradient.array().rowwise() * m_weight.array();
    const auto along = (scaled.array() * m_plain.array()).rowwise().mean().eval();
    const auto mean = scaled.rowwise().mean().eval();
    scaled = scaled.colwise() - mean;
    scaled.array() -= m_plain.array().colwise() * along;
    scaled.array().colwise() *= m_inverse.array();
    return scaled;
  }

 private:
  T m_epsilon;
  Row<T> m_weight, m_bias;
  Matrix<T> m_plain;                             ///< rows without mean, of deviation 1
  Eigen::Matrix<T, Eigen::Dynamic, 1> m_inverse;  ///< 1 / deviation
};

template <class T>
T bent(FeedForwardActivation activation, T x) {
  if (activation == FeedForwardActivation::relu) return std::max(T{0}, x);
  return x / 2 * (1 + std::erf(x / std::numbers::sqrt2_v<T>));
}

/// The derivative of the same.
template <class T>
T slope(FeedForwardActivation activation, T x) {
  if (activation == FeedForwardActivation::relu) return x > 0 ? T{1} : T{0};
  const T density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi_v<T>);
  return (1 + std::erf(x / std::numbers::sqrt2_v<T>)) / 2 + x * density;
}

/// Turns the channels of every head by their places, back with negative frequencies.
template <class T>
void turn(Matrix<T>& x, Index heads, const Array<float>& frequencies, bool isBack) {
  if (frequencies.empty()) return;
  Array<float> angles = frequencies;
  for (float& value : angles) value = isBack ? -value : value;
  Array<T> rows({x.rows(), x.cols()}, Untouched{});
  std::copy_n(x.data(), rows.size(), rows.data());
  rotate(rows, heads, angles, 1);
  x = asMatrix(rows);
}

/// Attention of one layer, both ways.
template <class T>
class Heads {
 public:
  Heads(const EncoderForm& form, const LayerNames& names, Array<float> frequencies)
      : m_heads(form.sizes.heads),
        m_depth(form.sizes.width / form.sizes.heads),
        m_frequencies(std::move(frequencies)),
        m_query(*form.weights, names.query, form.sizes.width, form.sizes.width),
        m_key(*form.weights, names.key, form.sizes.width, form.sizes.width),
        m_value(*form.weights, names.value, form.sizes.width, form.sizes.width),
        m_output(*form.weights, names.output, form.sizes.width, form.sizes.width) {}

  Matrix<T> forth(const Matrix<T>& y) {
    m_Q = m_query.forth(y);
    m_K = m_key.forth(y);
    m_V = m_value.forth(y);
    turn(m_Q, m_heads, m_frequencies, false);
    turn(m_K, m_heads, m_frequencies, false);
    Matrix<T> O(y.rows(), y.cols());
    m_A.clear();
    for (Index h = 0; h < m_heads; ++h) {
      Matrix<T> A = productByTransposed<T>(part(m_Q, h), part(m_K, h)) * scale();
      A.colwise() -= A.rowwise().maxCoeff().eval();
      A = A.array().exp();
      A.array().colwise() /= A.rowwise().sum().array().eval();
      part(O, h) = product<T>(A, part(m_V, h));
      m_A.push_back(std::move(A));
    }
    return m_output.forth(O);
  }
  /// Hands out the maps and their gradients.
  Matrix<T> back(const Matrix<T>& gradient, Index layer, const TakeGradients<T>& take) const {
    const Matrix<T> dO = m_output.back(gradient);
    const Index rows = dO.rows();
    Matrix<T> dQ(rows, dO.cols()), dK(rows, dO.cols()), dV(rows, dO.cols());
    Array<T> maps({m_heads, rows, rows}, Untouched{}, "attention"), gradients(maps.shape(), Untouched{}, "gradient");
    for (Index h = 0; h < m_heads; ++h) {
      const Matrix<T>& A = nth(m_A, h);
      const Matrix<T> dA = productByTransposed<T>(part(dO, h), part(m_V, h));
      std::copy_n(A.data(), A.size(), maps.data() + h * A.size());
      std::copy_n(dA.data(), dA.size(), gradients.data() + h * dA.size());
      const auto along = (A.array() * dA.array()).rowwise().sum().eval();
      const Matrix<T> dS = A.array() * (dA.array().colwise() - along) * scale();
      part(dQ, h) = product<T>(dS, part(m_K, h));
      part(dK, h) = transposedProduct<T>(dS, part(m_Q, h));
      part(dV, h) = transposedProduct<T>(A, part(dO, h));
    }
    if (take) take(layer, maps, gradients);
    turn(dQ, m_heads, m_frequencies, true);
    turn(dK, m_heads, m_frequencies, true);
    return m_query.back(dQ) + m_key.back(dK) + m_value.back(dV);
  }

 private:
  T scale() const { return 1 / std::sqrt(static_cast<T>(m_depth)); }
  template <class M>
  auto part(M& x, Index head) const {
    return x.middleCols(head * m_depth, m_depth);
  }

  Index m_heads, m_depth;
  Array<float> m_frequencies;
  Linear<T> m_query, m_key, m_value, m_output;
  Matrix<T> m_Q, m_K, m_V;
  std::vector<Matrix<T>> m_A;
};

/// From the gradient of what a layer leaves to that of what enters it, x.
template <class T>
Matrix<T> backThroughLayer(const EncoderForm& form, Index layer, const Matrix<T>& x, const Matrix<T>& gradient,
                           const TakeGradients<T>& take) {
  const LayerRule& rule = form.rule;
  const LayerNames names = form.names(layer);
  const bool isBefore = rule.norms == NormPlace::before;
  Heads<T> heads(form, names, form.frequencies ? form.frequencies(layer) : Array<float>{});
  Norm<T> attentionNorm(*form.weights, names.attentionNorm, rule.width, rule.epsilon),
      feedNorm(*form.weights, names.feedNorm, rule.width, rule.epsilon);
  const Linear<T> in(*form.weights, names.feedIn, rule.feedForward, rule.width),
      out(*form.weights, names.feedOut, rule.width, rule.feedForward);

  const Matrix<T> attended = x + heads.forth(isBefore ? attentionNorm.forth(x) : x);
  const Matrix<T> middle = isBefore ? attended : attentionNorm.forth(attended);
  const Matrix<T> hidden = in.forth(isBefore ? feedNorm.forth(middle) : middle);
  const auto bend = [&](T value) { return bent(rule.activation, value); };
  const auto slopeOf = [&](T value) { return slope(rule.activation, value); };
  if (!isBefore) feedNorm.forth(middle + out.forth(hidden.unaryExpr(bend)));

  const Matrix<T> dLeft = isBefore ? gradient : feedNorm.back(gradient);
  const Matrix<T> dHidden = out.back(dLeft).array() * hidden.unaryExpr(slopeOf).array();
  const Matrix<T> dFed = in.back(dHidden);
  const Matrix<T> dMiddle = dLeft + (isBefore ? feedNorm.back(dFed) : dFed);
  const Matrix<T> dAttended = isBefore ? dMiddle : attentionNorm.back(dMiddle);
  const Matrix<T> dEntered = heads.back(dAttended, layer, take);
  return dAttended + (isBefore ? attentionNorm.back(dEntered) : dEntered);
}

/// The gradient of a logit with respect to the states behind the last layer, in one row.
template <class T>
Matrix<T> backThroughHead(const EncoderForm& form, const Matrix<T>& x, Index position, Index column) {
  const Index width = form.sizes.width;
  const auto weights = readLanguageModelHead<T>(*form.weights, form.head, form.embedding, form.sizes.vocabulary, width);
  const Linear<T> dense(*form.weights, form.head.dense, width, width);
  Norm<T> norm(*form.weights, form.head.norm, width, form.rule.epsilon);
  std::optional<Norm<T>> last;
  Matrix<T> row = x.row(position);
  if (!form.lastNorm.empty()) row = last.emplace(*form.weights, form.lastNorm, width, form.rule.epsilon).forth(row);
  const Matrix<T> hidden = dense.forth(row);
  const auto gelu = [](T value) { return bent(FeedForwardActivation::gelu, value); };
  const auto slopeOf = [](T value) { return slope(FeedForwardActivation::gelu, value); };
  norm.forth(hidden.unaryExpr(gelu));
  Matrix<T> gradient = norm.back(asMatrix(weights.output).row(column));
  gradient = gradient.array() * hidden.unaryExpr(slopeOf).array();
  gradient = dense.back(gradient);
  if (last) gradient = last->back(gradient);
  Matrix<T> all = Matrix<T>::Zero(x.rows(), width);
  all.row(position) = gradient;
  return all;
}

}  // namespace

template <class T>
Array<T> attentionGradients(const ModelRun<T>& run, Index position, Index column, const TakeGradients<T>& take,
                            const ModelCall& call) {
  const auto* encoder = dynamic_cast<const HasEncoderForm*>(&run);
  if (!encoder || run.vocabulary().empty())
    fail("gradients: found a model of another kind, expected ESM-2, ESM-1b, ESM-1v, BERT or RoBERTa with a head that "
         "predicts tokens");
  const EncoderForm form = encoder->encoderForm();
  if (form.rule.activation == FeedForwardActivation::swiglu) fail("gradients: found swiglu, expected gelu or relu");
  PartProgress forth(call.progress, 0, 0.3);
  ModelRunOptions<T> options;
  options.keepsStates = true;
  const ModelResult<T> result = runModel(run, options, {call.where, call.diagnostics, forth});
  Matrix<T> gradient = backThroughHead(form, asMatrix(result.states.back()->x), position, column);
  for (Index layer = run.numLayers(); layer-- > 0;) {
    call.progress.update(1 - 0.7 * double(layer + 1) / double(run.numLayers() + 1), "gradients");
    gradient = backThroughLayer(form, layer, asMatrix(nth(result.states, layer)->x), gradient, take);
  }
  Array<T> entered({gradient.rows(), gradient.cols()}, Untouched{}, "gradient");
  std::copy_n(gradient.data(), entered.size(), entered.data());
  return entered;
}

template Array<float> attentionGradients(const ModelRun<float>&, Index, Index, const TakeGradients<float>&,
                                         const ModelCall&);
template Array<double> attentionGradients(const ModelRun<double>&, Index, Index, const TakeGradients<double>&,
                                          const ModelCall&);

}  // namespace engine
