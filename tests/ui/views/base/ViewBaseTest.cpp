// The view base, through the smallest possible view: one coloured square that follows the pointer in ten columns.
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkPlaneSource.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include "engine/base/Error.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/Format.h"
#include "tests/engine/datasets/ToyKind.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/View.h"

namespace view_base_test {

constexpr int kColumns = 10;

/// A red square on the theme's canvas; the pointer hovers one of ten columns; the overlay writes a word.
class SquareView : public ui::View {
 public:
  explicit SquareView(ui::Session& session) : View(session) {
    vtkNew<vtkPlaneSource> square;
    square->SetOrigin(-1, -1, 0);
    square->SetPoint1(1, -1, 0);
    square->SetPoint2(-1, 1, 0);
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputConnection(square->GetOutputPort());
    vtkNew<vtkActor> actor;
    actor->SetMapper(mapper);
    actor->GetProperty()->LightingOff();
    actor->GetProperty()->SetColor(1, 0, 0);
    m_renderer->AddActor(actor);
    canvas().renderWindow()->AddRenderer(m_renderer);
  }

  QString kind() const override { return QStringLiteral("square"); }
  QString title() const override { return QStringLiteral("Square"); }
  bool accepts(const engine::Dataset&) const override { return true; }
  void setDataset(engine::DatasetPtr dataset) override {
    m_dataset = std::move(dataset);
    ++numDatasets;
  }
  std::vector<engine::DatasetId> datasetIds() const override {
    if (!m_dataset) return {};
    return {m_dataset->id};
  }
  std::vector<ui::ReadoutLine> readout() const override { return {}; }
  QWidget* makeControls(QWidget*) override { return nullptr; }
  void resetView() override { ++numResets; }
  QString emptyText() const override { return QStringLiteral("Open a square"); }
  QString captionText() const override { return QStringLiteral("A red square"); }
  std::vector<ui::NumberTable> visibleNumbers() const override { return numbers; }

  QSize preparedFor;
  bool wasForImage = false;
  std::vector<ui::NumberTable> numbers;
  int numDatasets = 0, numResets = 0;
  QPointF dragged;
  double wheelSteps = 0;
  using View::translated;

 protected:
  void prepareScene(QSize size, double) override {
    preparedFor = size;
    wasForImage = canvas().isRenderingImage();
    const QColor background = theme().canvas;
    m_renderer->SetBackground(background.redF(), background.greenF(), background.blueF());
    vtkCamera* camera = m_renderer->GetActiveCamera();
    camera->ParallelProjectionOn();
    camera->SetParallelScale(2);  // the square fills the middle half of the height
    m_renderer->ResetCameraClippingRange();
  }
  void paintOverlay(QPainter& painter, QSize) override {
    painter.setPen(theme().text);
    painter.setFont(theme().panelFont());
    painter.drawText(QPoint(10, 20), QStringLiteral("Query"));
  }
  void onPointerMoved(QPointF position) override {
    const auto column = static_cast<engine::Index>(position.x() * kColumns / canvas().width());
    ui::Focus focus;
    focus.first = {m_dataset->id, column};
    session().selection().setHover(focus);
  }
  void onDragged(QPointF from, QPointF to) override { dragged += to - from; }
  void onWheel(QPointF, double steps, Qt::KeyboardModifiers) override { wheelSteps += steps; }

 private:
  vtkNew<vtkRenderer> m_renderer;
  engine::DatasetPtr m_dataset;
};

engine::DatasetPtr someDataset(const std::string& id) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::make_shared<const engine::SequenceSet>();
  return dataset;
}

class ViewBase : public ::testing::Test {
 protected:
  void SetUp() override { view.setDataset(someDataset("a")); }
  void showView() { test::show(view, {400, 300}); }
  void move(int x, int y) { test::movePointer(view.canvas(), QPointF(x, y)); }
  engine::Index hovered() { return session.selection().hover().first.index; }
  engine::Index locked() { return session.selection().locked().first.index; }

  ui::Session session;
  SquareView view{session};
};

TEST_F(ViewBase, paintsTheVtkPictureAndTheOverlay) {
  showView();
  test::waitForFrame(view.canvas());
  EXPECT_EQ(view.preparedFor, QSize(400, 300));
  const QImage image = view.grab().toImage();
  EXPECT_EQ(image.pixelColor(image.rect().center()), QColor(255, 0, 0));
  EXPECT_GT(test::countColor(image.copy(0, 0, 60, 30), ui::Theme::light().text, 60), 20) << "the word of the overlay";
}

TEST_F(ViewBase, emptyViewSaysWhatToDoWithoutOpenGl) {
  SquareView empty(session);
  test::show(empty, {400, 300});
  EXPECT_EQ(empty.canvas().numFrames(), 0);
  const QImage image = empty.grab().toImage();
  EXPECT_GT(test::countColor(image, ui::Theme::light().muted, 60), 50);
  EXPECT_EQ(test::countColor(image, QColor(255, 0, 0)), 0);
}

