// What profiles say about the columns that are selected.
#include "ui/views/readout/ProfileReadout.h"

#include <QStringList>
#include <cmath>

#include <gtest/gtest.h>

namespace profile_readout_test {

std::shared_ptr<engine::ProfileHmm> someProfile() {
  auto profile = std::make_shared<engine::ProfileHmm>();
  engine::ResidueVector emissions{};
  emissions[0] = 0.25;  // A
  emissions[10] = 0.7;  // L
  emissions[19] = 0.05;
  profile->emissions = {emissions, emissions};
  profile->transitions.assign(3, {0, 0, 0, 0, 0, 0, 0});
  profile->transitions[2] = {std::log2(0.9), std::log2(0.1), engine::kImpossible, -1, -1, -2, -0.415};
  profile->columnNeff = {{}, {1, 0, 0}, {5.25, 1.5, 1}};
  return profile;
}

engine::DatasetPtr datasetOf(const std::string& id, std::shared_ptr<const engine::ProfileHmm> profile) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::move(profile);
  return dataset;
}

TEST(ProfileReadout, tellsDiversityTransitionsAndTopResidues) {
  const auto lines = ui::profileColumnLines(*someProfile(), 1);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].value, "M 5.25, I 1.5, D 1");
  EXPECT_TRUE(lines[1].isTable);
  EXPECT_EQ(lines[1].label, "Transitions, without pseudocounts");
  auto completed = someProfile();
  completed->hasTransitionPseudocounts = true;
  EXPECT_EQ(ui::profileColumnLines(*completed, 1)[1].label, "Transitions, with pseudocounts");
  EXPECT_EQ(ui::transitionTable(*completed, 2), QString());
  EXPECT_EQ(ui::transitionTable({}, 0), QString());
  const QStringList rows = lines[1].value.split(u'\n');
  ASSERT_EQ(rows.size(), 4);
  EXPECT_EQ(rows[0].simplified(), QStringLiteral("→M →I →D"));
  EXPECT_EQ(rows[1].simplified(), QStringLiteral("M 0.9 0.1 0"));
  EXPECT_EQ(rows[2].simplified(), QStringLiteral("I 0.5 0.5"));
  EXPECT_EQ(rows[3].simplified(), QStringLiteral("D 0.25 0.75"));
  EXPECT_EQ(rows[3].size(), rows[1].size()) << "D to D stands below M to D";
  EXPECT_EQ(lines[2].value, QStringLiteral("L\u00a070\u00a0%, A\u00a025\u00a0%, V\u00a05\u00a0%"));
  EXPECT_TRUE(ui::profileColumnLines(*someProfile(), 2).empty());
  EXPECT_TRUE(ui::profileColumnLines(*someProfile(), -1).empty());
  EXPECT_TRUE(ui::profileColumnLines({}, 0).empty());
}

TEST(ProfileReadout, pairsNameBothProfiles) {
  ui::Session session;
  session.document().publish(datasetOf("query", someProfile()));
  session.document().publish(datasetOf("template", someProfile()));
  EXPECT_TRUE(ui::columnLinesAt(session.document(), session.selection().current()).empty());
  ui::Focus focus;
  focus.first = {"query", 0};
  focus.second = {"template", 1};
  session.selection().setHover(focus);
  const auto lines = ui::columnLinesAt(session.document(), session.selection().current());
  ASSERT_EQ(lines.size(), 8U);
  EXPECT_EQ(lines[0].value, "query, column 1");
  EXPECT_EQ(lines[4].value, "template, column 2");
  focus.first = {"nothing of that name", 0};
  focus.second = {};
  session.selection().setHover(focus);
  EXPECT_TRUE(ui::columnLinesAt(session.document(), session.selection().current()).empty());
}

}  // namespace profile_readout_test
