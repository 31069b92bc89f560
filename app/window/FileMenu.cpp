// The menu File.
#include <QAction>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

#include "app/session/Samples.h"
#include "app/session/SessionFiles.h"
#include "app/session/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Menus.h"
#include "app/window/ViewDock.h"
#include "app/window/figure/FigureWindow.h"
#include "app/window/remote/RemoteDialog.h"
#include "engine/remote/RemoteAddress.h"
#include "ui/look/Icons.h"

namespace app {

namespace {

void fillRecentMenu(QMenu& menu, SessionFiles& files) {
  menu.clear();
  const QStringList paths = Settings().recentFiles();
  for (const QString& path : paths) {
    const QString name = QFileInfo(path).fileName();
    const QString shown = engine::isRemote(path.toStdString()) ? MainWindow::tr("%1 (server)").arg(name) : name;
    menu.addAction(shown, &files, [&files, path] { files.open({path}); })->setToolTip(path);
  }
  menu.setToolTipsVisible(true);
  if (paths.isEmpty()) menu.addAction(MainWindow::tr("Nothing yet"))->setEnabled(false);
  menu.addSeparator();
  menu.addAction(MainWindow::tr("Clear list"), &menu, [] { Settings().clearRecentFiles(); })
      ->setEnabled(!paths.isEmpty());
}

void fillSampleMenu(QMenu& menu, SessionFiles& files) {
  menu.clear();
  for (const Sample& sample : findSamples()) {
    menu.addAction(sample.title, &files, [&files, path = sample.path] { files.open({path}); });
  }
  if (menu.isEmpty()) menu.addAction(MainWindow::tr("No samples found"))->setEnabled(false);
}

void fillPictureMenu(QMenu& menu, const Workspace& workspace) {
  menu.clear();
  if (ViewDock* dock = workspace.dockOf(workspace.activeView())) {
    dock->fillMenu(menu);
  } else {
    menu.addAction(MainWindow::tr("No view is open"))->setEnabled(false);
  }
}

}  // namespace

void makeFileMenu(MainWindow& window) {
  SessionFiles& files = window.files();
  QMenu* menu = window.menuBar()->addMenu(MainWindow::tr("&File"));
  menu->addAction(MainWindow::tr("&New session"), QKeySequence::New, &files, &SessionFiles::beginNew);
  menu->addAction(ui::icon(QStringLiteral("open")), MainWindow::tr("&Open files…"), QKeySequence::Open, &files,
                  &SessionFiles::chooseAndOpen);
  menu->addAction(MainWindow::tr("Open from a se&rver…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), &window,
                  [&window] { openRemote(window); });
  QMenu* recent = menu->addMenu(MainWindow::tr("Open &recent"));
  QObject::connect(recent, &QMenu::aboutToShow, &files, [&files, recent] { fillRecentMenu(*recent, files); });
  QMenu* samples = menu->addMenu(ui::icon(QStringLiteral("gallery")), MainWindow::tr("Sa&mple sessions"));
  QObject::connect(samples, &QMenu::aboutToShow, &files, [&files, samples] { fillSampleMenu(*samples, files); });
  menu->addAction(MainWindow::tr("&Save session"), QKeySequence::Save, &files, [&files] { files.save(); });
  menu->addAction(MainWindow::tr("Save session &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), &files,
                  [&files] { files.chooseAndSave(); });
  menu->addSeparator();
  QMenu* picture = menu->addMenu(ui::icon(QStringLiteral("export")), MainWindow::tr("Active &view"));
  QObject::connect(picture, &QMenu::aboutToShow, &window,
                   [&window, picture] { fillPictureMenu(*picture, window.workspace()); });
  menu->addAction(MainWindow::tr("Export a &figure…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), &window,
                  [&window] {
                    if (ui::View* view = window.workspace().activeView()) openFigure(window, *view);
                  });
  menu->addSeparator();
  menu->addAction(MainWindow::tr("&Quit"), QKeySequence::Quit, &window, &QWidget::close);
}

}  // namespace app
