// Maps with a layer for each sequence or column of an alignment: a cell clicked there shows its layer, a cell of
// the map marks the row, a layer that is chosen its column.
#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadAxes.h"
#include "engine/datasets/AlignmentRows.h"
#include "tests/ui/views/attention/AttentionFixture.h"

namespace alignment_layers_test {

using namespace test;

class AlignmentLayersTest : public AttentionViewTest {
 protected:
  /// Sequences "one", "two", "three", and maps of two heads of "three" and "one", in this order.
  void SetUp() override { showLayers(4, engine::kRowUnit); }

  /// Two heads in each layer; the layers are sequences "three" and "one", or all columns.
  void showLayers(Index numMaps, const std::string& unit) {
    const std::string letters = std::string("ARNDCQEGHILK").substr(0, static_cast<size_t>(kLength));
    auto family = std::make_shared<engine::Dataset>();
    family->id = family->title = "family";
    std::vector<engine::Sequence> rows;
    for (const char* name : {"one", "two", "three"}) rows.push_back(engine::Sequence::fromLetters(name, letters));
    family->value = std::make_shared<const engine::Alignment>(engine::alignmentOf(rows));
    session.document().publish(family);
    auto heads = someHeads(kLength, numMaps);
    heads->numHeads = 2;
    heads->numLayers = numMaps / 2;
    const bool areRows = unit == engine::kRowUnit;
    heads->queryUnit = heads->keyUnit = areRows ? engine::kColumnUnit : engine::kRowUnit;
    heads->about = {{engine::kLayerUnit, unit}};
    if (areRows) heads->about[engine::kLayerNames] = "three\none\n";
    auto maps = std::make_shared<engine::Dataset>(areRows ? *headsDataset(heads, {"family"}) : *headsDataset(heads));
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

class AlignmentColumnsTest : public AlignmentLayersTest {
 protected:
  void SetUp() override { showLayers(2 * kLength, engine::kColumnUnit); }
};

TEST_F(AlignmentColumnsTest, aLayerThatIsChosenMarksItsColumn) {
  session.selection().setHead(7, 1);
  EXPECT_EQ(session.selection().locked(), (ui::Focus{{"family", 7}, {}, -1}));
  session.selection().setHead(7, 0);
  EXPECT_EQ(session.selection().locked(), (ui::Focus{{"family", 7}, {}, -1})) << "another head is of the same column";
  session.selection().setLocked({{"family", 2}, {}, 1});
  EXPECT_EQ(view.shown().head.layer, 2) << "a cell that is clicked shows its column";
  session.selection().setHead(5, 0);
  EXPECT_EQ(session.selection().locked(), (ui::Focus{{"family", 5}, {}, 1})) << "the row stays";
}

TEST_F(AlignmentColumnsTest, aColumnThatIsSelectedShowsItsMapOnce) {
  session.selection().setKept({{{"family", 4}, {}, -1}});
  EXPECT_EQ(view.shown().head.layer, 4);
  EXPECT_EQ(session.selection().locked().first, (ui::Position{"family", 4}));
  session.selection().setHead(1, 0);
  EXPECT_EQ(view.shown().head.layer, 1) << "any layer can be chosen afterwards";
  session.selection().setKept({});
  EXPECT_EQ(view.shown().head.layer, 1);
}

TEST_F(AlignmentColumnsTest, whatIsLockedInTheMapStaysWhenAnotherLayerIsChosen) {
  const ui::Focus pair{{"heads", 0}, {"heads", 2}, -1};
  session.selection().setLocked(pair);
  session.selection().setHead(3, 0);
  EXPECT_EQ(session.selection().locked(), pair);
  EXPECT_EQ(view.shown().head.layer, 3);
}

}  // namespace alignment_layers_test
