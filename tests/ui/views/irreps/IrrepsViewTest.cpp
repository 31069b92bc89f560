// Irreps and paths: what is drawn where and how wide, what it says, and how the distance is chosen.
#include "ui/views/irreps/IrrepsView.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/HeadSet.h"
#include "engine/base/Error.h"
#include "tests/support/ErrorOf.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/irreps/IrrepsPicture.h"

namespace irreps_view_test {

using engine::Array;
using engine::Index;
using ui::IrrepMark;
using ui::IrrepSide;
using ui::IrrepsLayout;
using ui::IrrepsOptions;
using ui::IrrepsShown;

constexpr QSize kSize(900, 600);

/// Keys with two paths into 3x1o at three distances, and scores with one path.
engine::ArrayBundle toyMaps() {
  engine::ArrayBundle arrays;
  arrays["distance"] = Array<double>({3}, {0, 0.5, 1});
  arrays["k_first"] = Array<std::int32_t>({2, 3}, {10, 0, 1, 5, 1, -1});
  arrays["k_second"] = Array<std::int32_t>({2, 3}, {1, 0, 1, 1, 1, -1});
  arrays["k_out"] = Array<std::int32_t>({1, 3}, {3, 1, -1});
  arrays["k_paths"] = Array<std::int32_t>({2, 3}, {0, 1, 0, 1, 0, 0});
  arrays["k_strength"] = Array<double>({3, 2}, {0, 0, 0.8, 0.6, 0.1, 0});
  arrays["s_first"] = arrays["s_second"] = Array<std::int32_t>({1, 3}, {2, 0, 1});
  arrays["s_out"] = Array<std::int32_t>({1, 3}, {1, 0, 1});
  arrays["s_paths"] = Array<std::int32_t>({1, 3}, {0, 0, 0});
  arrays["s_strength"] = Array<double>({1, 1}, {1.5});
  return arrays;
}

engine::DatasetPtr datasetOf(engine::ArrayBundle arrays) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = "maps";
  dataset->title = "toy";
  dataset->value = std::make_shared<const engine::ArrayBundle>(std::move(arrays));
  return dataset;
}

/// The same with two edges between two nodes: what goes in and out, and what paths add.
engine::ArrayBundle toyGraph() {
  engine::ArrayBundle arrays = toyMaps();
  arrays["edges"] = Array<std::int32_t>({2, 2}, {1, 0, 0, 1});
  arrays["edge_length"] = Array<double>({2}, {0.25, 0.25});
  arrays["edge_cutoff"] = Array<double>({2}, {0.8, 0.8});
  arrays["edge_weight"] = Array<double>({2}, {1, 1});
  Array<double> f({2, 25}, 0.0);
  for (Index c = 0; c < 25; ++c) f(0, c) = c < 10 ? 2 : 1;
  arrays["k_edge_first"] = f;
  arrays["k_edge_second"] = Array<double>({2, 4}, {1, 0, 3, 4, 1, 0, 0, 1});
  arrays["k_edge_out"] = Array<double>({2, 9}, 0.5);
  arrays["k_edge_adds"] = Array<double>({2, 2}, {1.25, 0, 0.75, 0.5});
  arrays["s_edge_first"] = arrays["s_edge_second"] = Array<double>({2, 2}, 1.0);
  arrays["s_edge_out"] = Array<double>({2, 1}, {-0.4, 0.4});
  arrays["s_edge_adds"] = Array<double>({2, 1}, {-0.4, 0.4});
  return arrays;
}

TEST(IrrepsShown, tellsTheNumbersOfAnEdge) {
  const IrrepsShown shown(*datasetOf(toyGraph()));
  ASSERT_EQ(shown.edges.size(), 2U);
  EXPECT_EQ(shown.edgeBetween(1, 0), 0);
  EXPECT_EQ(shown.edgeBetween(0, 0), -1);
  IrrepsOptions options;
  EXPECT_EQ(shown.edgeOf(options), nullptr);
  EXPECT_EQ(shown.strength({0, 0}, options), 0.8) << "on average";
  EXPECT_TRUE(boxText(shown, options, shown.maps[0], IrrepSide::first, 0).isEmpty());
  options.edge = 0;
  EXPECT_EQ(shown.strength({0, 0}, options), 1.25);
  EXPECT_EQ(shown.strength({1, 0}, options), -0.4) << "a score has a sign";
  EXPECT_EQ(shown.distanceOf(options), 0.25);
  EXPECT_EQ(boxText(shown, options, shown.maps[0], IrrepSide::first, 0), QStringLiteral("rms 2"));
  EXPECT_EQ(boxText(shown, options, shown.maps[1], IrrepSide::out, 0), QStringLiteral("−0.4"));
  EXPECT_EQ(shown.maps[0].valuesOf(IrrepSide::second, 1, 0), (std::vector<double>{0, 3, 4}));
  EXPECT_TRUE(irrepsNote(shown, options).startsWith(QStringLiteral("node 1 attends to node 2: r = 0.25")));
  const auto lines = irrepsReadout(shown, options, {0, 0});
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[4].label, QStringLiteral("harmonics Y 1 × 1o"));
  EXPECT_EQ(lines[4].value, QStringLiteral("0.00, 3.00, 4.00"));
  options.edge = 2;
  EXPECT_EQ(shown.edgeOf(options), nullptr) << "there is none of this number";
}

