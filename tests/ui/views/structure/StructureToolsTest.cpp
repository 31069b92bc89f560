// What one does with a structure: measuring, moving, superposing, colouring by columns.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <QComboBox>
#include <QJsonObject>
#include <QSlider>

#include <vtkCallbackCommand.h>
#include <vtkNew.h>
#include <vtkRenderWindow.h>

#include "engine/operations/Operation.h"
#include "engine/structure/Backbone.h"
#include "tests/ui/views/structure/StructureViewFixture.h"
#include "ui/views/structure/ColumnColoring.h"

namespace structure_tools_test {

using namespace test;
using ui::MeasureKind;

QString valueOf(const std::vector<ui::ReadoutLine>& lines, const QString& label) {
  for (const auto& line : lines)
    if (line.label == label) return line.value;
  return {};
}

const engine::InvariantRow* rowOf(const ui::StructureView& view, const std::string& name) {
  for (const auto& row : view.picture().invariants)
    if (row.name == name) return &row;
  return nullptr;
}

// --- pointer ---

TEST_F(StructureViewTest, middleDragPans) {
  showStructure(helix(12));
  const ui::StructureCamera before = view.camera();
  drag(Qt::MiddleButton, {300, 200}, {340, 200});
  EXPECT_EQ(view.camera().axes, before.axes);
  EXPECT_GT((view.camera().center - before.center).norm(), 0.1);
}

TEST_F(StructureViewTest, clickLocksAndAClickOnNothingUnlocks) {
  showStructure(helix(12));
  test::movePointer(view.canvas(), pixelOf(0));
  click(pixelOf(0));
  EXPECT_EQ(session.selection().locked().first.index, 0);
  test::movePointer(view.canvas(), {3, 3});
  click({3, 3});
  EXPECT_TRUE(session.selection().locked().isEmpty());
}

TEST_F(StructureViewTest, doubleClickFliesToTheResidue) {
  showStructure(helix(12));
  const QPointF at = pixelOf(11);
  const Vector3 before = view.camera().center, wanted = alphas()[11];
  QApplication::setEffectEnabled(Qt::UI_General, true);
  QApplication::setEffectEnabled(Qt::UI_AnimateMenu, true);
  test::doubleClick(view.canvas(), at.toPoint());
  EXPECT_LT((view.camera().center - before).norm(), 0.5 * (wanted - before).norm()) << "it has only set off";
  EXPECT_TRUE(QTest::qWaitFor([&] { return (view.camera().center - wanted).norm() < 1e-9; }, 3000));
  QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);
}

TEST_F(StructureViewTest, withoutAnimationsTheCameraIsThereAtOnce) {
  showStructure(helix(12));
  QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);
  test::doubleClick(view.canvas(), pixelOf(11).toPoint());
  EXPECT_NEAR((view.camera().center - alphas()[11]).norm(), 0, 1e-9);
}

TEST_F(StructureViewTest, atomsArePickedInBallsAndSticks) {
  showStructure(helix(3));
  set(&Options::style, ui::StructureStyle::ballAndStick);
  settle();
  const auto at = view.camera().project(helix(3).chains[0].residues[1].position("N"), 600, 400);
  ASSERT_TRUE(at.has_value());
  test::movePointer(view.canvas(), {at->x, at->y});
  EXPECT_EQ(session.selection().hover().first.index, 1);
  EXPECT_EQ(valueOf(view.readout(), "Atom"), "N");
  EXPECT_TRUE(view.statusText().contains("ASP 52 A N")) << view.statusText().toStdString();
}

// --- measuring ---

TEST_F(StructureViewTest, twoClicksMeasureADistance) {
  showStructure(helix(12));
  set(&Options::measuring, MeasureKind::distance);
  click(pixelOf(0));
  EXPECT_TRUE(view.options().measurements.empty());
  click(pixelOf(11));
  ASSERT_EQ(view.options().measurements.size(), 1u);
  const QString text = valueOf(view.readout(), "Distance");
  EXPECT_TRUE(text.startsWith("ASP 51 A – ASP 62 A: ")) << text.toStdString();
  EXPECT_NEAR(text.section(": ", 1).section(' ', 0, 0).toDouble(), (alphas()[0] - alphas()[11]).norm(),
              0.006);
}

