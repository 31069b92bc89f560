// Panels: clicks, texts and pixels of the library, inspector, jobs, messages and forms.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QToolButton>
#include <QTreeWidget>
#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "engine/datasets/Kind.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/structure/Structure.h"
#include "tests/engine/datasets/ToyKind.h"
#include "tests/ui/support/Gui.h"
#include "ui/look/Icons.h"
#include "ui/panels/DatasetText.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/JobPanel.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/MessagePanel.h"
#include "ui/panels/ParameterForm.h"
#include "ui/panels/PathField.h"
#include "ui/panels/ResultParts.h"
#include "ui/views/dp/DpView.h"

namespace panels_test {

engine::DatasetPtr structureDataset(const std::string& id) {
  auto structure = std::make_shared<engine::Structure>();
  structure->chains.push_back({"A", std::vector<engine::Residue>(3)});
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = id;
  dataset->title = "Structure " + id;
  dataset->source = "/somewhere/" + id + ".pdb";
  dataset->value = std::shared_ptr<const engine::Structure>(structure);
  return dataset;
}

engine::DatasetPtr sequencesDataset(const std::string& id) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = id;
  dataset->title = "Sequences " + id;
  dataset->value = std::make_shared<const engine::SequenceSet>();
  return dataset;
}

TEST(LibraryPanel, listsDatasetsByKindInTheOrderOfKinds) {
  ui::Session session;
  ui::LibraryPanel library(session);
  session.document().publish(structureDataset("1abc"));
  session.document().publish(sequencesDataset("reads"));
  session.document().publish(structureDataset("2xyz"));
  ASSERT_EQ(library.tree().topLevelItemCount(), 2);
  EXPECT_EQ(library.tree().topLevelItem(0)->text(0), QStringLiteral("Sequences"));
  EXPECT_EQ(library.tree().topLevelItem(1)->text(0), QStringLiteral("Structures"));
  ASSERT_EQ(library.tree().topLevelItem(1)->childCount(), 2);
  EXPECT_EQ(library.tree().topLevelItem(1)->child(0)->text(0), QStringLiteral("Structure 1abc"));
  EXPECT_TRUE(library.tree().topLevelItem(1)->child(0)->toolTip(0).contains(QStringLiteral("3 residues")));
}

TEST(LibraryPanel, listsAKindThatIsInNoListBehindTheOthers) {
  ui::Session session;
  ui::LibraryPanel library(session);
  session.document().publish(test::lesson("helices", "MKV"));
  session.document().publish(structureDataset("1abc"));
  ASSERT_EQ(library.tree().topLevelItemCount(), 2);
  const QTreeWidgetItem* heading = library.tree().topLevelItem(1);
  EXPECT_EQ(heading->text(0), QStringLiteral("Lessons"));
  EXPECT_EQ(heading->child(0)->text(0), QStringLiteral("helices"));
  EXPECT_TRUE(heading->child(0)->toolTip(0).contains(QStringLiteral("2 pages")));
  EXPECT_FALSE(heading->child(0)->icon(0).isNull());
}

TEST(LibraryPanel, keepsTheOrderOfTheDocument) {
  ui::Session session;
  ui::LibraryPanel library(session);
  session.document().expect({"first", "reads", "second"});
  for (const char* id : {"second", "other", "first"}) session.document().publish(structureDataset(id));
  const QTreeWidgetItem* heading = library.tree().topLevelItem(0);
  ASSERT_EQ(heading->childCount(), 3);
  EXPECT_EQ(heading->child(0)->text(0), QStringLiteral("Structure first"));
  EXPECT_EQ(heading->child(1)->text(0), QStringLiteral("Structure second"));
  EXPECT_EQ(heading->child(2)->text(0), QStringLiteral("Structure other"));
}

