// Sessions of the main window: saved, reopened, kept safe; named workspaces.
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <iterator>

#include "app/MainWindow.h"
#include "app/SessionKeeper.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

void MainWindow::chooseSessionFile(const std::function<void()>& next) {
  ui::askForNewFile(this, tr("Save session"), QStringLiteral("session.headlight"),
                    {tr("Headlight session (*.headlight)")}, [this, next](const QString& path) {
                      if (saveSession(path) && next) next();
                    });
}

void MainWindow::saveSession(const std::function<void()>& next) {
  if (m_keeper->path().isEmpty()) return chooseSessionFile(next);
  if (saveSession(m_keeper->path()) && next) next();
}

ui::SessionFile MainWindow::sessionFile() const {
  std::vector<ui::ViewRequest> views = m_workspace->requests();
  std::vector<std::string> shown;
  for (const ui::ViewRequest& view : views) shown.insert(shown.end(), view.datasets.begin(), view.datasets.end());
  ui::SessionFile file = m_session.describe(shown);
  file.views.insert(file.views.begin(), std::make_move_iterator(views.begin()), std::make_move_iterator(views.end()));
  if (!file.views.empty()) file.window = m_workspace->arrangement();
  return file;
}

bool MainWindow::saveSession(const QString& path) {
  ui::SessionFile file = sessionFile();
  file.title = QFileInfo(path).completeBaseName().toStdString();
  try {
    ui::writeSessionFile(file, path.toStdString());
    m_settings.addRecentFile(path);
    adoptSessionFile(path);
    m_session.report(ui::MessageKind::information, tr("Saved %1").arg(path));
    return true;
  } catch (const engine::Error& error) {
    m_session.report(ui::MessageKind::error, QString::fromUtf8(error.what()));
    return false;
  }
}

void MainWindow::applyArrangement(const QJsonObject& window) {
  if (window.isEmpty()) return;
  // Once the views that were just opened have been laid out: sizes are kept as shares of what is there.
  QTimer::singleShot(0, this, [this, window] {
    if (m_workspace->restoreArrangement(window)) return;
    m_session.report(ui::MessageKind::warning, tr("The places of the views could not be read; the layout is used."));
  });
}

void MainWindow::placeQuestions() {
  auto* centre = new QWidget(this);
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(&m_keeper->question());
  layout->addWidget(&m_keeper->leftOver());
  layout->addWidget(m_centre, 1);
  setCentralWidget(centre);
}

void MainWindow::offerLeftOver() { m_keeper->offerLeftOver(); }

void MainWindow::newSession() {
  m_keeper->beforeLosing(tr("Begin &without saving"), [this] { beginNew(); });
}

void MainWindow::beginNew() {
  m_workspace->closeAll();
  m_session.clear();
  m_chosenByUser.clear();
  m_history->forget();
  m_keeper->setNew();
  setWindowTitle(tr("Headlight"));
  showCentre();
}

void MainWindow::removeDataset(const engine::DatasetPtr& dataset) {
  struct Removed {
    engine::DatasetPtr dataset;
    std::vector<ui::ViewRequest> views;
    QJsonObject places;
  };
  const auto removed = std::make_shared<Removed>();
  const auto remove = [this, id = dataset->id, removed] {
    *removed = {m_session.document().find(id), m_workspace->viewsOf(id), m_workspace->arrangement()};
    m_session.document().remove(id);
  };
  const auto bringBack = [this, removed] {
    m_session.document().publish(removed->dataset);
    for (const ui::ViewRequest& view : removed->views)
      m_workspace->openView(QString::fromStdString(view.view), view.datasets, view.state);
    if (!removed->views.empty()) applyArrangement(removed->places);
  };
  m_session.document().expect({});  // it comes back to its place
  m_history->record(bringBack, remove);
  remove();
  m_session.report(ui::MessageKind::information,
                   tr("Removed \"%1\"; Undo brings it back.").arg(QString::fromStdString(dataset->title)));
}

void MainWindow::makeWorkspaceMenu(QMenu& menu) {
  fillWorkspaceMenu(menu);
  connect(&menu, &QMenu::aboutToShow, this, [this, &menu] { fillWorkspaceMenu(menu); });
}

void MainWindow::fillWorkspaceMenu(QMenu& menu) {
  menu.clear();
  const QStringList names = m_settings.workspaces();
  for (const QString& name : names)
    menu.addAction(name, this, [this, name] { applyArrangement(m_settings.workspace(name)); });
  if (!names.isEmpty()) {
    QMenu* forget = menu.addMenu(tr("&Forget"));
    for (const QString& name : names) forget->addAction(name, this, [this, name] { m_settings.removeWorkspace(name); });
    menu.addSeparator();
  }
  menu.addAction(tr("&Keep this arrangement as…"), this, [this] {
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keep this arrangement"));
    dialog->setLabelText(tr("Name of the workspace:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
      if (!name.trimmed().isEmpty()) m_settings.saveWorkspace(name.trimmed(), m_workspace->arrangement());
    });
    dialog->open();
  });
}

}  // namespace app
