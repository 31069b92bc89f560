// Couplings of letters at pairs of positions, learned by pseudo-likelihood: objective and gradients, the definition in
// plain loops and double precision (MATHEMATICS.md 2 and 3).
// Factored attention: Bhattacharya et al. 2022 (doi:10.1101/2020.12.21.423882). Potts model by pseudo-likelihood:
// Balakrishnan et al. 2011 (doi:10.1002/prot.22934), Ovchinnikov et al. 2014 (doi:10.7554/eLife.02030).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/training/TrainingRows.h"

namespace engine {

/// What is learned of factored attention.
template <class T>
struct FactoredWeights {
  Array<T> query, key;  ///< H x L x d
  Array<T> value;       ///< H x 20 x 20
  Array<T> bias;        ///< L x 20

  Index numHeads() const { return query.length(0); }
  Index length() const { return query.length(1); }
  Index width() const { return query.length(2); }
};

/// How training begins.
struct FactoredSizes {
  Index heads = 64, width = 32;
  double queryKey = 0.25, value = 0.1;  ///< largest size of a number
};
template <class T>
FactoredWeights<T> startingWeights(const TrainingRows& rows, const FactoredSizes& sizes, std::uint64_t seed);

/// Factors of the sums of squares.
struct Penalty {
  double couplings = 0, biases = 0;
};
/// Of `strength` lambda, per effective row. All 0 without rows.
Penalty penaltyOf(const TrainingRows& rows, double strength);

/// A, H x L x L: rows sum to 1, the diagonal is 0. All 0 for L = 1.
Array<double> headMaps(const FactoredWeights<double>& weights);
/// W, L x 20 x L x 20: half the sum over heads of A_ij V_ab + A_ji V_ba.
Array<double> couplingsOf(const FactoredWeights<double>& weights);

/// Objective J, and its derivatives by W as if each of its numbers were free (D) and by b.
struct PairObjective {
  double value = 0;         ///< nats per effective row
  Array<double> couplings;  ///< D, L x 20 x L x 20, not symmetric
  Array<double> biases;     ///< L x 20
};
/// Of the rows `batch`, which stand for all. W: L x 20 x L x 20, symmetric; b: L x 20.
PairObjective pairObjective(const TrainingRows& rows, const std::vector<Index>& batch, const Array<double>& W,
                            const Array<double>& b, const Penalty& penalty);

/// From D to query, key and value; the bias is `biases` of the objective.
FactoredWeights<double> factoredGradient(const FactoredWeights<double>& weights, const PairObjective& objective);
/// (D + D^T) / 2 without blocks of a position with itself: the gradient by the couplings of a Potts model.
Array<double> pottsGradient(const PairObjective& objective);

/// F_ij, L x L: sizes (Frobenius norms) of the blocks W_ij less their row and column means, 0 on the diagonal.
Array<double> couplingSizes(const Array<double>& W);
/// Less the average product of rows and columns over all L x L cells, 0 on the diagonal (MATHEMATICS.md 5).
/// `sizes`: L x L, symmetric with 0 on the diagonal.
Array<double> contactScores(const Array<double>& sizes);

}  // namespace engine