TEST(LibraryPanel, removingTheLastOfAKindRemovesItsHeading) {
  ui::Session session;
  ui::LibraryPanel library(session);
  session.document().publish(structureDataset("1abc"));
  session.document().publish(sequencesDataset("reads"));
  session.document().remove("1abc");
  ASSERT_EQ(library.tree().topLevelItemCount(), 1);
  EXPECT_EQ(library.tree().topLevelItem(0)->text(0), QStringLiteral("Sequences"));
  session.document().publish(structureDataset("1abc"));
  EXPECT_EQ(library.tree().topLevelItemCount(), 2);
}

TEST(LibraryPanel, datasetThatChangesItsKindMoves) {
  ui::Session session;
  ui::LibraryPanel library(session);
  session.document().publish(structureDataset("x"));
  session.document().publish(sequencesDataset("x"));
  ASSERT_EQ(library.tree().topLevelItemCount(), 1);
  EXPECT_EQ(library.tree().topLevelItem(0)->child(0)->text(0), QStringLiteral("Sequences x"));
}

TEST(LibraryPanel, byProductsAreListedUnderTheirMainResultAndOutliveIt) {
  ui::Session session;
  ui::LibraryPanel library(session);
  const auto publish = [&](const std::string& id, const std::string& output) {
    engine::Dataset dataset = *sequencesDataset(id);
    dataset.provenance.request.operation = "some operation";
    dataset.provenance.request.output = output;
    if (id != output) dataset.title = "Sequences " + output + ", matrices";
    session.document().publish(std::make_shared<const engine::Dataset>(dataset));
  };
  publish("maps", "maps");
  publish("maps.arrays", "maps");
  ASSERT_EQ(library.tree().topLevelItemCount(), 1);
  ASSERT_EQ(library.tree().topLevelItem(0)->childCount(), 1);
  ASSERT_EQ(library.tree().topLevelItem(0)->child(0)->childCount(), 1);
  EXPECT_EQ(library.tree().topLevelItem(0)->child(0)->child(0)->text(0), QStringLiteral("Matrices"))
      << "what it adds";
  EXPECT_FALSE(library.tree().topLevelItem(0)->child(0)->isExpanded()) << "folded";
  session.document().remove("maps");
  ASSERT_EQ(library.tree().topLevelItemCount(), 1);
  EXPECT_EQ(library.tree().topLevelItem(0)->child(0)->text(0), QStringLiteral("Sequences maps, matrices"));
  session.document().remove("maps.arrays");
  EXPECT_EQ(library.tree().topLevelItemCount(), 0);
}

TEST(PartTitle, namesMapsOfOneRunByWhatTellsThemApart) {
  ui::Session session;
  const auto publish = [&](const std::string& id, const std::string& title) {
    engine::Dataset dataset = *sequencesDataset(id);
    dataset.title = title;
    dataset.provenance.request.operation = "some operation";
    dataset.provenance.request.output = id.substr(0, id.find('.'));
    session.document().publish(std::make_shared<const engine::Dataset>(dataset));
  };
  const auto named = [&](const std::string& id) {
    return ui::partTitle(*session.document().find(id), session.document()).toStdString();
  };
  publish("a", "Helix: Performer, estimated attention");
  publish("a.maps2", "Helix: Performer, exact attention");
  publish("a.arrays", "Helix: Performer, matrices");
  EXPECT_EQ(named("a"), "Estimated attention");
  EXPECT_EQ(named("a.maps2"), "Exact attention");
  EXPECT_EQ(named("a.arrays"), "Matrices");
  publish("b", "Q, K, V: Attention");
  publish("b.arrays", "Q, K, V: Attention, matrices");
  EXPECT_EQ(named("b"), "Sequences") << "by its kind";
  EXPECT_EQ(named("b.arrays"), "Matrices");
}

