// Whole runs on weights that never learned: precisions, sizes, what is kept and made again, what is refused.
#include "engine/models/RunModel.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/models/LetterPredictions.h"
#include "engine/models/ModelHeads.h"
#include "engine/models/RandomWeights.h"
#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace run_model_test {

using testing::AllOf;
using testing::HasSubstr;

const ModelSizes kSizes{.layers = 3, .heads = 2, .width = 12, .feedForward = 20, .vocabulary = 33, .headsOrigin = ""};

std::shared_ptr<const ModelWeights> shared(ModelWeights weights) {
  return std::make_shared<const ModelWeights>(std::move(weights));
}
std::shared_ptr<const ModelWeights> esm2() { return shared(randomWeights(esm2Shapes(kSizes), 7, "tiny.pt")); }

/// Shapes of an MSA Transformer of kSizes.
std::map<std::string, Shape> msaShapes() {
  const Index D = kSizes.width;
  std::map<std::string, Shape> shapes{
      {"embed_tokens.weight", {33, D}},          {"embed_positions.weight", {30, D}},
      {"msa_position_embedding", {1, 16, 1, D}}, {"contact_head.regression.weight", {1, 6}},
      {"contact_head.regression.bias", {1}},     {"lm_head.bias", {33}}};
  const auto linear = [&](const std::string& name, Index out, Index in) {
    shapes[name + ".weight"] = {out, in};
    shapes[name + ".bias"] = {out};
  };
  const auto norm = [&](const std::string& name) { shapes[name + ".weight"] = shapes[name + ".bias"] = {D}; };
  for (const std::string layer : {"layers.0.", "layers.1.", "layers.2."}) {
    for (const std::string axis : {"row", "column"}) {
      const std::string attention = layer + axis + "_self_attention.";
      norm(attention + "layer_norm");
      for (const char* map : {"q", "k", "v", "out"}) linear(attention + "layer." + map + "_proj", D, D);
    }
    norm(layer + "feed_forward_layer.layer_norm");
    linear(layer + "feed_forward_layer.layer.fc1", kSizes.feedForward, D);
    linear(layer + "feed_forward_layer.layer.fc2", D, kSizes.feedForward);
  }
  for (const char* name : {"emb_layer_norm_before", "emb_layer_norm_after", "lm_head.layer_norm"}) norm(name);
  linear("lm_head.dense", D, D);
  return shapes;
}

ModelInput sequenceOf(const std::string& letters) {
  ModelInput input;
  input.sequence = letters;
  return input;
}

/// A run with everything kept.
template <class T>
struct Ran {
  explicit Ran(std::shared_ptr<const ModelWeights> weights, const ModelInput& input, ModelRunOptions<T> options = {})
      : model(preparedModel<T>(std::move(weights), input, 0, diagnostics)) {
    options.keepsStates = true;
    options.layerFinished = [this](Index, LayerMaps<T>& all) { maps.push_back(all); };
    Progress progress;
    const Compute where{nullptr, 2};
    result = runModel(*model.run, options, {where, diagnostics, progress});
  }

  Diagnostics diagnostics;
  PreparedModel<T> model;
  std::vector<LayerMaps<T>> maps;
  ModelResult<T> result;
};

template <class T, class U>
double largestDifference(const Array<T>& a, const Array<U>& b) {
  EXPECT_EQ(a.shape(), b.shape());
  double largest = 0;
  for (Index k = 0; k < std::min(a.size(), b.size()); ++k)
    largest = std::max(largest, std::abs(double(a[k]) - double(b[k])));
  return largest;
}

