// Attention as text: pairs become maps with 0 elsewhere, a folder becomes layers, complaints name file and line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/HeadSet.h"
#include "engine/base/Error.h"
#include "engine/io/AttentionText.h"
#include "engine/io/Format.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace attention_text_test {

using namespace engine;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

test::ReadResult readText(const std::string& text) { return test::readAs("vizfold", text, "a.txt"); }
std::string problemOf(const std::string& text) { return test::readError("vizfold", text, "a.txt"); }

std::vector<float> weightsOf(const HeadSet& heads, Index layer, Index head) {
  const auto map = heads.map(layer, head);
  return {map->weights.begin(), map->weights.end()};
}

TEST(AttentionText, pairsBecomeMapsAndWhatIsNotNamedIsZero) {
  const test::ReadResult read = readText("Layer 0, Head 0\n0 2 0.5\n2 1 0.25\n\nLayer 0, Head 1\r\n1 1 1e-3\r\n");
  const auto& heads = read.as<HeadSet>();
  EXPECT_EQ(heads.numLayers, 1);
  EXPECT_EQ(heads.numHeads, 2);
  EXPECT_THAT(weightsOf(heads, 0, 0), ElementsAre(0, 0, 0.5F, 0, 0, 0, 0, 0.25F, 0));
  EXPECT_THAT(weightsOf(heads, 0, 1), ElementsAre(0, 0, 0, 0, 1e-3F, 0, 0, 0, 0));
  EXPECT_FALSE(heads.map(0, 0)->isStochastic);
  EXPECT_THAT(read.warnings, ElementsAre(HasSubstr("a.txt: only the strongest pairs are there")));
  EXPECT_NO_THROW(heads.validate());
  EXPECT_FLOAT_EQ(heads.pooled(0, 0, 3).mean[0], 0.75F / 9);
}

TEST(AttentionText, wholeRowsSumToOneAndNothingIsSaid) {
  const test::ReadResult read = readText("Layer 0, Head 0\n1 0 0.75\n0 1 1\n1 1 0.25\n");
  EXPECT_TRUE(read.as<HeadSet>().map(0, 0)->isStochastic);
  EXPECT_THAT(read.warnings, IsEmpty());
}

TEST(AttentionText, onePairIsAMapOfOnePosition) {
  const auto read = readText("layer 0 head 0\n0 0 1\n");
  EXPECT_THAT(weightsOf(read.as<HeadSet>(), 0, 0), ElementsAre(1));
}

TEST(AttentionText, numbersOfLayersAreKeptAsLabels) {
  const test::ReadResult read =
      readText("Layer 3, Head 0\n0 0 1\nLayer 47, Head 0\n0 0 0.5\nLayer 47, Head 2:\n0 0 1\n");
  const auto& heads = read.as<HeadSet>();
  EXPECT_EQ(heads.numLayers, 2);
  EXPECT_EQ(heads.numHeads, 3);
  EXPECT_EQ(heads.map(1, 2)->label, "the model's layer 48 (L47)");
  EXPECT_THAT(weightsOf(heads, 0, 1), ElementsAre(0));
  EXPECT_THAT(read.warnings,
              ElementsAre(HasSubstr("from 0, these are there: 3, 47; they are shown as layers 1 to 2"),
                          HasSubstr("of 3 heads in each layer 3 heads are not there"), HasSubstr("strongest pairs")));
}

TEST(AttentionText, isRecognisedByItsFirstLine) {
  EXPECT_EQ(recogniseFormat("\n layer 1  Head 2\n1 1 1\n", "x").id(), "vizfold");
  EXPECT_FALSE(isAttentionText("Layer 1, Headless 2\n"));
  EXPECT_FALSE(isAttentionText("Layer, Head 0\n"));
  EXPECT_FALSE(isAttentionText(""));
}

