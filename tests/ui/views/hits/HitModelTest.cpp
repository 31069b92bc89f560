// Hits without a view: their order, the cells of the table, the aligned rows.
#include <QFontMetricsF>
#include <QImage>
#include <QJsonObject>
#include <QPainter>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/ui/support/Gui.h"
#include "tests/ui/views/hits/HitsFixture.h"
#include "ui/look/Theme.h"
#include "ui/views/hits/HitAlignment.h"
#include "ui/views/hits/HitModel.h"
#include "ui/views/hits/HitText.h"
#include "ui/views/hits/HitsOptions.h"

namespace hit_model_test {

using namespace test;
using engine::Index;
using engine::PairState;
using engine::SearchHit;
using engine::SearchResult;
using ui::HitColumn;

std::vector<int> orderBy(HitColumn column, Qt::SortOrder direction) {
  ui::HitModel model;
  ui::HitOrder order(model);
  auto result = someResult();
  result->hits.push_back(someHit("unknown", 5, 12, kUnknown, kUnknown));
  model.setResult(result);
  order.sort(static_cast<int>(column), direction);
  std::vector<int> rows;
  for (int row = 0; row < order.rowCount(); ++row) rows.push_back(order.sourceRow(row));
  return rows;
}

TEST(HitOrder, numbersSortByValueTiesByRankUnknownOnesLast) {
  EXPECT_EQ(orderBy(HitColumn::probability, Qt::DescendingOrder), (std::vector<int>{0, 1, 3, 2, 4}));
  EXPECT_EQ(orderBy(HitColumn::probability, Qt::AscendingOrder), (std::vector<int>{2, 1, 3, 0, 4}));
  EXPECT_EQ(orderBy(HitColumn::eValue, Qt::AscendingOrder), (std::vector<int>{0, 3, 1, 2, 4}));
  EXPECT_EQ(orderBy(HitColumn::eValue, Qt::DescendingOrder), (std::vector<int>{2, 1, 3, 0, 4}));
  EXPECT_EQ(orderBy(HitColumn::queryRange, Qt::AscendingOrder), (std::vector<int>{1, 4, 0, 3, 2}));
  EXPECT_EQ(orderBy(HitColumn::hit, Qt::AscendingOrder), (std::vector<int>{0, 1, 3, 2, 4}));
}

TEST(HitModel, cellsSayWhatReportsPrint) {
  ui::HitModel model;
  model.setResult(someResult());
  EXPECT_EQ(model.text(0, HitColumn::number), "1");
  EXPECT_EQ(model.text(0, HitColumn::hit), "alpha of the tests");
  EXPECT_EQ(model.text(0, HitColumn::probability), "99.5");
  EXPECT_EQ(model.text(0, HitColumn::eValue), "1.0e-30");
  EXPECT_EQ(model.text(2, HitColumn::eValue), "0.3") << "a number that can be read without a power";
  EXPECT_EQ(model.text(0, HitColumn::score), QString::number(99.5 * 1.25, 'f', 2));
  EXPECT_EQ(model.text(0, HitColumn::queryRange), QStringLiteral("11–71")) << "60 pairs and a gap of one column";
  EXPECT_EQ(model.text(0, HitColumn::templateRange), QStringLiteral("1–60 (120)"));
  EXPECT_EQ(model.text(0, HitColumn::identities), "25%");
  auto odd = std::make_shared<SearchResult>();
  odd->hits = {SearchHit{}};
  model.setResult(odd);
  EXPECT_EQ(model.text(0, HitColumn::probability), QStringLiteral("–"));
  EXPECT_EQ(model.text(0, HitColumn::queryRange), QStringLiteral("–"));
  model.setResult(nullptr);
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(HitAlignment, blocksAreTensOfLettersAndAsWideAsTheRoom) {
  const ui::Theme theme = ui::Theme::light();
  const auto result = someResult();
  ui::HitAlignment alignment;
  EXPECT_EQ(alignment.height(theme, 500), 0);
  alignment.setHit(result.get(), result->hits.data());
  const double advance = QFontMetricsF(theme.residueFont()).horizontalAdvance(QLatin1Char('M'));
  EXPECT_GT(static_cast<double>(alignment.lettersPerBlock(theme, 5000)) * advance, 4000) << "no empty half";
  EXPECT_EQ(alignment.lettersPerBlock(theme, 10), 10);
  EXPECT_EQ(alignment.lettersPerBlock(theme, 640) % 10, 0);
  EXPECT_GT(alignment.height(theme, 300), alignment.height(theme, 5000));
  EXPECT_EQ(alignment.stepOfQueryColumn(9), -1);
  EXPECT_EQ(alignment.stepOfQueryColumn(10), 0);
  EXPECT_EQ(alignment.stepOfQueryColumn(20), 10) << "the gap step stands at a query column of its own";
  EXPECT_EQ(alignment.stepOfQueryColumn(21), 11);
}

TEST(HitAlignment, digitsOfConfidenceAreReadableOnTheirColour) {
  const auto result = someResult();
  SearchHit& hit = result->hits.front();
  hit.name.clear();
  hit.description.clear();
  hit.rows = {};
  hit.rows.confidence = "9999999999";
  ui::HitAlignment alignment;
  alignment.setHit(result.get(), &hit);
  for (const ui::Theme& theme : {ui::Theme::light(), ui::Theme::dark()}) {
    QImage image(500, 200, QImage::Format_ARGB32_Premultiplied);
    image.fill(theme.canvas);
    QPainter painter(&image);
    alignment.paint(painter, theme, QRectF(0, 0, 500, 200), 0, -1, {});
    painter.end();
    EXPECT_GT(test::countColor(image, theme.text, 40), 20);
  }
}

TEST(HitAlignment, everyLetterIsFoundWhereItIsPainted) {
  const ui::Theme theme = ui::Theme::light();
  const auto result = someResult();
  ui::HitAlignment alignment;
  alignment.setHit(result.get(), result->hits.data());
  const QRectF area(7, 5, 420, 600);
  std::vector<bool> isFound(61, false);
  for (double y = area.top(); y < area.bottom(); y += 3)
    for (double x = area.left(); x < area.right(); x += 3) {
      const Index step = alignment.stepAt(theme, area, 0, {x, y});
      ASSERT_LT(step, 61);
      if (step >= 0) isFound[static_cast<size_t>(step)] = true;
    }
  EXPECT_EQ(std::count(isFound.begin(), isFound.end(), true), 61);
  EXPECT_EQ(alignment.stepAt(theme, area, 0, {0, 0}), -1);
}

TEST(HitAlignment, residuesBetweenColumnsArePrintedButAreNoSteps) {
  SearchResult result;
  result.numQueryColumns = 4;
  SearchHit hit;
  hit.numColumns = 3;
  hit.path.steps = {{PairState::MM, 0, 0}, {PairState::MM, 1, 1}, {PairState::DG, 2, 1}, {PairState::MM, 3, 2}};
  // The template has two residues between its columns; the first stands opposite a column of the query.
  hit.rows.query = "AC.DE";
  hit.rows.queryConsensus = "ac.~e";
  hit.rows.templ = "ACkgE";
  hit.rows.templateConsensus = "ac.-e";
  ui::HitAlignment alignment;
  alignment.setHit(&result, &hit);
  EXPECT_EQ(alignment.letterOfStep(0), 0);
  EXPECT_EQ(alignment.letterOfStep(1), 1);
  EXPECT_EQ(alignment.letterOfStep(2), 3);
  EXPECT_EQ(alignment.letterOfStep(3), 4);
  EXPECT_EQ(alignment.letterOfStep(4), -1);
  EXPECT_EQ(alignment.letterOfStep(-1), -1);
  const ui::Theme theme = ui::Theme::light();
  const QRectF area(0, 0, 600, 300);
  std::set<Index> found;
  for (double y = 0; y < area.bottom(); y += 3)
    for (double x = 0; x < area.right(); x += 3) found.insert(alignment.stepAt(theme, area, 0, {x, y}));
  EXPECT_EQ(found, (std::set<Index>{-1, 0, 1, 2, 3}));
}

TEST(HitsOptions, comeBackFromJson) {
  const ui::HitsOptions options{QStringLiteral("globin"), static_cast<int>(HitColumn::score), true, 2, 120};
  for (const ui::HitsOptions& each : {ui::HitsOptions{}, options}) {
    ui::HitsOptions read = each == options ? ui::HitsOptions{} : options;
    takeJson(read, toJson(each));
    EXPECT_EQ(read, each);
  }
}

TEST(HitsOptions, nonsenseLeavesWhatIsAndNumbersBecomeValid) {
  const ui::HitsOptions before{QStringLiteral("globin"), 3, true, 2, 120};
  ui::HitsOptions options = before;
  takeJson(options, {{"filter", 3}, {"sortedBy", "score"}, {"isDescending", 0}, {"hit", true}, {"scroll", "top"}});
  EXPECT_EQ(options, before);
  takeJson(options, {{"sortedBy", 99}, {"hit", -7}, {"scroll", -1}});
  EXPECT_EQ(options.sortedBy, ui::kNumHitColumns - 1);
  EXPECT_EQ(options.hit, -1);
  EXPECT_EQ(options.scroll, 0);
}

TEST(HitModel, negativeScoresHaveTheMinusOfPrintInTheTableAndAHyphenInFiles) {
  auto result = someResult();
  result->hits[0].scores.total = -1.5;
  ui::HitModel model;
  model.setResult(result);
  EXPECT_EQ(model.text(0, HitColumn::score), QStringLiteral("−1.50"));
  EXPECT_TRUE(hitRowsText(model, {0}).contains(QStringLiteral("\t-1.50\t")));
}

TEST(HitText, countsTellWhatIsShownOfWhatWasSearched) {
  EXPECT_EQ(ui::hitCountText(3, 3, 0), QStringLiteral("3 hits"));
  EXPECT_EQ(ui::hitCountText(1, 3, 500), QStringLiteral("1 of 3 hits in 500 templates"));
  const engine::PrefilterStages stages{500, 60, 100, 40, 2.5, 1000};
  EXPECT_EQ(ui::hitCountText(3, 3, 500, stages),
            QStringLiteral("3 hits in 500 templates, 40 kept by the prefilter"));
  EXPECT_EQ(ui::prefilterText(stages), QStringLiteral("500 templates\n60 with an ungapped score over 2.5 + log2(Nq Nt) "
                                                      "bits\n100 scored with gaps\n40 kept: E up to 1000, or among "
                                                      "the best"));
  EXPECT_FALSE(ui::whyClosed(nullptr, nullptr).isEmpty());
}

}  // namespace hit_model_test
