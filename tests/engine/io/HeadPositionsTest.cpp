// What files say about the positions of attention maps: tokens, special ones, the sequence; and what is left out.
#include "engine/io/HeadPositions.h"

#include "tests/engine/io/HeadFileFixture.h"

using namespace engine;
using test::HeadFiles;
using test::npyOf;
using test::Opened;
using test::safetensorsOf;
using test::softmaxLike;
using test::zipOf;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace head_positions_test {

using Entries = std::map<std::string, std::string>;

/// NumPy's array of texts.
std::string textsNpy(const std::vector<std::string>& texts, bool isBytes = false, Shape shape = {}) {
  size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  if (shape.empty()) shape = {static_cast<Index>(texts.size())};
  std::string npy = npyPrefix((isBytes ? "|S" : "<U") + std::to_string(longest), shape);
  for (const std::string& text : texts)
    for (size_t k = 0; k < longest; ++k) {
      npy += k < text.size() ? text[k] : '\0';
      if (!isBytes) npy.append(3, '\0');
    }
  return npy;
}

std::string integersNpy(const std::vector<std::int64_t>& values, Shape shape) {
  return writeNpyArray(Array<std::int64_t>(std::move(shape), values, "values"));
}

class HeadPositions : public HeadFiles {
 protected:
  /// Heads of four positions with these beside them.
  Opened openWith(Entries entries, Shape shape = {2, 4, 4}) {
    entries["attention"] = npyOf(softmaxLike(shape));
    return open("a.npz", zipOf(entries, ZIP_CM_STORE));
  }
  Opened openSafetensors(const std::string& metadata) {
    return open("a.safetensors", safetensorsOf({{"attention", softmaxLike({2, 4, 4})}}, "F32", metadata));
  }
};

const std::vector<std::string> kProtein{"<cls>", "M", "K", "<eos>"};

TEST_F(HeadPositions, tokensNameTheSpecialOnesAndTheResidues) {
  for (const bool isBytes : {false, true}) {
    const Opened opened = openWith({{"tokens", textsNpy(kProtein, isBytes)}});
    ASSERT_TRUE(opened.heads);
    EXPECT_THAT(opened.warnings, IsEmpty());
    EXPECT_EQ(opened.heads->queryTokens, kProtein);
    EXPECT_EQ(opened.heads->keyTokens, kProtein);
    EXPECT_EQ(opened.heads->queryLetters, "-MK-");
    opened.heads->validate();
  }
}

TEST_F(HeadPositions, aBatchOfOneIsLeftOutOfTokensAndMasks) {
  EXPECT_EQ(openWith({{"tokens", textsNpy(kProtein, false, {1, 4})}}).heads->queryTokens, kProtein);
  const Opened masked = openWith({{"special_tokens_mask", integersNpy({1, 0, 0, 1}, {1, 4})}});
  EXPECT_THAT(masked.heads->queryTokens, ElementsAre("<special>", "", "", "<special>"));
}

TEST_F(HeadPositions, masksOfAnyTypeMarkPositions) {
  const std::vector<std::string> expected{"<special>", "", "", ""};
  EXPECT_EQ(openWith({{"special_tokens_mask", npyPrefix("|b1", {4}) + std::string("\1\0\0\0", 4)}}).heads->queryTokens,
            expected);
  EXPECT_EQ(openWith({{"special_tokens_mask", npyPrefix("|u1", {4}) + std::string("\1\0\0\0", 4)}}).heads->queryTokens,
            expected);
  EXPECT_EQ(openWith({{"special_tokens_mask", npyOf(Array<float>({4}, {1, 0, 0, 0}))}}).heads->queryTokens, expected);
  EXPECT_EQ(openWith({{"special_tokens_mask", npyPrefix(">i2", {4}) + std::string("\0\1\0\0\0\0\0\0", 8)}})
                .heads->queryTokens,
            expected);
}

TEST_F(HeadPositions, positionsMayBeCountedFromTheEnd) {
  const Opened opened = openWith({{"special_positions", integersNpy({0, -1}, {2})}, {"sequence", textsNpy({"MK"})}});
  EXPECT_THAT(opened.heads->queryTokens, ElementsAre("<special>", "", "", "<special>"));
  EXPECT_EQ(opened.heads->queryLetters, "-MK-");
  EXPECT_THAT(opened.warnings, IsEmpty());
}

TEST_F(HeadPositions, tokensThatOnlyRepeatTheLettersAreNotKept) {
  const Opened opened = openWith({{"tokens", textsNpy({"M", "k", "<mask>", "V"})}});
  EXPECT_THAT(opened.heads->queryTokens, IsEmpty());
  EXPECT_EQ(opened.heads->queryLetters, "MKXV");
}

TEST_F(HeadPositions, wordsStayTokensWithoutLetters) {
  const Opened opened = openWith({{"tokens", textsNpy({"[CLS]", "un", "##do", "[SEP]"})}});
  EXPECT_THAT(opened.heads->queryTokens, ElementsAre("[CLS]", "un", "##do", "[SEP]"));
  EXPECT_EQ(opened.heads->queryLetters, "");
}

TEST_F(HeadPositions, aSequenceGivesTheLetters) {
  const Opened whole = openWith({{"sequence", textsNpy({"MKVA"})}});
  EXPECT_EQ(whole.heads->queryLetters, "MKVA");
  EXPECT_THAT(whole.heads->queryTokens, IsEmpty());
  EXPECT_EQ(openWith({{"sequence", textsNpy({"M", "K", "V", "A"})}}).heads->queryLetters, "MKVA");
}

TEST_F(HeadPositions, twoPositionsMoreThanTheSequenceAreItsEndsAndThatIsSaid) {
  const Opened opened = openWith({{"sequence", textsNpy({"MK"})}});
  EXPECT_EQ(opened.heads->queryLetters, "-MK-");
  EXPECT_THAT(opened.heads->queryTokens, ElementsAre("<first>", "", "", "<last>"));
  ASSERT_EQ(opened.warnings.size(), 1u);
  EXPECT_THAT(opened.warnings[0], AllOf(HasSubstr("the first and the last"), HasSubstr("special_positions")));
}

TEST_F(HeadPositions, onePositionMoreIsAskedAboutAndNotGuessed) {
  const Opened opened = openWith({{"sequence", textsNpy({"MKV"})}});
  EXPECT_EQ(opened.heads->queryLetters, "");
  ASSERT_EQ(opened.warnings.size(), 1u);
  EXPECT_THAT(opened.warnings[0],
              AllOf(HasSubstr("a.npz"), HasSubstr("3 residues for 4 positions"), HasSubstr("special_positions")));
}

TEST_F(HeadPositions, metadataOfSafetensorsSayTheSame) {
  for (const char* metadata :
       {R"({"tokens":"[\"<cls>\",\"M\",\"K\",\"<eos>\"]"})", R"({"tokens":"<cls> M K <eos>","format":"pt"})"}) {
    const Opened opened = openSafetensors(metadata);
    ASSERT_TRUE(opened.heads) << metadata;
    EXPECT_EQ(opened.heads->queryTokens, kProtein);
    EXPECT_EQ(opened.heads->queryLetters, "-MK-");
    EXPECT_THAT(opened.warnings, IsEmpty());
  }
  const Opened counted = openSafetensors(R"({"special_positions":"[0, -1]","sequence":"MK"})");
  EXPECT_EQ(counted.heads->queryLetters, "-MK-");
  EXPECT_EQ(openSafetensors(R"({"special_tokens_mask":"[true, false, false, 1]"})").heads->queryTokens,
            (std::vector<std::string>{"<special>", "", "", "<special>"}));
}

TEST_F(HeadPositions, queriesAndKeysMayDiffer) {
  const Opened opened =
      openWith({{"query_tokens", textsNpy({"<bos>", "un"})}, {"key_tokens", textsNpy({"M", "K", "<eos>"})}}, {1, 2, 3});
  EXPECT_THAT(opened.heads->queryTokens, ElementsAre("<bos>", "un"));
  EXPECT_EQ(opened.heads->keyLetters, "MK-");
  const Opened plain = openWith({{"tokens", textsNpy({"M", "K", "<eos>"})}}, {1, 2, 3});
  EXPECT_THAT(plain.heads->keyTokens, IsEmpty());
  ASSERT_FALSE(plain.warnings.empty());
  EXPECT_THAT(plain.warnings[0], AllOf(HasSubstr("query_tokens"), HasSubstr("key_tokens")));
}

TEST_F(HeadPositions, whatDoesNotFitIsLeftOutWithWhatWasExpected) {
  const std::vector<std::pair<Entries, std::string>> cases{
      {{{"tokens", textsNpy({"M", "K"})}}, "found 2, expected 4"},
      {{{"tokens", integersNpy({0, 20, 15, 2}, {4})}}, "expected texts"},
      {{{"tokens", npyPrefix("|O", {4}) + "pickled"}}, "not of objects"},
      {{{"special_tokens_mask", integersNpy({1, 0}, {2})}}, "found 2, expected 4"},
      {{{"special_positions", integersNpy({0, 4}, {2})}}, "the position 4, expected positions from -4 to 3"},
      {{{"special_positions", textsNpy({"x"})}}, "expected integers"},
      {{{"tokens", npyPrefix("<U9", {4}) + "abc"}}, "needs 144 bytes, found 3"},
      {{{"tokens", npyPrefix("<U9", {Index{1} << 40}) + "abc"}}, "expected at most"},
      {{{"sequence", integersNpy({1}, {1})}}, "expected a text"}};
  for (const auto& [entries, expected] : cases) {
    const Opened opened = openWith(entries);
    ASSERT_TRUE(opened.heads) << expected;
    EXPECT_THAT(opened.heads->queryTokens, IsEmpty());
    ASSERT_EQ(opened.warnings.size(), 1u) << expected;
    EXPECT_THAT(opened.warnings[0], AllOf(HasSubstr("a.npz"), HasSubstr(expected)));
  }
}

TEST_F(HeadPositions, aNamelessArrayBesideTokensIsAttention) {
  const Opened opened =
      open("a.npz", zipOf({{"x", npyOf(softmaxLike({2, 4, 4}))}, {"tokens", textsNpy(kProtein)}}, ZIP_CM_STORE));
  ASSERT_TRUE(opened.heads);
  EXPECT_EQ(opened.heads->queryTokens, kProtein);
}

TEST_F(HeadPositions, noPositionsHaveNoNames) {
  const Opened opened = openWith({{"tokens", textsNpy({})}, {"special_positions", integersNpy({}, {0})}}, {0, 0, 0, 0});
  ASSERT_TRUE(opened.heads);
  EXPECT_THAT(opened.heads->queryTokens, IsEmpty());
  const Opened one = openWith({{"tokens", textsNpy({"<cls>"})}}, {1, 1, 1});
  EXPECT_THAT(one.heads->queryTokens, ElementsAre("<cls>"));
}

TEST_F(HeadFiles, maskedScoresMayBeMinusInfinityWhereThereIsNoWeight) {
  const Array<float> weights({1, 2, 2}, {1, 0, 0.5F, 0.5F}, "attention");
  const auto scored = [&](float masked, float seen) {
    const Array<float> scores({1, 2, 2}, {2, masked, seen, 1}, "scores");
    return zipOf({{"attention", npyOf(weights)}, {"scores", npyOf(scores)}}, ZIP_CM_STORE);
  };
  EXPECT_TRUE(std::isinf(open("a.npz", scored(-INFINITY, 1)).heads->map(0, 0)->scores(0, 1)));
  EXPECT_THAT(errorOf("a.npz", scored(NAN, 1)), HasSubstr("row 1, column 2"));
  EXPECT_THAT(errorOf("a.npz", scored(-INFINITY, -INFINITY)),
              AllOf(HasSubstr("row 2, column 1"), HasSubstr("where the weight is 0")));
}

}  // namespace head_positions_test
