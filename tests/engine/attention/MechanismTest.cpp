// The list of mechanisms: every entry describes itself truthfully and complains clearly.
#include "engine/attention/Mechanism.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <sstream>

#include "engine/attention/HalfLength.h"
#include "engine/base/Random.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace mechanism_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

ArrayBundle run(const Mechanism& mechanism, const ArrayBundle& inputs, const ParameterValues& values = {},
                Precision precision = Precision::float32) {
  Diagnostics diagnostics;
  Progress none;
  return mechanism.run(inputs, values, precision, {nullptr, 1}, diagnostics, none);
}

std::string errorOf(const std::string& mechanism, const ArrayBundle& inputs, const ParameterValues& values = {}) {
  return test::errorOf([&] { run(findMechanism(mechanism), inputs, values); });
}

TEST(Mechanisms, idsAreUniqueAndFound) {
  std::set<std::string> ids;
  for (const auto& mechanism : mechanisms()) {
    EXPECT_TRUE(ids.insert(mechanism->id()).second) << mechanism->id();
    EXPECT_EQ(&findMechanism(mechanism->id()), mechanism.get());
  }
  EXPECT_THAT(ids, ::testing::IsSupersetOf({"dot", "multi-head", "geometric"}));
  EXPECT_THROW(findMechanism("telepathy"), Error);
}

TEST(Mechanisms, everyEntryHasHelpForItselfItsArraysAndItsParameters) {
  for (const auto& mechanism : mechanisms()) {
    EXPECT_FALSE(mechanism->title().empty()) << mechanism->id();
    EXPECT_GT(mechanism->help().size(), 40u) << mechanism->id();
    for (const auto& list : {mechanism->inputs(), mechanism->outputs()}) {
      EXPECT_FALSE(list.empty());
      for (const ArrayDescription& array : list)
        EXPECT_FALSE(array.name.empty() || array.shape.empty() || array.help.empty());
    }
    for (const Parameter& parameter : mechanism->parameters())
      EXPECT_FALSE(parameter.key.empty() || parameter.label.empty() || parameter.help.empty()) << mechanism->id();
  }
}

/// Ids in the first cells of the table of the room's README, with those in parentheses.
std::set<std::string> idsOfTheComparison() {
  const std::filesystem::path root = test::dataFile("").parent_path().parent_path().parent_path();
  std::istringstream readme(test::readText(root / "engine" / "attention" / "README.md"));
  std::set<std::string> ids;
  for (std::string line; std::getline(readme, line);) {
    if (!line.starts_with("| `")) continue;
    std::istringstream cell(line.substr(1, line.find('|', 1) - 1));
    std::string part;
    for (bool isId = false; std::getline(cell, part, '`'); isId = !isId)
      if (isId) ids.insert(part);
  }
  return ids;
}

TEST(Mechanisms, everyEntryHasItsRowInTheComparisonAndEveryRowItsEntry) {
  std::set<std::string> ids;
  for (const auto& mechanism : mechanisms()) ids.insert(mechanism->id());
  EXPECT_EQ(idsOfTheComparison(), ids);
}

TEST(Mechanisms, sampleInputGivesExactlyTheDescribedOutputsInBothPrecisions) {
  for (const auto& mechanism : mechanisms())
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      const ArrayBundle outputs = run(*mechanism, mechanism->sampleInput(), {}, precision);
      std::set<std::string> described;
      for (const ArrayDescription& description : mechanism->outputs()) {
        described.insert(description.name);
        const auto found = outputs.find(description.name);
        EXPECT_TRUE(found != outputs.end() || description.isOptional) << mechanism->id() << ": " << description.name;
        if (found == outputs.end() || description.type != ArrayType::real) continue;
        EXPECT_EQ(typeNameOf(found->second), precision == Precision::float32 ? "float32" : "float64");
        EXPECT_GT(elementCount(shapeOf(found->second)), 0) << description.name;
      }
      for (const auto& [name, array] : outputs) EXPECT_EQ(described.count(name), 1u) << mechanism->id() << ": " << name;
    }
}

