// The pair geometry view: colours and units of the four maps, shared zoom, linked marks, controls and saved state.
#include "ui/views/geometry/GeometryView.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonObject>
#include <QSignalSpy>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/maps/MapAxes.h"

namespace geometry_view_test {

using engine::Array;
using engine::Index;
using ui::GeometryOptions;
using ui::GeometryQuantity;
using ui::GeometryView;
using ui::toColor;

constexpr QSize kSize(900, 760);
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr double kPi = std::numbers::pi;

/// Residues on a line, 3 Å apart, numbered from 101, the second a glycine without C-beta; the last lacks atoms.
engine::DatasetPtr geometryDataset(Index length) {
  auto structure = std::make_shared<engine::Structure>();
  engine::Chain chain{"B", {}};
  auto value = std::make_shared<engine::ChainGeometry>();
  auto& pairs = value->geometry;
  for (Index i = 0; i < length; ++i) {
    engine::Residue residue;
    residue.name = i == 1 ? "GLY" : "ALA";
    residue.letter = i == 1 ? 'G' : 'A';
    residue.number = static_cast<int>(101 + i);
    if (i != 1) residue.atoms.push_back({"CB", "C", engine::Vector3(3.0 * static_cast<double>(i), 0, 0), 0, 1});
    chain.residues.push_back(residue);
    const bool isMissing = length > 2 && i == length - 1;
    pairs.backbone.cb.push_back(isMissing ? engine::unsetPosition()
                                          : engine::Vector3(3.0 * static_cast<double>(i), 0, 0));
  }
  structure->chains.push_back(chain);
  value->structure = structure;
  value->chain = "B";
  pairs.distance = pairs.omega = pairs.theta = pairs.phi = Array<float>({length, length}, kNone, "geometry");
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j) {
      if (length > 2 && (i == length - 1 || j == length - 1) && i != j) continue;
      pairs.distance(i, j) = static_cast<float>(3 * std::abs(i - j));
      if (i == j) continue;
      pairs.omega(i, j) = static_cast<float>(kPi);
      pairs.theta(i, j) = static_cast<float>(i < j ? kPi / 2 : -kPi / 2);
      pairs.phi(i, j) = static_cast<float>(kPi / 4);
    }
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "geometry";
  dataset->value = std::shared_ptr<const engine::ChainGeometry>(value);
  return dataset;
}

class GeometryViewTest : public ::testing::Test {
 protected:
  void open(Index length) {
    session.document().publish(geometryDataset(length));
    view.setDataset(session.document().find("geometry"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 5000));
  }
  QPointF cellPoint(GeometryQuantity quantity, Index i, Index j) {
    const ui::Rect panel = view.layoutFor(view.size()).panelOf(quantity);
    const ui::PixelPoint point = view.viewportOf(quantity, view.size())
                                     .toPixel(panel, static_cast<double>(i) + 0.5, static_cast<double>(j) + 0.5);
    return {point.x, point.y};
  }
  QColor pixel(const QImage& image, GeometryQuantity quantity, Index i, Index j) {
    // Off the middle, where large cells have a number.
    return image.pixelColor((cellPoint(quantity, i, j) + QPointF(0, 8)).toPoint());
  }
  QString line(const QString& label) {
    for (const ui::ReadoutLine& entry : view.readout())
      if (entry.label == label) return entry.value;
    return {};
  }
  template <class Value>
  void change(Value GeometryOptions::*option, const std::type_identity_t<Value>& value) {
    view.change([&](GeometryOptions& options) { options.*option = value; });
  }
  template <class Widget>
  Widget* control(QWidget& controls, const QString& name) {
    auto* found = controls.findChild<Widget*>(name);
    EXPECT_NE(found, nullptr) << name.toStdString();
    return found;
  }
  ui::Session session;
  GeometryView view{session};
};

bool isNear(QColor a, QColor b) {
  return std::abs(a.red() - b.red()) < 12 && std::abs(a.green() - b.green()) < 12 && std::abs(a.blue() - b.blue()) < 12;
}

TEST_F(GeometryViewTest, takesPairGeometryOnly) {
  engine::Dataset other;
  other.value = std::make_shared<const engine::Structure>();
  EXPECT_FALSE(view.accepts(other));
  EXPECT_THROW(view.setDataset(std::make_shared<engine::Dataset>(other)), engine::Error);
  EXPECT_TRUE(view.accepts(*geometryDataset(2)));
}

