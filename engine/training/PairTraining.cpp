#include "engine/training/PairTraining.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr char kLosses[] = "losses", kFits[] = "fits", kPlanned[] = "steps_planned", kChanges[] = "rate_changes";

/// Of an effective row.
double residuesOf(const TrainingRows& rows) {
  double residues = 0;
  for (Index n = 0; n < rows.count(); ++n)
    for (Index i = 0; i < rows.length(); ++i)
      if (rows.codes(n, i) < kLearnedLetters) residues += nth(rows.weights, n);
  return rows.effective() > 0 ? residues / rows.effective() : 0;
}

/// Those that a training had learned with; none without the array.
std::vector<RateChange> changesOf(const ArrayBundle& arrays, Index steps) {
  if (!arrays.contains(kChanges)) return {};
  const Array<double> values = numbersOf<double>(arrays, kChanges);
  requireShape(kChanges, values.shape(), {-1, 3});
  std::vector<RateChange> changes;
  for (Index k = 0; k < values.length(0); ++k) {
    for (Index part = 0; part < 3; ++part)
      if (!(values(k, part) >= 0 && values(k, part) <= 1e9))
        fail("array ", kChanges, ": found ", values(k, part), " in row ", k, ", expected 0 to 1e9");
    changes.push_back({static_cast<Index>(values(k, 0)), values(k, 1), static_cast<Index>(values(k, 2))});
  }
  return changesIn(textOfChanges(changes), steps);
}

}  // namespace

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
      m_order(rows.count(), plan.batch, plan.seed),
      m_residues(residuesOf(rows)) {}

template <class T>
void PairTraining<T>::computeOn(Device* device, Diagnostics& diagnostics) {
  m_device = device;
  m_diagnostics = &diagnostics;
}

template <class T>
bool PairTraining<T>::doneOnDevice(const std::function<void(Device&)>& work) {
  if (!m_device || m_batch.empty()) return false;
  try {
    work(*m_device);
  } catch (const DeviceError& error) {
    m_diagnostics->warn(error.what(), "; learned on the native CPU path from step ", numSteps() + 1, " on");
    m_device = nullptr;
    return false;
  }
  m_device->countDone();
  return true;
}

template <class T>
void PairTraining<T>::step(int threads, Progress& progress) {
  if (!m_hasBatch) m_batch = m_order.next();
  m_hasBatch = true;
  const Objective objective = learn(m_batch, rateAt(m_plan, numSteps()), threads, progress);
  m_losses.push_back(objective.value());
  m_fits.push_back(m_residues > 0 ? objective.ofRows / m_residues : 0);
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
void PairTraining<T>::changeRate(double rate) {
  add({numSteps(), rate, 0});
}

template <class T>
void PairTraining<T>::add(const RateChange& change) {
  if (!(change.rate > 0) || !std::isfinite(change.rate))
    fail("training: found the rate ", change.rate, ", expected a finite one above 0");
  if (change.from < numSteps() || change.from > numPlanned() || change.steps < 0 || change.steps > kMostSteps)
    fail("training: found a change of the rate at step ", change.from, " for ", change.steps, " steps, expected it at ",
         numSteps(), " to ", numPlanned());
  std::erase_if(m_plan.changes,
                [&](const RateChange& one) { return one.from >= change.from && (one.steps == 0 || change.steps > 0); });
  const auto after = std::find_if(m_plan.changes.begin(), m_plan.changes.end(),
                                  [&](const RateChange& one) { return one.from > change.from; });
  m_plan.changes.insert(after, change);
}

template <class T>
void PairTraining<T>::planChanges(std::vector<RateChange> changes) {
  const auto done = [this](std::vector<RateChange> all) {
    std::erase_if(all, [this](const RateChange& one) { return one.from >= numSteps(); });
    return textOfChanges(all);
  };
  if (done(changes) != done(m_plan.changes))
    fail("training: found \"", done(changes), "\" as changes of the rate in ", numSteps(),
         " steps that were done, expected \"", done(m_plan.changes), "\"");
  m_plan.changes = changesIn(textOfChanges(changes), m_plan.steps);
}

template <class T>
void PairTraining<T>::planSteps(Index steps) {
  if (numSteps() > 0 || steps < 1 || steps > kMostSteps)
    fail("training: found ", steps, " steps planned after ", numSteps(), " were done, expected 1 to ", kMostSteps,
         " before the first");
  m_plan.steps = steps;
}

template <class T>
std::string PairTraining<T>::streamState() const {
  BatchOrder order(m_rows.count(), m_plan.batch, m_plan.seed);  // the own one may be in the middle of a step
  order.skip(numSteps());
  return std::to_string(order.state());
}

template <class T>
ArrayBundle PairTraining<T>::learned() const {
  ArrayBundle arrays;
  arrays[kLosses] = Array<double>({numSteps()}, m_losses, kLosses);
  arrays[kFits] = Array<double>({numSteps()}, m_fits, kFits);
  arrays[kPlanned] = Array<std::int64_t>({1}, {m_plan.steps}, kPlanned);
  if (!m_plan.changes.empty()) {
    Array<double> changes({std::ssize(m_plan.changes), 3}, 0.0, kChanges);
    double* next = changes.data();
    for (const RateChange& change : m_plan.changes) {
      *next++ = double(change.from);
      *next++ = change.rate;
      *next++ = double(change.steps);
    }
    arrays[kChanges] = std::move(changes);
  }
  addLearned(arrays);
  return arrays;
}

template <class T>
void PairTraining<T>::goOnFrom(const ArrayBundle& learned) {
  const auto losses = learnedArray<double>(learned, kLosses, {-1});
  const auto fits = learnedArray<double>(learned, kFits, losses.shape());
  const auto planned = static_cast<Index>(learnedArray<double>(learned, kPlanned, {1})[0]);
  if (planned < 1 || planned > kMostSteps)
    fail("array ", kPlanned, ": found ", planned, ", expected 1 to ", kMostSteps);
  std::vector<RateChange> changes = changesOf(learned, planned);
  take(learned, losses.size());
  m_plan.steps = planned;
  m_plan.changes = std::move(changes);
  m_losses.assign(losses.begin(), losses.end());
  m_fits.assign(fits.begin(), fits.end());
  m_order = BatchOrder(m_rows.count(), m_plan.batch, m_plan.seed);
  m_order.skip(losses.size());
  m_hasBatch = false;
}

template class PairTraining<float>;
template class PairTraining<double>;
template Array<float> learnedArray(const ArrayBundle&, const std::string&, const Shape&);
template Array<double> learnedArray(const ArrayBundle&, const std::string&, const Shape&);

}  // namespace engine
