// Options of the DP view in sessions.
#include "ui/views/dp/DpOptions.h"

#include <QJsonArray>

#include <gtest/gtest.h>

namespace dp_options_test {

using ui::DpOptions;

DpOptions allOther() {
  DpOptions options;
  options.kind = engine::DpKind::backward;
  options.mainPlane = 3;
  options.arrangement = ui::PlaneArrangement::withPosterior;
  options.range = ui::PlaneRange::perPlane;
  options.quantity = ui::PlaneQuantity::score;
  options.letters = ui::ProfileLetters::consensus;
  options.colorMap = QStringLiteral("magma");
  options.path = 2;
  options.isPathShown = options.areRivalsShown = options.areLogosShown = false;
  options.isPosteriorShown = options.isListShown = options.isCardShown = true;
  options.firstEntry = 1;
  options.textOffset = 40;
  return options;
}

TEST(DpOptions, everyOptionComesBackFromASession) {
  const QJsonObject state = ui::toJson(allOther());
  DpOptions options;
  ui::readJson(state, options);
  EXPECT_EQ(options, allOther());
  const QJsonObject standard = ui::toJson(DpOptions{});
  for (const QString& key : state.keys()) EXPECT_NE(state[key], standard[key]) << key.toStdString() << " is not tested";
  EXPECT_EQ(state.size(), 16);
}

TEST(DpOptions, keysAreThoseOfOldSessions) {
  EXPECT_EQ(ui::toJson(allOther()),
            (QJsonObject{{"matrix", "backward"}, {"plane", 3}, {"arrangement", "posterior"}, {"range", "plane"},
                         {"quantity", "score"}, {"letters", "consensus"}, {"colours", "magma"}, {"path", 2},
                         {"showPath", false}, {"showRivals", false}, {"posteriorPath", true}, {"logos", false},
                         {"list", true}, {"cell", true}, {"firstEntry", 1}, {"textOffset", 40}}));
}

TEST(DpOptions, whatIsMissingOrNonsenseLeavesWhatIs) {
  DpOptions options = allOther();
  ui::readJson({}, options);
  EXPECT_EQ(options, allOther());
  ui::readJson({{"matrix", "moon"}, {"plane", "two"}, {"arrangement", 3}, {"range", true}, {"quantity", QJsonArray{1}},
                {"letters", ""}, {"colours", "no such map"}, {"path", false}, {"showPath", 1}, {"showRivals", "yes"},
                {"posteriorPath", QJsonValue()}, {"logos", 0}, {"list", "on"}, {"cell", 2}, {"firstEntry", "1"},
                {"textOffset", QJsonObject{}}, {"unknown", 5}},
               options);
  EXPECT_EQ(options, allOther());
  ui::readJson({{"colours", ""}}, options);
  EXPECT_TRUE(options.colorMap.isEmpty()) << "by the values";
}

TEST(DpOptions, numbersOutOfRangeBecomeTheNearest) {
  DpOptions options;
  ui::readJson({{"plane", 1e300}, {"path", -1e300}, {"firstEntry", 1.6}, {"textOffset", -1e300}}, options);
  EXPECT_GT(options.mainPlane, 1000000);
  EXPECT_LT(options.path, -1000000);
  EXPECT_EQ(options.firstEntry, 2);
  EXPECT_LT(options.textOffset, -1000000);
}

TEST(DpOptions, knobsComeBack) {
  const engine::AlignmentKnobs knobs{0.25, 1.5, 0.3, 0.2, 4, 8, true};
  engine::AlignmentKnobs read;
  ui::readJson(ui::toJson(knobs), read);
  EXPECT_EQ(read, knobs);
  ui::readJson({{"shift", "x"}, {"gapOpening", false}, {"coOptimal", -3}, {"sums", 1}}, read);
  EXPECT_EQ(read.shift, 0.25);
  EXPECT_EQ(read.gapOpening, 1.5);
  EXPECT_EQ(read.coOptimal, 0U);
  EXPECT_TRUE(read.hasSums);
}

}  // namespace dp_options_test
