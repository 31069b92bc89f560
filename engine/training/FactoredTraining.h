// Training of factored attention.
#pragma once

#include <memory>

#include "engine/network/Adam.h"
#include "engine/training/FactoredPass.h"
#include "engine/training/PairStepDevice.h"
#include "engine/training/PairTraining.h"

namespace engine {

template <class T>
class FactoredTraining : public PairTraining<T> {
 public:
  /// Begins at startingWeights. `rows` must live on.
  FactoredTraining(const TrainingRows& rows, const FactoredSizes& sizes, const TrainingPlan& plan);

  const FactoredWeights<T>& weights() const { return m_weights; }
  const CouplingPanels<T>& couplings(int threads, Progress& progress) override;
  /// H x L x L, after the steps that were done.
  const Array<T>& maps(int threads, Progress& progress);

  /// Bytes that it needs.
  static double bytes(Index length, const FactoredSizes& sizes) {
    return FactoredPass<T>::bytes(length, sizes.heads, sizes.width);
  }

 protected:
  using Objective = typename PairTraining<T>::Objective;
  Objective learn(const std::vector<Index>& batch, double rate, int threads, Progress& progress) override;
  void addLearned(ArrayBundle& arrays) const override;
  void take(const ArrayBundle& arrays, Index steps) override;

 private:
  void passForward(int threads, Progress& progress);
  bool passOnDevice(const std::vector<Index>& batch, Objective& objective, int threads, Progress& progress);

  FactoredWeights<T> m_weights, m_gradient;
  FactoredPass<T> m_pass;
  CouplingPanels<T> m_derivatives;
  Adam<T> m_adam;
  std::shared_ptr<FactoredDevice> m_onDevice;  ///< null: not yet needed
  double m_squares = 0;                        ///< sum of W^2
  bool m_isPassed = false;                     ///< maps and couplings are those of the weights
};

}  // namespace engine
