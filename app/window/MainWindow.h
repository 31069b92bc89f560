// The main window: library, workspace, inspector, jobs and messages around one session.
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <vector>

#include "app/window/Workspace.h"
#include "ui/session/Session.h"

class QStackedWidget;

namespace ui {
class InspectorPanel;
class LibraryPanel;
class MessagePanel;
class ViewHistory;
}  // namespace ui

namespace app {

class CommandPalette;
class Layouts;
class Lessons;
class Panels;
class SessionFiles;
class SessionKeeper;
class StartPage;
class StatusText;
struct PaletteEntry;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(ui::Session& session, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// As SessionFiles does.
  void openPaths(const QStringList& paths);
  bool saveSession(const QString& path);
  ui::SessionFile sessionFile() const;
  /// Every command there is now: of the menus, of the active view or (`ofAllViews`) of every open view.
  std::vector<PaletteEntry> commands(bool ofAllViews) const;
  void openPalette();
  /// Places the views and, to teach, the panels. One step of undo.
  void arrange(Layout layout);

  ui::Session& session() { return m_session; }
  Workspace& workspace() { return *m_workspace; }
  const Workspace& workspace() const { return *m_workspace; }
  Panels& panels() { return *m_panels; }
  ui::LibraryPanel& library();
  ui::InspectorPanel& inspector();
  ui::MessagePanel& messages();
  StartPage& start() { return *m_start; }
  Lessons& lessons() { return *m_lessons; }
  CommandPalette& palette() { return *m_palette; }
  ui::ViewHistory& history() { return *m_history; }
  SessionFiles& files() { return *m_files; }
  SessionKeeper& keeper();
  StatusText& statusText() { return *m_statusText; }

 protected:
  void closeEvent(QCloseEvent*) override;
  void dragEnterEvent(QDragEnterEvent*) override;
  void dropEvent(QDropEvent*) override;
  /// Escape, wherever the keyboard is and nothing nearer has used it, lets go of what is marked.
  void keyPressEvent(QKeyEvent*) override;

 private:
  void makeCentre();
  void connectWorkspace();
  void connectLibrary();
  void connectSession();
  void makeStatusBar();
  void restoreWindow();
  void onViewOpened(ui::View* view);
  void showStatusOf(const ui::View* view);
  void onMessage(ui::MessageKind kind, const QString& text);

  ui::Session& m_session;
  QStackedWidget* m_centre;
  Workspace* m_workspace;
  ui::ViewHistory* m_history;
  SessionFiles* m_files;
  Panels* m_panels;
  Layouts* m_layouts;
  StartPage* m_start;
  Lessons* m_lessons;
  CommandPalette* m_palette;
  StatusText* m_statusText;
  QPointer<const ui::View> m_statusView;  ///< whose text the status bar has
  bool m_mayClose = false;       ///< the user has been asked
  bool m_isFirstViewOpen = false;  ///< of the session that is being opened
  bool m_isViewHovered = false;  ///< by the pointer: then the keyboard's view keeps silent
};

}  // namespace app
