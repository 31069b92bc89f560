// A figure of the smallest possible view: sizes, ground, letters, marks.
#include "ui/views/base/figure/Figure.h"

#include <QPainter>
#include <QRegularExpression>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "engine/datasets/SequenceSet.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/base/View.h"
#include "ui/views/base/figure/ShownSize.h"

namespace figure_test {

/// A word, and a band in the colour of the selection where something is locked.
class WordView : public ui::View {
 public:
  explicit WordView(ui::Session& session) : View(session) {}
  QString kind() const override { return QStringLiteral("word"); }
  QString title() const override { return QStringLiteral("Word"); }
  bool accepts(const engine::Dataset&) const override { return true; }
  void setDataset(engine::DatasetPtr dataset) override { m_dataset = std::move(dataset); }
  std::vector<engine::DatasetId> datasetIds() const override {
    return m_dataset ? std::vector<engine::DatasetId>{m_dataset->id} : std::vector<engine::DatasetId>{};
  }
  std::vector<ui::ReadoutLine> readout() const override { return {}; }
  QWidget* makeControls(QWidget*) override { return nullptr; }
  void resetView() override {}
  QString emptyText() const override { return QStringLiteral("Nothing"); }
  QString captionText() const override { return QStringLiteral("A word"); }
  bool hasScene() const override { return false; }

 protected:
  void prepareScene(QSize, double) override {}
  void paintOverlay(QPainter& painter, QSize size) override {
    painter.fillRect(QRect(0, 0, size.width(), size.height() / 4), theme().canvas);
    if (!session().selection().locked().isEmpty())
      painter.fillRect(QRect(0, size.height() / 2, size.width(), 10), theme().locked);
    painter.setPen(theme().text);
    painter.setFont(theme().labelFont());
    painter.drawText(QPoint(10, 20), QStringLiteral("Query"));
  }
  void onPointerMoved(QPointF) override {}
  void onDragged(QPointF, QPointF) override {}
  void onWheel(QPointF, double, Qt::KeyboardModifiers) override {}

 private:
  engine::DatasetPtr m_dataset;
};

/// A view whose bars only say where they are painted.
class ScaleView : public WordView, public ui::HasColorBar {
 public:
  using WordView::WordView;
  ui::SharedColorBar sharedColorBar() const override {
    return {key, 20, [](QPainter& painter, const QRectF& area) { painter.fillRect(area, Qt::magenta); }};
  }
  QString captionText() const override { return QStringLiteral("%1 wide").arg(ui::shownSize(size()).width()); }
  QString key = QStringLiteral("0 to 1");
};

class FigureTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto dataset = std::make_shared<engine::Dataset>();
    dataset->id = dataset->title = "word";
    dataset->value = std::make_shared<const engine::SequenceSet>();
    view.setDataset(dataset);
    ui::Focus focus;
    focus.first = {"word", 0};
    session.selection().setLocked(focus);
    options.height = 44;
  }
  void TearDown() override { ui::ThemeModel::instance().setKind(ui::ThemeKind::light); }
  ui::Figure figure() { return ui::Figure({{&view, {}, {}}}, options); }
  std::string written(const char* name) {
    const auto path = folder.path() / name;
    figure().save(QString::fromStdString(path.string()));
    return test::readText(path);
  }
  int numLocked(const QImage& image) const { return test::countColor(image, ui::Theme::light().locked); }

  ui::Session session;
  WordView view{session};
  ui::FigureOptions options;
  test::TemporaryFolder folder;
};

TEST_F(FigureTest, aPngHasItsMillimetresAndDots) {
  const std::string bytes = written("a.png");
  const QImage image = QImage::fromData(QByteArray::fromStdString(bytes), "PNG");
  EXPECT_EQ(image.width(), 1039) << "88 mm at 300 dots per inch";
  EXPECT_NEAR(image.height(), 520, 2);
  EXPECT_EQ(image.dotsPerMeterX(), 11811);
}

TEST_F(FigureTest, fewDotsPerInchShowTheWholePage) {
  options.areMarksShown = true;
  const QImage image = figure().image(0.25);
  EXPECT_EQ(image.width(), qRound(0.25 * figure().size().width()));
  EXPECT_EQ(numLocked(image.copy(0, image.height() / 2, image.width(), image.height() / 2)), numLocked(image));
  EXPECT_NEAR(numLocked(image), image.width() * 2.5, image.width()) << "a band of ten logical pixels, whole";
}

