// From weights, a sequence and a structure that are dropped to a figure of what a head sees, with nothing but drops,
// menus, clicks and keys.
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTreeWidget>
#include <QUrl>
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/structure/Backbone.h"
#include "tests/app/window/SampleWindow.h"
#include "tests/support/PublishedModels.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/OperationForm.h"
#include "ui/panels/figure/FigurePage.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/headtable/HeadTableView.h"
#include "ui/views/plot/PlotView.h"
#include "ui/views/structure/StructureView.h"

namespace researcher_walk_test {

using engine::Index;

class ResearcherWalk : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    test::removeLeftOvers();
    app::Settings().setTheme(app::ThemeChoice::light);
    window = std::make_unique<app::MainWindow>(session);
    test::show(*window, {1440, 900});
    test::activate(*window);
  }
  void TearDown() override { window.reset(); }
  void settle() { test::waitForRest(*window, session); }

  void drop(const std::vector<std::filesystem::path>& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const auto& path : paths) urls << QUrl::fromLocalFile(QString::fromStdString(path.string()));
    data.setUrls(urls);
    QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &enter);
    QDropEvent event({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &event);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().datasets().size() == paths.size(); }, test::kPatience));
    settle();
  }
  engine::DatasetPtr only(engine::DatasetKind kind) {
    for (const engine::DatasetPtr& dataset : session.document().datasets())
      if (dataset->kind() == kind) return dataset;
    return nullptr;
  }
  static QAction* entry(const QMenu& menu, const QString& begin) {
    for (QAction* action : menu.actions()) {
      if (action->text().startsWith(begin)) return action;
      if (QAction* found = action->menu() ? entry(*action->menu(), begin) : nullptr) return found;
    }
    return nullptr;
  }
  /// The form of an operation from the menu of a dataset in the library.
  ui::OperationForm* formOf(const engine::DatasetPtr& dataset, const QString& operation) {
    QMenu* menu = window->library().makeMenu(dataset);
    QAction* action = entry(*menu, operation);
    if (action) action->trigger();
    menu->deleteLater();
    return window->findChild<ui::OperationForm*>();
  }
  void run(ui::OperationForm& form, engine::DatasetKind kind) {
    QTest::mouseClick(&form.runButton(), Qt::LeftButton);
    delete &form;
    ASSERT_TRUE(QTest::qWaitFor([&] { return only(kind) != nullptr; }, test::kPatience));
    settle();
  }
  void runUntil(ui::OperationForm& form, const std::string& result) {
    QTest::mouseClick(&form.runButton(), Qt::LeftButton);
    delete &form;
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().find(result) != nullptr; }, test::kPatience)) << result;
    settle();
  }
  template <class View>
  View* view() {
    for (ui::View* each : window->workspace().views())
      if (auto* found = qobject_cast<View*>(each)) return found;
    return nullptr;
  }

  /// Drop, run the model, describe its heads.
  void walkToTheTable(const std::vector<std::filesystem::path>& paths) {
    drop(paths);
    ui::OperationForm* form = formOf(only(engine::DatasetKind::modelWeights), QStringLiteral("Run a model"));
    ASSERT_TRUE(form);
    const engine::DatasetPtr sequences = only(engine::DatasetKind::sequences);
    EXPECT_EQ(form->input(1).currentData().toString().toStdString(), sequences->id.text()) << "the only sequences";
    run(*form, engine::DatasetKind::heads);
    form = formOf(only(engine::DatasetKind::heads), QStringLiteral("Describe heads"));
    ASSERT_TRUE(form);
    EXPECT_EQ(form->input(1).currentData().toString().toStdString(), only(engine::DatasetKind::structure)->id.text())
        << "the only structure that matches";
    run(*form, engine::DatasetKind::headTable);
    ASSERT_TRUE(view<ui::HeadTableView>() && view<ui::StructureView>() && view<ui::AttentionView>());
  }

  /// Sorts by P@L and clicks the first row. Returns the number of the head.
  Index clickTheBest() {
    ui::HeadTableView& table = *view<ui::HeadTableView>();
    ui::HeadHeadings& header = table.rows().headings();
    const int section = table.shown().columnWith("P_all_L");
    table.rows().scrollTo(table.rows().model()->index(0, section));
    QTest::mouseClick(
        header.viewport(), Qt::LeftButton, {},
        {header.sectionViewportPosition(section) + header.sectionSize(section) / 2, header.height() - 5});
    EXPECT_EQ(table.options().sortedBy, "P_all_L");
    EXPECT_EQ(table.shown().rows.front(), table.shown().table->bestContactHead()) << "the best is on top";
    const QRect cell = table.rows().visualRect(table.rows().model()->index(0, 0));
    QTest::mouseClick(table.rows().viewport(), Qt::LeftButton, {}, cell.center());
    settle();
    return table.shown().rows.front();
  }

  /// As many bars of the head as the table says, each green exactly where the two residues touch.
  void expectContactsOf(Index head) {
    const ui::StructurePicture& picture = view<ui::StructureView>()->picture();
    const engine::HeadTable& table = *view<ui::HeadTableView>()->shown().table;
    ASSERT_TRUE(picture.head.contacts) << picture.head.message.toStdString();
    EXPECT_EQ(picture.head.layer * table.numHeads + picture.head.head, head);
    const auto& told = table.heads[static_cast<size_t>(head)].contacts->at(engine::PairRange::all, 0);
    ASSERT_EQ(ui::numShownBars(picture), told.used);
    EXPECT_EQ(view<ui::StructureView>()->scene().bars().numShown(), told.used);
    EXPECT_NEAR(static_cast<double>(ui::numTouchingBars(picture)) / static_cast<double>(told.used),
                told.precision.value(), 1e-9);
    std::vector<engine::Vector3> beta;
    for (const engine::Chain& chain : picture.structure.structure()->chains)
      for (const engine::Vector3& position : engine::backboneOf(chain).cb) beta.push_back(position);
    for (const ui::AttentionLine& line : picture.head.lines)
      EXPECT_EQ(line.touches, (beta.at(static_cast<size_t>(line.i)) - beta.at(static_cast<size_t>(line.j))).norm() < 8)
          << line.i << ' ' << line.j;
  }
  void expectFigure(const char* name) {
    window->workspace().setActiveView(view<ui::StructureView>());
    QTest::keyClick(window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    auto* page = window->findChild<ui::FigurePage*>();
    ASSERT_TRUE(page);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page->preview().image().isNull(); }, test::kPatience));
    EXPECT_TRUE(page->caption().contains(QStringLiteral("touch"))) << page->caption().toStdString();
    EXPECT_TRUE(page->saveTo(QString::fromStdString((folder.path() / name).string())));
    EXPECT_GT(std::filesystem::file_size(folder.path() / name), 10000U);
  }

  test::TemporaryFolder folder;
  ui::Session session;
  std::unique_ptr<app::MainWindow> window;
};

