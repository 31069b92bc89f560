// Against RoseTTAFold's published network (fcf9125) with random weights: embeddings, pair track, two-track blocks.
#include <gmock/gmock.h>

#include "engine/models/rosettafold/PairTrack.h"
#include "engine/models/rosettafold/RoseTTAFoldRun.h"
#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace rose_ttafold_test {

using testing::ElementsAre;
using testing::HasSubstr;

ModelInput inputOf(const test::Golden& golden) {
  ModelInput input;
  input.rows = golden.texts.at("rows");
  for (const double number : numbersOf<double>(golden.arrays, "residue_index"))
    input.residueNumbers.push_back(std::int64_t(number));
  return input;
}

ModelSetup setupOf(const std::shared_ptr<const ModelWeights>& weights, const ModelInput& input) {
  return {weights, architectureOf(*weights).sizes(*weights), input};
}

template <class T>
class RoseTTAFoldModel : public testing::Test {
 protected:
  void expectGolden(const std::string& file, const std::string& name) {
    const auto path = test::modelFile(file);
    const auto answers = test::modelFile("rosettafold_tiny." + name + ".npz");
    if (path.empty() || answers.empty()) GTEST_SKIP() << "rosettafold_tiny or its answers are not there";
    const test::Golden golden = test::readGolden(answers);
    const auto weights = test::readTinyModel(path);
    ASSERT_EQ(architectureOf(*weights).id(), "rosettafold");
    expectBlocks(golden, weights);
    expectParts(golden, weights);
  }

 private:
  void expectBlocks(const test::Golden& golden, const std::shared_ptr<const ModelWeights>& weights) {
    const auto result = test::runModel<T>(weights, inputOf(golden));
    test::expectTokens(result, golden);
    test::expectMaps(result, "attention", golden.floats("attention"));
    test::expectNear(result.states.front().x, golden.floats("embedding"), test::kStateBound, "embedding");
    test::expectNear(result.states.front().pair, golden.floats("pair_initial"), test::kStateBound, "first pairs");
    test::expectNear(result.readOut.at("last"), golden.floats("msa"), test::kStateBound, "alignment");
    const Array<float> pairs = golden.floats("pair");
    for (size_t block = 1; block < result.states.size(); ++block) {
      const Array<T>& pair = result.states[block].pair;
      test::expectNear(pair, pairs, Index(block - 1) * pair.size(), test::kStateBound, "pairs");
    }
  }
  /// What is inside the blocks.
  void expectParts(const test::Golden& golden, const std::shared_ptr<const ModelWeights>& weights) {
    const auto result = test::runModel<T>(weights, inputOf(golden));
    Diagnostics diagnostics;
    Progress progress;
    const Compute where;
    const ModelCall call{where, diagnostics, progress};
    const RoseTTAFoldRun<T> run(setupOf(weights, inputOf(golden)), diagnostics);
    test::expectNear(run.embeddedPairs(), golden.floats("pair_embedding"), test::kStateBound, "embedded pairs");
    const Array<float> after = golden.floats("msa2msa"), shares = golden.floats("sequence_weight");
    for (Index block = 0; block < run.numLayers(); ++block) {
      Array<T> x = result.states[size_t(block)].x;
      const SoftTiedMaps<T> told = run.runMsaToMsa(block, x, {}, call);
      test::expectNear(x, after, block * x.size(), test::kStateBound, "MSA2MSA");
      for (Index n = 0; n < told.w.length(0); ++n)
        for (Index l = 0; l < told.w.length(1); ++l)
          for (Index h = 0; h < told.w.length(2); ++h)
            ASSERT_NEAR(double(told.w(n, l, h)), double(shares(block, n, h, l)), test::kMapBound);
    }
  }
};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(RoseTTAFoldModel, NumberTypes);

TYPED_TEST(RoseTTAFoldModel, GivesThePublishedNetworksNumbers) {
  this->expectGolden("rosettafold_tiny.safetensors", "six");
}
TYPED_TEST(RoseTTAFoldModel, GivesThemForASingleRow) { this->expectGolden("rosettafold_tiny.safetensors", "one"); }
TYPED_TEST(RoseTTAFoldModel, GivesThemFromAFileOfTorch) { this->expectGolden("rosettafold_tiny.pt", "one"); }

