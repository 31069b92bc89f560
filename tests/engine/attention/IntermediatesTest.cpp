// intermediates=yes: everything between inputs and outputs, only when asked for, and fit for doing the formula again.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/gradients/GradientCase.h"

namespace intermediates_test {

using namespace engine;

ArrayBundle run(const std::string& id, const ArrayBundle& inputs, ParameterValues values, Device* device = nullptr,
                Precision precision = Precision::float64) {
  Diagnostics ignored;
  Progress none;
  return findMechanism(id).run(inputs, values, precision, {device, 1}, ignored, none);
}

ParameterValues valuesOf(std::initializer_list<std::pair<const char*, ParameterValue>> list) {
  ParameterValues values;
  for (const auto& [key, value] : list) values.set(key, value);
  return values;
}

const Array<double>& numbers(const ArrayBundle& arrays, const char* name) {
  return std::get<Array<double>>(arrays.at(name));
}
const Array<Bool>& flags(const ArrayBundle& arrays, const char* name) { return std::get<Array<Bool>>(arrays.at(name)); }

bool hasParameter(const Mechanism& mechanism, const std::string& key) {
  for (const Parameter& parameter : mechanism.parameters())
    if (parameter.key == key) return true;
  return false;
}

/// Of two heads, where there are any to choose.
ParameterValues withHeads(const Mechanism& mechanism, bool intermediates) {
  ParameterValues values;
  if (hasParameter(mechanism, "heads")) values.set("heads", std::int64_t{2});
  values.set("intermediates", intermediates);
  return values;
}

TEST(Intermediates, areGivenOnRequestAndChangeNothingElse) {
  int numMechanisms = 0;
  for (const auto& mechanism : mechanisms()) {
    if (!hasParameter(*mechanism, "intermediates")) continue;
    ++numMechanisms;
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      const ArrayBundle inputs = mechanism->sampleInput();
      const ArrayBundle without = run(mechanism->id(), inputs, withHeads(*mechanism, false), nullptr, precision);
      const ArrayBundle with = run(mechanism->id(), inputs, withHeads(*mechanism, true), nullptr, precision);
      for (const auto& [name, array] : without) EXPECT_EQ(with.at(name), array) << mechanism->id() << ": " << name;
      std::set<std::string> promised, found;
      for (const ArrayDescription& output : mechanism->outputs())
        if (output.help.find("intermediates=yes") != std::string::npos) {
          EXPECT_TRUE(output.isOptional);
          promised.insert(output.name);
        }
      for (const auto& [name, array] : with)
        if (without.count(name) == 0) found.insert(name);
      // The sample of the form general, without a window.
      if (mechanism->id() == "multiplicative") promised = {"q", "mask"};
      EXPECT_EQ(found, promised) << mechanism->id();
    }
  }
  EXPECT_GE(numMechanisms, 17);
}

TEST(Intermediates, areTheSameOnEveryDevice) {
  for (const std::string& backend : test::backends())
    for (const char* id : {"dot", "multiplicative", "multi-head", "axial-row", "axial-column", "tied-row",
                           "tied-column", "soft-tied", "axial-encoder", "rosettafold-msa", "performer"}) {
      const Mechanism& mechanism = findMechanism(id);
      const ParameterValues values = withHeads(mechanism, true);
      const ArrayBundle expected = run(id, mechanism.sampleInput(), values),
                        found = run(id, mechanism.sampleInput(), values, test::deviceOf(backend), Precision::float32);
      ASSERT_EQ(found.size(), expected.size()) << id;
      for (const auto& [name, array] : expected) {
        if (const auto* flagged = std::get_if<Array<Bool>>(&array))
          EXPECT_EQ(std::get<Array<Bool>>(found.at(name)), *flagged) << id << ": " << name;
        else
          test::expectClose(std::get<Array<float>>(found.at(name)), std::get<Array<double>>(array), 1e-4,
                            (std::string(id) + ": " + name).c_str());
      }
    }
}

