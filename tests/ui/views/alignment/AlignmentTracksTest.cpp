// The tracks above the columns and the weights beside the rows: what they hold, and their pixels.
#include <atomic>
#include <cmath>
#include <thread>

#include "engine/attention/HeadSet.h"
#include "engine/base/Error.h"
#include "engine/datasets/PositionGroups.h"
#include "engine/datasets/SequenceSet.h"
#include "tests/ui/views/alignment/AlignmentFixture.h"
#include "ui/views/base/FailureLine.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/maps/MapAxes.h"


namespace alignment_tracks_test {

using namespace test;

class AlignmentTracksTest : public test::AlignmentFixture {};

TEST_F(AlignmentTracksTest, everyTrackOfStatisticsCanBeShownAndDrawsItsColumns) {
  showAlignment(alignmentOfRows({{"1", "WWWWKE--"}, {"2", "WWWWDR--"}, {"3", "WWWWGA--"}}), {700, 600});
  for (const char* id : {"conservation", "entropy", "occupancy", "logo", "consensus"}) {
    change([&](auto& look) { look.tracks = {{id, true}}; });
    const QImage strip = track(id);
    ASSERT_FALSE(strip.isNull()) << id;
    const int width = static_cast<int>(picture().viewport.columnWidth);
    const QColor paper = ui::ThemeModel::instance().theme().canvas;
    const auto numMarked = [&](int column, int count) {
      const QImage part = strip.copy(column * width, 0, count * width, strip.height());
      return part.width() * part.height() - test::countColor(part, paper, 10);
    };
    const bool isEntropy = std::string(id) == "entropy";
    EXPECT_GT(numMarked(isEntropy ? 4 : 0, 2), 10) << id;
    EXPECT_LT(numMarked(isEntropy ? 0 : 6, 2), std::string(id) == "consensus" ? 30 : 4) << id;
  }
}

TEST_F(AlignmentTracksTest, tracksAreHiddenAndReordered) {
  showAlignment(randomAlignment(20, 30));
  change([](auto& look) { look.tracks = {{"consensus", true}, {"conservation", false}, {"logo", true}}; });
  ASSERT_GE(picture().content->tracks.size(), 3u);
  EXPECT_EQ(picture().content->tracks[0].id, "consensus");
  EXPECT_EQ(picture().content->tracks[1].id, "logo");
  EXPECT_FALSE(hasTrack("conservation"));
  EXPECT_TRUE(hasTrack("occupancy")) << "tracks that are not named follow";
}

TEST_F(AlignmentTracksTest, secondaryStructureOfTheFileIsDrawnWithItsConfidence) {
  engine::Alignment alignment = alignmentOfRows({{"1", "ARNDARNDARND"}, {"2", "ARNDARNDARND"}});
  alignment.columnAnnotations = {{"ss_pred", "HHHHHHEEEECC"}, {"ss_conf", "999000999999"}, {"RF", "xxxx..xxxxxx"}};
  showAlignment(std::move(alignment));
  EXPECT_TRUE(hasTrack("gc:RF"));
  EXPECT_FALSE(hasTrack("gc:ss_conf")) << "it is the height of the prediction";
  const QImage strip = track("gc:ss_pred");
  const int width = static_cast<int>(picture().viewport.columnWidth);
  const auto numColored = [&](int column, QColor color) {
    return test::countColor(strip.copy(column * width, 0, 3 * width, strip.height()), color, 10);
  };
  const QColor helix(0xcc, 0x47, 0x78), strand(0x00, 0x72, 0xb2);
  EXPECT_GT(numColored(0, helix), 2 * numColored(3, helix)) << "less sure, less high";
  EXPECT_GT(numColored(3, helix), 10);
  EXPECT_GT(numColored(6, strand), 60);
  EXPECT_EQ(numColored(9, helix), 0);
  for (const ui::AlignmentTrack& shown : picture().content->tracks) {
    if (shown.id != "gc:ss_pred") continue;
    EXPECT_EQ(shown.tip(0), "SS predicted: helix (H), confidence 9 of 9");
    EXPECT_EQ(shown.tip(7), "SS predicted: strand (E), confidence 9 of 9");
  }
}

TEST_F(AlignmentTracksTest, attentionReceivedFollowsTheHead) {
  engine::Alignment alignment = alignmentOfRows({{"1", "ARNDARND"}});
  engine::HeadSet heads;
  heads.numHeads = 2;
  heads.numQueries = heads.numKeys = 8;
  for (int head = 0; head < 2; ++head) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = engine::Array<float>({8, 8}, 0.0f, "weights");
    for (Index query = 0; query < 8; ++query) map->weights(query, head == 0 ? 1 : 6) = 1;
    heads.maps.push_back(std::move(map));
  }
  session.document().publish(dataset(std::move(alignment)));
  session.document().publish(dataset(std::move(heads), "h", {"a"}));
  view.setDataset(session.document().find("a"));
  test::show(view, {700, 420});
  settle();
  const auto received = [&]() -> std::vector<float> {
    for (const ui::AlignmentTrack& shown : view.model().tracks())
      if (shown.id == "attention:h") return shown.values;
    return {};
  };
  ASSERT_EQ(received().size(), 8u);
  EXPECT_EQ(received()[1], 1);
  EXPECT_EQ(received()[6], 0);
  session.selection().setHead(0, 1);
  settle();
  EXPECT_EQ(received()[1], 0);
  EXPECT_EQ(received()[6], 1);
}

