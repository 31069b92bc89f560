// Weights and what lies beside them: one model however it is spelled, cut up or packed.
#include "engine/io/weights/ModelFiles.h"

#include <gmock/gmock.h>

#include <map>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Kind.h"
#include "engine/io/Format.h"
#include "engine/io/weights/WeightNames.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using test::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

namespace model_files_test {

/// In the project's data, else in the reference data; empty when in neither.
fs::path modelFile(const std::string& name) {
  const fs::path ours = test::dataFile("models/" + name);
  return fs::exists(ours) ? ours : test::sharedFile("models/" + name);
}

struct Opened {
  ModelWeights model;
  std::vector<std::string> warnings;
};

Opened openModel(const fs::path& path) {
  Diagnostics diagnostics;
  if (fs::is_directory(path)) return {modelOfFolder(path, diagnostics), diagnostics.warnings()};
  if (path.string().ends_with(".json")) return {modelOfShards(path, diagnostics), diagnostics.warnings()};
  const auto file = openByteSource(path);
  return {modelOf(*file, openCheckpoint(file), diagnostics), diagnostics.warnings()};
}

std::map<std::string, std::vector<float>> valuesOf(const ModelWeights& model) {
  std::map<std::string, std::vector<float>> values;
  for (Index k = 0; k < std::ssize(model.source->entries()); ++k) {
    const WeightEntry& entry = nth(model.source->entries(), k);
    std::vector<float>& held = values[entry.name];
    held.resize(static_cast<std::size_t>(elementCount(entry.shape)));
    model.source->read(k, 0, std::ssize(held), held.data());
  }
  return values;
}

/// Every array of `part` is in `whole` with the same values.
void expectContains(const ModelWeights& whole, const ModelWeights& part, const std::string& prefix = {}) {
  const auto all = valuesOf(whole);
  for (const auto& [name, values] : valuesOf(part)) {
    const auto found = all.find(prefix + name);
    ASSERT_NE(found, all.end()) << name;
    EXPECT_EQ(found->second, values) << name;
  }
}

TEST(WeightNames, loseWhatTrainersPutAroundThem) {
  EXPECT_THAT(commonNames({"module.model.a", "module.model.b"}).names, ElementsAre("a", "b"));
  EXPECT_THAT(commonNames({"model.a", "b"}).names, ElementsAre("model.a", "b"));
  const CommonNames fairseq =
      commonNames({"encoder.sentence_encoder.embed_tokens.weight", "encoder.lm_head.bias", "other"});
  EXPECT_THAT(fairseq.names, ElementsAre("embed_tokens.weight", "lm_head.bias", "other"));
  EXPECT_EQ(fairseq.strippedPrefix, "encoder.sentence_encoder.");
  EXPECT_THAT(commonNames({"encoder.layer.0.x"}).names, ElementsAre("encoder.layer.0.x"));
  EXPECT_THAT(commonNames({"a.LayerNorm.gamma", "a.LayerNorm.beta", "gamma"}).names,
              ElementsAre("a.LayerNorm.weight", "a.LayerNorm.bias", "gamma"));
  EXPECT_THAT(commonNames({"LayerNorm.gamma", "LayerNorm.weight"}).names,
              ElementsAre("LayerNorm.gamma", "LayerNorm.weight"));
  EXPECT_THAT(commonNames({}).names, IsEmpty());
}

TEST(ModelFiles, giveTheSameModelInFairEsmsFileAndInSafetensors) {
  const Opened raw = openModel(modelFile("esm2_tiny.pt"));
  EXPECT_THAT(raw.warnings, IsEmpty());
  EXPECT_EQ(raw.model.facts.strippedPrefix, "encoder.sentence_encoder.");
  EXPECT_EQ(raw.model.facts.count("heads"), 4);
  EXPECT_EQ(raw.model.facts.values.at("heads").origin, "cfg");
  EXPECT_TRUE(raw.model.contains("contact_head.regression.weight")) << "it lies in a second file";
  const Opened converted = openModel(modelFile("esm2_tiny.safetensors"));
  expectContains(raw.model, converted.model);
  expectContains(converted.model, raw.model);
}

TEST(ModelFiles, ofOtherModelsOfFairEsmAgreeAsWell) {
  for (const std::string name : {"esm1b_tiny", "msa_tiny"}) {
    if (modelFile(name + ".pt").empty()) GTEST_SKIP() << "the reference data are not here";
    const Opened raw = openModel(modelFile(name + ".pt")), converted = openModel(modelFile(name + ".safetensors"));
    EXPECT_EQ(raw.model.facts.values.at("arch").text, name == "msa_tiny" ? "msa_transformer" : "roberta_large");
    EXPECT_EQ(raw.model.facts.values.at("heads").origin, "args");
    ASSERT_EQ(raw.model.source->entries().size(), converted.model.source->entries().size());
    for (const WeightEntry& entry : converted.model.source->entries())
      EXPECT_TRUE(raw.model.contains(entry.name)) << entry.name;
  }
}

TEST(ModelFiles, ofRealWeightsInTheOlderContainerEqualTheirSafetensors) {
  if (modelFile("sapiens_vh.pt").empty()) GTEST_SKIP() << "the reference data are not here";
  const Opened old = openModel(modelFile("sapiens_vh.pt")), converted = openModel(modelFile("sapiens_vh.safetensors"));
  expectContains(old.model, converted.model);
  EXPECT_EQ(old.model.facts.values.at("heads").origin, "args");
  EXPECT_EQ(old.model.facts.count("heads"), 8);
  EXPECT_EQ(converted.model.facts.values.at("heads").origin, "__metadata__");
  EXPECT_EQ(converted.model.facts.count("heads"), 8);
}

TEST(ModelFiles, giveTheSameModelWhicheverShardOrListOrFolderIsOpened) {
  const Opened folder = openModel(modelFile("hf_esm_tiny"));
  EXPECT_THAT(folder.warnings, IsEmpty());
  const Opened list = openModel(modelFile("hf_esm_tiny/model.safetensors.index.json"));
  expectContains(folder.model, list.model);
  expectContains(list.model, folder.model);
  for (const char* const shard : {"model-00001-of-00003.safetensors", "model-00003-of-00003.safetensors"}) {
    const fs::path path = modelFile(std::string("hf_esm_tiny/") + shard);
    EXPECT_EQ(shardIndexOf(path), path.parent_path() / "model.safetensors.index.json");
  }
  EXPECT_TRUE(shardIndexOf(modelFile("hf_esm_tiny/hub.safetensors")).empty());
  EXPECT_EQ(list.model.facts.count("heads"), 6);
  EXPECT_EQ(list.model.facts.values.at("heads").origin, "config.json");
  EXPECT_EQ(list.model.facts.text("position_embedding_type"), "rotary");
  EXPECT_EQ(list.model.facts.vocabulary.size(), 33u);
  EXPECT_EQ(list.model.facts.vocabulary.back(), "<mask>");
}

TEST(ModelFiles, giveTheSameModelUnderTheNamesOfTheHub) {
  const Opened shards = openModel(modelFile("hf_esm_tiny")), hub = openModel(modelFile("hf_esm_tiny/hub.safetensors"));
  EXPECT_TRUE(shards.model.contains("esm.encoder.layer.0.attention.LayerNorm.weight")) << "gamma in the file";
  const auto ofHub = valuesOf(hub.model);
  std::size_t numAlike = 0;
  for (const auto& [name, values] : valuesOf(shards.model)) {
    if (ofHub.count(name) == 0) continue;
    EXPECT_EQ(values, ofHub.at(name)) << name;
    ++numAlike;
  }
  EXPECT_GT(numAlike, 50u);
}

TEST(ModelFiles, giveTheSameModelInEveryContainerAndUnderOldNames) {
  const Opened now = openModel(modelFile("bert_tiny"));
  EXPECT_EQ(now.model.source->name(), modelFile("bert_tiny/model.safetensors").string());
  const Opened archive = openModel(modelFile("bert_tiny/pytorch_model.bin"));
  const Opened old = openModel(modelFile("bert_tiny/pytorch_model.legacy.bin"));
  expectContains(archive.model, now.model);
  expectContains(old.model, archive.model);
  expectContains(archive.model, old.model);
  expectContains(now.model, openModel(modelFile("bert_tiny/oldnames.safetensors")).model, "bert.");
}

class ModelFolder : public testing::Test {
 protected:
  fs::path copied(const std::string& name, const std::string& as) {
    fs::copy_file(modelFile(name), folder.path() / as);
    return folder.path() / as;
  }
  void write(const std::string& name, const std::string& text) { test::writeText(folder.path() / name, text); }
  std::string errorOfIndex(const std::string& text) {
    write("model.safetensors.index.json", text);
    return errorOf([&] { openModel(folder.path() / "model.safetensors.index.json"); });
  }
  test::TemporaryFolder folder;
};

TEST_F(ModelFolder, withoutAShardOrATensorIsRefusedByName) {
  const std::string shards[] = {"model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors",
                                "model-00003-of-00003.safetensors"};
  const std::string list = "model.safetensors.index.json";
  for (const std::string& name : {shards[0], shards[2], list}) copied("hf_esm_tiny/" + name, name);
  EXPECT_THAT(errorOf([&] { openModel(folder.path()); }),
              HasSubstr("model.safetensors.index.json: the shard model-00002-of-00003.safetensors is missing"));
  copied("hf_esm_tiny/" + shards[0], shards[1]);
  EXPECT_THAT(errorOf([&] { openModel(folder.path()); }), HasSubstr(shards[1] + ": array esm."));
}

TEST_F(ModelFolder, hasItsShardsInItself) {
  EXPECT_THAT(errorOfIndex("{}"), HasSubstr("no \"weight_map\""));
  EXPECT_THAT(errorOfIndex("[]"), HasSubstr("no \"weight_map\""));
  EXPECT_THAT(errorOfIndex("{\"weight_map\": {}}"), HasSubstr("no \"weight_map\""));
  EXPECT_THAT(errorOfIndex("{\"weight_map\": {\"w\": 1}}"), HasSubstr("array w: found number"));
  for (const char* const name : {"../x", "/etc/passwd", "a/b", "..", ".", "", "a\\\\b"})
    EXPECT_THAT(errorOfIndex(std::string("{\"weight_map\": {\"w\": \"") + name + "\"}}"),
                HasSubstr("expected a name in the same folder"))
        << name;
  EXPECT_THAT(errorOfIndex(R"({"weight_map": {"w": "x.pt"}})"), HasSubstr("the shard x.pt is missing"));
  EXPECT_THAT(errorOfIndex("{"), HasSubstr("index.json"));
}

TEST_F(ModelFolder, isAsClearAsItsFiles) {
  EXPECT_THAT(errorOf([&] { openModel(folder.path()); }), HasSubstr("is a folder without weights"));
  copied("esm2_tiny.safetensors", "one.safetensors");
  EXPECT_NO_THROW(openModel(folder.path()));
  copied("esm2_tiny.pt", "two.pt");
  EXPECT_THAT(errorOf([&] { openModel(folder.path()); }), HasSubstr("2 files of weights (one.safetensors, two.pt)"));
  copied("esm2_tiny.safetensors", "model.safetensors");
  EXPECT_EQ(openModel(folder.path()).model.source->name(), (folder.path() / "model.safetensors").string());
}

TEST_F(ModelFolder, usesOnlyWhatIsAboutItsWeights) {
  const fs::path file = copied("esm2_tiny.safetensors", "model.safetensors");
  write("config.json", R"({"model_type": "esm", "hidden_size": 41, "num_attention_heads": 5})");
  write("vocab.txt", "a\nb\n");
  const Opened foreign = openModel(file);
  EXPECT_THAT(foreign.warnings, ElementsAre(HasSubstr("hidden_size is 41, the weights have 40"),
                                            HasSubstr("found 2 tokens, the embedding has 33 rows")));
  EXPECT_EQ(foreign.model.facts.text("heads"), "");
  EXPECT_TRUE(foreign.model.facts.vocabulary.empty());
  write("config.json",
        R"({"model_type": "esm", "hidden_size": 40, "num_attention_heads": 5, "layer_norm_eps": 1e-12})");
  const Opened own = openModel(file);
  EXPECT_THAT(own.warnings, IsEmpty());
  EXPECT_EQ(own.model.facts.count("heads"), 5);
  EXPECT_EQ(own.model.facts.number("layer_norm_eps"), 1e-12);
  EXPECT_EQ(own.model.facts.vocabulary.size(), 2u) << "the configuration says that the folder is the model's";
  write("config.json", R"({"hidden_size": 40, "num_attention_heads": 5})");
  EXPECT_EQ(openModel(file).model.facts.text("heads"), "") << "no model_type: it configures something else";
  write("config.json", "{");
  EXPECT_THAT(openModel(file).warnings, testing::Contains(HasSubstr("config.json")));
}

TEST_F(ModelFolder, opensWithoutAContactHeadThatIsDamaged) {
  copied("esm2_tiny.pt", "esm2.pt");
  EXPECT_FALSE(openModel(folder.path() / "esm2.pt").model.contains("contact_head.regression.weight"));
  write("esm2-contact-regression.pt", "PK\3\4 and no more");
  const Opened opened = openModel(folder.path() / "esm2.pt");
  EXPECT_THAT(opened.warnings, ElementsAre(HasSubstr("esm2-contact-regression.pt")));
  EXPECT_FALSE(opened.model.contains("contact_head.regression.weight"));
}

Dataset loaded(const fs::path& path) {
  Diagnostics diagnostics;
  Progress progress;
  return load(path, diagnostics, progress);
}

std::string textOf(const Dataset& dataset) { return kindOf(dataset).text(dataset); }

TEST(ModelFiles, areRecognisedByTheirContent) {
  for (const char* const name : {"reader/state.zip.pt", "reader/state.legacy.pt", "reader/refuse_deflated.pt"})
    for (const char* const as : {"x.pt", "x.npz", "x"})
      EXPECT_EQ(recogniseFormat(test::readText(modelFile(name)), as).id(), "pytorch") << name << " as " << as;
  EXPECT_EQ(recogniseFormat(test::readText(modelFile("reader/expected.npz")), "x.pt").id(), "npz");
  EXPECT_EQ(recogniseFormat("\x80\x04N.", "x.pt").id(), "pytorch") << "so that the error says what is wrong";
  const std::string list = test::readText(modelFile("hf_esm_tiny/model.safetensors.index.json"));
  EXPECT_EQ(recogniseFormat(list, "x").id(), "safetensors");
}

TEST_F(ModelFolder, withSavedHeadsOpensThemAsHeads) {
  const std::string sample = test::formatWithId("pytorch").sample();
  const std::string before("\6\0\0\0weight", 10), after("\x09\0\0\0attention", 13);
  // Of 1 x 1 x 2 x 2 instead of 2 x 2: heads have layers.
  const std::string flat("K\2K\2\x86K\2K\1\x86", 10), layered("(K\1K\1K\2K\2t(K\4K\4K\2K\1t", 20);
  write("heads.pt", test::replaced(test::replaced(sample, before, after), flat, layered));
  EXPECT_EQ(loaded(folder.path() / "heads.pt").kind(), DatasetKind::heads);
  write("weights.pt", sample);
  EXPECT_EQ(loaded(folder.path() / "weights.pt").kind(), DatasetKind::modelWeights);
}

TEST(ModelFiles, sayWhichModelTheyAreAndWhoSaysHowManyHeads) {
  const std::string raw = textOf(loaded(modelFile("esm2_tiny.pt")));
  EXPECT_THAT(raw, HasSubstr("  model: ESM-2\n"));
  EXPECT_THAT(raw, HasSubstr("  layers: 3\n  heads: 4\n  heads from: cfg\n  width: 40\n"));
  EXPECT_THAT(raw, HasSubstr("prefix taken off: encoder.sentence_encoder."));
  EXPECT_THAT(textOf(loaded(modelFile("esm2_tiny.safetensors"))), HasSubstr("  heads from: contact head\n"));
  EXPECT_THAT(textOf(loaded(modelFile("hf_esm_tiny"))), HasSubstr("  heads from: config.json\n"));
  const std::string unknown = textOf(loaded(modelFile("reader/state.zip.pt")));
  EXPECT_THAT(unknown, HasSubstr("  model: none that is known\n"));
}

TEST_F(ModelFolder, saysWhatIsMissing) {
  const Opened whole = openModel(modelFile("esm2_tiny.safetensors"));
  ArrayBundle arrays;
  for (const WeightEntry& entry : whole.model.source->entries())
    if (!entry.name.starts_with("layers.1.fc")) arrays[entry.name] = readWeights(whole.model, entry.name, entry.shape);
  const fs::path path = folder.path() / "esm2.safetensors";
  save(std::make_shared<const ArrayBundle>(std::move(arrays)), path);
  const Dataset dataset = loaded(path);
  ASSERT_EQ(dataset.kind(), DatasetKind::modelWeights);
  EXPECT_THAT(textOf(dataset), testing::ContainsRegex("missing: layers.1.fc[^,]*, layers.1.fc.* and 1 more"));
  EXPECT_THAT(kindOf(dataset).size(dataset), HasSubstr("ESM-2, incomplete"));
}

TEST_F(ModelFolder, isLoadedAsOneDatasetFromAnyOfItsFiles) {
  for (const char* const name :
       {"hf_esm_tiny", "hf_esm_tiny/model.safetensors.index.json", "hf_esm_tiny/model-00002-of-00003.safetensors",
        "hf_esm_tiny/hub.safetensors", "esm2_tiny.pt", "esm2_tiny.safetensors", "bert_tiny/pytorch_model.legacy.bin"}) {
    const Dataset dataset = loaded(modelFile(name));
    EXPECT_EQ(dataset.kind(), DatasetKind::modelWeights) << name;
    EXPECT_THAT(dataset.provenance.warnings, IsEmpty()) << name;
  }
  EXPECT_EQ(loaded(modelFile("hf_esm_tiny")).title, "hf_esm_tiny");
  EXPECT_EQ(loaded(modelFile("hf_esm_tiny") / "").title, "hf_esm_tiny");
}

}  // namespace model_files_test
