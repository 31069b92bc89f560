// An alignment that was written to a file and opened again: the same picture, cells, paths, knobs and links, though no
// dataset is named as its axes.
#include <QAction>

#include "engine/io/Format.h"
#include "engine/report/Export.h"
#include "tests/support/Files.h"
#include "tests/ui/views/dp/DpFixture.h"
#include "ui/views/base/DatasetAxes.h"
#include "ui/views/base/FocusKeys.h"
#include "ui/views/readout/ProfileReadout.h"

namespace dp_reopened_test {

using engine::Index;
using engine::ProfileAlignment;
using ui::DpOptions;

class DpReopenedTest : public test::DpViewFixture {
 protected:
  DpReopenedTest() {
    values.set("alternatives", std::int64_t{3});
    values.set("smin", -100.0);
    values.set("cooptimal", std::int64_t{4});
    values.set("sums", std::string("on"));
    values.set("corr", 0.3);
  }
  engine::DatasetPtr reopened(const engine::Dataset& dataset) const {
    const auto path = folder.path() / "again.npz";
    engine::exportDataset(dataset, path);
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    auto again = std::make_shared<engine::Dataset>(engine::load(path, diagnostics, progress));
    again->title = dataset.title;
    return again;
  }
  /// The alignment as it was made, then out of its file, which takes its place in the view.
  void reopen() {
    made = session.document().find("globins");
    again = reopened(*made);
    session.document().publish(again);
    session.selection().clearHover();
    view.setDataset(again);
    test::waitForFrame(view.canvas());
  }
  Index numRows() const { return made->as<ProfileAlignment>()->query->length(); }
  ui::DpCell pointed() const { return view.moment().pointed; }
  void hover(const char* id, Index position) {
    ui::Focus focus;
    focus.first = {id, position};
    session.selection().setHover(focus);
  }
  Index partnerOf(Index row) const {
    for (const engine::PathStep& step : made->as<ProfileAlignment>()->paths[0].steps)
      if (step.i == row && step.state == engine::PairState::MM) return step.j;
    return -1;
  }

  engine::ParameterValues values;
  engine::DatasetPtr made, again;
  test::TemporaryFolder folder;
};

TEST_F(DpReopenedTest, isTheSamePictureWithTheSamePathsAndKnobs) {
  showGlobins(values);
  const engine::AlignmentKnobs knobs = view.live().knobs();
  const std::vector<ui::PathChoice> paths = view.picture().paths();
  ASSERT_GT(paths.size(), 2U);
  const QImage before = picture();
  reopen();
  EXPECT_TRUE(again->axes.empty());
  EXPECT_EQ(view.live().knobs(), knobs);
  EXPECT_EQ(view.live().standard(), knobs);
  ASSERT_EQ(view.picture().paths().size(), paths.size());
  for (size_t k = 0; k < paths.size(); ++k)
    EXPECT_EQ(ui::pathChoiceText(view.picture().paths()[k], view.picture().paths()[0]),
              ui::pathChoiceText(paths[k], paths[0]));
  EXPECT_EQ(picture(), before) << "to the pixel";
}

TEST_F(DpReopenedTest, everyKindOfMatrixLooksTheSame) {
  showGlobins(values);
  using engine::DpKind;
  std::vector<QImage> before;
  const auto kinds = {DpKind::viterbi, DpKind::forward, DpKind::backward, DpKind::posterior};
  for (const DpKind kind : kinds) {
    set(&DpOptions::kind, kind);
    before.push_back(picture());
  }
  reopen();
  size_t next = 0;
  for (const DpKind kind : kinds) {
    set(&DpOptions::kind, kind);
    EXPECT_EQ(picture(), before[next++]) << int(kind);
  }
  EXPECT_NE(before[0], before[3]) << "kinds differ";
}

TEST_F(DpReopenedTest, aCellTellsTheSameNumbers) {
  showGlobins(values);
  const auto linesAt = [this](Index i, Index j) {
    test::movePointer(view.canvas(), pointOf(0, double(i), double(j)));
    QStringList lines;
    for (const ui::ReadoutLine& line : view.readout()) lines << line.label + ": " + line.value;
    return lines;
  };
  const std::vector<std::pair<Index, Index>> cells{{0, 0}, {5, 5}, {20, 22}, {48, 47}, {3, 40}};
  std::vector<QStringList> before;
  for (const auto& [i, j] : cells) before.push_back(linesAt(i, j));
  EXPECT_GT(before[2].size(), 5);
  reopen();
  for (size_t k = 0; k < cells.size(); ++k) EXPECT_EQ(linesAt(cells[k].first, cells[k].second), before[k]) << k;
}

TEST_F(DpReopenedTest, rowsAndColumnsAreDifferentPositions) {
  showGlobins(values);
  reopen();
  const std::string id = again->id.text();
  test::movePointer(view.canvas(), pointOf(0, 5, 5));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{id, 5}));
  EXPECT_EQ(session.selection().hover().second, (ui::Position{id, numRows() + 5}));
  EXPECT_EQ(pointed().i, 5);
  EXPECT_EQ(pointed().j, 5);
  EXPECT_EQ(ui::axesOf(*again).at(1).first, numRows());
  EXPECT_EQ(ui::axesOf(*made).at(1).first, 0) << "where the profiles are loaded the columns are theirs";
}

