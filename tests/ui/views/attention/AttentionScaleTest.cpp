// The scale that suits the data, hatched masks, and what positions are called.
#include <algorithm>
#include <cmath>

#include <QComboBox>

#include "tests/ui/views/attention/AttentionFixture.h"
#include "ui/views/attention/AttentionLayout.h"
#include "ui/views/maps/Hatching.h"

namespace attention_scale_test {

using namespace test;
using ui::AttentionOptions;

/// One head whose smallest value is so much below its largest, 1.
std::shared_ptr<engine::HeadSet> headSpanning(Index length, float least) {
  auto heads = someHeads(0, 0);
  heads->numHeads = 1;
  heads->numQueries = heads->numKeys = length;
  auto map = std::make_shared<engine::AttentionMap>();
  map->weights = Array<float>({length, length}, least, "weights");
  map->weights(0, 0) = 1;
  map->isStochastic = false;
  heads->maps = {map};
  return heads;
}

class AttentionScaleTest : public AttentionViewTest {
 protected:
  QString said(const char* name) {
    std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
    return controls->findChild<QComboBox*>(QString::fromLatin1(name))->currentText();
  }
};

TEST_F(AttentionScaleTest, followsTheDataAndTheControlSaysWhatItIs) {
  showWith({headsDataset(headSpanning(40, 1e-2F))});
  EXPECT_EQ(view.shown().look.scale, ui::ValueScale::linear);
  EXPECT_EQ(said("Scale"), QStringLiteral("Automatic: linear"));
  EXPECT_EQ(said("Range"), QStringLiteral("Automatic: 0 to largest"));
  view.setDataset(headsDataset(headSpanning(40, 1e-5F)));
  EXPECT_EQ(view.shown().look.scale, ui::ValueScale::logarithmic);
  EXPECT_EQ(said("Scale"), QStringLiteral("Automatic: logarithmic"));
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("log scale")));
  view.setDataset(headsDataset(headSpanning(8, 1e-5F)));
  EXPECT_EQ(view.shown().look.scale, ui::ValueScale::linear) << "numbers stand in its cells";
  for (const Index length : {0, 1}) {
    view.setDataset(headsDataset(someHeads(length, 1)));
    EXPECT_EQ(view.shown().look.scale, ui::ValueScale::linear);
  }
}

TEST_F(AttentionScaleTest, sessionsThatNameAScaleKeepIt) {
  showWith({headsDataset(headSpanning(8, 0.5F))});
  view.setState({{"scale", "logarithmic"}, {"range", "zeroToOne"}});
  EXPECT_EQ(view.shown().look.scale, ui::ValueScale::logarithmic);
  EXPECT_EQ(view.shown().look.high, 1);
}

TEST_F(AttentionScaleTest, keysGoThroughScalesAndRanges) {
  showWith({headsDataset(headSpanning(8, 0.5F))});
  test::giveFocus(view.canvas());
  QTest::keyClick(&view.canvas(), Qt::Key_R);
  EXPECT_EQ(view.options().range, ui::WeightRange::zeroToOne);
  for (int k = 0; k < 4; ++k) QTest::keyClick(&view.canvas(), Qt::Key_L);
  EXPECT_EQ(view.options().scale, ui::ScaleChoice::automatic);
}

TEST_F(AttentionScaleTest, maskedCellsAreHatchedAndOthersAreNot) {
  auto heads = someHeads(4, 1);
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  map->mask = Array<engine::Bool>({4, 4});
  map->mask(0, 3) = engine::Bool{1};
  heads->maps = {map};
  showWith({headsDataset(heads)});
  view.change([](AttentionOptions& options) { options.colorMap = QStringLiteral("greys"); });
  waitForFrame(view.canvas());
  const QImage image = view.grab().toImage();
  const auto lines = [&](double row, double column) {
    const QPointF from = pointOf(&ui::AttentionLayout::attention, row - 0.4, column - 0.4);
    const QPointF to = pointOf(&ui::AttentionLayout::attention, row - 0.2, column + 0.4);  // above the number
    return test::countPixels(image.copy(QRectF(from, to).toRect()),
                             [](QColor color) { return color.lightness() < 220; });
  };
  EXPECT_GT(lines(0, 3), 30);
  EXPECT_EQ(lines(3, 0), 0);
  test::movePointer(view.canvas(), attentionPoint(0, 3));
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("masked"));
}

TEST(Hatching, liesInMarkedCellsOnlyAndGoesThroughNeighboursWithoutABreak) {
  ui::MapFrame frame;
  frame.panel = {10, 20, 100, 100};
  frame.rows = frame.columns = 10;
  frame.viewport.fit(frame.panel, 10, 10);
  const auto lines = ui::hatchLines(frame, 6, [](Index row, Index column) { return row < 5 && column >= 5; });
  EXPECT_GT(lines.size(), 10);
  EXPECT_LT(lines.size(), 25) << "one per slanting line";
  for (const QLineF& line : lines)
    for (const QPointF point : {line.p1(), line.p2()})
      EXPECT_TRUE(QRectF(60, 20, 50, 50).adjusted(-0.01, -0.01, 0.01, 0.01).contains(point));
  EXPECT_TRUE(ui::hatchLines(frame, 6, [](Index, Index) { return false; }).empty());
  frame.rows = frame.columns = 0;
  EXPECT_TRUE(ui::hatchLines(frame, 6, [](Index, Index) { return true; }).empty());
}

