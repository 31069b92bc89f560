// What people do with rows: residue numbers, orders, search, blocks as text.
#include <gmock/gmock.h>

#include <random>

#include "engine/alignment/AlignmentSearch.h"
#include "engine/alignment/BlockText.h"
#include "engine/alignment/ResidueNumbers.h"
#include "engine/alignment/RowOrder.h"
#include "engine/base/Error.h"

using namespace engine;
using testing::ElementsAre;
using testing::IsEmpty;

namespace rows_test {

Alignment rowsOf(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::vector<Sequence> sequences;
  for (const auto& [name, letters] : rows) sequences.push_back(Sequence::fromLetters(name, letters));
  return alignmentOf(sequences);
}

std::vector<ResidueCode> codesOf(const std::string& letters) { return Sequence::fromLetters("", letters).codes; }

/// M--K with "wy" before the last column.
Alignment withInsert() {
  Alignment alignment = rowsOf({{"a/5-8", "M--K"}, {"b", "MRNK"}});
  alignment.rows[0].inserts = {{3, codesOf("wy")}};
  return alignment;
}

std::vector<Index> ordered(const Alignment& alignment, RowOrder by, Index reference = 0) {
  Progress progress;
  return orderedRows(alignment, by, reference, 0, progress).rows;
}

RowSearchResult found(const Alignment& alignment, const std::string& text, size_t most = 100) {
  Progress progress;
  return findInResidues(alignment, plainTextMatcher(text), most, 0, progress);
}

TEST(ResidueNumbers, beginWhereTheNameSays) {
  EXPECT_EQ(numberOfResidue("seq/17-121", 0), 17);
  EXPECT_EQ(numberOfResidue("seq/17-121", 3), 20);
  EXPECT_EQ(numberOfResidue("seq/17-121x", 0), 1);
  EXPECT_EQ(numberOfResidue("a/b", 0), 1);
  EXPECT_EQ(numberOfResidue("", 4), 5);
  EXPECT_EQ(nameWithoutRange("a/b/17-121"), "a/b");
  EXPECT_EQ(nameWithoutRange("a/b"), "a/b");
}

TEST(ResidueNumbers, countInsertsAndNotGaps) {
  const Alignment alignment = withInsert();
  EXPECT_EQ(residueNumber(alignment, 0, 0), 5);
  EXPECT_FALSE(residueNumber(alignment, 0, 1).has_value());
  EXPECT_EQ(residueNumber(alignment, 0, 3), 8);
  const std::int32_t after = alignment.rows[0].inserts.at(0).after;
  EXPECT_EQ(residueNumber(alignment, 0, SlotContent{after, 0}), 6);
  EXPECT_EQ(residueNumber(alignment, 0, SlotContent{after, 1}), 7);
  EXPECT_FALSE(residueNumber(alignment, 0, SlotContent{after, 2}).has_value()) << "shorter than its slots";
  EXPECT_EQ(residueNumber(alignment, 0, SlotContent{3}), 8) << "a slot that is a column";
  EXPECT_EQ(columnOfResidueNumber(alignment, 0, 5), 0);
  EXPECT_EQ(columnOfResidueNumber(alignment, 0, 6), 3) << "in the insert";
  EXPECT_EQ(columnOfResidueNumber(alignment, 0, 8), 3);
  EXPECT_EQ(columnOfResidueNumber(alignment, 0, 9), -1);
  EXPECT_EQ(columnOfResidueNumber(alignment, 0, 4), -1);
}

TEST(ResidueNumbers, countDownOnTheOtherStrand) {
  const Alignment alignment = rowsOf({{"a/21-18", "AC-GT"}});
  EXPECT_EQ(residueNumber(alignment, 0, 3), 19);
  EXPECT_EQ(columnOfResidueNumber(alignment, 0, 18), 4);
  EXPECT_EQ(columnOfResidueNumber(alignment, 0, 22), -1);
  EXPECT_EQ(blockText(alignment, {0}, {1, 2, 3}, BlockForm::fasta, 100), ">a/20-19\nCG\n");
}

TEST(IdentityToRow, ignoresGapsUnknownsAndLetterCase) {
  Progress progress;
  const auto identity = identityToRow(
      rowsOf({{"a", "ARND"}, {"b", "arnD"}, {"c", "AR--"}, {"d", "AKXD"}, {"e", "----"}}), 0, 0, progress);
  EXPECT_THAT(identity, ElementsAre(1.0f, 1.0f, 1.0f, 2.0f / 3.0f, 0.0f));
  EXPECT_TRUE(identityToRow(Alignment{}, 0, 0, progress).empty());
}

TEST(RowOrder, everyOrderOfNoRowsAndOfOneRow) {
  for (const RowOrder by :
       {RowOrder::original, RowOrder::name, RowOrder::identity, RowOrder::weight, RowOrder::length, RowOrder::tree}) {
    EXPECT_THAT(ordered(Alignment{}, by), IsEmpty());
    EXPECT_THAT(ordered(rowsOf({{"a", "MK"}}), by), ElementsAre(0));
  }
}

TEST(RowOrder, byIdentityTheReferenceIsFirst) {
  const Alignment alignment = rowsOf({{"a", "ARND"}, {"b", "WWWW"}, {"c", "WWNW"}, {"d", "ARND"}});
  EXPECT_THAT(ordered(alignment, RowOrder::identity), ElementsAre(0, 3, 2, 1));
  EXPECT_THAT(ordered(alignment, RowOrder::identity, 1), ElementsAre(1, 2, 0, 3));
}

TEST(RowOrder, byLengthCountsInserts) {
  Alignment alignment = rowsOf({{"a", "M-"}, {"b", "MK"}, {"c", "--"}, {"d", "--"}});
  alignment.rows[3].inserts = {{1, codesOf("aaa")}};
  EXPECT_THAT(ordered(alignment, RowOrder::length), ElementsAre(3, 1, 0, 2));
}

TEST(RowOrder, weightsOfAHandComputedCase) {
  // Column 1: A A C, 2 kinds: 1/4 1/4 1/2. Column 2: D D D: 1/3 each. Row 3 has no second residue.
  Progress progress;
  const auto weights = positionBasedWeights(rowsOf({{"a", "AD"}, {"b", "AD"}, {"c", "C-"}}), progress);
  // Column 2 is then D D: 1/2 each; means 3/8, 3/8, 1/2; sum 5/4.
  EXPECT_THAT(weights, ElementsAre(testing::FloatEq(0.3f), testing::FloatEq(0.3f), testing::FloatEq(0.4f)));
  EXPECT_THAT(ordered(rowsOf({{"a", "AD"}, {"b", "AD"}, {"c", "C-"}}), RowOrder::weight), ElementsAre(2, 0, 1));
}

TEST(TreeOrder, similarRowsStandBesideEachOther) {
  const Alignment alignment =
      rowsOf({{"a1", "AAAAAAAA"}, {"b1", "WWWWWWWW"}, {"a2", "AAAAAAAC"}, {"b2", "WWWWWWWY"}, {"a3", "AAAAACCC"}});
  EXPECT_THAT(ordered(alignment, RowOrder::tree), ElementsAre(0, 2, 4, 1, 3));
}

TEST(TreeOrder, isTheLeafOrderOfPlainAverageLinkage) {
  std::mt19937 random(11);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::pair<std::string, std::string>> rows;
    for (int row = 0; row < 9; ++row) {
      std::string letters;
      for (int column = 0; column < 40; ++column) letters += "AR"[random() % 2];
      rows.emplace_back("r", letters);
    }
    // Joins the nearest pair again and again, all distances computed anew from the members.
    std::vector<std::vector<Index>> clusters;
    for (Index row = 0; row < 9; ++row) clusters.push_back({row});
    const auto distance = [&](const std::vector<Index>& a, const std::vector<Index>& b) {
      double sum = 0;
      for (const Index i : a)
        for (const Index j : b)
          for (size_t column = 0; column < 40; ++column)
            sum += rows[static_cast<size_t>(i)].second[column] != rows[static_cast<size_t>(j)].second[column];
      return sum / static_cast<double>(a.size() * b.size());
    };
    bool hasTie = false;
    while (clusters.size() > 1) {
      double least = 1e9;
      size_t x = 0, y = 0;
      for (size_t i = 0; i < clusters.size(); ++i)
        for (size_t j = i + 1; j < clusters.size(); ++j) {
          const double d = distance(clusters[i], clusters[j]);
          if (std::abs(d - least) < 1e-6) hasTie = true;
          if (d < least) least = d, x = i, y = j;
        }
      if (clusters[y].front() < clusters[x].front()) std::swap(clusters[x], clusters[y]);
      clusters[x].insert(clusters[x].end(), clusters[y].begin(), clusters[y].end());
      clusters.erase(clusters.begin() + static_cast<Index>(y));
    }
    if (!hasTie) {
      EXPECT_EQ(ordered(rowsOf(rows), RowOrder::tree), clusters[0]);
    }
  }
}

