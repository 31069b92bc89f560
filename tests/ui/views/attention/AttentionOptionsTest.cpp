// What an attention view shows for each option: numbers of transforms, filters, margins, special tokens; its state.
#include <QComboBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QSlider>

#include "tests/ui/views/attention/AttentionFixture.h"
#include "tests/ui/views/attention/OtherOptions.h"
#include "ui/views/maps/CellsInSight.h"

namespace attention_options_test {

using namespace test;
using ui::AttentionOptions;
using ui::AttentionTransform;

std::shared_ptr<engine::HeadSet> headsOf(const std::vector<Array<float>>& maps) {
  auto heads = std::make_shared<engine::HeadSet>();
  heads->numHeads = static_cast<Index>(maps.size());
  heads->numQueries = maps.front().length(0);
  heads->numKeys = maps.front().length(1);
  for (const Array<float>& weights : maps) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = weights;
    map->scores = weights;
    for (float& score : map->scores) score = 4 * score - 2;
    heads->maps.push_back(map);
  }
  return heads;
}

const Array<float> kTwo({2, 2}, {0.25F, 0.75F, 0.5F, 0.5F}, "weights");

class AttentionOptionsTest : public AttentionViewTest {
 protected:
  float valueAt(Index row, Index column) { return (*view.shown().data().values)(row, column); }
  bool isShown(Index row, Index column) { return std::isfinite((*view.shown().data().shown)(row, column)); }
};

TEST_F(AttentionOptionsTest, transformsAreThoseOfTheirNames) {
  showWith({headsDataset(headsOf({kTwo}))});
  const auto offDiagonal = [&](AttentionTransform transform) {
    view.change([=](AttentionOptions& options) { options.transform = transform; });
    return valueAt(0, 1);
  };
  EXPECT_FLOAT_EQ(offDiagonal(AttentionTransform::none), 0.75F);
  EXPECT_FLOAT_EQ(offDiagonal(AttentionTransform::sum), 1.25F);
  EXPECT_FLOAT_EQ(offDiagonal(AttentionTransform::mean), 0.625F);
  EXPECT_FLOAT_EQ(offDiagonal(AttentionTransform::maximum), 0.75F);
  // A + A^T = (0.5 1.25; 1.25 1): 1.25 - 1.75 * 2.25 / 4.
  EXPECT_NEAR(offDiagonal(AttentionTransform::apc), 1.25 - 1.75 * 2.25 / 4, 1e-6);
}

TEST_F(AttentionOptionsTest, nearPairsAreLeftOutOfTheAverageProductCorrectionByChoice) {
  // A local head: 1 on the diagonal; of the pairs three or more apart, all A + A^T are 0 but that of 0 and 4: 1.
  Array<float> local({5, 5}, 0.0F, "weights");
  for (Index i = 0; i < 5; ++i) local(i, i) = 1;
  local(0, 4) = local(4, 0) = 0.5F;
  local(0, 0) = local(4, 4) = 0.5F;
  showWith({headsDataset(headsOf({local}))});
  view.change([](AttentionOptions& options) {
    options.transform = AttentionTransform::apc;
    options.leastSeparation = 3;
  });
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j) EXPECT_EQ(isShown(i, j), std::abs(i - j) >= 3) << i << ", " << j;
  // Kept: (0, 3), (0, 4), (1, 4) and their mirrors. Means: row 0 of 0 and 1, column 4 of 1 and 0, all 2 / 6.
  EXPECT_NEAR(valueAt(0, 4), 1 - 0.5 * 0.5 / (2.0 / 6), 1e-6);
  EXPECT_NEAR(valueAt(0, 3), 0 - 0.5 * 0 / (2.0 / 6), 1e-6);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("|i − j| ≥ 3"))) << view.captionText().toStdString();
  EXPECT_FALSE(view.captionText().contains(QStringLiteral("masked")));
  view.change([](AttentionOptions& options) { options.leastSeparation = 0; });
  EXPECT_TRUE(isShown(2, 2));
  view.change([](AttentionOptions& options) {
    options.transform = AttentionTransform::none;
    options.leastSeparation = 3;
  });
  EXPECT_TRUE(isShown(2, 2)) << "weights keep theirs";
}

TEST_F(AttentionOptionsTest, averageProductCorrectionIsSignedAndCentredOnZero) {
  showWith({headsDataset(headsOf({kTwo}))});
  view.change([](AttentionOptions& options) { options.transform = AttentionTransform::apc; });
  EXPECT_EQ(view.shown().look.colorMapId, "diverging");
  EXPECT_EQ(view.shown().look.low, -view.shown().look.high);
  EXPECT_TRUE(warningText().contains(QStringLiteral("not comparable")));
}

