// What an attention view shows while numbers are on their way, when they fail, and when datasets are replaced.
#include <QLabel>

#include "engine/base/Error.h"
#include "engine/datasets/SequenceSet.h"
#include "tests/ui/views/attention/AttentionFixture.h"
#include "ui/views/base/FailureLine.h"
#include "ui/views/base/ViewWaiting.h"

namespace attention_data_test {

using namespace test;
using ui::AttentionOptions;

/// So many positions that a filter is the work of a job.
constexpr Index kMany = 720;

std::shared_ptr<engine::HeadSet> manyHeads(Index length, Index numHeads = 2) {
  auto heads = someHeads(length, numHeads);
  heads->queryLetters = heads->keyLetters = {};
  return heads;
}

/// Heads of which the second cannot be made.
class FailingSource : public engine::HeadSource {
 public:
  explicit FailingSource(std::shared_ptr<const engine::HeadSet> heads) : m_heads(std::move(heads)) {}
  std::shared_ptr<const engine::AttentionMap> map(Index layer, Index head) const override {
    if (head == 1) engine::fail("head 2 is damaged");
    return m_heads->map(layer, head);
  }
  engine::PooledMap pooled(Index layer, Index head, Index block) const override {
    return m_heads->pooled(layer, head, block);
  }

 private:
  std::shared_ptr<const engine::HeadSet> m_heads;
};

std::shared_ptr<engine::HeadSet> failingHeads(Index length) {
  auto heads = manyHeads(length);
  auto failing = std::make_shared<engine::HeadSet>(*heads);
  failing->maps.clear();
  failing->source = std::make_shared<FailingSource>(heads);
  return failing;
}

class AttentionDataTest : public AttentionViewTest {
 protected:
  void showMany(std::shared_ptr<engine::HeadSet> heads) {
    view.change([](AttentionOptions& options) { options.filter.topPerRow = 3; });
    showWith({headsDataset(std::move(heads))});
    waitUntilDone();
  }
  void waitUntilDone() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return !isComputing(); }, 20000));
  }
  void hover(const std::string& axis, Index row, Index column) {
    ui::Focus focus;
    focus.first = {axis, row};
    focus.second = {axis, column};
    session.selection().setHover(focus);
  }
};

TEST_F(AttentionDataTest, theNumbersOfAHeadAreNotReadOutUnderTheNameOfTheNext) {
  showMany(manyHeads(kMany));
  hover("heads", 4, 4);
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("1"));
  session.selection().setHead(0, 1);
  ASSERT_TRUE(isComputing());
  EXPECT_TRUE(readoutOf(QStringLiteral("Weight")).isEmpty());
  EXPECT_TRUE(view.visibleNumbers().empty());
  waitUntilDone();
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("0"));
  EXPECT_FALSE(view.visibleNumbers().empty());
}

TEST_F(AttentionDataTest, headsWithoutScoresCanBePointedAt) {
  const auto heads = someHeads(kLength, 2);
  for (auto& map : heads->maps) {
    auto bare = std::make_shared<engine::AttentionMap>(*map);
    bare->scores = Array<float>({0, 0}, 0.0F, "scores");  // as mechanisms give it that have none
    map = bare;
  }
  showWith({headsDataset(heads)});
  test::movePointer(view.canvas(), attentionPoint(3, 3));
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("1"));
  EXPECT_EQ(readoutOf(QStringLiteral("Score")), QString());
  waitForFrame(view.canvas());
}

TEST_F(AttentionDataTest, numbersOfOtherPositionsAreForgottenAtOnce) {
  showMany(manyHeads(kMany));
  view.setDataset(headsDataset(manyHeads(kMany + 10)));
  ASSERT_TRUE(isComputing());
  EXPECT_FALSE(view.shown().data().raw) << "cells of the new map lie outside of the old one";
  hover("heads", kMany + 9, kMany + 9);
  EXPECT_FALSE(view.readout().empty());
  waitUntilDone();
  EXPECT_EQ(view.shown().data().values->shape(), (engine::Shape{kMany + 10, kMany + 10}));
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("1"));
}

TEST_F(AttentionDataTest, aHeadThatFailsLeavesNoMapOfAnother) {
  for (const Index length : {Index{8}, kMany}) {  // at once, and in a job
    session.selection().setHead(0, 0);
    showMany(failingHeads(length));
    ASSERT_TRUE(view.shown().data().values);
    session.selection().setHead(0, 1);
    waitUntilDone();
    EXPECT_FALSE(view.shown().data().values) << length;
    EXPECT_TRUE(view.captionText().contains(QStringLiteral("Nothing to show"))) << view.captionText().toStdString();
    session.selection().setHead(0, 0);
    waitUntilDone();
    EXPECT_TRUE(view.shown().data().values) << length;
    EXPECT_FALSE(view.captionText().contains(QStringLiteral("Nothing to show")));
  }
}

