// The logit lens: what is drawn where, what it says, and how it follows the selection.
#include "ui/views/lens/LensView.h"

#include <gtest/gtest.h>
#include <QSignalSpy>

#include <cmath>
#include <set>

#include "engine/base/Error.h"
#include "engine/datasets/LetterArray.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/models/LetterPredictions.h"
#include "tests/support/ErrorOf.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/lens/LensPicture.h"

namespace lens_view_test {

using engine::Array;
using engine::Index;
using ui::LensCell;
using ui::LensLayout;
using ui::LensOptions;
using ui::LensShown;

constexpr QSize kSize(900, 600);
const std::string kLetters = "MKTAYIAKQR";

/// After step 0 and 1 everything is alanine with 0.9, at the end every letter is right with 0.9.
engine::DatasetPtr lensDataset(const std::string& letters = kLetters, Index steps = 3) {
  const Index L = static_cast<Index>(letters.size());
  Array<float> lens({steps, L, 20}, 0.1F / 19, "lens");
  for (Index step = 0; step < steps; ++step)
    for (Index i = 0; i < L; ++i) {
      const size_t right = engine::kPredictedLetters.find(letters[static_cast<size_t>(i)]);
      lens(step, i, step + 1 == steps && right != std::string_view::npos ? static_cast<Index>(right) : 0) = 0.9F;
    }
  engine::ArrayBundle bundle;
  bundle["lens"] = std::move(lens);
  bundle[engine::kLetterArray] = engine::letterArray(letters);
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = "lens";
  dataset->title = "toy";
  dataset->value = std::make_shared<const engine::ArrayBundle>(std::move(bundle));
  return dataset;
}

LensLayout layoutOf(const LensShown& shown, QSizeF size, LensOptions options = {}) {
  return lensLayout(ui::Theme::light(), shown, options, size);
}

TEST(LensShown, tellsLettersColoursAndMeans) {
  const LensShown shown(*lensDataset());
  EXPECT_EQ(shown.topLetter({0, 0}), 'A');
  EXPECT_EQ(shown.topLetter({2, 0}), 'M');
  EXPECT_FALSE(shown.isRight({0, 0}));
  EXPECT_TRUE(shown.isRight({0, 3})) << "an alanine is there";
  EXPECT_NEAR(shown.shareRight(0), 0.2, 1e-12);
  EXPECT_EQ(shown.shareRight(2), 1);
  EXPECT_FLOAT_EQ(float(shown.value(ui::LensColoring::trueLetter, {0, 0})), 0.1F / 19);
  EXPECT_FLOAT_EQ(float(shown.value(ui::LensColoring::topLetter, {0, 0})), 0.9F);
  EXPECT_NEAR(shown.value(ui::LensColoring::entropy, {0, 0}), -0.9 * std::log2(0.9) - 0.1 * std::log2(0.1 / 19), 1e-4);
  EXPECT_EQ(shown.stepName(0), "input");
  EXPECT_EQ(shown.stepName(2), "layer 2");
}

TEST(LensShown, withoutLettersStillShowsWhatIsMostProbable) {
  auto dataset = std::make_shared<engine::Dataset>(*lensDataset());
  engine::ArrayBundle bundle = *dataset->as<engine::ArrayBundle>();
  bundle.erase(engine::kLetterArray);
  dataset->value = std::make_shared<const engine::ArrayBundle>(bundle);
  const LensShown shown(*dataset);
  EXPECT_FALSE(shown.knowsLetters());
  EXPECT_TRUE(std::isnan(shown.shareRight(0)));
  EXPECT_TRUE(std::isnan(shown.value(ui::LensColoring::trueLetter, {0, 0})));
  EXPECT_EQ(shown.topLetter({2, 0}), 'M');
}

TEST(LensShown, refusesWhatIsNoLens) {
  for (const engine::Shape& shape : {engine::Shape{3, 4}, engine::Shape{3, 4, 21}, engine::Shape{0, 4, 20}}) {
    engine::ArrayBundle bundle;
    bundle["lens"] = Array<float>(shape, 0.0F);
    EXPECT_FALSE(ui::isLens(bundle)) << engine::shapeText(shape);
  }
  EXPECT_FALSE(ui::isLens({}));
}

TEST(LensLayout, everyCellIsFoundWhereItIs) {
  for (const QSizeF size : {QSizeF(900, 600), QSizeF(300, 300), QSizeF(2000, 200)}) {
    const LensShown shown(*lensDataset(std::string(137, 'A'), 6));
    const LensLayout layout = layoutOf(shown, size);
    EXPECT_LE(layout.contentHeight, layout.picture.height());
    for (Index residue = 0; residue < 137; ++residue)
      for (Index step = 0; step < 6; ++step) {
        const LensCell cell{step, residue};
        EXPECT_EQ(layout.cellAt(layout.rectOf(cell).center()), cell);
        EXPECT_LE(layout.rectOf(cell).right(), layout.picture.right() + 1e-6);
      }
    EXPECT_EQ(layout.cellAt(layout.rectOf({-1, 5}).center()), (LensCell{-1, 5}));
    EXPECT_EQ(layout.cellAt({1, 1}), LensCell{});
  }
}

TEST(LensLayout, ofNothingAndOfOneResidue) {
  const LensShown none(*lensDataset("", 3)), one(*lensDataset("M", 1));
  EXPECT_EQ(layoutOf(none, kSize).blocks, 0);
  EXPECT_EQ(layoutOf(none, kSize).cellAt({100, 100}), LensCell{});
  EXPECT_EQ(layoutOf(one, kSize).blocks, 1);
  EXPECT_EQ(layoutOf(one, kSize).cellAt(layoutOf(one, kSize).rectOf({0, 0}).center()), (LensCell{0, 0}));
}

TEST(LensOptions, comeBackFromJsonAndStayWithinLimits) {
  LensOptions options{ui::LensColoring::entropy, QStringLiteral("magma"), 12.5, 30, false}, read;
  takeJson(read, toJson(options));
  EXPECT_EQ(read, options);
  takeJson(read, {{"cell", 1000}, {"scroll", -4}, {"colorMap", "no such"}, {"coloring", 7}});
  EXPECT_EQ(read.cell, ui::kMostLensCell);
  EXPECT_EQ(read.scroll, 0);
  EXPECT_EQ(read.colorMap, QStringLiteral("magma"));
}

class LensViewTest : public ::testing::Test {
 protected:
  void SetUp() override {
    session.document().publish(lensDataset());
    view.setDataset(session.document().find("lens"));
    test::show(view, kSize);
    test::giveFocus(view.canvas());
  }
  QPointF placeOf(const LensCell& cell) { return view.layoutIn(view.canvas().size()).rectOf(cell).center(); }

