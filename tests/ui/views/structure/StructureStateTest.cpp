// The structure view as plain values: state, caption, numbers; large and tiny structures.
#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonObject>

#include "tests/ui/views/structure/StructureViewFixture.h"

namespace structure_state_test {

using namespace test;

// --- size ---

TEST_F(StructureViewTest, aLargeMoleculeIsCoarseWhileItTurnsAndFineAtRest) {
  showStructure(helix(900));
  set(&Options::areFramesShown, false);
  ASSERT_TRUE(view.scene().molecule().hasCoarseBody());
  EXPECT_FALSE(view.scene().molecule().isMoving());
  QTest::keyClick(&view.canvas(), Qt::Key_Left);
  EXPECT_TRUE(view.scene().molecule().isMoving());
  EXPECT_TRUE(QTest::qWaitFor([&] { return !view.scene().molecule().isMoving(); }, 3000));
}

// --- state ---

/// Numbers may differ in their last digits: axes of a camera are made orthogonal again.
void expectSameState(const QJsonValue& found, const QJsonValue& expected, const QString& where) {
  ASSERT_EQ(found.type(), expected.type()) << where.toStdString();
  if (expected.isDouble()) {
    EXPECT_NEAR(found.toDouble(), expected.toDouble(), 1e-9 * (1 + std::abs(expected.toDouble())))
        << where.toStdString();
  } else if (expected.isArray()) {
    ASSERT_EQ(found.toArray().size(), expected.toArray().size()) << where.toStdString();
    for (qsizetype k = 0; k < expected.toArray().size(); ++k)
      expectSameState(found.toArray()[k], expected.toArray()[k], where + u'/' + QString::number(k));
  } else if (expected.isObject()) {
    ASSERT_EQ(found.toObject().keys(), expected.toObject().keys()) << where.toStdString();
    for (const QString& key : expected.toObject().keys())
      expectSameState(found.toObject()[key], expected.toObject()[key], where + u'/' + key);
  } else {
    EXPECT_EQ(found, expected) << where.toStdString();
  }
}

TEST_F(StructureViewTest, aStateIsPutBackInAnotherView) {
  showStructure(helix(20));
  view.setDataset(dataset("h", randomHeads(20), {"s"}));
  set(&Options::style, ui::StructureStyle::tube);
  set(&Options::coloring, ui::ResidueColoring::hydrophobicity);
  set(&Options::areFramesShown, false);
  set(&Options::threshold, 0.37);
  set(&Options::perResidue, 4);
  set(&Options::separation, 2);
  set(&Options::measurements, {{{0, "CA"}, {7, "N"}, {9, "CA"}}});
  set(&Options::arePlanesShown, false);
  ui::MotionSettings settings;
  settings.degrees = {10, 20, 30};
  settings.isMirrored = true;
  set(&Options::motion, settings);
  QTest::keyClick(&view.canvas(), Qt::Key_Left);
  const QJsonObject state = view.state();
  ui::StructureView second(session);
  second.setDataset(session.document().find("s"));
  second.setState(state);
  expectSameState(second.state(), state, QStringLiteral("state"));
  EXPECT_EQ(second.options().style, ui::StructureStyle::tube);
  EXPECT_EQ(second.options().measurements, view.options().measurements);
  EXPECT_FALSE(second.options().arePlanesShown);
  EXPECT_NEAR((second.camera().axes - view.camera().axes).norm(), 0, 1e-9);
}

TEST_F(StructureViewTest, aStateOfNonsenseChangesNothing) {
  showStructure(helix(12));
  const QJsonObject before = view.state();
  view.setState({{"style", 7},
                 {"coloring", "by mood"},
                 {"threshold", "much"},
                 {"camera", QJsonObject{{"center", QJsonArray{1, 2}}, {"distance", -4}}},
                 {"turn", QJsonArray{1, "x", 3}},
                 {"measurements", QJsonArray{QJsonArray{1}, "y"}},
                 {"nobody knows", 1}});
  EXPECT_EQ(view.state(), before);
  view.setState({{"threshold", 17}, {"perResidue", -3}, {"separation", 1e9}});
  EXPECT_EQ(view.options().threshold, 1);
  EXPECT_EQ(view.options().perResidue, 1);
  EXPECT_EQ(view.options().separation, ui::kMostSeparation);
}

TEST_F(StructureViewTest, changesAreAnnounced) {
  showStructure(helix(12));
  int numChanges = 0;
  QObject::connect(&view, &ui::View::stateChanged, &view, [&] { ++numChanges; });
  set(&Options::threshold, 0.5);
  set(&Options::style, ui::StructureStyle::tube);
  EXPECT_EQ(numChanges, 2);
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  EXPECT_EQ(numChanges, 3) << "the camera is part of the state";
}

TEST_F(StructureViewTest, captionAndNumbersSayWhatIsShown) {
  EXPECT_TRUE(view.visibleNumbers().empty());
  showStructure(helix(12));
  EXPECT_TRUE(view.captionText().contains("cartoon"));
  set(&Options::measurements, {{{0, "CA"}, {9, "CA"}}});
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].values.length(0), 12);
  EXPECT_NEAR(tables[1].values(0, 0), (alphas()[0] - alphas()[9]).norm(), 1e-4);
}

TEST_F(StructureViewTest, keptResiduesAreMarked) {
  showStructure(helix(12));
  const QImage before = picture();
  session.selection().setKept({{{"s", 3}, {}, -1}, {{"s", 1}, {"s", 8}, -1}});
  EXPECT_NE(picture(), before);
}

TEST_F(StructureViewTest, nothingAndOneResidueSurviveEveryTool) {
  showStructure(engine::Structure{});
  for (const auto& structure : {engine::Structure{}, helix(1)}) {
    view.setDataset(dataset("tiny" + std::to_string(structure.numResidues()), structure));
    ui::MotionSettings settings;
    settings.degrees = {10, 20, 30};
    set(&Options::motion, settings);
    set(&Options::measurements, {{{0, "CA"}, {5, "CA"}}});
    set(&Options::coloring, ui::ResidueColoring::column);
    view.change([](Options& options) { superpose(options, "s"); });
    settle();
    EXPECT_FALSE(view.readout().empty());
    view.setState(view.state());
  }
}

}  // namespace structure_state_test