TEST_F(ViewBase, clickLocksAndEscapeUnlocks) {
  showView();
  move(130, 100);
  ASSERT_EQ(hovered(), 3);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, QPoint(130, 100));
  EXPECT_EQ(locked(), 3);
  move(250, 100);
  EXPECT_EQ(hovered(), 6);
  EXPECT_EQ(session.selection().current().first.index, 3);
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_EQ(locked(), -1);
}

TEST_F(ViewBase, secondClickOnTheLockedPlaceUnlocks) {
  showView();
  move(130, 100);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, QPoint(130, 100));
  ASSERT_EQ(locked(), 3);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, QPoint(130, 100), 600);
  EXPECT_EQ(locked(), -1);
}

TEST_F(ViewBase, dragMovesAndDoesNotLock) {
  showView();
  move(130, 100);
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, QPoint(130, 100));
  for (int x = 131; x <= 170; ++x) test::movePointer(view.canvas(), QPointF(x, 110), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, QPoint(170, 110));
  EXPECT_EQ(view.dragged, QPointF(40, 10));
  EXPECT_EQ(locked(), -1);
}

TEST_F(ViewBase, wheelCountsNotchesAndZeroResets) {
  showView();
  test::turnWheel(view.canvas(), {100, 100}, 2);
  test::turnWheel(view.canvas(), {100, 100}, -1);
  EXPECT_DOUBLE_EQ(view.wheelSteps, 1);
  QTest::keyClick(&view.canvas(), Qt::Key_0);
  EXPECT_EQ(view.numResets, 1);
}

TEST_F(ViewBase, leavingTheCanvasClearsTheHover) {
  showView();
  move(130, 100);
  ASSERT_EQ(hovered(), 3);
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(&view.canvas(), &leave);
  EXPECT_EQ(hovered(), -1);
}

TEST_F(ViewBase, replacedDatasetIsShownAgain) {
  session.document().publish(someDataset("a"));
  session.document().publish(someDataset("b"));
  session.document().publish(someDataset("a"));
  EXPECT_EQ(view.numDatasets, 2);
}

TEST_F(ViewBase, positionTranslatesToItselfAndToNothingElsewhere) {
  EXPECT_EQ(view.translated({"a", 4}, "a"), 4);
  EXPECT_EQ(view.translated({"a", -1}, "a"), -1);
  EXPECT_EQ(view.translated({"a", 4}, "unknown"), -1);
}

TEST_F(ViewBase, pictureHasTheRequestedSizeWhileNeverShown) {
  const QImage image = view.renderImage({320, 200}, 2.0);
  EXPECT_EQ(image.size(), QSize(640, 400));
  EXPECT_EQ(view.preparedFor, QSize(320, 200));
  EXPECT_EQ(image.pixelColor(320, 200), QColor(255, 0, 0));
  const QImage empty = SquareView(session).renderImage({50, 40}, 1.0);
  EXPECT_EQ(empty.size(), QSize(50, 40));
}

TEST_F(ViewBase, aSceneKnowsWhetherABetterPictureMayFollow) {
  test::show(view, {320, 200});
  test::waitForFrame(view.canvas());
  EXPECT_FALSE(view.wasForImage) << "on the screen";
  view.renderImage({320, 200}, 1);
  EXPECT_TRUE(view.wasForImage);
  test::waitForFrame(view.canvas());
  EXPECT_FALSE(view.wasForImage);
}

TEST_F(ViewBase, pictureLargerThanTheScreenIsDrawnWhole) {
  const QImage image = view.renderImage({2400, 1600}, 1.5);
  ASSERT_EQ(image.size(), QSize(3600, 2400));
  EXPECT_EQ(image.pixelColor(1800, 1200), QColor(255, 0, 0));
  EXPECT_EQ(image.pixelColor(1800, 100), ui::Theme::light().canvas);
}

TEST_F(ViewBase, pictureOfNoSizeIsRefused) {
  EXPECT_THROW(view.renderImage({0, 10}, 1), engine::Error);
  EXPECT_THROW(view.renderImage({10, 10}, 0), engine::Error);
  EXPECT_THROW(view.renderImage({100000, 10}, 1), engine::Error);
}

TEST_F(ViewBase, svgHoldsRealTextAndOneImage) {
  test::TemporaryFolder folder;
  const auto path = folder.path() / "view.svg";
  view.exportVector(QString::fromStdString(path.string()), {320, 200});
  const std::string text = test::readText(path);
  EXPECT_NE(text.find("<text"), std::string::npos);
  EXPECT_NE(text.find("Query"), std::string::npos);
  EXPECT_NE(text.find("<image"), std::string::npos);
  EXPECT_NE(text.find("viewBox=\"0 0 320 200\""), std::string::npos);
}

