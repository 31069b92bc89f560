// Special tokens, residue numbers and rollout in the attention view.
#include <QComboBox>
#include <algorithm>

#include "tests/ui/views/attention/AttentionFixture.h"

namespace attention_tokens_test {

using namespace test;
using ui::AttentionOptions;
using ui::AttentionTransform;
using ui::EndTokens;

/// Heads of a file that says nothing about its positions.
std::shared_ptr<engine::HeadSet> namelessHeads(Index length) {
  auto heads = someHeads(length, 2);
  heads->queryLetters = heads->keyLetters = {};
  return heads;
}

std::shared_ptr<engine::HeadSet> proteinHeads() {
  auto heads = someHeads(4, 1);
  heads->queryTokens = heads->keyTokens = {"<cls>", "M", "K", "<eos>"};
  heads->queryLetters = heads->keyLetters = "-MK-";
  return heads;
}

/// Two layers of two heads.
std::shared_ptr<engine::HeadSet> layeredHeads() {
  auto heads = someHeads(3, 4);
  heads->numLayers = 2;
  heads->numHeads = 2;
  return heads;
}

class AttentionTokensTest : public AttentionViewTest {};

TEST_F(AttentionTokensTest, aMapTwoPositionsLongerThanTheChainAsksForItsEnds) {
  showWith({headsDataset(namelessHeads(6)), geometryDataset(4)});
  EXPECT_TRUE(warningText().contains(QStringLiteral("Are the first and the last position special tokens?")))
      << warningText().toStdString();
  EXPECT_TRUE(view.layoutIn(test::kViewSize).companion.panel.isEmpty());
  test::giveFocus(view.canvas());
  QTest::keyClick(&view.canvas(), Qt::Key_E);
  EXPECT_EQ(view.options().ends, EndTokens::both);
  EXPECT_EQ(view.shown().data().values->shape(), (engine::Shape{4, 4}));
  EXPECT_FALSE(view.layoutIn(test::kViewSize).companion.panel.isEmpty());
  EXPECT_TRUE(noteText().contains(QStringLiteral("2 special tokens hidden")));
}

TEST_F(AttentionTokensTest, onePositionMoreIsEitherEnd) {
  showWith({headsDataset(namelessHeads(5)), geometryDataset(4)});
  EXPECT_TRUE(warningText().contains(QStringLiteral("Is the first or the last")));
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* ends = controls->findChild<QComboBox*>(QStringLiteral("Ends"));
  ASSERT_NE(ends, nullptr);
  // In words that fit where those of the list above do.
  const auto widest = [](const QComboBox& box) {
    int width = 0;
    for (int k = 0; k < box.count(); ++k)
      width = std::max(width, box.fontMetrics().horizontalAdvance(box.itemText(k)));
    return width;
  };
  EXPECT_LE(widest(*ends), widest(*controls->findChild<QComboBox*>(QStringLiteral("Show"))));
  ends->setCurrentIndex(ends->findData(static_cast<int>(EndTokens::last)));
  EXPECT_EQ((*view.shown().data().values)(0, 0), 1) << "cell (1, 1) of the map";
  ends->setCurrentIndex(ends->findData(static_cast<int>(EndTokens::first)));
  EXPECT_EQ(view.shown().data().values->shape(), (engine::Shape{4, 4}));
  EXPECT_FALSE(view.layoutIn(test::kViewSize).companion.panel.isEmpty());
}

TEST_F(AttentionTokensTest, endsAreNotAskedForWhereTokensAreKnown) {
  showWith({headsDataset(proteinHeads())});
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  EXPECT_EQ(controls->findChild<QComboBox*>(QStringLiteral("Ends")), nullptr);
  view.change([](AttentionOptions& options) { options.ends = EndTokens::first; });
  EXPECT_EQ(view.shown().data().values->shape(), (engine::Shape{2, 2}));
}

TEST_F(AttentionTokensTest, namelessHeadsTakeThePositionsOfTheGeometryBesideThem) {
  showWith({headsDataset(namelessHeads(6)), geometryDataset(4)});
  view.change([](AttentionOptions& options) { options.ends = EndTokens::both; });
  test::movePointer(view.canvas(), attentionPoint(0, 3));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"geometry", 0}));
  EXPECT_EQ(session.selection().hover().second, (ui::Position{"geometry", 3}));
  EXPECT_EQ(readoutOf(QStringLiteral("Query")), QStringLiteral("Ala (A) 1, PDB 101 chain B"));
}

