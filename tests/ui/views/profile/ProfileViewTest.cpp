// The profile view: logo and rows of real positions, column in detail, transition diagram, scrolling and saved state.
#include "ui/views/profile/ProfileView.h"

#include <QComboBox>
#include <QFile>
#include <QJsonObject>
#include <QSpinBox>
#include <QTemporaryDir>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "engine/structure/Structure.h"
#include "tests/ui/support/Gui.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/profile/TransitionDiagram.h"

namespace profile_view_test {

using engine::Index;
using engine::Transition;
using ui::ProfileView;

constexpr QSize kSize(1000, 700);

engine::ResidueVector uniform() {
  engine::ResidueVector vector;
  vector.fill(0.05);
  return vector;
}

/// Column k prefers residue k % 20 with 81 %.
std::shared_ptr<engine::ProfileHmm> someProfile(Index length) {
  auto profile = std::make_shared<engine::ProfileHmm>();
  profile->background = uniform();
  profile->neff = 5;
  for (Index k = 0; k < length; ++k) {
    engine::ResidueVector emissions;
    emissions.fill(0.01);
    emissions[static_cast<size_t>(k % 20)] = 0.81;
    profile->emissions.push_back(emissions);
    profile->consensus += engine::alphabet::kLetters[static_cast<size_t>(k % 20)];
  }
  std::array<double, engine::kNumTransitions> leaving;
  leaving.fill(engine::kImpossible);
  const auto set = [&](Transition transition, double p) { leaving[static_cast<size_t>(transition)] = std::log2(p); };
  set(Transition::MM, 0.9);
  set(Transition::MI, 0.06);
  set(Transition::MD, 0.04);
  set(Transition::IM, 0.5);
  set(Transition::II, 0.5);
  set(Transition::DM, 1);
  profile->transitions.assign(static_cast<size_t>(length) + 1, leaving);
  profile->columnNeff.assign(static_cast<size_t>(length) + 1, {5, 1.5, 1});
  profile->annotations = {{"ss_pred", std::string(static_cast<size_t>(length), 'H')}};
  return profile;
}

engine::DatasetPtr datasetOf(Index length) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "family";
  dataset->value = std::shared_ptr<const engine::ProfileHmm>(someProfile(length));
  return dataset;
}

class ProfileViewTest : public ::testing::Test {
 protected:
  void open(Index length) {
    session.document().publish(datasetOf(length));
    view.setDataset(session.document().find("family"));
  }
  QPointF columnPoint(Index column) {
    const auto columns = view.columnsIn(view.size());
    const QRectF logo = view.layoutFor(view.size()).logo;
    return {logo.left() + (static_cast<double>(column) + 0.5 - columns.first) * columns.width, logo.center().y()};
  }
  void change(const std::function<void(ui::ProfileOptions&)>& edit) { view.change(edit); }
  QString line(const QString& label) {
    for (const ui::ReadoutLine& entry : view.readout())
      if (entry.label == label) return entry.value;
    return {};
  }
  QImage part(const QRectF& area) { return view.renderImage(view.size(), 1).copy(area.toRect()); }
  ui::Session session;
  ProfileView view{session};
};

QColor groupColor(size_t index) {
  const ui::Rgb color = ui::okabeIto()[index];
  return {color[0], color[1], color[2]};
}

TEST_F(ProfileViewTest, takesProfilesOnly) {
  engine::Dataset other;
  other.value = std::make_shared<const engine::Structure>();
  EXPECT_FALSE(view.accepts(other));
  EXPECT_THROW(view.setDataset(std::make_shared<engine::Dataset>(other)), engine::Error);
  EXPECT_TRUE(view.accepts(*datasetOf(1)));
}

TEST_F(ProfileViewTest, lettersStandInTheirColumnsInTheirColours) {
  open(40);
  change([](auto& options) { options.scale = engine::LogoScale::aboveBackground; });
  test::show(view, kSize);
  const auto columns = view.columnsIn(view.size());
  const QRectF logo = view.layoutFor(view.size()).logo;
  const QRectF asp(columnPoint(3).x() - columns.width / 2, logo.top(), columns.width, logo.height());
  EXPECT_GT(test::countColor(part(asp), groupColor(6), 40), 100) << "aspartate is acidic";
  const QRectF lys(columnPoint(11).x() - columns.width / 2, logo.top(), columns.width, logo.height());
  EXPECT_GT(test::countColor(part(lys), groupColor(5), 40), 100) << "lysine is basic";
  EXPECT_EQ(test::countColor(part(lys), groupColor(6), 10), 0) << "aspartate is below its background here";
}