TEST(Intermediates, theMaskIsThatOfLengthsFlagsAndCausalityTogether) {
  ArrayBundle inputs = findMechanism("dot").sampleInput();  // B = 2, n = 3, m = 5, lengths 3 and 5
  Array<Bool> allowed({3, 5}, Bool{1});
  allowed(1, 0) = allowed(2, 2) = Bool{0};
  inputs["mask"] = allowed;
  const ArrayBundle outputs = run("dot", inputs, valuesOf({{"causal", true}, {"intermediates", true}}));
  for (Index b = 0; b < 2; ++b)
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 5; ++j) {
        const bool isSeen = j < (b == 0 ? 3 : 5) && allowed(i, j) && j <= i + 2;
        EXPECT_EQ(bool(flags(outputs, "mask")(b, i, j)), isSeen) << b << i << j;
        EXPECT_EQ(numbers(outputs, "A")(b, i, j) > 0, isSeen) << b << i << j;
      }
  inputs.erase("mask");
  for (const char* id : {"additive", "multiplicative"}) {
    const ArrayBundle given = run(id, findMechanism(id).sampleInput(), valuesOf({{"intermediates", true}}));
    for (Index k = 0; k < 30; ++k) EXPECT_EQ(numbers(given, "A")[k] > 0, bool(flags(given, "mask")[k])) << id;
  }
}

TEST(Intermediates, aMaskWithoutBatchesHasNone) {
  const ArrayBundle inputs = {{"Q", deterministicArray<double>(1, {3, 4}, 1)},
                              {"K", deterministicArray<double>(2, {5, 4}, 1)},
                              {"V", deterministicArray<double>(3, {5, 2}, 1)}};
  EXPECT_EQ(shapeOf(run("dot", inputs, valuesOf({{"intermediates", true}})).at("mask")), (Shape{3, 5}));
  EXPECT_EQ(run("dot", inputs, valuesOf({{"intermediates", true}, {"maps", false}})).count("mask"), 0u);
}

TEST(Intermediates, additiveScoresComeOutOfTheProjections) {
  const ArrayBundle inputs = findMechanism("additive").sampleInput();
  const ArrayBundle outputs = run("additive", inputs, valuesOf({{"intermediates", true}}));
  const Array<double>&q = numbers(outputs, "q"), &k = numbers(outputs, "k"), w = numbersOf<double>(inputs, "w_v");
  for (Index b = 0; b < 2; ++b)
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 5; ++j) {
        double score = 0;
        for (Index c = 0; c < 8; ++c) score += w[c] * std::tanh(q(b, i, c) + k(b, j, c));
        EXPECT_NEAR(numbers(outputs, "S")(b, i, j), score, 1e-12);
      }
}

TEST(Intermediates, aWindowTimesTheSoftmaxGivesTheLocalWeights) {
  ArrayBundle inputs = findMechanism("multiplicative").sampleInput();
  inputs["W_p"] = deterministicArray<double>(5, {3, 6}, 1);
  inputs["v_p"] = deterministicArray<double>(6, {3}, 1);
  const ArrayBundle global = run("multiplicative", findMechanism("multiplicative").sampleInput(), {});
  const ArrayBundle local = run("multiplicative", inputs, valuesOf({{"local", true}, {"intermediates", true}}));
  for (Index k = 0; k < 30; ++k)
    EXPECT_NEAR(numbers(local, "A")[k], numbers(global, "A")[k] * numbers(local, "window")[k], 1e-14);
}

TEST(Intermediates, kernelValuesGiveTheWeightsWhenDividedByTheirSum) {
  for (const char* kernel : {"gaussian", "boxcar", "triangular", "epanechikov", "constant"}) {
    const ArrayBundle outputs =
        run("nadaraya-watson", findMechanism("nadaraya-watson").sampleInput(),
            valuesOf({{"kernel", std::string(kernel)}, {"width", 1.5}, {"intermediates", true}}));
    EXPECT_NEAR(numbers(outputs, "u")(1, 4), (2.25 - 4) / 1.5, 1e-14);
    for (Index query = 0; query < 2; ++query) {
      double sum = 0;
      for (Index i = 0; i < 5; ++i) sum += numbers(outputs, "K")(query, i);
      for (Index i = 0; i < 5; ++i)
        EXPECT_NEAR(numbers(outputs, "A")(query, i), numbers(outputs, "K")(query, i) / sum, 1e-12) << kernel;
    }
  }
}

/// S_hij = factor * sum over the lines r of q_rih . k_rjh, for cells (R, C, 2, 4) along rows or along columns.
void expectSharedScores(const ArrayBundle& outputs, bool isRow, double factor) {
  const Array<double>&q = numbers(outputs, "q"), &k = numbers(outputs, "k"), &S = numbers(outputs, "S");
  const Index lines = isRow ? 3 : 4, length = isRow ? 4 : 3;
  const auto at = [&](const Array<double>& x, Index line, Index i, Index h, Index c) {
    return isRow ? x(line, i, h, c) : x(i, line, h, c);
  };
  for (Index h = 0; h < 2; ++h)
    for (Index i = 0; i < length; ++i)
      for (Index j = 0; j < length; ++j) {
        double sum = 0;
        for (Index line = 0; line < lines; ++line)
          for (Index c = 0; c < 4; ++c) sum += at(q, line, i, h, c) * at(k, line, j, h, c);
        EXPECT_NEAR(S(h, i, j), factor * sum, 1e-12);
      }
}