TEST(RunModel, GivesTheSameInBothPrecisions) {
  for (const std::string sequence : {"", "M", "MKTVRQERLKSIVRILERSKEP_SGAQ"}) {
    const Ran<float> narrow(esm2(), sequenceOf(sequence));
    const Ran<double> wide(esm2(), sequenceOf(sequence));
    ASSERT_EQ(narrow.maps.size(), 3u);
    for (size_t layer = 0; layer < 3; ++layer)
      EXPECT_LT(largestDifference(narrow.maps[layer].at("attention"), wide.maps[layer].at("attention")), 2e-5);
    for (const char* name : {"last", "logits"})
      EXPECT_LT(largestDifference(narrow.result.outputs.at(name), wide.result.outputs.at(name)), 2e-4) << name;
    EXPECT_LT(largestDifference(narrow.result.outputs.at("contacts"), wide.result.outputs.at("contacts")), 2e-5);
    const Index L = static_cast<Index>(sequence.size());
    EXPECT_EQ(narrow.result.outputs.at("contacts").shape(), Shape({L, L}));
    EXPECT_EQ(hiddenOf(*wide.model.run, wide.result).shape(), Shape({4, L + 2, 12}));
  }
}

TEST(RunModel, IsRecognisedByNamesAndTellsItsSizes) {
  Diagnostics diagnostics;
  const auto model = preparedModel<float>(esm2(), sequenceOf("MK"), 0, diagnostics);
  EXPECT_EQ(model.architecture->id(), "esm2");
  EXPECT_EQ(model.sizes.layers, 3);
  EXPECT_EQ(model.sizes.heads, 2);
  EXPECT_EQ(model.sizes.headsOrigin, "contact head");
  EXPECT_EQ(model.sizes.feedForward, 20);
  EXPECT_EQ(architectureOf(*shared(randomWeights(msaShapes(), 1, "msa"))).id(), "msa-transformer");
}

TEST(RunModel, HeadsThatItMakesAgainAreThoseThatItKept) {
  const Ran<float> ran(esm2(), sequenceOf("MKTVRQERL"));
  ModelHeads kept(ran.model.run, "attention", {}, std::size_t{1} << 20, 2), none(ran.model.run, "attention", {}, 0, 1),
      one(ran.model.run, "attention", {}, 2 * 11 * 11 * sizeof(float), 2);
  for (Index layer = 0; layer < 3; ++layer)
    for (ModelHeads* heads : {&kept, &none, &one}) heads->take(layer, ran.maps[static_cast<size_t>(layer)]);
  EXPECT_FALSE(kept.needsStates());
  EXPECT_TRUE(none.needsStates());
  const auto inMemory = kept.heads({}), again = none.heads(ran.result.states), mixed = one.heads(ran.result.states);
  EXPECT_TRUE(inMemory->isInMemory());
  EXPECT_FALSE(again->isInMemory());
  EXPECT_EQ(inMemory->queryLetters, "-MKTVRQERL-");
  again->validate();
  for (Index layer = 2; layer >= 0; --layer)
    for (Index head = 0; head < 2; ++head) {
      EXPECT_EQ(again->map(layer, head)->weights, inMemory->map(layer, head)->weights);
      EXPECT_EQ(mixed->map(layer, head)->weights, inMemory->map(layer, head)->weights);
    }
  EXPECT_THAT(test::errorOf([&] { again->map(3, 0); }), HasSubstr("layer 3"));
}

TEST(RunModel, SwitchedOffHeadsStaySoWhenMapsAreMadeAgain) {
  ModelRunOptions<float> options;
  options.ablation = [](Index layer, std::string_view, Index head) {
    return layer == 1 && head == 0 ? HeadAblation::uniform : HeadAblation::none;
  };
  const Ran<float> ran(esm2(), sequenceOf("MKTV"), options), whole(esm2(), sequenceOf("MKTV"));
  ModelHeads heads(ran.model.run, "attention", options, 0, 1);
  for (Index layer = 0; layer < 3; ++layer) heads.take(layer, ran.maps[static_cast<size_t>(layer)]);
  const auto set = heads.heads(ran.result.states);
  EXPECT_THAT(test::valuesOf(set->map(1, 0)->weights), testing::Each(testing::FloatEq(1.0F / 6)));
  EXPECT_EQ(ran.maps[0].at("attention"), whole.maps[0].at("attention"));
  EXPECT_GT(largestDifference(ran.maps[2].at("attention"), whole.maps[2].at("attention")), 1e-5);
  EXPECT_GT(largestDifference(ran.result.outputs.at("logits"), whole.result.outputs.at("logits")), 1e-4);
}

