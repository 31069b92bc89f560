// Maps that are no heads of attention, like mutual information: called by what they measure, with its unit.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

#include "tests/ui/views/attention/AttentionFixture.h"

namespace quantity_maps_test {

using namespace test;
using ui::AttentionOptions;

class QuantityMapsTest : public AttentionViewTest {
 protected:
  void SetUp() override {
    auto heads = someHeads(kLength, 2);
    for (const auto& [k, label] : {std::pair{0, "MI with APC"}, std::pair{1, "MI"}}) {
      auto map = std::make_shared<engine::AttentionMap>(*heads->maps[static_cast<size_t>(k)]);
      map->isStochastic = false;
      map->label = label;
      map->weights(4, 9) = 0.25F;
      heads->maps[static_cast<size_t>(k)] = map;
    }
    heads->areHeads = false;
    heads->unit = "bits";
    heads->queryUnit = heads->keyUnit = engine::kColumnUnit;
    showWith({headsDataset(heads)});
  }
};

TEST_F(QuantityMapsTest, titleColourBarReadoutAndCaptionNameTheQuantity) {
  EXPECT_EQ(ui::headTitle(view.shown()), QStringLiteral("MI with APC"));
  EXPECT_EQ(ui::attentionCaption(view.shown()), QStringLiteral("MI with APC (bits), linear"));
  test::movePointer(view.canvas(), attentionPoint(4, 9));
  EXPECT_EQ(readoutOf(QStringLiteral("MI with APC")), QStringLiteral("0.25 bits"));
  EXPECT_EQ(readoutOf(QStringLiteral("Map")), QStringLiteral("MI with APC"));
  EXPECT_TRUE(view.statusText().contains(QStringLiteral("MI with APC 0.25 bits"))) << view.statusText().toStdString();
  EXPECT_TRUE(view.captionText().startsWith(QStringLiteral("Map: MI with APC. Colours: MI with APC (bits)")))
      << view.captionText().toStdString();
  session.selection().setHead(0, 1);
  test::movePointer(view.canvas(), attentionPoint(4, 9));
  EXPECT_EQ(readoutOf(QStringLiteral("MI")), QStringLiteral("0.25 bits"));
  EXPECT_EQ(view.visibleNumbers()[0].name, "mi");
  session.selection().setHead(0, 0);
  EXPECT_EQ(view.visibleNumbers()[0].name, "mi_with_apc");
  EXPECT_EQ(ui::axisTitles(view.shown().subject).first, QStringLiteral("alignment column"));
}

TEST_F(QuantityMapsTest, nothingSaysAttentionHeadOrWeight) {
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  QStringList words{view.captionText(), view.statusText(), ui::headNote(view.shown()), noteText(),
                    view.strip().describe({0, 0}), view.strip().describe({0, 1})};
  for (const auto& line : view.readout()) words << line.label << line.value;
  for (const QLabel* label : controls->findChildren<QLabel*>()) words << label->text();
  for (const QCheckBox* box : controls->findChildren<QCheckBox*>()) words << box->text();
  for (const QComboBox* box : controls->findChildren<QComboBox*>()) words << box->currentText();
  for (const QString& text : words)
    for (const char* word : {"ttention", "eight", "ead 1", "Heads", "heads"})
      EXPECT_FALSE(text.contains(QLatin1String(word))) << text.toStdString();
  EXPECT_EQ(view.strip().describe({0, 1}), QStringLiteral("MI"));
}

TEST_F(QuantityMapsTest, cellsThatAreLeftOutSayThat) {
  auto heads = std::make_shared<engine::HeadSet>(*view.shown().subject.heads());
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  map->mask = Array<engine::Bool>({kLength, kLength});
  map->mask(4, 9) = engine::Bool{1};
  heads->maps[0] = map;
  view.setDataset(headsDataset(heads));
  waitForFrame(view.canvas());
  test::movePointer(view.canvas(), attentionPoint(5, 9));
  test::movePointer(view.canvas(), attentionPoint(4, 9));
  EXPECT_EQ(readoutOf(QStringLiteral("MI with APC")), QStringLiteral("left out"));
  EXPECT_EQ(readoutOf(QStringLiteral("Rank in row")), QString());
  EXPECT_TRUE(noteText().contains(QStringLiteral("grey: left out"))) << noteText().toStdString();
  test::movePointer(view.canvas(), attentionPoint(11, 0));
  EXPECT_EQ(colorAt(attentionPoint(4, 9)), ui::ThemeModel::instance().theme().line);
  EXPECT_NE(colorAt(attentionPoint(4, 8)), ui::ThemeModel::instance().theme().line);
}

TEST_F(QuantityMapsTest, aDifferenceOfTwoQuantitiesIsAValue) {
  view.change([](AttentionOptions& options) {
    options.comparison = ui::HeadComparison::difference;
    options.second = {{}, 0, 1};
  });
  EXPECT_TRUE(ui::attentionCaption(view.shown()).startsWith(QStringLiteral("value A − B (bits)")))
      << ui::attentionCaption(view.shown()).toStdString();
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("A is MI with APC; B is MI")));
}

}  // namespace quantity_maps_test