TEST(ResultParts, longNamesAreElidedAndNeverWidenThePanel) {
  ui::Session session;
  for (const std::string id : {"pairs", "pairs.curve"}) {
    engine::Dataset dataset = *sequencesDataset(id);
    dataset.title = id == "pairs" ? "Pairs" : "Pairs: contacts of chain A among the strongest pairs of its columns";
    dataset.provenance.request.operation = "some operation";
    dataset.provenance.request.output = "pairs";
    session.document().publish(std::make_shared<const engine::Dataset>(dataset));
  }
  ui::ResultParts parts(session);
  parts.setShown({"pairs"});
  parts.resize(180, 100);
  parts.show();
  QApplication::processEvents();
  EXPECT_LE(parts.minimumSizeHint().width(), 180);
  const QList<QToolButton*> buttons = parts.findChildren<QToolButton*>();
  ASSERT_EQ(buttons.size(), 2);
  for (QToolButton* button : buttons) {
    EXPECT_LE(button->mapTo(&parts, QPoint(button->width(), 0)).x(), parts.width());
    const QString whole = button->text();
    const QImage before = button->grab().toImage();
    button->setText(whole + QStringLiteral(" I"));
    EXPECT_NE(button->grab().toImage(), before) << "the last word is there: " << whole.toStdString();
    button->setText(whole);
  }
}

TEST(LibraryPanel, f2AsksForAnotherTitleAndEmptyOnesAreIgnored) {
  ui::Session session;
  ui::LibraryPanel library(session);
  session.document().publish(structureDataset("1abc"));
  test::show(library, {240, 300});
  test::activate(library);
  QStringList asked;
  QObject::connect(&library, &ui::LibraryPanel::renameRequested, &library,
                   [&](const engine::DatasetPtr&, const QString& title) { asked << title; });
  QTreeWidgetItem* item = library.tree().topLevelItem(0)->child(0);
  library.tree().setCurrentItem(item);
  item->setText(0, QStringLiteral("  "));
  EXPECT_TRUE(asked.isEmpty());
  EXPECT_EQ(item->text(0), QStringLiteral("Structure 1abc"));
  item->setText(0, QStringLiteral("Trypsin"));
  EXPECT_EQ(asked, QStringList(QStringLiteral("Trypsin")));
}

TEST(LibraryPanel, returnOnADatasetActivatesItAndTheMenuAsksToRemoveIt) {
  ui::Session session;
  ui::LibraryPanel library(session);
  session.document().publish(structureDataset("1abc"));
  test::show(library, {240, 300});
  std::string activated;
  QObject::connect(&library, &ui::LibraryPanel::activated, &library,
                   [&](const engine::DatasetPtr& dataset) { activated = dataset->id; });
  library.tree().setCurrentItem(library.tree().topLevelItem(0)->child(0));
  EXPECT_EQ(library.selectedId(), QStringLiteral("1abc"));
  QTest::keyClick(&library.tree(), Qt::Key_Return);
  EXPECT_EQ(activated, "1abc");

  const engine::DatasetPtr dataset = session.document().find("1abc");
  engine::DatasetPtr removed;
  QObject::connect(&library, &ui::LibraryPanel::removeRequested, &library,
                   [&](const engine::DatasetPtr& asked) { removed = asked; });
  const std::unique_ptr<QMenu> menu(library.makeMenu(dataset));
  menu->actions().back()->trigger();
  EXPECT_EQ(removed, dataset);
}

TEST(JobPanel, cancelButtonStopsARunningJobWithin200Milliseconds) {
  ui::JobQueue queue;
  ui::JobPanel panel(queue);
  test::show(panel, {800, 120});
  ui::Job* job = queue.start(
      QStringLiteral("Endless"), {}, ui::JobQueue::Pool::cpu, QStringLiteral("native CPU"),
      [](engine::Progress& progress) -> std::any {
        for (;;) {
          progress.update(0.25, "turning");
          std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
      },
      [](const std::any&) { FAIL() << "a cancelled job delivers nothing"; });
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->state() == ui::JobState::running && job->fraction() > 0; }, 5000));
  auto* cancel = panel.findChild<QToolButton*>(QStringLiteral("cancel"));
  ASSERT_NE(cancel, nullptr);
  QTest::mouseClick(cancel, Qt::LeftButton);
  EXPECT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 200));
  EXPECT_EQ(job->state(), ui::JobState::cancelled);
  EXPECT_FALSE(cancel->isVisible());
}

