// The main window: library, workspace, inspector, jobs and messages around one session.
#pragma once

#include <QMainWindow>
#include <QSet>
#include <optional>

#include "app/Settings.h"
#include "app/Workspace.h"
#include "engine/operations/Operation.h"
#include "ui/session/Session.h"

class QStackedWidget;

namespace ui {
class InspectorPanel;
class JobPanel;
class LibraryPanel;
class MessagePanel;
class OperationForm;
class ViewHistory;
class WelcomePage;
}  // namespace ui

namespace app {

class CommandPalette;
class SessionKeeper;
class ShortcutEditor;
class StatusText;
struct PaletteEntry;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(ui::Session& session, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Loads files and sessions in jobs; each dataset is shown in a view that accepts it. Before a session takes the
  /// place of what is open, or joins it, the user is asked where something could be lost or mixed up.
  void openPaths(const QStringList& paths);
  void openSample();
  /// Begins with nothing; asks first where something would be lost.
  void newSession();
  /// Takes a dataset out of the library and closes its views. One step of undo.
  void removeDataset(const engine::DatasetPtr& dataset);
  /// The form of an operation, with `dataset` as its input when there is one. Owned by the window.
  ui::OperationForm* openOperation(const engine::Operation& operation, const engine::DatasetPtr& dataset = {});
  /// Opens the main result of a run, or the first of its by-products that has a view.
  void showResult(const std::string& id);
  /// Runs a request and shows its result when it is there.
  void runAndShow(const engine::Request& request);
  /// Writes sources, requests and open views. False when it went wrong, which becomes a message.
  bool saveSession(const QString& path);
  /// To the file that it was opened from or saved to; asks for one when there is none, or when it is a sample. `next`:
  /// what is done once it is saved.
  void saveSession(const std::function<void()>& next = {});
  /// Sources, requests, selection, views with their states, and where they are.
  ui::SessionFile sessionFile() const;
  /// From now on keeps a copy; offers the one of a run that did not end properly, in a line above the views.
  void offerLeftOver();
  /// Every command there is now: of the menus, of the active view or (`ofAllViews`) of every kind of view.
  std::vector<PaletteEntry> commands(bool ofAllViews) const;
  void openPalette();
  ShortcutEditor* openShortcuts();
  /// The view that fits best: one that shows this dataset, else one of the dataset's own kind that has room for it,
  /// else a new one of that kind. No other view changes.
  void showDataset(const engine::DatasetPtr& dataset);
  /// Heads of a file on a chain of a structure: in all views that show either, and in a structure view.
  void showOnChain(const std::string& heads, const std::string& structure, const std::string& chain);
  /// Places the views and, to teach, the panels. One step of undo.
  void arrange(Layout layout);

  Workspace& workspace() { return *m_workspace; }
  ui::LibraryPanel& library() { return *m_library; }
  ui::InspectorPanel& inspector() { return *m_inspector; }
  ui::MessagePanel& messages() { return *m_messages; }
  ui::JobPanel& jobs() { return *m_jobs; }
  ui::WelcomePage& welcome() { return *m_welcome; }
  CommandPalette& palette() { return *m_palette; }
  ui::ViewHistory& history() { return *m_history; }
  SessionKeeper& keeper() { return *m_keeper; }
  StatusText& statusText() { return *m_statusText; }

 protected:
  void closeEvent(QCloseEvent*) override;
  void dragEnterEvent(QDragEnterEvent*) override;
  void dropEvent(QDropEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  void makePanels();
  void makeMenus();
  void makeFileMenu();
  /// Adds those that take this dataset, or all without one; mechanisms of attention in a menu of their own.
  void addOperations(QMenu& menu, const engine::DatasetPtr& dataset);
  void makeEditMenu();
  void makeOperationsMenu();
  void makeViewMenu();
  void makeWorkspaceMenu(QMenu& menu);
  void fillWorkspaceMenu(QMenu& menu);
  void makeThemeEntries(QMenu& menu);
  void nameCommands();
  void makeHelpMenu();
  void makeStatusBar();
  void placeQuestions();
  void onViewOpened(ui::View* view);
  void showStatusOf(const ui::View* view);
  void applyArrangement(const QJsonObject& window);
  QDockWidget* addPanel(const QString& name, const QString& title, QWidget* panel, Qt::DockWidgetArea area);
  void arrangePanels();
  /// Panels give way to the views where there is no room for both, and come back with the room.
  void foldPanels();
  void unfoldPanels();
  /// Library and inspector get their standard widths whenever the size of text has changed.
  void sharePanelWidths();
  void restoreWindow();
  void connectSession();

  void chooseFiles();
  void chooseSessionFile(const std::function<void()>& next = {});
  void openNow(const QStringList& paths);
  /// Everything that is open goes; nobody is asked.
  void beginNew();
  void chooseDatasetFile(const engine::DatasetPtr& dataset);
  void saveDataset(const engine::DatasetPtr& dataset, const QString& path);
  void fillRecentMenu(QMenu& menu);
  void fillSampleMenu(QMenu& menu);
  void fillDatasetMenu(QMenu& menu, const engine::DatasetPtr& dataset);
  void fillPictureMenu(QMenu& menu);
  void onFileOpened(const QString& path);
  void onMessage(ui::MessageKind kind, const QString& text);
  /// The keyboard into the panel after the one that has it; those that are hidden are passed over.
  void focusNextPanel();
  /// As a right click on what has the focus would.
  void openContextMenu();
  void setTheme(ThemeChoice choice);
  void applyTheme();
  void showAbout();
  void showMouseHelp();
  void showCentre();
  /// The window is named after a file of which the session is now what is in it.
  void adoptSessionFile(const QString& path);
  /// Shows what is new: in the view that fits best and in all that show what its positions belong to.
  void showNew(const engine::DatasetPtr& dataset);
  void addToRelatedViews(const engine::DatasetPtr& dataset);
  /// An open view of this kind that is empty, or shows the same positions and nothing of the dataset's kind.
  ui::View* viewWithRoomFor(const engine::Dataset& dataset, const QString& kind) const;

  /// Where everything is: views, panels, size of text.
  struct Places {
    QJsonObject views;
    QByteArray panels;
    bool isProjector = false;
    std::vector<QDockWidget*> folded;
  };
  Places places() const;
  void restorePlaces(const Places& places);
  void restorePanels(const Places& places);
  void placePanelsToTeach();

  ui::Session& m_session;
  Settings m_settings;
  QStackedWidget* m_centre;
  ui::WelcomePage* m_welcome;
  Workspace* m_workspace;
  ui::ViewHistory* m_history = nullptr;
  CommandPalette* m_palette = nullptr;
  SessionKeeper* m_keeper = nullptr;
  StatusText* m_statusText = nullptr;
  ui::LibraryPanel* m_library;
  ui::InspectorPanel* m_inspector;
  ui::JobPanel* m_jobs;
  ui::MessagePanel* m_messages;
  QDockWidget *m_libraryDock, *m_inspectorDock, *m_jobsDock, *m_messagesDock;
  std::vector<QDockWidget*> m_folded;      ///< for want of room; not those that the user has closed
  std::optional<Places> m_beforeTeaching;  ///< while the layout is the one to teach
  double m_panelScale = 0;                 ///< of the text, when the panels got their widths
  bool m_areLeftFolded = false, m_isInspectorFolded = false;
  bool m_isJoining = false;                ///< the session that is being opened joins what is there
  bool m_mayClose = false;                 ///< the user has been asked
  bool m_isViewHovered = false;            ///< by the pointer: then the keyboard's view keeps silent
  QSet<QString> m_chosenByUser;            ///< files whose content is shown once it is there
};

}  // namespace app
