#include "engine/models/parts/Embedding.h"

#include <algorithm>

#include "engine/network/Embedding.h"

namespace engine {

template <class T>
Array<T> embeddedTokens(const std::vector<std::int64_t>& tokens, const Array<T>& table) {
  return embed(Array<std::int64_t>({static_cast<Index>(tokens.size())}, tokens, "tokens"), table);
}

template <class T>
void dropMaskedTokens(Array<T>& x, const std::vector<std::int64_t>& tokens, std::int64_t mask) {
  constexpr double kKeptInTraining = 0.88;  // 15 % of tokens chosen, 80 % of these masked
  const Index width = x.length(1);
  Index masks = 0;
  for (Index t = 0; t < x.length(0); ++t) {
    if (tokens[static_cast<size_t>(t)] != mask) continue;
    std::fill_n(x.data() + t * width, width, T{0});
    ++masks;
  }
  if (masks == x.length(0)) return;  // nothing but zeros to scale
  const T scale = static_cast<T>(kKeptInTraining / (1 - double(masks) / double(x.length(0))));
  for (T& value : x) value *= scale;
}

template <class T>
void addPositions(Array<T>& x, const Array<T>& table, Index offset) {
  const Index tokens = x.length(0), width = x.length(1);
  requireShape(table.name, table.shape(), {-1, width});
  if (tokens + offset > table.length(0))
    fail("array ", table.name, ": found positions for ", table.length(0) - offset, " tokens, expected ", tokens,
         " or more");
  const T* const first = table.data() + offset * width;
  for (Index k = 0; k < x.size(); ++k) x[k] += first[k];
}

#define INSTANTIATE(T)                                                                       \
  template Array<T> embeddedTokens(const std::vector<std::int64_t>&, const Array<T>&);       \
  template void dropMaskedTokens(Array<T>&, const std::vector<std::int64_t>&, std::int64_t); \
  template void addPositions(Array<T>&, const Array<T>&, Index);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