TEST_F(AttentionOptionsTest, fixedRangeOfASumOfTwoWeightsEndsAtTwo) {
  showWith({headsDataset(headsOf({kTwo}))});
  view.change([](AttentionOptions& options) {
    options.transform = AttentionTransform::sum;
    options.range = ui::WeightRange::zeroToOne;
  });
  EXPECT_EQ(view.shown().look.high, 2);
  EXPECT_TRUE(warningText().isEmpty()) << warningText().toStdString();
}

TEST_F(AttentionOptionsTest, onlyRangesThatWereChosenAndAreNotFixedComeWithAWarning) {
  showWith({headsDataset(headsOf({kTwo}))});
  EXPECT_TRUE(warningText().isEmpty());
  EXPECT_TRUE(noteText().contains(QStringLiteral("this map's largest")));
  view.change([](AttentionOptions& options) { options.range = ui::WeightRange::ownLargest; });
  EXPECT_TRUE(warningText().contains(QStringLiteral("not comparable")));
  view.change([](AttentionOptions& options) {
    options.range = ui::WeightRange::zeroToOne;
    options.scale = ui::ScaleChoice::rank;
  });
  EXPECT_TRUE(warningText().contains(QStringLiteral("ranks")));
}

TEST_F(AttentionOptionsTest, mapsThatAreNotSquareStayAsTheyAreAndSayWhy) {
  showWith({headsDataset(headsOf({Array<float>({1, 2}, {0.25F, 0.75F}, "weights")}))});
  view.change([](AttentionOptions& options) { options.transform = AttentionTransform::sum; });
  EXPECT_FLOAT_EQ(valueAt(0, 1), 0.75F);
  EXPECT_TRUE(warningText().contains(QStringLiteral("square")));
}

TEST_F(AttentionOptionsTest, scoresAreReadOutBesideTheWeight) {
  showWith({headsDataset(headsOf({kTwo}))});
  view.change([](AttentionOptions& options) { options.quantity = ui::AttentionQuantity::scores; });
  EXPECT_FLOAT_EQ(valueAt(0, 1), 1);
  ui::Focus focus;
  focus.first = {"heads", 0};
  focus.second = {"heads", 1};
  session.selection().setHover(focus);
  EXPECT_EQ(readoutOf(QStringLiteral("Score")), QStringLiteral("1"));
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("0.75"));
  EXPECT_EQ(readoutOf(QStringLiteral("As softmax")), QString()) << "scores of the fixture are not those of its weights";
  EXPECT_EQ(readoutOf(QStringLiteral("Rank in row")), QStringLiteral("1 of 2"));
}

TEST_F(AttentionOptionsTest, theReadoutPutsItsNumbersIntoTheFormulae) {
  showWith({headsDataset(headsOf({kTwo}))});  // the scores of the second row, 0 and 0, are those of its weights
  test::movePointer(view.canvas(), attentionPoint(1, 0));
  EXPECT_TRUE(readoutOf(QStringLiteral("As softmax")).endsWith(QStringLiteral("\n= exp(0 − 0) / 2\n= 0.5")));
  EXPECT_EQ(readoutOf(QStringLiteral("Formula")), QString());
  view.change([](AttentionOptions& options) { options.transform = AttentionTransform::sum; });
  test::movePointer(view.canvas(), attentionPoint(1, 0));
  EXPECT_EQ(readoutOf(QStringLiteral("Formula")), QStringLiteral("A(i, j) + A(j, i)\n= 0.5 + 0.75\n= 1.25"));
}