TEST(IrrepsShown, refusesEdgesThatContradictTheMaps) {
  engine::ArrayBundle arrays = toyGraph();
  arrays["k_edge_out"] = Array<double>({2, 8}, 0.5);
  EXPECT_NE(test::errorOf([&] { IrrepsShown(*datasetOf(arrays)); }).find("k_edge_out"), std::string::npos);
  arrays = toyGraph();
  arrays["edges"] = Array<std::int32_t>({0, 2});
  for (const char* name : {"edge_length", "edge_cutoff", "edge_weight"}) arrays[name] = Array<double>({0});
  EXPECT_TRUE(IrrepsShown(*datasetOf(arrays)).edges.empty()) << "a node alone";
}

TEST(IrrepsShown, tellsStrengthsAndShares) {
  const IrrepsShown shown(*datasetOf(toyMaps()));
  ASSERT_EQ(shown.maps.size(), 2U);
  EXPECT_EQ(shown.maps[0].name, "k") << "keys before scores";
  const IrrepsOptions middle;
  EXPECT_EQ(shown.distanceOf(middle), 0.5);
  EXPECT_EQ(shown.strength({0, 1}, middle), 0.6);
  EXPECT_NEAR(shown.shareOf({0, 0}, middle), 0.64, 1e-12);
  EXPECT_EQ(shown.strength({1, 0}, middle), 1.5) << "whatever the distance";
  IrrepsOptions start;
  start.distance = 0;
  EXPECT_EQ(shown.shareOf({0, 0}, start), 0) << "nothing is added there";
  EXPECT_EQ(shown.maps[0].pathText(1).toStdString(), "5 × 1o ⊗ 1 × 0e → 3 × 1o");
  EXPECT_EQ(shown.maps[0].numWeights(1), 15);
  EXPECT_EQ(shown.maps[0].boxOf(1, IrrepSide::first).kind(), "vectors");
}

TEST(IrrepsShown, aLinearMapHasOneInputAndNoDistanceIsNeeded) {
  engine::ArrayBundle arrays;
  arrays["own_first"] = arrays["own_out"] = Array<std::int32_t>({1, 3}, {2, 0, 1});
  arrays["own_paths"] = Array<std::int32_t>({1, 2}, {0, 0});
  arrays["own_strength"] = Array<double>({1, 1}, {0.5});
  const IrrepsShown shown(*datasetOf(arrays));
  EXPECT_TRUE(shown.maps[0].isLinear());
  EXPECT_EQ(shown.maps[0].title(), "own");
  EXPECT_TRUE(std::isnan(shown.distanceOf({})));
}

TEST(IrrepsShown, refusesWhatContradictsItself) {
  EXPECT_FALSE(ui::areIrrepMaps({}));
  engine::ArrayBundle arrays = toyMaps();
  arrays["k_paths"] = Array<std::int32_t>({2, 3}, {0, 1, 0, 2, 0, 0});
  EXPECT_NE(test::errorOf([&] { IrrepsShown(*datasetOf(arrays)); }).find("array k_paths: row 2 names block 2"),
            std::string::npos);
  arrays = toyMaps();
  arrays["distance"] = Array<double>({2}, {0, 1});
  EXPECT_NE(test::errorOf([&] { IrrepsShown(*datasetOf(arrays)); }).find("distance"), std::string::npos);
}

