// Proximal Newton: the loss is replaced by its quadratic model at the present weights, whose minimum with the penalty
// is found coordinate by coordinate on the matrix of second derivatives, and a step is taken towards it.
#include "engine/heads/contacts/ContactRegression.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using FloatRows = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

constexpr Index kPiece = 1024;  ///< pairs that are widened at a time
constexpr Index kBlock = 64;    ///< heads by side of a piece of the matrix

double softThreshold(double value, double limit) {
  return std::copysign(std::max(0.0, std::abs(value) - limit), value);
}

/// log(1 + exp(x)) without overflow.
double logOnePlusExp(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

class Fit {
 public:
  Fit(const ContactFeatures& features, double penalty, int threads)
      : m_scores(features.scores.data(), features.scores.length(0), features.scores.length(1)),
        m_penalty(penalty),
        m_threads(threads),
        m_isContact(static_cast<Index>(features.isContact.size())),
        m_weights(Vector::Zero(m_scores.rows())) {
    for (Index k = 0; k < m_isContact.size(); ++k) m_isContact[k] = nth(features.isContact, k);
    const double contacts = m_isContact.sum(), others = static_cast<double>(m_isContact.size()) - contacts;
    m_bias = std::log((contacts + 0.5) / (others + 0.5));
  }

  ContactRegression solve(Progress& progress) {
    constexpr int kMostSteps = 500;
    constexpr double kDone = 1e-12;
    m_z = decisions(m_weights, m_bias);
    double value = objective(m_z, m_weights);
    int step = 0;
    for (; step < kMostSteps; ++step) {
      progress.update(static_cast<double>(step) / (10.0 + step), "fitting");
      const double before = value;
      value = improve(before);
      if (before - value <= kDone * std::max(1.0, std::abs(before))) break;
    }
    ContactRegression result;
    result.weights.assign(m_weights.begin(), m_weights.end());
    result.bias = m_bias;
    result.objective = value;
    result.penalty = m_penalty;
    result.pairs = m_isContact.size();
    result.contacts = static_cast<Index>(m_isContact.sum());
    result.steps = step;
    return result;
  }

 private:
  Vector decisions(const Vector& weights, double bias) const {
    Vector z(m_scores.cols());
    parallelFor(z.size(), kPiece, m_threads, [&](Index begin, Index end) {
      z.segment(begin, end - begin).setConstant(bias);
      for (Index h = 0; h < weights.size(); ++h)
        if (weights[h] != 0)
          z.segment(begin, end - begin) +=
              weights[h] * m_scores.row(h).segment(begin, end - begin).cast<double>().transpose();
    });
    return z;
  }

  double objective(const Vector& z, const Vector& weights) const {
    double sum = m_penalty * weights.lpNorm<1>();
    for (Index k = 0; k < z.size(); ++k) sum += logOnePlusExp(m_isContact[k] > 0 ? -z[k] : z[k]);
    return sum;
  }

  /// First and second derivatives of the loss at the present weights.
  struct Model {
    Vector gradient, cross;  ///< by head; of head and bias
    Matrix second;
    double biasGradient = 0, biasSecond = 0;
  };

  Model model() const {
    constexpr double kLeastCurvature = 1e-10;
    const Vector chance = (1 + (-m_z.array()).exp()).inverse();
    const Vector slope = chance - m_isContact;
    const Vector curvature = (chance.array() * (1 - chance.array())).max(kLeastCurvature);
    const Index heads = m_scores.rows();
    Model result{Vector(heads), Vector(heads), Matrix::Zero(heads, heads), slope.sum(), curvature.sum()};
    const Index blocks = (heads + kBlock - 1) / kBlock;
    parallelFor(blocks * blocks, 1, m_threads, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k)
        if (k / blocks <= k % blocks) addSecond(k / blocks * kBlock, k % blocks * kBlock, curvature, result.second);
    });
    parallelFor(heads, 1, m_threads, [&](Index begin, Index end) {
      for (Index h = begin; h < end; ++h) {
        const Vector scores = m_scores.row(h).cast<double>();
        result.gradient[h] = scores.dot(slope);
        result.cross[h] = scores.dot(curvature);
      }
    });
    result.second.triangularView<Eigen::StrictlyLower>() = result.second.transpose();
    return result;
  }

  /// A block of the sum over pairs of score times score times curvature.
  void addSecond(Index top, Index left, const Vector& curvature, Matrix& second) const {
    const Index rows = std::min(kBlock, second.rows() - top), columns = std::min(kBlock, second.cols() - left);
    Matrix sum = Matrix::Zero(rows, columns);
    for (Index first = 0; first < m_scores.cols(); first += kPiece) {
      const Index count = std::min(kPiece, m_scores.cols() - first);
      const Matrix a =
          m_scores.block(top, first, rows, count).cast<double>() * curvature.segment(first, count).asDiagonal();
      const Matrix b = m_scores.block(left, first, columns, count).cast<double>();
      sum.noalias() += a * b.transpose();
    }
    second.block(top, left, rows, columns) = sum;
  }

  /// The step to the minimum of the model with the penalty; the last entry is that of the bias.
  Vector bestStep(const Model& model) const {
    constexpr int kMostRounds = 1000;
    constexpr double kDone = 1e-13;
    const Index heads = m_weights.size();
    const Vector diagonal = model.second.diagonal().array() + 1e-12;
    Vector step = Vector::Zero(heads + 1), change = Vector::Zero(heads);  // change = second * step + cross * bias step
    double biasChange = 0;
    for (int round = 0; round < kMostRounds; ++round) {
      double largest = 0;
      const double own = -(model.biasGradient + biasChange) / model.biasSecond;
      step[heads] += own;
      change += own * model.cross;
      biasChange += own * model.biasSecond;
      largest = std::abs(own) * std::sqrt(model.biasSecond);
      for (Index h = 0; h < heads; ++h) {
        const double present = m_weights[h] + step[h];
        const double wanted = present - (model.gradient[h] + change[h]) / diagonal[h];
        const double move = softThreshold(wanted, m_penalty / diagonal[h]) - present;
        if (move == 0) continue;
        step[h] += move;
        change += move * model.second.col(h);
        biasChange += move * model.cross[h];
        largest = std::max(largest, std::abs(move) * std::sqrt(diagonal[h]));
      }
      if (largest * largest < kDone) break;
    }
    return step;
  }

  /// One step of Newton's, halved until the objective falls. Returns the objective.
  double improve(double before) {
    const Vector step = bestStep(model());
    const Index heads = m_weights.size();
    constexpr double kShortest = 1e-8;
    for (double part = 1; part > kShortest; part /= 2) {
      const Vector weights = m_weights + part * step.head(heads);
      const double bias = m_bias + part * step[heads];
      Vector z = decisions(weights, bias);
      const double value = objective(z, weights);
      if (value > before) continue;
      m_weights = weights;
      m_bias = bias;
      m_z = std::move(z);
      return value;
    }
    return before;
  }

  FloatRows m_scores;
  double m_penalty;
  int m_threads;
  Vector m_isContact, m_weights, m_z;
  double m_bias = 0;
};

}  // namespace

ContactRegression fitContacts(const ContactFeatures& features, double penalty, int threads, Progress& progress) {
  const auto pairs = static_cast<Index>(features.isContact.size());
  requireShape("scores", features.scores.shape(), {-1, pairs});
  const Index contacts = std::count(features.isContact.begin(), features.isContact.end(), 1);
  if (contacts == 0 || contacts == pairs)
    fail("contacts of heads: found ", contacts, " contacts among ", pairs, " pairs, expected some of both kinds");
  const auto heads = static_cast<double>(features.scores.length(0));
  requireMemory(8 * heads * heads, "fitting contacts", "take fewer heads");
  ContactRegression result = Fit(features, penalty, threads).solve(progress);
  result.bias += std::log(features.keptNegatives);
  return result;
}

}  // namespace engine