TEST(JobPanel, smallJobsOfOneNameShareALine) {
  ui::JobQueue queue;
  ui::JobPanel panel(queue);
  for (int k = 0; k < 3; ++k) {
    ui::Job* job = queue.start(
        QStringLiteral("Colour"), {}, ui::JobQueue::Pool::cpu, {}, [](engine::Progress&) { return std::any(); },
        [](const std::any&) {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 5000));
  }
  ASSERT_EQ(panel.findChildren<ui::JobRow*>().size(), 1);
  EXPECT_EQ(panel.findChild<ui::JobRow*>()->count(), 3);
}

TEST(JobPanel, jobsThatLaterOnesTookThePlaceOfShareTheirLine) {
  ui::JobQueue queue;
  ui::JobPanel panel(queue);
  const auto waiting = [](engine::Progress& progress) {
    for (;;) progress.update(0, "");  // until it is cancelled
    return std::any();
  };
  ui::Job* last = nullptr;
  for (int k = 0; k < 5; ++k) {
    last = queue.start(QStringLiteral("Colour"), QStringLiteral("slot"), ui::JobQueue::Pool::cpu, {}, waiting,
                       [](const std::any&) {});
    QTest::qWait(20);
  }
  EXPECT_LE(panel.findChildren<ui::JobRow*>().size(), 2) << "one may still be coming to its end";
  last->cancel();
  ASSERT_TRUE(QTest::qWaitFor([&] { return last->isOver(); }, 5000));
}

TEST(JobPanel, whatIsAskedForAnewUnderAnotherNameTakesThePlaceOfWhatWas) {
  ui::JobQueue queue;
  ui::JobPanel panel(queue);
  for (const char* title : {"Find G", "Find GE", "Find GER"}) {
    ui::Job* job = queue.start(
        QLatin1String(title), QStringLiteral("slot"), ui::JobQueue::Pool::cpu, {},
        [](engine::Progress&) { return std::any(); }, [](const std::any&) {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 5000));
  }
  ASSERT_EQ(panel.findChildren<ui::JobRow*>().size(), 1);
  EXPECT_EQ(panel.findChild<ui::JobRow*>()->count(), 1);
}

TEST(JobPanel, tellsTheTimeInFullWhereThereIsLittleRoom) {
  ui::JobQueue queue;
  ui::JobPanel panel(queue);
  test::show(panel, {200, 120});
  ui::Job* job = queue.start(
      QStringLiteral("Open a hit of a search of a database"), {}, ui::JobQueue::Pool::cpu, {},
      [](engine::Progress&) { return std::any(); }, [](const std::any&) {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 5000));
  auto* time = panel.findChild<QLabel*>(QStringLiteral("time"));
  ASSERT_NE(time, nullptr);
  ASSERT_TRUE(QTest::qWaitFor([&] { return time->text().startsWith(QStringLiteral("done")); }, 5000));
  QCoreApplication::processEvents();
  EXPECT_GE(time->width(), time->fontMetrics().horizontalAdvance(time->text()));
}

TEST(JobPanel, clearedJobsLeaveThePanel) {
  ui::JobQueue queue;
  ui::JobPanel panel(queue);
  ui::Job* job = queue.start(
      QStringLiteral("Short"), {}, ui::JobQueue::Pool::cpu, {}, [](engine::Progress&) { return std::any(); },
      [](const std::any&) {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 5000));
  ASSERT_EQ(panel.findChildren<ui::JobRow*>().size(), 1);
  queue.clearEnded();
  EXPECT_EQ(panel.findChildren<ui::JobRow*>().size(), 0);
}