TEST_F(ProfileViewTest, rowsTellOccupancyInsertsDiversityAndStructure) {
  open(30);
  QStringList titles;
  for (const ui::ProfileRow& row : view.rows()) titles << row.title;
  EXPECT_EQ(titles, (QStringList{"Occupancy", "Insert probability", "Insert length", "Neff", "Consensus",
                                 "Predicted structure"}));
  test::show(view, kSize);
  for (const QRectF& row : view.layoutFor(view.size()).rows) EXPECT_FALSE(row.isEmpty());
  test::movePointer(view.canvas(), columnPoint(0));
  EXPECT_EQ(line("Column"), QStringLiteral("1 of 30"));
  EXPECT_EQ(line("Occupancy"), QStringLiteral("0.96")) << "the begin state deletes as well";
  EXPECT_EQ(line("Insert probability"), QStringLiteral("0.06"));
  EXPECT_EQ(line("Insert length"), QStringLiteral("2"));
  EXPECT_EQ(line("Predicted structure"), QStringLiteral("H"));
  EXPECT_TRUE(view.statusText().startsWith(QStringLiteral("Column 1 · ")));
}

TEST_F(ProfileViewTest, pointingAtAColumnMarksItAndShowsItsDetail) {
  open(30);
  test::show(view, kSize);
  const QImage before = part(view.layoutFor(view.size()).emissions);
  test::movePointer(view.canvas(), columnPoint(8));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"family", 8}));
  EXPECT_EQ(view.detailColumn(), 8);
  EXPECT_NE(part(view.layoutFor(view.size()).emissions), before);
  test::movePointer(view.canvas(), {1, 1});
  EXPECT_EQ(view.detailColumn(), 8) << "the last column stays in detail";
}

TEST_F(ProfileViewTest, columnsPointedAtElsewhereAreMarkedHere) {
  open(30);
  test::show(view, kSize);
  const QImage before = part(view.layoutFor(view.size()).logo);
  session.selection().setHover({{"family", 12}, {}});
  EXPECT_EQ(view.detailColumn(), 12);
  EXPECT_NE(part(view.layoutFor(view.size()).logo), before);
}

TEST_F(ProfileViewTest, barsOfEmissionsHaveTheHeightsOfProbabilities) {
  ui::EmissionColumn column{someProfile(1)->emissions[0], uniform()};
  const QRectF area(0, 0, 600, 200);
  const ui::Theme theme = ui::Theme::light();
  const auto order = ui::ResidueOrder::byProbability;
  const double tall = ui::emissionBar(column, order, 0, area, theme).height();
  EXPECT_NEAR(ui::emissionBar(column, order, 1, area, theme).height() / tall, 0.01 / 0.81, 1e-9);
  EXPECT_EQ(ui::orderedResidues(column.probabilities, order)[0], 0) << "A is the most probable";
  EXPECT_EQ(ui::orderedResidues(uniform(), ui::ResidueOrder::alphabetical)[1], engine::alphabet::codeOf('C'));
  EXPECT_EQ(ui::logOddsText(-2.04), QStringLiteral("−2.0"));
  EXPECT_EQ(ui::logOddsText(1.24), QStringLiteral("+1.2"));
  EXPECT_EQ(ui::logOddsText(-std::numeric_limits<double>::infinity()), QStringLiteral("−∞"));
}

TEST_F(ProfileViewTest, barsCanBeWhatIsCountedExpectedAndMixed) {
  engine::ProfileHmm profile = *someProfile(2);
  profile.hasPseudocounts = false;
  profile.columnNeff.assign(3, {6, 0, 0});
  const ui::EmissionColumn column = ui::emissionColumn(profile, 1, ui::EmissionBars::literal);
  ASSERT_TRUE(column.steps.has_value());
  EXPECT_EQ(column.steps->counted, profile.emissions[1]);
  for (size_t a = 0; a < 20; ++a)
    EXPECT_NEAR(column.probabilities[a], (5 * column.steps->counted[a] + 10 * column.steps->expected[a]) / 15, 1e-12);
  EXPECT_NE(ui::emissionColumn(profile, 1, ui::EmissionBars::odds).steps->expected, column.steps->expected);
  EXPECT_FALSE(ui::emissionColumn(profile, 1, ui::EmissionBars::stored).steps.has_value());
  const QRectF area(0, 0, 600, 200);
  const ui::Theme theme = ui::Theme::light();
  const auto bar = [&](ui::EmissionPart part) {
    return ui::emissionBar(column, ui::ResidueOrder::byProbability, 0, area, theme, part);
  };
  const size_t first = ui::orderedResidues(column.probabilities, ui::ResidueOrder::byProbability)[0];
  EXPECT_NEAR(bar(ui::EmissionPart::counted).height() / bar(ui::EmissionPart::probability).height(),
              column.steps->counted[first] / column.probabilities[first], 1e-9);
  EXPECT_LE(bar(ui::EmissionPart::counted).right(), bar(ui::EmissionPart::expected).left() + 1e-9);
  profile.hasPseudocounts = true;
  EXPECT_FALSE(ui::emissionColumn(profile, 1, ui::EmissionBars::odds).steps.has_value())
      << "what was counted is not known any more";
}