/// The sample with at most `length` residues, queries, keys, ... and no lengths of sources that are not there.
ArrayBundle sampleOfLength(const Mechanism& mechanism, Index length) {
  ArrayBundle inputs = mechanism.sampleInput();
  inputs.erase("valid_lens");
  return shortened(mechanism, inputs, attendedLengths(mechanism), [&](Index) { return length; });
}

/// The fast path in float32 and the definition in float64.
TEST(Mechanisms, aLengthOfOneAndOfNoneGivesTheSameInBothPrecisions) {
  for (const auto& mechanism : mechanisms())
    for (const Index length : {0, 1}) {
      SCOPED_TRACE(mechanism->id() + " of length " + std::to_string(length));
      const ArrayBundle inputs = sampleOfLength(*mechanism, length);
      const ArrayBundle fast = run(*mechanism, inputs), plain = run(*mechanism, inputs, {}, Precision::float64);
      ASSERT_EQ(fast.size(), plain.size());
      for (const auto& [name, array] : plain) {
        const auto a = numbersOf<double>(fast, name, NonFinite::allow);
        const auto b = numbersOf<double>(plain, name, NonFinite::allow);
        ASSERT_EQ(a.shape(), b.shape()) << name;
        for (Index k = 0; k < a.size(); ++k)
          if (a[k] != b[k] && !(std::isnan(a[k]) && std::isnan(b[k]))) {
            ASSERT_NEAR(a[k], b[k], 1e-3 * (1 + std::abs(b[k]))) << name;
          }
      }
    }
}

double bytesOf(const ArrayBundle& arrays, double bytesOfANumber) {
  double bytes = 0;
  for (const auto& [name, array] : arrays) {
    const bool isMask = std::holds_alternative<Array<Bool>>(array);
    bytes += (isMask ? 1 : bytesOfANumber) * double(elementCount(shapeOf(array)));
  }
  return bytes;
}

TEST(Mechanisms, costFormulasCountAtLeastInputsAndOutputsInBothPrecisions) {
  for (const auto& mechanism : mechanisms())
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      const double w = precision == Precision::float32 ? 4 : 8;
      const ArrayBundle inputs = mechanism->sampleInput(), outputs = run(*mechanism, inputs, {}, precision);
      const Cost cost = mechanism->costOf(inputs, {}, precision);
      EXPECT_GE(cost.flops, 1) << mechanism->id();
      EXPECT_GE(cost.memory, bytesOf(outputs, w)) << mechanism->id();
      EXPECT_GE(cost.bytes, 0.6 * (bytesOf(inputs, w) + bytesOf(outputs, w))) << mechanism->id();
      EXPECT_LE(cost.bytes, 2.5 * (bytesOf(inputs, w) + bytesOf(outputs, w))) << mechanism->id();
    }
}

TEST(Mechanisms, costCountsAtLeastTheOutputsWhateverFlagsAreSet) {
  for (const auto& mechanism : mechanisms()) {
    std::vector<Parameter> flags;
    for (const Parameter& parameter : mechanism->parameters())
      if (std::holds_alternative<bool>(parameter.standard)) flags.push_back(parameter);
    const ArrayBundle inputs = mechanism->sampleInput();
    int numRuns = 0;
    for (unsigned subset = 0; subset < 1u << flags.size(); ++subset) {
      ParameterValues values;
      std::string text = mechanism->id();
      for (size_t k = 0; k < flags.size(); ++k) {
        const bool isFlipped = subset >> k & 1;
        values.set(flags[k].key, std::get<bool>(flags[k].standard) != isFlipped);
        if (isFlipped) text += " " + flags[k].key;
      }
      ArrayBundle outputs;
      try {
        outputs = run(*mechanism, inputs, values);
      } catch (const Error&) {  // the sample has not what this needs
        continue;
      }
      ++numRuns;
      const Cost cost = mechanism->costOf(inputs, values, Precision::float32);
      EXPECT_GE(cost.memory, bytesOf(outputs, 4)) << text;
      EXPECT_GE(cost.flops, 1) << text;
    }
    EXPECT_GE(numRuns, flags.empty() ? 1 : 2) << mechanism->id();
  }
}

