// Menus of the window, and all that is in them as one list of commands.
#include "app/window/Menus.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <map>
#include <memory>
#include <set>

#include "app/window/Help.h"
#include "app/window/MainWindow.h"
#include "app/window/Panels.h"
#include "app/window/ShortcutEditor.h"
#include "app/window/Shortcuts.h"
#include "app/window/ViewDock.h"
#include "app/window/architecture/ArchitectureDiagram.h"
#include "app/window/lessons/Lessons.h"
#include "app/window/palette/CommandPalette.h"
#include "ui/look/Icons.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

namespace {

/// These actions and those of the menus in them, with the way to them: "View: Panels: Library".
void addActions(const QList<QAction*>& actions, const QString& way, std::vector<PaletteEntry>& entries) {
  for (QAction* action : actions) {
    const QString text = way + QStringLiteral(": ") + shortcuts::plainText(action->text());
    if (action->menu()) {
      addActions(action->menu()->actions(), text, entries);
    } else if (!action->isSeparator()) {
      entries.push_back({text, action});
    }
  }
}

/// An action that is in several menus counts where it comes first; one without a name is nothing new where another with
/// its text has one.
std::vector<PaletteEntry> withoutRepeats(const std::vector<PaletteEntry>& entries) {
  std::set<QString> named;
  for (const PaletteEntry& entry : entries)
    if (!entry.action->objectName().isEmpty()) named.insert(shortcuts::plainText(entry.action->text()));
  std::set<const QAction*> met;
  std::vector<PaletteEntry> once;
  for (const PaletteEntry& entry : entries) {
    const bool isNamed = !entry.action->objectName().isEmpty();
    if (!isNamed && named.contains(shortcuts::plainText(entry.action->text()))) continue;
    if (met.insert(entry.action.data()).second) once.push_back(entry);
  }
  return once;
}

/// The one of the active view, else the one that is chosen in the library.
void renameDatasetInLibrary(MainWindow& window) {
  const ui::View* view = window.workspace().activeView();
  const std::vector<engine::DatasetId> shown = view ? view->datasetIds() : std::vector<engine::DatasetId>{};
  const engine::DatasetId id =
      shown.empty() ? engine::DatasetId(window.library().selectedId().toStdString()) : shown.front();
  const engine::DatasetPtr dataset = window.session().document().find(id);
  if (!dataset) return window.session().report(ui::MessageKind::information, MainWindow::tr("Nothing is open."));
  QDockWidget* dock = window.panels().docks().front();
  dock->show();
  dock->raise();
  window.library().beginRename(dataset);
}

void makeEditMenu(MainWindow& window) {
  ui::ViewHistory& history = window.history();
  QMenu* menu = window.menuBar()->addMenu(MainWindow::tr("&Edit"));
  QAction* undo = menu->addAction(MainWindow::tr("&Undo"), QKeySequence::Undo, &history, &ui::ViewHistory::undo);
  QAction* redo = menu->addAction(MainWindow::tr("&Redo"), QKeySequence::Redo, &history, &ui::ViewHistory::redo);
  const auto show = [&history, undo, redo] {
    undo->setEnabled(history.canUndo());
    redo->setEnabled(history.canRedo());
  };
  show();
  QObject::connect(&history, &ui::ViewHistory::changed, &window, show);
  menu->addSeparator();
  menu->addAction(MainWindow::tr("&Forget the selection"), &window, [&selection = window.session().selection()] {
    selection.clearLocked();
    selection.clearKept();
  });
  menu->addAction(MainWindow::tr("Re&name the dataset…"), &window, [&window] { renameDatasetInLibrary(window); });
  menu->addSeparator();
  menu->addAction(MainWindow::tr("&Command palette…"), QKeySequence(Qt::CTRL | Qt::Key_K), &window,
                  &MainWindow::openPalette);
}

void makeOperationsMenu(MainWindow& window) {
  ui::JobQueue& jobs = window.session().jobs();
  QMenu* menu = window.menuBar()->addMenu(MainWindow::tr("&Operations"));
  menu->setToolTipsVisible(true);
  addOperations(*menu, window, {});
  menu->addSeparator();
  menu->addAction(ui::icon(QStringLiteral("cancel")), MainWindow::tr("Cancel all jobs"), &jobs,
                  [&jobs] { jobs.cancelAll(); });
  menu->addAction(MainWindow::tr("Clear ended jobs"), &jobs, [&jobs] { jobs.clearEnded(); });
}

/// Its lessons are looked for when it is opened or searched, not at the start.
void makeLearnMenu(MainWindow& window) {
  QMenu* menu = window.menuBar()->addMenu(MainWindow::tr("&Learn"));
  QObject::connect(menu, &QMenu::aboutToShow, &window, [&window, menu] { window.lessons().fillMenu(*menu); });
}

void makeHelpMenu(MainWindow& window) {
  QMenu* menu = window.menuBar()->addMenu(MainWindow::tr("&Help"));
  menu->addAction(MainWindow::tr("&Mouse and keys"), Qt::Key_F1, &window, [&window] { showMouseHelp(&window); });
  menu->addAction(MainWindow::tr("&Keyboard shortcuts…"), &window, [&window] { openShortcuts(window); });
  menu->addAction(MainWindow::tr("&RoseTTAFold, box by box"), &window, [&window] { showArchitecture(window); });
  menu->addAction(ui::programIcon(), MainWindow::tr("&About Headlight"), &window,
                  [&window] { showAbout(&window, window.session().deviceText()); });
}

void nameCommands(const MainWindow& window) {
  QList<QAction*> named;
  for (const PaletteEntry& entry : commandsOf(window, false)) {
    if (!entry.action->objectName().isEmpty()) continue;
    entry.action->setObjectName(
        shortcuts::nameOf(entry.text.section(QStringLiteral(": "), 0, 0), entry.action->text()));
    named << entry.action;
  }
  shortcuts::adopt(named);
}

}  // namespace