TEST(JobPanel, finishedJobsLeaveByThemselvesAndFailedOnesStay) {
  ui::JobQueue queue;
  ui::JobPanel panel(queue);
  panel.setKeepMilliseconds(20);
  const auto start = [&](const QString& title, std::function<std::any(engine::Progress&)> work) {
    return queue.start(title, {}, ui::JobQueue::Pool::cpu, {}, std::move(work), [](const std::any&) {});
  };
  ui::Job* good = start(QStringLiteral("Good"), [](engine::Progress&) { return std::any(); });
  ui::Job* bad = start(QStringLiteral("Bad"), [](engine::Progress&) -> std::any { engine::fail("no such thing"); });
  ASSERT_TRUE(QTest::qWaitFor([&] { return good->isOver() && bad->isOver(); }, 5000));
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel.findChildren<ui::JobRow*>().size() == 1; }, 5000));
  QTest::qWait(60);
  EXPECT_EQ(panel.findChildren<ui::JobRow*>().size(), 1);
  EXPECT_EQ(bad->state(), ui::JobState::failed);
}

TEST(MessagePanel, errorsAreShownInTheErrorColourAndCopied) {
  ui::Session session;
  ui::MessagePanel messages(session);
  session.report(ui::MessageKind::information, QStringLiteral("loaded"));
  session.report(ui::MessageKind::error, QStringLiteral("line 3: expected 20 numbers, found 19"));
  ASSERT_EQ(messages.list().count(), 2);
  EXPECT_EQ(messages.list().item(1)->foreground().color(), ui::ThemeModel::instance().theme().error);
  EXPECT_EQ(messages.list().item(0)->foreground().color(), ui::ThemeModel::instance().theme().text);
  messages.list().item(1)->setSelected(true);
  messages.copySelected();
  EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("found 19")));
  EXPECT_FALSE(QApplication::clipboard()->text().contains(QStringLiteral("loaded")));
}

TEST(MessagePanel, textIsNoMarkup) {
  ui::Session session;
  ui::MessagePanel messages(session);
  const QString text = QStringLiteral("<b>query</b> & hit: expected <, found >");
  session.report(ui::MessageKind::warning, text);
  QTextDocument tip;
  tip.setHtml(messages.list().item(0)->toolTip());
  EXPECT_EQ(tip.toPlainText(), text);
}

TEST(InspectorPanel, offersThePlanesOfTheKindOfMatrixThatIsShown) {
  auto alignment = std::make_shared<engine::ProfileAlignment>();
  alignment->query = alignment->templ = std::make_shared<engine::ProfileHmm>();
  const auto fill = [](engine::DpMatrices& matrices, std::vector<engine::PairState> states) {
    matrices.states = std::move(states);
    for (size_t plane = 0; plane < matrices.states.size(); ++plane)
      matrices.planes.emplace_back(engine::Shape{4, 4}, 0.5F, "plane");
  };
  fill(alignment->matrices, {engine::PairState::MM, engine::PairState::MI});
  fill(alignment->posterior, {engine::PairState::MM});
  alignment->posterior.kind = engine::DpKind::posterior;
  engine::Dataset dataset;
  dataset.id = "pair";
  dataset.value = std::shared_ptr<const engine::ProfileAlignment>(alignment);

  ui::Session session;
  ui::DpView view(session);
  ui::InspectorPanel inspector(session);
  inspector.show();
  view.setDataset(std::make_shared<const engine::Dataset>(dataset));
  inspector.setActiveView(&view);
  const auto planes = [&] { return inspector.findChild<QComboBox*>(QStringLiteral("Plane"))->count(); };
  EXPECT_EQ(planes(), 2);
  view.change([](ui::DpOptions& options) { options.kind = engine::DpKind::posterior; });
  EXPECT_TRUE(QTest::qWaitFor([&] { return planes() == 1; }));
}