TEST(AttentionText, complaintsNameFileAndLine) {
  EXPECT_EQ(problemOf("0 0 1\n"), "a.txt, line 1: found \"0 0 1\", expected \"Layer X, Head Y\"");
  EXPECT_THAT(problemOf("Layer 0, Head 0\n0 0\n"), HasSubstr("a.txt, line 2: found \"0 0\", expected \"query key"));
  EXPECT_THAT(problemOf("Layer 0, Head 0\n0 0 1 1\n"), HasSubstr("a.txt, line 2: found \"0 0 1 1\""));
  EXPECT_THAT(problemOf("Layer 0, Head 0\n0 x 1\n"), HasSubstr("a.txt, line 2: found \"x\" as key"));
  EXPECT_THAT(problemOf("Layer 0, Head 0\n-1 0 1\n"), HasSubstr("a.txt, line 2: found \"-1\" as query"));
  EXPECT_THAT(problemOf("Layer 0, Head 0\n0 65536 1\n"), HasSubstr("expected a position from 0 to 65535"));
  EXPECT_THAT(problemOf("Layer 0, Head 0\n0 0 nan\n"), HasSubstr("a.txt, line 2: found the weight \"nan\""));
  EXPECT_THAT(problemOf("Layer 0, Head 0\n0 0 -0.1\n"), HasSubstr("expected a number of 0 or more"));
  EXPECT_THAT(problemOf("Layer 0, Head 0\n1 0 1\n0 0 1\n1 0 1\n"),
              HasSubstr("a.txt, line 4: found the pair 1 0 again, which is in line 2 of the same head"));
  EXPECT_THAT(problemOf("Layer 0, Head 0\n0 0 1\nLayer 0, Head 0\n"),
              HasSubstr("a.txt, line 3: found layer 0, head 0 again"));
  EXPECT_THAT(problemOf("Layer 0, Head 0\n"), HasSubstr("a.txt: found no pair"));
  EXPECT_THAT(problemOf(""), HasSubstr("a.txt: found no head"));
  EXPECT_THAT(problemOf("Layer 0, Head 2000000000\n0 0 1\n"), HasSubstr("expected at most 1048576 heads in all"));
}

class AttentionTextFolder : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) { test::writeText(folder.path() / name, text); }
  Dataset opened() {
    Progress progress;
    return load(folder.path(), diagnostics, progress);
  }
  test::TemporaryFolder folder;
  Diagnostics diagnostics;
};

TEST_F(AttentionTextFolder, opensAsLayersTimesHeads) {
  for (const Index layer : {10, 0, 9, 1, 2, 3, 4, 5, 6, 7, 8})
    write("msa_row_attn_layer" + std::to_string(layer) + ".txt",
          "Layer " + std::to_string(layer) + ", Head 0\n0 " + std::to_string(layer) + " 1\nLayer " +
              std::to_string(layer) + ", Head 1\n0 0 1\n");
  write("triangle_start_attn_layer0_residue_idx_18.txt", "Layer 0, Head 0\n18 0 1\n");
  write("notes_layer1.txt", "about layer 1");
  const Dataset dataset = opened();
  const auto* heads = dataset.as<HeadSet>();
  ASSERT_TRUE(heads);
  EXPECT_EQ(heads->numLayers, 11);
  EXPECT_EQ(heads->numHeads, 2);
  EXPECT_EQ(heads->numQueries, 11);
  for (Index layer = 0; layer < 11; ++layer) EXPECT_EQ(heads->map(layer, 0)->weights(0, layer), 1) << layer;
  EXPECT_THAT(diagnostics.warnings(),
              ElementsAre(HasSubstr("opened by themselves: triangle_start_attn_layer#_residue_idx_18.txt")));
}

TEST_F(AttentionTextFolder, aFileThatIsBrokenIsNamed) {
  write("attn_layer0.txt", "Layer 0, Head 0\n0 0 1\n");
  write("attn_layer1.txt", "Layer 1, Head 0\n0 0\n");
  EXPECT_THAT(test::errorOf([&] { opened(); }), HasSubstr("attn_layer1.txt, line 2: "));
}

TEST_F(AttentionTextFolder, withoutSuchFilesIsNoSetOfHeads) {
  write("notes_layer1.txt", "about layer 1");
  Progress progress;
  EXPECT_FALSE(headsOfTextFolder(folder.path(), diagnostics, progress));
}

}  // namespace attention_text_test
