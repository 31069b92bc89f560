// The mechanism "axial-encoder": every choice of attention is the engine's layer, described truthfully.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/Mechanism.h"
#include "tests/engine/attention/layers/LayerFill.h"
#include "tests/engine/attention/msa/MsaGoldens.h"
#include "tests/support/ErrorOf.h"

namespace axial_encoder_mechanism_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::map<std::string, AttentionKind> kKinds = {{"tied", AttentionKind::tied},
                                                     {"soft-tied", AttentionKind::softTied},
                                                     {"plain", AttentionKind::plain},
                                                     {"performer", AttentionKind::performer}};

const Mechanism& mechanism() { return findMechanism("axial-encoder"); }

/// The golden layer of MATHEMATICS.md 8.6 for these kinds; features T(71) along rows, T(72) along columns.
ArrayBundle arraysFor(AttentionKind rows, AttentionKind columns) {
  test::Shapes shapes;
  test::addAttention(shapes, "attn_L", 8, rows);
  test::addAttention(shapes, "attn_N", 8, columns);
  test::addFeedForward(shapes, "ff", 8, 16);
  for (const char* name : {"norm1", "norm2", "norm3"}) test::addRoseTtaFoldNorm(shapes, name, 8);
  ArrayBundle bundle = test::filledBundle<double>(3600, shapes);
  if (rows == AttentionKind::performer)
    bundle[std::string("attn_L") + test::kFeatures] = deterministicArray<double>(71, {6, 4}, 1);
  if (columns == AttentionKind::performer)
    bundle[std::string("attn_N") + test::kFeatures] = deterministicArray<double>(72, {6, 4}, 1);
  bundle["X"] = test::goldenMsa<double>();
  return bundle;
}

ParameterValues choice(const std::string& rows, const std::string& columns) {
  ParameterValues values;
  values.set("heads", std::int64_t{2});
  values.set("rows", rows);
  values.set("columns", columns);
  return values;
}

ArrayBundle run(const ArrayBundle& inputs, const ParameterValues& values) {
  Diagnostics diagnostics;
  Progress none;
  return mechanism().run(inputs, values, Precision::float64, {nullptr, 1}, diagnostics, none);
}

std::string errorOf(const ArrayBundle& inputs, const ParameterValues& values) {
  return test::errorOf([&] { run(inputs, values); });
}

TEST(AxialEncoderMechanism, everyChoiceGivesValidMapsWithinItsStatedMemory) {
  for (const auto& [rows, rowKind] : kKinds)
    for (const auto& [columns, columnKind] : kKinds) {
      if (columnKind == AttentionKind::softTied) continue;
      const ArrayBundle inputs = arraysFor(rowKind, columnKind), outputs = run(inputs, choice(rows, columns));
      EXPECT_EQ(outputs.count("A_rows"), rows != "performer");
      EXPECT_EQ(outputs.count("A_columns"), columns != "performer");
      EXPECT_EQ(outputs.count("w") + outputs.count("pair"), rows == "soft-tied" ? 2u : 0u);
      double bytes = 0;
      for (const auto& [name, array] : outputs) bytes += 8 * double(elementCount(shapeOf(array)));
      EXPECT_GE(mechanism().costOf(inputs, choice(rows, columns), Precision::float64).memory, bytes);
      for (const NamedMaps& named : mechanism().maps(outputs)) named.heads->validate();
    }
}

TEST(AxialEncoderMechanism, goldensOfRoseTTAFold) {
  const auto sum = [](const std::string& rows, const std::string& columns) {
    const ArrayBundle inputs = arraysFor(kKinds.at(rows), kKinds.at(columns));
    return test::sumOf(std::get<Array<double>>(run(inputs, choice(rows, columns)).at("Y")));
  };
  EXPECT_NEAR(sum("soft-tied", "plain"), 1.0720155478869549, 1e-10);
  EXPECT_NEAR(sum("tied", "plain"), -4.148699537868421, 1e-10);
  EXPECT_NEAR(sum("plain", "plain"), -4.0447932299086204, 1e-10);
  EXPECT_NEAR(sum("performer", "performer"), -2.5464846022050, 1e-10);
}