  ui::Session session;
  ui::LensView view{session};
};

TEST_F(LensViewTest, pointingMarksTheResidueEverywhereAndSaysWhatEachLayerWouldWrite) {
  test::movePointer(view.canvas(), placeOf({2, 4}));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"lens", 4}));
  EXPECT_EQ(view.markedCell(), (LensCell{2, 4}));
  EXPECT_EQ(view.statusText().toStdString(), "Tyr (Y) 5, layer 2: Y 0.90  A 0.01  C 0.01");
  const auto lines = view.readout();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].value, "Tyr (Y) 5");
  EXPECT_TRUE(lines[1].value.contains("> layer 2  Y 0.90"));
  EXPECT_EQ(lines[2].value, "Y is the most probable letter from the layer 2 on");
}

TEST_F(LensViewTest, followsASequenceWithTheSameResidues) {
  auto set = std::make_shared<engine::SequenceSet>();
  set->sequences.push_back(engine::Sequence::fromLetters("q", kLetters));
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "q";
  dataset->value = std::shared_ptr<const engine::SequenceSet>(set);
  session.document().publish(dataset);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().translate("q", 6, "lens").has_value(); }, 20000));
  session.selection().setHover({{"q", 6}, {}});
  EXPECT_EQ(view.markedCell().residue, 6);
}

TEST_F(LensViewTest, keysMoveTheMarkAndZoom) {
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  EXPECT_EQ(view.markedCell(), (LensCell{1, 1}));
  const double before = view.layoutIn(view.canvas().size()).cell;
  QTest::keyClick(&view.canvas(), Qt::Key_Plus);
  EXPECT_GT(view.layoutIn(view.canvas().size()).cell, before);
  QTest::keyClick(&view.canvas(), Qt::Key_0);
  EXPECT_EQ(view.layoutIn(view.canvas().size()).cell, before);
}

TEST_F(LensViewTest, aPictureHigherThanTheViewIsDragged) {
  session.document().publish(lensDataset(std::string(400, 'A'), 20));
  view.setDataset(session.document().find("lens"));
  view.change([](LensOptions& options) { options.cell = 30; });
  const double most = view.layoutIn(view.canvas().size()).mostScroll();
  ASSERT_GT(most, 1000);
  const QPointF middle(400, 300);
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, middle.toPoint());
  test::movePointer(view.canvas(), middle - QPointF(0, 100), Qt::LeftButton);
  test::movePointer(view.canvas(), middle - QPointF(0, 200), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, (middle - QPointF(0, 200)).toPoint());
  EXPECT_NEAR(view.options().scroll, 200, 1);
}

TEST_F(LensViewTest, drawsColoursLettersAndNumbersForFiles) {
  const QImage picture = view.renderImage(kSize, 1);
  const LensLayout layout = view.layoutIn(kSize);
  const QPoint corner = layout.rectOf({0, 0}).topLeft().toPoint() + QPoint(2, 3);
  const QPoint lower = layout.rectOf({2, 0}).bottomLeft().toPoint() + QPoint(2, -3);
  EXPECT_NE(picture.pixel(corner), picture.pixel(lower)) << "improbable and probable";
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].columnLabels.front(), "M1");
  EXPECT_EQ(tables[0].rowLabels.front(), "input");
  EXPECT_FLOAT_EQ(tables[0].values(2, 0), 0.9F);
  EXPECT_TRUE(view.captionText().contains("Logit lens of toy"));
}

TEST_F(LensViewTest, refusesOtherDatasets) {
  auto other = std::make_shared<engine::Dataset>();
  other->id = other->title = "other";
  other->value = std::make_shared<const engine::ArrayBundle>();
  EXPECT_FALSE(view.accepts(*other));
  EXPECT_NE(test::errorOf([&] { view.setDataset(other); }).find("other: is no logit lens"), std::string::npos);
  EXPECT_EQ(view.title(), QStringLiteral("toy"));
}

}  // namespace lens_view_test