TEST(RoseTTAFold, WithTemplatesShowsItsFirstBlock) {
  const auto path = test::modelFile("rosettafold_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "rosettafold_tiny is not there";
  const auto plain = test::readTinyModel(path);
  ArrayBundle arrays;
  for (const WeightEntry& entry : plain->source->entries())
    if (!entry.name.ends_with("last_redraw")) arrays[entry.name] = readWeights(*plain, entry.name, entry.shape);
  arrays["pair_emb.projection.weight"] = Array<float>({32, 97}, 0.0F, "pair_emb.projection.weight");
  const auto released = std::make_shared<const ModelWeights>(ModelWeights{weightsInMemory(arrays, "released.pt"), {}});
  ModelInput input;
  input.rows = {"MKVLAAG", "MR-LSAG"};
  const auto first = test::runModel<float>(released, input), whole = test::runModel<float>(plain, input);
  ASSERT_EQ(first.maps.size(), 1U);
  EXPECT_EQ(first.maps[0].at("attention"), whole.maps[0].at("attention"));
  EXPECT_THAT(first.warnings, ElementsAre(HasSubstr("templates")));
}

TEST(RoseTTAFold, HeadsSwitchedOffChangeWhatPairsLearn) {
  const auto path = test::modelFile("rosettafold_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "rosettafold_tiny is not there";
  const auto weights = test::readTinyModel(path);
  ModelInput input;
  input.rows = {"MKVLAAG", "MR-LSAG"};
  LayerWish wish;
  wish.ablation = [](std::string_view, Index head) { return head == 1 ? HeadAblation::uniform : HeadAblation::none; };
  const auto whole = test::runModel<double>(weights, input), less = test::runModel<double>(weights, input, wish);
  EXPECT_DOUBLE_EQ(less.maps[0].at("attention")(Index{1}, Index{0}, Index{3}), 1.0 / 7);
  EXPECT_EQ(less.maps[0].at("attention")[5], whole.maps[0].at("attention")[5]);
  EXPECT_NE(less.states[1].pair, whole.states[1].pair);
  LayerWish none;
  none.ablation = [](std::string_view, Index) { return HeadAblation::none; };
  EXPECT_EQ(test::runModel<double>(weights, input, none).readOut.at("last"), whole.readOut.at("last"));
}

TEST(RoseTTAFold, TellsWhichRowDoesNotFit) {
  const auto path = test::modelFile("rosettafold_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "rosettafold_tiny is not there";
  const auto weights = test::readTinyModel(path);
  const auto errorOf = [&](std::vector<std::string> rows) {
    ModelInput input;
    input.rows = std::move(rows);
    return test::errorOf([&] { test::runModel<float>(weights, input); });
  };
  EXPECT_THAT(errorOf({}), HasSubstr("without rows"));
  EXPECT_THAT(errorOf({"MKV", "MK"}), HasSubstr("row 2 of the alignment has 2 letters, expected 3"));
  EXPECT_THAT(errorOf({std::string(301, 'A')}), HasSubstr("301 columns, expected at most 300"));
  EXPECT_EQ(errorOf({"M"}), "no error");
}

TEST(PairConvolution, OfOneChannelIsWhatAPencilSays) {
  // C_0 left 1, 2, 3, 4 for four pairs: mean 2.5, variance 1.25.
  Array<double> X({2, 2, 1}, {1, 2, 3, 4}, "X");
  PairConvolutionWeights<double> weights;
  weights.C_0 = Array<double>({1, 1}, 1.0);
  weights.N_0 = {Array<double>({1}, 2.0), Array<double>({1}, 1.0)};
  Progress progress;
  convolvePairs(X, weights, 1, progress);
  const double unit = 2 / std::sqrt(1.25 + 1e-6);
  EXPECT_NEAR(X[0], std::expm1(1 - 1.5 * unit), 1e-12);
  EXPECT_NEAR(X[1], 1 - 0.5 * unit > 0 ? 1 - 0.5 * unit : std::expm1(1 - 0.5 * unit), 1e-12);
  EXPECT_NEAR(X[3], 1 + 1.5 * unit, 1e-12);
}

TEST(PairConvolution, SeesNeighboursAndNothingBeyondTheEdge) {
  Array<double> X({3, 3, 1}, {1, -2, 3, -4, 5, -6, 7, -8, 9}, "X");
  // The tap above and to the left, then only that of the pair itself.
  PairConvolutionWeights<double> weights;
  weights.N_0 = {Array<double>({1}, 0.0), Array<double>({1}, 1.0)};
  weights.C_0 = Array<double>({1, 1}, 1.0);
  ResidualBlockWeights<double> block;
  block.C_1 = Array<double>({1, 1, 3, 3}, {1, 0, 0, 0, 0, 0, 0, 0, 0});
  block.C_2 = Array<double>({1, 1, 3, 3}, {0, 0, 0, 0, 1, 0, 0, 0, 0});
  block.N_1 = block.N_2 = {Array<double>({1}, 1.0), Array<double>({1}, 0.0)};
  weights.blocks = {block};
  Progress progress;
  convolvePairs(X, weights, 2, progress);
  // All pairs were 1; behind C_1 those of the first row and column are 0, the other four 1: mean 4/9.
  const double spread = std::sqrt(20.0 / 81 + 1e-6), low = std::expm1(-4 / 9.0 / spread), high = 5 / 9.0 / spread;
  const double mean = (5 * low + 4 * high) / 9;
  const double second = std::sqrt((5 * std::pow(low - mean, 2) + 4 * std::pow(high - mean, 2)) / 9 + 1e-6);
  const auto elu = [](double x) { return x > 0 ? x : std::expm1(x); };
  EXPECT_NEAR(X[0], elu(1 + (low - mean) / second), 1e-12);
  EXPECT_NEAR(X[2], elu(1 + (low - mean) / second), 1e-12);
  EXPECT_NEAR(X[8], elu(1 + (high - mean) / second), 1e-12);
}

}  // namespace rose_ttafold_test
}  // namespace engine
