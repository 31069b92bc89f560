// Menus of the main window. The entries of Operations come from the engine's list, those of View from the list of
// views.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>

#include "app/MainWindow.h"
#include "app/Samples.h"
#include "app/ViewDock.h"
#include "engine/io/Format.h"
#include "ui/look/Icons.h"
#include "ui/look/Theme.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/heads/HeadsOnChain.h"

namespace app {

namespace {

bool takes(const engine::Operation& operation, const engine::Dataset& dataset) {
  const std::vector<engine::OperationInput> inputs = operation.inputs();
  return std::any_of(inputs.begin(), inputs.end(), [&](const engine::OperationInput& input) {
    return std::find(input.kinds.begin(), input.kinds.end(), dataset.kind()) != input.kinds.end();
  });
}

}  // namespace

void MainWindow::makeMenus() {
  makeFileMenu();
  makeEditMenu();
  makeOperationsMenu();
  makeViewMenu();
  makeHelpMenu();
  nameCommands();
}

void MainWindow::makeFileMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  menu->addAction(tr("&New session"), QKeySequence::New, this, &MainWindow::newSession);
  menu->addAction(ui::icon(QStringLiteral("open")), tr("&Open files…"), QKeySequence::Open, this,
                  &MainWindow::chooseFiles);
  QMenu* recent = menu->addMenu(tr("Open &recent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(*recent); });
  QMenu* samples = menu->addMenu(ui::icon(QStringLiteral("gallery")), tr("Sa&mple sessions"));
  connect(samples, &QMenu::aboutToShow, this, [this, samples] { fillSampleMenu(*samples); });
  menu->addAction(tr("&Save session"), QKeySequence::Save, this, [this] { saveSession(); });
  menu->addAction(tr("Save session &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), this,
                  [this] { chooseSessionFile(); });
  menu->addSeparator();
  QMenu* picture = menu->addMenu(ui::icon(QStringLiteral("export")), tr("Active &view"));
  connect(picture, &QMenu::aboutToShow, this, [this, picture] { fillPictureMenu(*picture); });
  menu->addSeparator();
  menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

void MainWindow::fillRecentMenu(QMenu& menu) {
  menu.clear();
  const QStringList files = m_settings.recentFiles();
  for (const QString& path : files) {
    menu.addAction(QFileInfo(path).fileName(), this, [this, path] { openPaths({path}); })->setToolTip(path);
  }
  menu.setToolTipsVisible(true);
  if (files.isEmpty()) menu.addAction(tr("Nothing yet"))->setEnabled(false);
  menu.addSeparator();
  menu.addAction(tr("Clear list"), this, [this] { m_settings.clearRecentFiles(); })->setEnabled(!files.isEmpty());
}

void MainWindow::fillSampleMenu(QMenu& menu) {
  menu.clear();
  for (const Sample& sample : findSamples()) {
    menu.addAction(sample.title, this, [this, path = sample.path] { openPaths({path}); });
  }
  if (menu.isEmpty()) menu.addAction(tr("No samples found"))->setEnabled(false);
}

void MainWindow::fillPictureMenu(QMenu& menu) {
  menu.clear();
  if (ViewDock* dock = m_workspace->dockOf(m_workspace->activeView())) {
    dock->fillMenu(menu);
  } else {
    menu.addAction(tr("No view is open"))->setEnabled(false);
  }
}

void MainWindow::addOperations(QMenu& menu, const engine::DatasetPtr& dataset) {
  QMenu* mechanisms = nullptr;
  for (const auto& operation : engine::operations()) {
    if (dataset && !takes(*operation, *dataset)) continue;
    const bool isMechanism = operation->id().starts_with("attention ");
    if (isMechanism && !mechanisms) {
      mechanisms = menu.addMenu(tr("Attention"));
      mechanisms->setToolTipsVisible(true);
    }
    QAction* action = (isMechanism ? *mechanisms : menu)
                          .addAction(QString::fromStdString(operation->title()) + u'…', this,
                                     [this, &operation = *operation, dataset] { openOperation(operation, dataset); });
    action->setToolTip(QString::fromStdString(operation->help()));
  }
}

void MainWindow::makeOperationsMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Operations"));
  menu->setToolTipsVisible(true);
  addOperations(*menu, {});
  menu->addSeparator();
  menu->addAction(ui::icon(QStringLiteral("cancel")), tr("Cancel all jobs"), this,
                  [this] { m_session.jobs().cancelAll(); });
  menu->addAction(tr("Clear ended jobs"), this, [this] { m_session.jobs().clearEnded(); });
}

void MainWindow::makeViewMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  const std::vector<std::pair<QString, Layout>> layouts = {{tr("&Grid layout"), Layout::grid},
                                                           {tr("&Attention layout"), Layout::attention},
                                                           {tr("A&lignment layout"), Layout::alignment},
                                                           {tr("&Structure layout"), Layout::structure},
                                                           {tr("T&each layout"), Layout::teach}};
  int number = 0;
  for (const auto& [text, layout] : layouts) {
    QAction* action = menu->addAction(text, this, [this, layout = layout] { arrange(layout); });
    action->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(++number)));
  }
  makeWorkspaceMenu(*menu->addMenu(tr("&Workspaces")));
  menu->addSeparator();
  QMenu* newView = menu->addMenu(tr("&New empty view"));
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    newView->addAction(kind.title, this, [this, id = kind.id] { m_workspace->openView(id, {}); });
  }
  menu->addAction(tr("&Close view"), QKeySequence(Qt::CTRL | Qt::Key_W), m_workspace, &Workspace::closeActiveView);
  menu->addAction(tr("&Reopen closed view"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T), this,
                  [this] { m_workspace->reopenClosedView(); });
  menu->addAction(tr("Ne&xt view"), QKeySequence(Qt::Key_F6), this, [this] { m_workspace->activateNextView(); });
  menu->addAction(tr("Pre&vious view"), QKeySequence(Qt::SHIFT | Qt::Key_F6), this,
                  [this] { m_workspace->activateNextView(-1); });
  menu->addAction(tr("Go t&o next panel"), QKeySequence(Qt::CTRL | Qt::Key_F6), this, &MainWindow::focusNextPanel);
  menu->addAction(tr("Open the context &menu"), QKeySequence(Qt::SHIFT | Qt::Key_F10), this,
                  &MainWindow::openContextMenu);
  QMenu* panels = menu->addMenu(tr("&Panels"));
  for (QDockWidget* dock : {m_libraryDock, m_inspectorDock, m_jobsDock, m_messagesDock}) {
    panels->addAction(dock->toggleViewAction());
  }
  menu->addSeparator();
  makeThemeEntries(*menu);
}

