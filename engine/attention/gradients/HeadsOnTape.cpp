#include "engine/attention/gradients/HeadsOnTape.h"

#include <numeric>

namespace engine {

namespace {

/// Swaps the third and second axis from the last.
Variable<double> swapInner(const Variable<double>& x) {
  std::vector<Index> order(static_cast<size_t>(x.rank()));
  std::iota(order.begin(), order.end(), Index{0});
  std::swap(order[order.size() - 2], order[order.size() - 3]);
  return permute(x, order);
}

/// (B, 1, n, m): true where a query sees a key.
Array<Bool> seen(const KeyMask& mask, Index m) {
  const Index B = mask.keyEnd.length(0), n = mask.keyEnd.length(1);
  Array<Bool> allowed({B, 1, n, m});
  for (Index b = 0; b < B; ++b)
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < m; ++j) allowed(b, 0, i, j).value = mask.sees(b, i, j);
  return allowed;
}

}  // namespace

Variable<double> splitHeads(const Variable<double>& x, Index heads) {
  Shape shape = x.shape();
  shape.back() /= heads;
  shape.insert(shape.end() - 1, heads);
  return swapInner(reshape(x, shape));
}

Variable<double> joinHeads(const Variable<double>& x) {
  const Variable<double> swapped = swapInner(x);
  Shape shape = swapped.shape();
  const Index d = shape.back();
  shape.pop_back();
  shape.back() *= d;
  return reshape(swapped, shape);
}

Variable<double> asStack(const Variable<double>& x) {
  Shape shape = x.shape();
  if (shape.size() == 2) shape.insert(shape.begin(), 1);
  if (shape.size() == 3) shape.insert(shape.begin() + 1, 1);
  return reshape(x, shape);
}

Variable<double> withLeading(const Variable<double>& x, Index leading) {
  Shape shape(x.shape().begin() + 2, x.shape().end());
  if (leading == 2) shape.insert(shape.begin(), x.shape()[1]);
  if (leading >= 1) shape.insert(shape.begin(), x.shape()[0]);
  return reshape(x, shape);
}

WeighedScores weigh(const Variable<double>& S, const KeyMask& mask) {
  Array<Bool> allowed = seen(mask, S.length(-1));
  if (mask.rule == MaskRule::exclude) return {softmax(S, -1, allowed), logSumExp(S, -1, allowed)};
  for (Bool& flag : allowed) flag.value = !flag.value;
  const Variable<double> overwritten = replaced(S, allowed, kOverwrittenScore);
  return {softmax(overwritten, -1), logSumExp(overwritten, -1)};
}

}  // namespace engine