TEST_F(GeometryViewTest, fourMapsHaveTheColoursOfTheirValues) {
  open(8);
  change(&GeometryOptions::contactLine, ui::ContactLine::none);
  test::show(view, kSize);
  const QImage image = view.renderImage(kSize, 1);
  EXPECT_TRUE(isNear(pixel(image, GeometryQuantity::distance, 2, 5), toColor(ui::colorOf({"viridis", 0, 18}, 9))));
  EXPECT_TRUE(isNear(pixel(image, GeometryQuantity::omega, 2, 5), toColor(ui::colorMap("twilight").colors[255])));
  EXPECT_TRUE(isNear(pixel(image, GeometryQuantity::theta, 2, 5), toColor(ui::colorOf({"twilight", -180, 180}, 90))));
  EXPECT_TRUE(isNear(pixel(image, GeometryQuantity::theta, 5, 2), toColor(ui::colorOf({"twilight", -180, 180}, -90))))
      << "theta(j, i) is another angle";
  EXPECT_TRUE(isNear(pixel(image, GeometryQuantity::phi, 2, 5), toColor(ui::colorOf({"viridis", 0, 180}, 45))));
}

TEST_F(GeometryViewTest, undefinedPairsAreMasked) {
  open(8);
  test::show(view, kSize);
  const QColor mask = ui::ThemeModel::instance().theme().line;
  const QImage image = view.renderImage(kSize, 1);
  EXPECT_TRUE(isNear(pixel(image, GeometryQuantity::distance, 2, 7), mask)) << "missing atoms";
  EXPECT_TRUE(isNear(pixel(image, GeometryQuantity::omega, 3, 3), mask)) << "the same residue";
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("1 residue without")));
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("1 Gly is virtual")));
}

TEST_F(GeometryViewTest, wheelOnOneMapZoomsAllAndZeroPutsThemBack) {
  open(60);
  test::show(view, kSize);
  const double before = view.viewportOf(GeometryQuantity::phi, view.size()).pixelsPerCell;
  const QPointF at = cellPoint(GeometryQuantity::omega, 20, 30);
  test::turnWheel(view.canvas(), at, 3);
  for (const auto quantity :
       {GeometryQuantity::distance, GeometryQuantity::omega, GeometryQuantity::theta, GeometryQuantity::phi})
    EXPECT_NEAR(view.viewportOf(quantity, view.size()).pixelsPerCell, before * std::pow(1.25, 3), 1e-6);
  const QPointF after = cellPoint(GeometryQuantity::omega, 20, 30);
  EXPECT_NEAR(after.x(), at.x(), 1) << "what is under the pointer stays there";
  QTest::keyClick(&view.canvas(), Qt::Key_0);
  EXPECT_NEAR(view.viewportOf(GeometryQuantity::theta, view.size()).pixelsPerCell, before, 1e-6);
}

TEST_F(GeometryViewTest, draggingPansAllMaps) {
  open(60);
  test::show(view, kSize);
  view.showCells(30, 30, 40);
  const QPointF from = cellPoint(GeometryQuantity::theta, 30, 30);
  const double row = view.viewportOf(GeometryQuantity::distance, view.size()).centerRow;
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, from.toPoint());
  test::movePointer(view.canvas(), from + QPointF(0, 40), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, (from + QPointF(0, 40)).toPoint());
  EXPECT_NEAR(view.viewportOf(GeometryQuantity::distance, view.size()).centerRow, row - 1, 0.1);
  EXPECT_TRUE(session.selection().locked().isEmpty()) << "a drag is no click";
}

