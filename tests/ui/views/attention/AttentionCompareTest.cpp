// Two heads compared: subtracted, in two halves, side by side; of one file and of two.
#include <QComboBox>
#include <QJsonObject>
#include <QSlider>

#include "tests/ui/views/attention/AttentionFixture.h"
#include "ui/views/attention/AttentionWords.h"
#include "ui/views/attention/ComparedHead.h"

namespace attention_compare_test {

using namespace test;
using ui::AttentionOptions;
using ui::HeadComparison;

class AttentionCompareTest : public AttentionViewTest {
 protected:
  float valueAt(Index row, Index column) { return (*view.shown().data().values)(row, column); }
  void clickHead(int head, Qt::KeyboardModifiers modifiers) {
    const QRectF strip = view.layoutIn(view.canvas().size()).strip;
    const QRectF rect = view.strip().rectOf(ui::ThemeModel::instance().theme(), strip, {0, head});
    QTest::mouseClick(&view.canvas(), Qt::LeftButton, modifiers, rect.center().toPoint());
  }
  void compare(HeadComparison way) {
    view.change([way](AttentionOptions& options) { options.comparison = way; });
  }
  static engine::DatasetPtr otherFile(std::shared_ptr<const engine::HeadSet> heads) {
    auto dataset = std::make_shared<engine::Dataset>();
    dataset->id = "other";
    dataset->title = "Other model";
    dataset->value = std::move(heads);
    return dataset;
  }
};

TEST_F(AttentionCompareTest, controlClickSubtractsThatHeadAndAnotherEndsIt) {
  showWith({headsDataset(someHeads(kLength, 3))});
  clickHead(2, Qt::ControlModifier);
  EXPECT_EQ(view.options().comparison, HeadComparison::difference);
  EXPECT_EQ(valueAt(0, 0), 1) << "A alone";
  EXPECT_EQ(valueAt(0, 2), -1) << "B alone";
  EXPECT_EQ(view.shown().look.colorMapId, "diverging");
  EXPECT_EQ(view.shown().look.low, -view.shown().look.high);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("A is Head 1"))) << view.captionText().toStdString();
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("B is Head 3"))) << view.captionText().toStdString();
  test::movePointer(view.canvas(), attentionPoint(0, 2));
  EXPECT_EQ(readoutOf(QStringLiteral("A − B")), QStringLiteral("−1"));
  EXPECT_EQ(readoutOf(QStringLiteral("B")), QStringLiteral("1"));
  clickHead(2, Qt::ControlModifier);
  EXPECT_EQ(view.options().comparison, HeadComparison::none);
  EXPECT_EQ(valueAt(0, 2), 0);
}

TEST_F(AttentionCompareTest, halvesAreAAboveAndBBelowTheDiagonal) {
  showWith({headsDataset(someHeads(kLength, 3))});
  clickHead(2, Qt::ControlModifier);
  compare(HeadComparison::halves);
  EXPECT_EQ(valueAt(3, 3), 1) << "A on the diagonal";
  EXPECT_EQ(valueAt(3, 5), 0) << "B is above, and not shown there";
  EXPECT_EQ(valueAt(10, 0), 1) << "B below";
  EXPECT_EQ(view.visibleNumbers()[0].name, "attention_a_above_b_below");
}

TEST_F(AttentionCompareTest, sideBySideMoveTogetherAndHaveTheSameColours) {
  showWith({headsDataset(someHeads(kLength, 3)), geometryDataset(kLength)});
  clickHead(2, Qt::ControlModifier);
  compare(HeadComparison::beside);
  ASSERT_TRUE(view.shown().companion.isSecondHead);
  EXPECT_EQ((*view.shown().companion.matrix)(0, 2), 1);
  EXPECT_EQ(view.shown().companion.look, view.shown().look);
  test::turnWheel(view.canvas(), attentionPoint(3, 3), 3);
  const QPointF first = pointOf(&ui::AttentionLayout::attention, 3, 3);
  const QPointF second = pointOf(&ui::AttentionLayout::companion, 3, 3);
  EXPECT_NEAR(first.y(), second.y(), 0.01);
  test::movePointer(view.canvas(), second);
  EXPECT_EQ(session.selection().hover().first.index, 3);
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[1].name, "attention_b");
  compare(HeadComparison::none);
  EXPECT_FALSE(view.shown().companion.isSecondHead) << "the distances are back";
  EXPECT_TRUE(view.shown().companion.matrix);
}