TEST_F(AlignmentTracksTest, namedGroupsStandAboveTheirColumnsInTheirColours) {
  showAlignment(alignmentOfRows({{"1", "ARNDARND"}, {"2", "ARNDARND"}}), {700, 420});
  engine::ArrayBundle arrays;
  engine::addGroups(arrays, {{1, 1, 0, 2, 0, 0, 0, 0}, {"blue sector", "green sector"}});
  session.document().publish(dataset(std::move(arrays), "sectors", {"a"}));
  settle();
  ASSERT_TRUE(hasTrack("groups:sectors"));
  const QImage strip = track("groups:sectors");
  const int width = static_cast<int>(picture().viewport.columnWidth);
  const auto numColored = [&](int column, std::size_t group) {
    return test::countColor(strip.copy(column * width, 0, width, strip.height()), ui::toColor(ui::groupColor(group)),
                            10);
  };
  EXPECT_GT(numColored(1, 1), 20);
  EXPECT_EQ(numColored(2, 1), 0);
  EXPECT_GT(numColored(3, 2), 20);
  for (const ui::AlignmentTrack& shown : picture().content->tracks) {
    if (shown.id != "groups:sectors") continue;
    EXPECT_EQ(shown.tip(1), shown.label + ": blue sector");
    EXPECT_EQ(shown.tip(2), QString());
    EXPECT_EQ(shown.range, "blue sector, green sector");
  }
  session.document().remove("sectors");
  settle();
  EXPECT_FALSE(hasTrack("groups:sectors"));
}

TEST_F(AlignmentTracksTest, datasetsThatConcernNoTrackStartNoJob) {
  engine::HeadSet heads;
  heads.numHeads = 2;
  heads.numQueries = heads.numKeys = 8;
  for (int head = 0; head < 2; ++head) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = engine::Array<float>({8, 8}, 0.125F, "weights");
    heads.maps.push_back(std::move(map));
  }
  showAlignment(alignmentOfRows({{"1", "ARNDARND"}}));
  session.document().publish(dataset(heads, "h", {"a"}));
  settle();
  QSignalSpy started(&session.jobs(), &ui::JobQueue::started);
  for (const char* id : {"x", "y", "z"}) session.document().publish(dataset(engine::SequenceSet{}, id));
  EXPECT_EQ(started.count(), 0);
  session.selection().setHead(0, 1);
  EXPECT_EQ(started.count(), 1) << "another head does";
  session.document().publish(dataset(heads, "h", {"a"}));
  EXPECT_EQ(started.count(), 2) << "and so do other heads";
  const engine::DatasetPtr removed = session.document().find("h");
  session.document().remove("h");
  session.document().publish(removed);
  EXPECT_EQ(started.count(), 3) << "and those that come back";
  settle();
}

/// The first head is there at once; the second waits until it is let go, and then fails or is there.
class WaitingHeads : public engine::HeadSource {
 public:
  std::shared_ptr<const engine::AttentionMap> map(Index, Index head) const override {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = engine::Array<float>({8, 8}, 0.125f, "weights");
    if (head == 0) return map;
    while (!isLetGo) std::this_thread::yield();
    if (fails) throw engine::Error("the file has gone");
    return map;
  }
  engine::PooledMap pooled(Index, Index, Index) const override { return {}; }

