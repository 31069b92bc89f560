// The likelihood of rows under couplings, and its derivatives, panel by panel: each panel of positions is a piece of
// work of its own, so that the number of threads changes no bit (MATHEMATICS.md 6).
#pragma once

#include <vector>

#include "engine/training/BatchLines.h"
#include "engine/training/CouplingPanels.h"

namespace engine {

template <class T>
class PanelLikelihood {
 public:
  /// `rows` must live on.
  explicit PanelLikelihood(const TrainingRows& rows) : m_rows(rows) {}

  /// The part of J that the rows `batch` are for, without penalties. D: derivatives by W as if each number were free,
  /// overwritten. biases: L x 20, overwritten. Throws Cancelled.
  double evaluate(const std::vector<Index>& batch, const CouplingPanels<T>& W, const Array<T>& bias,
                  CouplingPanels<T>& D, Array<T>& biases, int threads, Progress& progress);

 private:
  void fillLogits(Index panel, const CouplingPanels<T>& W, const Array<T>& bias, T* logits) const;
  double residuals(Index panel, const std::vector<Index>& batch, double scale, T* logits, T* sums) const;
  void fillDerivatives(Index panel, const T* residuals, CouplingPanels<T>& D) const;

  const TrainingRows& m_rows;
  BatchLines m_batch;
};

}  // namespace engine
