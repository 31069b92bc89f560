// ESM-2, ESM-1b, ESM-1v, ESM-1 and MSA Transformer against fair-esm and transformers, with random weights.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>

#include "engine/io/weights/ModelFiles.h"
#include "engine/models/RunModel.h"
#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace esm_golden_test {

using testing::HasSubstr;

/// Weights, what their library gave, and who they are.
struct Case {
  std::string weights, golden, architecture;
  Index heads = 0;  ///< where the file does not say it
};

std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](const char* weights, const std::string& golden, const char* architecture, Index heads = 0) {
    for (const char* name : {".plain.npz", ".odd.npz"}) all.push_back({weights, golden + name, architecture, heads});
  };
  add("esm2_tiny.safetensors", "esm2_tiny", "esm2");
  add("esm2_tiny.pt", "esm2_tiny", "esm2");
  add("hf_esm_tiny/hub.safetensors", "hf_esm_tiny", "esm2");
  add("hf_esm_tiny/model.safetensors.index.json", "hf_esm_tiny", "esm2");
  add("esm1b_tiny.safetensors", "esm1b_tiny", "esm1b");
  add("esm1b_tiny.pt", "esm1b_tiny", "esm1b");
  add("esm1v_tiny.safetensors", "esm1v_tiny", "esm1b", 3);
  add("esm1v_tiny.pt", "esm1v_tiny", "esm1b");
  add("hf_esm1b_tiny/model.safetensors", "hf_esm1b_tiny", "esm1b");
  add("hf_esm1b_tiny/hub.safetensors", "hf_esm1b_tiny", "esm1b");
  add("esm1_tiny.safetensors", "esm1_tiny", "esm1");
  all.push_back({"esm2_tiny.bf16.safetensors", "esm2_tiny.bf16.plain.npz", "esm2"});
  for (const char* weights : {"msa_tiny.safetensors", "msa_tiny.pt"})
    for (const char* golden : {"msa_tiny.six.npz", "msa_tiny.one.npz"})
      all.push_back({weights, golden, "msa-transformer"});
  return all;
}

ModelInput inputOf(const test::Golden& golden) {
  ModelInput input;
  if (const auto rows = golden.texts.find("rows"); rows != golden.texts.end())
    input.rows = rows->second;
  else
    input.sequence = golden.text("sequence");
  return input;
}

std::shared_ptr<const ModelWeights> weightsAt(const std::filesystem::path& path, Index heads) {
  if (path.extension() != ".json") return test::readTinyModel(path, heads);
  Diagnostics diagnostics;
  return std::make_shared<const ModelWeights>(modelOfShards(path, diagnostics));
}

template <class T>
void expectGolden(const Case& one) {
  const auto path = test::modelFile(one.weights), answers = test::modelFile(one.golden);
  if (path.empty() || answers.empty()) GTEST_SKIP() << one.weights << " or its answers are not there";
  const test::Golden golden = test::readGolden(answers);
  Diagnostics diagnostics;
  Progress progress;
  const auto model = preparedModel<T>(weightsAt(path, one.heads), inputOf(golden), 0, diagnostics);
  EXPECT_EQ(model.architecture->id(), one.architecture);
  EXPECT_EQ(numbersOf<double>({{"tokens", model.run->tokens()}}, "tokens"), numbersOf<double>(golden.arrays, "tokens"));
  std::map<std::string, Index> first;  // of each kind of maps in the golden array
  ModelRunOptions<T> options;
  options.keepsStates = true;
  options.layerFinished = [&](Index layer, LayerMaps<T>& maps) {
    for (const auto& [name, array] : maps) {
      if (!golden.contains(name)) continue;
      test::expectNear(array, golden.floats(name), first[name], test::kMapBound,
                       name + " of layer " + std::to_string(layer));
      first[name] += array.size();
    }
  };
  const Compute where{nullptr, 2};
  const ModelResult<T> result = runModel(*model.run, options, {where, diagnostics, progress});
  for (const auto& [name, taken] : first) EXPECT_EQ(taken, golden.floats(name).size()) << name;
  EXPECT_FALSE(first.empty());
  test::expectNear(hiddenOf(*model.run, result), golden.floats("hidden"), test::kStateBound, "hidden");
  for (const auto& [name, bound] : {std::pair{"logits", test::kStateBound}, std::pair{"contacts", test::kMapBound}}) {
    if (golden.contains(name)) test::expectNear(result.outputs.at(name), golden.floats(name), bound, name);
  }
}

class EsmGolden : public testing::TestWithParam<Case> {};

TEST_P(EsmGolden, AgreesInFloat32) { expectGolden<float>(GetParam()); }
TEST_P(EsmGolden, AgreesInFloat64) { expectGolden<double>(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Cases, EsmGolden, testing::ValuesIn(cases()), [](const auto& info) {
  std::string name = std::to_string(info.index) + "_" + info.param.weights + "_" + info.param.golden;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

TEST(Esm, WithoutHeadsInTheFileAssumesThemAndSaysSo) {
  const auto path = test::modelFile("esm1v_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "esm1v_tiny is not there";
  const auto weights = test::readTinyModel(path);
  const ModelSizes sizes = architectureOf(*weights).sizes(*weights);
  EXPECT_TRUE(sizes.areHeadsAssumed);
  EXPECT_THAT(sizes.headsOrigin, HasSubstr("assumed"));
  EXPECT_FALSE(architectureOf(*weights).sizes(*weights, 3).areHeadsAssumed);
}

TEST(Esm, WithLearnedPositionsTakesNoLongerSequence) {
  const auto path = test::modelFile("esm1b_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "esm1b_tiny is not there";
  Diagnostics diagnostics;
  ModelInput input;
  input.sequence = std::string(99, 'M');
  EXPECT_THAT(test::errorOf([&] { preparedModel<float>(test::readTinyModel(path), input, 0, diagnostics); }),
              testing::AllOf(HasSubstr("99 residues"), HasSubstr("at most 98")));
}

}  // namespace esm_golden_test
}  // namespace engine
