// Every operation on tapes: its value, its gradient against differences, its complaints.
#include "engine/network/TapeOperations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "engine/network/Linear.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/FiniteDifferences.h"

namespace tape_operations_test {

using namespace engine;
using test::errorOf;
using ::testing::AllOf;
using ::testing::HasSubstr;

using Variables = std::vector<Variable<double>>;
using Function = std::function<Variable<double>(const Variables&)>;

double lossOf(const Function& f, const std::vector<Array<double>>& inputs, std::vector<Array<double>>* gradients) {
  Tape<double> tape;
  Variables variables;
  for (const Array<double>& input : inputs) variables.push_back(tape.variable(input));
  const Variable<double> result = f(variables);
  const Variable<double> loss = sum(result * tape.variable(test::lossWeights(result.shape())));
  if (gradients != nullptr) *gradients = tape.gradients(loss, variables);
  return loss.value()[0];
}

/// Gradients with respect to all inputs against differences.
void expectGradients(const std::string& name, const Function& f, std::vector<Array<double>> inputs) {
  std::vector<Array<double>> gradients;
  lossOf(f, inputs, &gradients);
  for (size_t k = 0; k < inputs.size(); ++k)
    test::expectGradient(
        gradients[k], inputs[k], [&] { return lossOf(f, inputs, nullptr); }, name + " by operand " + std::to_string(k),
        1e-8);
}

Array<double> sample(std::uint64_t seed, const Shape& shape, double scale = 1.5) {
  return deterministicArray<double>(seed, shape, scale);
}

/// Away from 0, where quotients, roots and logarithms are steep.
Array<double> positive(std::uint64_t seed, const Shape& shape) {
  Array<double> array = sample(seed, shape);
  for (double& value : array) value = 0.5 + std::abs(value);
  return array;
}

const std::vector<std::pair<Shape, Shape>> kPairsOfShapes = {
    {{2, 3}, {2, 3}}, {{2, 3}, {3}},       {{4, 2, 3}, {2, 3}}, {{2, 3}, {}},           {{}, {}},
    {{2, 1}, {1, 3}}, {{3, 1, 2}, {4, 1}}, {{0, 3}, {3}},       {{2, 3, 4}, {1, 3, 1}}, {{1}, {2, 1, 1}}};

TEST(TapeOperations, arithmeticWithBroadcasting) {
  for (const auto& [a, b] : kPairsOfShapes)
    for (const bool swapped : {false, true}) {
      const Shape first = swapped ? b : a, second = swapped ? a : b;
      const std::string name = shapeText(first) + " and " + shapeText(second);
      const std::vector<Array<double>> inputs = {sample(1, first), positive(2, second)};
      expectGradients(
          "add " + name, [](const Variables& x) { return x[0] + x[1]; }, inputs);
      expectGradients(
          "subtract " + name, [](const Variables& x) { return x[0] - x[1]; }, inputs);
      expectGradients(
          "multiply " + name, [](const Variables& x) { return x[0] * x[1]; }, inputs);
      expectGradients(
          "divide " + name, [](const Variables& x) { return x[0] / x[1]; }, inputs);
    }
}

TEST(TapeOperations, broadcastValuesAreThoseOfTheIndexFormula) {
  Tape<double> tape;
  const Variable<double> a = tape.variable(sample(1, {3, 1, 2})), b = tape.variable(sample(2, {4, 1}));
  const Array<double> difference = (a - b).value();
  ASSERT_EQ(difference.shape(), (Shape{3, 4, 2}));
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 4; ++j)
      for (Index k = 0; k < 2; ++k) EXPECT_EQ(difference(i, j, k), a.value()(i, 0, k) - b.value()(j, 0));
}