TEST(IrrepsLayout, nothingOverlapsAndEveryPathIsFoundWhereItIs) {
  const IrrepsShown shown(*datasetOf(toyMaps()));
  for (const QSizeF size : {QSizeF(900, 600), QSizeF(400, 700), QSizeF(1600, 300)}) {
    const IrrepsLayout layout = irrepsLayout(ui::Theme::light(), shown, {}, size);
    ASSERT_EQ(layout.panels.size(), 2U);
    for (const ui::IrrepPanel& panel : layout.panels) {
      for (size_t path = 0; path < panel.strands.size(); ++path)
        EXPECT_EQ(layout.markAt(panel.strands[path].node.center()), (IrrepMark{panel.map, Index(path)}));
      std::vector<QRectF> boxes;
      for (const auto& side : panel.boxes)
        for (const QRectF& box : side) {
          for (const QRectF& other : boxes) EXPECT_FALSE(box.intersects(other));
          for (const ui::IrrepStrand& strand : panel.strands) EXPECT_FALSE(box.intersects(strand.node));
          EXPECT_TRUE(layout.picture.contains(box)) << size.width();
          boxes.push_back(box);
        }
    }
    EXPECT_TRUE(layout.markAt({1, 1}).isEmpty());
  }
}

TEST(IrrepsLayout, widthsStandForWhatPathsAdd) {
  const IrrepsShown shown(*datasetOf(toyMaps()));
  const IrrepsLayout layout = irrepsLayout(ui::Theme::light(), shown, {}, kSize);
  const auto& strands = layout.panels[0].strands;
  EXPECT_NEAR(strands[0].width / strands[1].width, 0.8 / 0.6, 1e-9);
  IrrepsOptions alone;
  alone.product = QStringLiteral("s");
  EXPECT_EQ(irrepsLayout(ui::Theme::light(), shown, alone, kSize).panels.size(), 1U);
}

TEST(IrrepsOptions, comeBackFromJsonAndStayWithinLimits) {
  IrrepsOptions options{0.25, 3, QStringLiteral("v"), 2, false}, read;
  takeJson(read, toJson(options));
  EXPECT_EQ(read, options);
  takeJson(read, {{"distance", 7}, {"edge", -9}, {"strandScale", 1000}, {"product", 3}});
  EXPECT_EQ(read.distance, 1);
  EXPECT_EQ(read.edge, -1);
  EXPECT_EQ(read.strandScale, ui::kMostStrandScale);
  EXPECT_EQ(read.product, QStringLiteral("v"));
}

class IrrepsViewTest : public ::testing::Test {
 protected:
  void SetUp() override {
    session.document().publish(datasetOf(toyMaps()));
    view.setDataset(session.document().find("maps"));
    test::show(view, kSize);
    test::giveFocus(view.canvas());
  }
  QPointF nodeOf(size_t panel, size_t path) {
    return view.layoutIn(view.canvas().size()).panels[panel].strands[path].node.center();
  }

  ui::Session session;
  ui::IrrepsView view{session};
};

TEST_F(IrrepsViewTest, pointingTellsThePathAndAClickKeepsIt) {
  test::movePointer(view.canvas(), nodeOf(0, 1));
  EXPECT_EQ(view.mark(), (IrrepMark{0, 1}));
  EXPECT_EQ(view.statusText().toStdString(), "5 × 1o ⊗ 1 × 0e → 3 × 1o: adds 0.6, 15 weights");
  ASSERT_EQ(view.readout().size(), 5U);
  EXPECT_EQ(view.readout()[4].value, "36 %");
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, nodeOf(0, 1).toPoint());
  test::movePointer(view.canvas(), {1, 1});
  EXPECT_EQ(view.mark(), (IrrepMark{0, 1})) << "kept";
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(view.mark().isEmpty());
}

TEST_F(IrrepsViewTest, keysChooseDistancePathAndWidth) {
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  EXPECT_EQ(view.options().distance, 1);
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  EXPECT_EQ(view.mark(), (IrrepMark{1, 0})) << "on to the next map";
  QTest::keyClick(&view.canvas(), Qt::Key_Plus);
  EXPECT_GT(view.options().strandScale, 1);
  view.resetView();
  EXPECT_EQ(view.options(), IrrepsOptions{});
}

TEST_F(IrrepsViewTest, aPathThatAddsMoreCoversMorePixels) {
  const auto blue = [&](double distance) {
    view.change([&](IrrepsOptions& options) { options.distance = distance; });
    const QColor color = ui::degreeColor(ui::Theme::light(), 1);
    return test::countPixels(view.renderImage(kSize, 1), [&](QColor pixel) {
      return pixel.blue() - pixel.red() > 60 && std::abs(pixel.hue() - color.hue()) < 20;
    });
  };
  EXPECT_GT(blue(0.5), 2 * blue(0));
}

