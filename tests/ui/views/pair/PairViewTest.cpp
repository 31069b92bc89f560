// The walk of a pair through geometric and invariant point attention: what it says, where it is drawn, how it follows
// selection and sliders.
#include "ui/views/pair/PairView.h"

#include <gtest/gtest.h>
#include <QSignalSpy>
#include <QSlider>

#include <cmath>
#include <functional>
#include <memory>

#include "engine/attention/HeadSet.h"
#include "engine/base/Error.h"
#include "engine/operations/Operation.h"
#include "tests/support/ErrorOf.h"
#include "tests/ui/support/Gui.h"
#include "ui/look/RoleColors.h"
#include "ui/views/pair/PairArrows.h"

namespace pair_view_test {

using engine::Index;
using engine::Vector3;
using ui::PairLayout;
using ui::PairLine;
using ui::PairOptions;

constexpr QSize kSize(1100, 760);
constexpr const char kId[] = "maps";

/// An operation on its sample, as a session publishes it; the heads, the arrays and the input.
void publishSample(ui::Session& session, const std::string& operation) {
  QSignalSpy added(&session.document(), &ui::Document::added);
  engine::Request request;
  request.operation = operation;
  request.output = kId;
  session.run(request);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().find("maps.input") != nullptr; }, 20000));
}

class AnyPairTest : public testing::Test {
 protected:
  /// Shows the sample and waits for its vectors.
  void open(ui::PairView& view) {
    view.setDataset(session.document().find(kId));
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.pair() != nullptr; }, 20000));
  }
  void select(Index query, Index key) { session.selection().setLocked({{kId, query}, {kId, key}}); }
  double weightOfMap(Index head, Index query, Index key) {
    return double(session.document().find(kId)->as<engine::HeadSet>()->map(0, head)->weights(query, key));
  }

  ui::Session session;
};

/// Of geometric attention, with both knobs.
class PairViewTest : public AnyPairTest {
 protected:
  void SetUp() override { publishSample(session, "attention geometric"); }
};
constexpr size_t kRotation = 0, kDistance = 1;

/// Of invariant point attention.
class PointPairTest : public AnyPairTest {
 protected:
  void SetUp() override { publishSample(session, "attention invariant-point"); }
};