TEST(TreeOrder, manyRowsAreGroupedApproximatelyAndSaySo) {
  // 40 families, drawn at random.
  std::mt19937 random(3);
  std::vector<std::string> families;
  for (int family = 0; family < 40; ++family) {
    std::string letters;
    for (int column = 0; column < 80; ++column) letters += "ARNDCQEGHILKMFPSTWYV"[random() % 20];
    families.push_back(letters);
  }
  std::vector<std::pair<std::string, std::string>> rows;
  for (Index row = 0; row < 3 * kMostTreeRows; ++row) {
    const size_t family = random() % families.size();
    std::string letters = families[family];
    for (int change = 0; change < 8; ++change) letters[random() % 80] = 'A';
    rows.emplace_back(std::to_string(family), letters);
  }
  Progress progress;
  const OrderedRows order = treeOrder(rowsOf(rows), 0, progress);
  EXPECT_TRUE(order.isApproximate);
  ASSERT_EQ(order.rows.size(), rows.size());
  int numBreaks = 0;
  for (size_t k = 1; k < rows.size(); ++k)
    numBreaks += rows[static_cast<size_t>(order.rows[k])].first != rows[static_cast<size_t>(order.rows[k - 1])].first;
  EXPECT_EQ(numBreaks, 39);
}

TEST(AlignmentSearch, matchesSpanGapsAndInserts) {
  const Alignment alignment = withInsert();
  EXPECT_THAT(found(alignment, "mwyk").matches, ElementsAre(SearchMatch{0, 0, 3}));
  EXPECT_THAT(found(alignment, "WY").matches, ElementsAre(SearchMatch{0, 3, 3}));
  EXPECT_THAT(found(alignment, "MRNK").matches, ElementsAre(SearchMatch{1, 0, 3}));
  EXPECT_THAT(found(alignment, "").matches, IsEmpty());
  EXPECT_THAT(found(Alignment{}, "M").matches, IsEmpty());
}

