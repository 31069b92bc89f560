// The mechanisms on alignments as they are asked for by name: arrays in and out, parameters, errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/support/ErrorOf.h"

namespace msa_mechanisms_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

ArrayBundle run(const std::string& mechanism, const ArrayBundle& inputs, const ParameterValues& values = {},
                Precision precision = Precision::float32) {
  Diagnostics diagnostics;
  Progress none;
  return findMechanism(mechanism).run(inputs, values, precision, {nullptr, 1}, diagnostics, none);
}

ArrayBundle sampleOf(const std::string& mechanism) { return findMechanism(mechanism).sampleInput(); }

std::string errorOf(const std::string& mechanism, const ArrayBundle& inputs, const ParameterValues& values = {}) {
  return test::errorOf([&] { run(mechanism, inputs, values); });
}

ParameterValues with(std::initializer_list<std::pair<const char*, ParameterValue>> list) {
  ParameterValues values;
  for (const auto& [key, value] : list) values.set(key, value);
  return values;
}

std::map<std::string, Shape> shapesOf(const ArrayBundle& arrays) {
  std::map<std::string, Shape> shapes;
  for (const auto& [name, array] : arrays) shapes[name] = shapeOf(array);
  return shapes;
}

using Shapes = std::map<std::string, Shape>;

TEST(MsaMechanisms, outputsHaveTheDocumentedShapes) {
  // Samples: 3 rows, 4 columns, width 8.
  const ParameterValues two = with({{"heads", std::int64_t{2}}}),
                        scores = with({{"heads", std::int64_t{2}}, {"scores", true}});
  const auto axial = [](const Shape& map) { return Shapes{{"A", map}, {"Y", {3, 4, 8}}}; };
  EXPECT_EQ(shapesOf(run("axial-row", sampleOf("axial-row"), two)), axial({3, 2, 4, 4}));
  EXPECT_EQ(shapesOf(run("axial-column", sampleOf("axial-column"), two)), axial({4, 2, 3, 3}));
  EXPECT_EQ(shapesOf(run("tied-row", sampleOf("tied-row"), two)), axial({2, 4, 4}));
  EXPECT_EQ(shapesOf(run("tied-column", sampleOf("tied-column"), two)), axial({2, 3, 3}));
  EXPECT_EQ(shapesOf(run("soft-tied", sampleOf("soft-tied"), two)),
            (Shapes{{"w", {3, 4, 2}}, {"A", {2, 4, 4}}, {"pair", {4, 4, 2}}, {"Y", {3, 4, 8}}}));
  EXPECT_EQ(shapesOf(run("direct", sampleOf("direct"))), axial({4, 4, 2}));
  EXPECT_EQ(shapesOf(run("masked-direct", sampleOf("masked-direct"))), axial({2, 4, 4}));
  for (const char* mechanism : {"axial-row", "axial-column", "tied-row", "tied-column", "soft-tied"}) {
    const ArrayBundle outputs = run(mechanism, sampleOf(mechanism), scores);
    EXPECT_EQ(shapeOf(outputs.at("S")), shapeOf(outputs.at("A"))) << mechanism;
  }
  const ArrayBundle masked = run("masked-direct", sampleOf("masked-direct"), with({{"scores", true}}));
  EXPECT_EQ(shapeOf(masked.at("mask")), (Shape{2, 4, 4}));
  EXPECT_EQ(typeNameOf(masked.at("mask")), "bool");
}

TEST(MsaMechanisms, axialAttentionWithoutMapsGivesTheSameOutputsAlone) {
  for (const char* mechanism : {"axial-row", "axial-column"}) {
    const ArrayBundle inputs = sampleOf(mechanism);
    const ArrayBundle kept = run(mechanism, inputs), dropped = run(mechanism, inputs, with({{"maps", false}}));
    EXPECT_EQ(dropped.size(), 1u);
    test::expectClose(std::get<Array<float>>(dropped.at("Y")), std::get<Array<float>>(kept.at("Y")), 1e-6, "Y");
    const Mechanism& axial = findMechanism(mechanism);
    EXPECT_LT(axial.costOf(inputs, with({{"maps", false}}), Precision::float32).memory,
              axial.costOf(inputs, {}, Precision::float32).memory);
  }
}

