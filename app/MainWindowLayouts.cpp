// Layouts of the main window: which views and panels are where, and the way back.
#include <QDockWidget>
#include <QTimer>
#include <utility>

#include "app/MainWindow.h"
#include "ui/look/Theme.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

namespace {

/// Share of the window's width that the inspector gets to teach: formulas with numbers in projector size, on one line.
constexpr double kTeachingInspector = 0.34;
constexpr int kLibraryWidth = 250, kInspectorWidth = 270;
/// Views keep this width beside the panels.
constexpr int kLeastViewWidth = 345;

}  // namespace

void MainWindow::sharePanelWidths() {
  const double scale = ui::ThemeModel::instance().theme().scale;
  if (scale == m_panelScale) return;  // the user's own widths stay
  m_panelScale = scale;
  resizeDocks({m_libraryDock, m_inspectorDock}, {qRound(kLibraryWidth * scale), qRound(kInspectorWidth * scale)},
              Qt::Horizontal);
}

void MainWindow::foldPanels() {
  const double scale = ui::ThemeModel::instance().theme().scale;
  const bool areLeftFolded = width() < (kLibraryWidth + kInspectorWidth + kLeastViewWidth) * scale;
  const bool isInspectorFolded = width() < (kInspectorWidth + kLeastViewWidth) * scale && !m_beforeTeaching;
  const auto fold = [this](QDockWidget* dock, bool isFolded, bool wasFolded) {
    if (isFolded == wasFolded) return;  // what the user has opened or closed since then stays
    if (isFolded && !dock->isHidden() && !dock->isFloating()) {
      m_folded.push_back(dock);
      dock->hide();
    } else if (!isFolded && std::erase(m_folded, dock) > 0) {
      dock->show();
    }
  };
  for (QDockWidget* dock : {m_messagesDock, m_jobsDock, m_libraryDock}) fold(dock, areLeftFolded, m_areLeftFolded);
  fold(m_inspectorDock, isInspectorFolded, m_isInspectorFolded);
  const bool hasUnfolded = (m_areLeftFolded && !areLeftFolded) || (m_isInspectorFolded && !isInspectorFolded);
  m_areLeftFolded = areLeftFolded;
  m_isInspectorFolded = isInspectorFolded;
  if (!hasUnfolded) return;
  m_panelScale = 0;  // on the way they may have become narrower
  QTimer::singleShot(0, this, &MainWindow::sharePanelWidths);
}

void MainWindow::unfoldPanels() {
  for (QDockWidget* dock : std::exchange(m_folded, {})) dock->show();
  m_areLeftFolded = m_isInspectorFolded = false;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  // Not from here: docks must not move while the window lays them out.
  QTimer::singleShot(0, this, &MainWindow::foldPanels);
}

MainWindow::Places MainWindow::places() const {
  return {m_workspace->arrangement(), saveState(), ui::ThemeModel::instance().isProjector(), m_folded};
}

void MainWindow::restorePanels(const Places& places) {
  restoreState(places.panels);
  m_folded = places.folded;
  unfoldPanels();
  foldPanels();
}

void MainWindow::restorePlaces(const Places& places) {
  ui::ThemeModel::instance().setProjector(places.isProjector);
  restoreState(places.panels);
  // Once the size of text and the panels have given the views their room.
  QTimer::singleShot(0, this, [this, places] {
    restorePanels(places);
    m_workspace->restoreArrangement(places.views);
  });
}

void MainWindow::arrange(Layout layout) {
  const Places before = places();
  const std::optional<Places> beforeTeaching = m_beforeTeaching;
  const auto apply = [this, layout] {
    if (layout == Layout::teach && !m_beforeTeaching) m_beforeTeaching = places();
    if (layout != Layout::teach && m_beforeTeaching) {
      restorePanels(*m_beforeTeaching);
      ui::ThemeModel::instance().setProjector(m_beforeTeaching->isProjector);
      m_beforeTeaching.reset();
    }
    if (layout == Layout::teach) placePanelsToTeach();
    m_workspace->arrange(layout);
  };
  const auto takeBack = [this, before, beforeTeaching] {
    m_beforeTeaching = beforeTeaching;
    restorePlaces(before);
  };
  m_history->record(takeBack, apply);
  apply();
}

void MainWindow::placePanelsToTeach() {
  m_folded.clear();
  for (QDockWidget* dock : {m_libraryDock, m_jobsDock, m_messagesDock}) dock->hide();
  m_inspectorDock->setFloating(false);
  m_inspectorDock->show();
  ui::ThemeModel::instance().setProjector(true);
  // After the panels got the widths that go with larger text.
  QTimer::singleShot(
      0, this, [this] { resizeDocks({m_inspectorDock}, {qRound(width() * kTeachingInspector)}, Qt::Horizontal); });
}

}  // namespace app