TEST_F(AttentionOptionsTest, maskedScoresStayMaskedAndDoNotTouchTheOthers) {
  auto heads = headsOf({Array<float>({2, 2}, {1, 0, 0.5F, 0.5F}, "weights")});
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  map->scores(0, 1) = -INFINITY;
  heads->maps[0] = map;
  showWith({headsDataset(heads)});
  for (const auto transform : {AttentionTransform::none, AttentionTransform::apc, AttentionTransform::maximum})
    for (const auto scale : {ui::ScaleChoice::linear, ui::ScaleChoice::rank}) {
      view.change([=](AttentionOptions& options) {
        options.quantity = ui::AttentionQuantity::scores;
        options.transform = transform;
        options.scale = scale;
      });
      EXPECT_TRUE(std::isfinite(valueAt(0, 0)));
      EXPECT_TRUE(std::isfinite(valueAt(1, 1)));
      EXPECT_TRUE(std::isfinite(view.shown().look.low));
    }
  view.change([](AttentionOptions& options) { options.transform = AttentionTransform::none; });
  test::movePointer(view.canvas(), attentionPoint(0, 1));
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("masked"));
  EXPECT_TRUE(view.statusText().endsWith(QStringLiteral("masked"))) << view.statusText().toStdString();
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("Hatched: masked")));
  EXPECT_TRUE(std::isnan(view.visibleNumbers()[0].values(0, 1))) << "no number stands for a masked cell";
  view.change([](AttentionOptions& options) { options.quantity = ui::AttentionQuantity::weights; });
  EXPECT_TRUE(std::isnan((*view.shown().data().picture)(0, 1))) << "nor a colour";
}

TEST_F(AttentionOptionsTest, rankScaleGivesTheLargestTheTopColorAndTheMiddleTheMiddle) {
  Array<float> weights({3, 3}, 0.0F, "weights");
  for (Index k = 0; k < 9; ++k) weights[k] = std::pow(10.0F, static_cast<float>(k) - 8);
  showWith({headsDataset(headsOf({weights}))});
  view.change([](AttentionOptions& options) { options.scale = ui::ScaleChoice::rank; });
  EXPECT_EQ((*view.shown().data().picture)(2, 2), 1);
  EXPECT_EQ((*view.shown().data().picture)(0, 0), 0);
  EXPECT_NEAR((*view.shown().data().picture)(1, 1), 0.5, 0.06);
  const QColor middle = ui::toColor(ui::colorMap("viridis").colors[127]), found = colorAt(attentionPoint(1.3, 1.3));
  EXPECT_NEAR(found.green(), middle.green(), 14);
}

TEST_F(AttentionOptionsTest, filtersBlankCellsAndSayHowMuchRemains) {
  showWith({headsDataset(headsOf({kTwo}))});
  view.change([](AttentionOptions& options) { options.filter.topPerRow = 1; });
  EXPECT_TRUE(isShown(0, 1));
  EXPECT_FALSE(isShown(0, 0));
  EXPECT_TRUE(noteText().contains(QStringLiteral("2 of 4 cells"))) << noteText().toStdString();
  EXPECT_TRUE(noteText().contains(QStringLiteral("63 % of the mass"))) << noteText().toStdString();
  EXPECT_EQ(colorAt(attentionPoint(0.3, 0.3)), ui::ThemeModel::instance().theme().window);
  EXPECT_FLOAT_EQ(valueAt(0, 0), 0.25F) << "the numbers stay";
}

TEST_F(AttentionOptionsTest, slidersFilter) {
  showWith({headsDataset(headsOf({kTwo}))});
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  const auto slider = [&](const char* name) { return controls->findChild<QSlider*>(QString::fromUtf8(name)); };
  ASSERT_NE(slider("Threshold"), nullptr);
  slider("Threshold")->setValue(slider("Threshold")->maximum());  // the largest value
  EXPECT_TRUE(isShown(0, 1));
  EXPECT_FALSE(isShown(1, 1));
  slider("Threshold")->setValue(0);
  EXPECT_TRUE(isShown(0, 0));
  slider("% of mass")->setValue(50);
  EXPECT_FALSE(isShown(0, 0));
  slider("% of mass")->setValue(100);
  QTest::keyClick(slider("Top per row"), Qt::Key_Right);
  EXPECT_EQ(view.options().filter.topPerRow, 1) << "by keyboard";
}

TEST_F(AttentionOptionsTest, shiftClickTakesTheMeanOfHeadsAndAPlainClickOneOfThem) {
  showWith({headsDataset(headsOf(
      {kTwo, Array<float>({2, 2}, {0.75F, 0.25F, 0, 1}, "weights"), Array<float>({2, 2}, {1, 0, 0, 1}, "weights")}))});
  const QRectF strip = view.layoutIn(view.canvas().size()).strip;
  const auto click = [&](double part, Qt::KeyboardModifiers modifiers) {
    const QPoint point(static_cast<int>(strip.left() + part * 690), static_cast<int>(strip.center().y()));
    QTest::mouseClick(&view.canvas(), Qt::LeftButton, modifiers, point);
  };
  click(0.5, Qt::ShiftModifier);
  ASSERT_EQ(view.shown().meanHeads.size(), 2U);
  EXPECT_FLOAT_EQ(valueAt(0, 0), 0.5F);
  EXPECT_FLOAT_EQ(valueAt(1, 1), 0.75F);
  click(0.9, Qt::NoModifier);
  EXPECT_TRUE(view.shown().meanHeads.empty());
  EXPECT_FLOAT_EQ(valueAt(0, 0), 1);
}