TEST_F(AttentionDataTest, colorsDoNotStartTheWorkAgain) {
  showMany(manyHeads(kMany));
  session.selection().setHead(0, 1);
  ASSERT_TRUE(isComputing());
  const size_t before = session.jobs().jobs().size();
  view.change([](AttentionOptions& options) { options.colorMap = QStringLiteral("magma"); });
  EXPECT_EQ(session.jobs().jobs().size(), before);
  EXPECT_TRUE(isComputing());
  waitUntilDone();
  EXPECT_EQ(view.shown().look.colorMapId, "magma");
  EXPECT_EQ((*view.shown().data().values)(4, 5), 1) << "of the second head";
}

// Reads outside of the maps unless positions are those of the new set by then; the sanitizer sees it.
TEST_F(AttentionDataTest, aSmallerSetMayReplaceOneWithChosenHeadsAndHiddenTokens) {
  auto large = manyHeads(30, 3);
  large->queryTokens.assign(30, "M");
  large->queryTokens.front() = "<cls>";
  large->keyTokens = large->queryTokens;
  showWith({headsDataset(large)});
  view.strip().setChosen({{0, 0}, {0, 1}});
  view.setDataset(headsDataset(manyHeads(2, 2)));
  EXPECT_EQ(view.shown().data().values->shape(), (engine::Shape{2, 2}));
  EXPECT_TRUE(view.shown().meanHeads.empty());
}

TEST_F(AttentionDataTest, outlinesAreThoseOfTheGeometryThatIsThere) {
  const auto first = geometryDataset(12), second = geometryDataset(12);
  const_cast<engine::Bool&>(first->as<engine::ChainGeometry>()->geometry.contacts(1, 9)).value = 1;
  showWith({headsDataset(someHeads(12, 1)), first});
  view.change([](AttentionOptions& options) { options.areContactsShown = true; });
  const auto pixels = [&](const std::function<bool(QColor)>& wanted) {
    const QPointF border =
        (pointOf(&ui::AttentionLayout::attention, 1, 9) + pointOf(&ui::AttentionLayout::attention, 1, 8)) / 2;
    const QRect around(border.toPoint() - QPoint(2, 2), QSize(5, 5));
    test::waitForFrame(view.canvas());
    return test::countPixels(view.grab().toImage().copy(around), wanted);
  };
  const auto brightPixels = [&] { return pixels([](QColor color) { return color.lightness() > 250; }); };
  EXPECT_GT(brightPixels(), 3);
  view.setDataset(second);
  EXPECT_EQ(brightPixels(), 0);
  view.setDataset(first);
  EXPECT_GT(brightPixels(), 3);
  view.change([](AttentionOptions& options) { options.colorMap = QStringLiteral("greys"); });
  EXPECT_GT(pixels([](QColor color) { return color.lightness() < 10; }), 3) << "black on the bright end of the map";
}

TEST_F(AttentionDataTest, aMapWithoutWeightHasAColorBarThatPeopleCanRead) {
  auto heads = someHeads(4, 1);
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  map->weights = Array<float>({4, 4}, 0.0F, "weights");
  heads->maps[0] = map;
  showWith({headsDataset(heads)});
  view.change([](AttentionOptions& options) { options.range = ui::WeightRange::ownLargest; });
  EXPECT_EQ(view.shown().look.high, 1);
}

TEST_F(AttentionDataTest, anotherKindOfDatasetUnderTheSameNameLeavesThePictureAndIsTold) {
  showWith({headsDataset(someHeads(kMany / 60, 2))});
  const QImage before = view.renderImage({400, 300}, 1);
  auto other = std::make_shared<engine::Dataset>();
  other->id = other->title = "heads";
  other->value = std::make_shared<const engine::SequenceSet>();
  EXPECT_NO_THROW(session.document().publish(other));
  ASSERT_TRUE(ui::ViewWaiting::of(&view)->failureLine());
  EXPECT_TRUE(ui::ViewWaiting::of(&view)->failureLine()->isVisible());
  EXPECT_TRUE(ui::ViewWaiting::of(&view)->failureLine()->details().text().contains("attention heads"));
  EXPECT_EQ(view.renderImage({400, 300}, 1), before);
}

}  // namespace attention_data_test