TEST(MsaMechanisms, mapsForTheEyeAreAllThere) {
  const auto titlesAndSizes = [](const std::string& mechanism) {
    std::vector<std::vector<Index>> sizes;
    const Mechanism& one = findMechanism(mechanism);
    for (const NamedMaps& named :
         one.maps(run(mechanism, one.sampleInput(),
                      mechanism == "direct" || mechanism == "masked-direct" ? ParameterValues{}
                                                                            : with({{"heads", std::int64_t{2}}}))))
      sizes.push_back({named.heads->numLayers, named.heads->numHeads, named.heads->numQueries, named.heads->numKeys});
    return sizes;
  };
  using Sizes = std::vector<std::vector<Index>>;
  EXPECT_EQ(titlesAndSizes("axial-row"), (Sizes{{3, 2, 4, 4}}));
  EXPECT_EQ(titlesAndSizes("axial-column"), (Sizes{{4, 2, 3, 3}}));
  EXPECT_EQ(titlesAndSizes("tied-row"), (Sizes{{1, 2, 4, 4}}));
  EXPECT_EQ(titlesAndSizes("soft-tied"), (Sizes{{1, 2, 4, 4}, {1, 2, 4, 3}, {1, 2, 4, 4}}));
  EXPECT_EQ(titlesAndSizes("direct"), (Sizes{{1, 2, 4, 4}}));
}

TEST(MsaMechanisms, paddingIsCheckedAndUsed) {
  for (const char* mechanism : {"axial-row", "axial-column", "tied-row", "tied-column"}) {
    ArrayBundle inputs = sampleOf(mechanism);
    const ArrayBundle before = run(mechanism, inputs);
    Array<Bool> padding({3, 4});
    padding(0, 2).value = 1;
    inputs["padding"] = padding;
    EXPECT_FALSE(run(mechanism, inputs).at("A") == before.at("A")) << mechanism;
    inputs["padding"] = Array<Bool>({4, 3});
    EXPECT_THAT(errorOf(mechanism, inputs),
                AllOf(HasSubstr("array padding"), HasSubstr("(4, 3)"), HasSubstr("(3, 4)")));
    inputs["padding"] = Array<float>({3, 4});
    EXPECT_THAT(errorOf(mechanism, inputs), AllOf(HasSubstr("array padding: found float32"), HasSubstr("bool")));
  }
}

TEST(MsaMechanisms, binsComeAsAnArrayOrAsText) {
  ArrayBundle inputs = sampleOf("masked-direct");
  const ArrayBundle expected = run("masked-direct", inputs);
  inputs.erase("bins");
  EXPECT_EQ(run("masked-direct", inputs, with({{"bins", std::string("8,12")}})), expected);
  EXPECT_THAT(errorOf("masked-direct", inputs), AllOf(HasSubstr("array W_q"), HasSubstr("multiple of the 4 heads")));
  for (const char* text : {"", "8,", ",8", "8,,12", "8;12", "eight", "8,inf", "8,nan"})
    EXPECT_THAT(errorOf("masked-direct", inputs, with({{"bins", std::string(text)}})),
                AllOf(HasSubstr("parameter bins"), HasSubstr("separated by commas")))
        << text;
}

TEST(MsaMechanisms, headsThatDoNotDivideTheWidthAreAnErrorNamingTheArray) {
  for (const char* mechanism : {"axial-row", "axial-column", "tied-row", "tied-column", "soft-tied"})
    EXPECT_THAT(errorOf(mechanism, sampleOf(mechanism), with({{"heads", std::int64_t{3}}})),
                AllOf(HasSubstr("array "), HasSubstr("(8, 8)"), HasSubstr("multiple of the 3 heads")));
}

TEST(MsaMechanisms, emptyAlignmentsAreLegal) {
  for (const char* mechanism : {"axial-row", "axial-column", "tied-row", "tied-column"})
    for (const Shape& shape : {Shape{0, 4, 8}, Shape{3, 0, 8}, Shape{0, 0, 8}, Shape{1, 1, 8}}) {
      ArrayBundle inputs = sampleOf(mechanism);
      inputs["X"] = Array<float>(shape, 0.5f, "X");
      EXPECT_EQ(shapeOf(run(mechanism, inputs).at("Y")), shape) << mechanism;
      EXPECT_EQ(shapeOf(run(mechanism, inputs, {}, Precision::float64).at("Y")), shape) << mechanism;
    }
}

}  // namespace msa_mechanisms_test
