// The view of matrices driven with pointer, keys and controls.
#include "ui/views/matrices/MatricesView.h"
#include "ui/views/matrices/MatricesControls.h"

#include <QComboBox>
#include <QJsonObject>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/attention/HeadSet.h"
#include "engine/base/Error.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/matrices/MatricesFormula.h"

namespace matrices_view_test {

using engine::Array;
using engine::Index;

constexpr QSize kSize(1200, 900);  // all matrices of the tests are in sight

engine::DatasetPtr made(const std::string& id, const std::string& operation, engine::ArrayBundle arrays) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = id;
  dataset->title = id;
  dataset->provenance.request.operation = operation;
  dataset->provenance.request.output = "r";
  dataset->value = std::make_shared<const engine::ArrayBundle>(std::move(arrays));
  return dataset;
}

Array<float> counting(const engine::Shape& shape) {
  Array<float> array(shape);
  for (Index k = 0; k < array.size(); ++k) array[k] = static_cast<float>(k);
  return array;
}

class MatricesViewTest : public ::testing::Test {
 protected:
  void open() {
    session.document().publish(input);
    session.document().publish(output);
    view.setDataset(output);
    test::show(view, kSize);
  }
  QStringList names() const {
    QStringList all;
    for (const ui::ArraySlice& slice : view.slices())
      if (slice.matrix) all << slice.name;
    return all;
  }
  QPointF middleOf(const QString& array, Index row, Index column) const {
    const ui::MatricesLayout layout = view.layoutFor(view.size());
    for (const ui::MatrixPlace& place : layout.places)
      if (const ui::ArraySlice& slice = view.slices()[place.array]; slice.name == array) {
        const ui::PixelPoint at =
            ui::viewportOf(slice, place, {})
                .toPixel(place.panel, static_cast<double>(row) + 0.5, static_cast<double>(column) + 0.5);
        return {at.x, at.y};
      }
    ADD_FAILURE() << array.toStdString() << " is not in the picture";
    return {};
  }
  engine::DatasetPtr input =
      made("r.input", "attention dot", {{"Q", counting({2, 3, 4})}, {"K", counting({2, 5, 4})}});
  engine::DatasetPtr output =
      made("r.arrays", "attention dot", {{"S", counting({2, 3, 5})}, {"A", counting({2, 3, 5})}});
  /// The maps of the result, which the arrays are of.
  engine::DatasetPtr maps() const {
    auto heads = std::make_shared<engine::HeadSet>();
    heads->numHeads = 2;
    heads->numQueries = 3;
    heads->numKeys = 5;
    for (int head = 0; head < 2; ++head) {
      auto map = std::make_shared<engine::AttentionMap>();
      map->weights = Array<float>({3, 5});
      map->isStochastic = false;
      heads->maps.push_back(std::move(map));
    }
    auto dataset = std::make_shared<engine::Dataset>(*output);
    dataset->id = "r";
    dataset->value = std::shared_ptr<const engine::HeadSet>(heads);
    return dataset;
  }
  ui::Session session;
  ui::MatricesView view{session};
};

TEST_F(MatricesViewTest, theHeadIsThatOfTheMapsOfTheSameResult) {
  session.document().publish(maps());
  open();
  session.selection().setHead(0, 1);
  for (const ui::ArraySlice& slice : view.slices()) EXPECT_EQ(slice.at[0], 1) << slice.name.toStdString();
  const std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* slider = controls->findChild<QSlider*>();
  ASSERT_TRUE(slider);
  EXPECT_EQ(slider->value(), 2);
  slider->setValue(1);
  EXPECT_EQ(session.selection().head(), 0);
  session.selection().setHead(3, 7);
  EXPECT_EQ(view.slices()[0].at[0], 1) << "the nearest there is";
  EXPECT_EQ(session.selection().head(), 7) << "which other maps may have";
}

TEST_F(MatricesViewTest, mapsThatComeLaterGiveTheirHead) {
  session.selection().setHead(0, 1);
  open();
  EXPECT_EQ(view.slices()[0].at[0], 0);
  session.document().publish(maps());
  EXPECT_EQ(view.slices()[0].at[0], 1);
}