TEST(ParameterForm, givesDefaultsTypedValuesAndComplaints) {
  using engine::Parameter;
  const std::vector<Parameter> parameters = {
      {"count", "Count", "", "", std::int64_t{3}, 1, 10, {}},
      {"width", "Width", "Å", "", 1.5, 0, 100, {}},
      {"mode", "Mode", "", "", std::string("fast"), -1e300, 1e300, {"fast", "exact"}},
      {"verbose", "Verbose", "", "", false, -1e300, 1e300, {}},
  };
  ui::ParameterForm form(parameters);
  EXPECT_EQ(form.values(), engine::completed(parameters, {}));

  auto* count = qobject_cast<QLineEdit*>(form.field("count"));
  ASSERT_NE(count, nullptr);
  count->clear();
  QTest::keyClicks(count, QStringLiteral("7"));
  qobject_cast<QComboBox*>(form.field("mode"))->setCurrentIndex(1);
  EXPECT_EQ(form.values().integer("count"), 7);
  EXPECT_EQ(form.values().text("mode"), "exact");

  count->setText(QStringLiteral("70"));
  EXPECT_THROW(form.values(), engine::Error);
  EXPECT_EQ(count->palette().color(QPalette::Text), ui::ThemeModel::instance().theme().error);
  form.reset();
  EXPECT_EQ(form.values().integer("count"), 3);
  EXPECT_EQ(form.field("unknown"), nullptr);
}

TEST(ParameterForm, foldsGroupsAwayUntilOpenedOrChanged) {
  std::vector<engine::Parameter> parameters = {{"mode", "Mode", "", "", std::string("a"), -1e300, 1e300, {"a", "b"}}};
  for (engine::Parameter& parameter : engine::grouped(
           "Details", {{"width", "Width", "", "", 1.5, 0, 100, {}}, {"depth", "Depth", "", "", 2.0, 0, 9, {}}}))
    parameters.push_back(std::move(parameter));
  ui::ParameterForm form(parameters);
  form.show();
  EXPECT_TRUE(form.field("mode")->isVisible());
  EXPECT_FALSE(form.field("width")->isVisible());
  EXPECT_EQ(form.values(), engine::completed(parameters, {}));

  auto* heading = form.findChild<QToolButton*>();
  ASSERT_NE(heading, nullptr);
  EXPECT_EQ(heading->text(), QStringLiteral("Details"));
  QTest::mouseClick(heading, Qt::LeftButton);
  EXPECT_TRUE(form.field("width")->isVisible());
  EXPECT_TRUE(form.field("depth")->isVisible());
  QTest::mouseClick(heading, Qt::LeftButton);
  EXPECT_FALSE(form.field("width")->isVisible());

  engine::ParameterValues values;
  values.set("depth", 3.0);
  form.setValues(values);
  EXPECT_TRUE(form.field("depth")->isVisible());
  EXPECT_EQ(form.values().real("depth"), 3.0);
}

