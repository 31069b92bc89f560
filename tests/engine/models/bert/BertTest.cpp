// Against transformers' BertForMaskedLM with random weights and the alphabet of ProtBERT.
#include <gmock/gmock.h>

#include <limits>

#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace bert_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Index kHeads = 6;

template <class T>
class BertModel : public testing::Test {
 protected:
  void expectGolden(const std::string& file, const std::string& name) {
    const auto path = test::modelFile("bert_tiny/" + file), answers = test::modelFile("bert_tiny." + name + ".npz");
    if (path.empty() || answers.empty()) GTEST_SKIP() << "bert_tiny/" << file << " or its answers are not there";
    const test::Golden golden = test::readGolden(answers);
    const auto weights = test::readTinyModel(path, kHeads);
    ASSERT_EQ(architectureOf(*weights).id(), "bert");
    ModelInput input;
    input.sequence = golden.text("sequence");
    const auto result = test::runModel<T>(weights, input);
    test::expectTokens(result, golden);
    test::expectMaps(result, "attention", golden.floats("attention"));
    test::expectHidden(result, golden.floats("hidden"));
    if (!result.run->vocabulary().empty())
      test::expectNear(result.readOut.at("logits"), golden.floats("logits"), test::kStateBound, "logits");
  }
};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(BertModel, NumberTypes);

TYPED_TEST(BertModel, GivesTheLibrarysNumbers) { this->expectGolden("model.safetensors", "plain"); }
TYPED_TEST(BertModel, GivesTheLibrarysNumbersForMasksAndRareLetters) { this->expectGolden("model.safetensors", "odd"); }
TYPED_TEST(BertModel, GivesThemFromEveryKindOfFile) {
  for (const char* file : {"pytorch_model.bin", "pytorch_model.legacy.bin", "oldnames.safetensors"})
    this->expectGolden(file, "odd");
}

/// A model of one layer, width 4, with nothing but zeros and norms of 1.
ArrayBundle smallModel(const std::string& prefix = "", Index vocabulary = 30) {
  ArrayBundle arrays;
  const auto add = [&](const std::string& name, Shape shape, float value = 0) {
    arrays[prefix + name] = Array<float>(std::move(shape), value, prefix + name);
  };
  add("embeddings.word_embeddings.weight", {vocabulary, 4}, 0.5F);
  add("embeddings.position_embeddings.weight", {6, 4});
  add("embeddings.token_type_embeddings.weight", {2, 4});
  const std::string layer = "encoder.layer.0.";
  for (const std::string& norm :
       {std::string("embeddings.LayerNorm"), layer + "attention.output.LayerNorm", layer + "output.LayerNorm"}) {
    add(norm + ".weight", {4}, 1);
    add(norm + ".bias", {4});
  }
  for (const char* map :
       {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"}) {
    add(layer + map + ".weight", {4, 4});
    add(layer + map + ".bias", {4});
  }
  add(layer + "intermediate.dense.weight", {8, 4});
  add(layer + "intermediate.dense.bias", {8});
  add(layer + "output.dense.weight", {4, 8});
  add(layer + "output.dense.bias", {4});
  return arrays;
}

std::shared_ptr<ModelWeights> weightsOf(ArrayBundle arrays) {
  ModelWeights weights{weightsInMemory(std::move(arrays), "small.bin"), {}};
  weights.facts.values["heads"] = {"2", "test"};
  return std::make_shared<ModelWeights>(std::move(weights));
}

std::string errorOfRun(const std::shared_ptr<ModelWeights>& weights, const std::string& sequence) {
  ModelInput input;
  input.sequence = sequence;
  return test::errorOf([&] { test::runModel<float>(weights, input); });
}

TEST(Bert, RunsOnOneResidueAndOnNone) {
  for (const std::string sequence : {"", "M"}) {
    ModelInput input;
    input.sequence = sequence;
    const auto result = test::runModel<float>(weightsOf(smallModel()), input);
    const Index T = static_cast<Index>(sequence.size()) + 2;
    EXPECT_EQ(result.maps[0].at("attention").shape(), Shape({2, T, T}));
    EXPECT_FLOAT_EQ(result.maps[0].at("attention")[0], 1.0F / float(T));
    EXPECT_THAT(result.run->vocabulary(), IsEmpty());
    EXPECT_EQ(result.readOut.count("logits"), 0U);
  }
}

TEST(Bert, TellsWhatItCannotRun) {
  EXPECT_EQ(errorOfRun(weightsOf(smallModel()), "MKVL"), "no error");
  EXPECT_THAT(errorOfRun(weightsOf(smallModel()), "MKVLA"), HasSubstr("5 residues, expected at most 4"));
  EXPECT_THAT(errorOfRun(weightsOf(smallModel("", 77)), "M"), HasSubstr("vocab.txt"));

  ArrayBundle missing = smallModel("bert.");
  missing.erase("bert.encoder.layer.0.output.dense.weight");
  EXPECT_THAT(errorOfRun(weightsOf(missing), "M"), HasSubstr("bert.encoder.layer.0.output.dense.weight"));

  ArrayBundle infinite = smallModel();
  std::get<Array<float>>(infinite["embeddings.word_embeddings.weight"])[4 * 21] =
      std::numeric_limits<float>::infinity();
  EXPECT_THAT(errorOfRun(weightsOf(infinite), "M"), HasSubstr("embeddings.word_embeddings.weight"));

  auto relative = weightsOf(smallModel());
  relative->facts.values["position_embedding_type"] = {"relative_key", "config.json"};
  EXPECT_EQ(errorOfRun(relative, "M"), "config.json, position_embedding_type: found relative_key, expected absolute");
  auto other = weightsOf(smallModel());
  other->facts.values["hidden_act"] = {"silu", "config.json"};
  EXPECT_EQ(errorOfRun(other, "M"), "config.json, hidden_act: found silu, expected gelu or relu");
}

TEST(Bert, ReadsWordsWhereTheVocabularyHasNoAminoAcids) {
  auto weights = weightsOf(smallModel("bert.", 6));
  weights->facts.vocabulary = {"[UNK]", "[CLS]", "[SEP]", "heads", "see", "##s"};
  ModelInput input;
  input.sequence = "Heads sees it";
  const auto result = test::runModel<float>(weights, input);
  EXPECT_THAT(test::valuesOf(result.run->tokens()), ElementsAre(1, 3, 4, 5, 0, 2));
  EXPECT_THAT(result.run->positions("attention"), ElementsAre("[CLS]", "heads", "see", "##s", "[UNK]", "[SEP]"));
  EXPECT_THAT(result.run->specialPositions("attention"), ElementsAre(true, false, false, false, false, true));
}

TEST(Bert, WithoutPrefixOrWithAreTheSame) {
  ModelInput input;
  input.sequence = "MK";
  const auto plain = test::runModel<float>(weightsOf(smallModel()), input);
  const auto prefixed = test::runModel<float>(weightsOf(smallModel("bert.")), input);
  EXPECT_EQ(plain.readOut.at("last"), prefixed.readOut.at("last"));
}

}  // namespace bert_test
}  // namespace engine
