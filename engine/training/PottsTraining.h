// Training of a Potts model: couplings that are free, learned from all rows at each step, with one mean square of
// gradients for all couplings and one for all biases (GREMLIN; MATHEMATICS.md 4).
#pragma once

#include <array>
#include <memory>

#include "engine/training/PairStepDevice.h"
#include "engine/training/PairTraining.h"

namespace engine {

/// The plan of GREMLIN: 50 steps of rate 2 on all rows.
TrainingPlan pottsPlan(const TrainingRows& rows);

template <class T>
class PottsTraining : public PairTraining<T> {
 public:
  /// Begins without couplings and at startingBiases. `rows` must live on.
  PottsTraining(const TrainingRows& rows, const TrainingPlan& plan);

  const CouplingPanels<T>& couplings(int, Progress&) override { return m_couplings; }
  /// L x 20.
  const Array<T>& bias() const { return m_bias; }

  /// Bytes that it needs.
  static double bytes(Index length) { return 2.5 * CouplingPanels<T>::bytes(length); }

 protected:
  using Objective = typename PairTraining<T>::Objective;
  /// What changes all couplings at the end of a step is not cut into parts that can be cancelled.
  Objective learn(const std::vector<Index>& batch, double rate, int threads, Progress& progress) override;
  void addLearned(ArrayBundle& arrays) const override;
  void take(const ArrayBundle& arrays, Index steps) override;

 private:
  double evaluate(const std::vector<Index>& batch, int threads, Progress& progress);
  struct Squares {
    double couplings = 0, gradient = 0;
  };
  Squares fillGradient(int threads, Progress& progress);
  void moveCouplings(double gradientSquares, double rate, int threads);
  void moveBiases(double rate);
  void movePair(Index pair, T scale);

  std::shared_ptr<LikelihoodDevice> m_onDevice;  ///< null: not yet needed
  std::vector<PositionPair> m_pairs;
  CouplingPanels<T> m_couplings, m_derivatives;
  Array<T> m_bias, m_biasGradient;
  Array<T> m_mean;                    ///< of gradients, pairs x 20 x 20
  Array<T> m_biasMean;                ///< L x 20
  std::array<double, 2> m_squares{};  ///< running means of the sums of squares: of couplings, of biases
};

}  // namespace engine
