// The panels around the views: library, inspector, jobs, messages. They give way where there is no room for both.
#include "app/window/Panels.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "ui/look/Theme.h"
#include "ui/panels/DockTabs.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/JobPanel.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/MessagePanel.h"
#include "ui/panels/TitleBar.h"

namespace app {

namespace {

/// Share of the window's width that the inspector gets to teach: formulas with numbers in projector size, on one line.
constexpr double kTeachingInspector = 0.34;
constexpr int kLibraryWidth = 250, kInspectorWidth = ui::InspectorPanel::kUsualWidth, kJobsHeight = 200;
/// Views keep this width beside the panels.
constexpr int kLeastViewWidth = 345;

double textScale() { return ui::ThemeModel::instance().theme().scale; }

}  // namespace

Panels::Panels(ui::Session& session, QMainWindow& window)
    : QObject(&window), m_window(window) {
  // Panels are born in their docks: with another parent, all that is in them would be styled twice.
  m_libraryDock = add(QStringLiteral("library"), tr("Library"), Qt::LeftDockWidgetArea);
  m_libraryDock->setWidget(m_library = new ui::LibraryPanel(session, m_libraryDock));
  m_inspectorDock = add(QStringLiteral("inspector"), tr("Inspector"), Qt::RightDockWidgetArea);
  m_inspectorDock->setWidget(m_inspector = new ui::InspectorPanel(session, m_inspectorDock));
  m_jobsDock = add(QStringLiteral("jobs"), tr("Jobs"), Qt::LeftDockWidgetArea);
  m_jobsDock->setWidget(new ui::JobPanel(session.jobs(), m_jobsDock));
  m_messagesDock = add(QStringLiteral("messages"), tr("Messages"), Qt::LeftDockWidgetArea);
  m_messagesDock->setWidget(m_messages = new ui::MessagePanel(session, m_messagesDock));
  new ui::DockTabs(window);
  arrange();
  connect(m_library, &ui::LibraryPanel::selected, m_inspector,
          [this](const QString& id) { m_inspector->setSelected(id.toStdString()); });
  window.installEventFilter(this);
  connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, this, [this] {
    QTimer::singleShot(0, this, &Panels::shareWidths);
    QTimer::singleShot(0, this, &Panels::fold);
  });
}

QDockWidget* Panels::add(const QString& name, const QString& title, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, &m_window);
  dock->setObjectName(name);
  new ui::TitleBar(dock);
  dock->installEventFilter(this);
  m_window.addDockWidget(area, dock);
  return dock;
}

void Panels::arrange() {
  // Below the library, not below the views: maps and structures need the height.
  m_window.setTabPosition(Qt::LeftDockWidgetArea, QTabWidget::North);
  m_window.splitDockWidget(m_libraryDock, m_jobsDock, Qt::Vertical);
  m_window.tabifyDockWidget(m_jobsDock, m_messagesDock);
  m_jobsDock->raise();
  shareWidths();
  m_window.resizeDocks({m_libraryDock, m_jobsDock}, {qRound(3 * kJobsHeight * m_scale), qRound(kJobsHeight * m_scale)},
                       Qt::Vertical);
}

bool Panels::eventFilter(QObject* watched, QEvent* event) {
  // Not from here: docks must not move while the window lays them out.
  if (watched == &m_window && event->type() == QEvent::Resize) QTimer::singleShot(0, this, &Panels::fold);
  // Keys that nothing in a floating panel has used end there: it is a window of its own.
  const auto* dock = qobject_cast<QDockWidget*>(watched);
  if (!dock || !dock->isFloating() || event->type() != QEvent::KeyPress) return false;
  return QCoreApplication::sendEvent(&m_window, event);
}

void Panels::shareWidths() {
  const double scale = textScale();
  if (scale == m_scale || m_isAway) return;  // the user's own widths stay
  m_scale = scale;
  m_window.resizeDocks({m_libraryDock, m_inspectorDock},
                       {qRound(kLibraryWidth * scale), qRound(kInspectorWidth * scale)}, Qt::Horizontal);
}