TEST_F(DpReopenedTest, isLinkedWithWhatItsProfilesWereMadeFrom) {
  showGlobins(values);
  reopen();
  const Index row = 30, column = partnerOf(row);
  ASSERT_GE(column, 0);
  hover("myoglobin", row);
  EXPECT_EQ(pointed().i, row);
  EXPECT_EQ(pointed().j, column) << "along the path, as where the profiles are named";
  hover("haemoglobin", column);
  EXPECT_EQ(pointed().i, row);
  EXPECT_EQ(pointed().j, column);
  const ui::Document& document = session.document();
  EXPECT_EQ(document.translate(again->id, row, "myoglobin"), row);
  EXPECT_EQ(document.translate(again->id, numRows() + column, "haemoglobin"), column);
}

TEST_F(DpReopenedTest, withoutItsProfilesThePathStillLinksRowsAndColumns) {
  showGlobins(values);
  made = session.document().find("globins");
  again = reopened(*made);
  session.document().clear();
  session.document().publish(again);
  view.setDataset(again);
  const Index row = 30, column = partnerOf(row);
  ASSERT_GE(column, 0);
  const std::string id = again->id.text();
  hover(id.c_str(), row);
  EXPECT_EQ(pointed().j, column);
  hover(id.c_str(), numRows() + column);
  EXPECT_EQ(pointed().i, row);
  ui::Focus focus;
  focus.first = {id, row};
  focus.second = {id, numRows() + 7};
  const std::vector<ui::ReadoutLine> lines = ui::columnLinesAt(session.document(), focus);
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(lines.front().value.endsWith("column 31")) << lines.front().value.toStdString();
  const auto isProfile = [](const ui::ReadoutLine& line) { return line.label == QLatin1String("Profile"); };
  const auto templ = std::find_if(lines.begin() + 1, lines.end(), isProfile);
  ASSERT_NE(templ, lines.end());
  EXPECT_TRUE(templ->value.endsWith("column 8")) << templ->value.toStdString();
}

TEST_F(DpReopenedTest, keysWalkFromCellToCell) {
  showGlobins(values);
  reopen();
  test::movePointer(view.canvas(), pointOf(0, 5, 9));
  ASSERT_TRUE(ui::moveFocus(view, Qt::Key_Down, Qt::ControlModifier));
  EXPECT_EQ(pointed().i, 6);
  EXPECT_EQ(pointed().j, 9);
  ASSERT_TRUE(ui::moveFocus(view, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier));
  EXPECT_EQ(pointed().i, 6);
  EXPECT_EQ(pointed().j, 0) << "not into the rows";
}

TEST_F(DpReopenedTest, knobsAlignAsTheOriginalDoes) {
  showGlobins(values);
  const auto turned = [this] {
    const int before = view.live().numUpdates();
    engine::AlignmentKnobs knobs = view.live().knobs();
    knobs.shift = 0.3;
    knobs.gapOpening = 0.4;
    view.live().setKnobs(knobs);
    EXPECT_TRUE(waitForUpdate(before));
    return view.live().result();
  };
  const auto expected = turned();
  reopen();
  const auto found = turned();
  ASSERT_TRUE(found && expected);
  EXPECT_EQ(found->paths, expected->paths);
  EXPECT_EQ(found->coOptimalPaths, expected->coOptimalPaths);
  EXPECT_EQ(found->matrices.planes, expected->matrices.planes);
  EXPECT_EQ(found->scores.at(0).correlation, expected->scores.at(0).correlation);
  EXPECT_NE(found->paths, made->as<ProfileAlignment>()->paths) << "the knobs matter";
}

TEST_F(DpReopenedTest, itsTemplateStandsInOneLane) {
  showGlobins(values);
  set(&DpOptions::arrangement, ui::PlaneArrangement::lanes);
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.moment().lanes->lanes != nullptr; }, 20000));
  const size_t expected = view.moment().lanes->lanes->numLanes();
  reopen();
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.moment().lanes->lanes != nullptr; }, 20000));
  EXPECT_EQ(view.moment().lanes->lanes->numLanes(), expected);
}

TEST_F(DpReopenedTest, familiesAreThoseOfItsOwnSides) {
  showGlobins(values);
  reopen();
  engine::Request request;
  QObject::connect(&view, &ui::View::requested, &view, [&](const engine::Request& asked) { request = asked; });
  QAction* families = view.findChild<QAction*>(QStringLiteral("dp.families"));
  families->trigger();
  EXPECT_EQ(request.operation, "merge");
  EXPECT_EQ(request.inputs, (std::vector<std::string>{"myoglobin", "again", "haemoglobin"}));
  request = {};
  for (const char* id : {"globins", "globins.query", "myoglobin"}) session.document().remove(std::string(id));
  families->trigger();
  EXPECT_EQ(request.operation, "") << "the template's family, reached along the path, is not the query's";
}

}  // namespace dp_reopened_test