TEST_F(ViewBase, pdfIsAPageOfTheRequestedSize) {
  test::TemporaryFolder folder;
  const auto path = folder.path() / "view.pdf";
  view.exportVector(QString::fromStdString(path.string()), {320, 200});
  const std::string text = test::readText(path);
  EXPECT_EQ(text.substr(0, 5), "%PDF-");
  EXPECT_NE(text.find("/MediaBox [0 0 240"), std::string::npos) << "320 px of 1/96 inch are 240 points";
}

TEST_F(ViewBase, vectorExportRefusesOtherSuffixesAndLeavesNoFile) {
  test::TemporaryFolder folder;
  const auto path = folder.path() / "view.png";
  EXPECT_THROW(view.exportVector(QString::fromStdString(path.string()), {320, 200}), engine::Error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(ViewBase, themeChangeRepaintsTheCanvas) {
  showView();
  test::waitForFrame(view.canvas());
  ui::ThemeModel::instance().setKind(ui::ThemeKind::dark);
  const QImage dark = view.grab().toImage();
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
  const QImage light = view.grab().toImage();
  EXPECT_EQ(dark.pixelColor(5, 290), ui::Theme::dark().canvas);
  EXPECT_EQ(light.pixelColor(5, 290), ui::Theme::light().canvas);
}

TEST_F(ViewBase, viewsComeAndGoWithoutLeavingTheContextBehind) {
  for (int round = 0; round < 10; ++round) {
    SquareView other(session);
    other.setDataset(someDataset("b"));
    test::show(other, {200, 150});
    test::waitForFrame(other.canvas());
  }
  showView();
  test::waitForFrame(view.canvas());
  EXPECT_EQ(view.grab().toImage().pixelColor(200, 150), QColor(255, 0, 0));
}

TEST(ViewKinds, everyKindIsMadeAndNamesItself) {
  ui::Session session;
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    std::unique_ptr<ui::View> view(ui::makeView(kind.id, session, nullptr));
    EXPECT_EQ(view->kind(), kind.id);
    EXPECT_FALSE(kind.title.isEmpty());
    EXPECT_FALSE(view->emptyText().isEmpty());
  }
}

TEST(ViewKinds, unknownKindIsRefusedWithTheKnownOnes) {
  ui::Session session;
  try {
    ui::makeView(QStringLiteral("teapot"), session, nullptr);
    FAIL() << "expected an Error";
  } catch (const engine::Error& error) {
    EXPECT_NE(std::string(error.what()).find("teapot"), std::string::npos);
  }
}

TEST_F(ViewBase, controlAndArrowsPointAlongTheAxesThatAKindHas) {
  showView();
  test::giveFocus(view.canvas());
  QTest::keyClick(&view.canvas(), Qt::Key_Right, Qt::ControlModifier);
  EXPECT_TRUE(session.selection().hover().isEmpty()) << "sequences have none";
  session.document().publish(test::lesson("helices", "MKVAL"));
  view.setDataset(session.document().find("helices"));
  QTest::keyClick(&view.canvas(), Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(hovered(), 2) << "the middle";
  QTest::keyClick(&view.canvas(), Qt::Key_Left, Qt::ControlModifier);
  EXPECT_EQ(hovered(), 1);
  QTest::keyClick(&view.canvas(), Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(hovered(), 4) << "ten steps, as far as it goes";
}

TEST_F(ViewBase, keyBKeepsTheMarkedPlaceAndAgainLetsItGo) {
  showView();
  test::giveFocus(view.canvas());
  move(150, 150);
  QTest::keyClick(&view.canvas(), Qt::Key_B);
  ASSERT_EQ(session.selection().kept().size(), 1u);
  EXPECT_EQ(session.selection().kept()[0].first.index, 3);
  QTest::keyClick(&view.canvas(), Qt::Key_B);
  EXPECT_TRUE(session.selection().kept().empty());
}

TEST_F(ViewBase, escapeUnlocksFirstAndThenForgetsWhatIsKept) {
  showView();
  ui::Focus focus;
  focus.first = {"a", 2};
  session.selection().setLocked(focus);
  session.selection().keep(focus);
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().locked().isEmpty());
  EXPECT_EQ(session.selection().kept().size(), 1u);
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().kept().empty());
}

TEST_F(ViewBase, escapeLetsGoOfWhatIsPointedAtLast) {
  showView();
  test::giveFocus(view.canvas());
  move(150, 150);
  QTest::keyClick(&view.canvas(), Qt::Key_Return);
  ASSERT_FALSE(session.selection().locked().isEmpty());
  ui::Focus next;
  next.first = {"a", 4};
  view.pointAt(next);
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().locked().isEmpty());
  EXPECT_EQ(session.selection().current(), next) << "no longer kept, still pointed at";
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().current().isEmpty());
}