TEST(Intermediates, tiedScoresAreSumsOverTheLines) {
  for (const bool isRow : {true, false}) {
    const std::string id = isRow ? "tied-row" : "tied-column";
    const ParameterValues values = withHeads(findMechanism(id), true);
    expectSharedScores(run(id, findMechanism(id).sampleInput(), values), isRow, 1 / std::sqrt((isRow ? 3.0 : 4.0) * 4));
  }
}

TEST(Intermediates, outputsOfHeadsAreWeightedMeansOfTheirValues) {
  const ArrayBundle row =
      run("axial-row", findMechanism("axial-row").sampleInput(), withHeads(findMechanism("axial-row"), true));
  const ArrayBundle soft =
      run("soft-tied", findMechanism("soft-tied").sampleInput(), withHeads(findMechanism("soft-tied"), true));
  for (Index r = 0; r < 3; ++r)
    for (Index i = 0; i < 4; ++i)
      for (Index h = 0; h < 2; ++h)
        for (Index c = 0; c < 4; ++c) {
          double own = 0, shared = 0;
          for (Index j = 0; j < 4; ++j) {
            own += numbers(row, "A")(r, h, i, j) * numbers(row, "v")(r, j, h, c);
            shared += numbers(soft, "A")(h, i, j) * numbers(soft, "v")(r, j, h, c);
          }
          EXPECT_NEAR(numbers(row, "O")(r, i, h, c), own, 1e-13);
          EXPECT_NEAR(numbers(soft, "O")(r, i, h, c), shared, 1e-13);
        }
}

TEST(Intermediates, sumsOverTheKeysGiveTheOutputsOfAPerformer) {
  for (const char* kind : {"positive", "trigonometric", "hyperbolic", "relu"})
    for (const char* hidden : {"exclude", "values-only"}) {
      const ArrayBundle outputs = run("performer", findMechanism("performer").sampleInput(),
                                      valuesOf({{"kind", std::string(kind)},
                                                {"hidden_keys", std::string(hidden)},
                                                {"guard", 0.0},
                                                {"intermediates", true}}));
      const Array<double>&phi = numbers(outputs, "phi_q"), &KV = numbers(outputs, "KV"), &z = numbers(outputs, "z");
      for (Index head = 0; head < 4; ++head)
        for (Index i = 0; i < 3; ++i) {
          const Index M = z.length(2);
          double denominator = 0;
          for (Index r = 0; r < M; ++r) denominator += phi[(head * 3 + i) * M + r] * z[head * M + r];
          EXPECT_NEAR(numbers(outputs, "denominator")[head * 3 + i], denominator, 1e-12) << kind;
          for (Index c = 0; c < 3; ++c) {
            double sum = 0;
            for (Index r = 0; r < M; ++r) sum += phi[(head * 3 + i) * M + r] * KV[(head * M + r) * 3 + c];
            EXPECT_NEAR(numbers(outputs, "O")[(head * 3 + i) * 3 + c], sum / denominator, 1e-9) << kind << hidden;
          }
        }
    }
}

TEST(Intermediates, aPerformerHasWeightsWhereItsMaskSaysSo) {
  for (const bool causal : {false, true}) {
    const ArrayBundle outputs = run("performer", findMechanism("performer").sampleInput(),
                                    valuesOf({{"causal", causal}, {"intermediates", true}}));
    const Array<Bool>& seen = flags(outputs, "seen");
    for (Index b = 0; b < 2; ++b)
      for (Index h = 0; h < 2; ++h)
        for (Index i = 0; i < 3; ++i)
          for (Index j = 0; j < 5; ++j) {
            const bool isHidden = (b == 0 && j == 3) || (b == 1 && j == 4);
            EXPECT_EQ(bool(seen(b, i, j)), !isHidden && (!causal || j <= i + 2));
            EXPECT_EQ(numbers(outputs, "A")(b, h, i, j) > 0, bool(seen(b, i, j)));
          }
  }
}

