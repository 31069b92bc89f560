// Against EvolutionaryScale's ESM C with random weights.
#include <gmock/gmock.h>

#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace esm_ctest {

using testing::HasSubstr;

constexpr Index kHeads = 4;

template <class T>
class EsmCModel : public testing::Test {
 protected:
  void expectGolden(const std::string& file, const std::string& name) {
    const auto path = test::modelFile(file), answers = test::modelFile("esmc_tiny." + name + ".npz");
    if (path.empty() || answers.empty()) GTEST_SKIP() << "esmc_tiny or its answers are not there";
    const test::Golden golden = test::readGolden(answers);
    const auto weights = test::readTinyModel(path, kHeads);
    ASSERT_EQ(architectureOf(*weights).id(), "esmc");
    ModelInput input;
    input.sequence = golden.text("sequence");
    const auto result = test::runModel<T>(weights, input);
    test::expectTokens(result, golden);
    test::expectMaps(result, "attention", golden.floats("attention"));
    test::expectHidden(result, golden.floats("hidden"));
    test::expectNear(result.readOut.at("last"), golden.floats("embeddings"), test::kStateBound, "embeddings");
    test::expectNear(result.readOut.at("logits"), golden.floats("logits"), test::kStateBound, "logits");
    EXPECT_EQ(result.run->vocabulary().size(), 64U);
  }
};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(EsmCModel, NumberTypes);

TYPED_TEST(EsmCModel, GivesTheLibrarysNumbers) { this->expectGolden("esmc_tiny.safetensors", "plain"); }
TYPED_TEST(EsmCModel, GivesTheLibrarysNumbersForMasksAndRareLetters) {
  this->expectGolden("esmc_tiny.safetensors", "odd");
}
TYPED_TEST(EsmCModel, GivesThemFromAFileOfTorch) { this->expectGolden("esmc_tiny.pth", "odd"); }

TEST(EsmC, GivesTheSameMapsAloneAsInTheLayer) {
  const auto path = test::modelFile("esmc_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "esmc_tiny is not there";
  ModelInput input;
  input.sequence = "MKTVRQERLKSIVRI";
  const auto result = test::runModel<float>(test::readTinyModel(path, kHeads), input);
  const Compute where;
  Diagnostics diagnostics;
  Progress progress;
  for (size_t layer = 0; layer < result.maps.size(); ++layer) {
    const auto alone = result.run->mapsOfLayer(Index(layer), result.states[layer], {}, {where, diagnostics, progress});
    test::expectNear(alone.at("attention"), result.maps[layer].at("attention"), 1e-6, "maps alone");
  }
}

TEST(EsmC, WithAHeadSwitchedOffDiffersFromThereOn) {
  const auto path = test::modelFile("esmc_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "esmc_tiny is not there";
  const auto weights = test::readTinyModel(path, kHeads);
  ModelInput input;
  input.sequence = "MKTVRQERLKSIVRI";
  LayerWish wish;
  wish.ablation = [](std::string_view, Index head) { return head == 2 ? HeadAblation::zero : HeadAblation::none; };
  const auto whole = test::runModel<double>(weights, input), less = test::runModel<double>(weights, input, wish);
  const Array<double>& A = less.maps[0].at("attention");
  const Index map = A.length(1) * A.length(2);
  EXPECT_EQ(*std::max_element(A.data() + 2 * map, A.data() + 3 * map), 0);
  EXPECT_EQ(A[0], whole.maps[0].at("attention")[0]);
  EXPECT_NE(less.readOut.at("logits"), whole.readOut.at("logits"));
}

TEST(EsmC, RunsOnNothingAndRefusesHeadsThatDoNotDivide) {
  const auto path = test::modelFile("esmc_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "esmc_tiny is not there";
  EXPECT_EQ(test::runModel<float>(test::readTinyModel(path, kHeads), {}).readOut.at("logits").shape(), Shape({2, 64}));
  EXPECT_THAT(test::errorOf([&] { test::runModel<float>(test::readTinyModel(path, 5), {}); }), HasSubstr("5 heads"));
}

}  // namespace esm_ctest
}  // namespace engine