/// The letters of a chain as a file of one sequence.
std::filesystem::path sequenceOf(const std::filesystem::path& structure, const std::string& chain,
                                 const test::TemporaryFolder& folder) {
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  const engine::Dataset file = engine::load(structure, diagnostics, progress);
  std::string letters;
  for (const engine::Residue& residue : file.as<engine::Structure>()->findChain(chain)->residues)
    letters += residue.letter;
  test::writeText(folder.path() / "chain.fasta", ">chain\n" + letters + "\n");
  return folder.path() / "chain.fasta";
}

TEST_F(ResearcherWalk, fromWeightsSequenceAndStructureToAFigureOfTheBestHead) {
  const auto structure = test::sampleFile("1A0J_A.pdb.gz");
  walkToTheTable({test::dataFile("models/esm2_tiny.safetensors"), sequenceOf(structure, "A", folder), structure});
  if (HasFatalFailure()) return;
  const Index best = clickTheBest();
  const auto& shown = view<ui::AttentionView>()->shown().head;
  EXPECT_EQ(shown.layer * view<ui::HeadTableView>()->shown().table->numHeads + shown.head, best);
  expectContactsOf(best);
  expectFigure("contacts.png");
  EXPECT_TRUE(session.document().find(only(engine::DatasetKind::heads)->id + ".contacts"))
      << "the model's own contacts are a map";
}

TEST_F(ResearcherWalk, aDoubleClickOnWeightsAsksWhatToRunThemOn) {
  drop({test::dataFile("models/esm2_tiny.safetensors")});
  const engine::DatasetPtr weights = only(engine::DatasetKind::modelWeights);
  QTreeWidget& tree = window->library().tree();
  const QPoint middle = tree.visualItemRect(tree.topLevelItem(0)->child(0)).center();
  test::doubleClick(*tree.viewport(), middle);
  auto* form = window->findChild<ui::OperationForm*>();
  ASSERT_TRUE(form);
  EXPECT_EQ(form->windowTitle(), QStringLiteral("Run a model"));
  EXPECT_EQ(form->input(0).currentData().toString().toStdString(), weights->id.text());
  QTest::keyClick(&tree, Qt::Key_Return);
  EXPECT_EQ(window->findChildren<ui::OperationForm*>().size(), 1) << "asked again, the same form comes to the front";
}

