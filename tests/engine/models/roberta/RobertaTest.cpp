// Against transformers' RobertaForMaskedLM with random weights, and Sapiens with its learned ones.
#include <gmock/gmock.h>

#include <numeric>

#include "engine/models/LetterPredictions.h"
#include "engine/models/roberta/SplitProjections.h"
#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace engine {
namespace roberta_test {

using testing::ElementsAre;
using testing::HasSubstr;

ModelInput inputOf(const test::Golden& golden) {
  ModelInput input;
  input.sequence = golden.text("sequence");
  return input;
}

template <class T>
class RobertaModel : public testing::Test {
 protected:
  void expectGolden(const std::string& name) {
    const auto path = test::modelFile("roberta_tiny/model.safetensors");
    const auto answers = test::modelFile("roberta_tiny." + name + ".npz");
    if (path.empty() || answers.empty()) GTEST_SKIP() << "roberta_tiny or its answers are not there";
    const test::Golden golden = test::readGolden(answers);
    const auto weights = test::readTinyModel(path);
    ASSERT_EQ(architectureOf(*weights).id(), "roberta");
    const auto result = test::runModel<T>(weights, inputOf(golden));
    test::expectTokens(result, golden);
    test::expectMaps(result, "attention", golden.floats("attention"));
    test::expectHidden(result, golden.floats("hidden"));
    test::expectNear(result.readOut.at("logits"), golden.floats("logits"), test::kStateBound, "logits");
  }
  /// Weights of the samples, which are stored with 16 bits without loss.
  void expectSapiens(const std::string& chain, const std::string& name, double mapBound) {
    const auto answers = test::modelFile("sapiens_" + chain + "." + name + ".npz");
    if (answers.empty()) GTEST_SKIP() << "the answers of Sapiens to " << name << " are not there";
    const test::Golden golden = test::readGolden(answers);
    const auto weights = test::readTinyModel(test::sampleFile("antibody/sapiens_" + chain + ".safetensors"));
    const auto result = test::runModel<T>(weights, inputOf(golden));
    test::expectTokens(result, golden);
    test::expectMaps(result, "attention", golden.floats("attention"), mapBound);
    test::expectNear(result.states.front().x, golden.floats("embedded"), test::kStateBound, "embedding");
    test::expectNear(result.readOut.at("last"), golden.floats("last"), test::kStateBound, "last");
    test::expectNear(result.readOut.at("logits"), golden.floats("logits"), test::kStateBound, "logits");
  }
};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(RobertaModel, NumberTypes);

TYPED_TEST(RobertaModel, GivesTheLibrarysNumbers) { this->expectGolden("plain"); }
TYPED_TEST(RobertaModel, GivesTheLibrarysNumbersForMasksAndRareLetters) { this->expectGolden("odd"); }
TYPED_TEST(RobertaModel, GivesThoseOfSapiensForAHeavyChain) { this->expectSapiens("vh", "4g6k", test::kMapBound); }
TYPED_TEST(RobertaModel, GivesThoseOfSapiensForALightChain) { this->expectSapiens("vl", "4g6k", test::kMapBound); }
TYPED_TEST(RobertaModel, GivesThoseOfSapiensForAMaskedHeavyChain) {
  this->expectSapiens("vh", "trastuzumab_x", test::kHalfBound);
}
TYPED_TEST(RobertaModel, GivesThoseOfSapiensForAMaskedLightChain) {
  this->expectSapiens("vl", "trastuzumab_x", test::kHalfBound);
}

/// The best of the 20 letters at each place.
std::string predicted(const std::string& chain, const std::string& sequence) {
  ModelInput input;
  input.sequence = sequence;
  const auto result =
      test::runModel<float>(test::readTinyModel(test::sampleFile("antibody/sapiens_" + chain + ".safetensors")), input);
  std::vector<Index> places(sequence.size());
  std::iota(places.begin(), places.end(), 1);
  return topLetters(letterProbabilities(result.readOut.at("logits"), result.run->vocabulary(), places));
}

// What the published package gives, also where a residue is hidden.
TEST(Sapiens, PredictsTheLettersOfItsAuthors) {
  EXPECT_EQ(
      predicted("vh",
                "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPXKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQXNSLRAEDTAVYYCSRWG"
                "GDGFYAMDYWGQGTLVTVSS"),
      "EVQLVESGGGLVQPGGSLRLSCAASGFTFKDYYIHWVRQAPGKGLEWVSRISPTGGYTRYADSVKGRFTISRDNSKNTLYLQMNSLRAEDTAVYYCARDG"
      "GDGFYAFDYWGQGTLVTVSS");
  EXPECT_EQ(
      predicted("vl",
                "DIQMTQSPSSLSASVGDRVTITCRASQDVNTAVAXYQQKPGKAPKLLIYSASFLYSGVPSRFSGSRSGTDFTLTISSLQPEDFATYYCQQHYTTPPTFGQ"
                "XTKVEIK"),
      "DIQMTQSPSSLSASVGDRVTITCRASQDINTYLAWYQQKPGKAPKLLIYSASSLQSGVPSRFSGSGSGTDFTLTISSLQPEDFATYYCQQSYTTPPTFGQ"
      "GTKVEIK");
}

TEST(Sapiens, IsShippedWithThePublishedWeights) {
  for (const std::string chain : {"vh", "vl"}) {
    const auto published = test::sharedFile("models/sapiens_" + chain + ".safetensors");
    if (published.empty()) GTEST_SKIP() << "the published weights of Sapiens are not there";
    const auto ours = test::readTinyModel(test::sampleFile("antibody/sapiens_" + chain + ".safetensors"));
    const auto theirs = test::readTinyModel(published);
    for (const WeightEntry& entry : theirs->source->entries()) {
      // The output matrix is the embedding.
      const std::string name =
          entry.name == "decoder.lm_head.weight" ? "decoder.sentence_encoder.embed_tokens.weight" : entry.name;
      EXPECT_EQ(readWeights(*ours, name, entry.shape), [&] {
        Array<float> values = readWeights(*theirs, entry.name, entry.shape);
        values.name = name;
        return values;
      }()) << entry.name;
    }
  }
}

TEST(Sapiens, MasksWhatItDoesNotKnow) {
  const auto weights = test::readTinyModel(test::sampleFile("antibody/sapiens_vl.safetensors"));
  ModelInput input;
  input.sequence = "DX*_<mask>B";
  const auto result = test::runModel<float>(weights, input);
  EXPECT_THAT(test::valuesOf(result.run->tokens()), ElementsAre(0, 6, 24, 24, 24, 24, 3, 2));
  EXPECT_THAT(result.warnings, ElementsAre(HasSubstr("(B)")));
}

TEST(Sapiens, TakesAsManyResiduesAsItHasPositions) {
  const auto weights = test::readTinyModel(test::sampleFile("antibody/sapiens_vh.safetensors"));
  EXPECT_EQ(architectureOf(*weights).sizes(*weights).maxTokens, 144);
  ModelInput input;
  input.sequence = std::string(142, 'A');
  EXPECT_EQ(test::errorOf([&] { test::runModel<float>(weights, input); }), "no error");
  input.sequence += 'A';
  EXPECT_THAT(test::errorOf([&] { test::runModel<float>(weights, input); }),
              HasSubstr("143 residues, expected at most 142"));
}

/// The arrays of a source under names that older fairseq would have given them.
ArrayBundle joinedProjections(const ModelWeights& weights) {
  ArrayBundle arrays;
  for (const WeightEntry& entry : weights.source->entries()) {
    const Array<float> values = readWeights(weights, entry.name, entry.shape);
    const size_t at = entry.name.find("q_proj.");
    if (entry.name.find("k_proj.") != std::string::npos || entry.name.find("v_proj.") != std::string::npos) continue;
    if (at == std::string::npos) {
      arrays[entry.name] = values;
      continue;
    }
    const std::string before = entry.name.substr(0, at), kind = entry.name.substr(at + 7);
    Shape shape = entry.shape;
    shape[0] *= 3;
    std::vector<float> joined(values.begin(), values.end());
    for (const char* part : {"k_proj.", "v_proj."}) {
      const Array<float> more = readWeights(weights, before + part + kind, entry.shape);
      joined.insert(joined.end(), more.begin(), more.end());
    }
    arrays[before + "in_proj_" + kind] = Array<float>(shape, joined, before + "in_proj_" + kind);
  }
  return arrays;
}

TEST(SplitProjections, OfJoinedArraysGiveTheSameModel) {
  const auto weights = test::readTinyModel(test::sampleFile("antibody/sapiens_vl.safetensors"));
  auto old = std::make_shared<ModelWeights>(
      ModelWeights{weightsInMemory(joinedProjections(*weights), "old.pt"), weights->facts});
  ASSERT_TRUE(old->contains("decoder.sentence_encoder.layers.0.self_attn.in_proj_weight"));
  ModelInput input;
  input.sequence = "DIQMTQSP";
  EXPECT_EQ(test::runModel<float>(old, input).readOut.at("logits"),
            test::runModel<float>(weights, input).readOut.at("logits"));
}

TEST(SplitProjections, LeaveOtherWeightsAloneAndRefuseOddRows) {
  ArrayBundle arrays;
  arrays["w"] = Array<float>({3}, 1.0F, "w");
  auto weights = std::make_shared<const ModelWeights>(ModelWeights{weightsInMemory(arrays, "file.pt"), {}});
  EXPECT_EQ(withSplitProjections(weights), weights);
  arrays["a.in_proj_bias"] = Array<float>({4}, 1.0F, "a.in_proj_bias");
  weights = std::make_shared<const ModelWeights>(ModelWeights{weightsInMemory(arrays, "file.pt"), {}});
  EXPECT_THAT(test::errorOf([&] { withSplitProjections(weights); }),
              HasSubstr("file.pt, array a.in_proj_bias: found shape (4)"));
}

}  // namespace roberta_test
}  // namespace engine