TEST(CellNumbers, haveRoomAroundThem) {
  const ui::Theme& theme = ui::ThemeModel::instance().theme();
  const double size = ui::kNumberCellPixels * theme.scale;
  ui::MapFrame frame;
  frame.panel = {0, 0, 3 * size, size};
  frame.rows = 1;
  frame.columns = 3;
  frame.viewport.fit(frame.panel, 1, 3);
  for (const double number : {0.00169, -0.00169, 1e-12, -123456.0, 12.34}) {
    QImage image(QSizeF(3 * size, size).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    ui::MapLook look;
    look.colorMapId = "viridis";
    look.low = -1e9;  // black on the bright end
    look.high = number;
    ui::paintNumbers(painter, theme, frame, look, [&](Index, Index column) -> std::optional<double> {
      return column == 1 ? std::optional(number) : std::nullopt;
    });
    painter.end();
    const auto inked = [&](double from, double to) {
      return test::countPixels(image.copy(QRectF(from, 0, to - from, size).toRect()),
                               [](QColor color) { return color != QColor(Qt::white); });
    };
    EXPECT_EQ(inked(0, size + 1) + inked(2 * size - 1, 3 * size), 0) << number;
    EXPECT_GT(inked(size, 2 * size), 10) << number;
  }
}

TEST(CellNumbers, ofCountsHaveNoDigitsBehindThePoint) {
  const ui::Theme& theme = ui::ThemeModel::instance().theme();
  const double size = 2 * ui::kNumberCellPixels * theme.scale;
  ui::MapFrame frame;
  frame.panel = {0, 0, 2 * size, size};
  frame.rows = 1;
  frame.columns = 2;
  frame.viewport.fit(frame.panel, 1, 2);
  /// Columns of the first cell's number that have ink, with this one beside it.
  const auto widthBeside = [&](double other) {
    QImage image(QSizeF(2 * size, size).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    ui::MapLook look;
    look.colorMapId = "viridis";
    look.low = -1e9;
    look.high = 31;
    ui::paintNumbers(painter, theme, frame, look,
                     [&](Index, Index column) -> std::optional<double> { return column == 0 ? 31 : other; });
    painter.end();
    int first = int(size), last = -1;
    for (int x = 0; x < int(size); ++x)
      if (test::countPixels(image.copy(x, 0, 1, int(size)), [](QColor color) { return color != QColor(Qt::white); }))
        first = std::min(first, x), last = x;
    return last - first + 1;
  };
  const QFontMetricsF metrics(theme.labelFont());
  EXPECT_NEAR(widthBeside(7), metrics.horizontalAdvance(QStringLiteral("31")), 3);
  EXPECT_NEAR(widthBeside(std::nan("")), metrics.horizontalAdvance(QStringLiteral("31")), 3) << "is no number";
  EXPECT_NEAR(widthBeside(7.5), metrics.horizontalAdvance(QStringLiteral("31.00")), 3) << "by chance";
}

TEST_F(AttentionScaleTest, axesSayWhatPositionsAre) {
  const auto titles = [&] {
    const ui::MapFrame frame = ui::frameOf(view.shown(), view.layoutIn(test::kViewSize), {0, 0, 100, 100});
    return frame.rowTitle + QStringLiteral(", ") + frame.columnTitle;
  };
  showWith({headsDataset(someHeads(4, 1))});
  EXPECT_EQ(titles(), QStringLiteral("query residue, key residue"));
  auto heads = someHeads(4, 1);
  heads->queryLetters = heads->keyLetters = {};
  view.setDataset(headsDataset(std::make_shared<engine::HeadSet>(*heads)));
  EXPECT_EQ(titles(), QStringLiteral("query position, key position"));
  heads->keyTokens = {"the", "cat", "is", "here"};
  heads->queryUnit = "step";
  view.setDataset(headsDataset(heads));
  EXPECT_EQ(titles(), QStringLiteral("query step, key token"));
  const ui::MapFrame words = ui::frameOf(view.shown(), view.layoutIn(test::kViewSize), {0, 0, 100, 100});
  EXPECT_EQ(words.words.columns, (std::vector<QString>{"the", "cat", "is", "here"})) << "instead of letters";
  EXPECT_TRUE(words.words.rows.empty());
  auto columns = someHeads(4, 1);
  columns->queryUnit = columns->keyUnit = engine::kColumnUnit;
  view.setDataset(headsDataset(columns));
  EXPECT_EQ(titles(), QStringLiteral("query column, key column")) << "of attention along the rows of an alignment";
  columns = std::make_shared<engine::HeadSet>(*columns);
  columns->areHeads = false;
  view.setDataset(headsDataset(columns));
  EXPECT_EQ(titles(), QStringLiteral("alignment column, alignment column"));
}

TEST_F(AttentionScaleTest, positionEncodingsSpeakOfPositionsAndChannelsWhichAskForNothing) {
  auto heads = someHeads(4, 1);
  heads->queryLetters = heads->keyLetters = {};
  heads->queryUnit = "position";
  heads->keyUnit = "channel";
  showWith({headsDataset(heads)});
  const ui::MapFrame frame = ui::frameOf(view.shown(), view.layoutIn(test::kViewSize), {0, 0, 100, 100});
  EXPECT_EQ(frame.rowTitle, QStringLiteral("position"));
  EXPECT_EQ(frame.columnTitle, QStringLiteral("channel"));
  test::movePointer(view.canvas(), attentionPoint(1, 2));
  EXPECT_EQ(readoutOf("Position"), QStringLiteral("2"));
  EXPECT_EQ(readoutOf("Channel"), QStringLiteral("3"));
  EXPECT_EQ(readoutOf("Value"), QStringLiteral("0"));
  EXPECT_TRUE(readoutOf("Query").isEmpty());
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("Rows are positions, columns are channels")));
  EXPECT_FALSE(view.captionText().contains(QStringLiteral("weight")));
}

}  // namespace attention_scale_test