TEST_F(ResearcherWalk, theFirstLayersOpenTheViewAndTheOthersFollowInIt) {
  const auto structure = test::sampleFile("1A0J_A.pdb.gz");
  drop({test::dataFile("models/esm2_tiny.safetensors"), sequenceOf(structure, "A", folder)});
  std::vector<Index> layersInView;
  QObject::connect(&session.document(), &ui::Document::replaced, window.get(), [&] {
    if (const auto* open = view<ui::AttentionView>()) layersInView.push_back(open->shown().subject.heads()->numLayers);
  });
  ui::OperationForm* form = formOf(only(engine::DatasetKind::modelWeights), QStringLiteral("Run a model"));
  ASSERT_TRUE(form);
  run(*form, engine::DatasetKind::heads);
  const Index all = only(engine::DatasetKind::heads)->as<engine::HeadSet>()->numLayers;
  ASSERT_FALSE(layersInView.empty()) << "a view was open before the end";
  EXPECT_EQ(layersInView.front(), 1);
  EXPECT_EQ(view<ui::AttentionView>()->shown().subject.heads()->numLayers, all);
  const auto& views = window->workspace().views();
  EXPECT_EQ(std::count_if(views.begin(), views.end(), [](ui::View* each) { return each->kind() == "attention"; }), 1);
}

TEST_F(ResearcherWalk, allHeadsTogetherBecomeContactsOnTheStructureAndTheirWeightsAreApplied) {
  const auto structure = test::sampleFile("1A0J_A.pdb.gz");
  walkToTheTable({test::dataFile("models/esm2_tiny.safetensors"), sequenceOf(structure, "A", folder), structure});
  if (HasFatalFailure()) return;
  const engine::DatasetPtr heads = only(engine::DatasetKind::heads);
  ui::OperationForm* form = formOf(heads, QStringLiteral("Contacts from heads"));
  ASSERT_TRUE(form);
  const std::string fitted = heads->id + "-contacts";
  runUntil(*form, fitted + ".curves");
  const ui::StructurePicture& picture = view<ui::StructureView>()->picture();
  EXPECT_EQ(picture.head.quantity, QStringLiteral("contact probability, trained on itself"));
  ASSERT_TRUE(picture.head.contacts);
  EXPECT_GT(ui::numTouchingBars(picture), 0);
  ASSERT_TRUE(view<ui::PlotView>());
  const auto& series = view<ui::PlotView>()->shown().plot.series;
  EXPECT_TRUE(std::any_of(series.begin(), series.end(), [](const auto& one) { return one.isHollow; }))
      << "trained on itself";
  EXPECT_TRUE(std::any_of(series.begin(), series.end(), [](const auto& one) { return one.isBand(); })) << "chance";

  form = formOf(heads, QStringLiteral("Contacts by saved weights"));
  ASSERT_TRUE(form);
  form->input(1).setCurrentIndex(form->input(1).findData(QString::fromStdString(fitted + ".curves")));
  runUntil(*form, heads->id + "-predict-contacts.curves");
  const auto map = [&](const std::string& id) { return session.document().find(id)->as<engine::HeadSet>()->map(0, 0); };
  EXPECT_EQ(map(heads->id + "-predict-contacts")->weights(30, 60), map(fitted)->weights(30, 60));
}

TEST_F(ResearcherWalk, anAntibodyModelOnAnAntibodySaysThatNoHeadBeatsChance) {
  const auto structure = test::sharedFile("models/4g6k_fv.pdb.gz");
  if (structure.empty()) GTEST_SKIP() << "no reference data beside the checkout";
  walkToTheTable({test::sampleFile("antibody/sapiens_vh.safetensors"), sequenceOf(structure, "H", folder), structure});
  if (HasFatalFailure()) return;
  const Index best = clickTheBest();
  expectContactsOf(best);
  const engine::HeadTable& table = *view<ui::HeadTableView>()->shown().table;
  EXPECT_LT(table.heads[static_cast<size_t>(best)].contacts->at(engine::PairRange::all, 0).precision.value(),
            table.chance->band.high);
  EXPECT_EQ(view<ui::HeadTableView>()->shown().coloring.key, "P_all_L") << "labels that tell nothing give way";
  for (const ui::AttentionLine& line : view<ui::StructureView>()->picture().head.lines)
    EXPECT_LT(std::max(line.i, line.j), 120) << "on chain H alone";
}

TEST_F(ResearcherWalk, anAntibodyModelWithAHeadThatSeesContactsNamesIt) {
  const auto structure = test::sharedFile("models/4g6k_fv.pdb.gz");
  const auto weights = test::publishedModel("antiberty/trained_models/AntiBERTy_md_smooth");
  if (structure.empty()) GTEST_SKIP() << "no reference data beside the checkout";
  if (weights.empty()) GTEST_SKIP() << "HEADLIGHT_MODELS names no folder with AntiBERTy";
  walkToTheTable({weights, sequenceOf(structure, "H", folder), structure});
  if (HasFatalFailure()) return;
  const Index best = clickTheBest();
  expectContactsOf(best);
  EXPECT_EQ(best, 6 * 8 + 4) << "layer 7, head 5";
  const engine::HeadTable& table = *view<ui::HeadTableView>()->shown().table;
  const engine::HeadStatistics& head = table.heads[static_cast<size_t>(best)];
  EXPECT_GT(head.contacts->at(engine::PairRange::all, 0).precision.value(), table.chance->band.high);
  EXPECT_EQ(head.label(), "contacts");
  expectFigure("contacts.png");
}

}  // namespace researcher_walk_test