void MainWindow::makeThemeEntries(QMenu& menu) {
  QMenu* themes = menu.addMenu(tr("&Theme"));
  auto* group = new QActionGroup(themes);
  const std::vector<std::pair<QString, ThemeChoice>> choices = {{tr("&Light"), ThemeChoice::light},
                                                                {tr("&Dark"), ThemeChoice::dark},
                                                                {tr("&Follow system"), ThemeChoice::system}};
  for (const auto& [text, choice] : choices) {
    QAction* action = themes->addAction(text, this, [this, choice = choice] { setTheme(choice); });
    action->setCheckable(true);
    action->setChecked(choice == m_settings.theme());
    group->addAction(action);
  }
  QAction* projector = menu.addAction(tr("&Projector mode"));
  projector->setCheckable(true);
  projector->setShortcut(Qt::Key_F5);
  connect(projector, &QAction::toggled, &ui::ThemeModel::instance(), &ui::ThemeModel::setProjector);
  connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, projector,
          [projector] { projector->setChecked(ui::ThemeModel::instance().isProjector()); });
  QAction* fullScreen = menu.addAction(tr("F&ull screen"));
  fullScreen->setCheckable(true);
  fullScreen->setShortcut(Qt::Key_F11);
  connect(fullScreen, &QAction::toggled, this, [this](bool on) { on ? showFullScreen() : showNormal(); });
}

