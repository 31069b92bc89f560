// Positions of maps as residues of chains: partial chains, missing residues, special tokens, equal chains.
#include "engine/analysis/ChainMatch.h"

#include <gtest/gtest.h>

#include <random>

namespace engine {
namespace chain_match_test {

constexpr Index kLength = 60;

std::string randomLetters(Index length, unsigned seed) {
  std::mt19937 random(seed);
  std::string letters;
  for (Index k = 0; k < length; ++k) letters += "ARNDCQEGHILKMFPSTWYV"[random() % 20];
  return letters;
}

Chain chainOf(const std::string& id, const std::string& letters) {
  Chain chain{id, {}};
  for (const char letter : letters) {
    Residue residue;
    residue.letter = letter;
    chain.residues.push_back(residue);
  }
  return chain;
}

HeadSet headsOf(const std::string& letters, bool hasEnds) {
  HeadSet heads;
  heads.numHeads = 1;
  if (hasEnds) {
    heads.queryTokens.push_back("<cls>");
    for (const char letter : letters) heads.queryTokens.emplace_back(1, letter);
    heads.queryTokens.push_back("<eos>");
    heads.keyTokens = heads.queryTokens;
    heads.queryLetters = heads.keyLetters = '-' + letters + '-';
  } else {
    heads.queryLetters = heads.keyLetters = letters;
  }
  heads.numQueries = heads.numKeys = static_cast<Index>(heads.queryLetters.size());
  return heads;
}

std::optional<ChainMatch> matched(const std::string& sequence, const std::string& chain, bool hasEnds = false) {
  return matchChain(*mapPositions(headsOf(sequence, hasEnds)), chainOf("A", chain));
}

TEST(ChainMatch, equalSequencesMatchPositionByPosition) {
  const std::string letters = randomLetters(kLength, 1);
  const auto match = matched(letters, letters);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->numMatched(), kLength);
  EXPECT_EQ(match->map, ResidueMap::identity(kLength));
  EXPECT_FALSE(match->isByNumber);
}

TEST(ChainMatch, specialTokensHaveNoResidue) {
  const std::string letters = randomLetters(kLength, 1);
  const auto match = matched(letters, letters, true);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->numMatched(), kLength);
  EXPECT_EQ(match->map.partner(0), -1);
  EXPECT_EQ(match->map.partner(kLength + 1), -1);
  for (Index k = 0; k < kLength; ++k) EXPECT_EQ(match->map.partner(k + 1), k);
}

TEST(ChainMatch, missingResiduesOfTheChainAreSkipped) {
  const std::string letters = randomLetters(kLength, 2);
  const auto match = matched(letters, letters.substr(4, 20) + letters.substr(31), true);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->numMatched(), 20 + kLength - 31);
  EXPECT_EQ(match->map.partner(1 + 4), 0);
  EXPECT_EQ(match->map.partner(1 + 3), -1);
  EXPECT_EQ(match->map.partner(1 + 27), -1);
  EXPECT_EQ(match->map.partner(1 + kLength - 1), match->numResidues - 1);
}

TEST(ChainMatch, aFragmentMatchesItsPartOfTheChain) {
  const std::string letters = randomLetters(kLength, 3);
  const auto match = matched(letters.substr(20, 25), letters);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->numMatched(), 25);
  EXPECT_EQ(match->map.partner(0), 20);
  EXPECT_EQ(match->numResidues, kLength);
}

TEST(ChainMatch, twoPartsThatOverlapMatchThere) {
  const std::string letters = randomLetters(120, 4);
  const auto match = matched(letters.substr(0, 80), letters.substr(40));
  ASSERT_TRUE(match);
  EXPECT_EQ(match->numMatched(), 40);
  EXPECT_EQ(match->map.partner(40), 0);
  EXPECT_EQ(match->map.partner(39), -1);
}

TEST(ChainMatch, otherProteinsDoNotMatch) {
  for (unsigned seed = 0; seed < 20; ++seed)
    EXPECT_FALSE(matched(randomLetters(kLength + seed, 10 + seed), randomLetters(kLength, 100 + seed)));
  EXPECT_FALSE(matched("ACD", randomLetters(kLength, 5)));
}

TEST(ChainMatch, unknownResiduesMatchByTheirNumberAlone) {
  HeadSet heads;
  heads.numQueries = heads.numKeys = kLength + 2;
  const Chain chain = chainOf("A", randomLetters(kLength, 6));
  EXPECT_FALSE(matchChain(*mapPositions(heads), chain)) << "two too many";
  std::vector<std::string> tokens(static_cast<size_t>(kLength + 2));
  tokens.front() = "<first>";
  tokens.back() = "<last>";
  const auto match = matchChain(*mapPositions(heads, tokens), chain);
  ASSERT_TRUE(match);
  EXPECT_TRUE(match->isByNumber);
  EXPECT_EQ(match->map.partner(1), 0);
}

TEST(ChainMatch, mapsBetweenTwoSequencesHaveNoPositions) {
  HeadSet heads = headsOf("ACDEFG", false);
  heads.keyLetters = "GFEDCA";
  EXPECT_FALSE(mapPositions(heads));
  heads = headsOf("ACDEFG", false);
  ++heads.numKeys;
  EXPECT_FALSE(mapPositions(heads));
}

TEST(ChainMatch, chainsComeBestFirstAndEqualOnesInTheirOrder) {
  const std::string letters = randomLetters(kLength, 7);
  Structure structure;
  structure.chains = {chainOf("A", letters.substr(0, 50)), chainOf("B", randomLetters(30, 8)), chainOf("C", letters),
                      chainOf("D", letters)};
  const auto matches = matchingChains(*mapPositions(headsOf(letters, false)), structure);
  ASSERT_EQ(matches.size(), 3U);
  EXPECT_EQ(matches[0].chain, 2);
  EXPECT_EQ(matches[0].firstResidue, 80);
  EXPECT_EQ(matches[1].chain, 3);
  EXPECT_EQ(matches[2].chain, 0);
}

TEST(ChainMatch, emptyMapsAndChainsMatchNothing) {
  EXPECT_FALSE(matched("", "ACD"));
  EXPECT_FALSE(matched("ACD", ""));
  EXPECT_FALSE(matched("", ""));
  EXPECT_TRUE(matchingChains(*mapPositions(HeadSet{}), Structure{}).empty());
  EXPECT_EQ(matched("A", "A")->numMatched(), 1);
}

}  // namespace chain_match_test
}  // namespace engine
