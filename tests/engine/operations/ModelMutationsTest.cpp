// A model on mutated sequences and on several of them, against plain runs on what these are.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/attention/HeadSet.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace engine {
namespace model_mutations_test {

using testing::HasSubstr;

const std::string kSequence = "MKTVRQERLKSIVRILERSK";

DatasetPtr loaded(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  Progress progress;
  return std::make_shared<const Dataset>(load(path, diagnostics, progress));
}
DatasetPtr weights(const std::string& name) { return loaded(test::dataFile("models/" + name)); }

struct Results {
  std::vector<Dataset> all;
  std::vector<std::string> warnings;

  const Dataset& of(const std::string& id) const {
    for (const Dataset& result : all)
      if (result.id == id) return result;
    fail("no result ", id);
  }
  bool has(const std::string& id) const {
    return std::any_of(all.begin(), all.end(), [&](const Dataset& result) { return result.id == id; });
  }
  const HeadSet& heads(const std::string& id) const { return *of(id).as<HeadSet>(); }
  Array<double> array(const std::string& name, const std::string& id = "model.arrays") const {
    return numbersOf<double>(*of(id).as<ArrayBundle>(), name);
  }
};

using Given = std::vector<std::pair<const char*, ParameterValue>>;

Results ran(const std::vector<DatasetPtr>& inputs, const Given& given) {
  ParameterValues values;
  for (const auto& [key, value] : given) values.set(key, value);
  Diagnostics diagnostics;
  Progress progress;
  Results results;
  results.all = findOperation("model").run(inputs, values, {}, diagnostics, progress);
  results.warnings = diagnostics.warnings();
  return results;
}

Array<float> map(const HeadSet& heads, Index k) { return heads.map(k / heads.numHeads, k % heads.numHeads)->weights; }

void expectSameMaps(const HeadSet& found, const HeadSet& expected) {
  ASSERT_EQ(found.count(), expected.count());
  for (Index k = 0; k < found.count(); ++k) EXPECT_EQ(map(found, k), map(expected, k)) << k;
  EXPECT_EQ(found.queryLetters, expected.queryLetters);
}

template <class T>
Array<float> minus(const Array<T>& a, const Array<T>& b) {
  Array<float> difference(a.shape(), 0.0F);
  for (Index k = 0; k < a.size(); ++k) difference[k] = static_cast<float>(a[k] - b[k]);
  return difference;
}

class Mutated : public testing::TestWithParam<const char*> {};

TEST_P(Mutated, RunIsARunOnTheMutatedSequenceAndItsChangeTheDifference) {
  const auto model = weights("esm2_tiny.safetensors");
  const std::string precision = GetParam();
  std::string other = kSequence;
  other[4] = 'W';
  other[9] = '_';
  const Results found =
      ran({model}, {{"sequence", kSequence}, {"mutations", std::string("R5W K10_")}, {"precision", precision}});
  const Results plain = ran({model}, {{"sequence", kSequence}, {"precision", precision}});
  const Results mutated = ran({model}, {{"sequence", other}, {"precision", precision}});
  expectSameMaps(found.heads("model"), mutated.heads("model"));
  for (const char* name : {"logits", "probabilities", "contacts", "hidden", "token_ids"})
    EXPECT_EQ(found.array(name), mutated.array(name)) << name;
  const HeadSet& change = found.heads("model.change");
  ASSERT_EQ(change.count(), plain.heads("model").count());
  EXPECT_FALSE(change.areHeads);
  EXPECT_EQ(change.numLayers, plain.heads("model").numLayers);
  for (Index k = 0; k < change.count(); ++k)
    EXPECT_EQ(map(change, k), minus(map(mutated.heads("model"), k), map(plain.heads("model"), k))) << k;
  EXPECT_EQ(map(found.heads("model.change_contacts"), 0), minus(mutated.array("contacts"), plain.array("contacts")));
  EXPECT_EQ(found.of("model").title, "20 letters, R5W K10_: esm2_tiny");
}

TEST_P(Mutated, LettersChangeByProbabilityAndByTheLogarithmOfTheRatio) {
  const auto model = weights("esm2_tiny.safetensors");
  const std::string precision = GetParam();
  const Results found =
      ran({model}, {{"sequence", kSequence}, {"mutations", std::string("R5W")}, {"precision", precision}});
  const Results plain = ran({model}, {{"sequence", kSequence}, {"precision", precision}});
  const Array<double> after = found.array("probabilities"), before = plain.array("probabilities");
  const HeadSet& change = found.heads("model.change_letters");
  ASSERT_EQ(change.count(), 2);
  ASSERT_EQ(map(change, 0).shape(), Shape({20, 20}));
  for (Index i = 0; i < 20; ++i)
    for (Index a = 0; a < 20; ++a) {
      EXPECT_NEAR(map(change, 0)(a, i), after(i, a) - before(i, a), 1e-7);
      EXPECT_NEAR(map(change, 1)(a, i), std::log2(after(i, a) / before(i, a)), 1e-4);
    }
  EXPECT_EQ(change.keyLetters, "MKTVWQERLKSIVRILERSK");
  EXPECT_EQ(change.queryTokens.front(), "A");
}

INSTANTIATE_TEST_SUITE_P(Precisions, Mutated, testing::Values("float32", "float64"));

TEST(ModelMutations, OfASingleResidueWork) {
  const Results found = ran({weights("esm2_tiny.safetensors")},
                            {{"sequence", std::string("M")}, {"mutations", std::string("M1A")}});
  EXPECT_EQ(found.heads("model.change").numQueries, 3);
  EXPECT_EQ(found.heads("model.change_letters").numKeys, 1);
}

TEST(ModelMutations, ThatAreTakenBackChangeNothing) {
  const Results found = ran({weights("esm2_tiny.safetensors")},
                            {{"sequence", kSequence}, {"mutations", std::string()}});
  for (const char* id : {"model.change", "model.change_letters", "model.change_contacts"})
    for (Index k = 0; k < found.heads(id).count(); ++k)
      for (const float value : map(found.heads(id), k)) ASSERT_EQ(value, 0) << id;
  EXPECT_FALSE(ran({weights("esm2_tiny.safetensors")}, {{"sequence", kSequence}}).has("model.change"));
}

TEST(ModelMutations, OfAnAlignmentChangeItsFirstRowAndAllKindsOfMaps) {
  test::TemporaryFolder folder;
  test::writeText(folder.path() / "rows.a3m", ">q\nMK-VL\n>a\nMKAVL\n>b\nLKAVI\n");
  test::writeText(folder.path() / "other.a3m", ">q\nMK-WL\n>a\nMKAVL\n>b\nLKAVI\n");
  const auto model = weights("msa_tiny.safetensors");
  const Results found = ran({model, loaded(folder.path() / "rows.a3m")}, {{"mutations", std::string("V3W")}});
  const Results mutated = ran({model, loaded(folder.path() / "other.a3m")}, {});
  expectSameMaps(found.heads("model"), mutated.heads("model"));
  expectSameMaps(found.heads("model.column_mean"), mutated.heads("model.column_mean"));
  EXPECT_EQ(found.heads("model.change_column_mean").numQueries, 3);
  EXPECT_EQ(found.heads("model.change").arrayName, "change_of_row_attention");
}

TEST(ModelMutations, ThatDoNotFitAreRefusedBeforeAnyWork) {
  const auto model = weights("esm2_tiny.safetensors");
  const auto error = [&](const char* mutations) {
    return test::errorOf([&] { ran({model}, {{"sequence", kSequence}, {"mutations", std::string(mutations)}}); });
  };
  EXPECT_THAT(error("A5W"), HasSubstr("residue 5 is R"));
  EXPECT_THAT(error("R5"), HasSubstr("parameter mutations"));
  EXPECT_THAT(error("R500W"), HasSubstr("20 residues"));
}

TEST(ModelMutations, BeyondTheMemoryAreMadeWhenTheyAreLookedAt) {
  const auto model = weights("esm2_tiny.safetensors");
  const Given given{{"sequence", kSequence}, {"mutations", std::string("R5W")}};
  Given little = given;
  little.emplace_back("memory", 0.0);
  const Results kept = ran({model}, given), made = ran({model}, little);
  EXPECT_TRUE(kept.heads("model.change").isInMemory());
  EXPECT_FALSE(made.heads("model.change").isInMemory());
  expectSameMaps(made.heads("model.change"), kept.heads("model.change"));
}

class SeveralSequences : public testing::Test {
 protected:
  void SetUp() override {
    test::writeText(m_folder.path() / "three.fasta", ">a\nMKTVRQERLK\n>b,c\nMKVL\n>d\nLERSKEPVSG\n");
    m_sequences = loaded(m_folder.path() / "three.fasta");
  }
  Results run(Given given) const { return ran({m_model, m_sequences}, given); }