TEST(AxialEncoderMechanism, mapsOfPlainAttentionAreDroppedOnRequest) {
  ParameterValues values = choice("plain", "plain");
  values.set("maps", false);
  const ArrayBundle inputs = arraysFor(AttentionKind::plain, AttentionKind::plain), outputs = run(inputs, values);
  EXPECT_EQ(outputs.size(), 1u);
  EXPECT_NEAR(test::sumOf(std::get<Array<double>>(outputs.at("Y"))), -4.0447932299086204, 1e-10);
}

TEST(AxialEncoderMechanism, activationAndPathsBeforeTheNamesAreHonoured) {
  const ArrayBundle inputs = arraysFor(AttentionKind::tied, AttentionKind::plain);
  ParameterValues values = choice("tied", "plain");
  const ArrayBundle relu = run(inputs, values);
  ArrayBundle full;
  for (const auto& [name, array] : inputs) full[name == "X" ? name : "initial.encoder.layers.0." + name] = array;
  EXPECT_EQ(run(full, values), relu);
  values.set("activation", std::string("gelu"));
  EXPECT_NE(run(inputs, values), relu);
}

TEST(AxialEncoderMechanism, weightsThatAreMissingOrOfAnotherKindAreErrors) {
  EXPECT_THAT(errorOf(arraysFor(AttentionKind::tied, AttentionKind::plain), choice("soft-tied", "plain")),
              HasSubstr("array attn_L.seq_weight.to_query.weight is missing, expected shape"));
  EXPECT_THAT(errorOf(arraysFor(AttentionKind::tied, AttentionKind::plain), choice("tied", "performer")),
              HasSubstr("array attn_N.fast_attention.projection_matrix is missing"));
  EXPECT_THAT(errorOf(arraysFor(AttentionKind::softTied, AttentionKind::plain), choice("tied", "plain")),
              AllOf(HasSubstr("array attn_L.seq_weight."), HasSubstr("not expected with rows=tied")));
  ArrayBundle padded = arraysFor(AttentionKind::tied, AttentionKind::plain);
  padded["padding"] = Array<Bool>({4, 3});
  EXPECT_THAT(errorOf(padded, choice("tied", "plain")),
              HasSubstr("array padding: found shape (4, 3), expected (3, 4)"));
}

TEST(AxialEncoderMechanism, paddedCellsAreNotAttendedTo) {
  ArrayBundle inputs = arraysFor(AttentionKind::plain, AttentionKind::plain);
  Array<Bool> padding({3, 4});
  padding(2, 3).value = 1;
  inputs["padding"] = padding;
  const auto A = std::get<Array<double>>(run(inputs, choice("plain", "plain")).at("A_columns"));
  for (Index n = 0; n < 3; ++n) EXPECT_EQ(A(3, 0, n, 2), 0);
  EXPECT_GT(A(2, 0, 0, 2), 0);
}

TEST(AxialEncoderMechanism, swigluMultipliesTheHalvesOfTheHiddenRows) {
  ArrayBundle inputs = arraysFor(AttentionKind::tied, AttentionKind::plain);
  ParameterValues values = choice("tied", "plain");
  values.set("activation", std::string("swiglu"));
  EXPECT_THAT(errorOf(inputs, values), AllOf(HasSubstr("ff.linear2.weight"), HasSubstr("(8, 16)"), HasSubstr("8)")));
  inputs["ff.linear2.weight"] = deterministicArray<double>(9, {8, 8}, 0.3);
  inputs["ff.linear1.weight"] = Array<double>({16, 8}, 0.0);
  Array<double> bias({16});  // halves a = 2 and b = 3 in every row
  for (Index k = 0; k < 16; ++k) bias[k] = k < 8 ? 2 : 3;
  inputs["ff.linear1.bias"] = bias;
  const auto with = std::get<Array<double>>(run(inputs, values).at("Y"));
  const auto W_2 = std::get<Array<double>>(inputs.at("ff.linear2.weight"));
  inputs["ff.linear2.weight"] = Array<double>({8, 8}, 0.0);
  const auto without = std::get<Array<double>>(run(inputs, values).at("Y"));
  for (Index c = 0; c < 8; ++c) {
    double expected = 0;
    for (Index k = 0; k < 8; ++k) expected += W_2(c, k) * 2 / (1 + std::exp(-2.0)) * 3;
    EXPECT_NEAR(with(1, 2, c) - without(1, 2, c), expected, 1e-12);
  }
}

}  // namespace axial_encoder_mechanism_test