/// With valid_lens of this shape, every length 1; an empty shape: without.
Cost costWithLengths(const Mechanism& mechanism, ArrayBundle inputs, const Shape& shape) {
  inputs.erase("valid_lens");
  if (!shape.empty()) inputs["valid_lens"] = Array<std::int64_t>(shape, 1, "valid_lens");
  run(mechanism, inputs);  // they are legal
  return mechanism.costOf(inputs, {}, Precision::float32);
}

TEST(Mechanisms, lengthsPerQueryAndAbsentBatchesAreNotTakenForMoreBatches) {
  for (const char* id : {"dot", "additive", "multiplicative", "multi-head"}) {
    const Mechanism& mechanism = findMechanism(id);
    ArrayBundle batches = mechanism.sampleInput(), single = batches;
    const bool isMultiHead = std::string(id) == "multi-head";
    const Index B = isMultiHead ? 1 : 2, n = 3;
    for (const char* name : {"Q", "K", "V", "X"})
      if (single.count(name) != 0) {
        const Shape shape = shapeOf(single[name]);
        single[name] = deterministicArray<float>(1, {shape[1], shape[2]}, 1, name);
      }
    const Cost ofBatches = costWithLengths(mechanism, batches, {}), ofOne = costWithLengths(mechanism, single, {});
    for (const auto& [cost, expected] : {std::pair{costWithLengths(mechanism, batches, {B, n}), ofBatches},
                                         std::pair{costWithLengths(mechanism, batches, {B}), ofBatches},
                                         std::pair{costWithLengths(mechanism, single, {1, n}), ofOne},
                                         std::pair{costWithLengths(mechanism, single, {n}), ofOne}}) {
      EXPECT_EQ(cost.memory, expected.memory) << id;
      EXPECT_EQ(cost.flops, expected.flops) << id;
      EXPECT_EQ(cost.bytes, expected.bytes) << id;
    }
    EXPECT_EQ(ofOne.memory * double(B), ofBatches.memory) << id;
  }
}

TEST(Mechanisms, theMaskOfAPerformerWithoutBatchIsNotTakenForBatches) {
  const Mechanism& performer = findMechanism("performer");
  ArrayBundle inputs = {{"Q", deterministicArray<float>(1, {3, 4}, 1)},
                        {"K", deterministicArray<float>(2, {5, 4}, 1)},
                        {"V", deterministicArray<float>(3, {5, 3}, 1)}};
  const double memory = performer.costOf(inputs, {}, Precision::float32).memory;
  inputs["mask"] = Array<Bool>({5}, Bool{1}, "mask");
  run(performer, inputs);
  EXPECT_EQ(performer.costOf(inputs, {}, Precision::float32).memory, memory);
}

TEST(Mechanisms, theMapsOfEverySampleAreValid) {
  for (const auto& mechanism : mechanisms())
    for (const NamedMaps& named : mechanism->maps(run(*mechanism, mechanism->sampleInput()))) {
      EXPECT_FALSE(named.title.empty()) << mechanism->id();
      named.heads->validate();
      EXPECT_EQ(named.heads->maps.size(), size_t(named.heads->numLayers * named.heads->numHeads)) << mechanism->id();
    }
}

TEST(Mechanisms, whatCannotFitIntoMemoryIsRefusedBeforeItStarts) {
  ArrayBundle inputs = findMechanism("dot").sampleInput();
  inputs.erase("valid_lens");
  for (const char* name : {"Q", "K", "V"}) inputs[name] = Array<float>({2'000'000, 1}, 0.0f, name);
  EXPECT_THAT(errorOf("dot", inputs), AllOf(HasSubstr("need"), HasSubstr("GB"), HasSubstr("drop the maps")));
}

TEST(Mechanisms, everyRequiredArrayIsMissedByName) {
  for (const auto& mechanism : mechanisms())
    for (const ArrayDescription& description : mechanism->inputs()) {
      ArrayBundle inputs = mechanism->sampleInput();
      if (description.isOptional) continue;
      inputs.erase(description.name);
      EXPECT_THAT(errorOf(mechanism->id(), inputs), HasSubstr("array " + description.name + " is missing"));
    }
}

