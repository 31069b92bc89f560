// The alignment that a trained decoder makes, as the view of maps shows it.
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "tests/support/Files.h"
#include "tests/ui/views/attention/AttentionFixture.h"

namespace translation_map_test {

using namespace test;

class TranslationMapTest : public AttentionViewTest {
 protected:
  void showTranslation(const std::string& task, const std::string& text) {
    engine::Diagnostics diagnostics;
    engine::Progress none;
    const auto weights = std::make_shared<const engine::Dataset>(
        engine::load(sampleFile("translators/" + task + ".safetensors"), diagnostics, none));
    engine::ParameterValues values;
    values.set("text", text);
    engine::Dataset map =
        engine::findOperation("translate").run({weights}, values, {nullptr, 1}, diagnostics, none).front();
    map.id = "translation";
    showWith({std::make_shared<const engine::Dataset>(std::move(map))});
  }
  int lightness(Index row, Index column) { return colorAt(attentionPoint(row, column)).lightness(); }
};

TEST_F(TranslationMapTest, axesAreSourceAndTargetTokensWithTheirSymbols) {
  showTranslation("orf", "CCATGGCTAAATGGTAACC");
  const auto [rows, columns] = ui::axisTitles(view.shown().subject);
  EXPECT_EQ(rows, QStringLiteral("query target token"));
  EXPECT_EQ(columns, QStringLiteral("key source token"));
  const ui::MapFrame frame = ui::frameOf(view.shown(), view.layoutIn(kViewSize), {0, 0, 400, 300});
  EXPECT_EQ(frame.words.rows, (std::vector<QString>{"M", "A", "K", "W"}))
      << "the end is put aside, as all special tokens are";
  EXPECT_TRUE(ui::noteText(view.shown()).contains(QStringLiteral("1 special token hidden")));
  EXPECT_FALSE(ui::noteText(view.shown()).contains(QStringLiteral("of the attention"))) << "a query receives none";
  EXPECT_TRUE(ui::headTitle(view.shown()).endsWith(QStringLiteral(": CCATGGCTAAATGGTAACC → MAKW")));
  EXPECT_EQ(frame.words.columns[2] + frame.words.columns[3] + frame.words.columns[4], QStringLiteral("ATG"));
}

TEST_F(TranslationMapTest, theReversedTextIsABrightLineFromRightToLeft) {
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    showTranslation("reverse", "ACDEFGHI");
    for (Index row = 2; row < 8; ++row) {
      const Index peak = 8 - row;  // of the third letter that is written, the sixth of eight, the seventh state
      for (Index other = 0; other < 8; ++other) {
        if (std::abs(other - peak) <= 1) continue;
        EXPECT_GT(lightness(row, peak), lightness(row, other) + 40) << row << " " << other;
      }
    }
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

}  // namespace translation_map_test
