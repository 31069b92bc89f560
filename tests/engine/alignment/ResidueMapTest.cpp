// Residue maps: algebra, the alignment of two versions of a sequence against enumeration, and the search for a row.
#include "engine/alignment/ResidueMap.h"

#include <gmock/gmock.h>

#include <functional>

#include "engine/alignment/GlobalAlignment.h"
#include "engine/base/Error.h"
#include "engine/base/Random.h"

using namespace engine;
using testing::ElementsAre;

namespace residue_map_test {

std::vector<ResidueCode> codesOf(const std::string& letters) { return Sequence::fromLetters("", letters).codes; }

ResidueMap mapLetters(const std::string& a, const std::string& b) { return mapSameSequence(codesOf(a), codesOf(b)); }

std::string randomLetters(Random& random, Index length, std::string_view letters = "ARNDCQEGHILKMFPSTWYV") {
  std::string text;
  for (Index k = 0; k < length; ++k) text += letters[random.below(letters.size())];
  return text;
}

TEST(ResidueMap, identityAndEmptyMapsAreValid) {
  EXPECT_NO_THROW(ResidueMap::identity(0).validate());
  EXPECT_EQ(ResidueMap::identity(3).numPairs(), 3);
  EXPECT_EQ(ResidueMap::identity(3).partner(2), 2);
  EXPECT_EQ(ResidueMap::identity(3).partner(3), -1);
  EXPECT_EQ(ResidueMap::identity(3).partner(-1), -1);
}

TEST(ResidueMap, fromPartnersFillsInTheOtherDirection) {
  const ResidueMap map = ResidueMap::fromPartners({1, -1, 3}, 4);
  EXPECT_THAT(map.from, ElementsAre(-1, 0, -1, 2));
  EXPECT_EQ(map.numPairs(), 2);
  EXPECT_EQ(map.inverse().inverse(), map);
}

TEST(ResidueMap, partnersOutOfRangeOrTakenTwiceAreErrors) {
  EXPECT_THROW(ResidueMap::fromPartners({4}, 4), Error);
  EXPECT_THROW(ResidueMap::fromPartners({-2}, 4), Error);
  EXPECT_THROW(ResidueMap::fromPartners({1, 1}, 4), Error);
  ResidueMap contradicting = ResidueMap::identity(2);
  contradicting.from = {1, 0};
  EXPECT_THROW(contradicting.validate(), Error);
}

TEST(ResidueMap, thenFollowsBothMaps) {
  const ResidueMap first = ResidueMap::fromPartners({1, -1, 0}, 3), second = ResidueMap::fromPartners({-1, 2, 0}, 4);
  EXPECT_THAT(first.then(second).to, ElementsAre(2, -1, -1));
  EXPECT_EQ(first.then(ResidueMap::identity(3)), first);
  EXPECT_THROW(first.then(ResidueMap::identity(2)), Error);
}

/// `letters` with some residues replaced, left out and put in.
std::string changed(Random& random, const std::string& letters, std::uint64_t rarity) {
  std::string text;
  for (const char letter : letters) {
    const auto choice = random.below(3 * rarity);
    if (choice == 0) continue;
    text += choice == 1 ? 'X' : letter;
    if (choice == 2) text += randomLetters(random, 1 + static_cast<Index>(random.below(60)));
  }
  return text;
}

TEST(AlignNearlyEqual, findsWhatTheWholeMatrixFinds) {
  Random random(7);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const std::string letters = randomLetters(random, static_cast<Index>(random.below(300)), "ACDE");
    const auto a = standardCodes(codesOf(changed(random, letters, 2 + random.below(60))));
    const auto b = standardCodes(codesOf(changed(random, letters, 2 + random.below(60))));
    const auto lengthA = static_cast<Index>(a.size()), lengthB = static_cast<Index>(b.size());
    for (const AlignmentScoring* scoring : {&sameSequenceScoring(), &homologyScoring()})
      EXPECT_EQ(alignNearlyEqual(*scoring, a.data(), lengthA, b.data(), lengthB),
                alignGlobally(*scoring, a.data(), lengthA, b.data(), lengthB))
          << lengthA << " and " << lengthB << " residues";
  }
}