TEST(Mechanisms, everyWrongShapeIsAnErrorThatNamesTheArrayAndItsShape) {
  for (const auto& mechanism : mechanisms())
    for (const auto& [name, array] : mechanism->sampleInput()) {
      if (!std::holds_alternative<Array<float>>(array)) continue;
      ArrayBundle inputs = mechanism->sampleInput();
      inputs[name] = Array<float>({2, 1, 1, 1, 3}, 0.5f, name);
      EXPECT_THAT(errorOf(mechanism->id(), inputs),
                  AllOf(HasSubstr("array " + name), HasSubstr("(2, 1, 1, 1, 3)"), HasSubstr("expected")))
          << mechanism->id();
    }
}

TEST(Mechanisms, everyValueThatIsNotFiniteIsAnErrorUnlessItMeansMissing) {
  for (const auto& mechanism : mechanisms())
    for (const ArrayDescription& description : mechanism->inputs()) {
      ArrayBundle inputs = mechanism->sampleInput();
      const auto given = inputs.find(description.name);
      if (given == inputs.end() || description.type != ArrayType::real) continue;
      auto& values = std::get<Array<float>>(given->second);
      values[0] = std::numeric_limits<float>::infinity();
      EXPECT_THAT(errorOf(mechanism->id(), inputs), HasSubstr("array " + description.name + " of shape"));
      values[0] = std::numeric_limits<float>::quiet_NaN();
      EXPECT_THAT(errorOf(mechanism->id(), inputs),
                  HasSubstr(description.mayBeMissing ? "no error" : "array " + description.name + " of shape"));
    }
}

TEST(Mechanisms, unknownArraysTypesAndParametersAreErrors) {
  for (const auto& mechanism : mechanisms()) {
    ArrayBundle inputs = mechanism->sampleInput();
    const std::string first = mechanism->inputs().front().name;
    inputs["nonsense"] = Array<float>({2, 3});
    EXPECT_THAT(errorOf(mechanism->id(), inputs), AllOf(HasSubstr("unknown array nonsense"), HasSubstr("(2, 3)")));
    inputs.erase("nonsense");
    inputs[first] = Array<Bool>({2, 3});
    EXPECT_THAT(errorOf(mechanism->id(), inputs),
                AllOf(HasSubstr("array " + first + ": found bool"), HasSubstr("(2, 3)")));
    ParameterValues values;
    values.set("nonsense", true);
    EXPECT_THAT(errorOf(mechanism->id(), mechanism->sampleInput(), values), HasSubstr("unknown parameter nonsense"));
  }
}

TEST(DotMechanism, leadingAxesMayBeAbsentAndComeBackTheSame) {
  const Mechanism& dot = findMechanism("dot");
  const Shape leadings[] = {{}, {2}, {2, 3}};
  for (const Shape& leading : leadings) {
    const auto shape = [&](std::initializer_list<Index> tail) {
      Shape full = leading;
      full.insert(full.end(), tail);
      return full;
    };
    const ArrayBundle outputs = run(dot, {{"Q", deterministicArray<float>(1, shape({4, 5}), 1)},
                                          {"K", deterministicArray<float>(2, shape({6, 5}), 1)},
                                          {"V", deterministicArray<float>(3, shape({6, 7}), 1)}});
    EXPECT_EQ(shapeOf(outputs.at("S")), shape({4, 6}));
    EXPECT_EQ(shapeOf(outputs.at("A")), shape({4, 6}));
    EXPECT_EQ(shapeOf(outputs.at("O")), shape({4, 7}));
    EXPECT_EQ(shapeOf(outputs.at("lse")), shape({4}));
  }
}

TEST(DotMechanism, withoutMapsOnlyOutputsAndLogSumExpComeBack) {
  ParameterValues values;
  values.set("maps", false);
  const ArrayBundle outputs = run(findMechanism("dot"), findMechanism("dot").sampleInput(), values);
  EXPECT_EQ(outputs.size(), 2u);
  EXPECT_EQ(outputs.count("O") + outputs.count("lse"), 2u);
}

