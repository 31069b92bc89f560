// A training prepared to be shown: which pairs are strongest, what touches, letters that favour each other, layout.
#include "ui/views/training/TrainingShown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/analysis/ContactPrecision.h"
#include "engine/base/Random.h"
#include "tests/support/ErrorOf.h"
#include "tests/ui/views/training/CourseSample.h"
#include "ui/views/training/HeadMeans.h"
#include "ui/views/training/LetterPairs.h"
#include "ui/views/training/TrainingLayout.h"

namespace training_shown_test {

using engine::Array;
using engine::Index;
using ui::TrainingShown;

TEST(TrainingShown, ranksThePairsOfTheHairpinFirst) {
  const TrainingShown shown(*test::courseDataset(test::hairpin()), {});
  ASSERT_EQ(shown.methods.size(), 1u);
  const ui::ShownPairs& pairs = *shown.methods.front();
  EXPECT_EQ(pairs.strongest.front().i, 0);
  EXPECT_EQ(pairs.strongest.front().j, 19);
  EXPECT_DOUBLE_EQ(pairs.topFifth[0], 1);
  EXPECT_DOUBLE_EQ(pairs.top[0], 7.0 / 20) << "seven pairs six or more apart touch";
  EXPECT_EQ(ui::numMarked(shown, {}), 20);
}

TEST(TrainingShown, reachesWhatTheEngineTells) {
  engine::Random random(3);
  const Index length = 40;
  Array<float> scores({length, length}), touches({length, length});
  engine::PairGeometry geometry;
  geometry.distance = Array<float>({length, length}, 1.0F);
  geometry.contacts = Array<engine::Bool>({length, length});
  for (Index i = 0; i < length; ++i)
    for (Index j = i; j < length; ++j) {
      scores(i, j) = scores(j, i) = float(random.below(50));
      const bool touch = random.below(3) == 0;
      touches(i, j) = touches(j, i) = touch ? 1 : 0;
      geometry.contacts(i, j) = geometry.contacts(j, i) = engine::Bool{touch};
    }
  std::vector<Index> residues(static_cast<size_t>(length));
  for (Index k = 0; k < length; ++k) residues[size_t(k)] = k;
  const ui::ShownPairs pairs(QStringLiteral("random"), scores, touches);
  for (size_t range = 0; range < ui::pairRanges().size(); ++range) {
    const auto [nearest, farthest] = ui::pairRanges()[range];
    const auto told = engine::contactPrecision(scores, residues, geometry, nearest, farthest);
    EXPECT_DOUBLE_EQ(pairs.top[range], told.at(1)) << range;
    EXPECT_DOUBLE_EQ(pairs.topFifth[range], told.at(5)) << range;
  }
}

TEST(TrainingShown, standsForTheSmallestAndForWhatIsUnknown) {
  for (const Index length : {1, 2}) {
    engine::TrainingCourse course = test::hairpin(length);
    const TrainingShown shown(*test::courseDataset(course), {});
    EXPECT_TRUE(shown.methods.front()->strongest.empty());
    EXPECT_DOUBLE_EQ(shown.methods.front()->top[0], 0);
    course.touches = Array<float>({length, length}, std::nanf(""));
    EXPECT_DOUBLE_EQ(TrainingShown(*test::courseDataset(course), {}).methods.front()->top[0], 0);
  }
  engine::TrainingCourse course = test::hairpin();
  course.touches = {};
  const TrainingShown shown(*test::courseDataset(course), {});
  EXPECT_FALSE(shown.hasStructure());
  EXPECT_TRUE(shown.methods.front()->precision.empty());
  EXPECT_EQ(shown.methods.front()->strongest.size(), 40u);
}

TEST(TrainingShown, saysHonestlyWhenThereAreTooFewSequences) {
  engine::TrainingCourse course = test::hairpin();
  const TrainingShown few(*test::courseDataset(course), {});
  EXPECT_TRUE(few.isShallow());
  EXPECT_TRUE(few.sequencesText().contains(QStringLiteral("too few"))) << few.sequencesText().toStdString();
  course.effective = 60;
  const TrainingShown enough(*test::courseDataset(course), {});
  EXPECT_FALSE(enough.isShallow());
  EXPECT_EQ(enough.sequencesText().toStdString(), "100 sequences count as 60 independent ones, 3 per position.");
}

TEST(TrainingShown, refusesOtherArraysAndKeepsWhatIsTheSame) {
  engine::Dataset other;
  other.title = "numbers";
  other.value = std::make_shared<const engine::ArrayBundle>();
  EXPECT_THAT(test::errorOf([&] { TrainingShown(other, {}); }),
              testing::HasSubstr("numbers: is no course of a training"));
  engine::TrainingCourse course = test::hairpin();
  const TrainingShown first(*test::courseDataset(course), {});
  course.losses.push_back(41);
  const TrainingShown second(*test::courseDataset(course), first);
  EXPECT_EQ(second.methods.front(), first.methods.front());
  course.maps.front().scores(0, 19) = 9;
  EXPECT_NE(TrainingShown(*test::courseDataset(course), second).methods.front(), first.methods.front());
}

TEST(TrainingShown, agreementIsTheShareOfCommonPairs) {
  engine::TrainingCourse course = test::hairpin();
  course.maps.push_back({"the same", course.maps.front().scores});
  course.maps.push_back({"the other way", course.maps.front().scores});
  for (float& score : course.maps.back().scores) score = -score;
  const TrainingShown shown(*test::courseDataset(course, "compared"), {});
  EXPECT_TRUE(shown.isComparison());
  EXPECT_DOUBLE_EQ(shown.agreement(0, 1), 1);
  EXPECT_LT(shown.agreement(0, 2), 0.3);
}

TEST(LetterPairs, ofAHeadTellChargesAndBlosum) {
  const engine::TrainingCourse course = test::hairpin();
  const ui::LetterPairs letters = ui::lettersOfHead(course.value, 1);
  EXPECT_TRUE(ui::favouredPairs(letters, 2).startsWith(QStringLiteral("E–K, K–E (opposite charges)")));
  EXPECT_TRUE(ui::lettersOfHead(course.value, 0).isEmpty());
  EXPECT_TRUE(ui::lettersOfHead(course.value, 2).isEmpty());
  EXPECT_NEAR(ui::correlation(ui::lettersOfBlosum(), ui::lettersOfBlosum()), 1, 1e-12);
  EXPECT_DOUBLE_EQ(ui::correlation(letters, {}), 0);
}

TEST(LetterPairs, ofAPairAreTheCouplingsOfAllHeads) {
  const engine::TrainingCourse course = test::hairpin();
  engine::HeadSet heads;
  heads.numHeads = 2;
  heads.numQueries = heads.numKeys = 20;
  for (int h = 0; h < 2; ++h) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = Array<float>({20, 20}, 0.1F * float(h + 1));
    heads.maps.push_back(map);
  }
  const ui::LetterPairs letters = ui::lettersOfPair(course.value, heads, 2, 9);
  EXPECT_NEAR(ui::correlation(letters, ui::lettersOfHead(course.value, 1)), 1, 1e-6);
  EXPECT_NEAR(letters.largest, 0.2 * ui::lettersOfHead(course.value, 1).largest, 1e-6);
  EXPECT_TRUE(ui::lettersOfPair(course.value, heads, 2, 20).isEmpty());
}

