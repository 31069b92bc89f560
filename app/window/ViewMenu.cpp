// The menu View.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>
#include <utility>
#include <vector>

#include "app/session/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Menus.h"
#include "app/window/Panels.h"
#include "app/window/lessons/Lessons.h"
#include "app/window/start/StartPage.h"
#include "ui/look/Icons.h"
#include "ui/look/Theme.h"
#include "ui/views/ViewKinds.h"

namespace app {

namespace {

/// As a right click on what has the focus would.
void openContextMenu() {
  QWidget* focused = QApplication::focusWidget();
  if (!focused) return;
  const QPoint place = focused->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
  QContextMenuEvent event(QContextMenuEvent::Keyboard, place, focused->mapToGlobal(place));
  QCoreApplication::sendEvent(focused, &event);
}

void fillWorkspaceMenu(QMenu& menu, Workspace& workspace) {
  menu.clear();
  const QStringList names = Settings().workspaces();
  for (const QString& name : names)
    menu.addAction(name, &workspace,
                   [&workspace, name] { workspace.restoreArrangementSoon(Settings().workspace(name)); });
  if (!names.isEmpty()) {
    QMenu* forget = menu.addMenu(MainWindow::tr("&Forget"));
    for (const QString& name : names) forget->addAction(name, &menu, [name] { Settings().removeWorkspace(name); });
    menu.addSeparator();
  }
  menu.addAction(MainWindow::tr("&Keep this arrangement as…"), &workspace, [&workspace] {
    auto* dialog = new QInputDialog(workspace.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(MainWindow::tr("Keep this arrangement"));
    dialog->setLabelText(MainWindow::tr("Name of the workspace:"));
    QObject::connect(dialog, &QInputDialog::textValueSelected, &workspace, [&workspace](const QString& name) {
      if (!name.trimmed().isEmpty()) Settings().saveWorkspace(name.trimmed(), workspace.arrangement());
    });
    dialog->open();
  });
}

void makeThemeEntries(QMenu& menu, MainWindow& window) {
  QMenu* themes = menu.addMenu(MainWindow::tr("&Theme"));
  auto* group = new QActionGroup(themes);
  const std::vector<std::pair<QString, ThemeChoice>> choices = {
      {MainWindow::tr("&Light"), ThemeChoice::light},
      {MainWindow::tr("&Dark"), ThemeChoice::dark},
      {MainWindow::tr("&Follow system"), ThemeChoice::system}};
  for (const auto& [text, choice] : choices) {
    QAction* action = themes->addAction(text, &menu, [choice = choice] {
      Settings().setTheme(choice);
      applyTheme();
    });
    action->setCheckable(true);
    action->setChecked(choice == Settings().theme());
    group->addAction(action);
  }
  QAction* projector = menu.addAction(MainWindow::tr("&Projector mode"));
  projector->setCheckable(true);
  projector->setShortcut(Qt::Key_F5);
  QObject::connect(projector, &QAction::toggled, &ui::ThemeModel::instance(), &ui::ThemeModel::setProjector);
  QObject::connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, projector,
                   [projector] { projector->setChecked(ui::ThemeModel::instance().isProjector()); });
  QAction* fullScreen = menu.addAction(MainWindow::tr("F&ull screen"));
  fullScreen->setCheckable(true);
  fullScreen->setShortcut(Qt::Key_F11);
  // Esc of a lesson, and the desktop, leave full screen too.
  QObject::connect(&menu, &QMenu::aboutToShow, fullScreen,
                   [&window, fullScreen] { fullScreen->setChecked(window.isFullScreen()); });
  QObject::connect(fullScreen, &QAction::triggered, &window, [&window, fullScreen] {
    window.isFullScreen() ? window.showNormal() : window.showFullScreen();
    fullScreen->setChecked(window.isFullScreen());
  });
  // The key with which remotes begin and end.
  QObject::connect(projector, &QAction::triggered, &window, [&window](bool on) {
    if (window.lessons().isShown()) on ? window.showFullScreen() : window.showNormal();
  });
}

void addLayouts(QMenu& menu, MainWindow& window) {
  const std::vector<std::pair<QString, Layout>> layouts = {{MainWindow::tr("&Grid layout"), Layout::grid},
                                                           {MainWindow::tr("&Attention layout"), Layout::attention},
                                                           {MainWindow::tr("A&lignment layout"), Layout::alignment},
                                                           {MainWindow::tr("&Structure layout"), Layout::structure},
                                                           {MainWindow::tr("T&each layout"), Layout::teach}};
  int number = 0;
  for (const auto& [text, layout] : layouts) {
    QAction* action = menu.addAction(text, &window, [&window, layout = layout] { window.arrange(layout); });
    action->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(++number)));
  }
}

