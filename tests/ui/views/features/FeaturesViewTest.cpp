// Features of a model in a view: the table, the track, what is chosen, and what other views are told.
#include "ui/views/features/FeaturesView.h"

#include <gtest/gtest.h>
#include <QSignalSpy>

#include <cmath>
#include <set>

#include "engine/base/Nth.h"
#include "tests/support/ErrorOf.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/readout/FeatureOnShow.h"

namespace features_view_test {

using engine::FeatureSet;
using engine::Index;
using ui::FeatureOrder;
using ui::FeaturesLayout;
using ui::FeaturesOptions;
using ui::FeaturesShown;

constexpr QSize kSize(900, 600);

/// Feature 30 + k fires at the first k + 1 residues, most strongly at the last of these: k + 1.
engine::DatasetPtr featuresDataset(const std::string& letters = "MKTAYIAKQR", int numFiring = 4) {
  auto set = std::make_shared<FeatureSet>();
  set->model = "toy model";
  set->autoencoder = "toy (InterPLM, ReLU)";
  set->letters = letters;
  set->layer = 2;
  set->numLayers = 3;
  set->numFeatures = 1000;
  set->explained = 0.75;
  set->names = {{32, "beta strand"}};
  for (std::int32_t residue = 0; residue < static_cast<std::int32_t>(letters.size()); ++residue)
    for (std::int32_t k = residue; k < numFiring; ++k)
      set->values.push_back({residue, 30 + k, static_cast<float>(residue + 1)});
  engine::summarise(*set);
  for (engine::FiringFeature& one : set->firing) one.alike = {{32, 0.5F}, {999, 0.25F}};
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = "features";
  dataset->title = "toy";
  dataset->provenance.request = {"features", {"weights", "sae"}, {}, "features"};
  dataset->value = std::shared_ptr<const FeatureSet>(set);
  return dataset;
}

std::vector<Index> featuresOf(const FeaturesShown& shown) {
  std::vector<Index> features;
  for (Index k = 0; k < static_cast<Index>(shown.rows.size()); ++k) features.push_back(shown.row(k).feature);
  return features;
}

TEST(FeaturesShown, rowsAreSortedAndFiltered) {
  const auto dataset = featuresDataset();
  FeaturesOptions options;
  EXPECT_EQ(featuresOf({*dataset, options}), (std::vector<Index>{33, 32, 31, 30}));
  options.order = FeatureOrder::number;
  EXPECT_EQ(featuresOf({*dataset, options}), (std::vector<Index>{30, 31, 32, 33}));
  options.filter = " Strand ";
  EXPECT_EQ(featuresOf({*dataset, options}), (std::vector<Index>{32}));
  options.filter = QStringLiteral("31");
  EXPECT_EQ(featuresOf({*dataset, options}), (std::vector<Index>{31}));
  options.filter = QStringLiteral("nobody");
  const FeaturesShown none(*dataset, options);
  EXPECT_TRUE(none.rows.empty());
  EXPECT_EQ(none.feature, -1);
}

TEST(FeaturesShown, saysWhereAFeatureFires) {
  FeaturesOptions options;
  options.feature = 32;
  const FeaturesShown shown(*featuresDataset(), options);
  EXPECT_EQ(shown.featureTitle(), QStringLiteral("Feature 32: beta strand"));
  EXPECT_EQ(shown.values[2], 3);
  EXPECT_EQ(shown.values[3], 0);
  EXPECT_EQ(shown.strongest(2), (std::vector<Index>{2, 1}));
  EXPECT_EQ(shown.words().toStdString(), "max 3 at Thr (T) 3 · fires at 3 of 10 residues · mean there 2");
  options.feature = 999;
  EXPECT_EQ(FeaturesShown(*featuresDataset(), options).words(), QStringLiteral("It does not fire on this protein"));
  options.feature = 5000;
  EXPECT_EQ(FeaturesShown(*featuresDataset(), options).feature, 33) << "there is no such feature";
}

TEST(FeaturesShown, ofNothing) {
  for (const auto& dataset : {featuresDataset("", 0), featuresDataset("M", 0), featuresDataset("M", 1)}) {
    const FeaturesShown shown(*dataset, {});
    for (const QSizeF size : {QSizeF(900, 600), QSizeF(100, 80), QSizeF(400, 900)}) {
      const FeaturesLayout layout = featuresLayout(ui::Theme::light(), shown, {}, size);
      EXPECT_EQ(layout.numResidues, shown.numResidues());
      EXPECT_EQ(layout.residueAt({-1, -1}), -1);
    }
    EXPECT_FALSE(featuresCaption(shown).isEmpty());
    EXPECT_EQ(featuresNumbers(shown).size(), 2U);
  }
}

TEST(FeaturesLayout, everyResidueAndRowIsFoundWhereItIs) {
  const FeaturesShown shown(*featuresDataset(std::string(333, 'A'), 200), {});
  for (const QSizeF size : {QSizeF(900, 600), QSizeF(1600, 900), QSizeF(420, 900)}) {
    const FeaturesLayout layout = featuresLayout(ui::Theme::light(), shown, {}, size);
    for (Index residue = 0; residue < 333; ++residue) {
      EXPECT_EQ(layout.residueAt(layout.cellOf(residue).center()), residue);
      EXPECT_TRUE(layout.track.contains(layout.cellOf(residue).center()));
    }
    ASSERT_GT(layout.numRows, 3);
    for (Index row = 0; row < layout.numRows; ++row) EXPECT_EQ(layout.rowAt(layout.rowOf(row).center()), row);
  }
}

TEST(FeaturesOptions, comeBackFromJsonAndStayWithinLimits) {
  FeaturesOptions options{7, FeatureOrder::mean, QStringLiteral("zinc"), 12}, read;
  takeJson(read, toJson(options));
  EXPECT_EQ(read, options);
  takeJson(read, {{"feature", -9}, {"order", "none"}, {"scroll", -1}, {"filter", 3}});
  EXPECT_EQ(read.feature, -1);
  EXPECT_EQ(read.order, FeatureOrder::mean);
  EXPECT_EQ(read.scroll, 0);
  EXPECT_EQ(read.filter, QStringLiteral("zinc"));
}

class FeaturesViewTest : public ::testing::Test {
 protected:
  void showWith(const engine::DatasetPtr& dataset) {
    session.document().publish(dataset);
    view.setDataset(session.document().find("features"));
    test::show(view, kSize);
    test::giveFocus(view.canvas());
  }
  FeaturesLayout layout() { return view.layoutIn(view.canvas().size()); }
  void click(QPointF at) { QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, at.toPoint()); }

