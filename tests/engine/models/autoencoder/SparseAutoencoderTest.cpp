// Sparse autoencoders of every published layout, tiny and random, against their definitions in plain double loops.
#include "engine/models/autoencoder/SparseAutoencoder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Random.h"
#include "engine/models/autoencoder/FeatureSet.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace sparse_autoencoder_test {

using test::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Index kWidth = 6, kFeatures = 17, kResidues = 70;  // more residues than are encoded at once

Array<float> randomArray(const Shape& shape, Random& random, float scale = 1) {
  Array<float> array(shape, Untouched{}, "random");
  for (float& value : array) value = scale * static_cast<float>(2 * random.uniform() - 1);
  return array;
}

/// The arrays of a file of this layout.
ArrayBundle arraysOf(AutoencoderLayout layout, std::uint64_t seed = 5) {
  Random random(seed);
  const Index D = kWidth, F = kFeatures;
  ArrayBundle arrays;
  if (layout == AutoencoderLayout::interprot) {
    arrays["w_enc"] = randomArray({D, F}, random);
    arrays["b_enc"] = randomArray({F}, random, 0.3F);
    arrays["w_dec"] = randomArray({F, D}, random);
    arrays["b_pre"] = randomArray({D}, random, 0.3F);
    arrays["stats_last_nonzero"] = Array<std::int64_t>({F}, 0);
    return arrays;
  }
  arrays["encoder.weight"] = randomArray({F, D}, random);
  arrays["encoder.bias"] = randomArray({F}, random, 0.3F);
  arrays["decoder.weight"] = randomArray({D, F}, random);
  if (layout == AutoencoderLayout::relu) arrays["bias"] = randomArray({D}, random, 0.3F);
  if (layout == AutoencoderLayout::topK) {
    arrays["b_dec"] = randomArray({D}, random, 0.3F);
    arrays["k"] = Array<std::int64_t>({}, 3);
    arrays["threshold"] = Array<float>({}, -1.0F);
  }
  if (layout == AutoencoderLayout::jumpRelu) arrays["threshold"] = randomArray({F}, random, 0.5F);
  if (layout == AutoencoderLayout::tied || layout == AutoencoderLayout::jumpRelu)
    arrays["decoder.bias"] = randomArray({D}, random, 0.3F);
  return arrays;
}

ModelWeights weightsOf(const ArrayBundle& arrays) {
  ModelWeights weights;
  weights.source = weightsInMemory(arrays, "sae.pt");
  return weights;
}

using Vector = std::vector<double>;

double at(const ArrayBundle& arrays, const std::string& name, Index k) { return numbersOf<double>(arrays, name)[k]; }

/// The state as the table of layouts has it.
Vector madeReady(const ArrayBundle& arrays, Vector x) {
  const auto D = double(x.size());
  if (arrays.count("normalize_to_sqrt_d") != 0 && at(arrays, "normalize_to_sqrt_d", 0) != 0) {
    const double length = std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
    for (double& value : x) value = value / length * std::sqrt(D);
  }
  if (arrays.count("w_enc") != 0) {
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / D;
    double squares = 0;
    for (const double value : x) squares += (value - mean) * (value - mean);
    for (double& value : x) value = (value - mean) / (std::sqrt(squares / (D - 1)) + 1e-5);
  }
  return x;
}

/// Values (F) of one residue by the definition.
Vector definition(const ArrayBundle& arrays, const Vector& state, Index k) {
  const Vector x = madeReady(arrays, state);
  const bool isInterprot = arrays.count("w_enc") != 0;
  const std::string before = isInterprot ? "b_pre" : arrays.count("bias") != 0 ? "bias" : "b_dec";
  Vector f;
  for (Index i = 0; i < kFeatures; ++i) {
    double g = at(arrays, isInterprot ? "b_enc" : "encoder.bias", i);
    for (Index c = 0; c < kWidth; ++c) {
      const double weight = isInterprot ? at(arrays, "w_enc", c * kFeatures + i)
                                        : at(arrays, "encoder.weight", i * kWidth + c);
      g += weight * (x[size_t(c)] - (arrays.count(before) != 0 ? at(arrays, before, c) : 0));
    }
    if (arrays.count("decoder.bias") != 0 && arrays.count("threshold") != 0)
      g = g > at(arrays, "threshold", i) ? g : 0;
    f.push_back(std::max(g, 0.0));
  }
  if (arrays.count("b_dec") != 0 && at(arrays, "threshold", 0) >= 0) {
    for (double& value : f) value = value > at(arrays, "threshold", 0) ? value : 0;
    return f;
  }
  if (k == 0) return f;
  std::vector<size_t> order(f.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return f[a] > f[b]; });
  for (size_t rank = size_t(k); rank < order.size(); ++rank) f[order[rank]] = 0;
  return f;
}