TEST(DotMechanism, validLengthsAndMaskSayTheSame) {
  const Mechanism& dot = findMechanism("dot");
  ArrayBundle inputs = dot.sampleInput();
  const ArrayBundle expected = run(dot, inputs);
  inputs["valid_lens"] = Array<std::int32_t>({2, 3}, {3, 3, 3, 5, 5, 5});
  EXPECT_EQ(run(dot, inputs), expected);
  inputs.erase("valid_lens");
  Array<Bool> mask({2, 3, 5}, Bool{1});
  for (Index i = 0; i < 3; ++i) mask(0, i, 3) = mask(0, i, 4) = Bool{0};
  inputs["mask"] = mask;
  EXPECT_EQ(run(dot, inputs), expected);
}

TEST(DotMechanism, wrongMasksAreErrorsWithBothShapes) {
  ArrayBundle inputs = findMechanism("dot").sampleInput();
  inputs["valid_lens"] = Array<std::int64_t>({2}, {3, 6});
  EXPECT_THAT(errorOf("dot", inputs), HasSubstr("array valid_lens of shape (2): found the length 6, expected 0 to 5"));
  inputs["valid_lens"] = Array<std::int64_t>({2}, {-1, 5});
  EXPECT_THAT(errorOf("dot", inputs), HasSubstr("found the length -1"));
  inputs["valid_lens"] = Array<std::int64_t>({4});
  EXPECT_THAT(errorOf("dot", inputs), HasSubstr("array valid_lens: found shape (4), expected (2) or (2, 3)"));
  inputs.erase("valid_lens");
  inputs["mask"] = Array<Bool>({2, 5, 3});
  EXPECT_THAT(errorOf("dot", inputs), HasSubstr("array mask: found shape (2, 5, 3), expected (2, 3, 5) or (3, 5)"));
}

TEST(DotMechanism, shapesThatDisagreeAreNamedInLetters) {
  ArrayBundle inputs = findMechanism("dot").sampleInput();
  inputs["K"] = Array<float>({2, 5, 9}, 0.0f, "K");
  EXPECT_THAT(errorOf("dot", inputs), HasSubstr("array K: found shape (2, 5, 9), expected (2, any, 4) = (B, m, d)"));
}

TEST(DotMechanism, scaleAndOverflowAreHonoured) {
  const Mechanism& dot = findMechanism("dot");
  ParameterValues values;
  values.set("scale", 2.0);
  const ArrayBundle standard = run(dot, dot.sampleInput()), scaled = run(dot, dot.sampleInput(), values);
  EXPECT_FLOAT_EQ(std::get<Array<float>>(scaled.at("S"))[0], 4 * std::get<Array<float>>(standard.at("S"))[0]);
  ArrayBundle huge = dot.sampleInput();
  for (const char* name : {"Q", "K"})
    for (float& value : std::get<Array<float>>(huge[name])) value = 3e38f;
  EXPECT_THAT(errorOf("dot", huge),
              AllOf(HasSubstr("arrays Q (2, 3, 4) and K (2, 5, 4)"), HasSubstr("does not fit into float32")));
}

TEST(MultiHeadMechanism, separateFeaturesAndAbsentBatch) {
  const Mechanism& multiHead = findMechanism("multi-head");
  ArrayBundle inputs = multiHead.sampleInput();
  const ArrayBundle expected = run(multiHead, inputs);
  const Array<float> X = std::get<Array<float>>(inputs.at("X")).reshaped({3, 4});
  inputs.erase("X");
  for (const char* name : {"X_q", "X_k", "X_v"}) inputs[name] = X;
  const ArrayBundle found = run(multiHead, inputs);
  EXPECT_EQ(shapeOf(found.at("Y")), (Shape{3, 4}));
  EXPECT_EQ(std::get<Array<float>>(found.at("Y")).reshaped({1, 3, 4}), std::get<Array<float>>(expected.at("Y")));
  inputs.erase("X_k");
  EXPECT_THAT(errorOf("multi-head", inputs), HasSubstr("array X_k is missing"));
  inputs["X"] = X;
  EXPECT_THAT(errorOf("multi-head", inputs), HasSubstr("not expected beside X"));
}

TEST(MultiHeadMechanism, noFeaturesAtAllIsAnError) {
  ArrayBundle inputs = findMechanism("multi-head").sampleInput();
  inputs.erase("X");
  EXPECT_THAT(errorOf("multi-head", inputs), HasSubstr("array X is missing"));
}

}  // namespace mechanism_test
