#include "engine/training/PottsTraining.h"

#include <cmath>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/training/LetterCount.h"

namespace engine {

namespace {

constexpr double kMean = 0.9, kSquare = 0.999, kEpsilon = 1e-8;

/// Takes the sum of squares of a gradient up; gives by what its mean is multiplied in step `step`, from 1.
double stepScale(double& square, double gradientSquares, double rate, Index step) {
  square = kSquare * square + (1 - kSquare) * gradientSquares;
  const double t = double(step);
  return rate / (1 - std::pow(kMean, t)) / (std::sqrt(square / (1 - std::pow(kSquare, t))) + kEpsilon);
}

}  // namespace

TrainingPlan pottsPlan(const TrainingRows& rows) {
  TrainingPlan plan;
  plan.steps = 50;
  plan.batch = std::max<Index>(1, rows.count());
  plan.rate = 2;
  plan.course = RateCourse::constant;
  return plan;
}

template <class T>
PottsTraining<T>::PottsTraining(const TrainingRows& rows, const TrainingPlan& plan)
    : PairTraining<T>(rows, plan),
      m_pairs(positionPairs(rows.length())),
      m_couplings(rows.length()),
      m_derivatives(rows.length()),
      m_bias({rows.length(), K}),
      m_biasGradient({rows.length(), K}),
      m_mean({std::ssize(m_pairs), K, K}),
      m_biasMean({rows.length(), K}) {
  const Array<double> biases = startingBiases(rows);
  std::transform(biases.begin(), biases.end(), m_bias.begin(), [](double value) { return static_cast<T>(value); });
}

/// The gradient of each pair i < j takes the place of its derivatives, as D_iajb at j, i.
template <class T>
typename PottsTraining<T>::Squares PottsTraining<T>::fillGradient(int threads, Progress& progress) {
  const Index count = std::ssize(m_pairs);
  std::vector<Squares> parts(std::size_t((count + kPairsAtOnce - 1) / kPairsAtOnce));
  const T ofSquares = T(2 * this->penalty().couplings);
  parallelFor(count, kPairsAtOnce, threads, progress, "gradient", [&](Index begin, Index end) {
    Squares& part = nth(parts, begin / kPairsAtOnce);
    for (Index pair = begin; pair < end; ++pair) {
      const auto [i, j] = nth(m_pairs, pair);
      LetterBlock<T> block;
      readBothWays(m_derivatives, i, j, block);
      T ofCouplings = 0, ofGradient = 0;
      for (Index a = 0; a < K; ++a) {
        const T* const W = m_couplings.letters(j, i, a);
        T* const gradient = m_derivatives.letters(j, i, a);
        for (Index b = 0; b < K; ++b) {
          gradient[b] = block[a][b] / 2 + ofSquares * W[b];
          ofCouplings += W[b] * W[b];
          ofGradient += gradient[b] * gradient[b];
        }
      }
      part.couplings += 2 * double(ofCouplings);
      part.gradient += 2 * double(ofGradient);
    }
  });
  Squares sums;
  for (const Squares& part : parts) {
    sums.couplings += part.couplings;
    sums.gradient += part.gradient;
  }
  return sums;
}

template <class T>
void PottsTraining<T>::movePair(Index pair, T scale) {
  const auto [i, j] = nth(m_pairs, pair);
  LetterBlock<T> block;
  T* mean = m_mean.data() + pair * K * K;
  for (Index a = 0; a < K; ++a, mean += K) {
    const T* const W = m_couplings.letters(j, i, a);
    const T* const gradient = m_derivatives.letters(j, i, a);
    for (Index b = 0; b < K; ++b) {
      mean[b] = T(kMean) * mean[b] + T(1 - kMean) * gradient[b];
      block[a][b] = W[b] - scale * mean[b];
    }
  }
  writeSymmetric(m_couplings, i, j, block);
}

template <class T>
void PottsTraining<T>::moveCouplings(double gradientSquares, double rate, int threads) {
  const T scale = T(stepScale(m_squares[0], gradientSquares, rate, this->numSteps() + 1));
  parallelFor(std::ssize(m_pairs), kPairsAtOnce, threads, [&](Index begin, Index end) {
    for (Index pair = begin; pair < end; ++pair) movePair(pair, scale);
  });
}

template <class T>
void PottsTraining<T>::moveBiases(double rate) {
  double squares = 0;
  for (const T value : m_biasGradient) squares += double(value) * double(value);
  const T scale = T(stepScale(m_squares[1], squares, rate, this->numSteps() + 1));
  for (Index k = 0; k < m_bias.size(); ++k) {
    m_biasMean[k] = T(kMean) * m_biasMean[k] + T(1 - kMean) * m_biasGradient[k];
    m_bias[k] -= scale * m_biasMean[k];
  }
}

/// J of the rows, and its derivatives.
template <class T>
double PottsTraining<T>::evaluate(const std::vector<Index>& batch, int threads, Progress& progress) {
  if constexpr (std::is_same_v<T, float>) {
    double value = 0;
    const bool isDone = this->rows().length() > 0 && this->doneOnDevice([&](Device& device) {
      if (!m_onDevice)
        m_onDevice = std::make_shared<LikelihoodDevice>(DeviceRows{this->rows(), std::ssize(batch)}, device);
      value = m_onDevice->evaluate(batch, m_couplings, m_bias, m_derivatives, m_biasGradient, threads, progress);
    });
    if (isDone) return value;
  }
  return this->likelihood().evaluate(batch, m_couplings, m_bias, m_derivatives, m_biasGradient, threads, progress);
}

template <class T>
typename PairTraining<T>::Objective PottsTraining<T>::learn(const std::vector<Index>& batch, double rate, int threads,
                                                            Progress& progress) {
  PartProgress rows(progress, 0, 0.9), pairs(progress, 0.9, 1);
  Objective objective{evaluate(batch, threads, rows), 0};
  objective.penalty += this->addBiasPenalty(m_bias, m_biasGradient);
  const Squares squares = fillGradient(threads, pairs);
  objective.penalty += this->penalty().couplings * squares.couplings;
  this->requireFinite(objective.value());
  moveCouplings(squares.gradient, rate, threads);
  moveBiases(rate);
  return objective;
}

template <class T>
void PottsTraining<T>::addLearned(ArrayBundle& arrays) const {
  Array<T> couplings({std::ssize(m_pairs), K, K}, Untouched{});
  T* next = couplings.data();
  for (const auto& [i, j] : m_pairs)
    for (Index a = 0; a < K; ++a, next += K) std::copy_n(m_couplings.letters(j, i, a), K, next);
  arrays["couplings"] = std::move(couplings);
  arrays["bias"] = m_bias;
  if (this->numSteps() == 0) return;
  arrays["adam_m.couplings"] = m_mean;
  arrays["adam_m.bias"] = m_biasMean;
  arrays["adam_v"] = Array<double>({2}, {m_squares[0], m_squares[1]});
}

template <class T>
void PottsTraining<T>::take(const ArrayBundle& arrays, Index steps) {
  const Shape shape = m_mean.shape(), ofBias = m_bias.shape();
  const auto couplings = learnedArray<T>(arrays, "couplings", shape);
  auto bias = learnedArray<T>(arrays, "bias", ofBias);
  auto mean = steps > 0 ? learnedArray<T>(arrays, "adam_m.couplings", shape) : Array<T>(shape);
  auto biasMean = steps > 0 ? learnedArray<T>(arrays, "adam_m.bias", ofBias) : Array<T>(ofBias);
  const auto squares = steps > 0 ? learnedArray<double>(arrays, "adam_v", {2}) : Array<double>({2});
  m_squares = {squares[0], squares[1]};
  m_bias = std::move(bias);
  m_mean = std::move(mean);
  m_biasMean = std::move(biasMean);
  LetterBlock<T> block;
  for (Index pair = 0; pair < std::ssize(m_pairs); ++pair) {
    for (Index a = 0; a < K; ++a) std::copy_n(couplings.data() + (pair * K + a) * K, K, block[a]);
    writeSymmetric(m_couplings, nth(m_pairs, pair).i, nth(m_pairs, pair).j, block);
  }
}

template class PottsTraining<float>;
template class PottsTraining<double>;

}  // namespace engine
