// Contacts from attention (MATHEMATICS.md 2.6): a regression over symmetrised maps with the average product correction.
#pragma once

#include "engine/models/Architecture.h"
#include "engine/models/parts/ReadWeights.h"

namespace engine {

/// "contact_head.regression.weight" (1, n*H) and ".bias" (1); without weights when the file has none.
template <class T>
ContactHeadWeights<T> readContactRegression(const ModelWeights& weights, const ModelSizes& sizes,
                                            const std::string& maps);

/// Takes the maps of one layer after the other, in whatever order, and keeps one sum.
template <class T>
class ContactSum {
 public:
  /// `positions` of the maps, with special tokens.
  ContactSum(const ContactHeadWeights<T>& regression, Index positions);
  /// A (H, T, T).
  void add(Index layer, const Array<T>& A, int threads);
  /// Probabilities (L, L).
  Array<T> contacts() const;

 private:
  ContactHeadWeights<T> m_regression;
  Array<T> m_sum;  ///< (L, L)
};

}  // namespace engine