TEST(ParameterForm, aChosenPresetFillsInWhatNobodyTouched) {
  engine::Parameter shift{"shift", "Shift", "bit", "", -0.03, -10, 10, {}};
  shift.otherStandards = {{"preset", "guide", 0.5}};
  engine::Parameter weight{"weight", "Weight", "", "", 1.0, 0, 10, {}};
  weight.otherStandards = {{"preset", "guide", 2.0}};
  ui::ParameterForm form(
      {{"preset", "Preset", "", "", std::string("default"), -1e300, 1e300, {"default", "guide"}}, shift, weight});
  form.show();
  auto* preset = qobject_cast<QComboBox*>(form.field("preset"));
  auto* shiftField = qobject_cast<QLineEdit*>(form.field("shift"));
  auto* weightField = qobject_cast<QLineEdit*>(form.field("weight"));
  QTest::keyClick(preset, Qt::Key_Down);
  EXPECT_EQ(shiftField->text(), QStringLiteral("0.5"));
  EXPECT_FALSE(form.values().isGiven("shift"));

  shiftField->selectAll();
  QTest::keyClicks(shiftField, QStringLiteral("-0.03"));
  QTest::keyClick(preset, Qt::Key_Up);
  QTest::keyClick(preset, Qt::Key_Down);
  EXPECT_EQ(form.values().real("shift"), -0.03);
  EXPECT_TRUE(form.values().isGiven("shift"));
  EXPECT_EQ(weightField->text(), QStringLiteral("2"));

  weightField->selectAll();
  QTest::keyClicks(weightField, QStringLiteral("-"));  // half typed: nothing else suffers
  QTest::keyClick(preset, Qt::Key_Up);
  EXPECT_EQ(weightField->text(), QStringLiteral("-"));
  const engine::ParameterValues none;
  form.setValues(none);
  EXPECT_EQ(weightField->text(), QStringLiteral("1"));
  EXPECT_FALSE(form.values().isGiven("preset"));
  QTest::keyClick(preset, Qt::Key_Down);
  form.reset();
  EXPECT_EQ(preset->currentText(), QStringLiteral("default"));
  EXPECT_EQ(shiftField->text(), QStringLiteral("-0.03"));
  EXPECT_FALSE(form.values().isGiven("shift"));
}

TEST(PathField, takesWhatIsChosenInItsDialog) {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("states.lib"));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.close();
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  ui::PathField field(engine::PathKind::file);
  field.setText(path + QStringLiteral("x"));
  field.show();
  field.findChild<QAction*>(QStringLiteral("choose"))->trigger();
  auto* dialog = field.findChild<QFileDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->directory().canonicalPath(), QDir(folder.path()).canonicalPath());
  dialog->selectFile(path);
  auto* name = dialog->findChild<QLineEdit*>();
  ASSERT_NE(name, nullptr);
  QTest::keyClick(name, Qt::Key_Return);
  EXPECT_EQ(field.text(), path);
}

TEST(PathField, offersFoldersAndFilesForADatabase) {
  ui::PathField field(engine::PathKind::database);
  field.show();
  field.findChild<QAction*>(QStringLiteral("choose"))->trigger();
  auto* menu = field.findChild<QMenu*>();
  ASSERT_NE(menu, nullptr);
  ASSERT_EQ(menu->actions().size(), 2);
  menu->actions()[0]->trigger();
  auto* dialog = field.findChild<QFileDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->fileMode(), QFileDialog::Directory);
  dialog->reject();
}

TEST(Icons, everyKindHasADrawingInTheColourOfTheTheme) {
  for (const auto& kind : engine::kinds()) {
    const QImage image = ui::icon(QString::fromStdString(kind->icon())).pixmap(64, 64).toImage();
    EXPECT_GT(test::countColor(image, ui::ThemeModel::instance().theme().muted, 2), 60) << kind->icon();
  }
}

TEST(DatasetText, partsLoseTheTitleThatTheyShareWithTheirWhole) {
  const auto partsCalled = [](const std::string& wholeTitle, const std::string& partTitle) {
    ui::Document document;
    engine::Dataset dataset = *sequencesDataset("whole");
    dataset.title = wholeTitle;
    dataset.provenance.request = {"toy", {}, {}, "whole"};
    document.publish(std::make_shared<const engine::Dataset>(dataset));
    dataset.id = "whole.part";
    dataset.title = partTitle;
    return ui::partTitle(dataset, document).toStdString();
  };
  EXPECT_EQ(partsCalled("MKV: toy", "MKV: toy, matrices"), "Matrices");
  EXPECT_EQ(partsCalled("MKV: toy, exact (row, key)", "MKV: toy, estimate"), "Estimate");
  EXPECT_EQ(partsCalled("lactate, malate in db", "lactate, malate: profile"), "Lactate, malate: profile");
  EXPECT_EQ(partsCalled("", ""), "");
}

}  // namespace panels_test
