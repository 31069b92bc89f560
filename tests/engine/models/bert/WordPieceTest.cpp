#include "engine/models/bert/WordPiece.h"

#include <gmock/gmock.h>

#include "tests/support/ErrorOf.h"

namespace engine {
namespace word_piece_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string>& vocabulary() {
  static const std::vector<std::string> tokens = {"[PAD]", "[UNK]", "[CLS]",  "[SEP]", "[MASK]", "l",   "##ys", "##oz",
                                                  "##yme", "ly",    "resume", ".",     "3",      "##s", "中",   "é"};
  return tokens;
}

TEST(WordPiece, WordsAreLowerCaseWithoutAccentsAndApartFromMarks) {
  EXPECT_THAT(wordsOfText("Hello, World!"), ElementsAre("hello", ",", "world", "!"));
  EXPECT_THAT(wordsOfText("R\u00e9sum\u00e9 re\u0301sume\u0301"), ElementsAre("resume", "resume"));
  EXPECT_THAT(wordsOfText("\u0130STANBUL \u00c5ngstr\u00f6m"), ElementsAre("istanbul", "angstrom"));
  EXPECT_THAT(wordsOfText("(EC 3.2.1.17)"), ElementsAre("(", "ec", "3", ".", "2", ".", "1", ".", "17", ")"));
  EXPECT_THAT(wordsOfText("a$b+c<d^e`f|g~h"),
              ElementsAre("a", "$", "b", "+", "c", "<", "d", "^", "e", "`", "f", "|", "g", "~", "h"));
  EXPECT_THAT(wordsOfText("\u00bfqu\u00e9\u2014s\u00ed?"), ElementsAre("\u00bf", "que", "\u2014", "si", "?"));
}

TEST(WordPiece, EveryChineseCharacterIsAWordAndOtherScriptsAreNot) {
  EXPECT_THAT(wordsOfText("ab\u4e2d\u6587cd"), ElementsAre("ab", "\u4e2d", "\u6587", "cd"));
  EXPECT_THAT(wordsOfText("\u3042\u3044"), ElementsAre("\u3042\u3044"));
  EXPECT_THAT(wordsOfText("\U00020000x"), ElementsAre("\U00020000", "x"));
}

TEST(WordPiece, WhiteSpaceOfAnyKindSeparatesAndControlsVanish) {
  EXPECT_THAT(wordsOfText("a\tb\nc\u00a0d\u2003e\u2028f"), ElementsAre("a", "b", "c", "d", "e", "f"));
  EXPECT_THAT(wordsOfText(std::string("a\0b\x01\u200bc\ufffdd", 12)), ElementsAre("abcd"));
  EXPECT_THAT(wordsOfText("a\xff\xfe"
                          "b"),
              ElementsAre("ab"));
  EXPECT_THAT(wordsOfText(""), IsEmpty());
  EXPECT_THAT(wordsOfText(" \n"), IsEmpty());
}

TEST(WordPiece, TakesTheLongestPieceFromTheLeft) {
  const WordPiece pieces(vocabulary());
  EXPECT_THAT(pieces.tokens("Lysozyme."), ElementsAre(2, 9, 13, 7, 8, 11, 3));
  EXPECT_THAT(pieces.tokens("resumes 3"), ElementsAre(2, 10, 13, 12, 3));
  EXPECT_THAT(pieces.tokens(""), ElementsAre(2, 3));
  EXPECT_THAT(pieces.tokens("\u4e2d"), ElementsAre(2, 14, 3));
}

TEST(WordPiece, MakesOneUnknownOfAWordThatCannotBeCutOrIsTooLong) {
  const WordPiece pieces(vocabulary());
  EXPECT_THAT(pieces.tokens("lysq l"), ElementsAre(2, 1, 5, 3));
  const std::string hundred = "l" + std::string(99, 's');
  EXPECT_EQ(pieces.tokens(hundred).size(), 102U);  // each s is a piece of its own
  EXPECT_THAT(pieces.tokens(hundred + "s"), ElementsAre(2, 1, 3));
}

TEST(WordPiece, KnowsTheMaskInsideAText) {
  const WordPiece pieces(vocabulary());
  EXPECT_THAT(pieces.tokens("ly [MASK]s."), ElementsAre(2, 9, 4, 1, 11, 3));
  EXPECT_THAT(pieces.tokens("[MASK]"), ElementsAre(2, 4, 3));
}

TEST(WordPiece, NamesTheTokenThatAVocabularyLacks) {
  EXPECT_THAT(test::errorOf([] { WordPiece({"[CLS]", "[UNK]", "a"}); }), HasSubstr("[SEP]"));
  EXPECT_THAT(test::errorOf([] { WordPiece({}); }), HasSubstr("[CLS]"));
}

}  // namespace word_piece_test
}  // namespace engine
