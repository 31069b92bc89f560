// Learning couplings step by step: what factored attention and the Potts model have in common.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/compute/Device.h"
#include "engine/training/BatchOrder.h"
#include "engine/training/CouplingPanels.h"
#include "engine/training/PairObjective.h"
#include "engine/training/PanelLikelihood.h"
#include "engine/training/TrainingPlan.h"

namespace engine {

/// The same input gives the same bits on any number of threads, and so does going on from `learned`. T: float, double.
template <class T>
class PairTraining {
 public:
  virtual ~PairTraining() = default;

  /// Steps from now on are computed there (floats; null: natively). When that fails, the rest is computed natively and
  /// `diagnostics` says why. Both must live on.
  void computeOn(Device* device, Diagnostics& diagnostics);
  /// Learns from the next rows. Cancelled leaves all as it was before the step. Throws Error naming the step when J is
  /// no finite number; then too.
  void step(int threads, Progress& progress);
  bool isDone() const { return numSteps() >= numPlanned(); }
  Index numSteps() const { return std::ssize(m_losses); }  ///< that were done
  /// J of each step's rows before it.
  const std::vector<double>& losses() const { return m_losses; }
  /// The part of these that is about the rows, per residue of an effective row: nats. Its exponential is how many
  /// letters are left to choose from.
  const std::vector<double>& fits() const { return m_fits; }
  const TrainingPlan& plan() const { return m_plan; }
  Index numPlanned() const { return plannedSteps(m_plan); }  ///< steps, done ones too
  /// From the next step on; the course (growth, fall) stays. Throws Error when it is no finite number above 0.
  void changeRate(double rate);
  /// The same at a step that is not done yet, perhaps with steps of their own: halfAgain(plan()) goes on behind the
  /// end, with the moments that there are. Takes the place of other rates from there on, but not of steps that are
  /// added.
  void add(const RateChange& change);
  /// All changes there are to be. Throws Error when steps that were done had others.
  void planChanges(std::vector<RateChange> changes);
  /// Another number of steps, before the first is done. Throws Error.
  void planSteps(Index steps);
  const TrainingRows& rows() const { return m_rows; }

  /// Of the order of rows behind the steps that were done, in digits.
  std::string streamState() const;

  /// W after the steps that were done.
  virtual const CouplingPanels<T>& couplings(int threads, Progress& progress) = 0;
  /// Weights, moments ("adam_m.query"), "losses", "fits", "steps_planned" and changes of the rate: all that going on
  /// needs beside rows and plan.
  ArrayBundle learned() const;
  /// Goes on from what such a training had learned of the same rows with the same plan but for changes and steps, which
  /// are taken over. Throws Error naming the array
  /// that is missing or has another shape; then nothing has changed.
  void goOnFrom(const ArrayBundle& learned);

 protected:
  /// `rows` must live on.
  PairTraining(const TrainingRows& rows, const TrainingPlan& plan);

  /// J before a step.
  struct Objective {
    double ofRows = 0, penalty = 0;
    double value() const { return ofRows + penalty; }
  };
  /// One step on `batch` with this rate; gives J before it, and asks requireFinite before anything is changed.
  virtual Objective learn(const std::vector<Index>& batch, double rate, int threads, Progress& progress) = 0;
  virtual void addLearned(ArrayBundle& arrays) const = 0;
  virtual void take(const ArrayBundle& arrays, Index steps) = 0;
  void requireFinite(double objective) const;
  /// Does `work(device)` if there is one; false: nothing was done.
  bool doneOnDevice(const std::function<void(Device&)>& work);
  /// r_b times the sum of b^2, and its derivatives added to `gradient`. Both L x 20.
  double addBiasPenalty(const Array<T>& bias, Array<T>& gradient) const;

  const Penalty& penalty() const { return m_penalty; }
  PanelLikelihood<T>& likelihood() { return m_likelihood; }

 private:
  const TrainingRows& m_rows;
  TrainingPlan m_plan;
  Penalty m_penalty;
  PanelLikelihood<T> m_likelihood;
  BatchOrder m_order;
  std::vector<Index> m_batch;  ///< of the step that comes next, once it was begun
  bool m_hasBatch = false;
  double m_residues;  ///< of an effective row
  std::vector<double> m_losses, m_fits;
  Device* m_device = nullptr;
  Diagnostics* m_diagnostics = nullptr;  ///< beside a device
};

/// An array of a bundle that has this shape and finite values. Throws Error.
template <class T>
Array<T> learnedArray(const ArrayBundle& arrays, const std::string& name, const Shape& shape);

}  // namespace engine