TEST(TapeOperations, scaleShiftAndCross) {
  expectGradients("scale", [](const Variables& x) { return -2.5 * x[0]; }, {sample(1, {2, 3})});
  expectGradients("shift", [](const Variables& x) { return square(x[0] + 0.25); }, {sample(1, {2, 3})});
  const auto product = [](const Variables& x) { return cross(x[0], x[1]); };
  expectGradients("cross", product, {sample(1, {4, 3}), sample(2, {4, 3})});
  expectGradients("cross, repeated", product, {sample(1, {3}), sample(2, {2, 1, 3})});
  Tape<double> tape;
  const auto axis = [&](std::vector<double> v) { return tape.variable(Array<double>({3}, v)); };
  EXPECT_EQ(cross(axis({1, 0, 0}), axis({0, 1, 0})).value(), Array<double>({3}, {0, 0, 1}));
}

TEST(TapeOperations, functionsOfOneElement) {
  const std::vector<std::pair<std::string, Variable<double> (*)(const Variable<double>&)>> functions = {
      {"exp", exp},
      {"sin", sin},
      {"cos", cos},
      {"tanh", tanh},
      {"sigmoid", sigmoid},
      {"relu", relu},
      {"silu", silu},
      {"gelu", gelu},
      {"square", square},
      {"softplus", softplus},
      {"abs", abs},
      {"log", log},
      {"root", rootOfPositive},
      {"sqrt", sqrt}};
  for (const auto& [name, f] : functions)
    for (const Shape& shape : {Shape{7}, Shape{2, 3}, Shape{}, Shape{0}, Shape{1, 1}}) {
      const bool needsPositive = name == "log" || name == "sqrt";
      const Array<double> input = needsPositive ? positive(3, shape) : sample(3, shape, 3);
      expectGradients(name, [f = f](const Variables& x) { return f(x[0]); }, {input});
    }
}

TEST(TapeOperations, functionsByHandAndAtTheirCorners) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(Array<double>({5}, {0.0, 1.0, -1.0, 800.0, -800.0}));
  const auto expectValues = [&](const Variable<double>& y, const std::vector<double>& expected) {
    for (Index k = 0; k < 5; ++k)
      EXPECT_NEAR(y.value()[k], expected[size_t(k)], 1e-14 * (1 + std::abs(expected[size_t(k)])));
  };
  const double s = 1 / (1 + std::exp(-1.0));
  expectValues(sigmoid(x), {0.5, s, 1 - s, 1, 0});
  expectValues(silu(x), {0, s, -(1 - s), 800, 0});
  expectValues(softplus(x), {std::log(2.0), std::log1p(std::exp(1.0)), std::log1p(std::exp(-1.0)), 800, 0});
  expectValues(gelu(x), {0, 0.8413447460685429, -0.15865525393145707, 800, 0});
  for (const auto f : {relu<double>, abs<double>, rootOfPositive<double>})
    EXPECT_EQ(tape.gradients(sum(f(x)), {x})[0][0], 0);
  for (const auto f : {sigmoid<double>, silu<double>, softplus<double>, gelu<double>}) {
    const Array<double> slopes = tape.gradients(sum(f(x)), {x})[0];
    for (const double slope : slopes) EXPECT_TRUE(std::isfinite(slope));
  }
}

TEST(TapeOperations, replacedElementsHaveTheirValueAndNoGradient) {
  Array<Bool> where({3}, Bool{0});
  where[1] = Bool{1};
  expectGradients("replaced", [&](const Variables& x) { return exp(replaced(x[0], where, -1.0)); },
                  {sample(1, {2, 3})});
  Tape<double> tape;
  const Variable<double> x = tape.variable(Array<double>({2, 3}, 2.0));
  EXPECT_EQ(replaced(x, where, -1e6).value(), Array<double>({2, 3}, {2, -1e6, 2, 2, -1e6, 2}));
  EXPECT_EQ(tape.gradients(sum(replaced(x, where, 0)), {x})[0], Array<double>({2, 3}, {1, 0, 1, 1, 0, 1}));
}