TEST(RunModel, StatesCanBeChangedOnTheWay) {
  ModelRunOptions<double> options;
  options.beforeLayer = [](Index layer, ModelState<double>& state) {
    if (layer == 2) std::fill(state.x.begin(), state.x.end(), 0.0);
  };
  const Ran<double> ran(esm2(), sequenceOf("MK"), options);
  const Array<double>& entered = ran.result.states[2]->x;
  EXPECT_THAT(test::valuesOf(entered), testing::Each(0.0));
  const Array<double>& A = ran.maps[2].at("attention");  // equal queries and keys but for their places
  EXPECT_EQ(A.shape(), Shape({2, 4, 4}));
  const Array<double>& last = ran.result.states[3]->x;
  for (Index c = 0; c < 12; ++c) EXPECT_NEAR(last(0, c), last(3, c), 1e-12);
}

TEST(RunModel, OfAnAlignmentLeavesRowMapsWhenItsRowsArePermuted) {
  std::map<std::string, Shape> shapes = msaShapes();
  shapes.erase("msa_position_embedding");  // rows are then alike
  ModelInput input;
  input.rows = {"MKV-LA", "MRVSLG", "-KILWA", "MKTAYL"};
  ModelInput permuted = input;
  std::swap(permuted.rows[1], permuted.rows[3]);
  const Ran<double> a(shared(randomWeights(shapes, 3, "msa")), input),
      b(shared(randomWeights(shapes, 3, "msa")), permuted);
  for (size_t layer = 0; layer < 3; ++layer) {
    EXPECT_LT(largestDifference(a.maps[layer].at("row_attention"), b.maps[layer].at("row_attention")), 1e-12);
    const Array<double>&first = a.maps[layer].at("column_mean"), &second = b.maps[layer].at("column_mean");
    EXPECT_NEAR(first(0, 1, 2), second(0, 3, 2), 1e-12);
    EXPECT_NEAR(first(1, 1, 3), second(1, 3, 1), 1e-12);
  }
  EXPECT_LT(largestDifference(a.result.outputs.at("contacts"), b.result.outputs.at("contacts")), 1e-12);
}

TEST(RunModel, OfAnAlignmentGivesTheMeanOfItsColumnMapsAlone) {
  ModelInput input;
  input.rows = {"MKV", "MRV"};
  ModelRunOptions<float> options;
  options.unwanted = {"column_attention"};
  const auto weights = shared(randomWeights(msaShapes(), 5, "msa"));
  const Ran<float> few(weights, input, options), all(weights, input);
  EXPECT_EQ(few.maps[0].count("column_attention"), 0u);
  const Array<float>& columns = all.maps[1].at("column_attention");
  ASSERT_EQ(columns.shape(), Shape({2, 4, 2, 2}));
  const Array<float>& mean = few.maps[1].at("column_mean");
  for (Index h = 0; h < 2; ++h)
    for (Index r = 0; r < 2; ++r)
      for (Index s = 0; s < 2; ++s) {
        float sum = 0;
        for (Index c = 0; c < 4; ++c) sum += columns(h, c, r, s);
        EXPECT_NEAR(mean(h, r, s), sum / 4, 1e-6);
      }
}

TEST(RunModel, OfAnAlignmentNamesWhatDoesNotFit) {
  const auto weights = shared(randomWeights(msaShapes(), 5, "msa.pt"));
  Diagnostics diagnostics;
  const auto prepare = [&](std::vector<std::string> rows) {
    ModelInput input;
    input.rows = std::move(rows);
    return test::errorOf([&] { preparedModel<float>(weights, input, 0, diagnostics); });
  };
  EXPECT_THAT(prepare({}), HasSubstr("without rows"));
  EXPECT_THAT(prepare({"MK", "M"}), HasSubstr("row 2 of the alignment has 1 letters, expected 2"));
  EXPECT_THAT(prepare({std::string(28, 'M')}), HasSubstr("28 columns, expected at most 27"));
  EXPECT_THAT(prepare(std::vector<std::string>(1025, "M")), HasSubstr("at most 1024"));
  EXPECT_EQ(prepare({"M"}), "no error");
}