TEST(LetterPairs, ofLearnedCouplingsStandRowByRowAndTurnWithThePair) {
  const Index length = 5;
  engine::ArrayBundle weights;
  Array<float> couplings({10, 20, 20}, 0.0F);
  couplings(5, 6, 11) = 1;  // the pair of 1 and 3: after 0-1, 0-2, 0-3, 0-4, 1-2
  weights["couplings"] = couplings;
  EXPECT_TRUE(ui::favouredPairs(ui::lettersOfPair(weights, length, 1, 3), 1).startsWith(QStringLiteral("E–K")));
  EXPECT_TRUE(ui::favouredPairs(ui::lettersOfPair(weights, length, 3, 1), 1).startsWith(QStringLiteral("K–E")));
  EXPECT_TRUE(ui::lettersOfPair(weights, length, 1, 2).isEmpty());
  EXPECT_TRUE(ui::lettersOfPair(weights, length, 1, 1).isEmpty());
  EXPECT_TRUE(ui::lettersOfPair({}, length, 1, 2).isEmpty());
}

TEST(HeadMeans, areSymmetricAndOfTheHeadsThatAreAskedFor) {
  engine::HeadSet heads;
  heads.numHeads = 2;
  heads.numQueries = heads.numKeys = 8;
  engine::Random random(1);
  for (int h = 0; h < 2; ++h) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = Array<float>({8, 8});
    for (float& weight : map->weights) weight = float(random.below(100));
    heads.maps.push_back(map);
  }
  const Array<float> one = ui::scoresOfHeads(heads, 1, 1), both = ui::scoresOfHeads(heads, 0, 2);
  for (Index i = 0; i < 8; ++i) {
    EXPECT_FLOAT_EQ(one(i, i), 0);
    for (Index j = 0; j < 8; ++j) EXPECT_FLOAT_EQ(both(i, j), both(j, i));
  }
  EXPECT_NE(one, both);
  EXPECT_EQ(ui::scoresOfHeads(heads, 0, 1).shape(), (engine::Shape{8, 8}));
}

TEST(TrainingLayout, partsStandInThePictureAndApart) {
  engine::TrainingCourse compared = test::hairpin();
  compared.losses.clear();
  compared.judged.clear();
  compared.maps.resize(3, compared.maps.front());
  for (const auto& course : {test::hairpin(), compared})
    for (const QSizeF size : {QSizeF(1200, 640), QSizeF(700, 520), QSizeF(420, 700), QSizeF(1900, 960)}) {
      const TrainingShown shown(*test::courseDataset(course), {});
      const ui::TrainingLayout layout = trainingLayout(ui::Theme::light(), shown, true, size);
      const QRectF page(QPointF(), size);
      std::vector<QRectF> parts = layout.maps;
      for (const auto& [kind, rect] : layout.charts) parts.push_back(rect);
      if (!layout.heads.isEmpty()) parts.push_back(layout.heads);
      parts.push_back(layout.legend);
      parts.push_back(layout.words);
      for (size_t k = 0; k < parts.size(); ++k) {
        EXPECT_TRUE(page.contains(parts[k])) << k << " at " << size.width();
        for (size_t other = 0; other < k; ++other) EXPECT_FALSE(parts[k].intersects(parts[other])) << k << ' ' << other;
      }
      EXPECT_GT(layout.maps.front().width(), 80) << size.width();
      for (Index head = 0; head < layout.numHeads; ++head)
        EXPECT_EQ(layout.headAt(layout.headRect(head).center()), layout.heads.isEmpty() ? -1 : head);
      const auto cell = layout.cellAt(layout.maps.front().center());
      EXPECT_EQ(cell.row, 10);
      EXPECT_TRUE(layout.cellAt({-1, -1}).isEmpty());
    }
}

}  // namespace training_shown_test