/// Maps of attention on the same graph, whose weights are those of the edges.
engine::DatasetPtr mapsOfGraph() {
  auto map = std::make_shared<engine::AttentionMap>();
  map->weights = Array<float>({2, 2}, {0, 1, 1, 0});
  auto heads = std::make_shared<engine::HeadSet>();
  heads->numHeads = 1;
  heads->numQueries = heads->numKeys = 2;
  heads->maps.push_back(map);
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "attention";
  dataset->value = std::shared_ptr<const engine::HeadSet>(heads);
  dataset->provenance.request.operation = "attention equivariant";
  dataset->provenance.request.inputs = {"graph"};
  return dataset;
}

TEST_F(IrrepsViewTest, theEdgeIsThatOfThePairChosenInTheMap) {
  engine::Dataset graph = *datasetOf(toyGraph());
  graph.provenance.request.operation = "equivariant paths";
  graph.provenance.request.inputs = {"graph"};
  session.document().publish(std::make_shared<const engine::Dataset>(graph));
  session.document().publish(mapsOfGraph());
  view.setDataset(session.document().find("maps"));
  session.selection().setLocked({{"attention", 1}, {"attention", 0}});
  EXPECT_EQ(view.options().edge, 1) << "row 2 of the map, column 1: node 2 attends to node 1";
  session.selection().setLocked({{"attention", 1}, {"attention", 1}});
  EXPECT_EQ(view.options().edge, 1) << "no edge: what is shown stays";
  QTest::keyClick(&view.canvas(), Qt::Key_Comma);
  EXPECT_EQ(view.options().edge, 0);
  const ui::Focus& focus = session.selection().current();
  EXPECT_EQ(focus.first.index, 0) << "and the map follows";
  EXPECT_EQ(focus.second.index, 1);
  QTest::keyClick(&view.canvas(), Qt::Key_End);
  session.selection().setHover({{"attention", 0}, {}});
  EXPECT_EQ(view.options().edge, -1) << "although the pair is still locked";
}

TEST_F(IrrepsViewTest, anEdgeChangesWidthsAndNumbersInThePicture) {
  view.setDataset(datasetOf(toyGraph()));
  const QImage before = view.renderImage(kSize, 1);
  view.chooseEdge(0);
  const QImage first = view.renderImage(kSize, 1);
  EXPECT_NE(first, before);
  const auto layout = view.layoutIn(kSize);
  EXPECT_GT(layout.panels[0].strands[0].width, 10 * layout.panels[0].strands[1].width) << "1.25 beside nothing";
  view.chooseEdge(1);
  EXPECT_NE(view.renderImage(kSize, 1), first);
  EXPECT_EQ(view.layoutIn(kSize).panels[1].strands[0].width, layout.panels[1].strands[0].width) << "0.4, whatever sign";
}

TEST_F(IrrepsViewTest, textOfBoxesKeepsOffTheirEdgesInLightAndDark) {
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    const QColor ground = ui::ThemeModel::instance().theme().panel;
    int numBoxes = 0;
    for (int height = 160; height <= 520; height += 12) {
      const QSize size(900, height);
      const QImage image = view.renderImage(size, 1);
      for (const ui::IrrepPanel& panel : view.layoutIn(size).panels)
        for (const auto& boxes : panel.boxes)
          for (const QRectF& box : boxes) {
            if (box.height() < 20) continue;
            for (const double y : {box.top() + 2, box.bottom() - 3})
              EXPECT_GT(test::countColor(image.copy(int(box.left()) + 12, int(y), int(box.width()) - 20, 1), ground, 12),
                        int(box.width()) - 21)
                  << height;
            ++numBoxes;
          }
    }
    EXPECT_GT(numBoxes, 50);
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST_F(IrrepsViewTest, givesNumbersForFilesAndACaption) {
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].rowLabels[0], "10 × 0e ⊗ 1 × 1o → 3 × 1o");
  EXPECT_FLOAT_EQ(tables[0].values(0, 0), 30);
  EXPECT_FLOAT_EQ(tables[0].values(0, 1), 0.8F);
  EXPECT_TRUE(view.captionText().contains("toy"));
}

TEST_F(IrrepsViewTest, refusesOtherDatasets) {
  const engine::DatasetPtr other = datasetOf({{"x", Array<double>({2}, 1.0)}});
  EXPECT_FALSE(view.accepts(*other));
  EXPECT_NE(test::errorOf([&] { view.setDataset(other); }).find("no maps between irreps"), std::string::npos);
  EXPECT_EQ(view.title(), QStringLiteral("toy"));
}

}  // namespace irreps_view_test