TEST_F(MatricesViewTest, aWeightThatIsMarkedInTheMapsIsMarkedHere) {
  session.document().publish(maps());
  open();
  const ui::Focus weight{{"r", 2}, {"r", 4}};
  session.selection().setHover(weight);
  ASSERT_TRUE(view.cell());
  EXPECT_EQ(*view.cell(), (ui::MatrixCell{QStringLiteral("A"), 2, 4}));
  session.selection().clearHover();
  EXPECT_FALSE(view.cell());
  const QImage before = view.renderImage(kSize, 1);
  session.selection().setLocked(weight);
  const QImage after = view.renderImage(kSize, 1);
  const auto changed = [&](const QString& array, Index row, Index column) {
    const QRect part(middleOf(array, row, column).toPoint() - QPoint(30, 30), QSize(60, 60));
    return before.copy(part) != after.copy(part);
  };
  EXPECT_TRUE(changed("Q", 2, 0)) << "the query";
  EXPECT_FALSE(changed("Q", 0, 0));
  EXPECT_TRUE(changed("K", 4, 0)) << "the key";
  EXPECT_FALSE(changed("K", 2, 0));
  EXPECT_TRUE(changed("S", 2, 4));
  EXPECT_FALSE(changed("S", 0, 0));
  test::giveFocus(view);
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().locked().isEmpty());
}

TEST_F(MatricesViewTest, aCellThatIsPointedAtMarksTheMaps) {
  session.document().publish(maps());
  open();
  const ui::Focus weight{{"r", 1}, {"r", 2}};
  test::movePointer(view.canvas(), middleOf("S", 1, 2));
  EXPECT_EQ(session.selection().hover(), weight);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, middleOf("S", 1, 2).toPoint());
  EXPECT_EQ(session.selection().locked(), weight);
  EXPECT_EQ(view.cell()->array, QStringLiteral("S"));
  EXPECT_EQ(ui::lessonExpressionOf(view), QStringLiteral("S[1,2,3]")) << "as lessons count: the head, then from 1";
  test::movePointer(view.canvas(), middleOf("Q", 1, 0));
  EXPECT_TRUE(session.selection().hover().isEmpty()) << "no weight";
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, middleOf("S", 1, 2).toPoint());
  EXPECT_TRUE(session.selection().locked().isEmpty());
  test::movePointer(view.canvas(), middleOf("A", 0, 3));
  session.selection().setHover({{"r", 2}, {"r", 0}});
  EXPECT_EQ(*view.cell(), (ui::MatrixCell{QStringLiteral("A"), 2, 0})) << "what was pointed at last";
}

TEST_F(MatricesViewTest, aWeightThatIsPutAsideStaysMarked) {
  session.document().publish(maps());
  open();
  test::giveFocus(view);
  const QImage before = view.renderImage(kSize, 1);
  const QRect part(middleOf("A", 2, 3).toPoint() - QPoint(30, 30), QSize(60, 60));
  test::movePointer(view.canvas(), middleOf("A", 2, 3));
  QTest::keyClick(&view.canvas(), Qt::Key_B);
  ASSERT_EQ(session.selection().kept().size(), 1u);
  test::movePointer(view.canvas(), QPointF(2, 2));
  EXPECT_TRUE(session.selection().hover().isEmpty());
  EXPECT_NE(view.renderImage(kSize, 1).copy(part), before.copy(part));
  test::movePointer(view.canvas(), middleOf("A", 2, 3));
  QTest::keyClick(&view.canvas(), Qt::Key_B);
  test::movePointer(view.canvas(), QPointF(2, 2));
  EXPECT_EQ(view.renderImage(kSize, 1).copy(part), before.copy(part));
}

TEST_F(MatricesViewTest, aCellIsToldBesideThatOfAResultThatWasKept) {
  open();
  engine::DatasetPtr kept = made("r2.arrays", "attention dot", {{"S", Array<float>({2, 3, 5}, 4.5F)}});
  auto other = std::make_shared<engine::Dataset>(*kept);
  other->title = "Kept";
  other->provenance.request.output = "r2";
  session.document().publish(other);
  const auto valueIn = [&](const char* array) {
    test::movePointer(view.canvas(), middleOf(array, 1, 2));
    for (const ui::ReadoutLine& line : view.readout())
      if (line.label == "In Kept") return line.value;
    return QString();
  };
  EXPECT_EQ(valueIn("S"), "4.5");
  EXPECT_EQ(valueIn("A"), "") << "which it does not have";
}