/// Of whichever it is told.
class EveryPairTest : public AnyPairTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { publishSample(session, GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Layers, EveryPairTest,
                         testing::Values("attention geometric", "attention invariant-point"));

double sumOf(const std::vector<ui::PairTerm>& terms) {
  double sum = 0;
  for (const ui::PairTerm& term : terms) sum += term.value;
  return sum;
}

std::vector<PairLine> linesOf(const ui::PairView& view) {
  std::vector<PairLine> lines;
  for (const ui::ReadoutLine& line : view.readout()) lines.push_back({0, ui::PairRole::none, line.label, {line.value}});
  return lines;
}

TEST_P(EveryPairTest, acceptsHeadsWhoseInputIsThere) {
  ui::PairView view(session);
  EXPECT_TRUE(view.accepts(*session.document().find(kId)));
  EXPECT_FALSE(view.accepts(*session.document().find("maps.input")));
  engine::Dataset other = *session.document().find(kId);
  other.provenance.request.operation = "attention dot";
  EXPECT_NE(test::errorOf([&] { view.setDataset(std::make_shared<engine::Dataset>(other)); }), "");
  session.document().remove("maps.input");
  EXPECT_FALSE(view.accepts(*session.document().find(kId)));
}

TEST_P(EveryPairTest, showsThePairThatIsSelectedAndTheHeadOnShow) {
  ui::PairView view(session);
  open(view);
  EXPECT_EQ(view.pair()->query, view.names().numResidues() / 2 - (view.names().numResidues() % 2 == 0 ? 1 : 0));
  select(3, 7);
  session.selection().setHead(0, 2);
  ASSERT_TRUE(view.pair());
  EXPECT_EQ(view.pair()->query, 3);
  EXPECT_EQ(view.pair()->key, 7);
  EXPECT_EQ(view.pair()->head, 2);
  EXPECT_NEAR(view.pair()->weight(), weightOfMap(2, 3, 7), 1e-5);
  session.selection().clearLocked();
  EXPECT_EQ(view.pair()->key, 7) << "the pair stays when the pointer leaves";
  select(2, 100000);
  EXPECT_EQ(view.pair()->key, 7);
}

TEST_F(PairViewTest, numbersOfItsLinesGiveTheScore) {
  ui::PairView view(session);
  open(view);
  select(3, 7);
  session.selection().setHead(0, 3);  // both terms count
  const std::vector<PairLine> lines = linesOf(view);
  ASSERT_EQ(lines.size(), size_t(3 + 14 + 1));
  const QString logit = lines[3 + 8].numbers[0];
  EXPECT_TRUE(logit.contains(QStringLiteral("(same sequence)"))) << logit.toStdString();
  ASSERT_EQ(view.walk()->terms.size(), 3u);
  EXPECT_EQ(view.walk()->terms[2].value, 1);
  EXPECT_NEAR(sumOf(view.walk()->terms), view.pair()->score, 1e-12);
  EXPECT_TRUE(lines[3 + 9].numbers[0].contains(ui::rankText(*view.pair())));
  EXPECT_TRUE(view.walk()->beside.contains(QStringLiteral("AlphaFold 2")));
}

TEST_F(PointPairTest, numbersOfItsLinesGiveTheThreeTermsOfTheScore) {
  ui::PairView view(session);
  open(view);
  select(3, 7);
  const auto terms = [&](int head) {
    session.selection().setHead(0, head);
    return view.walk()->terms;
  };
  for (int head = 0; head < 5; ++head) {
    ASSERT_EQ(terms(head).size(), 3u);
    EXPECT_NEAR(sumOf(view.walk()->terms), view.pair()->score, 1e-12) << head;
  }
  EXPECT_LT(terms(2)[2].value, 0) << "points of the helix head";
  EXPECT_EQ(terms(2)[0].value, 0) << "which takes nothing from features";
  EXPECT_NEAR(terms(4)[1].value, -4, 1e-6) << "a logit less for each of four residues";
  EXPECT_EQ(linesOf(view).size(), size_t(3 + 12 + 1));
  const QString weights = linesOf(view)[3 + 6].numbers[0];
  EXPECT_TRUE(weights.contains(QStringLiteral("pair: √⅓"))) << weights.toStdString();
  EXPECT_TRUE(view.walk()->beside.contains(QStringLiteral("ESM3")));
}

TEST_F(PointPairTest, pointsOfTheQueryAreJoinedToThoseOfTheKey) {
  ui::PairView view(session);
  open(view);
  select(3, 7);
  session.selection().setHead(0, 2);
  double gap = -1;
  Vector3 query, key;
  for (const ui::PairArrow& arrow : view.walk()->world) {
    if (arrow.kind == ui::ArrowKind::gap) gap = (arrow.to - arrow.from).norm();
    if (arrow.kind == ui::ArrowKind::point && arrow.role == ui::PairRole::query) query = arrow.to;
    if (arrow.kind == ui::ArrowKind::point && arrow.role == ui::PairRole::key) key = arrow.to;
  }
  EXPECT_NEAR(gap, (query - key).norm(), 1e-12);
  EXPECT_LT(gap, 1) << "the CA four residues on is where the head looks for it";
}

TEST_P(EveryPairTest, whatALineMakesIsShownFromThatLineOn) {
  ui::PairView view(session);
  open(view);
  select(3, 7);
  const std::vector<ui::PairArrow> world = view.walk()->world;
  size_t before = 0;
  for (int line = 1; line <= view.walk()->numLines(); ++line) {
    const std::vector<ui::PairArrow> made = madeBy(world, line);
    EXPECT_GE(made.size(), before);
    for (const ui::PairArrow& arrow : made) EXPECT_LE(arrow.line, line);
    before = made.size();
  }
  EXPECT_EQ(madeBy(world, 0).size(), before);
  for (const ui::PairArrow& arrow : madeBy(world, 1))
    EXPECT_EQ(arrow.kind, ui::ArrowKind::axis) << "no vector is in the world yet";
}

TEST_P(EveryPairTest, allArrowsAreInsideTheirCameras) {
  ui::PairView view(session);
  open(view);
  for (Index head = 0; head < view.names().numHeads(); ++head) {
    session.selection().setHead(0, int(head));
    for (const auto& [query, key] : {std::pair<Index, Index>{3, 7}, {0, 15}, {5, 5}}) {
      select(query, key);
      for (const double aspect : {0.5, 1.0, 3.0}) {
        PairOptions options;
        options.turn = 70;
        options.tilt = -20;
        const std::vector<ui::PairArrow> world = view.walk()->world;
        const ui::StructureCamera camera = worldCamera(world, options, aspect);
        for (const ui::PairArrow& arrow : world)
          for (const Vector3& end : {arrow.from, arrow.to}) {
            const auto point = camera.project(end, 100 * aspect, 100);
            ASSERT_TRUE(point);
            EXPECT_TRUE(point->x > 0 && point->x < 100 * aspect && point->y > 0 && point->y < 100);
          }
      }
    }
  }
}

TEST(PairLayout, partsDoNotOverlapAndStayInside) {
  for (const QSizeF size : {QSizeF(1100, 760), QSizeF(700, 450), QSizeF(400, 300), QSizeF(200, 150), QSizeF(10, 10)}) {
    const PairLayout layout = pairLayout(ui::Theme::light(), size);
    const std::vector<QRectF> parts{layout.query, layout.key, layout.world,   layout.lines,
                                    layout.terms, layout.row, layout.residual};
    for (size_t a = 0; a < parts.size(); ++a) {
      if (parts[a].isEmpty()) continue;
      EXPECT_TRUE(QRectF(QPointF(), size).contains(parts[a])) << a << " at width " << size.width();
      for (size_t b = a + 1; b < parts.size(); ++b)
        EXPECT_TRUE(parts[b].isEmpty() || !parts[a].intersects(parts[b])) << a << " " << b;
    }
  }
}

TEST(PairLayout, barsAreFoundWhereTheyAre) {
  const QRectF row(10, 20, 300, 50);
  EXPECT_EQ(ui::keyAt(row, 30, {10.5, 30}), 0);
  EXPECT_EQ(ui::keyAt(row, 30, {309.5, 30}), 29);
  EXPECT_EQ(ui::keyAt(row, 30, {165, 30}), 15);
  EXPECT_EQ(ui::keyAt(row, 30, {165, 10}), -1);
  EXPECT_EQ(ui::keyAt(row, 0, {165, 30}), -1);
}

TEST(PairLines, whereNotAllFitTheOneInWorkIsAmongThoseShown) {
  std::vector<PairLine> lines;
  for (int k = 1; k <= ui::kMostPairLines; ++k)
    lines.push_back({k, ui::PairRole::none, QStringLiteral("f"), {"1", "2"}});
  EXPECT_TRUE(ui::shownPairLines(lines, 0, 100).areAllWhole);
  EXPECT_EQ(ui::shownPairLines(lines, 0, 30).first, 1);
  for (const double room : {5.0, 10.0, 20.0, 30.0})
    for (int line = 1; line <= ui::kMostPairLines; ++line) {
      const ui::ShownPairLines shown = ui::shownPairLines(lines, line, room);
      EXPECT_LE(shown.first, line);
      if (!shown.areAllWhole && line > shown.first) {
        EXPECT_LE((line - shown.first) * 1.35 + 3.35, room + 1e-9) << room << " " << line;
      }
    }
}

TEST(PairOptions, comeBackFromJsonAndStayWithinLimits) {
  PairOptions options{7, 12, 20, 33.5, -4, 2, false}, read;
  takeJson(read, toJson(options));
  EXPECT_EQ(read, options);
  takeJson(read, {{"line", 99}, {"query", -7}, {"zoom", 1000}, {"chain", "no"}});
  EXPECT_EQ(read.line, ui::kMostPairLines);
  EXPECT_EQ(read.query, -1);
  EXPECT_EQ(read.zoom, ui::kMostPairZoom);
  EXPECT_FALSE(read.isChainShown);
}

TEST_F(PairViewTest, aSliderMovesPairAndHeadsAndAStepIsUndone) {
  ui::PairView view(session);
  open(view);
  select(3, 7);
  session.selection().setHead(0, 0);
  const double before = view.pair()->score, given = view.live().weight(kDistance, 0);
  const double mapBefore = weightOfMap(0, 3, 7);
  std::function<void()> undo;
  QObject::connect(&view, &ui::View::edited, &view,
                   [&](const std::function<void()>& back, const std::function<void()>&) { undo = back; });
  view.live().setWeight(kDistance, 0, given + 2);
  EXPECT_LT(view.pair()->score, before) << "at once";
  ASSERT_TRUE(QTest::qWaitFor([&] { return weightOfMap(0, 3, 7) != mapBefore; }, 20000)) << "and the map follows";
  EXPECT_NEAR(weightOfMap(0, 3, 7), view.pair()->weight(), 1e-5);
  EXPECT_DOUBLE_EQ(view.live().weight(kDistance, 0), given + 2);
  ASSERT_TRUE(QTest::qWaitFor([&] { return bool(undo); }, 20000));
  undo();
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.live().weight(kDistance, 0) == given; }, 20000)) << "undone";
  EXPECT_NEAR(weightOfMap(0, 3, 7), mapBefore, 1e-6);
}

