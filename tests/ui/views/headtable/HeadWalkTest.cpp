// From a file of heads to "this head sees contacts": computed in jobs, shown in table, atlas and attention map.
#include <gtest/gtest.h>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTest>

#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/io/Format.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/atlas/AtlasView.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/attention/AttentionWords.h"
#include "ui/views/heads/SwitchOff.h"
#include "ui/views/headtable/HeadTableBar.h"
#include "ui/views/headtable/HeadTableView.h"

namespace head_walk_test {

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

TEST_F(HeadWalkTest, aHeadThatTheMenuSwitchesOffIsComparedWithWhatItWas) {
  load(test::dataFile("models/esm2_tiny.safetensors"), "tiny");
  engine::Request model{"model", {"tiny"}, {}, "run"};
  model.parameters.set("sequence", std::string("MKTAYIAKQRQISFVKSHFS"));
  session.run(model);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().find("run") != nullptr; }, kPatience));
  session.run({"heads", {"run"}, {}, "table"});
  ASSERT_TRUE(waitForTable(false));
  view.setDataset(table());
  test::show(view, {1200, 600});
  const Index numHeads = view.shown().table->numHeads;
  ui::chooseHead(session, *view.shown().table, numHeads);  // the first of the second layer
  QObject::connect(&view, &ui::View::requested, &view, [&](const engine::Request& asked) { session.run(asked); });
  QObject::connect(&session, &ui::Session::message, &view, [](ui::MessageKind kind, const QString& text) {
    EXPECT_NE(kind, ui::MessageKind::error) << text.toStdString();
  });

  Q_EMIT view.customContextMenuRequested({100, 100});
  auto* uniform = view.findChild<QAction*>(QStringLiteral("switchoff.uniform"));
  ASSERT_NE(uniform, nullptr);
  uniform->trigger();
  view.findChild<QMenu*>()->close();
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().find("ablate") != nullptr; }, kPatience));
  const engine::DatasetPtr without = session.document().find("ablate");
  const std::string& told = session.document().find("ablate.curves")->title;
  EXPECT_NE(told.find("without 2.1=uniform: letters diverge by "), std::string::npos) << told;
  const auto& heads = *without->as<engine::HeadSet>();
  EXPECT_FLOAT_EQ(heads.map(1, 0)->weights(3, 5), 1.0F / static_cast<float>(heads.numKeys));
  const auto next = ui::requestWithout(*without, {{0, 1}}, "zero", session.document());
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->parameters.text("ablate"), "2.1=uniform 1.2") << "what is off already stays off";

  ui::AttentionView attention(session);
  attention.setDataset(session.document().find("run"));
  test::show(attention, {900, 700});
  attention.change([](ui::AttentionOptions& options) {
    options.comparison = ui::HeadComparison::difference;
    options.second = {QStringLiteral("ablate"), 1, 0};
    options.rowMargin = ui::RowMargin::divergence;
  });
  const auto& found = attention.shown().data().compared.found;
  ASSERT_TRUE(found.has_value());
  EXPECT_GT(*found->divergence, 0.01);
  EXPECT_LT(found->correlation, 0.99);
  EXPECT_TRUE(ui::headNote(attention.shown()).contains(QStringLiteral("A and B: r ")));
  EXPECT_FALSE(attention.layoutIn(attention.canvas().size()).rowMargin.isEmpty());
  EXPECT_EQ(ui::rowNumbersOf(attention.shown()).values, found->rowDivergence);
  attention.change([](ui::AttentionOptions& options) { options.comparison = ui::HeadComparison::none; });
  EXPECT_TRUE(attention.layoutIn(attention.canvas().size()).rowMargin.isEmpty()) << "of one head there is none";
}

TEST_F(HeadWalkTest, headsOfAFileCannotBeSwitchedOff) {
  load(test::dataFile("heads/planted.npz"), "planted");
  EXPECT_FALSE(ui::requestWithout(*session.document().find("planted"), {{0, 0}}, "zero", session.document()));
  session.run({"heads", {"planted"}, {}, "table"});
  ASSERT_TRUE(waitForTable(false));
  view.setDataset(table());
  test::show(view, {1200, 600});
  Q_EMIT view.customContextMenuRequested({100, 100});
  EXPECT_EQ(view.findChild<QAction*>(QStringLiteral("switchoff.zero")), nullptr);
  view.findChild<QMenu*>()->close();
}

}  // namespace head_walk_test
