// A copy of the session soon after each change, taken away at the end; what is left of a run that did not end properly
// is offered.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/FileLock.h"
#include "ui/session/SessionFile.h"

namespace app {

/// The copy of a run that is no longer there. As long as this object lives nobody else is offered it.
struct LeftOver {
  QString path;
  QDateTime time;  ///< when it was written
  std::shared_ptr<FileLock> lock;

  /// The newest of them; nothing when there is none.
  static std::optional<LeftOver> newest();
  /// Takes the copy away.
  void remove() const;
};

class Autosave : public QObject {
  Q_OBJECT

 public:
  /// `describe` gives the session as it is now. Nothing is written before start() or save().
  Autosave(std::function<ui::SessionFile()> describe, QObject* parent);
  ~Autosave() override;  ///< takes this run's copy away

  /// From now on a copy is written soon after each note().
  void start();
  /// The session may have changed. Costs nothing: describing and writing come a little later, for all changes till
  /// then.
  void note();
  /// Writes the copy now, or takes it away when nothing is loaded.
  void save();
  QString path() const { return m_path; }

 Q_SIGNALS:
  /// The copy on disk is the session as it was a moment ago.
  void landed();
  /// Of the first failure in a row.
  void failed(const QString& text);

 private:
  /// What is to be written (empty: no copy); nothing when that has been written already.
  std::optional<std::string> changedText();
  void write();
  void onWritten(const QString& error);

  std::function<ui::SessionFile()> m_describe;
  QString m_path;
  std::unique_ptr<FileLock> m_lock;  ///< says that the copy has an owner
  QTimer m_soon, m_regularly;
  std::string m_text;  ///< that was written last
  QThreadPool m_writer;
  bool m_hasFailed = false;
};

}  // namespace app