/// From view to view and panel to panel.
void addSteps(QMenu& menu, MainWindow& window) {
  Workspace& workspace = window.workspace();
  menu.addAction(MainWindow::tr("&Close view"), QKeySequence(Qt::CTRL | Qt::Key_W), &workspace,
                 &Workspace::closeActiveView);
  menu.addAction(MainWindow::tr("&Reopen closed view"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T), &workspace,
                 [&workspace] { workspace.reopenClosedView(); });
  menu.addAction(MainWindow::tr("Ne&xt view"), QKeySequence(Qt::Key_F6), &workspace,
                 [&workspace] { workspace.activateNextView(); });
  menu.addAction(MainWindow::tr("Pre&vious view"), QKeySequence(Qt::SHIFT | Qt::Key_F6), &workspace,
                 [&workspace] { workspace.activateNextView(-1); });
  menu.addAction(MainWindow::tr("Go t&o next panel"), QKeySequence(Qt::CTRL | Qt::Key_F6), &window.panels(),
                 &Panels::focusNext);
  menu.addAction(MainWindow::tr("Open the context &menu"), QKeySequence(Qt::SHIFT | Qt::Key_F10), &window,
                 &openContextMenu);
}

}  // namespace

void makeViewMenu(MainWindow& window) {
  Workspace& workspace = window.workspace();
  QMenu* menu = window.menuBar()->addMenu(MainWindow::tr("&View"));
  addLayouts(*menu, window);
  QMenu* kept = menu->addMenu(MainWindow::tr("&Workspaces"));
  fillWorkspaceMenu(*kept, workspace);
  QObject::connect(kept, &QMenu::aboutToShow, &workspace, [kept, &workspace] { fillWorkspaceMenu(*kept, workspace); });
  menu->addAction(ui::icon(QStringLiteral("home")), MainWindow::tr("Start &page"), QKeySequence(Qt::ALT | Qt::Key_Home),
                  &window.start(), &StartPage::show);
  menu->addSeparator();
  QMenu* newView = menu->addMenu(MainWindow::tr("&New empty view"));
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    newView->addAction(kind.title, &workspace, [&workspace, id = kind.id] { workspace.openView(id, {}); });
  }
  addSteps(*menu, window);
  QMenu* panels = menu->addMenu(MainWindow::tr("&Panels"));
  for (QDockWidget* dock : window.panels().docks()) {
    panels->addAction(dock->toggleViewAction());
  }
  menu->addSeparator();
  makeThemeEntries(*menu, window);
}

void makeHomeButton(MainWindow& window) {
  auto* home = new QToolButton(&window);
  home->setObjectName(QStringLiteral("home"));
  home->setIcon(ui::icon(QStringLiteral("home")));
  home->setToolTip(MainWindow::tr("Start page (Alt+Home)"));
  home->setAccessibleName(MainWindow::tr("Start page"));
  home->setFocusPolicy(Qt::TabFocus);
  QObject::connect(home, &QToolButton::clicked, &window.start(), &StartPage::show);
  const auto fit = [home] { home->setIconSize(QSize(1, 1) * ui::ThemeModel::instance().theme().space(4)); };
  QObject::connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, home, fit);
  fit();
  window.menuBar()->setCornerWidget(home);
}

}  // namespace app