TEST(AlignNearlyEqual, emptyAndSingleResiduesWork) {
  const auto one = codesOf("A"), other = codesOf("W");
  using Pairs = std::vector<std::pair<Index, Index>>;
  EXPECT_EQ(alignNearlyEqual(sameSequenceScoring(), one.data(), 0, other.data(), 0), Pairs{});
  EXPECT_EQ(alignNearlyEqual(sameSequenceScoring(), one.data(), 1, other.data(), 0), Pairs{});
  EXPECT_EQ(alignNearlyEqual(sameSequenceScoring(), one.data(), 1, one.data(), 1), (Pairs{{0, 0}}));
}

TEST(MapSameSequence, longSequencesThatDifferHereAndThereFitIntoMemory) {
  Random random(3);
  const std::string letters = randomLetters(random, 20000);
  std::string other = letters;
  for (size_t k = 0; k < other.size(); k += 400) other[k] = other[k] == 'A' ? 'W' : 'A';
  EXPECT_EQ(mapLetters(letters, other).numPairs(), 20000 - 50) << "the whole matrix has 400 million cells";
}

TEST(MapSameSequence, emptyAndSingleResiduesWork) {
  EXPECT_EQ(mapLetters("", "").numPairs(), 0);
  EXPECT_EQ(mapLetters("", "MKV").numPairs(), 0);
  EXPECT_THAT(mapLetters("M", "M").to, ElementsAre(0));
  EXPECT_THAT(mapLetters("M", "K").to, ElementsAre(-1));
}

TEST(MapSameSequence, missingStretchIsLeftOut) {
  EXPECT_THAT(mapLetters("MKVLAW", "MKAW").to, ElementsAre(0, 1, -1, -1, 2, 3));
  EXPECT_THAT(mapLetters("AAAAMKVL", "MKVL").to, ElementsAre(-1, -1, -1, -1, 0, 1, 2, 3));
}

TEST(MapSameSequence, modifiedResidueAsXIsLinkedAndADifferentOneIsNot) {
  EXPECT_THAT(mapLetters("MKVLA", "MXVLA").to, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(mapLetters("MKVLA", "MKWLA").to, ElementsAre(0, 1, -1, 3, 4));
}

TEST(MapSameSequence, letterCaseAndAmbiguityDoNotMatter) { EXPECT_EQ(mapLetters("mkUl", "MKCL").numPairs(), 4); }

/// Best score in tenths by trying every alignment. `last`: 0 pair, 1 gap in b, 2 gap in a.
int bestByEnumeration(const std::string& a, const std::string& b, size_t i, size_t j, int last) {
  if (i == a.size() && j == b.size()) return 0;
  int best = -1000000;
  if (i < a.size() && j < b.size()) {
    const int score = a[i] == 'X' || b[j] == 'X' ? 0 : a[i] == b[j] ? 20 : -20;
    best = std::max(best, score + bestByEnumeration(a, b, i + 1, j + 1, 0));
  }
  if (i < a.size()) best = std::max(best, (last == 1 ? -1 : -30) + bestByEnumeration(a, b, i + 1, j, 1));
  if (j < b.size()) best = std::max(best, (last == 2 ? -1 : -30) + bestByEnumeration(a, b, i, j + 1, 2));
  return best;
}

/// The best score of all alignments that link exactly the pairs of the map (others may be mismatched or gapped).
int bestWithLinks(const ResidueMap& map, const std::string& a, const std::string& b, size_t i, size_t j, int last) {
  if (i == a.size() && j == b.size()) return 0;
  int best = -1000000;
  const bool isLinkedA = i < a.size() && map.partner(static_cast<Index>(i)) >= 0;
  const bool isLinkedB = j < b.size() && map.from[j] >= 0;
  if (i < a.size() && j < b.size()) {
    const bool isAllowed = map.partner(static_cast<Index>(i)) == static_cast<Index>(j) || (!isLinkedA && !isLinkedB);
    const int score = a[i] == 'X' || b[j] == 'X' ? 0 : a[i] == b[j] ? 20 : -20;
    if (isAllowed) best = std::max(best, score + bestWithLinks(map, a, b, i + 1, j + 1, 0));
  }
  if (i < a.size() && !isLinkedA) best = std::max(best, (last == 1 ? -1 : -30) + bestWithLinks(map, a, b, i + 1, j, 1));
  if (j < b.size() && !isLinkedB) best = std::max(best, (last == 2 ? -1 : -30) + bestWithLinks(map, a, b, i, j + 1, 2));
  return best;
}

TEST(MapSameSequence, linksBelongToAnAlignmentOfTheBestScoreOfAll) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const std::string a = randomLetters(random, static_cast<Index>(random.below(7)), "MKX");
    const std::string b = randomLetters(random, static_cast<Index>(random.below(7)), "MKX");
    const ResidueMap map = mapLetters(a, b);
    ASSERT_NO_THROW(map.validate());
    ASSERT_EQ(bestWithLinks(map, a, b, 0, 0, 0), bestByEnumeration(a, b, 0, 0, 0)) << a << " " << b;
    for (size_t i = 0; i < a.size(); ++i)
      if (map.to[i] >= 0) {
        const char partner = b[static_cast<size_t>(map.to[i])];
        ASSERT_TRUE(a[i] == partner || a[i] == 'X' || partner == 'X');
      }
  }
}

