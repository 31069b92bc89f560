// A structure coloured by named groups of its residues.
#include <gtest/gtest.h>

#include "engine/datasets/LetterArray.h"
#include "engine/datasets/PositionGroups.h"
#include "tests/ui/views/structure/StructureViewFixture.h"
#include "ui/views/readout/LinkedGroups.h"

namespace groups_on_structure_test {

class GroupsOnStructure : public test::StructureViewTest {
 protected:
  static engine::DatasetPtr groups(const std::string& id, engine::PositionGroups groups,
                                   const std::vector<engine::DatasetId>& axes = {"s"}) {
    engine::ArrayBundle arrays;
    engine::addGroups(arrays, groups);
    return test::dataset(id, std::move(arrays), axes);
  }
};

TEST_F(GroupsOnStructure, residuesHaveTheColoursOfTheirGroups) {
  showStructure(test::helix(4));
  set(&Options::coloring, ui::ResidueColoring::group);
  EXPECT_EQ(view.picture().legend.title, "No groups are linked to this structure");
  session.document().publish(groups("sectors", {{1, 0, 2, 1}, {"blue sector", "red sector"}}));
  const ui::ColorLegend& legend = view.picture().legend;
  EXPECT_EQ(legend.title, "sectors");
  ASSERT_EQ(legend.entries.size(), 2U);
  EXPECT_EQ(legend.entries[1].text, "red sector");
  const auto colors = residueColors(view.picture()).colors;
  EXPECT_EQ(colors[0], ui::groupColor(1));
  EXPECT_EQ(colors[1], ui::kPlainResidue);
  EXPECT_EQ(colors[2], ui::groupColor(2));
  session.selection().setLocked({{"s", 2}, {}});
  const auto lines = view.readout();
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const ui::ReadoutLine& line) {
    return line.label == QStringLiteral("sectors") && line.value == QStringLiteral("red sector");
  }));
  view.setState(view.state());
  EXPECT_EQ(view.options().coloring, ui::ResidueColoring::group);
}

TEST_F(GroupsOnStructure, ofSeveralFilesOneIsChosen) {
  showStructure(test::helix(3));
  session.document().publish(groups("sectors", {{1, 0, 0}, {"blue"}}));
  session.document().publish(groups("sites", {{0, 0, 1}, {"active site"}}));
  set(&Options::coloring, ui::ResidueColoring::group);
  EXPECT_EQ(view.picture().legend.title, "sectors") << "the first, while none is chosen";
  set(&Options::groups, std::string("sites"));
  EXPECT_EQ(view.picture().legend.title, "sites");
  session.document().remove("sites");
  EXPECT_EQ(view.picture().legend.title, "sectors");
}

TEST_F(GroupsOnStructure, theSameGroupsAreToldOnceAndThoseOfOthersNot) {
  showStructure(test::helix(3));
  session.document().publish(groups("sectors", {{1, 0, 2}, {"blue", "red"}}));
  session.document().publish(groups("training", {{1, 0, 2}, {"blue", "red"}}));
  session.document().publish(groups("elsewhere", {{1, 1, 1}, {"blue"}}, {"another"}));
  session.document().publish(groups("nowhere", {{0, 0, 0}, {"blue"}}));
  engine::ArrayBundle wrong;
  engine::addGroups(wrong, {{1}, {"blue"}});
  wrong["groups"] = engine::Array<double>({1}, 9.0);
  session.document().publish(test::dataset("wrong", std::move(wrong), {"s"}));
  const auto linked = ui::groupsOn(*session.document().find("s"), session.document());
  ASSERT_EQ(linked.size(), 1U);
  EXPECT_EQ(linked.front().id, "sectors");
  EXPECT_EQ(linked.front().groups.groups, (std::vector<engine::Index>{1, 0, 2}));
}

}  // namespace groups_on_structure_test