TEST(TapeOperations, arrangements) {
  const Shape shape{2, 3, 4};
  expectGradients("reshape", [](const Variables& x) { return reshape(x[0], {4, 6}); }, {sample(1, shape)});
  expectGradients("permute", [](const Variables& x) { return permute(x[0], {2, 0, 1}); }, {sample(1, shape)});
  expectGradients("transpose", [](const Variables& x) { return transpose(x[0]); }, {sample(1, shape)});
  for (const Index axis : {0, 1, 2, -1, -2}) {
    expectGradients("slice", [&](const Variables& x) { return slice(x[0], axis, 1, 2); }, {sample(1, shape)});
    expectGradients("slice of nothing", [&](const Variables& x) { return slice(x[0], axis, 1, 1); },
                    {sample(1, shape)});
    expectGradients("concat",
                    [&](const Variables& x) {
                      return concat<double>({x[0], x[1], x[0]}, axis);
                    },
                    {sample(1, shape), sample(2, shape)});
  }
  expectGradients("concat",
                  [](const Variables& x) {
                    return concat<double>({x[0], x[1]}, 1);
                  },
                  {sample(1, {2, 1, 4}), sample(2, {2, 0, 4})});
  expectGradients("empty", [](const Variables& x) { return permute(x[0], {1, 0}); }, {sample(1, {0, 3})});
}

TEST(TapeOperations, arrangementsMoveTheRightElements) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(sample(1, {2, 3, 4}));
  const Array<double> turned = permute(x, {2, 0, 1}).value(), cut = slice(x, 1, 1, 3).value();
  const Array<double> joined = concat<double>({x, slice(x, -1, 0, 1)}, 2).value();
  ASSERT_EQ(turned.shape(), (Shape{4, 2, 3}));
  ASSERT_EQ(cut.shape(), (Shape{2, 2, 4}));
  ASSERT_EQ(joined.shape(), (Shape{2, 3, 5}));
  for (Index a = 0; a < 2; ++a)
    for (Index b = 0; b < 3; ++b)
      for (Index c = 0; c < 4; ++c) {
        EXPECT_EQ(turned(c, a, b), x.value()(a, b, c));
        EXPECT_EQ(joined(a, b, c), x.value()(a, b, c));
        EXPECT_EQ(joined(a, b, 4), x.value()(a, b, 0));
        if (b >= 1) {
          EXPECT_EQ(cut(a, b - 1, c), x.value()(a, b, c));
        }
      }
}

TEST(TapeOperations, rowsAreGatheredAndAddedUp) {
  const std::vector<Index> rows = {2, 0, 2, 2};
  expectGradients("gather", [&](const Variables& x) { return gatherRows(x[0], rows); }, {sample(1, {3, 2})});
  expectGradients("scatter", [&](const Variables& x) { return scatterAddRows(x[0], rows, 5); }, {sample(1, {4, 2, 2})});
  expectGradients("gather nothing", [](const Variables& x) { return gatherRows(x[0], {}); }, {sample(1, {3, 2})});
  expectGradients("scatter nothing", [](const Variables& x) { return scatterAddRows(x[0], {}, 2); },
                  {sample(1, {0, 2})});
  Tape<double> tape;
  const Variable<double> x = tape.variable(Array<double>({4}, {1, 10, 100, 1000}));
  EXPECT_EQ(scatterAddRows(x, rows, 4).value(), Array<double>({4}, {10, 0, 1101, 0}));
  EXPECT_EQ(gatherRows(x, rows).value(), Array<double>({4}, {100, 1, 100, 100}));
}

TEST(TapeOperations, sumsMeansAndNorms) {
  for (const Shape& shape : {Shape{2, 3, 4}, Shape{1, 1, 1}, Shape{3, 2, 1}})
    for (const Index axis : {0, 1, 2, -1})
      for (const KeepAxis keep : {KeepAxis::no, KeepAxis::yes}) {
        expectGradients("sum", [&](const Variables& x) { return square(sum(x[0], axis, keep)); }, {sample(1, shape)});
        expectGradients("mean", [&](const Variables& x) { return exp(mean(x[0], axis, keep)); }, {sample(1, shape)});
      }
  expectGradients("sum of all", [](const Variables& x) { return sum(x[0]); }, {sample(1, {2, 3})});
  expectGradients("sum of none", [](const Variables& x) { return sum(x[0], 1); }, {sample(1, {2, 0})});
  expectGradients("norm", [](const Variables& x) { return norm(x[0]); }, {sample(1, {4, 3})});
  expectGradients("norm", [](const Variables& x) { return norm(x[0]); }, {sample(1, {3})});
}

