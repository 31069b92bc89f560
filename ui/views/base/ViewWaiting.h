// What a view waits for. Its picture stays, dimmed when it is about to be replaced; what fails becomes one line below
// it.
#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

#include "ui/session/JobQueue.h"

class QPainter;
class QSize;

namespace ui {

class FailureLine;
class View;

class ViewWaiting : public QObject {
  Q_OBJECT

 public:
  /// picture: what is shown is old until the job has ended. addition: it is right, and something will join it.
  enum class For { picture, addition };

  explicit ViewWaiting(View& view);
  /// Of the view that `part` is, or is a part of; null when it is of none.
  static ViewWaiting* of(const QObject* part);
  void add(Job* job, For what);
  /// Of all jobs that have taken longer than a moment, 0..1; -1 when there are none.
  double progress() const;
  /// Dims the picture while it is old.
  void paint(QPainter& painter, QSize size) const;
  bool isPictureOld() const;
  /// One line below the picture, and a message. `what` names the attempt.
  void tellFailure(const QString& title, const QString& error, const QString& what);
  /// The same attempt has succeeded: its line goes.
  void forgetFailure(const QString& what);
  /// Null until something has failed; hidden again when it has been repeated with success.
  FailureLine* failureLine() const { return m_line; }

 Q_SIGNALS:
  void changed();

 private:
  struct Wait {
    QPointer<Job> job;
    For what = For::picture;
    bool isLong = false;  ///< longer than a moment: shorter ones would only flicker
  };
  void onEnded(const Job& job);
  void announce();

  View& m_view;
  std::vector<Wait> m_waits;
  FailureLine* m_line = nullptr;
  QString m_failed;
};

/// Makes the view that `part` is, or is a part of, wait for a job that was just started for it. Returns the job.
Job* waitFor(const QObject* part, Job* job, ViewWaiting::For what = ViewWaiting::For::picture);

}  // namespace ui
