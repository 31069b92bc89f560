// Residue codes: letters there and back, standard codes, names of amino acids.
#include "engine/sequence/Alphabet.h"

#include <gtest/gtest.h>

#include <cctype>

using namespace engine;
using namespace engine::alphabet;

namespace alphabet_test {

TEST(Alphabet, everyLetterComesBackInItsCase) {
  for (const char letter : kLetters) {
    EXPECT_EQ(letterOf(codeOf(letter)), letter);
    const char lower = static_cast<char>(std::tolower(letter));
    EXPECT_EQ(letterOf(codeOf(lower)), lower);
    EXPECT_EQ(isLower(codeOf(lower)), lower != letter) << lower;
    EXPECT_EQ(upper(codeOf(lower)), codeOf(letter));
  }
}

TEST(Alphabet, everyOtherCharacterIsInvalid) {
  int numValid = 0;
  for (int c = 0; c < 256; ++c)
    if (codeOf(static_cast<char>(c)) != kInvalid) ++numValid;
  EXPECT_EQ(numValid, 26 * 2 + 4);  // the Latin letters in both cases, '-', '.', '~' and '*'
}

TEST(Alphabet, ambiguousLettersStandForTheirUsualResidue) {
  const auto standardOf = [](char c) { return letterOf(standard(codeOf(c))); };
  EXPECT_EQ(standardOf('B'), 'D');
  EXPECT_EQ(standardOf('z'), 'E');
  EXPECT_EQ(standardOf('U'), 'C');
  for (const char c : {'J', 'O', '*', 'X', 'x'}) EXPECT_EQ(standardOf(c), 'X') << c;
  for (const char c : {'-', '.', '~'}) {
    EXPECT_EQ(standardOf(c), '-') << c;
    EXPECT_TRUE(isGap(codeOf(c)));
    EXPECT_FALSE(isResidue(codeOf(c)));
  }
  for (int code = 0; code < kNumResidues; ++code) {
    EXPECT_EQ(standard(static_cast<ResidueCode>(code)), code);
    EXPECT_EQ(standard(static_cast<ResidueCode>(code | kLowerCase)), code);
    EXPECT_TRUE(isResidue(static_cast<ResidueCode>(code)));
  }
}

TEST(Alphabet, anyByteHasSomeLetter) {
  for (int code = 0; code < 256; ++code) EXPECT_NE(letterOf(static_cast<ResidueCode>(code)), '\0');
}

TEST(Alphabet, threeLetterNamesComeBackForTheTwenty) {
  for (int code = 0; code < kNumResidues; ++code) {
    const char letter = letterOf(static_cast<ResidueCode>(code));
    EXPECT_EQ(threeLetter(letter).size(), 3u);
    EXPECT_EQ(oneLetter(threeLetter(letter)), letter);
  }
}

TEST(Alphabet, modifiedResiduesHaveTheLetterOfTheirParent) {
  EXPECT_EQ(oneLetter("MSE"), 'M');
  EXPECT_EQ(oneLetter("sep"), 'S');
  EXPECT_EQ(oneLetter("SEC"), 'U');
  EXPECT_EQ(oneLetter(" ALA"), 'A');
  EXPECT_EQ(oneLetter("HOH"), 'X');
  EXPECT_EQ(oneLetter(""), 'X');
  EXPECT_EQ(threeLetter('?'), "UNK");
  EXPECT_EQ(threeLetter('m'), "MET");
}

}  // namespace alphabet_test
