// The panels around the views: library, inspector, jobs, messages. They give way where there is no room for both.
#pragma once

#include <QByteArray>
#include <QObject>
#include <array>
#include <vector>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace ui {
class InspectorPanel;
class LibraryPanel;
class MessagePanel;
class Session;
}  // namespace ui

namespace app {

class Panels : public QObject {
  Q_OBJECT

 public:
  /// Adds them to the window, which owns them.
  Panels(ui::Session& session, QMainWindow& window);

  ui::LibraryPanel& library() { return *m_library; }
  ui::InspectorPanel& inspector() { return *m_inspector; }
  ui::MessagePanel& messages() { return *m_messages; }
  /// Library, inspector, jobs, messages.
  std::array<QDockWidget*, 4> docks() const { return {m_libraryDock, m_inspectorDock, m_jobsDock, m_messagesDock}; }
  void showMessages();
  /// The keyboard into the panel after the one that has it; those that are hidden are passed over.
  void focusNext();

  struct Places {
    QByteArray window;
    std::vector<QDockWidget*> folded;
  };
  Places places() const;
  /// As they were; then those that had to give way are looked at anew.
  void restore(const Places& places);
  /// The inspector alone, and wide. While it is to teach the inspector does not give way.
  void placeToTeach();
  void setTeaching(bool isTeaching) { m_isTeaching = isTeaching; }
  /// All that had to give way come back.
  void unfold();
  /// Out of the way of the start page, floating ones too, and back exactly where they were; one that was opened
  /// meanwhile stays.
  void setAway(bool isAway);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QDockWidget* add(const QString& name, const QString& title, Qt::DockWidgetArea area);
  void arrange();
  /// Panels give way to the views where there is no room for both, and come back with the room.
  void fold();
  /// Library and inspector get their standard widths whenever the size of text has changed.
  void shareWidths();

  QMainWindow& m_window;
  ui::LibraryPanel* m_library;
  ui::InspectorPanel* m_inspector;
  ui::MessagePanel* m_messages;
  QDockWidget *m_libraryDock, *m_inspectorDock, *m_jobsDock, *m_messagesDock;
  std::vector<QDockWidget*> m_folded;  ///< for want of room; not those that the user has closed
  double m_scale = 0;                  ///< of the text, when the panels got their widths
  QByteArray m_beforeAway;             ///< the window's state
  bool m_areLeftFolded = false, m_isInspectorFolded = false, m_isTeaching = false, m_isAway = false;
};

}  // namespace app