TEST_F(StructureViewTest, fourClicksMeasureADihedralThatIsDrawnAndRemoved) {
  showStructure(helix(20));
  const auto darkPixels = [&] { return test::countPixels(picture(), [](QColor p) { return p.lightness() < 60; }); };
  set(&Options::areFramesShown, false);
  set(&Options::arePlanesShown, false);  // they tint what is dark
  const int before = darkPixels();
  set(&Options::measuring, MeasureKind::dihedral);
  for (const Index residue : {0, 6, 12, 19}) click(pixelOf(residue));
  ASSERT_EQ(view.options().measurements.size(), 1u);
  EXPECT_EQ(view.options().measurements[0].size(), 4u);
  EXPECT_TRUE(valueOf(view.readout(), "Dihedral").endsWith("°"));
  test::movePointer(view.canvas(), {2, 2});
  EXPECT_GT(darkPixels(), before + 40) << "dashes and label";
  set(&Options::measurements, {});
  EXPECT_TRUE(valueOf(view.readout(), "Dihedral").isEmpty());
}

TEST_F(StructureViewTest, escapeGivesUpMeasuringBeforeItUnlocks) {
  showStructure(helix(12));
  session.selection().setLocked({{"s", 5}, {}, -1});
  set(&Options::measuring, MeasureKind::angle);
  click(pixelOf(0));
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_EQ(view.options().measuring, MeasureKind::none);
  EXPECT_FALSE(session.selection().locked().isEmpty());
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().locked().isEmpty());
}

TEST(StructureMeasures, anglesOfARightCornerAndADihedralWithItsSign) {
  EXPECT_NEAR(ui::measured({{1, 0, 0}, {0, 0, 0}, {0, 1, 0}}), 90, 1e-9);
  EXPECT_NEAR(ui::measured({{1, 0, 0}, {0, 0, 0}, {0, 0, 1}, {0, 1, 1}}), 90, 1e-9);
  EXPECT_NEAR(ui::measured({{1, 0, 0}, {0, 0, 0}, {0, 0, 1}, {0, -1, 1}}), -90, 1e-9);
  EXPECT_TRUE(std::isnan(ui::measured({})));
  EXPECT_EQ(ui::measuredText({engine::unsetPosition(), {0, 0, 0}}), "undefined");
}

// --- motions ---

TEST_F(StructureViewTest, turningTheCoordinatesMovesThemAndChangesNoInnerNumber) {
  showStructure(helix(12));
  const auto before = alphas();
  const QImage picture0 = picture();
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  form->findChild<QSlider*>("turnz")->setValue(50);
  form->findChild<QSlider*>("shiftx")->setValue(3);
  EXPECT_GT((alphas()[0] - before[0]).norm(), 1);
  EXPECT_NEAR((alphas()[0] - alphas()[9]).norm(), (before[0] - before[9]).norm(), 1e-9);
  ASSERT_NE(rowOf(view, "CA–CA distances"), nullptr);
  for (const auto& row : view.picture().invariants) {
    const bool isPlace = row.name.starts_with("Centre");
    EXPECT_TRUE(isPlace || row.largestChange < 1e-6) << row.name;
  }
  EXPECT_NE(picture(), picture0);
  EXPECT_FALSE(valueOf(view.readout(), "Numbers under the motion").isEmpty());
  set(&Options::motion, {});
  EXPECT_TRUE(view.picture().invariants.empty());
  EXPECT_EQ(picture(), picture0);
}

TEST_F(StructureViewTest, theMirrorTurnsDihedralsRound) {
  showStructure(helix(12));
  ui::MotionSettings settings;
  settings.isMirrored = true;
  set(&Options::motion, settings);
  ASSERT_NE(rowOf(view, "Dihedral ψ"), nullptr);
  EXPECT_GT(rowOf(view, "Dihedral ψ")->largestChange, 10);
  EXPECT_NEAR(rowOf(view, "Dihedral ψ")->before, -rowOf(view, "Dihedral ψ")->after, 1e-6);
  EXPECT_LT(rowOf(view, "CA–CA distances")->largestChange, 1e-9);
}