TEST_F(GeometryViewTest, readoutTellsAllValuesAndPdbNumbers) {
  open(8);
  test::show(view, kSize);
  test::movePointer(view.canvas(), cellPoint(GeometryQuantity::phi, 2, 5));
  EXPECT_EQ(line("Residue i (row)"), QStringLiteral("Ala (A) 3, PDB 103 chain B"));
  EXPECT_EQ(line("Residue j (column)"), QStringLiteral("Ala (A) 6, PDB 106 chain B"));
  EXPECT_EQ(line("Distance"), QStringLiteral("9.00 Å"));
  EXPECT_EQ(line("Dihedral ω"), QStringLiteral("180.0°"));
  EXPECT_EQ(line("θ(i, j)"), QStringLiteral("90.0°"));
  EXPECT_EQ(line("θ(j, i)"), QStringLiteral("−90.0°"));
  EXPECT_EQ(line("φ(i, j)"), QStringLiteral("45.0°"));
  EXPECT_TRUE(view.statusText().contains(QStringLiteral("9.00 Å")));
  test::movePointer(view.canvas(), cellPoint(GeometryQuantity::distance, 7, 1));
  EXPECT_EQ(line("Distance"), QStringLiteral("undefined: missing atoms"));
}

TEST_F(GeometryViewTest, clicksLockAPairThatEveryMapMarks) {
  open(8);
  test::show(view, kSize);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, cellPoint(GeometryQuantity::theta, 1, 6).toPoint());
  EXPECT_EQ(session.selection().locked().first, (ui::Position{"geometry", 1}));
  EXPECT_EQ(session.selection().locked().second, (ui::Position{"geometry", 6}));
  const QImage image = view.renderImage(kSize, 1);
  const QColor mark = ui::ThemeModel::instance().theme().locked;
  for (const auto quantity : {GeometryQuantity::distance, GeometryQuantity::omega, GeometryQuantity::phi}) {
    const ui::Rect panel = view.layoutFor(view.size()).panelOf(quantity);
    EXPECT_GT(test::countColor(image.copy(QRectF(panel.x, panel.y, panel.width, panel.height).toRect()), mark, 20), 60);
  }
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().locked().isEmpty());
}

TEST_F(GeometryViewTest, keptPairsStayMarked) {
  open(8);
  test::show(view, kSize);
  const QImage before = view.renderImage(kSize, 1);
  session.selection().keep({{"geometry", 4}, {"geometry", 5}});
  EXPECT_NE(view.renderImage(kSize, 1), before);
}

TEST_F(GeometryViewTest, arrowsMoveThePairAndEnterLocksIt) {
  open(8);
  test::show(view, kSize);
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  EXPECT_EQ(session.selection().hover().second.index, 0) << "the first press starts at the first pair";
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  QTest::keyClick(&view.canvas(), Qt::Key_Return);
  EXPECT_EQ(session.selection().locked().first.index, 1);
  EXPECT_EQ(session.selection().locked().second.index, 1);
  QTest::keyClick(&view.canvas(), Qt::Key_Up, Qt::ShiftModifier);
  EXPECT_EQ(session.selection().locked().first.index, 0) << "clamped";
}

TEST_F(GeometryViewTest, contactLineSeparatesCloseFromFar) {
  open(8);
  change(&GeometryOptions::contactThreshold, 10);
  EXPECT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 5000));
  test::show(view, kSize);
  const QColor lineColor = ui::ThemeModel::instance().theme().locked;
  const auto count = [&](GeometryQuantity quantity) {
    const ui::Rect panel = view.layoutFor(kSize).panelOf(quantity);
    const QImage image = view.renderImage(kSize, 1);
    return test::countColor(image.copy(QRectF(panel.x, panel.y, panel.width, panel.height).toRect()), lineColor, 30);
  };
  EXPECT_GT(count(GeometryQuantity::distance), 100);
  EXPECT_EQ(count(GeometryQuantity::phi), 0);
  change(&GeometryOptions::contactLine, ui::ContactLine::onAll);
  EXPECT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 5000));
  EXPECT_GT(count(GeometryQuantity::phi), 100);
  change(&GeometryOptions::contactLine, ui::ContactLine::none);
  EXPECT_EQ(count(GeometryQuantity::distance), 0);
}

TEST_F(GeometryViewTest, controlsSetRangeThresholdAndMaps) {
  open(8);
  test::show(view, kSize);
  QWidget host;
  QWidget* controls = view.makeControls(&host);
  control<QDoubleSpinBox>(*controls, "Distances to")->setValue(12);
  EXPECT_EQ(view.lookOf(GeometryQuantity::distance).high, 12);
  control<QDoubleSpinBox>(*controls, "Distances from")->setValue(4);
  EXPECT_EQ(view.lookOf(GeometryQuantity::distance).low, 4);
  auto* maps = control<QComboBox>(*controls, "Maps");
  maps->setCurrentIndex(maps->findData(QStringLiteral("theta")));
  EXPECT_EQ(view.options().arrangement, ui::GeometryArrangement::oneLarge);
  EXPECT_TRUE(view.layoutFor(kSize).panelOf(GeometryQuantity::distance).isEmpty());
  EXPECT_GT(view.layoutFor(kSize).panelOf(GeometryQuantity::theta).width, 500);
}

