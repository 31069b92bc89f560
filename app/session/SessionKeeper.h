// What of the session is on disk, where, and what is asked before any of it is let go.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>

#include "app/session/Autosave.h"
#include "app/window/QuestionBar.h"

namespace ui {
class Session;
class ViewHistory;
}  // namespace ui

namespace app {

class SessionFiles;
class Workspace;

class SessionKeeper : public QObject {
  Q_OBJECT

 public:
  /// `history` tells what the user has changed about views; `files` describes and saves. Asks above the views of
  /// `window`.
  SessionKeeper(Workspace& workspace, ui::ViewHistory& history, SessionFiles& files, QWidget* window);

  /// The file that the session was opened from or saved to; empty when there is none, or when it is a sample.
  QString path() const { return m_path; }
  /// The session is now what a file says; `path` is empty where that file is not to be written.
  void setKept(const QString& path);
  /// The session belongs to no file any more: another has joined it.
  void setUnnamed();
  /// The session has just begun.
  void setNew();

  /// Whether something would be lost: of a session that belongs to a file any other datasets, computations, edits,
  /// views, places put aside or settings than there; of another what was computed, edited, put aside or set, and what
  /// was left over of a former run. Where one looks (zoom, camera) does not count, nor how the window is arranged.
  bool isUnsaved() const;
  /// Does `next` at once when nothing would be lost; else asks first, and perhaps saves. `without`: the answer that
  /// lets it be lost.
  void beforeLosing(const QString& without, std::function<void()> next);
  /// The same before another session is opened, which may also join this one.
  void beforeOpening(std::function<void()> replace, std::function<void()> join);
  /// From now on a copy is kept; offers that of a run which did not end properly.
  void offerLeftOver();

  Autosave& autosave() { return m_autosave; }
  QuestionBar& question() { return *m_question; }
  QuestionBar& leftOver() { return *m_leftOver; }

 private:
  void noteChanges(const Workspace& workspace);
  void forgetGivenUp(const std::string& id);
  void restore(const LeftOver& copy);
  /// The copy that was opened is no longer needed once the session is there and this run has a copy of its own.
  void onLanded();

  ui::Session& m_session;
  ui::ViewHistory& m_history;
  SessionFiles& m_files;
  Autosave m_autosave;
  QuestionBar *m_question, *m_leftOver;
  QString m_path;
  std::optional<ui::SessionFile> m_kept;  ///< what the file says; nothing: there is no file
  quint64 m_keptPosition = 0;             ///< of the history, then
  std::optional<LeftOver> m_restoring;
  bool m_isRestored = false;  ///< from what was left over, and not saved since
};

}  // namespace app
