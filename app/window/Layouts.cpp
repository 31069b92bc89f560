// Layouts of the window: which views and panels are where, and the way back.
#include "app/window/Layouts.h"

#include <QApplication>

#include "app/window/ViewDock.h"
#include "ui/look/Theme.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

namespace {

const QString kInspectorSplit = QStringLiteral("inspectorSplit");
const QString kActive = QStringLiteral("active");                ///< name of the dock
const QString kTaughtInProjectorSize = QStringLiteral("taughtInProjectorSize");  ///< only while teaching
/// Panels and views have come to rest by then.
constexpr int kTellingMilliseconds = 300;

}  // namespace

Layouts::Layouts(QMainWindow& window, Workspace& workspace, Panels& panels, ui::ViewHistory& history)
    : QObject(&window),
      m_window(window),
      m_workspace(workspace),
      m_panels(panels),
      m_history(history),
      m_isProjector(ui::ThemeModel::instance().isProjector()),
      m_isProjectorChosen(m_isProjector) {
  connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, this, &Layouts::noteSize);
  m_telling.setSingleShot(true);
  m_telling.setInterval(kTellingMilliseconds);
  connect(&m_telling, &QTimer::timeout, this, &Layouts::tellWantOfRoom);
}

Layouts::Places Layouts::places() const {
  return {m_workspace.arrangement(), m_panels.places()};
}

void Layouts::setBeforeTeaching(const std::optional<Places>& places) {
  const bool isOther = places.has_value() != m_beforeTeaching.has_value();
  m_beforeTeaching = places;
  m_panels.setTeaching(places.has_value());
  if (isOther) setProjector(places.has_value() || m_isProjectorChosen);
}

void Layouts::setProjector(bool on) {
  m_isProjector = on;
  ui::ThemeModel::instance().setProjector(on);
}

void Layouts::noteSize() {
  const bool isProjector = ui::ThemeModel::instance().isProjector();
  if (isProjector != m_isProjector) m_isProjector = m_isProjectorChosen = isProjector;
}

void Layouts::restore(const Places& places) {
  m_window.restoreState(places.panels.window);
  // Once the size of text and the panels have given the views their room.
  QTimer::singleShot(0, this, [this, places] {
    m_panels.restore(places.panels);
    m_workspace.restoreArrangement(places.views);
  });
}

void Layouts::apply(Layout layout) {
  layout == Layout::teach ? teach() : endTeaching();
  m_workspace.arrange(layout);
  if (layout != Layout::teach) m_telling.start();
}

void Layouts::teach() {
  if (!m_beforeTeaching) setBeforeTeaching(places());
  m_panels.placeToTeach();
}

void Layouts::endTeaching() {
  if (!m_beforeTeaching) return;
  m_panels.restore(m_beforeTeaching->panels);
  setBeforeTeaching({});
}

void Layouts::tellWantOfRoom() {
  // Nothing is said of a room that has columns.
  if (m_beforeTeaching || m_workspace.views().size() < 2 || !m_workspace.arrangement().contains(QStringLiteral("room")))
    return;
  m_workspace.session().report(
      ui::MessageKind::information,
      m_isProjector ? tr("No room for views side by side: they are tabs. Smaller text (F5) or fewer panels give room.")
                    : tr("No room for views side by side: they are tabs. A larger window or fewer panels give room."));
}

void Layouts::arrange(Layout layout) {
  m_panels.setAway(false);
  const auto takeBack = [this, before = places(), beforeTeaching = m_beforeTeaching] {
    setBeforeTeaching(beforeTeaching);
    restore(before);
  };
  m_history.record(takeBack, [this, layout] { apply(layout); });
  apply(layout);
}

void Layouts::restorePanels() {
  m_panels.setAway(false);
  if (m_beforeTeaching) m_panels.restore(m_beforeTeaching->panels);
  m_panels.unfold();  // a larger screen may be next
}

QJsonObject Layouts::forSession() const {
  QJsonObject places = m_workspace.arrangement();
  places[kInspectorSplit] = QString::fromLatin1(m_panels.inspector().split().toBase64());
  if (const ViewDock* dock = m_workspace.dockOf(m_workspace.activeView())) places[kActive] = dock->objectName();
  if (m_beforeTeaching) places[kTaughtInProjectorSize] = m_isProjector;
  return places;
}

void Layouts::restoreForSession(const QJsonObject& places) {
  if (places.isEmpty()) return;
  const bool isLayoutToTeach = places[QStringLiteral("layout")].toInt(-1) == static_cast<int>(Layout::teach);
  m_panels.setAway(false);
  if (isLayoutToTeach || places.contains(kTaughtInProjectorSize)) {
    teach();
    setProjector(places[kTaughtInProjectorSize].toBool(true));
  } else {
    endTeaching();
  }
  m_workspace.restoreArrangementSoon(places);
  QTimer::singleShot(0, this, [this, name = places[kActive].toString()] { activate(name); });
  m_panels.inspector().restoreSplit(QByteArray::fromBase64(places[kInspectorSplit].toString().toLatin1()));
}

void Layouts::activate(const QString& dockName) {
  const ui::View* before = m_workspace.activeView();
  const bool hadFocus = before && before->isAncestorOf(QApplication::focusWidget());
  for (ui::View* view : m_workspace.views()) {
    if (m_workspace.dockOf(view)->objectName() != dockName) continue;
    m_workspace.setActiveView(view);
    if (hadFocus) view->setFocus();
  }
}

}  // namespace app