TEST_F(AttentionCompareTest, theInspectorChoosesBOfAnotherFile) {
  showWith({headsDataset(someHeads(kLength, 2))});
  session.document().publish(otherFile(someHeads(kLength, 4)));
  const auto box = [&](QWidget& controls, const char* name) {
    return controls.findChild<QComboBox*>(QString::fromLatin1(name));
  };
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* way = box(*controls, "Compare");
  ASSERT_NE(way, nullptr);
  way->setCurrentIndex(way->findData(static_cast<int>(HeadComparison::difference)));
  EXPECT_EQ(view.shown().compared.head, (ui::HeadStrip::Head{0, 1})) << "not with itself";
  controls.reset(view.makeControls(nullptr));
  auto* file = box(*controls, "B is of");
  ASSERT_NE(file, nullptr);
  file->setCurrentIndex(file->findData(QStringLiteral("other")));
  EXPECT_EQ(view.shown().compared.head, view.shown().head) << "the same head of the other";
  controls.reset(view.makeControls(nullptr));
  file = box(*controls, "B is of");
  file->setCurrentIndex(0);
  EXPECT_EQ(view.shown().compared.head, (ui::HeadStrip::Head{0, 1})) << "not with itself";
  controls.reset(view.makeControls(nullptr));
  file = box(*controls, "B is of");
  file->setCurrentIndex(file->findData(QStringLiteral("other")));
  controls.reset(view.makeControls(nullptr));
  auto* head = controls->findChild<QSlider*>(QStringLiteral("B: head"));
  ASSERT_NE(head, nullptr);
  head->setValue(3);
  EXPECT_EQ(valueAt(0, 3), -1);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("of Other model"))) << view.captionText().toStdString();
}

TEST_F(AttentionCompareTest, narrowTitlesNameHeadsAndFilesAndWhatTellsACopyApart) {
  const auto dataset = headsDataset(someHeads(kLength, 2));
  showWith({dataset});
  auto kept = std::make_shared<engine::Dataset>(*otherFile(someHeads(kLength, 2)));
  kept->title = dataset->title + " (Score scale = 0.0126)";
  session.document().publish(kept);
  view.change([](AttentionOptions& options) {
    options.comparison = HeadComparison::beside;
    options.second = {QStringLiteral("other"), 0, 1};
  });
  const QString title = QString::fromStdString(dataset->title);
  const std::vector<QString> ofA = ui::headTitles(view.shown()), ofB = ui::secondTitles(view.shown());
  EXPECT_EQ(ofA.back(), QStringLiteral("A: Head 1 of %1").arg(title));
  EXPECT_EQ(ofB.at(2), QStringLiteral("B: Head 2 of %1 (Score scale = 0.0126)").arg(title));
  EXPECT_EQ(ofB.back(), QStringLiteral("B: Head 2 (Score scale = 0.0126)"));
}

TEST_F(AttentionCompareTest, sequencesOfOtherLengthsAreMatchedByResidueOrSaidNotToBe) {
  auto nameless = someHeads(kLength - 2, 1);
  nameless->queryLetters = nameless->keyLetters = {};
  showWith({headsDataset(someHeads(kLength, 1))});
  view.change([](AttentionOptions& options) {
    options.comparison = HeadComparison::difference;
    options.second.dataset = QStringLiteral("other");
  });
  EXPECT_TRUE(warningText().contains(QStringLiteral("not loaded")));
  session.document().publish(otherFile(nameless));
  EXPECT_TRUE(warningText().contains(QStringLiteral("nothing tells"))) << warningText().toStdString();
  EXPECT_EQ(valueAt(0, 0), 1) << "A as it is";
  session.document().publish(otherFile(someHeads(kLength - 2, 1)));
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.shown().compared.isByResidue; }, 5000));
  EXPECT_EQ(valueAt(0, 0), 0);
  EXPECT_TRUE(std::isnan(valueAt(kLength - 1, kLength - 1))) << "B has no such residue";
}

TEST_F(AttentionCompareTest, theComparisonComesBackWithTheState) {
  showWith({headsDataset(someHeads(kLength, 3))});
  clickHead(1, Qt::ControlModifier);
  compare(HeadComparison::beside);
  ui::AttentionView other(session);
  other.setDataset(headsDataset(someHeads(kLength, 3)));
  other.setState(view.state());
  EXPECT_EQ(other.options(), view.options());
  EXPECT_TRUE(other.shown().companion.isSecondHead);
}

TEST_F(AttentionCompareTest, nothingIsComparedWhereThereIsNothing) {
  for (const Index length : {0, 1}) {
    view.setDataset(headsDataset(someHeads(length, length)));
    for (const auto way : {HeadComparison::difference, HeadComparison::halves, HeadComparison::beside}) compare(way);
    EXPECT_EQ(view.renderImage({300, 260}, 1).size(), QSize(300, 260));
  }
}

}  // namespace attention_compare_test
