// A structure coloured by the feature of a model that is looked at.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/ui/views/structure/StructureViewFixture.h"
#include "ui/views/readout/FeatureOnShow.h"

namespace feature_on_structure_test {

class FeatureOnStructure : public test::StructureViewTest {};

TEST_F(FeatureOnStructure, coloursFollowTheFeature) {
  showStructure(test::helix(4));
  set(&Options::coloring, ui::ResidueColoring::feature);
  EXPECT_EQ(view.picture().legend.title, "No feature is chosen");
  ui::FeatureOnShow::of(session).set("s", {0, 2, 1, 0}, QStringLiteral("Feature 12: helix"));
  EXPECT_EQ(view.picture().columns.values, (std::vector<float>{0, 2, 1, 0}));
  EXPECT_EQ(view.picture().legend.title, "Feature 12: helix");
  EXPECT_EQ(view.picture().legend.high, 2);
  const auto colors = residueColors(view.picture()).colors;
  EXPECT_EQ(colors[0], colors[3]);
  EXPECT_NE(colors[0], colors[1]);
  session.selection().setLocked({{"s", 1}, {}});
  const auto lines = view.readout();
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const ui::ReadoutLine& line) {
    return line.label == QStringLiteral("Feature 12: helix") && line.value.startsWith(QStringLiteral("2"));
  }));
  EXPECT_TRUE(view.captionText().contains("Feature 12: helix"));
  view.setState(view.state());
  EXPECT_EQ(view.options().coloring, ui::ResidueColoring::feature);
  ui::FeatureOnShow::of(session).set("other", {5, 5}, QStringLiteral("Feature 3"));
  EXPECT_EQ(residueColors(view.picture()).colors[0], ui::kPlainResidue) << "its residues are another protein's";
}

TEST_F(FeatureOnStructure, withoutAChoiceItIsTheStrongest) {
  showStructure(test::helix(4));
  set(&Options::coloring, ui::ResidueColoring::feature);
  engine::FeatureSet features;
  features.letters = "DDDD";
  features.numFeatures = 9;
  features.values = {{0, 7, 1}, {2, 4, 3}};
  summarise(features);
  session.document().publish(test::dataset("features", std::move(features), {"s"}));
  EXPECT_EQ(view.picture().legend.title, "Feature 4");
  EXPECT_EQ(view.picture().columns.values, (std::vector<float>{0, 0, 3, 0}));
}

TEST_F(FeatureOnStructure, anAlignmentColumnIsNotTakenForAFeature) {
  showStructure(test::helix(3));
  ui::FeatureOnShow::of(session).set("s", {1, 2, 3}, QStringLiteral("Feature 1"));
  set(&Options::coloring, ui::ResidueColoring::feature);
  set(&Options::coloring, ui::ResidueColoring::column);
  EXPECT_EQ(view.picture().legend.title, "No alignment is linked to this structure");
  set(&Options::coloring, ui::ResidueColoring::chain);
  ui::FeatureOnShow::of(session).set("s", {3, 2, 1}, QStringLiteral("Feature 2"));
  EXPECT_EQ(view.picture().legend.title.find("Feature"), std::string::npos);
}

}  // namespace feature_on_structure_test