  ui::Session session;
  ui::FeaturesView view{session};
};

TEST_F(FeaturesViewTest, aClickOnARowLooksAtItsFeatureEverywhere) {
  showWith(featuresDataset());
  const ui::FeatureOnShow& onShow = ui::FeatureOnShow::of(session);
  EXPECT_EQ(onShow.title(), QStringLiteral("Feature 33")) << "the first of the table";
  QSignalSpy changed(&onShow, &ui::FeatureOnShow::changed);
  click(layout().rowOf(1).center());
  EXPECT_EQ(view.shown().feature, 32);
  EXPECT_EQ(changed.count(), 1);
  EXPECT_EQ(onShow.title(), QStringLiteral("Feature 32: beta strand"));
  EXPECT_EQ(onShow.valueAt(session.document(), {"features", 2}), 3);
  EXPECT_TRUE(std::isnan(onShow.valueAt(session.document(), {"features", 10})));
  EXPECT_TRUE(std::isnan(onShow.valueAt(session.document(), {"other", 0})));
}

TEST_F(FeaturesViewTest, aClickOnAnAlikeFeatureLooksAtThatOne) {
  showWith(featuresDataset());
  click(layout().alikeOf(1).center());
  EXPECT_EQ(view.shown().feature, 999);
  EXPECT_EQ(view.shown().most, 0);
}

TEST_F(FeaturesViewTest, headingsSortTheTable) {
  showWith(featuresDataset());
  click({layout().columns[0] + 4, layout().header.center().y()});
  EXPECT_EQ(view.options().order, FeatureOrder::number);
  EXPECT_EQ(view.shown().row(0).feature, 30);
  click({layout().columns[2] + 4, layout().header.center().y()});
  EXPECT_EQ(view.options().order, FeatureOrder::residues);
}

TEST_F(FeaturesViewTest, residuesAreMarkedFromTheTrackAndFromTheList) {
  showWith(featuresDataset());
  test::movePointer(view.canvas(), layout().cellOf(6).center());
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"features", 6}));
  EXPECT_EQ(view.statusText().toStdString(), "Ala (A) 7, Feature 33: 0");
  test::movePointer(view.canvas(), layout().residueLineOf(0).center());
  EXPECT_EQ(view.markedResidue(), 3) << "the strongest one of feature 33";
  const auto lines = view.readout();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1].value, QStringLiteral("4"));
  EXPECT_TRUE(lines[2].value.contains("Feature 33"));
}

TEST_F(FeaturesViewTest, keysLeadThroughTheTableAndAlongTheSequence) {
  showWith(featuresDataset(std::string(40, 'A'), 40));
  for (int k = 0; k < 35; ++k) QTest::keyClick(&view.canvas(), Qt::Key_Down);
  EXPECT_EQ(view.shown().shownRow(), 35);
  EXPECT_GE(view.shown().shownRow(), layout().firstRow);
  EXPECT_LT(view.shown().shownRow(), layout().firstRow + layout().numRows) << "the table follows";
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  EXPECT_EQ(view.markedResidue(), 1);
}

TEST_F(FeaturesViewTest, switchingAFeatureOffAsksForTheRun) {
  showWith(featuresDataset());
  QSignalSpy requested(&view, &ui::View::requested);
  view.chooseFeature(31);
  view.runWithFactor(0);
  ASSERT_EQ(requested.count(), 1);
  const auto request = requested[0][0].value<engine::Request>();
  EXPECT_EQ(request.operation, "features");
  EXPECT_EQ(request.inputs, (std::vector<std::string>{"weights", "sae"}));
  EXPECT_EQ(request.parameters.text("change"), "31=0");
  EXPECT_TRUE(request.output.empty());
}

TEST_F(FeaturesViewTest, drawsTheTrackAndGivesNumbers) {
  showWith(featuresDataset());
  const QImage picture = view.renderImage(kSize, 1);
  const FeaturesLayout at = view.layoutIn(kSize);
  const auto colorAt = [&](Index residue) {
    return picture.pixel(at.cellOf(residue).topLeft().toPoint() + QPoint(2, 2));
  };
  EXPECT_NE(colorAt(3), colorAt(0)) << "4 and 1";
  EXPECT_NE(colorAt(3), colorAt(5)) << "4 and nothing";
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].rowLabels[1], "Feature 32: beta strand");
  EXPECT_EQ(tables[1].values[3], 4);
  EXPECT_TRUE(view.captionText().contains("75 %"));
}

TEST_F(FeaturesViewTest, refusesOtherDatasets) {
  auto other = std::make_shared<engine::Dataset>();
  other->id = other->title = "other";
  other->value = std::make_shared<const engine::ArrayBundle>();
  EXPECT_FALSE(view.accepts(*other));
  EXPECT_NE(test::errorOf([&] { view.setDataset(other); }).find("expected features"), std::string::npos);
}

}  // namespace features_view_test
