#include "engine/training/PairTraining.h"

#include <cmath>
#include <numbers>

namespace engine {

namespace {

constexpr char kLosses[] = "losses";

}  // namespace

double rateAt(const TrainingPlan& plan, Index step) {
  constexpr double kGrowing = 10;
  if (plan.course == RateCourse::constant) return plan.rate;
  const double growth = std::min(1.0, double(step + 1) / kGrowing);
  return plan.rate * growth * 0.5 * (1 + std::cos(std::numbers::pi * double(step) / double(plan.steps)));
}

template <class T>
Array<T> learnedArray(const ArrayBundle& arrays, const std::string& name, const Shape& shape) {
  Array<T> array = numbersOf<T>(arrays, name);
  requireShape(name, array.shape(), shape);
  return array;
}

template <class T>
PairTraining<T>::PairTraining(const TrainingRows& rows, const TrainingPlan& plan)
    : m_rows(rows),
      m_plan(plan),
      m_penalty(penaltyOf(rows, plan.strength)),
      m_likelihood(rows),
      m_order(rows.count(), plan.batch, plan.seed) {}

template <class T>
void PairTraining<T>::step(int threads, Progress& progress) {
  if (!m_hasBatch) m_batch = m_order.next();
  m_hasBatch = true;
  m_losses.push_back(learn(m_batch, rateAt(m_plan, numSteps()), threads, progress));
  m_hasBatch = false;
}

template <class T>
void PairTraining<T>::requireFinite(double objective) const {
  if (!std::isfinite(objective))
    fail("training, step ", numSteps() + 1, ": found ", objective,
         " as the objective, expected a finite number; a lower rate may help");
}

template <class T>
double PairTraining<T>::addBiasPenalty(const Array<T>& bias, Array<T>& gradient) const {
  double squares = 0;
  for (Index k = 0; k < bias.size(); ++k) {
    squares += double(bias[k]) * double(bias[k]);
    gradient[k] += T(2 * m_penalty.biases) * bias[k];
  }
  return m_penalty.biases * squares;
}

template <class T>
ArrayBundle PairTraining<T>::learned() const {
  ArrayBundle arrays;
  arrays[kLosses] = Array<double>({numSteps()}, m_losses, kLosses);
  addLearned(arrays);
  return arrays;
}

template <class T>
void PairTraining<T>::goOnFrom(const ArrayBundle& learned) {
  const auto losses = learnedArray<double>(learned, kLosses, {-1});
  take(learned, losses.size());
  m_losses.assign(losses.begin(), losses.end());
  m_order = BatchOrder(m_rows.count(), m_plan.batch, m_plan.seed);
  m_order.skip(losses.size());
  m_hasBatch = false;
}

template class PairTraining<float>;
template class PairTraining<double>;
template Array<float> learnedArray(const ArrayBundle&, const std::string&, const Shape&);
template Array<double> learnedArray(const ArrayBundle&, const std::string&, const Shape&);

}  // namespace engine
