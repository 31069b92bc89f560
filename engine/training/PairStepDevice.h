// What a step of learning couplings computes, on an OpenCL device (pair_likelihood.cl, factored_pass.cl).
#pragma once

#include <memory>

#include "engine/compute/KernelFlavour.h"
#include "engine/training/CouplingPanels.h"
#include "engine/training/PairObjective.h"

namespace engine {

/// Rows that a step learns from, and the largest of them.
struct DeviceRows {
  const TrainingRows& rows;
  Index most = 0;
};

/// PanelLikelihood of floats.
class LikelihoodDevice {
 public:
  /// Batches have `rows.most` rows or fewer. Rows and device must live on. Throws DeviceError when they need more
  /// memory than the device has.
  LikelihoodDevice(const DeviceRows& rows, Device& device, KernelFlavour flavour = KernelFlavour::automatic);
  ~LikelihoodDevice();
  /// As PanelLikelihood::evaluate. Throws DeviceError, Cancelled.
  double evaluate(const std::vector<Index>& batch, const CouplingPanels<float>& W, const Array<float>& bias,
                  CouplingPanels<float>& D, Array<float>& biases, int threads, Progress& progress);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// FactoredPass and PanelLikelihood of floats; couplings and their derivatives stay on the device. At least two
/// positions and one head.
class FactoredDevice {
 public:
  FactoredDevice(const DeviceRows& rows, Index heads, Index width, Device& device,
                 KernelFlavour flavour = KernelFlavour::automatic);
  ~FactoredDevice();
  /// The part of J that the rows are for; derivatives of that and of the penalty of couplings go to `gradient`, whose
  /// shapes are there. `ofSquares`: factor of the sum of the squares of W. Throws DeviceError, Cancelled.
  double evaluate(const std::vector<Index>& batch, const FactoredWeights<float>& weights, double ofSquares,
                  FactoredWeights<float>& gradient, int threads, Progress& progress);

  /// Of the couplings of the last evaluation.
  double sumOfSquares();

  /// Bytes that one needs on a device.
  static double bytes(const DeviceRows& rows, Index heads, Index width);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace engine