TEST_F(FigureTest, anSvgHasItsMillimetresAndRealText) {
  const std::string text = written("a.svg");
  EXPECT_NE(text.find("width=\"88mm\" height=\"44mm\""), std::string::npos) << text.substr(0, 400);
  EXPECT_NE(text.find("<text"), std::string::npos);
  EXPECT_NE(text.find("Query"), std::string::npos);
}

TEST_F(FigureTest, aPdfHasItsMillimetresAndEmbeddedFonts) {
  const std::string text = written("a.pdf");
  EXPECT_NE(text.find("/MediaBox [0 0 249"), std::string::npos) << "88 mm are 249.4 points";
  EXPECT_NE(text.find("/FontFile"), std::string::npos);
  EXPECT_NE(text.find("/ToUnicode"), std::string::npos) << "text that can be searched";
}

TEST_F(FigureTest, otherSuffixesAreRefusedAndLeaveNoFile) {
  EXPECT_THROW(written("a.gif"), engine::Error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(FigureTest, hasNoMarksUnlessAskedForAndTheSelectionStays) {
  int numHeard = 0;
  QObject::connect(&session.selection(), &ui::SelectionModel::lockedChanged, [&numHeard] { ++numHeard; });
  const ui::Focus locked = session.selection().locked();
  EXPECT_EQ(numLocked(figure().image(1)), 0);
  EXPECT_EQ(session.selection().locked(), locked);
  EXPECT_EQ(numHeard, 0);
  options.areMarksShown = true;
  EXPECT_GT(numLocked(figure().image(1)), 100);
}

TEST_F(FigureTest, isLightWhateverTheThemeWhichStays) {
  ui::ThemeModel::instance().setKind(ui::ThemeKind::dark);
  EXPECT_EQ(figure().image(1).pixelColor(2, 2), QColor(Qt::white));
  EXPECT_EQ(ui::ThemeModel::instance().theme().kind, ui::ThemeKind::dark);
  EXPECT_TRUE(ui::ThemeModel::instance().theme().page.areMarksShown);
}

TEST_F(FigureTest, aTransparentGroundIsSeenThroughAndLettersAreNot) {
  options.isTransparent = true;
  const QImage image = figure().image(4);
  ASSERT_TRUE(image.hasAlphaChannel());
  EXPECT_EQ(qAlpha(image.pixel(2, 2)), 0);
  EXPECT_GT(test::countPixels(image, [](QColor pixel) { return pixel.alpha() > 250; }), 20);
}

class SharedBarTest : public FigureTest {
 protected:
  int numBarPixels() {
    const ui::Figure figure({{&first, "A", "one"}, {&second, "B", "two"}}, options);
    return test::countColor(figure.image(1), Qt::magenta);
  }
  ScaleView first{session}, second{session};
};

TEST_F(SharedBarTest, panelsOfOneScaleShareItsBar) {
  options.height = 0;
  EXPECT_GT(numBarPixels(), 3000);
  options.colorBar = ui::ColorBarPlace::right;
  EXPECT_GT(numBarPixels(), 1000);
  options.colorBar = ui::ColorBarPlace::none;
  EXPECT_EQ(numBarPixels(), 0);
}

TEST_F(SharedBarTest, panelsOfDifferentScalesKeepTheirs) {
  second.key = QStringLiteral("0 to 2");
  EXPECT_EQ(numBarPixels(), 0);
  second.key.clear();
  first.key.clear();
  EXPECT_EQ(numBarPixels(), 0);
}

TEST_F(SharedBarTest, aCaptionSpeaksOfTheFigureNotOfTheScreen) {
  const ui::Figure figure({{&first, {}, {}}}, options);
  EXPECT_TRUE(figure.caption().startsWith(QStringLiteral("%1 wide").arg(figure.size().width())));
  EXPECT_TRUE(first.caption().startsWith(QStringLiteral("%1 wide").arg(first.width())));
}

TEST_F(FigureTest, panelsHaveTheirLabelsInPictureAndCaption) {
  options.height = 0;
  const ui::Figure grid({{&view, "A", "head 1"}, {&view, "B", "head 2"}}, options);
  const auto path = folder.path() / "grid.svg";
  grid.save(QString::fromStdString(path.string()));
  const std::string text = test::readText(path);
  for (const char* word : {">A<", ">B<", "head 1", "head 2"}) EXPECT_NE(text.find(word), std::string::npos) << word;
  EXPECT_TRUE(grid.caption().startsWith("(A) head 1, (B) head 2.")) << grid.caption().toStdString();
  EXPECT_TRUE(grid.caption().contains("A word."));
}

}  // namespace figure_test
