// The options of the attention view as JSON: no window is needed.
#include <QJsonArray>

#include <gtest/gtest.h>

#include "tests/ui/views/attention/OtherOptions.h"

namespace attention_state_test {

using test::otherAttentionOptions;
using ui::AttentionOptions;

AttentionOptions read(const QJsonObject& json, AttentionOptions options = {}) {
  ui::readJson(json, options);
  return options;
}

TEST(AttentionState, everyOptionComesBack) {
  EXPECT_EQ(read(ui::toJson(otherAttentionOptions())), otherAttentionOptions());
  EXPECT_EQ(read(ui::toJson(AttentionOptions{}), otherAttentionOptions()), AttentionOptions{});
}

TEST(AttentionState, everyOptionIsKeptUnderAKeyOfItsOwn) {
  const QJsonObject json = ui::toJson(otherAttentionOptions()), defaults = ui::toJson(AttentionOptions{});
  for (const QString& key : json.keys()) {
    EXPECT_NE(json[key], defaults[key]) << key.toStdString();
    EXPECT_NE(read({{key, json[key]}}), AttentionOptions{}) << key.toStdString();
  }
  EXPECT_EQ(json.size(), 22);
}

TEST(AttentionState, choicesAreKeptByNamesThatOldSessionsKnow) {
  const QJsonObject json = ui::toJson(otherAttentionOptions());
  EXPECT_EQ(json["picture"], "arcs");
  EXPECT_EQ(json["range"], "largestOfHeads");
  EXPECT_EQ(json["ends"], "both");
  EXPECT_EQ(json["companionPlace"], "lowerTriangle");
  EXPECT_EQ(json["diagonals"], (QJsonArray{4, 12}));
  EXPECT_EQ(ui::toJson(AttentionOptions{})["ends"], "residues");
  EXPECT_EQ(ui::toJson(AttentionOptions{})["scale"], "automatic");
  EXPECT_EQ(read({{"scale", "logarithmic"}}).scale, ui::ScaleChoice::logarithmic);
}

TEST(AttentionState, whatIsMissingOrNonsenseLeavesWhatIs) {
  EXPECT_EQ(read({}, otherAttentionOptions()), otherAttentionOptions());
  const QJsonObject nonsense{{"picture", QJsonArray{}}, {"quantity", "pounds"}, {"transform", 3},
                             {"colors", "rainbow"},     {"contacts", "yes"},    {"threshold", "much"},
                             {"diagonals", "6, 12"},    {"arcs", true},         {"unknown", 1}};
  EXPECT_EQ(read(nonsense, otherAttentionOptions()), otherAttentionOptions());
}

TEST(AttentionState, numbersOutOfRangeBecomeTheNearestValidOnes) {
  AttentionOptions options = read({{"threshold", -3}, {"topPerRow", 1e9}, {"massFraction", 0}, {"arcs", 0}});
  EXPECT_EQ(options.filter, (engine::MapFilter{0, ui::kMostTopPerRow, 0.01}));
  EXPECT_EQ(options.arcCount, 1);
  options = read({{"topPerRow", -5}, {"massFraction", 99}, {"arcs", 1e9}, {"diagonals", QJsonArray{9, -1, 3, 9, "x"}}});
  EXPECT_EQ(options.filter, engine::MapFilter{});
  EXPECT_EQ(options.arcCount, ui::kMostArcs);
  EXPECT_EQ(options.diagonals, (std::vector<int>{3, 9}));
}

}  // namespace attention_state_test
