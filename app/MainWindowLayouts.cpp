// Layouts of the main window: which views and panels are where, and the way back.
#include <QDockWidget>
#include <QTimer>

#include "app/MainWindow.h"
#include "ui/look/Theme.h"
#include "ui/views/ViewHistory.h"

namespace app {

namespace {

/// Share of the window's width that the inspector gets to teach: formulas with numbers in projector size, on one line.
constexpr double kTeachingInspector = 0.34;

}  // namespace

MainWindow::Places MainWindow::places() const {
  return {m_workspace->arrangement(), saveState(), ui::ThemeModel::instance().isProjector()};
}

void MainWindow::restorePlaces(const Places& places) {
  ui::ThemeModel::instance().setProjector(places.isProjector);
  restoreState(places.panels);
  // Once the size of text and the panels have given the views their room.
  QTimer::singleShot(0, this, [this, places] {
    restoreState(places.panels);
    m_workspace->restoreArrangement(places.views);
  });
}

void MainWindow::arrange(Layout layout) {
  const Places before = places();
  const std::optional<Places> beforeTeaching = m_beforeTeaching;
  const auto apply = [this, layout] {
    if (layout == Layout::teach && !m_beforeTeaching) m_beforeTeaching = places();
    if (layout != Layout::teach && m_beforeTeaching) {
      restoreState(m_beforeTeaching->panels);
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
  for (QDockWidget* dock : {m_libraryDock, m_jobsDock, m_messagesDock}) dock->hide();
  m_inspectorDock->setFloating(false);
  m_inspectorDock->show();
  ui::ThemeModel::instance().setProjector(true);
  // After the panels got the widths that go with larger text.
  QTimer::singleShot(
      0, this, [this] { resizeDocks({m_inspectorDock}, {qRound(width() * kTeachingInspector)}, Qt::Horizontal); });
}

}  // namespace app
