// Layouts of the window: which views and panels are where, and the way back.
#include "app/window/Layouts.h"

#include <QTimer>

#include "ui/look/Theme.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

namespace {

const QString kInspectorSplit = QStringLiteral("inspectorSplit");

}  // namespace

Layouts::Layouts(QMainWindow& window, Workspace& workspace, Panels& panels, ui::ViewHistory& history)
    : QObject(&window), m_window(window), m_workspace(workspace), m_panels(panels), m_history(history) {}

Layouts::Places Layouts::places() const {
  return {m_workspace.arrangement(), m_panels.places(), ui::ThemeModel::instance().isProjector()};
}

void Layouts::setBeforeTeaching(const std::optional<Places>& places) {
  m_beforeTeaching = places;
  m_panels.setTeaching(places.has_value());
}

void Layouts::restore(const Places& places) {
  ui::ThemeModel::instance().setProjector(places.isProjector);
  m_window.restoreState(places.panels.window);
  // Once the size of text and the panels have given the views their room.
  QTimer::singleShot(0, this, [this, places] {
    m_panels.restore(places.panels);
    m_workspace.restoreArrangement(places.views);
  });
}

void Layouts::apply(Layout layout) {
  if (layout == Layout::teach) {
    if (!m_beforeTeaching) setBeforeTeaching(places());
    m_panels.placeToTeach();
  } else if (m_beforeTeaching) {
    m_panels.restore(m_beforeTeaching->panels);
    ui::ThemeModel::instance().setProjector(m_beforeTeaching->isProjector);
    setBeforeTeaching({});
  }
  m_workspace.arrange(layout);
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
  return places;
}

void Layouts::restoreForSession(const QJsonObject& places) {
  m_workspace.restoreArrangementSoon(places);
  m_panels.inspector().restoreSplit(QByteArray::fromBase64(places[kInspectorSplit].toString().toLatin1()));
}

}  // namespace app
