// From a file of heads to "this head sees contacts": computed in jobs, shown in table, atlas and attention map.
#include <gtest/gtest.h>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/io/Format.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/atlas/AtlasView.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/headtable/HeadTableBar.h"
#include "ui/views/headtable/HeadTableView.h"

namespace {

using engine::Index;

constexpr int kPatience = 60000;  // milliseconds

class HeadWalkTest : public ::testing::Test {
 protected:
  void load(const std::filesystem::path& path, const char* id) {
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    auto dataset = std::make_shared<engine::Dataset>(engine::load(path, diagnostics, progress));
    dataset->id = dataset->title = id;
    session.document().publish(dataset);
  }
  engine::DatasetPtr table() { return session.document().find("table"); }
  bool waitForTable(bool hasContacts) {
    return QTest::qWaitFor(
        [&] { return table() && table()->as<engine::HeadTable>()->contacts.has_value() == hasContacts; }, kPatience);
  }
  std::vector<std::string> labels() {
    std::vector<std::string> names;
    for (const auto& head : view.shown().table->heads) names.push_back(head.label());
    return names;
  }

  ui::Session session;
  ui::HeadTableView view{session};
};

TEST_F(HeadWalkTest, aStructureGivenByOneClickShowsWhichHeadSeesContacts) {
  load(test::dataFile("heads/planted.npz"), "planted");
  load(test::sampleFile("1ldm_A.pdb.gz"), "1LDM");
  session.run({"heads", {"planted"}, {}, "table"});
  ASSERT_TRUE(waitForTable(false));
  view.setDataset(table());
  test::show(view, {1200, 600});
  EXPECT_EQ(labels()[1], "previous residue");
  EXPECT_EQ(labels()[8], "residue type M");
  EXPECT_NE(labels()[4], "contacts") << "nobody knows of contacts yet";

  QTest::mouseClick(&view.bar().structureButton(), Qt::LeftButton);
  ASSERT_TRUE(waitForTable(true));
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.shown().table->contacts.has_value(); }, kPatience));
  EXPECT_FALSE(view.bar().structureButton().isVisible());
  EXPECT_EQ(labels()[4], "contacts");
  EXPECT_FALSE(view.shown().chanceTexts().isEmpty());

  view.bar().filter().setText("P@L > 0.2");
  for (const Index head : view.shown().rows) EXPECT_EQ(labels()[static_cast<size_t>(head)], "contacts");
  EXPECT_FALSE(view.shown().rows.empty());
}

TEST_F(HeadWalkTest, aHeadOfTheAtlasIsShownInTheAttentionMapAndTheTable) {
  load(test::dataFile("heads/planted.npz"), "planted");
  session.run({"heads", {"planted"}, {}, "table"});
  ASSERT_TRUE(waitForTable(false));
  view.setDataset(table());
  test::show(view, {1200, 600});
  ui::AtlasView atlas(session);
  ui::AttentionView attention(session);
  atlas.setDataset(table());
  attention.setDataset(session.document().find("planted"));
  test::show(atlas, {700, 560});
  ASSERT_TRUE(atlas.shown().hasLayout());
  const ui::AtlasPoint& point = atlas.shown().points[6];
  const QPointF place = atlas.layoutIn(atlas.canvas().size()).toPixel({point.x, point.y});
  QTest::mouseClick(&atlas.canvas(), Qt::LeftButton, {}, place.toPoint());
  const Index chosen = view.rows().currentHead();
  EXPECT_EQ(labels()[static_cast<size_t>(chosen)], labels()[6]) << "helix, or a head that lies over it";
  EXPECT_EQ(attention.shown().head.layer * 4 + attention.shown().head.head, chosen);
}

}  // namespace