TEST(AlignmentSearch, matchesMayOverlapAndAllAreCounted) {
  const Alignment alignment = rowsOf({{"a", "AA-AA"}, {"b", "-----"}, {"c", "KKAAK"}});
  const RowSearchResult all = found(alignment, "AA");
  EXPECT_THAT(all.matches,
              ElementsAre(SearchMatch{0, 0, 1}, SearchMatch{0, 1, 3}, SearchMatch{0, 3, 4}, SearchMatch{2, 2, 3}));
  const RowSearchResult some = found(alignment, "AA", 2);
  EXPECT_EQ(some.numFound, 4);
  EXPECT_EQ(some.matches.size(), 2u);
}

TEST(AlignmentSearch, manyRowsGiveTheSameAsEachRowAlone) {
  std::mt19937 random(9);
  std::vector<std::pair<std::string, std::string>> rows;
  for (int row = 0; row < 1500; ++row) {
    std::string letters;
    for (int column = 0; column < 30; ++column) letters += "AC-"[random() % 3];
    rows.emplace_back("r", letters);
  }
  std::vector<SearchMatch> expected;
  for (size_t row = 0; row < rows.size(); ++row)
    for (const SearchMatch& match : found(rowsOf({rows[row]}), "CAAC").matches)
      expected.push_back({static_cast<std::int32_t>(row), match.first, match.last});
  EXPECT_GT(expected.size(), 100u);
  EXPECT_EQ(found(rowsOf(rows), "CAAC", 100000).matches, expected);
}

