// Layouts of the window: which views and panels are where, and the way back.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <optional>

#include "app/window/Panels.h"
#include "app/window/Workspace.h"

namespace ui {
class ViewHistory;
}

namespace app {

class Layouts : public QObject {
  Q_OBJECT

 public:
  Layouts(QMainWindow& window, Workspace& workspace, Panels& panels, ui::ViewHistory& history);
  /// Places the views and, to teach, the panels. One step of undo.
  void arrange(Layout layout);
  /// Panels as they are to be found by the next run: as before teaching, none folded.
  void restorePanels();
  /// What a session keeps: the places of its views, how the inspector is split.
  QJsonObject forSession() const;
  /// Once the views of the session have been laid out. Nothing for an empty one.
  void restoreForSession(const QJsonObject& places);

 private:
  /// Where everything is: views, panels, size of text.
  struct Places {
    QJsonObject views;
    Panels::Places panels;
    bool isProjector = false;
  };
  Places places() const;
  void restore(const Places& places);
  void apply(Layout layout);
  void setBeforeTeaching(const std::optional<Places>& places);

  QMainWindow& m_window;
  Workspace& m_workspace;
  Panels& m_panels;
  ui::ViewHistory& m_history;
  std::optional<Places> m_beforeTeaching;  ///< while the layout is the one to teach
};

}  // namespace app