TEST_F(StructureViewTest, aMirrorImageIsLitFromOutside) {
  showStructure(helix(20));
  set(&Options::areFramesShown, false);
  set(&Options::coloring, ui::ResidueColoring::chain);
  const auto meanLightness = [&] {
    const QImage image = picture().copy(0, 60, 600, 270);
    double sum = 0, count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (const QColor pixel = image.pixelColor(x, y); pixel.saturation() > 60) sum += pixel.lightness(), ++count;
    return sum / std::max(1.0, count);
  };
  const double before = meanLightness();
  ui::MotionSettings settings;
  settings.isMirrored = true;
  set(&Options::motion, settings);
  EXPECT_GT(meanLightness(), 0.8 * before);
}

TEST_F(StructureViewTest, geometricAttentionIsComparedBeforeAndAfterTheMotion) {
  showStructure(helix(16));
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  auto results = engine::findOperation("attention geometric")
                     .run({session.document().find("s")}, {}, engine::Compute{}, diagnostics, progress);
  engine::nameResults(results, "g");
  const auto heads = std::make_shared<const engine::Dataset>(results.front());
  session.document().publish(heads);
  view.setDataset(heads);
  ASSERT_FALSE(view.picture().head.weights.isEmpty());
  ui::MotionSettings settings;
  settings.degrees = {20, 30, 40};
  set(&Options::motion, settings);
  settle();
  ASSERT_NE(rowOf(view, "Attention weights"), nullptr);
  EXPECT_LT(rowOf(view, "Attention weights")->largestChange, 1e-3);
  ASSERT_NE(rowOf(view, "Attention output"), nullptr);
  EXPECT_LT(rowOf(view, "Attention output")->largestChange, 1e-2);
  settings.isMirrored = true;
  set(&Options::motion, settings);
  settle();
  ASSERT_NE(rowOf(view, "Attention output"), nullptr);
  EXPECT_GT(rowOf(view, "Attention output")->largestChange, 1e-3) << "frames are not mirrored";
}

// --- superposition ---

TEST_F(StructureViewTest, aMovedCopyIsLaidOnTheStructure) {
  showStructure(helix(20));
  const auto motion = engine::motionAbout({1, 2, 3}, {0.4, -1, 2}, {30, 10, -20}, engine::Mirror::no);
  session.document().publish(dataset("copy", engine::moved(helix(20), motion)));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* box = form->findChild<QComboBox*>("superposed");
  ASSERT_NE(box, nullptr);
  box->setCurrentIndex(1);
  settle();
  ASSERT_TRUE(view.picture().companion);
  EXPECT_LT(view.picture().companion->superposition.rmsd, 1e-6);
  EXPECT_EQ(view.picture().companion->superposition.numPairs, 20);
  EXPECT_EQ(view.picture().companion->pairing, ui::Pairing::alignment) << "equal sequences are linked";
  EXPECT_EQ(view.options().coloring, ui::ResidueColoring::chain);
  EXPECT_TRUE(valueOf(view.readout(), "RMSD").contains("20 CA pairs"));
  set(&Options::pairing, ui::Pairing::sequence);
  settle();
  EXPECT_EQ(view.picture().companion->pairing, ui::Pairing::sequence);
  view.change([](Options& options) { superpose(options, {}); });
  EXPECT_FALSE(view.picture().companion);
}

TEST_F(StructureViewTest, aSuperpositionWaitsForItsStructure) {
  showStructure(helix(20));
  view.setState(QJsonObject{{"superposed", "late"}});
  settle();
  EXPECT_FALSE(view.picture().companion);
  session.document().publish(dataset("late", helix(20)));
  settle();
  EXPECT_TRUE(view.picture().companion);
  session.document().remove("late");
  EXPECT_FALSE(view.picture().companion);
}

// --- columns ---