TEST_F(MatricesViewTest, queriesAndKeysHaveTheLettersOfTheMaps) {
  auto heads = std::make_shared<engine::HeadSet>(*maps()->as<engine::HeadSet>());
  heads->queryLetters = "MKV";
  heads->keyTokens = {"the", "cat", "sat", "on", "it"};
  auto dataset = std::make_shared<engine::Dataset>(*maps());
  dataset->value = std::shared_ptr<const engine::HeadSet>(heads);
  session.document().publish(dataset);
  open();
  const auto slice = [&](const char* name) {
    return *std::find_if(view.slices().begin(), view.slices().end(),
                         [&](const ui::ArraySlice& each) { return each.name == QLatin1String(name); });
  };
  EXPECT_EQ(slice("Q").rowLetters, "MKV");
  EXPECT_TRUE(slice("Q").columnLetters.empty()) << "features have none";
  EXPECT_EQ(slice("K").words.rows.at(1), "cat");
  EXPECT_EQ(slice("A").rowLetters, "MKV");
  EXPECT_EQ(slice("A").words.columns.size(), 5u);
}

/// What a mechanism would give: K and V are the same.
engine::ArrayBundle attended(const Array<float>& Q, const Array<float>& K) {
  const Index n = Q.length(0), m = K.length(0), d = Q.length(1);
  engine::ArrayBundle result;
  Array<float> S({n, m}), A({n, m}), O({n, d});
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index j = 0; j < m; ++j) {
      double dot = 0;
      for (Index k = 0; k < d; ++k) dot += Q(i, k) * K(j, k);
      S(i, j) = static_cast<float>(dot / std::sqrt(static_cast<double>(d)));
      sum += std::exp(S(i, j));
    }
    for (Index j = 0; j < m; ++j) {
      A(i, j) = static_cast<float>(std::exp(S(i, j)) / sum);
      for (Index k = 0; k < d; ++k) O(i, k) += A(i, j) * K(j, k);
    }
  }
  return {{"S", S}, {"A", A}, {"O", O}};
}

TEST_F(MatricesViewTest, aChosenWeightIsToldAsItsFormulaWithNumbers) {
  const Array<float> Q({2, 2}, std::vector<float>{1, 2, 0, -1}), K({3, 2}, std::vector<float>{1, 0, 0.5F, 1, 2, 2});
  input = made("r.input", "attention dot", {{"Q", Q}, {"K", K}, {"V", K}});
  output = made("r.arrays", "attention dot", attended(Q, K));
  open();
  ASSERT_TRUE(ui::haveFormulas(view.slices()));
  const QRectF area = view.layoutFor(view.size()).formula;
  ASSERT_FALSE(area.isEmpty());
  const QImage before = view.grab().toImage().copy(area.toRect());
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, middleOf("A", 0, 1).toPoint());
  test::waitForFrame(view.canvas());
  EXPECT_NE(view.grab().toImage().copy(area.toRect()), before);
  const ui::ReadoutLine line = view.readout().back();
  EXPECT_TRUE(line.isTable);
  const QString text = line.value.simplified();
  EXPECT_TRUE(text.contains("feature d Q[1] K[2] product 1 1 0.5 0.5 2 2 1 2 Σ 2.5")) << text.toStdString();
  EXPECT_TRUE(text.contains("S[1, 2] = Σ / √2 = 2.5 / √2 = 1.77")) << text.toStdString();
  EXPECT_TRUE(text.contains("A[1, 2] = exp(S − max) / Σ = ")) << text.toStdString();
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, middleOf("O", 1, 0).toPoint());
  const QString output = view.readout().back().value.simplified();
  EXPECT_TRUE(output.contains("O[2, 1] = Σ A[2, j] V[j, 1] = ")) << output.toStdString();
  EXPECT_TRUE(output.contains("O[2] = Σ A[2, j] V[j] = (")) << output.toStdString();
  test::giveFocus(view);
  QTest::keyClick(&view.canvas(), Qt::Key_M);
  EXPECT_TRUE(view.layoutFor(view.size()).formula.isEmpty());
}

