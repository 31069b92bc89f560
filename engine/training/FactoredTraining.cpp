#include "engine/training/FactoredTraining.h"

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr const char* kNames[] = {"query", "key", "value", "bias"};

/// In the order of the names.
template <class Weights>
auto arraysIn(Weights& weights) {
  return std::vector{&weights.query, &weights.key, &weights.value, &weights.bias};
}

template <class T>
FactoredWeights<T> emptyLike(const FactoredWeights<T>& weights) {
  return {Array<T>(weights.query.shape()), Array<T>(weights.key.shape()), Array<T>(weights.value.shape()),
          Array<T>(weights.bias.shape())};
}

}  // namespace

template <class T>
FactoredTraining<T>::FactoredTraining(const TrainingRows& rows, const FactoredSizes& sizes, const TrainingPlan& plan)
    : PairTraining<T>(rows, plan),
      m_weights(startingWeights<T>(rows, sizes, plan.seed)),
      m_gradient(emptyLike(m_weights)),
      m_pass(rows.length(), sizes.heads),
      m_derivatives(rows.length()) {}

template <class T>
void FactoredTraining<T>::passForward(int threads, Progress& progress) {
  if (m_isPassed) return;
  m_squares = m_pass.forward(m_weights, threads, progress);
  m_isPassed = true;
}

template <class T>
const CouplingPanels<T>& FactoredTraining<T>::couplings(int threads, Progress& progress) {
  passForward(threads, progress);
  return m_pass.couplings();
}

template <class T>
const Array<T>& FactoredTraining<T>::maps(int threads, Progress& progress) {
  passForward(threads, progress);
  return m_pass.maps();
}

/// J of rows and couplings, and the gradient of both; false: natively instead.
template <class T>
bool FactoredTraining<T>::passOnDevice(const std::vector<Index>& batch, Objective& objective, int threads,
                                       Progress& progress) {
  if constexpr (std::is_same_v<T, float>) {
    const Index length = m_weights.length(), heads = m_weights.numHeads();
    return length > 1 && heads > 0 && this->doneOnDevice([&](Device& device) {
      const DeviceRows rows{this->rows(), std::ssize(batch)};
      if (!m_onDevice) m_onDevice = std::make_shared<FactoredDevice>(rows, heads, m_weights.width(), device);
      const double penalty = this->penalty().couplings;
      objective = {m_onDevice->evaluate(batch, m_weights, penalty, m_gradient, threads, progress), 0};
      objective.penalty = penalty * m_onDevice->sumOfSquares();
    });
  }
  return false;
}

template <class T>
typename PairTraining<T>::Objective FactoredTraining<T>::learn(const std::vector<Index>& batch, double rate,
                                                               int threads, Progress& progress) {
  PartProgress forwards(progress, 0, 0.2), likelihood(progress, 0.2, 0.7), backwards(progress, 0.7, 1);
  Objective objective;
  const bool isDone = passOnDevice(batch, objective, threads, progress);
  if (!isDone) {
    passForward(threads, forwards);
    objective.penalty = this->penalty().couplings * m_squares;
    objective.ofRows = this->likelihood().evaluate(batch, m_pass.couplings(), m_weights.bias, m_derivatives,
                                                   m_gradient.bias, threads, likelihood);
  }
  objective.penalty += this->addBiasPenalty(m_weights.bias, m_gradient.bias);
  this->requireFinite(objective.value());
  if (!isDone) {
    m_isPassed = false;  // going backwards uses up what forwards left
    m_pass.backward(m_weights, m_derivatives, this->penalty().couplings, m_gradient, threads, backwards);
  }
  m_isPassed = false;
  std::vector<TrainedArray<T>> trained;
  const auto weights = arraysIn(m_weights), gradients = arraysIn(m_gradient);
  for (Index k = 0; k < std::ssize(weights); ++k) trained.emplace_back(nth(weights, k), nth(gradients, k));
  const double ofValues = rate * this->plan().valueRate;
  m_adam.step(trained, {rate, rate, ofValues, ofValues});
  return objective;
}

template <class T>
void FactoredTraining<T>::addLearned(ArrayBundle& arrays) const {
  const auto weights = arraysIn(m_weights);
  for (Index k = 0; k < std::ssize(weights); ++k) {
    const std::string name = kNames[k];
    arrays[name] = *nth(weights, k);
    if (m_adam.moments().empty()) continue;
    arrays["adam_m." + name] = nth(m_adam.moments(), k).mean;
    arrays["adam_v." + name] = nth(m_adam.moments(), k).square;
  }
}

template <class T>
void FactoredTraining<T>::take(const ArrayBundle& arrays, Index steps) {
  FactoredWeights<T> taken = emptyLike(m_weights);
  const auto targets = arraysIn(taken);
  std::vector<typename Adam<T>::Moments> moments;
  for (Index k = 0; k < std::ssize(targets); ++k) {
    const std::string name = kNames[k];
    const Shape shape = nth(targets, k)->shape();
    *nth(targets, k) = learnedArray<T>(arrays, name, shape);
    if (steps > 0)
      moments.push_back(
          {learnedArray<T>(arrays, "adam_m." + name, shape), learnedArray<T>(arrays, "adam_v." + name, shape)});
  }
  m_weights = std::move(taken);
  m_adam = Adam<T>(std::move(moments), int(steps));
  m_isPassed = false;
}

template class FactoredTraining<float>;
template class FactoredTraining<double>;

}  // namespace engine