TEST_F(PairViewTest, weightsAsGivenComeBack) {
  ui::PairView view(session);
  open(view);
  const double given = view.live().weight(kRotation, 0);
  view.live().setWeight(kRotation, 0, given - 3);
  view.live().resetWeights();
  EXPECT_EQ(view.live().weight(kRotation, 0), given);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 20000));
  EXPECT_EQ(view.live().weight(kRotation, 0), given);
}

TEST_F(PairViewTest, controlsOfferHeadLineAndBothWeights) {
  ui::PairView view(session);
  open(view);
  const std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* line = controls->findChild<QSlider*>(QStringLiteral("Line"));
  ASSERT_TRUE(line);
  line->setValue(9);
  EXPECT_EQ(view.options().line, 9);
  auto* distance = controls->findChild<QSlider*>(QStringLiteral("Distance, w_d"));
  ASSERT_TRUE(distance);
  distance->setValue(distance->value() + 20);
  EXPECT_NEAR(view.live().weight(kDistance, view.head()), distance->value() / 20.0, 1e-12);
}

TEST_F(PointPairTest, aSliderOfGammaMovesPairAndHeads) {
  ui::PairView view(session);
  open(view);
  select(3, 9);
  session.selection().setHead(0, 0);
  const double before = view.pair()->score, mapBefore = weightOfMap(0, 3, 9);
  const std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* gamma = controls->findChild<QSlider*>(QStringLiteral("Points, γ"));
  ASSERT_TRUE(gamma);
  gamma->setValue(gamma->value() + 40);
  EXPECT_LT(view.pair()->score, before) << "at once";
  ASSERT_TRUE(QTest::qWaitFor([&] { return weightOfMap(0, 3, 9) != mapBefore; }, 20000)) << "and the map follows";
  EXPECT_NEAR(weightOfMap(0, 3, 9), view.pair()->weight(), 1e-5);
}