TEST_F(MatricesViewTest, pagesKeepRoomForTheFormulaOfAMarkedCellAlone) {
  const Array<float> Q({2, 2}, std::vector<float>{1, 2, 0, -1}), K({3, 2}, std::vector<float>{1, 0, 0.5F, 1, 2, 2});
  input = made("r.input", "attention dot", {{"Q", Q}, {"K", K}, {"V", K}});
  output = made("r.arrays", "attention dot", attended(Q, K));
  open();
  const auto page = [&](bool isFormulaShown) {
    view.change([&](ui::MatricesOptions& options) { options.isFormulaShown = isFormulaShown; });
    return view.renderImage({500, 420}, 1);
  };
  EXPECT_EQ(page(true), page(false)) << "nobody points at a page";
  page(true);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, middleOf("A", 0, 1).toPoint());
  EXPECT_NE(page(true), page(false));
}

TEST_F(MatricesViewTest, inLargeLettersNoHalfOfTheViewIsBlank) {
  input = made("r.input", "attention dot",
               {{"Q", counting({16, 2})}, {"K", counting({16, 2})}, {"V", counting({16, 2})}});
  output = made("r.arrays", "attention dot",
                {{"S", counting({16, 16})}, {"A", counting({16, 16})}, {"O", counting({16, 2})}});
  ui::ThemeModel::instance().setProjector(true);
  open();
  for (const bool hasFormula : {true, false}) {
    view.change([&](ui::MatricesOptions& options) { options.isFormulaShown = hasFormula; });
    for (const QSize size : {QSize(770, 800), QSize(900, 700), QSize(1280, 720), QSize(1600, 1000)}) {
      const ui::MatricesLayout layout = view.layoutFor(size);
      EXPECT_FALSE(layout.thumb.isEmpty());
      EXPECT_EQ(layout.formula.isEmpty(), !hasFormula);
      double right = layout.formula.right();
      for (const ui::MatrixPlace& place : layout.places) {
        double line = place.header.right();
        for (const ui::MatrixPlace& other : layout.places)
          if (other.header.y < place.whole.bottom() && place.header.y < other.whole.bottom())
            line = std::max(line, std::max(other.header.right(), other.whole.right()));
        const bool isLast = &place == &layout.places.back();  // as the last line of a text may be
        EXPECT_GT(line, (isLast ? 0.0 : 0.45) * layout.sight.width())
            << place.array << " in " << size.width() << " × " << size.height();
        right = std::max(right, line);
      }
      EXPECT_GT(right, 0.6 * size.width()) << size.width() << " × " << size.height();
      for (const ui::MatrixPlace& place : layout.places) {
        if (!place.panel.isEmpty()) {
          EXPECT_FALSE(ui::toRectF(place.panel).intersects(layout.formula));
        }
      }
    }
  }
  ui::ThemeModel::instance().setProjector(false);
}

TEST_F(MatricesViewTest, numbersThatNoFormulaGivesHaveNone) {
  open();  // scores that are no products
  const ui::CellFormula formula = ui::formulaOf(view.slices(), "S", 1, 1);
  EXPECT_TRUE(formula.parts.empty());
  EXPECT_TRUE(ui::formulaOf(view.slices(), "Q", 0, 0).parts.empty());
  EXPECT_TRUE(ui::formulaOf(view.slices(), "S", 99, 0).parts.empty());
  EXPECT_TRUE(ui::formulaOf({}, "S", 0, 0).parts.empty());
  EXPECT_FALSE(ui::haveFormulas({}));
}