  mutable std::atomic<bool> isLetGo{false};
  bool fails = false;
};

class AttentionTrackTest : public AlignmentTracksTest {
 protected:
  void showHeads(bool fails) {
    source->fails = fails;
    engine::HeadSet heads;
    heads.numHeads = 2;
    heads.numQueries = heads.numKeys = 8;
    heads.source = source;
    session.document().publish(dataset(alignmentOfRows({{"1", "ARNDARND"}})));
    session.document().publish(dataset(std::move(heads), "h", {"a"}));
    view.setDataset(session.document().find("a"));
    test::show(view, {700, 420});
    settle();
  }
  ~AttentionTrackTest() override { source->isLetGo = true; }
  int numKnown() const {
    int count = 0;
    for (const ui::AlignmentTrack& shown : view.model().tracks())
      if (shown.id == "attention:h")
        for (const float value : shown.values) count += std::isfinite(value) ? 1 : 0;
    return count;
  }
  std::shared_ptr<WaitingHeads> source = std::make_shared<WaitingHeads>();
};

TEST_F(AttentionTrackTest, sumsOfTheHeadBeforeAreGoneWhileThoseOfTheNextAreOnTheirWay) {
  showHeads(false);
  ASSERT_EQ(numKnown(), 8);
  session.selection().setHead(0, 1);
  EXPECT_EQ(numKnown(), 0);
  EXPECT_TRUE(hasTrack("attention:h")) << "the rows below stay where they are";
  source->isLetGo = true;
  settle();
  EXPECT_EQ(numKnown(), 8);
}

TEST_F(AttentionTrackTest, aHeadThatFailsTakesTheTrackAwayAndSaysSo) {
  showHeads(true);
  ASSERT_TRUE(hasTrack("attention:h"));
  session.selection().setHead(0, 1);
  source->isLetGo = true;
  settle();
  EXPECT_FALSE(hasTrack("attention:h"));
  ASSERT_TRUE(ui::ViewWaiting::of(&view)->failureLine());
  EXPECT_TRUE(ui::ViewWaiting::of(&view)->failureLine()->isVisible());
  EXPECT_TRUE(ui::ViewWaiting::of(&view)->failureLine()->details().text().contains("the file has gone"));
}

TEST_F(AlignmentTracksTest, hoveringATrackSetsTheColumn) {
  showAlignment(randomAlignment(30, 40));
  const QRectF strip = picture().layout.tracks[0];
  test::movePointer(view.canvas(), QPointF(picture().xOf(11.5), strip.center().y()));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"a", 11}));
  EXPECT_EQ(session.selection().hover().row, -1);
}

TEST_F(AlignmentTracksTest, rowWeightsAreBarsBesideTheNames) {
  showAlignment(alignmentOfRows({{"a", "WWWWWWWW"}, {"b", "WWWWWWWW"}, {"c", "ARNDCQEG"}}));
  change([](auto& look) { look.hasWeights = true; });
  const QRectF names = picture().layout.names;
  const auto barLength = [&](Index place) {
    const QRectF row(names.right() - 30, picture().yOf(static_cast<double>(place)) + 4, 29, 6);
    return test::countColor(grab(row), ui::ThemeModel::instance().theme().muted, 6);
  };
  EXPECT_GT(barLength(2), 100) << "the row that is like no other";
  EXPECT_GT(barLength(0), 20);
  EXPECT_LT(barLength(0), 0.8 * barLength(2));
}

TEST_F(AlignmentTracksTest, theNumbersOnShowAreThoseOfTheTracks) {
  showAlignment(alignmentOfRows({{"1", "WW-"}, {"2", "WK-"}}));
  change([](auto& look) { look.tracks = {{"conservation", false}, {"occupancy", true}, {"consensus", false}}; });
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables[0].rowLabels, std::vector<std::string>{"Occupancy"});
  EXPECT_EQ(tables[0].columnLabels, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(tables[0].values(0, 0), 1);
  EXPECT_EQ(tables[0].values(0, 2), 0);
  EXPECT_TRUE(view.captionText().contains("coloured by Clustal X"));
  EXPECT_TRUE(view.captionText().contains("Occupancy"));
}

}  // namespace alignment_tracks_test