  test::TemporaryFolder m_folder;
  DatasetPtr m_sequences, m_model = weights("esm2_tiny.safetensors");
};

TEST_F(SeveralSequences, GiveWhatEachGivesAlone) {
  const Results all = run({{"entry", std::string("all")}});
  const std::vector<std::string> names{"a", "b,c", "d"}, ids{"model", "model.2", "model.3"};
  for (size_t k = 0; k < 3; ++k) {
    const Results alone = run({{"entry", names[k]}});
    expectSameMaps(all.heads(ids[k]), alone.heads("model"));
    EXPECT_EQ(all.array("logits", ids[k] + ".arrays"), alone.array("logits"));
    EXPECT_EQ(all.of(ids[k]).title, alone.of("model").title);
    EXPECT_EQ(all.of(ids[k] + ".predicted").title, alone.of("model.predicted").title);
  }
  EXPECT_EQ(all.warnings, std::vector<std::string>());
}

TEST_F(SeveralSequences, AreChosenByNamesWithCommas) {
  const Results two = run({{"entry", std::string("d, a")}});
  EXPECT_EQ(two.of("model").title, "three, d: esm2_tiny");
  EXPECT_EQ(two.of("model.2").title, "three, a: esm2_tiny");
  EXPECT_FALSE(two.has("model.3"));
  EXPECT_EQ(run({{"entry", std::string("b,c")}}).heads("model").numQueries, 6) << "a name with a comma is a name";
  EXPECT_THAT(test::errorOf([&] { run({{"entry", std::string("d,x")}}); }), HasSubstr("no entry \"x\""));
}

TEST_F(SeveralSequences, ShareTheMemory) {
  const Results kept = run({{"entry", std::string("all")}});
  const Results made = run({{"entry", std::string("all")}, {"memory", 0.0}});
  EXPECT_FALSE(made.heads("model.2").isInMemory());
  for (const char* id : {"model", "model.2", "model.3"}) expectSameMaps(made.heads(id), kept.heads(id));
  const HeadSet& heads = made.heads("model.3");  // layers in any order
  for (const Index k : {heads.count() - 1, Index{0}, heads.count() / 2})
    EXPECT_EQ(map(heads, k), map(kept.heads("model.3"), k));
  EXPECT_EQ(made.of("model.2.arrays").as<ArrayBundle>()->count("hidden"), 0U);
  ASSERT_EQ(made.warnings.size(), 3U);
  EXPECT_THAT(made.warnings[0], HasSubstr("hidden"));
}

TEST_F(SeveralSequences, OfTheSameNameAreNotToldApart) {
  test::writeText(m_folder.path() / "twins.fasta", ">a\nMKTV\n>a\nMKVL\n");
  const auto twins = loaded(m_folder.path() / "twins.fasta");
  EXPECT_THAT(test::errorOf([&] { ran({m_model, twins}, {{"entry", std::string("all")}}); }),
              HasSubstr("several entries \"a\""));
}

TEST(ModelMutations, OfSapiensTakeAboutAFrame) {
  const auto model = loaded(test::sampleFile("antibody/sapiens_vh.safetensors"));
  const auto antibody = loaded(test::sampleFile("antibody/trastuzumab.fasta"));
  double least = 1e300;
  for (int k = 0; k < 5; ++k) {
    const Results found =
        ran({model, antibody}, {{"entry", std::string("VH")}, {"mutations", std::string("Y52A")}});
    EXPECT_TRUE(found.has("model.change"));
    least = std::min(least, found.all.front().provenance.seconds);
  }
  std::printf("Sapiens with a mutation and without, all heads: %.1f ms\n", 1e3 * least);
}

}  // namespace model_mutations_test
}  // namespace engine