TEST_F(ViewBase, commandRunsByItsKeyAndStandsInTheContextMenu) {
  int numRuns = 0;
  view.addCommand(QStringLiteral("square.turn"), QStringLiteral("Turn"), Qt::Key_T, [&] { ++numRuns; });
  view.extendMenu = [](QMenu& menu) { menu.addAction(QStringLiteral("Of the window")); };
  showView();
  test::giveFocus(view.canvas());
  QTest::keyClick(&view.canvas(), Qt::Key_T);
  EXPECT_EQ(numRuns, 1);
  QTest::mouseClick(&view.canvas(), Qt::RightButton, {}, {100, 100});
  auto* menu = view.findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
  ASSERT_TRUE(menu && menu->isVisible());
  QStringList texts;
  for (const QAction* action : menu->actions()) texts << action->text();
  EXPECT_TRUE(texts.contains(QStringLiteral("Turn")));
  EXPECT_TRUE(texts.contains(QStringLiteral("Of the window")));
  menu->close();
}

TEST_F(ViewBase, captionTellsWhatIsShownAndWhereItIsFrom) {
  engine::Dataset dataset = *someDataset("b");
  dataset.title = "kinase";
  dataset.source = "/data/kinase.fasta";
  session.document().publish(std::make_shared<const engine::Dataset>(dataset));
  view.setDataset(session.document().find("b"));
  EXPECT_EQ(view.caption(), QStringLiteral("A red square. kinase: file kinase.fasta."));
}

TEST_F(ViewBase, captionOfAComputedDatasetNamesOperationInputsAndParameters) {
  engine::Dataset dataset = *someDataset("b");
  dataset.provenance.request.operation = "geometry";
  dataset.provenance.request.inputs = {"a"};
  dataset.provenance.request.parameters.set("chain", std::string("A"));
  dataset.provenance.device = "native CPU";
  session.document().publish(someDataset("a"));
  session.document().publish(std::make_shared<const engine::Dataset>(dataset));
  view.setDataset(session.document().find("b"));
  EXPECT_EQ(view.caption(), QStringLiteral("A red square. b: computed by geometry from a (chain A) on native CPU."));
}

TEST_F(ViewBase, numbersAreSavedAsCsvAndNpz) {
  view.numbers = {
      {"weights", "query", "key", {"Ala 1", "say \"x\", y"}, {}, engine::Array<float>({2, 2}, {1, 2, NAN, 0.1f})}};
  const test::TemporaryFolder folder;
  const auto csv = folder.path() / "w.csv", npz = folder.path() / "w.npz";
  view.exportNumbers(QString::fromStdString(csv.string()));
  EXPECT_EQ(test::readText(csv), "query \\ key,1,2\r\nAla 1,1,2\r\n\"say \"\"x\"\", y\",,0.100000001\r\n");
  view.numbers[0].values(1, 0) = 3;
  view.exportNumbers(QString::fromStdString(npz.string()));
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  const engine::Dataset loaded = engine::load(npz, diagnostics, progress);
  const auto* bundle = loaded.as<engine::ArrayBundle>();
  ASSERT_TRUE(bundle);
  EXPECT_EQ(engine::numbersOf<float>(*bundle, "weights").shape(), (engine::Shape{2, 2}));
  EXPECT_EQ(engine::numbersOf<float>(*bundle, "weights_rows")(0, 0), static_cast<float>('A'));
}

TEST_F(ViewBase, numbersThatAreNotThereOrDoNotFitAreRefused) {
  const test::TemporaryFolder folder;
  const QString path = QString::fromStdString((folder.path() / "w.csv").string());
  EXPECT_THROW(view.exportNumbers(path), engine::Error);
  view.numbers = {{"weights", "query", "key", {"one"}, {}, engine::Array<float>({2, 2}, 0.0f)}};
  EXPECT_THROW(view.exportNumbers(path), engine::Error);
  view.numbers[0].rowLabels.clear();
  EXPECT_THROW(view.exportNumbers(QStringLiteral("w.txt")), engine::Error);
  view.exportNumbers(path);
}

TEST(Numbers, severalTablesAreNamedAndAnEmptyOneHasItsHead) {
  const std::vector<ui::NumberTable> tables = {{"a", "i", "j", {}, {}, engine::Array<float>({1, 1}, 5.0f)},
                                               {"b", "i", "j", {}, {"x"}, engine::Array<float>({0, 1}, 0.0f)}};
  EXPECT_EQ(ui::csvText(tables), "a\r\ni \\ j,1\r\n1,5\r\n\r\nb\r\ni \\ j,x\r\n");
}

}  // namespace view_base_test