Vector stateOf(const Array<float>& states, Index residue) {
  return {states.data() + residue * kWidth, states.data() + (residue + 1) * kWidth};
}

std::vector<FeatureValue> featuresOf(const SparseAutoencoder& autoencoder, const Array<float>& states) {
  Progress progress;
  return encoded(autoencoder, preparedStates(autoencoder, states), 2, progress);
}

/// Compares with the definition for each residue and feature.
void expectDefinition(const ArrayBundle& arrays, Index k = 0, Index given = 0) {
  const SparseAutoencoder autoencoder = readAutoencoder(weightsOf(arrays), given);
  Random random(11);
  const Array<float> states = randomArray({kResidues, kWidth}, random, 3);
  Array<double> dense({kResidues, kFeatures}, 0.0);
  for (const FeatureValue& one : featuresOf(autoencoder, states)) dense(one.residue, one.feature) = double(one.value);
  Index firing = 0;
  for (Index i = 0; i < kResidues; ++i) {
    const Vector expected = definition(arrays, stateOf(states, i), k);
    for (Index f = 0; f < kFeatures; ++f) {
      ASSERT_NEAR(dense(i, f), expected[size_t(f)], 1e-5) << "residue " << i << ", feature " << f;
      firing += expected[size_t(f)] > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(firing, kResidues) << "nothing was compared";
  EXPECT_LT(firing, kResidues * kFeatures);
}

TEST(SparseAutoencoder, ofEachLayoutIsItsDefinition) {
  expectDefinition(arraysOf(AutoencoderLayout::relu));
  expectDefinition(arraysOf(AutoencoderLayout::tied));
  expectDefinition(arraysOf(AutoencoderLayout::topK), 3);
  expectDefinition(arraysOf(AutoencoderLayout::jumpRelu));
  expectDefinition(arraysOf(AutoencoderLayout::interprot), 64);
  expectDefinition(arraysOf(AutoencoderLayout::interprot), 2, 2);
  expectDefinition(arraysOf(AutoencoderLayout::topK), 5, 5);
}

TEST(SparseAutoencoder, takesStatesToTheLengthThatItsFileAsksFor) {
  ArrayBundle arrays = arraysOf(AutoencoderLayout::relu);
  arrays["normalize_to_sqrt_d"] = Array<Bool>({}, Bool{true});
  expectDefinition(arrays);
  arrays["normalize_to_sqrt_d"] = Array<Bool>({}, Bool{false});
  expectDefinition(arrays);
}

TEST(SparseAutoencoder, ofTopKWithAThresholdKeepsWhatIsAboveIt) {
  ArrayBundle arrays = arraysOf(AutoencoderLayout::topK);
  arrays["threshold"] = Array<float>({}, 0.7F);
  expectDefinition(arrays);
}

TEST(SparseAutoencoder, ofEqualValuesKeepsThoseThatComeFirst) {
  ArrayBundle arrays = arraysOf(AutoencoderLayout::topK);
  arrays["encoder.weight"] = Array<float>({kFeatures, kWidth}, 0.0F);
  arrays["encoder.bias"] = Array<float>({kFeatures}, 1.0F);
  const auto values = featuresOf(readAutoencoder(weightsOf(arrays), 0), Array<float>({1, kWidth}, 1.0F));
  EXPECT_THAT(values, ElementsAre(FeatureValue{0, 0, 1}, FeatureValue{0, 1, 1}, FeatureValue{0, 2, 1}));
}

TEST(SparseAutoencoder, isRecognisedByTheNamesOfItsArrays) {
  for (const auto layout : {AutoencoderLayout::relu, AutoencoderLayout::tied, AutoencoderLayout::topK,
                            AutoencoderLayout::jumpRelu, AutoencoderLayout::interprot}) {
    const auto facts = recognisedAutoencoder(weightsOf(arraysOf(layout)));
    ASSERT_TRUE(facts) << titleOf(layout);
    EXPECT_EQ(facts->layout, layout);
    EXPECT_EQ(facts->width, kWidth);
    EXPECT_EQ(facts->features, kFeatures);
  }
  ArrayBundle inside;
  for (auto& [name, array] : arraysOf(AutoencoderLayout::interprot)) inside["sae_model." + name] = array;
  EXPECT_EQ(recognisedAutoencoder(weightsOf(inside))->prefix, "sae_model.");
  EXPECT_FALSE(recognisedAutoencoder(weightsOf({{"encoder.weight", Array<float>({2, 2}, 0.0F)}})));
  EXPECT_FALSE(recognisedAutoencoder(weightsOf({})));
}

TEST(SparseAutoencoder, complaintsNameFileAndArray) {
  ArrayBundle arrays = arraysOf(AutoencoderLayout::relu);
  arrays["decoder.weight"] = Array<float>({kWidth, kFeatures - 1}, 0.0F);
  EXPECT_THAT(errorOf([&] { readAutoencoder(weightsOf(arrays), 0); }), HasSubstr("sae.pt: array decoder.weight"));
  arrays = arraysOf(AutoencoderLayout::topK);
  arrays.erase("k");
  EXPECT_THAT(errorOf([&] { readAutoencoder(weightsOf(arrays), 0); }), HasSubstr("(k=N)"));
  EXPECT_EQ(readAutoencoder(weightsOf(arrays), 4).k, 4);
  EXPECT_THAT(errorOf([&] { readAutoencoder(weightsOf({}), 0); }), HasSubstr("sae.pt: found no sparse autoencoder"));
  EXPECT_THAT(errorOf([&] {
                preparedStates(readAutoencoder(weightsOf(arraysOf(AutoencoderLayout::relu)), 0), Array<float>({2, 5}));
              }),
              HasSubstr("reads states of width 6"));
}

TEST(SparseAutoencoder, ofNoResidueAndOfAFlatStateSaysNothingWrong) {
  for (const auto layout : {AutoencoderLayout::relu, AutoencoderLayout::interprot}) {
    ArrayBundle arrays = arraysOf(layout);
    arrays["normalize_to_sqrt_d"] = Array<Bool>({}, Bool{true});
    const SparseAutoencoder autoencoder = readAutoencoder(weightsOf(arrays), 0);
    EXPECT_THAT(featuresOf(autoencoder, Array<float>({0, kWidth}, 0.0F)), IsEmpty());
    for (const FeatureValue& one : featuresOf(autoencoder, Array<float>({1, kWidth}, 0.0F)))
      EXPECT_TRUE(std::isfinite(one.value));
  }
  EXPECT_TRUE(std::isnan(explainedVariance(Array<float>({1, 2}, 1.0F), Array<float>({1, 2}, 0.0F))));
}

TEST(SparseAutoencoder, decodesAndSaysHowMuchItExplains) {
  const ArrayBundle arrays = arraysOf(AutoencoderLayout::tied);
  const SparseAutoencoder autoencoder = readAutoencoder(weightsOf(arrays), 0);
  const std::vector<FeatureValue> values{{0, 2, 0.5F}, {0, 7, 2}, {1, 16, 1}};
  const Array<float> x = decoded(autoencoder, values, 3);
  for (Index c = 0; c < kWidth; ++c) {
    const auto decoder = [&](Index f) { return at(arrays, "decoder.weight", c * kFeatures + f); };
    const double bias = at(arrays, "decoder.bias", c);
    EXPECT_NEAR(x(0, c), bias + 0.5 * decoder(2) + 2 * decoder(7), 1e-6);
    EXPECT_NEAR(x(1, c), bias + decoder(16), 1e-6);
    EXPECT_NEAR(x(2, c), bias, 1e-6);
  }
  EXPECT_DOUBLE_EQ(explainedVariance(x, x), 1);
  EXPECT_NEAR(explainedVariance(Array<float>({2, 1}, std::vector<float>{0, 2}, "x"), Array<float>({2, 1}, 1.0F)), 0,
              1e-12);
}

TEST(SparseAutoencoder, changesStatesByTheDecoderOfAFeature) {
  for (const auto layout : {AutoencoderLayout::relu, AutoencoderLayout::tied, AutoencoderLayout::interprot}) {
    ArrayBundle arrays = arraysOf(layout);
    if (layout == AutoencoderLayout::relu) arrays["normalize_to_sqrt_d"] = Array<Bool>({}, Bool{true});
    const SparseAutoencoder autoencoder = readAutoencoder(weightsOf(arrays), 0);
    Random random(3);
    const Array<float> before = randomArray({4, kWidth}, random, 3);
    const PreparedStates ready = preparedStates(autoencoder, before);
    Array<float> after = before;
    Progress progress;
    scaleFeatures(autoencoder, {{2, 0.0}, {9, 3.0}, {5, 1.0}}, after, 1, progress);
    for (Index i = 0; i < 4; ++i) {
      const Vector f = definition(arrays, stateOf(before, i), 0), x = madeReady(arrays, stateOf(before, i));
      for (Index c = 0; c < kWidth; ++c) {
        const double changed = double(x[size_t(c)]) - f[2] * double(autoencoder.decoder(2, c)) +
                               2 * f[9] * double(autoencoder.decoder(9, c));
        const double scale = double(ready.scale[size_t(i)]);
        EXPECT_NEAR(after(i, c), double(before(i, c)) + (changed - x[size_t(c)]) * scale, 1e-5);
      }
    }
  }
}

TEST(SparseAutoencoder, findsFeaturesThatPointTheSameWay) {
  ArrayBundle arrays = arraysOf(AutoencoderLayout::tied);
  Array<float> decoder({kWidth, kFeatures}, 0.0F);
  for (Index f = 0; f < kFeatures; ++f) decoder(f % 3, f) = 1 + float(f);  // three directions
  decoder(0, 3) = 0;                                                        // one without any
  arrays["decoder.weight"] = decoder;
  Progress progress;
  const auto alike = mostAlike(readAutoencoder(weightsOf(arrays), 0), {0, 1, 3}, 2, 1, progress);
  ASSERT_EQ(alike.size(), 3U);
  ASSERT_EQ(alike[0].size(), 2U);
  EXPECT_EQ(alike[0][0].feature, 6);
  EXPECT_EQ(alike[0][1].feature, 9);
  EXPECT_NEAR(alike[0][0].cosine, 1, 1e-6);
  EXPECT_EQ(alike[1][0].feature, 4);
  EXPECT_THAT(alike[2], IsEmpty());
}

TEST(FeatureSet, sumsUpWhereFeaturesFire) {
  FeatureSet set;
  set.letters = "MKT";
  set.numFeatures = 9;
  set.values = {{0, 4, 1}, {0, 7, 2}, {1, 4, 3}, {2, 4, 3}};
  summarise(set);
  ASSERT_EQ(set.firing.size(), 2U);
  EXPECT_EQ(set.firing[0].feature, 4);
  EXPECT_EQ(set.firing[0].most, 3);
  EXPECT_EQ(set.firing[0].where, 1);
  EXPECT_EQ(set.firing[0].residues, 3);
  EXPECT_FLOAT_EQ(set.firing[0].mean, 7.0F / 3);
  EXPECT_THAT(set.valuesOf(4), ElementsAre(1, 3, 3));
  EXPECT_THAT(set.valuesOf(8), ElementsAre(0, 0, 0));
  EXPECT_NO_THROW(set.validate());
  set.values.push_back({3, 0, 1});
  EXPECT_THAT(errorOf([&] { set.validate(); }), HasSubstr("at residue 3"));
}

TEST(FeatureNames, areReadWithOrWithoutAHeading) {
  const auto names = featureNames("feature\ttext\r\n12\tzinc finger\n\n0\thelix, N-cap\n", "sae.tsv", 13);
  EXPECT_EQ(names, (std::map<Index, std::string>{{0, "helix, N-cap"}, {12, "zinc finger"}}));
  EXPECT_THAT(featureNames("", "sae.tsv", 1), IsEmpty());
  const auto problem = [](const char* text) { return errorOf([&] { featureNames(text, "sae.tsv", 13); }); };
  EXPECT_EQ(problem("1\ta\n13\tb\n"), "sae.tsv, line 2: found the feature 13, expected one from 0 to 12");
  EXPECT_THAT(problem("1\ta\nx\tb\n"), HasSubstr("sae.tsv, line 2: found \"x\""));
  EXPECT_THAT(problem("1\ta\n1\tb\n"), HasSubstr("sae.tsv, line 2: found the feature 1 again"));
  EXPECT_THAT(problem("1 a\n"), HasSubstr("sae.tsv, line 1"));
}

}  // namespace sparse_autoencoder_test
}  // namespace engine
