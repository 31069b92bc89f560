// What a mechanism has that says nothing but its formula.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/TypedMechanism.h"
#include "engine/attention/gradients/MechanismOnTape.h"
#include "tests/support/ErrorOf.h"

namespace mechanism_defaults_test {

using namespace engine;
using test::errorOf;

/// Y = X where the mask says so, scaled by the first of the 2 d numbers.
class Plain : public TypedMechanism<Plain> {
 public:
  std::string id() const override { return "plain"; }
  std::string title() const override { return "Nothing but a formula"; }
  std::string help() const override { return "Y = s_0 X of the rows that the mask shows."; }
  std::vector<ArrayDescription> inputs() const override {
    return {{"X", "(B, L, d) or (L, d)", "features"},
            {"mask", "(L)", "rows that are seen", false, ArrayType::boolean},
            {"s", "(2*d)", "scales"},
            {"idx", "(L, 3)", "not used", false, ArrayType::integer},
            {"more", "(m)", "not used", true}};
  }
  std::vector<ArrayDescription> outputs() const override { return {{"Y", "(B, L, d)", "scaled features"}}; }
  CostFormulas cost(const ParameterValues&) const override { return {"B*L*d", "w*2*B*L*d", "w*B*L*d"}; }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    Array<T> Y = numbersOf<T>(call.inputs, "X");
    const Array<T> s = numbersOf<T>(call.inputs, "s");
    for (T& value : Y) value *= s[0];
    ArrayBundle outputs;
    give(outputs, "Y", std::move(Y));
    return outputs;
  }
};

TEST(MechanismDefaults, theSampleHasTheRequiredArraysInLettersOfDifferentLengths) {
  const ArrayBundle sample = Plain().sampleInput();
  ASSERT_EQ(sample.size(), 4u);
  EXPECT_EQ(shapeOf(sample.at("X")), (Shape{2, 3, 4}));
  EXPECT_EQ(std::get<Array<Bool>>(sample.at("mask")), Array<Bool>({3}, Bool{1}, "mask"));
  EXPECT_EQ(shapeOf(sample.at("s")), Shape{8});
  EXPECT_EQ(shapeOf(sample.at("idx")), (Shape{3, 3}));
  EXPECT_EQ(typeNameOf(sample.at("idx")), "int64");
  Diagnostics diagnostics;
  Progress none;
  const ArrayBundle outputs = Plain().run(sample, {}, Precision::float64, {nullptr, 1}, diagnostics, none);
  EXPECT_EQ(shapeOf(outputs.at("Y")), (Shape{2, 3, 4}));
}

TEST(MechanismDefaults, theBenchCaseIsTheSmallestSquareOneThatIsWorthMeasuring) {
  const std::vector<BenchCase> cases = Plain().benchCases();
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(cases[0].sizes, "B=L=d=256");  // 128^3 are too few
  EXPECT_EQ(shapeOf(cases[0].inputs.at("X")), (Shape{256, 256, 256}));
  EXPECT_EQ(cases[0].values, ParameterValues{});
}

TEST(MechanismDefaults, thereIsNoKernelAndThereAreNoGradients) {
  const Plain plain;
  EXPECT_FALSE(plain.runsOnDevice(plain.sampleInput(), {}, Precision::float32));
  EXPECT_FALSE(hasGradients(plain));
  Tape<double> tape;
  Progress none;
  EXPECT_THAT(errorOf([&] { recordMechanism(tape, plain, plain.sampleInput(), {}, none); }),
              ::testing::HasSubstr("attention plain: gradients are not known"));
}

}  // namespace mechanism_defaults_test