TEST(Intermediates, theCayleyTransformComesOutOfItsParts) {
  ArrayBundle arbitrary = findMechanism("volume-preserving").sampleInput();
  arbitrary.erase("S");
  arbitrary["A"] = deterministicArray<double>(7, {3, 3}, 1);
  for (const ArrayBundle& inputs : {findMechanism("volume-preserving").sampleInput(), arbitrary}) {
    const ArrayBundle outputs = run("volume-preserving", inputs, valuesOf({{"intermediates", true}}));
    const Array<double>&A = numbers(outputs, "A"), &ZAZ = numbers(outputs, "ZAZ"), &C = numbers(outputs, "C"),
          &G = numbers(outputs, "G"), Z = numbersOf<double>(inputs, "Z");
    const double scale = inputs.count("S") != 0 ? 1 : 1 / std::sqrt(3.0);
    for (Index i = 0; i < 4; ++i)
      for (Index j = 0; j < 4; ++j) {
        double product = 0, unit = 0;
        for (Index a = 0; a < 3; ++a)
          for (Index b = 0; b < 3; ++b) product += Z(a, i) * A(a, b) * Z(b, j);
        for (Index k = 0; k < 4; ++k) unit += ((i == k ? 1 : 0) + C(i, k)) * G(k, j);
        EXPECT_NEAR(ZAZ(i, j), scale * product, 1e-12);
        EXPECT_NEAR(C(i, j), i > j ? ZAZ(i, j) : i < j ? -ZAZ(j, i) : 0, 1e-12);
        EXPECT_NEAR(unit, i == j ? 1 : 0, 1e-12);
        EXPECT_NEAR(numbers(outputs, "Lambda")(i, j), 2 * G(i, j) - (i == j ? 1 : 0), 1e-12);
      }
  }
}

TEST(Intermediates, paddingShowsInTheMasks) {
  Array<Bool> padding({3, 4});
  padding(0, 3) = padding(2, 1) = Bool{1};
  const auto maskOf = [&](const std::string& id) {
    ArrayBundle inputs = findMechanism(id).sampleInput();
    inputs["padding"] = padding;
    return flags(run(id, inputs, withHeads(findMechanism(id), true)), "mask");
  };
  EXPECT_EQ(maskOf("tied-row"), Array<Bool>({4}, {{1}, {1}, {1}, {0}}, "mask"));
  EXPECT_EQ(maskOf("tied-column"), Array<Bool>({3}, {{1}, {1}, {1}}, "mask"));
  const Array<Bool> cells = maskOf("axial-column");
  for (Index k = 0; k < 12; ++k) EXPECT_NE(bool(cells[k]), bool(padding[k]));
}

TEST(Intermediates, contextsOfADecoderAreWeightedAnnotations) {
  const ArrayBundle outputs =
      run("bahdanau-decoder", findMechanism("bahdanau-decoder").sampleInput(), valuesOf({{"intermediates", true}}));
  const Array<double>&A = numbers(outputs, "A"), &annotations = numbers(outputs, "annotations");
  for (Index b = 0; b < 2; ++b)
    for (Index t = 0; t < 9; ++t)
      for (Index c = 0; c < 4; ++c) {
        double context = 0;
        for (Index s = 0; s < 5; ++s) context += A(b, t, s) * annotations(b, s, c);
        EXPECT_NEAR(numbers(outputs, "contexts")(b, t, c), context, 1e-13);
      }
  EXPECT_EQ(flags(outputs, "mask"), Array<Bool>({2, 5}, {{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {0}, {0}}, "mask"));
}

TEST(Intermediates, haveGradients) {
  for (const char* id :
       {"additive", "nadaraya-watson", "multi-head", "axial-row", "axial-column", "tied-row", "tied-column",
        "soft-tied", "direct", "masked-direct", "multiplicative", "performer", "volume-preserving"}) {
    SCOPED_TRACE(id);
    test::GradientCase given(id);
    if (hasParameter(given.mechanism, "heads")) given.set("heads", std::int64_t{2});
    // Hidden scores are the lowest number there is: no sum can hold them.
    if (given.mechanism.id() == "masked-direct") given.only({"A", "Y", "q", "k", "v", "O"});
    // What the exponents are shifted by is constant on the tape; features and their sums show it.
    if (given.mechanism.id() == "performer") given.set("stabiliser", std::string("none"));
    test::expectGradientsOfMechanism(given.set("intermediates", true));
  }
}

}  // namespace intermediates_test