std::shared_ptr<engine::HeadSet> headsWithTokens() {
  auto heads = headsOf({Array<float>(
      {4, 4}, {1, 0, 0, 0, 0.5F, 0.25F, 0.125F, 0.125F, 0.25F, 0.25F, 0.25F, 0.25F, 0, 0, 0, 1}, "weights")});
  heads->queryTokens = heads->keyTokens = {"<cls>", "M", "K", "<eos>"};
  heads->queryLetters = heads->keyLetters = "-MK-";
  return heads;
}

TEST_F(AttentionOptionsTest, specialTokensAreHiddenAndTheirMassIsToldNotSpreadOut) {
  showWith({headsDataset(headsWithTokens())});
  EXPECT_EQ(view.shown().data().values->shape(), (engine::Shape{2, 2}));
  EXPECT_FLOAT_EQ(valueAt(0, 0), 0.25F);
  EXPECT_TRUE(noteText().contains(QStringLiteral("2 special tokens hidden"))) << noteText().toStdString();
  EXPECT_TRUE(noteText().contains(QStringLiteral("56 %"))) << noteText().toStdString();
  view.change([](AttentionOptions& options) { options.areSpecialTokensShown = true; });
  EXPECT_EQ(view.shown().data().values->shape(), (engine::Shape{4, 4}));
  EXPECT_FALSE(noteText().contains(QStringLiteral("hidden")));
}

TEST_F(AttentionOptionsTest, positionsOfHiddenTokensAreSkippedInTheSelection) {
  showWith({headsDataset(headsWithTokens())});
  test::movePointer(view.canvas(), attentionPoint(0, 1));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"heads", 1}));
  EXPECT_EQ(session.selection().hover().second, (ui::Position{"heads", 2}));
  EXPECT_EQ(readoutOf(QStringLiteral("Query")), QStringLiteral("Met (M) 1"));
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("0.125"));
}

TEST_F(AttentionOptionsTest, onAProteinsAxisResiduesAreCountedWithoutTokens) {
  showWith({headsDataset(headsWithTokens(), {"protein"})});
  test::movePointer(view.canvas(), attentionPoint(0, 1));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"protein", 0}));
  EXPECT_EQ(session.selection().hover().second, (ui::Position{"protein", 1}));
}

TEST_F(AttentionOptionsTest, marginsAreSumsAndEntropyOfWhatIsShown) {
  showWith({headsDataset(headsOf({kTwo}))});
  EXPECT_FALSE(view.shown().data().margins.has_value()) << "not computed until asked for";
  view.change([](AttentionOptions& options) {
    options.rowMargin = ui::RowMargin::entropy;
    options.isColumnMarginShown = true;
  });
  ASSERT_TRUE(view.shown().data().margins.has_value());
  EXPECT_NEAR(view.shown().data().margins->rowEntropy[1], 1, 1e-6);
  EXPECT_NEAR(view.shown().data().margins->columnSum[1], 1.25, 1e-6);
  view.change([](AttentionOptions& options) { options.filter.topPerRow = 1; });
  EXPECT_NEAR(view.shown().data().margins->columnSum[1], 0.75, 1e-6);
}

TEST_F(AttentionOptionsTest, aRowIsSaidToSumToOneOnlyWhenItDoes) {
  auto heads = headsOf({kTwo});
  showWith({headsDataset(heads)});
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("ows are queries, each row sums to 1")));
  view.change([](AttentionOptions& options) { options.transform = AttentionTransform::sum; });
  EXPECT_FALSE(view.captionText().contains(QStringLiteral("sums to 1")));
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("A + Aᵀ"))) << view.captionText().toStdString();
}

TEST_F(AttentionOptionsTest, zoomingAndPanningComputeNothing) {
  showWith({headsDataset(someHeads(kLength, 1))});
  view.change([](AttentionOptions& options) { options.filter.topPerRow = 2; });
  const auto* before = view.shown().data().shown.get();
  test::turnWheel(view.canvas(), attentionPoint(3, 7), 3);
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  test::waitForFrame(view.canvas());
  EXPECT_EQ(view.shown().data().shown.get(), before);
}