TEST_F(GeometryViewTest, smallWindowsShowOneMap) {
  open(8);
  EXPECT_FALSE(view.layoutFor({300, 200}).panelOf(GeometryQuantity::distance).isEmpty());
  EXPECT_TRUE(view.layoutFor({300, 200}).panelOf(GeometryQuantity::phi).isEmpty());
  EXPECT_FALSE(view.renderImage({300, 200}, 1).isNull());
}

TEST_F(GeometryViewTest, mapsUseTheRoomOfWideTallAndCommonWindows) {
  open(30);
  const auto sides = [&](QSize size) {
    double sum = 0;
    for (const GeometryQuantity quantity :
         {GeometryQuantity::distance, GeometryQuantity::omega, GeometryQuantity::theta, GeometryQuantity::phi}) {
      const ui::Rect panel = view.layoutFor(size).panelOf(quantity);
      EXPECT_GE(panel.x, 0);
      EXPECT_LE(panel.right(), size.width());
      EXPECT_LE(panel.bottom(), size.height());
      sum += panel.width / 4;
    }
    return sum;
  };
  // Two rows of a wide window: all of its height but axes, gaps and the footnote.
  EXPECT_GT(sides({1600, 900}), 0.4 * 900);
  EXPECT_GT(sides({2400, 1500}), 0.43 * 1500);
  EXPECT_GT(sides({800, 600}), 0.31 * 600);
  EXPECT_GT(sides({1600, 420}), 0.16 * 1600);
  EXPECT_GT(sides({500, 1200}), 0.3 * 500);
}

TEST_F(GeometryViewTest, mapsDoNotOverlapWhereWordsStandBesideThem) {
  open(30);
  for (const QSize size : {QSize(1600, 900), QSize(800, 600), QSize(1600, 420), QSize(2400, 1500), QSize(500, 1200)}) {
    const ui::Rect left = view.layoutFor(size).panelOf(GeometryQuantity::distance),
                   next = view.layoutFor(size).panelOf(GeometryQuantity::omega);
    EXPECT_TRUE(left.right() + 20 < next.x || left.bottom() + 20 < next.y) << size.width() << " x " << size.height();
  }
}

TEST_F(GeometryViewTest, numbersOfColorBarsEndInsideThePicture) {
  open(30);
  for (const QSize size : {QSize(800, 600), QSize(500, 1200), QSize(1600, 420), QSize(700, 720)}) {
    const QImage image = view.renderImage(size, 1);
    const QColor canvas = ui::ThemeModel::instance().theme().canvas;
    for (const int column : {0, size.width() - 1})
      EXPECT_EQ(test::countColor(image.copy(column, 0, 1, size.height()), canvas, 2), size.height())
          << size.width() << " x " << size.height();
  }
}

TEST_F(GeometryViewTest, theContactLineOfAnotherChainIsNotShown) {
  open(10);
  const ui::Rect panel = view.layoutFor(kSize).panelOf(GeometryQuantity::distance);
  const QRect area = QRectF(panel.x, panel.y, panel.width, panel.height).toAlignedRect();
  const QColor line = ui::ThemeModel::instance().theme().locked;
  EXPECT_GT(test::countColor(view.renderImage(kSize, 1).copy(area), line, 30), 20);
  auto bare = std::make_shared<engine::Dataset>(*geometryDataset(10));
  auto value = std::make_shared<engine::ChainGeometry>(*bare->as<engine::ChainGeometry>());
  for (float& distance : value->geometry.distance) distance = 20;
  bare->value = std::shared_ptr<const engine::ChainGeometry>(value);
  view.setDataset(bare);  // its own line is still on its way
  EXPECT_EQ(test::countColor(view.renderImage(kSize, 1).copy(area), line, 30), 0);
}