TEST(AlignmentSearch, namesAndDescriptionsAreSearched) {
  Alignment alignment = rowsOf({{"LDH_HUMAN", "M"}, {"x", "M"}, {"y", "M"}});
  alignment.rows[2].description = "lactate dehydrogenase ldh";
  Progress progress;
  EXPECT_THAT(findInNames(alignment, plainTextMatcher("ldh"), 10, progress).matches,
              ElementsAre(SearchMatch{0, -1, -1}, SearchMatch{2, -1, -1}));
}

TEST(AlignmentSearch, theNextMismatchIsNoGap) {
  const Alignment alignment = rowsOf({{"a", "ARND-E"}, {"b", "Ar-KWQ"}});
  EXPECT_EQ(nextMismatch(alignment, 1, 0, -1), 3);
  EXPECT_EQ(nextMismatch(alignment, 1, 0, 3), 5);
  EXPECT_EQ(nextMismatch(alignment, 1, 0, 5), -1);
}

TEST(BlockText, alignedRowsHaveOneLength) {
  EXPECT_EQ(blockText(withInsert(), {0, 1}, {0, 1, 2, 3}, BlockForm::alignedFasta, 1000),
            ">a/5-8\nM--wyK\n>b\nMRN..K\n");
}

TEST(BlockText, withoutGapsInsertsStay) {
  EXPECT_EQ(blockText(withInsert(), {1, 0}, {0, 1, 2, 3}, BlockForm::fasta, 1000), ">b\nMRNK\n>a/5-8\nMwyK\n");
}

TEST(BlockText, partsOfRowsSayWhichResiduesTheyAre) {
  EXPECT_EQ(blockText(withInsert(), {0, 1}, {2, 3}, BlockForm::fasta, 1000), ">a/6-8\nwyK\n>b/3-4\nNK\n");
  EXPECT_EQ(blockText(withInsert(), {0, 1}, {3}, BlockForm::fasta, 1000), ">a/8-8\nK\n>b/4-4\nK\n");
  Alignment alignment = rowsOf({{"a", "MKV"}});
  alignment.rows[0].inserts = {{0, codesOf("wy")}, {3, codesOf("h")}};
  EXPECT_EQ(blockText(alignment, {0}, {0, 1}, BlockForm::fasta, 1000), ">a/1-4\nwyMK\n");
  EXPECT_EQ(blockText(alignment, {0}, {1, 2}, BlockForm::alignedFasta, 1000), ">a/4-6\nKVh\n");
}

TEST(BlockText, insertsBesideLeftOutColumnsAreLeftOut) {
  EXPECT_EQ(blockText(withInsert(), {0}, {0, 3}, BlockForm::alignedFasta, 1000), ">a/5-8\nMK\n");
  EXPECT_EQ(blockText(withInsert(), {0}, {3}, BlockForm::letters, 1000), "K\n");
}

TEST(BlockText, nothingSelectedIsNothingAndTooMuchIsAnError) {
  EXPECT_EQ(blockText(withInsert(), {}, {0}, BlockForm::fasta, 10), "");
  EXPECT_THROW(blockText(withInsert(), {0, 1}, {0, 1, 2, 3}, BlockForm::fasta, 10), Error);
}

}  // namespace rows_test
