#include "engine/models/parts/Tokens.h"

#include <gmock/gmock.h>

#include "tests/support/ErrorOf.h"

namespace engine {
namespace tokens_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::int64_t> numbersOf(const std::string& sequence, const TokenTable& table) {
  Diagnostics diagnostics;
  return tokenised(sequence, table, diagnostics).numbers;
}

TEST(Tokens, OfEsmStandBetweenClsAndEos) {
  EXPECT_THAT(numbersOf("MKX<mask>B-.", esmTokens()), ElementsAre(0, 20, 15, 24, 32, 25, 30, 29, 2));
  EXPECT_THAT(numbersOf("", esmTokens()), ElementsAre(0, 2));
  EXPECT_THAT(numbersOf("L", msaTransformerTokens()), ElementsAre(0, 4));
  EXPECT_THAT(numbersOf("L_", esm1Tokens()), ElementsAre(32, 4, 33));
  EXPECT_THAT(numbersOf("", roseTtaFoldTokens()), IsEmpty());
}

TEST(Tokens, TablesHaveThePublishedSizes) {
  EXPECT_EQ(esmTokens().size(), 33);
  EXPECT_EQ(esm1Tokens().size(), 35);
  EXPECT_EQ(esmCTokens().size(), 33);
  EXPECT_EQ(protBertTokens().size(), 30);
  EXPECT_EQ(antiBertyTokens().size(), 25);
  EXPECT_EQ(sapiensTokens().size(), 25);
  EXPECT_EQ(roseTtaFoldTokens().size(), 21);
  for (const TokenTable& table : {esmTokens(), msaTransformerTokens(), esm1Tokens(), esmCTokens(), protBertTokens(),
                                  antiBertyTokens(), sapiensTokens(), roseTtaFoldTokens()}) {
    EXPECT_TRUE(readsProteins(table));
    EXPECT_LT(table.mask, table.size());
  }
  EXPECT_EQ(esmTokens().tokens[32], "<mask>");
  EXPECT_EQ(esm1Tokens().tokens[32], "<cls>");
  EXPECT_EQ(esmCTokens().tokens[31], "|");
}

TEST(Tokens, SmallLettersAndBlanksAreNoOtherLetters) {
  EXPECT_EQ(numbersOf("mk\nTv", esmTokens()), numbersOf("MKTV", esmTokens()));
}

TEST(Tokens, UnknownLettersBecomeOneTokenEachWithOneWarning) {
  Diagnostics diagnostics;
  const TokenisedText text = tokenised("JJ*Ä", esmTokens(), diagnostics);
  EXPECT_THAT(text.numbers, ElementsAre(0, 3, 3, 3, 3, 2));
  EXPECT_THAT(text.isSpecial, ElementsAre(true, false, false, false, false, true));
  ASSERT_EQ(diagnostics.warnings().size(), 1u);
  EXPECT_THAT(diagnostics.warnings()[0], testing::AllOf(HasSubstr("4 residue(s)"), HasSubstr("J"), HasSubstr("<unk>")));
}

TEST(Tokens, OfSapiensMaskWhatIsNotKnown) {
  Diagnostics diagnostics;
  EXPECT_THAT(tokenised("X*A", sapiensTokens(), diagnostics).numbers, ElementsAre(0, 24, 24, 4, 2));
  EXPECT_THAT(diagnostics.warnings(), IsEmpty());
}

TEST(Tokens, TextsSayTheLetterThatWasGiven) {
  Diagnostics diagnostics;
  EXPECT_THAT(tokenised("m_<mask>J", esmTokens(), diagnostics).texts,
              ElementsAre("<cls>", "M", "<mask>", "<mask>", "J", "<eos>"));
}

TEST(Tokens, OfAVocabularyAreKnownByTheUsualNames) {
  const TokenTable table = tokensOf({"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "A"}, "vocab.txt");
  EXPECT_EQ(table.before, 2);
  EXPECT_EQ(table.after, 3);
  EXPECT_EQ(table.mask, 4);
  EXPECT_FALSE(readsProteins(table));
  EXPECT_THAT(test::errorOf([] { tokensOf({"A", "B"}, "vocab.txt"); }), HasSubstr("vocab.txt: found no <unk>"));
}

TEST(Tokens, AnEmbeddingOfAnotherSizeIsRefused) {
  EXPECT_NO_THROW(requireAlphabet(esmTokens(), 33, "w"));
  EXPECT_THAT(test::errorOf([] { requireAlphabet(esmTokens(), 30, "w.pt"); }),
              testing::AllOf(HasSubstr("w.pt"), HasSubstr("30"), HasSubstr("33")));
}

}  // namespace tokens_test
}  // namespace engine
