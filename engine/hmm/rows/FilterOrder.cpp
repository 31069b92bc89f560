// The quicksort of HH-suite without its scans that change nothing: while the pivot has the largest key of its part, all
// that happens is that it goes to the left end.
#include "engine/hmm/rows/FilterOrder.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/base/Nth.h"

namespace engine {

namespace {

using Parts = std::vector<std::pair<Index, Index>>;

class Quicksort {
 public:
  Quicksort(std::vector<size_t>& order, const std::vector<Index>& keys) : m_order(order), m_keys(keys) {}

  /// Sorts order[left..right] up to the first pivot that moves others; adds what is left on its two sides to `waiting`.
  void split(Index left, Index right, Parts& waiting) {
    Index largest = key(left);
    for (Index i = left + 1; i <= right; ++i) largest = std::max(largest, key(i));
    for (; left < right; ++left) {
      std::swap(at(left), at((left + right) / 2));
      if (key(left) == largest) continue;
      const Index pivot = scan(left, right);
      waiting.emplace_back(left, pivot - 1);
      waiting.emplace_back(pivot + 1, right);
      return;
    }
  }

 private:
  size_t& at(Index i) { return nth(m_order, i); }
  Index key(Index i) { return m_keys[at(i)]; }

  /// One scan with the pivot at `left`; returns where the pivot belongs.
  Index scan(Index left, Index right) {
    Index last = left;
    for (Index i = left + 1; i <= right; ++i)
      if (key(i) > key(left)) std::swap(at(++last), at(i));
    std::swap(at(left), at(last));
    return last;
  }

  std::vector<size_t>& m_order;
  const std::vector<Index>& m_keys;
};

}  // namespace

std::vector<size_t> filterOrder(const std::vector<Index>& keys) {
  std::vector<size_t> order(keys.size());
  std::iota(order.begin(), order.end(), size_t{0});
  Quicksort quicksort(order, keys);
  Parts waiting{{1, static_cast<Index>(order.size()) - 1}};
  while (!waiting.empty()) {
    const auto [left, right] = waiting.back();
    waiting.pop_back();
    if (left < right) quicksort.split(left, right, waiting);
  }
  return order;
}

}  // namespace engine
