#include "engine/training/BatchOrder.h"

#include <numeric>

#include "engine/base/Nth.h"

namespace engine {

BatchOrder::BatchOrder(Index count, Index size, std::uint64_t seed)
    : m_size(size), m_isWhole(size >= count), m_random(seed), m_order(static_cast<std::size_t>(count)) {
  std::iota(m_order.begin(), m_order.end(), Index{0});
  if (m_size < 1) fail("batches: found ", size, " rows, expected 1 or more");
  if (!m_isWhole) shuffle();
}

void BatchOrder::shuffle() {
  std::iota(m_order.begin(), m_order.end(), Index{0});
  for (Index k = std::ssize(m_order) - 1; k > 0; --k)
    std::swap(nth(m_order, k), nth(m_order, static_cast<Index>(m_random.below(static_cast<std::uint64_t>(k + 1)))));
  m_place = 0;
}

std::vector<Index> BatchOrder::next() {
  if (m_isWhole) return m_order;
  if (m_place + m_size > std::ssize(m_order)) shuffle();
  m_place += m_size;
  return {m_order.begin() + (m_place - m_size), m_order.begin() + m_place};
}

void BatchOrder::skip(Index steps) {
  for (Index k = 0; k < steps && !m_isWhole; ++k) {
    if (m_place + m_size > std::ssize(m_order)) shuffle();
    m_place += m_size;
  }
}

}  // namespace engine