TEST_F(AttentionOptionsTest, aHeadAsItIsSharesItsNumbersWithTheDataset) {
  const auto heads = someHeads(kLength, 1);
  showWith({headsDataset(heads)});
  EXPECT_EQ(view.shown().data().picture.get(), &heads->maps[0]->weights);
}

TEST_F(AttentionOptionsTest, stateComesBackInAnotherView) {
  showWith({headsDataset(someHeads(kLength, 3)), geometryDataset(kLength)});
  const AttentionOptions options = test::otherAttentionOptions();
  showCells(3, 4, 31);
  view.setOptions(options);
  view.strip().setChosen({{0, 0}, {0, 2}});
  ui::AttentionView other(session);
  other.setDataset(headsDataset(someHeads(kLength, 3)));
  other.setDataset(geometryDataset(kLength));
  other.setState(view.state());
  EXPECT_EQ(other.options(), options);
  EXPECT_EQ(other.shown().meanHeads, view.shown().meanHeads);
  EXPECT_EQ(other.state(), view.state());
}

TEST_F(AttentionOptionsTest, nonsenseInAStateIsIgnoredAndNumbersBecomeValid) {
  showWith({headsDataset(someHeads(kLength, 2))});
  const QJsonObject before = view.state();
  view.setState({{"scale", 7},
                 {"colors", "rainbow"},
                 {"transform", "cube"},
                 {"picture", QJsonArray{}},
                 {"region", QJsonObject{{"scale", -3}}},
                 {"unknown", true}});
  EXPECT_EQ(view.state(), before);
  view.setState({{"massFraction", 99}, {"topPerRow", -5}, {"arcs", 1e9}, {"meanHeads", QJsonArray{QJsonArray{0, 9}}}});
  EXPECT_EQ(view.options().filter.massFraction, 1);
  EXPECT_EQ(view.options().filter.topPerRow, 0);
  EXPECT_EQ(view.options().arcCount, ui::kMostArcs);
  EXPECT_TRUE(view.shown().meanHeads.empty());
}

TEST_F(AttentionOptionsTest, numbersOnShowAreThoseOfThePartInSight) {
  showWith({headsDataset(someHeads(kLength, 1))});
  auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].values.shape(), (engine::Shape{kLength, kLength}));
  EXPECT_EQ(tables[0].rowLabels[3], "D4");
  showCells(4, 4, 100);
  tables = view.visibleNumbers();
  EXPECT_LT(tables[0].values.length(0), kLength);
  EXPECT_GT(tables[0].values.length(0), 0);
  EXPECT_EQ(tables[0].values.length(0), static_cast<Index>(tables[0].rowLabels.size()));
}

TEST(CellsInSight, areThoseBetweenTheBordersOfThePanelAndOfTheMap) {
  ui::MapFrame frame;
  frame.panel = {10, 20, 100, 50};
  frame.rows = 8;
  frame.columns = 30;
  frame.viewport = {12, 2.5, 10};  // columns 7 to 17, rows 0 to 5
  ui::CellsInSight cells = ui::cellsInSight(frame);
  EXPECT_EQ(cells.firstRow, 0);
  EXPECT_EQ(cells.lastRow, 5);
  EXPECT_EQ(cells.firstColumn, 7);
  EXPECT_EQ(cells.lastColumn, 17);
  frame.viewport = {28.5, 6.2, 10};  // cut at both ends of the map, and a row in part
  cells = ui::cellsInSight(frame);
  EXPECT_EQ(cells.firstRow, 3);
  EXPECT_EQ(cells.lastRow, 8);
  EXPECT_EQ(cells.firstColumn, 23);
  EXPECT_EQ(cells.lastColumn, 30);
  frame.viewport = {-500, 900, 10};
  cells = ui::cellsInSight(frame);
  EXPECT_EQ(cells.firstRow, cells.lastRow);
  EXPECT_EQ(cells.firstColumn, cells.lastColumn);
  frame.rows = frame.columns = 0;
  EXPECT_EQ(ui::cellsInSight(frame).lastRow, 0);
}

TEST(AttentionDiagonals, areReadFromAnyList) {
  EXPECT_EQ(ui::diagonalsIn(QStringLiteral("24, 6;12 6 0 x")), (std::vector<int>{6, 12, 24}));
  EXPECT_TRUE(ui::diagonalsIn(QString()).empty());
  EXPECT_EQ(ui::diagonalsText({6, 12}), QStringLiteral("6, 12"));
}

}  // namespace attention_options_test
