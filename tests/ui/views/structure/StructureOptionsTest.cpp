// What one can choose about a structure, as values: JSON, ranges, what goes on for another structure.
#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonObject>
#include <cmath>

#include "ui/views/structure/StructureOptions.h"

namespace structure_options_test {

using ui::StructureOptions;

/// Every field other than its default.
StructureOptions everythingElse() {
  StructureOptions options;
  options.style = ui::StructureStyle::ballAndStick;
  options.coloring = ui::ResidueColoring::bFactor;
  options.columnValue = ui::ColumnValue::consensus;
  options.columnAlignment = "lactate";
  options.groups = "sectors";
  options.areFramesShown = false;
  options.frameLength = 2.5;
  options.shading = {false, false, false, ui::PageGround::black};
  options.labels = "52 97-99";
  options.weightLimit = ui::WeightLimit::weight;
  options.threshold = 0.37;
  options.lowestWeight = 0.25;
  options.perResidue = 4;
  options.mostBars = 40;
  options.separation = 2;
  options.barPairs = ui::BarPairs::bestPairs;
  options.contactCutoff = 12;
  options.contactAtom = engine::ContactAtom::alpha;
  options.headsEnds = ui::EndTokens::both;
  options.headsChain = "B";
  options.measuring = ui::MeasureKind::dihedral;
  options.arePlanesShown = false;
  options.measurements = {{{0, "CA"}, {7, "N"}}, {{1, "CA"}, {2, "CB"}, {3, "CA"}}};
  options.motion = {{10, -20, 30.5}, {1, 2, -3}, true};
  options.superposed = "1emd";
  options.pairing = ui::Pairing::sequence;
  return options;
}

TEST(StructureOptions, everyFieldSurvivesJson) {
  const StructureOptions wanted = everythingElse();
  StructureOptions read;
  ui::readJson(ui::toJson(wanted), read);
  EXPECT_EQ(read, wanted);
  const QJsonObject defaults = ui::toJson(StructureOptions{}), others = ui::toJson(wanted);
  EXPECT_EQ(others.size(), 31);
  for (const QString& key : others.keys()) EXPECT_NE(others[key], defaults[key]) << key.toStdString();
}

TEST(StructureOptions, theDefaultsAreThoseOfAnEmptyState) {
  StructureOptions read;
  ui::readJson({}, read);
  EXPECT_EQ(read, StructureOptions{});
  read = everythingElse();
  ui::readJson({}, read);
  EXPECT_EQ(read, everythingElse()) << "missing keys leave what is";
}

TEST(StructureOptions, keysAndNamesAreThoseOfSessionFiles) {
  const QJsonObject json = ui::toJson(StructureOptions{});
  EXPECT_EQ(json["style"], "cartoon");
  EXPECT_EQ(json["coloring"], "secondary structure");
  EXPECT_EQ(json["limit"], "share");
  EXPECT_EQ(json["headsEnds"], "residues");
  EXPECT_EQ(json["pairing"], "alignment");
  EXPECT_EQ(json["measuring"], 0);
  EXPECT_EQ(json["turn"], (QJsonArray{0.0, 0.0, 0.0}));
}

TEST(StructureOptions, nonsenseIsPassedOver) {
  StructureOptions read = everythingElse();
  ui::readJson({{"style", 7},
                {"coloring", "by mood"},
                {"columnAlignment", 3},
                {"frames", "yes"},
                {"threshold", "much"},
                {"turn", QJsonArray{1, "x", 3}},
                {"shift", QJsonArray{1, 2}},
                {"headsChain", QJsonArray{}},
                {"superposed", QJsonObject{}},
                {"nobody knows", 1}},
               read);
  EXPECT_EQ(read, everythingElse());
}

TEST(StructureOptions, numbersOutOfRangeBecomeTheNearestValidOnes) {
  StructureOptions read;
  ui::readJson({{"threshold", 17}, {"lowestWeight", 3}, {"perResidue", -3}, {"separation", 1e9}, {"mostBars", -1},
                {"measuring", 9}, {"turn", QJsonArray{-700, 0, 700}}, {"shift", QJsonArray{0, 1e6, -1e6}}},
               read);
  EXPECT_EQ(read.threshold, 1);
  EXPECT_EQ(read.lowestWeight, ui::kMostLowestWeight);
  EXPECT_EQ(read.perResidue, 1);
  EXPECT_EQ(read.separation, ui::kMostSeparation);
  EXPECT_EQ(read.mostBars, 0);
  EXPECT_EQ(read.measuring, ui::MeasureKind::dihedral);
  EXPECT_EQ(read.motion.degrees, engine::Vector3(-180, 0, 180));
  EXPECT_EQ(read.motion.shift, engine::Vector3(0, 100, -100));
  ui::readJson({{"measuring", 1}}, read);
  EXPECT_EQ(read.measuring, ui::MeasureKind::none) << "nothing is measured with one atom";
}

TEST(StructureOptions, whatIsNotFiniteBecomesTheDefault) {
  StructureOptions options;
  options.threshold = std::nan("");
  options.lowestWeight = INFINITY;
  options.motion.shift.x() = std::nan("");
  EXPECT_EQ(ui::clamped(options), StructureOptions{});
}

TEST(StructureOptions, aSuperpositionColoursChainsUnlessToldOtherwise) {
  StructureOptions options;
  ui::superpose(options, "other");
  EXPECT_EQ(options.coloring, ui::ResidueColoring::chain);
  options.coloring = ui::ResidueColoring::index;
  ui::superpose(options, {});
  EXPECT_EQ(options.coloring, ui::ResidueColoring::index);
  ui::readJson({{"superposed", "third"}}, options);
  EXPECT_EQ(options.coloring, ui::ResidueColoring::chain);
  ui::readJson({{"superposed", "fourth"}, {"coloring", "B-factor"}}, options);
  EXPECT_EQ(options.coloring, ui::ResidueColoring::bFactor);
}

TEST(StructureOptions, anotherStructureKeepsTheLookAndLosesWhatBelongedToTheFirst) {
  StructureOptions before = everythingElse();
  before.areFramesShown = true;
  const StructureOptions small = ui::carriedOver(before, 100), large = ui::carriedOver(before, 5000);
  EXPECT_EQ(small.style, before.style);
  EXPECT_EQ(small.threshold, before.threshold);
  EXPECT_TRUE(small.areFramesShown);
  EXPECT_FALSE(large.areFramesShown) << "clutter";
  EXPECT_TRUE(small.measurements.empty());
  EXPECT_TRUE(small.superposed.empty());
  EXPECT_TRUE(small.headsChain.empty());
  EXPECT_EQ(small.motion, ui::MotionSettings{});
}

}  // namespace structure_options_test