TEST(TapeOperations, normHasGradientZeroAtZeroAndAUnitVectorElsewhere) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(Array<double>({3, 2}, {0, 0, 3, 4, 1e-200, 0}));
  const Array<double> gradient = tape.gradients(sum(norm(x)), {x})[0];
  EXPECT_EQ(gradient[0], 0);
  EXPECT_EQ(gradient[1], 0);
  EXPECT_DOUBLE_EQ(gradient[2], 0.6);
  EXPECT_DOUBLE_EQ(gradient[3], 0.8);
  for (const double slope : gradient) EXPECT_TRUE(std::isfinite(slope));
}

/// Every second element hidden, and all of row 1.
Array<Bool> exampleMask() {
  Array<Bool> mask({3, 4}, Bool{1});
  for (Index k = 0; k < 12; ++k) mask[k] = Bool{k % 2 == 0 && k / 4 != 1};
  return mask;
}

TEST(TapeOperations, softmaxAndLogSumExp) {
  for (const Index axis : {0, 1, 2}) {
    expectGradients("softmax", [&](const Variables& x) { return softmax(x[0], axis); }, {sample(1, {2, 3, 4})});
    expectGradients("lse", [&](const Variables& x) { return logSumExp(x[0], axis); }, {sample(1, {2, 3, 4})});
  }
  const Array<Bool> mask = exampleMask();
  expectGradients("masked", [&](const Variables& x) { return softmax(x[0], 2, mask); }, {sample(1, {2, 3, 4})});
  expectGradients("masked",
                  [&](const Variables& x) {
                    const Variable<double> lse = logSumExp(x[0], 1, mask);
                    return concat<double>({slice(lse, 0, 0, 1), slice(lse, 0, 2, 3)}, 0);
                  },
                  {sample(1, {3, 4})});
  expectGradients("of none", [](const Variables& x) { return softmax(x[0], 1); }, {sample(1, {2, 0})});
}

TEST(TapeOperations, rowsWithoutAnElementHaveWeightsZeroAndNoGradient) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(sample(1, {3, 4}));
  const Variable<double> weights = softmax(x, 1, exampleMask()), lse = logSumExp(x, 1, exampleMask());
  for (Index k = 4; k < 8; ++k) EXPECT_EQ(weights.value()[k], 0);
  EXPECT_EQ(lse.value()[1], -std::numeric_limits<double>::infinity());
  for (const Variable<double>& loss : {sum(weights), sum(square(weights)), sum(slice(lse, 0, 1, 2))}) {
    const Array<double> gradient = tape.gradients(loss, {x})[0];
    for (Index k = 4; k < 8; ++k) EXPECT_EQ(gradient[k], 0);
  }
}

TEST(TapeOperations, softmaxOfHugeScoresIsOneHotWithFiniteGradients) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(Array<double>({3}, {1e30, -1e30, 1e4}));
  const Variable<double> weights = softmax(x, 0);
  EXPECT_EQ(weights.value(), Array<double>({3}, {1, 0, 0}));
  EXPECT_EQ(tape.gradients(sum(square(weights)), {x})[0], Array<double>({3}, {0, 0, 0}));
  EXPECT_EQ(logSumExp(x, 0).value()[0], 1e30);
}

