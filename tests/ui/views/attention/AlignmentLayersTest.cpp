// Maps with a layer for each sequence of an alignment: a cell that is clicked there shows its layer, a cell of the map
// marks the row.
#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadAxes.h"
#include "engine/datasets/AlignmentRows.h"
#include "tests/ui/views/attention/AttentionFixture.h"

namespace {

using namespace test;

class AlignmentLayersTest : public AttentionViewTest {
 protected:
  /// Sequences "one", "two", "three", and maps of two heads of "three" and "one", in this order.
  void SetUp() override {
    const std::string letters = std::string("ARNDCQEGHILK").substr(0, static_cast<size_t>(kLength));
    auto family = std::make_shared<engine::Dataset>();
    family->id = family->title = "family";
    std::vector<engine::Sequence> rows;
    for (const char* name : {"one", "two", "three"}) rows.push_back(engine::Sequence::fromLetters(name, letters));
    family->value = std::make_shared<const engine::Alignment>(engine::alignmentOf(rows));
    session.document().publish(family);
    auto heads = someHeads(kLength, 4);
    heads->numLayers = heads->numHeads = 2;
    heads->queryUnit = heads->keyUnit = engine::kColumnUnit;
    heads->about = {{engine::kLayerUnit, engine::kRowUnit}, {engine::kLayerNames, "three\none\n"}};
    auto maps = std::make_shared<engine::Dataset>(*headsDataset(heads, {"family"}));
    maps->provenance.request.operation = "attention axial-row";
    maps->provenance.request.inputs = {"family"};
    showWith({maps});
  }
};

TEST_F(AlignmentLayersTest, aCellOfTheAlignmentShowsTheLayerOfItsRowOnce) {
  session.selection().setHead(0, 1);
  session.selection().setLocked({{"family", 4}, {}, 0});
  EXPECT_EQ(session.selection().layer(), 1) << "row one";
  EXPECT_EQ(session.selection().head(), 1) << "the head stays";
  EXPECT_EQ(view.shown().head.layer, 1);
  session.selection().setHead(0, 0);
  EXPECT_EQ(view.shown().head.layer, 0) << "any layer can be chosen afterwards";
  session.selection().setLocked({{"family", 4}, {}, 1});
  EXPECT_EQ(session.selection().layer(), 0) << "row two has no maps";
  session.selection().setHover({{"family", 4}, {}, 0});
  EXPECT_EQ(session.selection().layer(), 0) << "pointing alone changes nothing";
}

TEST_F(AlignmentLayersTest, aCellOfTheMapMarksTheRowOfItsLayer) {
  session.selection().setHead(1, 0);
  waitForFrame(view.canvas());
  movePointer(view.canvas(), attentionPoint(3, 5));
  const ui::Focus& focus = session.selection().hover();
  EXPECT_EQ(focus.first, (ui::Position{"family", 3}));
  EXPECT_EQ(focus.second, (ui::Position{"family", 5}));
  EXPECT_EQ(focus.row, 0) << "row one";
  session.selection().setHead(0, 0);
  waitForFrame(view.canvas());
  movePointer(view.canvas(), attentionPoint(3, 6));
  EXPECT_EQ(session.selection().hover().row, 2) << "row three";
}

}  // namespace