void makeMenus(MainWindow& window) {
  makeFileMenu(window);
  makeEditMenu(window);
  makeOperationsMenu(window);
  makeViewMenu(window);
  makeLearnMenu(window);
  makeHelpMenu(window);
  makeHomeButton(window);
  nameCommands(window);
}

void addCommandsOf(const ui::View& view, std::vector<PaletteEntry>& entries) {
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    if (kind.id != view.kind()) continue;
    for (QAction* action : view.actions())
      entries.push_back({kind.title + QStringLiteral(": ") + shortcuts::plainText(action->text()), action});
  }
}

void fillMenus(MainWindow& window) {
  for (const QAction* action : window.menuBar()->actions()) {
    if (!action->menu()) continue;
    Q_EMIT action->menu()->aboutToShow();
    for (const QAction* inner : action->menu()->actions())
      if (inner->menu()) Q_EMIT inner->menu()->aboutToShow();
  }
}

namespace {

/// Of each kind of view the texts of its commands, asked of one that is made for it, once.
const std::map<QString, QStringList>& commandsOfKinds(ui::Session& session) {
  static const auto texts = [&session] {
    std::map<QString, QStringList> all;
    for (const ui::ViewKind& kind : ui::viewKinds()) {
      const std::unique_ptr<ui::View> view(kind.make(session, nullptr));
      std::vector<PaletteEntry> entries;
      addCommandsOf(*view, entries);
      for (const PaletteEntry& entry : entries)
        if (!entry.action->isSeparator()) all[kind.id] << entry.text;
    }
    return all;
  }();
  return texts;
}

}  // namespace

std::vector<PaletteEntry> commandsElsewhere(MainWindow& window) {
  using Place = PaletteEntry::Place;
  std::vector<PaletteEntry> entries;
  std::set<QString> open;
  Workspace& workspace = window.workspace();
  for (ui::View* view : workspace.views()) {
    open.insert(view->kind());
    if (view == workspace.activeView()) continue;
    std::vector<PaletteEntry> own;
    addCommandsOf(*view, own);
    for (PaletteEntry& entry : own)
      entries.push_back({entry.text, entry.action, Place::otherView, MainWindow::tr("in %1").arg(view->title()),
                         [&workspace, view = QPointer(view)] {
                           if (!view) return;
                           workspace.setActiveView(view);
                           view->setFocus();
                         }});
  }
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    if (open.contains(kind.id)) continue;
    const auto found = commandsOfKinds(window.session()).find(kind.id);
    for (const QString& text : found == commandsOfKinds(window.session()).end() ? QStringList() : found->second)
      entries.push_back({text, nullptr, Place::closedView, MainWindow::tr("none is open"), [&window, kind] {
                           window.session().report(
                               ui::MessageKind::information,
                               MainWindow::tr("This works in the view “%1”, of which none is open.").arg(kind.title));
                         }});
  }
  return entries;
}

std::vector<PaletteEntry> commandsOf(const MainWindow& window, bool ofAllViews) {
  std::vector<PaletteEntry> entries;
  const Workspace& workspace = window.workspace();
  for (const ui::View* view : workspace.views()) {
    if (!ofAllViews && view != workspace.activeView()) continue;
    addCommandsOf(*view, entries);
    addActions(workspace.dockOf(view)->actions(), MainWindow::tr("View"), entries);
  }
  for (const QAction* action : window.menuBar()->actions())
    if (action->menu()) addActions(action->menu()->actions(), shortcuts::plainText(action->text()), entries);
  return withoutRepeats(entries);
}

}  // namespace app