TEST(TapeOperations, layerNormAndLinearAgreeWithTheirPlainForms) {
  const Array<double> X = sample(1, {3, 5}), weight = sample(2, {5}), bias = sample(3, {5}), W = sample(4, {2, 5}),
                      b = sample(5, {2});
  expectGradients("layerNorm", [](const Variables& x) { return layerNorm(x[0], x[1], &x[2], 1e-5); },
                  {X, weight, bias});
  expectGradients("layerNorm", [](const Variables& x) { return layerNorm<double>(x[0], x[1], nullptr); }, {X, weight});
  expectGradients("linear", [](const Variables& x) { return linear(x[0], x[1], &x[2]); }, {X, W, b});
  expectGradients("linear of a stack", [](const Variables& x) { return linear<double>(x[0], x[1], nullptr); },
                  {sample(1, {2, 3, 5}), W});
  Tape<double> tape;
  const Variable<double> x = tape.variable(X), shift = tape.variable(bias), offset = tape.variable(b);
  const Array<double> normed = layerNorm(x, tape.variable(weight), &shift).value(),
                      expected = layerNorm(X, weight, bias);
  for (Index k = 0; k < X.size(); ++k) EXPECT_NEAR(normed[k], expected[k], 1e-14);
  const Array<double> mapped = linear(x, tape.variable(W), &offset).value(), plain = linear(X, W, b);
  ASSERT_EQ(mapped.shape(), plain.shape());
  for (Index k = 0; k < plain.size(); ++k) EXPECT_NEAR(mapped[k], plain[k], 1e-14);
}

TEST(TapeOperations, matrixProductsInEveryTurnWithBroadcastStacks) {
  const std::vector<std::pair<Shape, Shape>> stacks = {{{}, {}},  {{2}, {2}},    {{2}, {}},
                                                       {{}, {2}}, {{3, 2}, {2}}, {{3, 1}, {2}},
                                                       {{0}, {}}, {{1}, {1}},    {{2, 1}, {1, 3}}};
  for (const auto& [stackA, stackB] : stacks)
    for (const Factor opA : {Factor::plain, Factor::transposed})
      for (const Factor opB : {Factor::plain, Factor::transposed})
        for (const Index inner : {0, 1, 4}) {
          Shape a = stackA, b = stackB;
          a.insert(a.end(), {opA == Factor::plain ? 2 : inner, opA == Factor::plain ? inner : 2});
          b.insert(b.end(), {opB == Factor::plain ? inner : 3, opB == Factor::plain ? 3 : inner});
          expectGradients("matmul of " + shapeText(a) + " and " + shapeText(b),
                          [&](const Variables& x) { return matmul(x[0], x[1], opA, opB); },
                          {sample(1, a), sample(2, b)});
        }
}

TEST(TapeOperations, matrixProductsAreSumsOverTheInnerIndex) {
  Tape<double> tape;
  const Variable<double> a = tape.variable(sample(1, {2, 3, 4})), b = tape.variable(sample(2, {2, 5, 4}));
  const Array<double> found = matmul(a, b, Factor::plain, Factor::transposed).value();
  ASSERT_EQ(found.shape(), (Shape{2, 3, 5}));
  for (Index s = 0; s < 2; ++s)
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 5; ++j) {
        double expected = 0;
        for (Index k = 0; k < 4; ++k) expected += a.value()(s, i, k) * b.value()(s, j, k);
        EXPECT_NEAR(found(s, i, j), expected, 1e-14);
      }
}

TEST(TapeOperations, systemsOfLinearEquations) {
  for (const Shape& stack : {Shape{}, Shape{2}, Shape{0}})
    for (const Index n : {0, 1, 3})
      for (const Index width : {1, 2}) {
        Shape a = stack, b = stack;
        a.insert(a.end(), {n, n});
        b.insert(b.end(), {n, width});
        Array<double> A = sample(1, a, 0.3);
        for (Index k = 0; k < A.size(); ++k)
          if (k % (n * n) % (n + 1) == 0) A[k] += 2;  // diagonal
        expectGradients("solve", [](const Variables& x) { return solve(x[0], x[1]); }, {A, sample(2, b)});
      }
}

TEST(TapeOperations, floatGradientsAreThoseOfDouble) {
  const auto gradient = [](auto number) {
    using T = decltype(number);
    Tape<T> tape;
    const Variable<T> Q = tape.variable(deterministicArray<T>(1, {3, 4}, 1)),
                      K = tape.variable(deterministicArray<T>(2, {5, 4}, 1)),
                      V = tape.variable(deterministicArray<T>(3, {5, 2}, 1));
    const Variable<T> A = softmax(matmul(Q, K, Factor::plain, Factor::transposed), -1);
    return tape.gradients(sum(gelu(matmul(A, V))), {Q, K, V});
  };
  const auto found = gradient(0.0f);
  const auto expected = gradient(0.0);
  for (size_t k = 0; k < 3; ++k)
    for (Index e = 0; e < expected[k].size(); ++e) EXPECT_NEAR(found[k][e], expected[k][e], 2e-6);
}