TEST(RunModel, RefusesWeightsThatAreNotWhole) {
  Diagnostics diagnostics;
  const auto prepare = [&](std::map<std::string, Shape> shapes, Index heads = 0) {
    return test::errorOf(
        [&] { preparedModel<float>(shared(randomWeights(shapes, 1, "w.pt")), sequenceOf("MK"), heads, diagnostics); });
  };
  auto shapes = esm2Shapes(kSizes);
  for (const char* name : {"layers.1.fc1.weight", "layers.1.fc2.bias", "layers.2.fc1.bias", "layers.2.fc2.weight"})
    shapes.erase(name);
  EXPECT_THAT(prepare(shapes), AllOf(HasSubstr("w.pt"), HasSubstr("layers.1.fc1.weight"), HasSubstr("and 1 more")));
  shapes = esm2Shapes(kSizes);
  shapes["embed_tokens.weight"] = {30, 12};
  EXPECT_THAT(prepare(shapes), AllOf(HasSubstr("embedding of 30 tokens"), HasSubstr("33")));
  EXPECT_THAT(prepare(esm2Shapes(kSizes), 5), AllOf(HasSubstr("5 heads"), HasSubstr("12")));
  EXPECT_THAT(prepare({{"a", {1}}, {"b", {1}}}), AllOf(HasSubstr("no model that is known"), HasSubstr("ESM-2")));
}

TEST(RunModel, NamesAWeightOfAnotherShapeOrThatIsNoNumber) {
  auto shapes = esm2Shapes(kSizes);
  shapes["layers.1.fc2.weight"] = {12, 21};
  EXPECT_THAT(test::errorOf([&] { Ran<float>(shared(randomWeights(shapes, 1, "w.pt")), sequenceOf("MK")); }),
              AllOf(HasSubstr("layers.1.fc2.weight"), HasSubstr("(12, 21)"), HasSubstr("(12, 20)")));
  ArrayBundle arrays;
  const ModelWeights good = *esm2();
  for (const WeightEntry& entry : good.source->entries())
    arrays[entry.name] = readWeights(good, entry.name, entry.shape);
  std::get<Array<float>>(arrays["layers.2.self_attn.k_proj.weight"])[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(test::errorOf([&] {
                Ran<float>(shared({weightsInMemory(arrays, "w.pt"), {}}), sequenceOf("MK"));
              }),
              AllOf(HasSubstr("w.pt, array layers.2.self_attn.k_proj.weight"), HasSubstr("nan")));
}

TEST(RunModel, TellsOfLayersAndStopsWhenAsked) {
  struct Stopping : Progress {
    bool cancelled() const override { return last > 0.4; }
    void report(double fraction, std::string_view) override {
      EXPECT_GE(fraction, last);
      last = fraction;
    }
    double last = 0;
  } progress;
  Diagnostics diagnostics;
  const auto model = preparedModel<float>(esm2(), sequenceOf("MKTV"), 0, diagnostics);
  const Compute where{nullptr, 1};
  EXPECT_THROW(runModel(*model.run, {}, {where, diagnostics, progress}), Cancelled);
  EXPECT_DOUBLE_EQ(progress.last, 0.5);  // where the third of three layers and the predictions begins
}

TEST(Predictions, AreASoftmaxOverTheTwentyAlone) {
  std::vector<std::string> vocabulary{"<cls>"};
  for (const char letter : kPredictedLetters) vocabulary.emplace_back(1, letter);
  Array<double> logits({2, 21}, 0.0);
  logits(1, 0) = 50;
  logits(1, 3) = std::log(20.0);
  const Array<double> probabilities = letterProbabilities(logits, vocabulary, {1});
  ASSERT_EQ(probabilities.shape(), Shape({1, 20}));
  EXPECT_NEAR(probabilities(0, 2), 20.0 / 39, 1e-12);
  EXPECT_NEAR(probabilities(0, 0), 1.0 / 39, 1e-12);
  EXPECT_EQ(topLetters(probabilities), "D");
  EXPECT_TRUE(letterProbabilities(logits, {"A"}, {0}).empty());
  EXPECT_EQ(letterProbabilities(logits, vocabulary, {}).shape(), Shape({0, 20}));
}

}  // namespace run_model_test
}  // namespace engine