TEST_F(MatricesViewTest, longSumsAreToldByTheirFirstTermsAndTheLast) {
  ui::FormulaPart part;
  part.index = "key m";
  part.marked = 60;
  part.lines = {{"S[1]", {}, true}};
  for (int k = 0; k < 100; ++k) {
    part.labels.push_back(QString::number(k + 1));
    part.lines[0].values.push_back(k == 60 ? 7 : 1);
  }
  part.results = QStringList{"result"};
  const QStringList lines = ui::formulaLines(part, 50);
  ASSERT_EQ(lines.size(), 3);
  for (const QString& line : lines) EXPECT_LE(line.size(), 50);
  EXPECT_EQ(lines[0].simplified().split(u' ').last(), "100");
  EXPECT_TRUE(lines[0].contains(" 61 ")) << "the marked one";
  EXPECT_TRUE(lines[1].contains("…"));
  EXPECT_TRUE(lines[1].endsWith("Σ = 106")) << "of all terms";
  const QStringList columns = ui::formulaColumns(part, 5);
  ASSERT_EQ(columns.size(), 1 + 7 + 2) << "names, five terms and two gaps, the sum, the result";
  EXPECT_EQ(columns[5].simplified(), "61 7");
  EXPECT_EQ(columns[8].simplified(), "Σ 106");
  part.labels.clear();
  part.lines[0].values.clear();
  EXPECT_EQ(ui::formulaLines(part, 50).size(), 3) << "no terms at all";
  EXPECT_EQ(ui::formulaColumns(part, 5).size(), 3);
}

TEST_F(MatricesViewTest, takesArraysThatAreNotMadeForPlots) {
  EXPECT_TRUE(view.accepts(*output));
  EXPECT_FALSE(view.accepts(*made("c", "", {{"axis_x", counting({3})}, {"curve_y", counting({3})}})));
  EXPECT_FALSE(view.accepts(*made("e", "", {})));
  EXPECT_THROW(view.setDataset(made("e", "", {})), engine::Error);
}

TEST_F(MatricesViewTest, showsWhatWentInBeforeWhatCameOut) {
  open();
  EXPECT_EQ(names(), (QStringList{"Q", "K", "S", "A"}));
}

TEST_F(MatricesViewTest, whatWentInMayComeLater) {
  session.document().publish(output);
  view.setDataset(output);
  EXPECT_EQ(names(), (QStringList{"S", "A"}));
  session.document().publish(input);
  EXPECT_EQ(names(), (QStringList{"Q", "K", "S", "A"}));
}

TEST_F(MatricesViewTest, pointingTellsTheCell) {
  open();
  test::movePointer(view.canvas(), middleOf("S", 1, 2));
  ASSERT_FALSE(view.readout().empty());
  EXPECT_EQ(view.readout()[0].label, "S[1, 2, 3]");
  EXPECT_EQ(view.readout()[0].value, "7");
  EXPECT_EQ(view.statusText(), QStringLiteral("S[1, 2, 3] = 7"));
}

TEST_F(MatricesViewTest, aMarkedCellMarksTheSameQueryElsewhere) {
  open();
  const QImage before = view.renderImage(kSize, 1);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, middleOf("A", 2, 0).toPoint());
  const QImage after = view.renderImage(kSize, 1);
  const QPoint last = middleOf("Q", 2, 0).toPoint(), first = middleOf("Q", 0, 0).toPoint();
  const int reach = 30;
  const auto changed = [&](QPoint at) {
    const QRect part(at - QPoint(reach, reach), at + QPoint(reach, reach));
    return before.copy(part) != after.copy(part);
  };
  EXPECT_TRUE(changed(last)) << "the same query";
  EXPECT_FALSE(changed(first)) << "another query";
}

TEST_F(MatricesViewTest, aClickOnANameShowsThatArrayAlone) {
  open();
  const ui::Rect header = view.layoutFor(view.size()).places.back().header;
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, ui::toRectF(header).center().toPoint());
  EXPECT_EQ(names(), QStringList{"A"});
  test::giveFocus(view);
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_EQ(names().size(), 4);
}

TEST_F(MatricesViewTest, aSliderMovesAllArraysThroughTheHeads) {
  open();
  const std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  const auto sliders = controls->findChildren<QSlider*>();
  ASSERT_EQ(sliders.size(), 1) << "heads, and nothing else";
  sliders[0]->setValue(2);
  for (const ui::ArraySlice& slice : view.slices()) EXPECT_EQ(slice.at[0], 1) << slice.name.toStdString();
}