TEST(TapeOperations, shapesThatDoNotFitAreErrorsWithOperationAndShapes) {
  Tape<double> tape;
  const Variable<double> a = tape.variable(Array<double>({2, 3})), b = tape.variable(Array<double>({2, 4})),
                         c = tape.variable(Array<double>({4, 5, 6}));
  const auto names = [](const char* operation, const char* first, const char* second) {
    return AllOf(HasSubstr(operation), HasSubstr(first), HasSubstr(second));
  };
  EXPECT_THAT(errorOf([&] { a + b; }), names("add", "(2, 3)", "(2, 4)"));
  EXPECT_THAT(errorOf([&] { a - b; }), names("subtract", "(2, 3)", "(2, 4)"));
  EXPECT_THAT(errorOf([&] { a* b; }), names("multiply", "(2, 3)", "(2, 4)"));
  EXPECT_THAT(errorOf([&] { a / b; }), names("divide", "(2, 3)", "(2, 4)"));
  EXPECT_THAT(errorOf([&] { cross(a, b); }), names("cross", "(2, 3)", "(2, 4)"));
  EXPECT_THAT(errorOf([&] { cross(b, b); }), names("cross", "(2, 4)", "expected 3"));
  EXPECT_THAT(errorOf([&] { matmul(a, b); }), names("matmul", "(2, 3)", "(2, 4)"));
  EXPECT_THAT(errorOf([&] { linear<double>(a, b, nullptr); }), names("linear", "(2, 3)", "(2, 4)"));
  EXPECT_THAT(errorOf([&] { solve(a, b); }), names("solve", "(2, 3)", "(2, 4)"));
  EXPECT_THAT(errorOf([&] { concat<double>({a, b}, 0); }), names("concat", "(2, 3)", "(2, 4)"));
  EXPECT_THAT(errorOf([&] { concat<double>({a, c}, 0); }), names("concat", "(2, 3)", "(4, 5, 6)"));
  EXPECT_THAT(errorOf([&] { reshape(a, {4, 2}); }), names("reshape", "(2, 3)", "(4, 2)"));
  EXPECT_THAT(errorOf([&] { permute(a, {0, 0}); }), names("permute", "(0, 0)", "(2, 3)"));
  EXPECT_THAT(errorOf([&] { permute(a, {0}); }), names("permute", "(0)", "(2, 3)"));
  EXPECT_THAT(errorOf([&] { transpose(sum(a)); }), names("transpose", "()", "two axes"));
  EXPECT_THAT(errorOf([&] { slice(a, 1, 2, 4); }), names("slice", "2 to 4", "(2, 3)"));
  EXPECT_THAT(errorOf([&] { sum(a, 2); }), names("sum", "(2, 3)", "no axis 2"));
  EXPECT_THAT(errorOf([&] { softmax(a, 1, Array<Bool>({4})); }), names("softmax", "(2, 3)", "(4)"));
  EXPECT_THAT(errorOf([&] { softmax(a, 1, Array<Bool>({5, 2, 3})); }), names("softmax", "(2, 3)", "(5, 2, 3)"));
  EXPECT_THAT(errorOf([&] { gatherRows(a, {2}); }), names("gatherRows", "2", "(2, 3)"));
  EXPECT_THAT(errorOf([&] { scatterAddRows(a, {0, 5}, 5); }), names("scatterAddRows", "5", "(2, 3)"));
  EXPECT_THAT(errorOf([&] { scatterAddRows(a, {0}, 5); }), names("scatterAddRows", "1 row", "(2, 3)"));
  EXPECT_THAT(errorOf([&] { mean(slice(a, 1, 0, 0), 1); }), names("mean", "(2, 0)", "axis 1"));
  EXPECT_THAT(errorOf([&] { solve(tape.variable(Array<double>({2, 2})), b); }), names("solve", "(2, 2)", "singular"));
}

}  // namespace tape_operations_test
