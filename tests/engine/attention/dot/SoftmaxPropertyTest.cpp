// The invariants of softmax attention (MATHEMATICS.md 14) over random shapes and masks, for scaled dot-product
// attention on every backend and in float64.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/SoftmaxRows.h"

namespace softmax_property_test {

using namespace engine;
using test::expectClose;

constexpr std::string_view kTiled = " tiled";  // added to a device: the kernels for GPUs

/// T is double for "float64", the definition, and float for all backends.
template <class T>
DotProductResult<T> compute(const std::string& backend, const DotProductInput<T>& input, int threads = 1) {
  Progress none;
  if constexpr (std::is_same_v<T, float>) {
    if (backend == "native") return dotProductNative(input, threads, none);
    if (backend != "plain") {
      const bool isTiled = backend.ends_with(kTiled);
      Device& device = *test::deviceOf(backend.substr(0, backend.find(' ')));
      return dotProductOnDevice(input, device, none, isTiled ? KernelFlavour::tiled : KernelFlavour::wide);
    }
  }
  return dotProductPlain(input, threads, none);
}

Index lengthBelow(Index end) { return *rc::gen::inRange<Index>(0, end); }

/// Lengths from 0 on that are no multiples of any tile; entries of Q and K within `scale`.
template <class T>
DotProductInput<T> anyInput(double scale) {
  // RapidCheck starts with short ranges, so that most are much shorter than the longest.
  const Index B = lengthBelow(3), H = lengthBelow(4), n = lengthBelow(200), m = lengthBelow(400);
  const Index d = lengthBelow(40), v = lengthBelow(40);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  DotProductInput<T> input;
  input.Q = deterministicArray<T>(seed, {B, H, n, d}, scale, "Q");
  input.K = deterministicArray<T>(seed + 1, {B, H, m, d}, scale, "K");
  input.V = deterministicArray<T>(seed + 2, {B, H, m, v}, 1, "V");
  input.mask = *test::anyMask(B, n, m);
  input.scale = standardScale(d);
  return input;
}

/// Rows of the last-but-one axis in the order given; heads and batches keep theirs.
template <class T>
Array<T> withRows(const Array<T>& array, const std::vector<Index>& order) {
  const Index rows = array.length(array.rank() - 2), width = array.length(array.rank() - 1);
  Array<T> result(array.shape());
  for (Index row = 0; rows > 0 && row < array.size() / std::max<Index>(1, width); ++row)
    for (Index c = 0; c < width; ++c)
      result[row * width + c] = array[(row / rows * rows + order[size_t(row % rows)]) * width + c];
  return result;
}

std::vector<Index> anyOrder(Index length) {
  std::vector<Index> order(static_cast<size_t>(length));
  Random random(*rc::gen::inRange<std::uint64_t>(0, 1000));
  for (Index k = 0; k < length; ++k) {
    const auto at = random.below(static_cast<std::uint64_t>(k) + 1);
    order[size_t(k)] = order[at];
    order[at] = k;
  }
  return order;
}

void holds(const std::string& claim, const std::function<void()>& property) {
  EXPECT_TRUE(rc::check(claim, [&] {
    property();
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

template <class T>
void checkRows(const std::string& backend, double tolerance) {
  const auto input = anyInput<T>(*rc::gen::element(1.0, 5.0, 30.0));
  const DotProductResult<T> result = compute(backend, input);
  test::expectSoftmaxRows(result.A, input.mask, tolerance);
  test::expectInHullOfValues(result.O, result.A, test::as<double>(input.V), tolerance);
}

/// Scores are multiples of 1/64, so that a shift by 1e4 is exact in float.
template <class T>
void checkShift(const std::string& backend, double tolerance) {
  auto input = anyInput<T>(1);
  const Index d = input.depth();
  input.scale = 1;
  for (Array<T>* array : {&input.Q, &input.K})
    for (T& value : *array) value = std::round(value * 8) / 8;
  auto shifted = input;
  const auto withChannel = [&](const Array<T>& array, T constant) {  // one more channel, the same for all rows
    Array<T> result({array.length(0), array.length(1), array.length(2), d + 1}, constant);
    for (Index row = 0; row < result.size() / (d + 1); ++row)
      for (Index c = 0; c < d; ++c) result[row * (d + 1) + c] = array[row * d + c];
    return result;
  };
  shifted.Q = withChannel(input.Q, T(*rc::gen::element(1e4, -1e4)));
  shifted.K = withChannel(input.K, T{1});
  // -1e6 for hidden keys is no score and does not shift.
  input.mask.rule = shifted.mask.rule = MaskRule::exclude;
  expectClose(compute(backend, shifted).A, compute(backend, input).A, tolerance, "A");
}

template <class T>
void checkPermutations(const std::string& backend, double tolerance) {
  auto input = anyInput<T>(2);
  input.mask = fullMask(input.batches(), input.queries(), input.keys());
  const auto keyOrder = anyOrder(input.keys()), queryOrder = anyOrder(input.queries());
  auto permuted = input;
  permuted.Q = withRows(input.Q, queryOrder);
  permuted.K = withRows(input.K, keyOrder);
  permuted.V = withRows(input.V, keyOrder);
  expectClose(compute(backend, permuted).O, withRows(compute(backend, input).O, queryOrder), tolerance, "O");
}

/// Without maps, for tiles of 1, 7, 64 and more keys than there are (the plain path has a choice). Both forms subtract
/// another maximum, and the difference is rounded as coarsely as the score is large: with scores up to 14 the definition
/// in float is 1.4e-6 off itself. So the bound is that of scores up to 4 and grows with them.
template <class T>
void checkOnlineForm(const std::string& backend, double tolerance) {
  auto input = anyInput<T>(3);
  const DotProductResult<T> expected = compute(backend, input);
  double largest = 4;
  for (const T score : expected.S) largest = std::max(largest, std::abs(double(score)));
  tolerance *= largest / 4;
  input.maps = Maps::drop;
  for (const Index tile : {1, 7, 64, 1000}) {
    input.keyTile = tile;
    const DotProductResult<T> found = compute(backend, input);
    expectClose(found.O, expected.O, tolerance, "O");
    expectClose(found.lse, expected.lse, tolerance, "lse");
    if (backend != "plain" && backend != "float64") break;
  }
}

/// Scores up to 1e30 whose largest one in each row is ahead by more than any exponential can show.
template <class T>
void checkHugeScores(const std::string& backend) {
  const double size = *rc::gen::element(1e4, 1e7, 1e15, 1e30);
  const Index n = lengthBelow(9), m = 1 + lengthBelow(12), v = lengthBelow(5);
  DotProductInput<T> input;
  input.Q = Array<T>({1, 1, n, 1});
  input.K = Array<T>({1, 1, m, 1});
  input.V = deterministicArray<T>(7, {1, 1, m, v}, 1, "V");
  for (Index i = 0; i < n; ++i) input.Q[i] = T(i % 2 ? -size : size);
  for (Index j = 0; j < m; ++j) input.K[j] = T(j) / T(m);
  input.mask = fullMask(1, n, m);
  const auto order = anyOrder(m);
  input.K = withRows(input.K, order);
  const DotProductResult<T> result = compute(backend, input);
  input.maps = Maps::drop;
  const DotProductResult<T> online = compute(backend, input);
  for (Index i = 0; i < n; ++i) {
    const Index winner = std::find(order.begin(), order.end(), i % 2 ? 0 : m - 1) - order.begin();
    for (Index j = 0; j < m; ++j) ASSERT_EQ(result.A(0, 0, i, j), j == winner ? T{1} : T{0}) << size;
    for (Index c = 0; c < v; ++c) {
      ASSERT_EQ(result.O(0, 0, i, c), input.V(0, 0, winner, c));
      ASSERT_EQ(online.O(0, 0, i, c), input.V(0, 0, winner, c));
    }
  }
}

template <class T>
void checkMeans(const std::string& backend, double tolerance) {
  auto input = anyInput<T>(2);
  const Index m = input.keys(), d = input.depth(), v = input.valueWidth();
  RC_PRE(m > 0);
  input.mask = fullMask(input.batches(), input.queries(), m);
  for (Index stack = 0; stack < input.batches() * input.heads(); ++stack)
    for (Index k = d; k < m * d; ++k) input.K[stack * m * d + k] = input.K[stack * m * d + k % d];
  const DotProductResult<T> result = compute(backend, input);
  for (Index row = 0; v > 0 && row < result.O.size() / v; ++row)
    for (Index c = 0; c < v; ++c) {
      double mean = 0;
      for (Index j = 0; j < m; ++j) mean += double(input.V[(row / input.queries() * m + j) * v + c]) / double(m);
      ASSERT_NEAR(result.O[row * v + c], mean, m == 1 ? 0 : tolerance);
    }
}

template <class T>
void checkDeterminism(const std::string& backend) {
  auto input = anyInput<T>(3);
  input.maps = *rc::gen::element(Maps::keep, Maps::drop);
  const DotProductResult<T> one = compute(backend, input, 1), again = compute(backend, input, 1);
  const DotProductResult<T> two = compute(backend, input, 2);
  RC_ASSERT(one.S == again.S && one.A == again.A && one.O == again.O && one.lse == again.lse);
  RC_ASSERT(one.S == two.S && one.A == two.A && one.O == two.O && one.lse == two.lse);
}

template <class T>
void checkSomeMaps(const std::string& backend, double tolerance) {
  auto input = anyInput<T>(1);
  input.mask.allowed = Array<Bool>({input.batches(), input.queries(), input.keys()});  // nothing is seen
  const DotProductResult<T> result = compute(backend, input);
  const T weight = input.mask.rule == MaskRule::overwrite && input.keys() > 0 ? T(1.0 / double(input.keys())) : T{0};
  for (const T value : result.A) ASSERT_NEAR(value, weight, weight == 0 ? 0 : tolerance);
  if (weight != 0) return;
  for (const T value : result.O) ASSERT_EQ(value, T{0});
}

class SoftmaxProperty : public ::testing::TestWithParam<std::string> {
 protected:
  bool isDouble() const { return GetParam() == "float64"; }
};

/// Runs a check in the precision of the backend, with the bound of that precision.
#define HOLDS(check, boundOfDouble, boundOfFloat) \
  holds(GetParam() + ": " #check, [&] {           \
    if (isDouble())                               \
      check<double>(GetParam(), boundOfDouble);   \
    else                                          \
      check<float>(GetParam(), boundOfFloat);     \
  })

TEST_P(SoftmaxProperty, rowsSumToOneHiddenWeightsAreZeroAndOutputsLieInTheHullOfTheValues) {
  HOLDS(checkRows, 1e-12, 1e-5);
}
TEST_P(SoftmaxProperty, shiftingARowOfScoresBy1e4ChangesNothing) { HOLDS(checkShift, 1e-12, 1e-4); }
TEST_P(SoftmaxProperty, permutingKeysLeavesAndPermutingQueriesPermutesTheOutput) {
  HOLDS(checkPermutations, 1e-14, 2e-6);
}
TEST_P(SoftmaxProperty, theOnlineFormEqualsTheMaterialisedOne) { HOLDS(checkOnlineForm, 1e-13, 1e-6); }
TEST_P(SoftmaxProperty, identicalKeysGiveTheMeanAndASingleKeyItsValue) { HOLDS(checkMeans, 1e-15, 3e-7); }
TEST_P(SoftmaxProperty, rowsThatSeeNothingAreZeroOrUniformByTheRule) { HOLDS(checkSomeMaps, 1e-15, 1e-7); }

TEST_P(SoftmaxProperty, scoresUpTo1e30GiveOneHotRows) {
  holds(GetParam() + ": one-hot", [&] {
    if (isDouble())
      checkHugeScores<double>(GetParam());
    else
      checkHugeScores<float>(GetParam());
  });
}
TEST_P(SoftmaxProperty, sameInputSameBitsWithOneOrTwoThreads) {
  holds(GetParam() + ": same bits", [&] {
    if (isDouble())
      checkDeterminism<double>(GetParam());
    else
      checkDeterminism<float>(GetParam());
  });
}

std::vector<std::string> doubleBackendsAndFlavours() {
  std::vector<std::string> names = {"float64"};
  for (const std::string& backend : test::backends()) {
    names.push_back(backend);
    if (test::deviceOf(backend) != nullptr) names.push_back(backend + std::string(kTiled));
  }
  return names;
}

std::string nameOf(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::erase_if(name, [](char letter) { return letter == ':' || letter == ' '; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(EveryBackend, SoftmaxProperty, ::testing::ValuesIn(doubleBackendsAndFlavours()), nameOf);

}  // namespace softmax_property_test
