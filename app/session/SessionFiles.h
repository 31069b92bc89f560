// The session that is open and its files: opened, joined, saved, begun anew.
#pragma once

#include <QObject>
#include <QSet>
#include <QStringList>
#include <functional>

#include "ui/session/SessionFile.h"

class QWidget;

namespace ui {
class Session;
class ViewHistory;
}  // namespace ui

namespace app {

class SessionKeeper;
class Workspace;

class SessionFiles : public QObject {
  Q_OBJECT

 public:
  /// `window` is named after the session, and asks. The keeper's questions are to be placed in it. `places`: what a
  /// session keeps of how the window is arranged.
  SessionFiles(Workspace& workspace, ui::ViewHistory& history, std::function<QJsonObject()> places, QWidget& window);

  /// Loads files and sessions in jobs; each dataset is shown in a view that accepts it. Before a session takes the
  /// place of what is open, or joins it, the user is asked where something could be lost or mixed up.
  void open(const QStringList& paths);
  /// The same, of files alone, past openElsewhere.
  void openNow(const QStringList& paths);
  /// Asked first for each file: true, it is shown by other means.
  std::function<bool(const QString& path)> openElsewhere;
  void chooseAndOpen();
  void openSample();
  /// Begins with nothing; asks first where something would be lost.
  void beginNew();
  /// Sources, requests, selection, views with their states, and where they are.
  ui::SessionFile current() const;
  /// Writes sources, requests and open views. False when it went wrong, which becomes a message.
  bool saveTo(const QString& path);
  /// To the file that it was opened from or saved to; asks for one when there is none, or when it is a sample. `next`:
  /// what is done once it is saved.
  void save(const std::function<void()>& next = {});
  void chooseAndSave(const std::function<void()>& next = {});
  SessionKeeper& keeper() { return *m_keeper; }

 Q_SIGNALS:
  /// What is open goes in a moment.
  void leaving();
  /// Nothing is open any more.
  void begun();

 private:
  /// Everything that is open goes; nobody is asked.
  void clear();
  void onFileOpened(const QString& path);
  /// The window is named after a file of which the session is now what is in it.
  void adopt(const QString& path);

  Workspace& m_workspace;
  ui::Session& m_session;
  ui::ViewHistory& m_history;
  std::function<QJsonObject()> m_places;
  QWidget& m_window;
  SessionKeeper* m_keeper;
  bool m_isJoining = false;      ///< the session that is being opened joins what is there
  QSet<QString> m_chosenByUser;  ///< files whose content is shown once it is there
};

}  // namespace app