TEST_F(ProfileViewTest, probabilitiesOfTransitionsAreThoseThatLeaveTheColumn) {
  const auto probabilities = ui::transitionProbabilities(*someProfile(2), 1);
  EXPECT_NEAR(probabilities[static_cast<size_t>(Transition::MM)], 0.9, 1e-12);
  EXPECT_EQ(probabilities[static_cast<size_t>(Transition::DD)], 0);
  EXPECT_EQ(ui::transitionProbabilities(*someProfile(2), 2), ui::TransitionProbabilities{}) << "outside";
  EXPECT_GT(ui::arrowWidth(0.9), 3 * ui::arrowWidth(0.1));
}

TEST_F(ProfileViewTest, arrowsAreAsWideAsTheirProbabilities) {
  const ui::Theme theme = ui::Theme::light();
  const QRectF area(0, 0, 400, 260);
  const auto width = [&](double probability) {
    QImage image(area.size().toSize(), QImage::Format_RGB32);
    image.fill(theme.canvas);
    QPainter painter(&image);
    ui::TransitionProbabilities probabilities{};
    probabilities[static_cast<size_t>(Transition::MM)] = probability;
    ui::paintTransitionDiagram(painter, theme, area, probabilities, 0, false);
    painter.end();
    const ui::DiagramPlaces at = ui::diagramPlaces(area, theme);
    const int x = qRound(at.match.x() + at.radius + 12);
    return test::countColor(image.copy(x, qRound(at.match.y()) - 10, 1, 20), groupColor(5), 60);
  };
  EXPECT_GE(width(1.0), 6);
  EXPECT_LE(width(0.2), 3);
  EXPECT_GE(width(0.2), 1);
  EXPECT_EQ(width(0), 0) << "impossible: dotted, in grey";
}

TEST_F(ProfileViewTest, diagramNamesStatesAndLabelsAllSevenArrows) {
  open(30);
  test::show(view, kSize);
  view.goToColumn(4);
  const QTemporaryDir folder;
  view.exportVector(folder.filePath(QStringLiteral("profile.svg")), kSize);
  QFile file(folder.filePath(QStringLiteral("profile.svg")));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QString page = QString::fromUtf8(file.readAll());
  for (const char* text : {">M5<", ">I5<", ">D5<", ">M6<", ">D6<", ">0.9<", ">0.06<", ">0.04<", ">0.5<", ">1<", ">0<"})
    EXPECT_TRUE(page.contains(QLatin1String(text))) << text;
  EXPECT_FALSE(page.contains(QStringLiteral("<image"))) << "pure vectors";
}

TEST_F(ProfileViewTest, keysMoveTheColumnAndScrollItIntoSight) {
  open(500);
  test::show(view, kSize);
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  EXPECT_EQ(session.selection().hover().first.index, 1);
  QTest::keyClick(&view.canvas(), Qt::Key_End);
  EXPECT_EQ(session.selection().hover().first.index, 499);
  const auto columns = view.columnsIn(view.size());
  EXPECT_NEAR(columns.first + view.layoutFor(view.size()).logo.width() / columns.width, 500, 1e-6);
  QTest::keyClick(&view.canvas(), Qt::Key_Return);
  EXPECT_EQ(session.selection().locked().first.index, 499);
  QTest::keyClick(&view.canvas(), Qt::Key_Home);
  EXPECT_EQ(session.selection().locked().first.index, 0);
  EXPECT_EQ(view.columnsIn(view.size()).first, 0);
}

TEST_F(ProfileViewTest, goToFieldTakesANumberFromOne) {
  open(500);
  test::show(view, kSize);
  view.askForColumn();
  auto* field = view.findChild<QSpinBox*>(QStringLiteral("Go to column"));
  ASSERT_NE(field, nullptr);
  ASSERT_TRUE(field->isVisible());
  field->setValue(321);
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_FALSE(field->isVisible());
  EXPECT_EQ(session.selection().locked().first.index, 320);
  const auto columns = view.columnsIn(view.size());
  EXPECT_LT(columns.first, 320);
  EXPECT_GT(columns.first + view.layoutFor(view.size()).logo.width() / columns.width, 321);
}

