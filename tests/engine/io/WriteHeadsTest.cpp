// Sets of attention heads written head by head: read again, they are the same.
#include "engine/io/WriteHeads.h"

#include "tests/engine/io/HeadFileFixture.h"

using namespace engine;
using test::expectHeads;
using test::HeadFiles;
using test::npyOf;
using test::Opened;
using test::softmaxLike;
using test::zipOf;

namespace write_heads_test {

TEST_F(HeadFiles, writtenHeadByHeadTheyReadTheSame) {
  const Array<float> weights = softmaxLike({2, 3, 5, 4});
  const Array<float> scores = deterministicArray<float>(3, {2, 3, 5, 4}, 5.0);
  const Opened opened = open("a.npz", zipOf({{"attention", npyOf(weights)}, {"scores", npyOf(scores)}}, ZIP_CM_STORE));
  for (const char* name : {"b.npz", "b.npy", "b.safetensors"}) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(writeHeads(*opened.heads, folder() / name));
    Diagnostics diagnostics;
    Progress progress;
    const Dataset again = load(folder() / name, diagnostics, progress);
    ASSERT_TRUE(again.as<HeadSet>());
    expectHeads(*again.as<HeadSet>(), weights, 0);
    const bool hasScores = std::string(name) != "b.npy";
    EXPECT_EQ(again.as<HeadSet>()->map(1, 2)->scores.empty(), !hasScores);
  }
  EXPECT_FALSE(writeHeads(*opened.heads, folder() / "b.txt"));
  EXPECT_FALSE(std::filesystem::exists(folder() / "b.txt"));
}

TEST_F(HeadFiles, writtenWithSixteenBitsTheyAreHalfAsLargeAndReadTheSame) {
  const Array<float> weights = softmaxLike({2, 3, 16, 16});
  const Opened opened = open("attention.npy", npyOf(weights));
  for (const char* name : {"b.npz", "b.npy", "b.safetensors"}) {
    ASSERT_TRUE(writeHeads(*opened.heads, folder() / name, HeadNumbers::float16));
    Diagnostics diagnostics;
    Progress progress;
    const Dataset again = load(folder() / name, diagnostics, progress);
    ASSERT_TRUE(again.as<HeadSet>()) << name;
    expectHeads(*again.as<HeadSet>(), weights, 1e-4);
    EXPECT_LT(std::filesystem::file_size(folder() / name), 2u * 6 * 256 + 700) << name;
  }
}

TEST_F(HeadFiles, writtenArchiveIsReadByOthersToo) {
  const Opened opened = open("attention.npy", npyOf(softmaxLike({2, 3, 5, 4})));
  ASSERT_TRUE(writeHeads(*opened.heads, folder() / "b.npz"));
  const std::string content = test::readText(folder() / "b.npz");
  const auto bundle = test::readAs("npz", content);  // by libzip
  EXPECT_EQ(shapeOf(bundle.as<ArrayBundle>().at("attention")), (Shape{2, 3, 5, 4}));
}

TEST_F(HeadFiles, aSetWithAMissingHeadIsNotWritten) {
  HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = 2;
  heads.maps = {nullptr};
  EXPECT_THROW(writeHeads(heads, folder() / "x.npz"), Error);
  EXPECT_FALSE(std::filesystem::exists(folder() / "x.npz"));
}

TEST_F(HeadFiles, tokensAndLettersAreWrittenAndReadAgain) {
  HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = 4;
  auto map = std::make_shared<AttentionMap>();
  map->weights = softmaxLike({4, 4});
  heads.maps = {map};
  for (const std::vector<std::string>& tokens : {std::vector<std::string>{"<cls>", "M", "K", "<eos>"},
                                                 {"\u2581un", "do", "\u00e9\u4e2d\U0001F600", "<pad>"},
                                                 {}}) {
    heads.queryTokens = heads.keyTokens = tokens;
    heads.queryLetters = heads.keyLetters = tokens.empty() ? "MKVA" : tokens[1] == "M" ? "-MK-" : "";
    for (const char* name : {"b.npz", "b.safetensors"}) {
      SCOPED_TRACE(name);
      ASSERT_TRUE(writeHeads(heads, folder() / name));
      Diagnostics diagnostics;
      Progress progress;
      const auto again = load(folder() / name, diagnostics, progress).share<HeadSet>();
      ASSERT_TRUE(again);
      EXPECT_EQ(again->queryTokens, tokens);
      EXPECT_EQ(again->keyTokens, tokens);
      EXPECT_EQ(again->queryLetters, heads.queryLetters);
      EXPECT_TRUE(diagnostics.warnings().empty());
    }
  }
}

TEST_F(HeadFiles, namesOfQueriesAndKeysAreKeptApart) {
  HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = 1;
  heads.numKeys = 2;
  auto map = std::make_shared<AttentionMap>();
  map->weights = softmaxLike({1, 2});
  heads.maps = {map};
  heads.queryTokens = {"<bos>"};
  heads.keyTokens = {"M", "<eos>"};
  for (const char* name : {"b.npz", "b.safetensors"}) {
    ASSERT_TRUE(writeHeads(heads, folder() / name));
    Diagnostics diagnostics;
    Progress progress;
    const auto again = load(folder() / name, diagnostics, progress).share<HeadSet>();
    ASSERT_TRUE(again) << name;
    EXPECT_EQ(again->queryTokens, heads.queryTokens);
    EXPECT_EQ(again->keyTokens, heads.keyTokens);
  }
}

}  // namespace write_heads_test