void MainWindow::makeHelpMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  menu->addAction(tr("&Mouse and keys"), Qt::Key_F1, this, &MainWindow::showMouseHelp);
  menu->addAction(tr("&Keyboard shortcuts…"), this, [this] { openShortcuts(); });
  menu->addAction(ui::programIcon(), tr("&About Headlight"), this, &MainWindow::showAbout);
}

void MainWindow::applyTheme() {
  const ThemeChoice choice = m_settings.theme();
  const ui::ThemeKind kind = choice == ThemeChoice::light  ? ui::ThemeKind::light
                             : choice == ThemeChoice::dark ? ui::ThemeKind::dark
                                                           : ui::systemThemeKind(*qApp);
  ui::ThemeModel::instance().setKind(kind);
  ui::ThemeModel::instance().applyTo(*qApp);
}

void MainWindow::setTheme(ThemeChoice choice) {
  m_settings.setTheme(choice);
  applyTheme();
}

void MainWindow::chooseFiles() {
  ui::askForFiles(this, tr("Open files"), [this](const QStringList& paths) { openPaths(paths); });
}

void MainWindow::chooseDatasetFile(const engine::DatasetPtr& dataset) {
  QStringList suffixes;
  for (const auto& format : engine::formats()) {
    if (!format->canWrite(dataset->value) || format->suffixes().empty()) continue;
    suffixes << QStringLiteral("%1 (*%2)")
                    .arg(QString::fromStdString(format->title()), QString::fromStdString(format->suffixes().front()));
  }
  ui::askForNewFile(this, tr("Save %1").arg(QString::fromStdString(dataset->title)),
                    QString::fromStdString(dataset->id), suffixes,
                    [this, dataset](const QString& path) { saveDataset(dataset, path); });
}

void MainWindow::saveDataset(const engine::DatasetPtr& dataset, const QString& path) {
  const auto work = [dataset, target = path.toStdString()](engine::Progress&) -> std::any {
    engine::save(dataset->value, target);
    return {};
  };
  const auto deliver = [this, path](const std::any&) {
    m_session.report(ui::MessageKind::information, tr("Saved %1").arg(path));
  };
  ui::Job* job = m_session.jobs().start(tr("Save %1").arg(QFileInfo(path).fileName()), {}, ui::JobQueue::Pool::cpu,
                                        tr("disk"), work, deliver);
  connect(job, &ui::Job::ended, this, [this, job] {
    if (job->state() == ui::JobState::failed) m_session.report(ui::MessageKind::error, job->error());
  });
}

void MainWindow::fillDatasetMenu(QMenu& menu, const engine::DatasetPtr& dataset) {
  for (const ui::ViewKind& kind : ui::viewKindsFor(*dataset, m_session.document())) {
    menu.addAction(tr("Open in %1").arg(kind.title), this,
                   [this, id = kind.id, dataset] { m_workspace->openView(id, {dataset->id}); });
  }
  for (ui::View* view : m_workspace->views()) {
    const std::vector<std::string> ids = view->datasetIds();
    if (!view->accepts(*dataset) || std::find(ids.begin(), ids.end(), dataset->id) != ids.end()) continue;
    menu.addAction(tr("Show in \"%1\"").arg(view->title()), view, [view, dataset] { view->showDataset(dataset); });
  }
  ui::addPlaces(menu, *dataset, m_session.document(), {}, [this, dataset](const ui::HeadsPlace& place) {
    showOnChain(dataset->id, place.structure->id, place.chain().id);
  });
  QMenu* compute = menu.addMenu(ui::icon(QStringLiteral("run")), tr("Compute"));
  addOperations(*compute, dataset);
  compute->setEnabled(!compute->isEmpty());
  const auto& formats = engine::formats();
  if (std::any_of(formats.begin(), formats.end(), [&](const auto& f) { return f->canWrite(dataset->value); })) {
    menu.addAction(ui::icon(QStringLiteral("export")), tr("Save as…"), this,
                   [this, dataset] { chooseDatasetFile(dataset); });
  }
}

}  // namespace app
