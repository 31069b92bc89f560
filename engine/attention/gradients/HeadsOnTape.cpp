#include "engine/attention/gradients/HeadsOnTape.h"

#include <cmath>
#include <numeric>

#include "engine/attention/MaskInput.h"
#include "engine/attention/heads/Rotary.h"

namespace engine {

namespace {

/// Swaps the third and second axis from the last.
Variable<double> swapInner(const Variable<double>& x) {
  std::vector<Index> order(static_cast<size_t>(x.rank()));
  std::iota(order.begin(), order.end(), Index{0});
  std::swap(order[order.size() - 2], order[order.size() - 3]);
  return permute(x, order);
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
  const Index B = S.length(0), n = S.length(2), m = S.length(3);
  Array<Bool> allowed = seenKeys(mask, m).reshaped({B, 1, n, m});
  if (mask.rule == MaskRule::exclude) return {softmax(S, -1, allowed), logSumExp(S, -1, allowed)};
  for (Bool& flag : allowed) flag.value = !flag.value;
  const Variable<double> overwritten = replaced(S, allowed, kOverwrittenScore);
  return {softmax(overwritten, -1), logSumExp(overwritten, -1)};
}

KeyMask maskOf(const TapeCall& call, const Variable<double>& S) {
  return readMask(call.inputs(), call.values(), S.length(0), S.length(2), S.length(3));
}

Variable<double> givenScores(const Variable<double>& S, const KeyMask& mask) {
  if (mask.window == 0) return S;
  Array<double> inWindow({1, 1, S.length(2), S.length(3)}, 1);
  clearOutsideWindow(mask, inWindow);
  Array<Bool> isOutside(inWindow.shape());
  for (Index k = 0; k < isOutside.size(); ++k) isOutside[k].value = inWindow[k] == 0;
  return replaced(S, isOutside, 0);
}

VariableBundle attended(const TapeCall& call, const Variable<double>& S, const Variable<double>& V, Index leading) {
  const Variable<double> A = weigh(S, maskOf(call, S)).A;
  return {{"S", withLeading(S, leading)}, {"A", withLeading(A, leading)}, {"O", withLeading(matmul(A, V), leading)}};
}

Variable<double> groupedProduct(const Variable<double>& x, const Variable<double>& y, Factor ofY) {
  const Index B = x.length(0), H = x.length(1), n = x.length(2), G = y.length(1);
  if (G == H) return matmul(x, y, Factor::plain, ofY);
  const Variable<double> product =
      matmul(reshape(x, {B, G, H / G * n, x.length(3)}), y, Factor::plain, ofY);  // queries of a group in a row
  return reshape(product, {B, H, n, product.length(3)});
}

Variable<double> turned(TapeCall& call, const Variable<double>& x, Index first) {
  const auto [pairs, base] = rotaryPlaces(call.values());
  const Index rows = x.length(2), d = x.length(3), half = d / 2;
  if (pairs == RotaryPairs::none || d == 0) return x;
  const std::vector<double> frequencies = turnFrequencies(d, base);
  Array<double> cosines({rows, d}), sines({rows, d}), partner({d, d}, 0.0);
  for (Index t = 0; t < half; ++t) {
    const Index a = pairs == RotaryPairs::halves ? t : 2 * t, b = pairs == RotaryPairs::halves ? t + half : 2 * t + 1;
    partner(b, a) = -1;  // x partner: what the sine takes
    partner(a, b) = 1;
    for (Index r = 0; r < rows; ++r) {
      cosines(r, a) = cosines(r, b) = std::cos(double(first + r) * frequencies[static_cast<size_t>(t)]);
      sines(r, a) = sines(r, b) = std::sin(double(first + r) * frequencies[static_cast<size_t>(t)]);
    }
  }
  return x * call.constant(std::move(cosines)) +
         matmul(x, call.constant(std::move(partner))) * call.constant(std::move(sines));
}

Variable<double> biased(TapeCall& call, const Variable<double>& S, Index leading) {
  const Index H = S.length(1), n = S.length(2), m = S.length(3);
  Variable<double> scores = S;
  if (const Variable<double>* const bias = call.find("bias")) {
    Shape shape = bias->shape();
    if (leading == 1 && shape.size() == 3) shape.insert(shape.begin() + 1, 1);
    while (shape.size() < 4) shape.insert(shape.begin(), 1);
    scores = scores + reshape(*bias, shape);
  }
  const Variable<double>* const given = call.find("slopes");
  if (!given && !call.values().flag("alibi")) return scores;
  Array<double> distances({1, n, m});
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) distances(0, i, j) = double(std::abs(i + m - n - j));
  const Variable<double> slopes = given ? *given : call.constant(alibiSlopes(H));
  return scores - reshape(slopes, {H, 1, 1}) * call.constant(std::move(distances));
}

Variable<double> inner(const Variable<double>& x, const Variable<double>& w) { return sum(x * w, -1); }

Variable<double> tanhScores(const Variable<double>& x, const Variable<double>& y, const Variable<double>& w) {
  const Index B = x.length(0), n = x.length(2), m = y.length(2), h = x.length(3);
  return inner(tanh(reshape(x, {B, 1, n, 1, h}) + reshape(y, {B, 1, 1, m, h})), w);
}

}  // namespace engine
