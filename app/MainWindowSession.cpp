// Sessions of the main window: saved, reopened, kept safe; named workspaces.
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>

#include "app/Autosave.h"
#include "app/MainWindow.h"
#include "ui/views/FileDialogs.h"

namespace app {

void MainWindow::chooseSessionFile() {
  ui::askForNewFile(this, tr("Save session"), QStringLiteral("session.headlight"),
                    {tr("Headlight session (*.headlight)")}, [this](const QString& path) { saveSession(path); });
}

void MainWindow::saveSession() { m_sessionPath.isEmpty() ? chooseSessionFile() : saveSession(m_sessionPath); }

ui::SessionFile MainWindow::sessionFile() const {
  ui::SessionFile file = m_session.describe();
  for (ui::View* view : m_workspace->views())
    file.views.push_back({view->kind().toStdString(), view->datasetIds(), {}, view->state()});
  if (!file.views.empty()) file.window = m_workspace->arrangement();
  return file;
}

void MainWindow::saveSession(const QString& path) {
  ui::SessionFile file = sessionFile();
  file.title = QFileInfo(path).completeBaseName().toStdString();
  try {
    ui::writeSessionFile(file, path.toStdString());
    m_settings.addRecentFile(path);
    showSessionName(path);
    m_session.report(ui::MessageKind::information, tr("Saved %1").arg(path));
  } catch (const engine::Error& error) {
    m_session.report(ui::MessageKind::error, QString::fromUtf8(error.what()));
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

void MainWindow::makeLeftOverBar() {
  auto* centre = new QWidget(this);
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_leftOverBar = new QFrame(centre);
  auto* row = new QHBoxLayout(m_leftOverBar);
  auto* text = new QLabel(tr("Headlight did not end properly. What was open has been kept."), m_leftOverBar);
  text->setWordWrap(true);
  auto* restore = new QPushButton(tr("&Open it again"), m_leftOverBar);
  auto* discard = new QPushButton(tr("&Discard"), m_leftOverBar);
  row->addWidget(text, 1);
  row->addWidget(restore);
  row->addWidget(discard);
  m_leftOverBar->hide();
  layout->addWidget(m_leftOverBar);
  layout->addWidget(m_centre, 1);
  setCentralWidget(centre);
  connect(restore, &QPushButton::clicked, this, [this] {
    m_leftOverBar->hide();
    const QString path = Autosave::leftOver();
    if (path.isEmpty()) return;
    m_session.openFiles({path});
    Autosave::discardLeftOver();  // it has been read, and this run keeps its own from now on
    m_autosave->save();
  });
  connect(discard, &QPushButton::clicked, this, [this] {
    m_leftOverBar->hide();
    Autosave::discardLeftOver();
  });
}

void MainWindow::offerLeftOver() { m_leftOverBar->setVisible(!Autosave::leftOver().isEmpty()); }

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