TEST_P(EveryPairTest, keysGoThroughTheLinesAndTurnThePicture) {
  ui::PairView view(session);
  open(view);
  test::show(view, kSize);
  test::giveFocus(view.canvas());
  QTest::keyClick(&view.canvas(), Qt::Key_Period);
  EXPECT_EQ(view.options().line, 1);
  QTest::keyClick(&view.canvas(), Qt::Key_Comma);
  QTest::keyClick(&view.canvas(), Qt::Key_Comma);
  EXPECT_EQ(view.options().line, view.walk()->numLines());
  QTest::keyClick(&view.canvas(), Qt::Key_End);
  EXPECT_EQ(view.options().line, 0);
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  EXPECT_GT(view.options().turn, 0);
  QTest::keyClick(&view.canvas(), Qt::Key_0);
  EXPECT_EQ(view.options().turn, 0);
  QTest::keyClick(&view.canvas(), Qt::Key_S);
  EXPECT_NE(view.pair()->key, view.pair()->query);
}

TEST_F(PairViewTest, picturesHaveTheColoursOfQueryKeyAndValue) {
  ui::PairView view(session);
  open(view);
  session.selection().setHead(0, 3);
  select(3, 7);
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    const ui::RoleColors colors = ui::roleColors(ui::ThemeModel::instance().theme());
    view.change([](PairOptions& options) { options.line = 0; });
    const QImage all = view.renderImage(kSize, 1);
    for (const QColor& color : {colors.query, colors.key, colors.value})
      EXPECT_GT(test::countColor(all, color), 150) << color.name().toStdString();
    view.change([](PairOptions& options) { options.line = 2; });
    const QImage frames = view.renderImage(kSize, 1);
    const QRect world = pairLayout(ui::ThemeModel::instance().theme(), kSize).world.toRect();
    EXPECT_LT(test::countColor(frames.copy(world), colors.value), 5) << "no value has been turned yet";
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST_F(PointPairTest, picturesHaveTheColoursOfQueryKeyValueAndTheTerms) {
  ui::PairView view(session);
  open(view);
  session.selection().setHead(0, 2);
  select(3, 7);
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    const ui::Theme& theme = ui::ThemeModel::instance().theme();
    const ui::RoleColors colors = ui::roleColors(theme);
    view.change([](PairOptions& options) { options.line = 0; });
    const QImage all = view.renderImage(kSize, 1);
    for (const QColor& color : {colors.query, colors.key, colors.value})
      EXPECT_GT(test::countColor(all, color), 60) << color.name().toStdString();
    const QRect terms = pairLayout(theme, kSize).terms.toRect();
    ASSERT_FALSE(terms.isEmpty());
    EXPECT_GT(test::countColor(all.copy(terms), colors.weight), 50) << "the bar of the score";
    view.change([](PairOptions& options) { options.line = 6; });
    const QImage before = view.renderImage(kSize, 1);
    EXPECT_LT(test::countColor(before.copy(terms), colors.weight), 5) << "no score yet";
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST_F(PairViewTest, numbersAndCaptionTellThePair) {
  ui::PairView view(session);
  open(view);
  select(3, 7);
  const std::vector<ui::NumberTable> tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].values.shape(), (engine::Shape{view.names().numResidues(), 3}));
  EXPECT_NEAR(tables[0].values(7, 1), view.pair()->weight(), 1e-6);
  EXPECT_EQ(tables[1].rowLabels.size(), 6u);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("rank")));
}

}  // namespace pair_view_test