TEST_F(ProfileViewTest, wheelScrollsAndControlWheelZoomsAtThePointer) {
  open(2000);
  test::show(view, kSize);
  test::turnWheel(view.canvas(), columnPoint(10), -1);
  EXPECT_EQ(view.columnsIn(view.size()).first, 3);
  const double width = view.columnsIn(view.size()).width;
  const QPointF at = columnPoint(12);
  test::turnWheel(view.canvas(), at, -4, Qt::ControlModifier);
  EXPECT_LT(view.columnsIn(view.size()).width, width / 2);
  EXPECT_GE(view.columnsIn(view.size()).first, 0);
  for (int k = 0; k < 60; ++k) test::turnWheel(view.canvas(), at, -1, Qt::ControlModifier);
  EXPECT_NEAR(view.columnsIn(view.size()).width * 2000, view.layoutFor(view.size()).logo.width(), 1)
      << "never narrower than the whole profile";
  EXPECT_FALSE(view.renderImage(kSize, 1).isNull());
}

TEST_F(ProfileViewTest, draggingTheLogoAndTheOverviewScrolls) {
  open(500);
  test::show(view, kSize);
  const auto drag = [&](QPointF from, QPointF to) {
    QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, from.toPoint());
    test::movePointer(view.canvas(), to, Qt::LeftButton);
    QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, to.toPoint());
  };
  drag({600, 150}, {500, 150});
  EXPECT_NEAR(view.columnsIn(view.size()).first, 100 / view.columnsIn(view.size()).width, 1e-6);
  const QRectF overview = view.layoutFor(view.size()).overview;
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, overview.center().toPoint());
  const double middle = view.columnsIn(view.size()).first +
                        view.layoutFor(view.size()).logo.width() / view.columnsIn(view.size()).width / 2;
  EXPECT_NEAR(middle, 250, 1);
}

TEST_F(ProfileViewTest, controlsSetScaleAndOrder) {
  open(30);
  test::show(view, kSize);
  QWidget host;
  QWidget* controls = view.makeControls(&host);
  auto* scale = controls->findChild<QComboBox*>(QStringLiteral("Letter height"));
  ASSERT_NE(scale, nullptr);
  const QImage before = part(view.layoutFor(view.size()).logo);
  scale->setCurrentIndex(3);
  EXPECT_EQ(view.options().scale, engine::LogoScale::probability);
  EXPECT_NE(part(view.layoutFor(view.size()).logo), before);
  controls->findChild<QSpinBox*>(QStringLiteral("Column"))->setValue(17);
  EXPECT_EQ(session.selection().locked().first.index, 16);
}

TEST_F(ProfileViewTest, stateComesBackExactlyAndWrongStatesDoNoHarm) {
  open(500);
  test::show(view, kSize);
  change([](auto& options) {
    options.scale = engine::LogoScale::information;
    options.order = ui::ResidueOrder::byProbability;
    options.areRowsShown = options.areDetailsShown = false;
    options.columnWidth = 12;
  });
  view.scrollTo(77.5);
  const QJsonObject state = view.state();
  ProfileView other(session);
  other.setDataset(session.document().find("family"));
  test::show(other, kSize);
  other.setState(state);
  EXPECT_EQ(other.state(), state);
  EXPECT_EQ(other.columnsIn(other.size()).first, 77.5);
  other.setState({{"scale", 3}, {"first", "x"}, {"columnWidth", 1e9}, {"column", -4}, {"order", "random"}});
  EXPECT_EQ(other.columnsIn(other.size()).width, 80);
  EXPECT_EQ(other.state()["column"].toDouble(), 0);
  EXPECT_EQ(other.state()["scale"], state["scale"]);
}

TEST_F(ProfileViewTest, numbersInSightAreThoseOfTheProfile) {
  open(500);
  test::show(view, kSize);
  view.scrollTo(100);
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 4U);
  EXPECT_EQ(tables[1].name, "emissions");
  EXPECT_EQ(tables[1].rowLabels[0], "101");
  EXPECT_FLOAT_EQ(tables[1].values(0, 0), 0.81F);
  EXPECT_FLOAT_EQ(tables[2].values(0, 0), 0.9F);
  EXPECT_EQ(tables[3].columnLabels[0], "Occupancy");
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("columns 101 to")));
}

TEST_F(ProfileViewTest, noColumnAndOneColumnAreShown) {
  test::show(view, kSize);
  for (const Index length : {0, 1}) {
    open(length);
    for (const QSize size : {QSize(300, 200), QSize(1, 1), QSize(900, 600)})
      EXPECT_FALSE(view.renderImage(size, 1).isNull());
    QTest::keyClick(&view.canvas(), Qt::Key_Right);
    EXPECT_NO_THROW(view.visibleNumbers());
  }
  EXPECT_TRUE(ProfileView(session).readout().empty());
}

TEST_F(ProfileViewTest, smallWindowsKeepTheLogo) {
  open(100);
  const auto layout = view.layoutFor({300, 200});
  EXPECT_GE(layout.logo.height(), 80);
  EXPECT_TRUE(layout.emissions.isEmpty());
  EXPECT_FALSE(layout.rows[0].isEmpty()) << "occupancy goes last";
}

}  // namespace profile_view_test