TEST_F(StructureViewTest, residuesAreColouredByTheColumnsOfALinkedAlignment) {
  engine::Structure structure = helix(24);
  const std::string letters = "ACDEFGHIKLMNPQRSTVWYACDE";
  for (size_t k = 0; k < letters.size(); ++k) structure.chains[0].residues[k].letter = letters[k];
  showStructure(structure);
  set(&Options::areFramesShown, false);
  const auto linked = [&] { return ui::linkedAlignments(session.document(), view.picture().structure); };
  EXPECT_TRUE(linked().empty());
  std::string other = letters;
  std::fill(other.begin() + 12, other.end(), 'W');
  session.document().publish(dataset("a", engine::alignmentOf({engine::Sequence::fromLetters("s", letters),
                                                               engine::Sequence::fromLetters("t", other)})));
  ASSERT_EQ(linked().size(), 1u);
  set(&Options::coloring, ui::ResidueColoring::column);
  settle();
  session.selection().setLocked({{"s", 2}, {}, -1});
  const QString conserved = valueOf(view.readout(), "Conservation (bits), a");
  EXPECT_NEAR(conserved.toDouble(), std::log2(20.0), 0.01);
  session.selection().setLocked({{"s", 14}, {}, -1});
  EXPECT_NEAR(valueOf(view.readout(), "Conservation (bits), a").toDouble(), std::log2(20.0) - 1, 0.01);
  const QImage conservation = picture();
  set(&Options::columnValue, ui::ColumnValue::entropy);
  EXPECT_NE(picture(), conservation);
}

// --- attention ---

TEST_F(StructureViewTest, theThresholdShowsAndHidesBars) {
  showStructure(helix(30));
  view.setDataset(dataset("h", randomHeads(30), {"s"}));
  set(&Options::perResidue, 20);
  set(&Options::threshold, 0);
  const QImage all = picture();
  const int many = numBars();
  set(&Options::threshold, 0.9);
  EXPECT_LT(numBars(), many / 2);
  EXPECT_NE(picture(), all) << "the weak ones are left out";
  set(&Options::threshold, 0);
  EXPECT_EQ(picture(), all);
}

/// One pair that attends, nothing else.
engine::HeadSet onePair(Index length, Index query, Index key) {
  auto map = std::make_shared<engine::AttentionMap>();
  map->weights = engine::Array<float>({length, length});
  map->weights(query, key) = 1;
  map->isStochastic = false;
  engine::HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = length;
  heads.maps.push_back(map);
  return heads;
}

TEST_F(StructureViewTest, theBarUnderThePointerIsItsPairOfResidues) {
  showStructure(helix(30));
  view.setDataset(dataset("h", onePair(30, 4, 25), {"s"}));
  settle();
  ASSERT_EQ(numBars(), 1);
  const QPointF from = pixelOf(4), to = pixelOf(25);
  // The point of the bar that is farthest from every atom.
  QPointF best;
  double widest = 0;
  for (int step = 20; step <= 80; ++step) {
    const QPointF at = from + (to - from) * step / 100;
    double nearest = 1e9;
    for (Index residue = 0; residue < 30; ++residue)
      nearest = std::min(nearest, std::hypot(pixelOf(residue).x() - at.x(), pixelOf(residue).y() - at.y()));
    if (nearest > widest) best = at;
    widest = std::max(widest, nearest);
  }
  ASSERT_GT(widest, 7) << "px";
  test::movePointer(view.canvas(), best);
  EXPECT_EQ(session.selection().hover(), (ui::Focus{{"s", 4}, {"s", 25}}));
  test::movePointer(view.canvas(), from);
  EXPECT_FALSE(session.selection().hover().isPair()) << "an atom right under the pointer comes first";
  set(&Options::separation, 25);
  ASSERT_EQ(numBars(), 0);
  test::movePointer(view.canvas(), best);
  EXPECT_FALSE(session.selection().hover().isPair()) << "a hidden bar cannot be met";
}