TEST_F(AttentionTokensTest, shownTokensDoNotShiftTheNumbersOfResidues) {
  showWith({headsDataset(proteinHeads())});
  view.change([](AttentionOptions& options) { options.areSpecialTokensShown = true; });
  test::movePointer(view.canvas(), attentionPoint(1, 3));
  EXPECT_EQ(readoutOf(QStringLiteral("Query")), QStringLiteral("Met (M) 1"));
  EXPECT_EQ(readoutOf(QStringLiteral("Key")), QStringLiteral("<eos>"));
  const auto tables = view.visibleNumbers();
  ASSERT_FALSE(tables.empty());
  EXPECT_EQ(tables[0].rowLabels, (std::vector<std::string>{"<cls>", "M1", "K2", "<eos>"}));
}

TEST_F(AttentionTokensTest, aResidueThatAttendsToATokenNamesIt) {
  auto heads = proteinHeads();
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 4; ++j) map->weights(i, j) = j == 0 ? 1.0F : 0.0F;
  heads->maps[0] = map;
  showWith({headsDataset(heads)});
  view.change([](AttentionOptions& options) { options.areSpecialTokensShown = true; });
  ui::Focus focus;
  focus.first = {"heads", 1};
  session.selection().setHover(focus);
  EXPECT_EQ(readoutOf(QStringLiteral("Attends to")), QStringLiteral("<cls>: 1"));
}

TEST_F(AttentionTokensTest, wordsAreReadOutWithoutTheMarksOfTheirTokenizer) {
  auto heads = namelessHeads(3);
  heads->queryTokens = heads->keyTokens = {"[CLS]", "un", "##do"};
  showWith({headsDataset(heads)});
  test::movePointer(view.canvas(), attentionPoint(0, 1));
  EXPECT_EQ(readoutOf(QStringLiteral("Query")), QStringLiteral("“un” 1"));
  EXPECT_EQ(readoutOf(QStringLiteral("Key")), QStringLiteral("“do” 2"));
}

TEST_F(AttentionTokensTest, rolloutIsThatOfAllLayersUpToTheChosenOne) {
  const auto heads = layeredHeads();
  showWith({headsDataset(heads)});
  view.change([](AttentionOptions& options) { options.transform = AttentionTransform::rollout; });
  // Means of the shifts by 0 and 1, and by 2 and 3: with half of the identity (3/4 1/4 0) and (3/4 0 1/4).
  EXPECT_FLOAT_EQ((*view.shown().data().values)(0, 1), 0.25F);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("Rollout of layers 1–1 of 2")))
      << view.captionText().toStdString();
  const auto* before = view.shown().data().values.get();
  session.selection().setHead(0, 1);
  EXPECT_EQ(view.shown().data().values.get(), before) << "all heads of the layer are in it";
  session.selection().setHead(1, 0);
  EXPECT_FLOAT_EQ((*view.shown().data().values)(0, 1), 0.75F * 0.25F);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("Rollout of layers 1–2 of 2")));
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("each row sums to 1")));
  test::movePointer(view.canvas(), attentionPoint(0, 1));
  EXPECT_FALSE(readoutOf(QStringLiteral("Attention rollout")).isEmpty());
  EXPECT_TRUE(readoutOf(QStringLiteral("Weight")).isEmpty());
}

TEST_F(AttentionTokensTest, rolloutIsOfferedOnlyWhereAllLayersAreThere) {
  showWith({headsDataset(layeredHeads())});
  const auto isOffered = [&] {
    std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
    auto* transform = controls->findChild<QComboBox*>(QStringLiteral("Transform"));
    return transform->findData(static_cast<int>(AttentionTransform::rollout)) >= 0;
  };
  EXPECT_TRUE(isOffered());
  auto incomplete = layeredHeads();
  incomplete->maps[3] = nullptr;
  view.setDataset(headsDataset(incomplete));
  EXPECT_FALSE(isOffered());
  view.change([](AttentionOptions& options) { options.transform = AttentionTransform::rollout; });
  EXPECT_FLOAT_EQ((*view.shown().data().values)(0, 0), 1) << "the head as it is";
  EXPECT_TRUE(warningText().contains(QStringLiteral("Rollout needs")));
}

TEST_F(AttentionTokensTest, rolloutOfLongMapsIsTheWorkOfAJob) {
  auto heads = someHeads(600, 4);
  heads->queryLetters = heads->keyLetters = {};
  heads->numLayers = 2;
  heads->numHeads = 2;
  showWith({headsDataset(heads)});
  session.selection().setHead(1, 0);
  EXPECT_FALSE(isComputing());
  view.change([](AttentionOptions& options) { options.transform = AttentionTransform::rollout; });
  EXPECT_TRUE(isComputing());
  EXPECT_TRUE(QTest::qWaitFor([&] { return !isComputing(); }, 20000));
  EXPECT_FLOAT_EQ((*view.shown().data().values)(0, 0), 0.375F);
}

}  // namespace attention_tokens_test
