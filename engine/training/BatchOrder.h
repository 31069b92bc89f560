// Which rows each step of training learns from.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "engine/base/Random.h"

namespace engine {

/// A shuffled order is used up in pieces of one size; what is left over is dropped, and the order shuffled anew.
class BatchOrder {
 public:
  /// A size of `count` or more: all rows in their order, without chance.
  BatchOrder(Index count, Index size, std::uint64_t seed);
  /// Numbers of rows of the next step.
  std::vector<Index> next();
  /// As if next() had been called so often.
  void skip(Index steps);
  /// Where its random numbers are.
  std::uint64_t state() const { return std::bit_cast<std::uint64_t>(m_random); }

 private:
  void shuffle();

  Index m_size, m_place = 0;
  bool m_isWhole;
  Random m_random;
  std::vector<Index> m_order;
};

}  // namespace engine