void Panels::fold() {
  if (m_isAway) return;
  const double scale = textScale();
  const int width = m_window.width();
  const bool areLeftFolded = width < (kLibraryWidth + kInspectorWidth + kLeastViewWidth) * scale;
  const bool isInspectorFolded = width < (kInspectorWidth + kLeastViewWidth) * scale && !m_isTeaching;
  const auto foldOne = [this](QDockWidget* dock, bool isFolded, bool wasFolded) {
    if (isFolded == wasFolded) return;  // what the user has opened or closed since then stays
    if (isFolded && !dock->isHidden() && !dock->isFloating()) {
      m_folded.push_back(dock);
      dock->hide();
    } else if (!isFolded && std::erase(m_folded, dock) > 0) {
      dock->show();
    }
  };
  for (QDockWidget* dock : {m_messagesDock, m_jobsDock, m_libraryDock}) foldOne(dock, areLeftFolded, m_areLeftFolded);
  foldOne(m_inspectorDock, isInspectorFolded, m_isInspectorFolded);
  const bool hasUnfolded = (m_areLeftFolded && !areLeftFolded) || (m_isInspectorFolded && !isInspectorFolded);
  m_areLeftFolded = areLeftFolded;
  m_isInspectorFolded = isInspectorFolded;
  if (!hasUnfolded) return;
  m_scale = 0;  // on the way they may have become narrower
  QTimer::singleShot(0, this, &Panels::shareWidths);
}

void Panels::unfold() {
  for (QDockWidget* dock : std::exchange(m_folded, {})) dock->show();
  m_areLeftFolded = m_isInspectorFolded = false;
}

void Panels::setAway(bool isAway) {
  if (isAway == m_isAway) return;
  m_isAway = isAway;
  if (isAway) {
    m_beforeAway = m_window.saveState();
    for (QDockWidget* dock : docks()) dock->hide();
    return;
  }
  std::vector<QDockWidget*> opened;
  for (QDockWidget* dock : docks())
    if (!dock->isHidden()) opened.push_back(dock);
  m_window.restoreState(m_beforeAway);
  for (QDockWidget* dock : opened) {
    dock->show();
    dock->raise();
  }
  fold();  // the window may have another size by now, and text too
  shareWidths();
}

Panels::Places Panels::places() const { return {m_window.saveState(), m_folded}; }

void Panels::restore(const Places& places) {
  m_window.restoreState(places.window);
  m_folded = places.folded;
  unfold();
  fold();
}

void Panels::placeToTeach() {
  m_folded.clear();
  for (QDockWidget* dock : {m_libraryDock, m_jobsDock, m_messagesDock}) dock->hide();
  m_inspectorDock->setFloating(false);
  m_inspectorDock->show();
  // After the panels got the widths that go with larger text.
  QTimer::singleShot(0, this, [this] {
    m_window.resizeDocks({m_inspectorDock}, {qRound(m_window.width() * kTeachingInspector)}, Qt::Horizontal);
  });
}

void Panels::showMessages() {
  m_messagesDock->show();
  m_messagesDock->raise();
}

void Panels::focusNext() {
  const auto all = docks();
  const auto holdsFocus = [](const QDockWidget* dock) { return dock->isAncestorOf(QApplication::focusWidget()); };
  const auto now = std::find_if(all.begin(), all.end(), holdsFocus);
  const auto start = now == all.end() ? 0 : now - all.begin() + 1;
  for (size_t k = 0; k < all.size(); ++k) {
    QDockWidget* dock = all[(static_cast<size_t>(start) + k) % all.size()];
    if (!dock->isVisible()) continue;
    dock->raise();
    for (QWidget* part : dock->widget()->findChildren<QWidget*>())
      if ((part->focusPolicy() & Qt::TabFocus) && part->isVisible() && part->isEnabled())
        return part->setFocus(Qt::ShortcutFocusReason);
  }
}

}  // namespace app