TEST(MapSameSequence, deletedStretchesOfALongSequenceAreFoundAgain) {
  Random random(4);
  const std::string whole = randomLetters(random, 1500);
  std::string observed = whole.substr(12, 400) + whole.substr(430, 700) + whole.substr(1190, 300);
  observed[100] = 'X';
  const ResidueMap map = mapLetters(whole, observed);
  EXPECT_EQ(map.numPairs(), 1400);
  EXPECT_EQ(map.partner(112), 100);
  EXPECT_EQ(map.partner(1489), 1399);
}

Alignment familyOf(const std::string& wanted, Random& random) {
  std::vector<Sequence> rows;
  for (int k = 0; k < 30; ++k) {
    std::string row = wanted;
    for (size_t position = static_cast<size_t>(k) % 3; position < row.size(); position += 3)
      row[position] = randomLetters(random, 1)[0];
    rows.push_back(Sequence::fromLetters("row" + std::to_string(k), row));
  }
  return alignmentOf(rows);
}

TEST(FindRowOfSequence, findsTheEqualRowAmongRelatives) {
  Random random(9);
  const std::string wanted = randomLetters(random, 120);
  Alignment family = familyOf(wanted, random);
  EXPECT_EQ(findRowOfSequence(family, codesOf(wanted), ""), -1);
  std::copy_n(codesOf(wanted).begin(), 120, family.codes.begin() + 17 * 120);
  EXPECT_EQ(findRowOfSequence(family, codesOf(wanted), ""), 17);
  std::string observed = wanted.substr(5, 40) + wanted.substr(52);
  observed[20] = 'X';
  EXPECT_EQ(findRowOfSequence(family, codesOf(observed), "unknown.pdb"), 17);
}

TEST(FindRowOfSequence, nameDecidesBetweenEqualRowsOnly) {
  Random random(10);
  const std::string wanted = randomLetters(random, 60), other = randomLetters(random, 60);
  const Alignment alignment =
      alignmentOf({Sequence::fromLetters("2abc_A.pdb", wanted), Sequence::fromLetters("1abc_A.pdb", wanted),
                   Sequence::fromLetters("3abc_A.pdb", other)});
  EXPECT_EQ(findRowOfSequence(alignment, codesOf(wanted), "1ABC_a.pdb.gz"), 1);
  EXPECT_EQ(findRowOfSequence(alignment, codesOf(wanted), "1abc_A"), 1);
  EXPECT_EQ(findRowOfSequence(alignment, codesOf(wanted), "3abc_A"), 0);
}

TEST(FindRowOfSequence, shortAndEmptyInputsWork) {
  const Alignment alignment = alignmentOf({Sequence::fromLetters("one", "MXV"), Sequence::fromLetters("two", "---")});
  EXPECT_EQ(findRowOfSequence(alignment, codesOf("MKV"), ""), 0);
  EXPECT_EQ(findRowOfSequence(alignment, {}, ""), -1);
  EXPECT_EQ(findRowOfSequence(Alignment(), codesOf("MKV"), "one"), -1);
}

TEST(AlignSequences, pairsHomologousResiduesAcrossAGap) {
  const ResidueMap map = alignSequences(codesOf("MKTAYIAKQRQISFVKSHFSRQ"), codesOf("MKTAYLAKQRSFVKSHYSRQ"));
  map.validate();
  EXPECT_EQ(map.partner(5), 5) << "I and L";
  EXPECT_EQ(map.partner(21), 19);
  EXPECT_EQ(map.numPairs(), 20);
}

TEST(AlignSequences, emptyAndUnknownResiduesAreFine) {
  EXPECT_EQ(alignSequences({}, codesOf("AC")).numPairs(), 0);
  EXPECT_EQ(alignSequences(codesOf("A"), codesOf("W")).numPairs(), 1);
  EXPECT_EQ(alignSequences(codesOf("XX"), codesOf("AC")).numPairs(), 2);
}

}  // namespace residue_map_test