TEST_F(MatricesViewTest, axesChangePlaces) {
  open();
  view.change([](ui::MatricesOptions& options) { options.alone = "S"; });
  const std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* down = controls->findChild<QComboBox*>(QStringLiteral("Down"));
  ASSERT_TRUE(down);
  down->setCurrentIndex(down->findText(QStringLiteral("key m")));
  Q_EMIT down->activated(down->currentIndex());
  const ui::ArraySlice& slice = view.slices()[2];
  EXPECT_EQ(slice.rowTitle(), "key m");
  EXPECT_EQ(slice.columnTitle(), "query n");
}

TEST_F(MatricesViewTest, arrowKeysMoveTheCellAndStopAtTheBorder) {
  open();
  test::giveFocus(view);
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  ASSERT_TRUE(view.cell());
  EXPECT_EQ(*view.cell(), (ui::MatrixCell{QStringLiteral("Q"), 0, 0}));
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  QTest::keyClick(&view.canvas(), Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_EQ(*view.cell(), (ui::MatrixCell{QStringLiteral("Q"), 1, 3}));
}

TEST_F(MatricesViewTest, wheelZoomsOneMatrixAndResetPutsItBack) {
  open();
  const QJsonObject before = view.state();
  test::turnWheel(view.canvas(), middleOf("S", 1, 2), 3);
  EXPECT_NE(view.state(), before);
  view.resetView();
  EXPECT_EQ(view.state(), before);
}

TEST_F(MatricesViewTest, whatIsHigherThanTheViewIsScrolledByWheelKeysAndBar) {
  input = made("r.input", "attention dot", {{"Q", counting({16, 2})}, {"K", counting({16, 2})}});
  output = made("r.arrays", "attention dot", {{"S", counting({16, 16})}, {"A", counting({16, 16})}});
  open();
  const auto layout = [&] { return view.layoutFor(view.size()); };
  ASSERT_FALSE(layout().thumb.isEmpty());
  const QPointF middle(view.width() / 2.0, view.height() / 2.0);
  test::turnWheel(view.canvas(), middle, -2);
  const double turned = layout().scroll;
  EXPECT_GT(turned, 0);
  test::giveFocus(view);
  QTest::keyClick(&view.canvas(), Qt::Key_PageDown);
  EXPECT_GT(layout().scroll, turned);
  QTest::keyClick(&view.canvas(), Qt::Key_End);
  const double end = layout().scroll;
  EXPECT_NEAR(end, layout().height - layout().sight.height(), 1);
  const QPoint thumb = layout().thumb.center().toPoint();
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, thumb);
  for (const int up : {20, 60}) test::movePointer(view.canvas(), thumb - QPoint(0, up), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, thumb - QPoint(0, 60));
  EXPECT_LT(layout().scroll, end);
  QTest::keyClick(&view.canvas(), Qt::Key_Home);
  EXPECT_EQ(layout().scroll, 0);
  for (int row = 0; row < 16; ++row) QTest::keyClick(&view.canvas(), Qt::Key_Down);
  ASSERT_TRUE(view.cell());
  EXPECT_EQ(view.cell()->row, 15);
  EXPECT_GT(layout().scroll, 0) << "what the keys point at is in sight";
  QTest::keyClick(&view.canvas(), Qt::Key_F);
  EXPECT_TRUE(layout().thumb.isEmpty()) << "all in sight";
}

TEST_F(MatricesViewTest, stateComesBack) {
  open();
  view.change([](ui::MatricesOptions& options) {
    options.hidden = QStringList{"K"};
    options.slices["H"] = 1;
  });
  test::turnWheel(view.canvas(), middleOf("S", 1, 2), 2);
  const QJsonObject state = view.state();
  ui::MatricesView other(session);
  other.setDataset(output);
  other.resize(kSize);
  other.setState(state);
  EXPECT_EQ(other.state(), state);
}

TEST_F(MatricesViewTest, numbersAreTheSlicesOnShow) {
  open();
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 4u);
  EXPECT_EQ(tables[2].name, "S");
  EXPECT_EQ(tables[2].rowTitle, "query n");
  EXPECT_EQ(tables[2].values(2, 4), 14);
}

}  // namespace matrices_view_test