TEST_F(StructureViewTest, thePictureOfTheMoleculeIsKeptWhileOnlyBarsChange) {
  showStructure(helix(30));
  // What waits for rest draws once more, and sooner or later with the load of the machine.
  view.canvas().setSmoothing(ui::VtkWidget::Smoothing::off);
  set(&Options::shading, ui::ShadingSettings{.hasOutlines = false, .hasOcclusion = false});
  view.setDataset(dataset("h", randomHeads(30), {"s"}));
  settle();
  int numRenders = 0;
  vtkNew<vtkCallbackCommand> counter;
  counter->SetClientData(&numRenders);
  counter->SetCallback([](vtkObject*, unsigned long, void* count, void*) { ++*static_cast<int*>(count); });
  view.canvas().renderWindow()->AddObserver(vtkCommand::EndEvent, counter);
  const auto rendersOf = [&](const std::function<void()>& change) {
    change();
    numRenders = 0;
    view.grab();
    view.grab();
    return numRenders;
  };
  rendersOf([] {});  // from here on at one size
  EXPECT_EQ(rendersOf([&] { set(&Options::threshold, 0.3); }), 0);
  EXPECT_EQ(rendersOf([&] { session.selection().setLocked({{"s", 4}, {}}); }), 1) << "marks are part of the picture";
  EXPECT_EQ(rendersOf([&] { set(&Options::coloring, ui::ResidueColoring::bFactor); }), 1);
  EXPECT_EQ(rendersOf([&] { set(&Options::style, ui::StructureStyle::trace); }), 1);
  EXPECT_EQ(rendersOf([&] { QTest::keyClick(&view.canvas(), Qt::Key_Right); }), 1) << "the camera";
}

TEST_F(StructureViewTest, barsLieUnderMarks) {
  showStructure(helix(30));
  session.selection().setLocked({{"s", 14}, {}});
  const QRect ball(pixelOf(14).toPoint() - QPoint(4, 4), QSize(9, 9));
  const QImage without = picture().copy(ball);
  view.setDataset(dataset("h", randomHeads(30), {"s"}));
  set(&Options::perResidue, 20);
  set(&Options::threshold, 0);
  ASSERT_GT(numBars(), 200);
  EXPECT_EQ(picture().copy(ball), without) << "none of many bars crosses the ball";
}

TEST_F(StructureViewTest, theLimitMayBeAWeight) {
  showStructure(helix(30));
  view.setDataset(dataset("h", randomHeads(30), {"s"}));
  set(&Options::perResidue, 20);
  set(&Options::weightLimit, ui::WeightLimit::weight);
  EXPECT_EQ(view.options().lowestWeight, 0.1);
  set(&Options::lowestWeight, 0.0);
  const int many = numBars();
  set(&Options::lowestWeight, 7);
  EXPECT_EQ(view.options().lowestWeight, 0.4) << "the largest that is offered";
  EXPECT_LT(numBars(), many);
  for (const auto& table : view.visibleNumbers())
    if (table.name == "attention_bars") {
      EXPECT_EQ(table.values.length(0), numBars());
      for (Index k = 0; k < table.values.length(0); ++k) EXPECT_GE(table.values(k, 0), 0.4f);
    }
}

// --- missing atoms ---

TEST_F(StructureViewTest, residuesWithoutABackboneAtomWearAHollowRing) {
  const QColor ring = ui::ThemeModel::instance().theme().warning;
  showStructure(helix(12));
  set(&Options::areFramesShown, false);
  set(&Options::coloring, ui::ResidueColoring::chain);
  const auto ringPixels = [&] { return test::countColor(picture(), ring, 40); };
  const int before = ringPixels();
  engine::Structure gapped = helix(12);
  auto& atoms = gapped.chains[0].residues[4].atoms;
  std::erase_if(atoms, [](const engine::Atom& atom) { return atom.name == "C"; });
  view.setDataset(dataset("gapped", gapped));
  EXPECT_EQ(view.picture().structure.incomplete(), std::vector<Index>{4});
  EXPECT_GT(ringPixels(), before + 15);
  session.selection().setLocked({{"gapped", 4}, {}, -1});
  EXPECT_EQ(valueOf(view.readout(), "Missing atoms"), "C, O");
  EXPECT_EQ(valueOf(view.readout(), "Residues lacking backbone atoms"), "1");
}

TEST_F(StructureViewTest, aGapIsSaidInTheReadout) {
  engine::Structure broken = helix(12);
  for (size_t k = 6; k < 12; ++k)
    for (engine::Atom& atom : broken.chains[0].residues[k].atoms) atom.position.x() += 12;
  showStructure(broken);
  session.selection().setLocked({{"s", 5}, {}, -1});
  EXPECT_TRUE(valueOf(view.readout(), "Gap behind it").contains("ASP 57 A"));
  EXPECT_EQ(valueOf(view.readout(), "Gaps in the chains (dashed)"), "1");
}

}  // namespace structure_tools_test
