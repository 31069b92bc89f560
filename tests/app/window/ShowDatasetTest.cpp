// What a double click in the library opens, and where.
#include <gmock/gmock.h>

#include <QAction>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "app/window/RunOperation.h"
#include "tests/app/window/SampleWindow.h"
#include "tests/app/window/ToyModel.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/alignment/tree/AlignmentTree.h"

namespace show_dataset_test {

class ShowDatasetTest : public test::SampleWindow {
 protected:
  void doubleClick(const char* id) {
    QTreeWidget& tree = window->library().tree();
    for (QTreeWidgetItemIterator item(&tree); *item; ++item) {
      if ((*item)->data(0, Qt::UserRole).toString() != QLatin1String(id)) continue;
      tree.scrollToItem(*item);
      const QPoint place = tree.visualItemRect(*item).center();
      test::doubleClick(*tree.viewport(), place);
      return settle();
    }
    FAIL() << id << " is not in the library";
  }
  using Shown = std::vector<std::vector<engine::DatasetId>>;
  Shown shown() const {
    Shown all;
    for (ui::View* each : window->workspace().views()) all.push_back(each->datasetIds());
    return all;
  }
};

TEST_F(ShowDatasetTest, pairGeometryOpensItsOwnViewAndLeavesTheOthersAlone) {
  Shown expected = shown();
  doubleClick("1a0j-geometry");
  expected.push_back({"1a0j-geometry"});
  EXPECT_EQ(shown(), expected);
  EXPECT_EQ(window->workspace().activeView()->kind(), QStringLiteral("geometry"));
  doubleClick("1ldm-geometry");
  expected.push_back({"1ldm-geometry"});
  EXPECT_EQ(shown(), expected) << "another geometry is not taken away";
}

TEST_F(ShowDatasetTest, aDatasetThatIsShownIsActivated) {
  doubleClick("1ldm-geometry");
  const Shown before = shown();
  window->workspace().setActiveView(view("alignment"));
  doubleClick("1ldm-geometry");
  EXPECT_EQ(shown(), before);
  EXPECT_EQ(window->workspace().activeView(), view("geometry"));
}

TEST_F(ShowDatasetTest, headsJoinTheMapThatShowsOnlyTheirGeometry) {
  ui::View* map = window->workspace().openView(QStringLiteral("attention"), {"1a0j-geometry"});
  settle();
  doubleClick("1a0j-attention");
  EXPECT_EQ(map->datasetIds().size(), 2u);
  EXPECT_EQ(window->workspace().activeView(), map);
}

TEST_F(ShowDatasetTest, anEmptyViewOfTheRightKindIsFilled) {
  ui::View* empty = window->workspace().openView(QStringLiteral("alignment"), {});
  doubleClick("malate");
  EXPECT_EQ(empty->datasetIds(), std::vector<engine::DatasetId>{"malate"});
  EXPECT_EQ(window->workspace().views().size(), 5u);
}

TEST_F(ShowDatasetTest, aTreeStandsBesideTheRowsThatItWasMadeOf) {
  const Shown before = shown();
  app::runAndShow(window->workspace(), {"tree", {"lactate"}, {}, "tree"});
  settle();
  EXPECT_EQ(shown(), before) << "in the view of its alignment";
  EXPECT_TRUE(qobject_cast<ui::AlignmentView*>(view("alignment"))->model().tree().shown());
  doubleClick("tree");
  EXPECT_EQ(shown(), before);
}

TEST_F(ShowDatasetTest, whatAChangedFeatureDoesIsShownAsACurve) {
  test::publishModel(session);
  engine::ParameterValues values;
  values.set("layer", std::int64_t{2});
  values.set("sequence", std::string("EVQLVESGGGLVQPGGSLRLSCAAS"));
  const auto kindAfter = [&](const char* id) {
    app::runAndShow(window->workspace(), {"features", {"sapiens", "autoencoder"}, values, id});
    EXPECT_TRUE(QTest::qWaitFor([&] { return session.document().find(id) != nullptr; }, test::kPatience));
    settle();
    return window->workspace().activeView()->kind();
  };
  EXPECT_EQ(kindAfter("fires"), QStringLiteral("features"));
  values.set("change", std::string("1=0"));
  EXPECT_EQ(kindAfter("changed"), QStringLiteral("plot"));
  EXPECT_TRUE(session.document().find("changed.all"));
}

TEST_F(ShowDatasetTest, curvesStandBesideTheFormingMapAndStayClosedWhereTheyWereClosed) {
  engine::ParameterValues values;
  values.set("steps", std::int64_t{30});
  values.set("judged", std::int64_t{16});
  const auto views = [this] {
    std::vector<engine::DatasetId> first;
    for (const auto& ids : shown())
      if (!ids.empty()) first.push_back(ids.front());
    return first;
  };
  std::vector<engine::DatasetId> atFirst;
  for (const char* id : {"first", "second"}) {
    app::runAndShow(window->workspace(), {"train seq2seq", {}, values, id});
    // Behind what the run itself does then.
    const auto begun =
        QObject::connect(&session, &ui::Session::resultsBegun, window.get(), [&](const std::string& output) {
          atFirst = views();
          if (output == "second") window->workspace().closeActiveView();
        });
    ui::Job* const job = session.jobs().jobs().back();
    ASSERT_TRUE(QTest::qWaitFor([&] { return job->state() == ui::JobState::finished; }, test::kPatience));
    settle();
    QObject::disconnect(begun);
  }
  EXPECT_THAT(views(), testing::IsSupersetOf({engine::DatasetId("first"), engine::DatasetId("first.loss"),
                                              engine::DatasetId("first.match")}));
  EXPECT_THAT(atFirst, testing::IsSupersetOf({engine::DatasetId("second.loss"), engine::DatasetId("second.match")}));
  EXPECT_THAT(views(), testing::Contains(engine::DatasetId("second.loss")));
  EXPECT_THAT(views(), testing::Not(testing::Contains(engine::DatasetId("second.match"))));
}

TEST_F(ShowDatasetTest, aTrainingWithoutMapsIsShownByItsCurves) {
  engine::ParameterValues values;
  values.set("steps", std::int64_t{4});
  values.set("judged", std::int64_t{16});
  values.set("attention", false);
  app::runAndShow(window->workspace(), {"train seq2seq", {}, values, "last state"});
  ui::Job* const job = session.jobs().jobs().back();
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->state() == ui::JobState::finished; }, test::kPatience));
  settle();
  std::vector<engine::DatasetId> first;
  for (const auto& ids : shown())
    if (!ids.empty()) first.push_back(ids.front());
  EXPECT_THAT(first,
              testing::IsSupersetOf({engine::DatasetId("last state.loss"), engine::DatasetId("last state.match")}));
}

TEST_F(ShowDatasetTest, anAlignmentOfProfilesIsShownAsTwoFamilies) {
  view("dp")->findChild<QAction*>(QStringLiteral("dp.families"))->trigger();
  settle();
  const auto* families = qobject_cast<ui::AlignmentView*>(window->workspace().activeView());
  ASSERT_TRUE(families);
  EXPECT_EQ(families->model().alignment().numRows(), 215);
  ASSERT_TRUE(families->model().tree().shown());
  EXPECT_EQ(families->model().tree().shown()->numCompared(), 2);
  ASSERT_FALSE(families->model().tree().columns().empty());
  EXPECT_FLOAT_EQ(families->model().tree().columns().front().score, 1) << "Gln or Lys here, Arg there";
}

}  // namespace show_dataset_test
