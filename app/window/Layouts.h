// Layouts of the window: which views and panels are where, and the way back.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QTimer>
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
  /// What a session keeps: the places of its views, which is active, how the inspector is split, and while the layout
  /// is the one to teach the size of text.
  QJsonObject forSession() const;
  /// Once the views of the session have been laid out. Nothing for an empty one.
  void restoreForSession(const QJsonObject& places);

 private:
  /// Where everything is.
  struct Places {
    QJsonObject views;
    Panels::Places panels;
  };
  Places places() const;
  void restore(const Places& places);
  void apply(Layout layout);
  void teach();
  void endTeaching();
  /// Teaching begins in projector size and ends in the size that the user chose last.
  void setBeforeTeaching(const std::optional<Places>& places);
  void setProjector(bool on);
  /// A size that was not set here is the user's choice.
  void noteSize();
  void activate(const QString& dockName);
  /// Where columns were asked for and there are tabs.
  void tellWantOfRoom();

  QMainWindow& m_window;
  Workspace& m_workspace;
  Panels& m_panels;
  ui::ViewHistory& m_history;
  std::optional<Places> m_beforeTeaching;  ///< while the layout is the one to teach
  bool m_isProjector, m_isProjectorChosen;
  QTimer m_telling;
};

}  // namespace app
