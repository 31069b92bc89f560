// The tape itself: order of visits, reuse, several losses, tapes that must not be mixed.
#include "engine/network/Tape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/Random.h"
#include "engine/network/TapeOperations.h"
#include "tests/support/ErrorOf.h"

namespace tape_test {

using namespace engine;
using test::errorOf;
using ::testing::HasSubstr;

Array<double> numbers(const std::vector<double>& values) { return {{Index(values.size())}, values}; }

TEST(Tape, gradientOfAProductByHand) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(numbers({2, 3})), y = tape.variable(numbers({5, 7}));
  const auto gradients = tape.gradients(sum(x * y), {x, y});
  EXPECT_EQ(gradients[0], numbers({5, 7}));
  EXPECT_EQ(gradients[1], numbers({2, 3}));
}

TEST(Tape, aVariableUsedTwiceGetsTheSumOfBothWays) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(numbers({3, -2}));
  // x^3 + x through x * x * x and x.
  EXPECT_EQ(tape.gradients(sum(x * x * x + x), {x})[0], numbers({28, 13}));
}

TEST(Tape, aChainOfManyUsesIsVisitedOnce) {
  // Were every path walked on its own, there would be 2^60 of them.
  Tape<double> tape;
  const Variable<double> x = tape.variable(Array<double>(Shape{}, 1.0));
  Variable<double> y = x;
  int visits = 0;
  for (int k = 0; k < 60; ++k) {
    const auto back = [&visits](const Array<double>& gradient, const Array<double>&) {
      ++visits;
      return gradient;
    };
    y = tape.record(Array<double>(Shape{}, 2 * y.value()[0]), {{y, back}, {y, back}});
  }
  EXPECT_EQ(tape.gradients(y, {x})[0][0], std::ldexp(1.0, 60));
  EXPECT_EQ(visits, 120);
}

TEST(Tape, twoLossesOnOneTapeDoNotDisturbEachOther) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(numbers({1, 2})), y = square(x);
  const Variable<double> first = sum(y), second = sum(y * x);
  EXPECT_EQ(tape.gradients(first, {x})[0], numbers({2, 4}));
  EXPECT_EQ(tape.gradients(second, {x})[0], numbers({3, 12}));
  EXPECT_EQ(tape.gradients(first, {x})[0], numbers({2, 4}));
}

TEST(Tape, gradientsOfIntermediateResultsAndOfTheLossItself) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(numbers({1, 2})), y = square(x), loss = sum(3.0 * y);
  const auto gradients = tape.gradients(loss, {y, loss, x, y});
  EXPECT_EQ(gradients[0], numbers({3, 3}));
  EXPECT_EQ(gradients[1], Array<double>(Shape{}, 1.0));
  EXPECT_EQ(gradients[2], numbers({6, 12}));
  EXPECT_EQ(gradients[3], gradients[0]);
}

TEST(Tape, whatTheLossDoesNotDependOnHasGradientZero) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(numbers({1, 2})), unused = tape.variable(numbers({4}));
  const Variable<double> loss = sum(x), later = square(x);
  const auto gradients = tape.gradients(loss, {unused, later});
  EXPECT_EQ(gradients[0], numbers({0}));
  EXPECT_EQ(gradients[1], numbers({0, 0}));
}

TEST(Tape, stoppedGradientsAreNotFollowed) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(numbers({1, 5}));
  EXPECT_EQ(tape.gradients(sum(x * stopGradient(x)), {x})[0], numbers({1, 5}));
  EXPECT_EQ(tape.gradients(sum(x - maximum(x, 0, KeepAxis::yes)), {x})[0], numbers({1, 1}));
}

TEST(Tape, onlyPullbacksThatAreNeededRun) {
  Tape<double> tape;
  const Variable<double> x = tape.variable(numbers({1})), constant = tape.variable(numbers({2}));
  const auto forbidden = [](const Array<double>&, const Array<double>&) -> Array<double> {
    throw Error("pullback of a constant");
  };
  const auto identity = [](const Array<double>& gradient, const Array<double>&) { return gradient; };
  const Variable<double> y = tape.record(numbers({3}), {{x, identity}, {constant, forbidden}});
  EXPECT_EQ(tape.gradients(sum(y), {x})[0], numbers({1}));
  EXPECT_THROW(tape.gradients(sum(y), {constant}), Error);
}

TEST(Tape, mistakesAreErrorsWithShapes) {
  Tape<double> tape, other;
  const Variable<double> x = tape.variable(Array<double>({2, 3})), stranger = other.variable(Array<double>({2, 3}));
  EXPECT_THAT(errorOf([&] { tape.gradients(x, {x}); }), HasSubstr("found a loss of shape (2, 3), expected one value"));
  EXPECT_THAT(errorOf([&] { tape.gradients(sum(stranger), {x}); }), HasSubstr("the loss is on another tape"));
  EXPECT_THAT(errorOf([&] { tape.gradients(sum(x), {stranger}); }), HasSubstr("shape (2, 3) is on another tape"));
  EXPECT_THAT(errorOf([&] { x + stranger; }), HasSubstr("on another tape"));
}

TEST(Tape, cancelStopsTheWayForwardsAndBack) {
  struct CancelAtThird : Progress {
    mutable int asked = 0;
    bool cancelled() const override { return ++asked > 2; }
  } progress;
  Tape<double> forwards(progress);
  const Variable<double> x = forwards.variable(numbers({1}));
  EXPECT_THROW(exp(exp(exp(x))), Cancelled);
  EXPECT_EQ(forwards.size(), 2);

  progress.asked = -5;
  Tape<double> back(progress);
  const Variable<double> y = back.variable(numbers({1})), loss = sum(exp(exp(exp(y))));
  EXPECT_THROW(back.gradients(loss, {y}), Cancelled);
}

TEST(Tape, newOperationsNeedOnlyAValueAndPullbacks) {
  Tape<float> tape;
  const Variable<float> x = tape.variable(Array<float>({2}, {1.0f, 2.0f}));
  const std::function<float(float)> cube = [](float v) { return v * v * v; };
  const Variable<float> y = elementwise<float>(x, cube, [](float v, float) { return 3 * v * v; });
  EXPECT_EQ(y.value(), Array<float>({2}, {1.0f, 8.0f}));
  EXPECT_EQ(tape.gradients(sum(y), {x})[0], Array<float>({2}, {3.0f, 12.0f}));
}

TEST(Tape, refusesToOutgrowTheMemory) {
  Tape<float> tape;
  EXPECT_THROW(
      for (int k = 0; k < 100'000; ++k) tape.record(Array<float>({Index{1} << 28}, Untouched{}), {}),  // never touched
      Error);
}

}  // namespace tape_test