TEST_F(GeometryViewTest, zoomsThatNobodyCanReachBecomeTheNearestOnes) {
  open(10);
  view.setState({{"fitted", false}, {"row", 3.0}, {"column", 3.0}, {"cellShare", 1e300}});
  EXPECT_LT(view.viewportOf(GeometryQuantity::distance, kSize).pixelsPerCell, 1e4);
  EXPECT_FALSE(view.renderImage(kSize, 1).isNull());
}

TEST_F(GeometryViewTest, stateComesBackExactly) {
  open(60);
  test::show(view, kSize);
  change(&GeometryOptions::main, GeometryQuantity::phi);
  change(&GeometryOptions::arrangement, ui::GeometryArrangement::oneLarge);
  change(&GeometryOptions::high, 14);
  change(&GeometryOptions::low, 2);
  change(&GeometryOptions::contactLine, ui::ContactLine::onAll);
  change(&GeometryOptions::contactThreshold, 6.5);
  change(&GeometryOptions::colorMap, QStringLiteral("magma"));
  view.showCells(10, 20, 30);
  const QJsonObject state = view.state();
  GeometryView other(session);
  other.setDataset(session.document().find("geometry"));
  QSignalSpy spy(&other, &ui::View::stateChanged);
  test::show(other, kSize);
  other.setState(state);
  EXPECT_EQ(other.state(), state);
  EXPECT_GT(spy.count(), 0);
  EXPECT_NEAR(other.viewportOf(GeometryQuantity::phi, kSize).centerRow, 10.5, 1e-9);
  EXPECT_NEAR(other.viewportOf(GeometryQuantity::phi, kSize).pixelsPerCell, 30, 1e-6);
}

TEST_F(GeometryViewTest, wrongStatesChangeNothing) {
  open(8);
  const QJsonObject before = view.state();
  view.setState({{"map", 7},
                 {"contactLine", "dotted"},
                 {"distanceHigh", "far"},
                 {"cellShare", -1},
                 {"colors", "twilight"},
                 {"nonsense", true}});
  EXPECT_EQ(view.state(), before);
  view.setState({{"contactDistance", 1e9}});
  EXPECT_EQ(view.state()["contactDistance"].toDouble(), 30) << "the nearest that is valid";
}

TEST_F(GeometryViewTest, numbersInSightHaveUnitsAndLabels) {
  open(8);
  test::show(view, kSize);
  const std::vector<ui::NumberTable> tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 4U);
  EXPECT_EQ(tables[0].name, "distance");
  EXPECT_FLOAT_EQ(tables[0].values(2, 5), 9);
  EXPECT_NEAR(tables[2].values(5, 2), -90, 1e-4);
  EXPECT_EQ(tables[0].rowLabels[2], "Ala (A) 3, PDB 103 chain B");
}

TEST_F(GeometryViewTest, noResidueAndOneResidueAreShown) {
  for (const Index length : {0, 1}) {
    open(length);
    EXPECT_FALSE(view.renderImage({500, 400}, 1).isNull());
    EXPECT_NO_THROW(view.visibleNumbers());
  }
  GeometryView empty(session);
  EXPECT_FALSE(empty.emptyText().isEmpty());
  EXPECT_TRUE(empty.readout().empty());
  EXPECT_NO_THROW(empty.setState({{"cellShare", 3}}));
}

TEST_F(GeometryViewTest, theControlSaysWhenThereIsRoomForOneMapOnly) {
  open(12);
  test::show(view, kSize);
  const auto said = [&] {
    const std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
    return controls->findChild<QComboBox*>(QStringLiteral("Maps"))->currentText();
  };
  EXPECT_EQ(said(), QStringLiteral("All four"));
  int numOutdated = 0;
  QObject::connect(&view, &ui::View::controlsOutdated, [&] { ++numOutdated; });
  view.resize(230, 220);
  ASSERT_TRUE(QTest::qWaitFor([&] { return numOutdated > 0; }, 5000));
  EXPECT_EQ(said(), QStringLiteral("All four: room for one"));
  change(&GeometryOptions::arrangement, ui::GeometryArrangement::oneLarge);
  EXPECT_EQ(said(), ui::quantityInfo(GeometryQuantity::distance).title);
}

}  // namespace geometry_view_test
