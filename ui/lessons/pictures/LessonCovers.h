// A small picture of a lesson for its card: the first teaching picture that gives no answer away, or else
// the first view.
#pragma once

#include <QDateTime>
#include <QHash>
#include <QImage>
#include <QObject>
#include <QStringList>
#include <memory>

#include "ui/session/JobQueue.h"

class QTimer;

namespace ui {

class OffscreenPicture;

/// Lessons are read and computed in jobs, one after the other, with their controls as the file says. Pictures are kept
/// for each theme as long as the program runs and the file stays as it is.
class LessonCovers : public QObject {
  Q_OBJECT

 public:
  static constexpr QSize kSize{480, 300};  ///< of a picture, in pixels

  /// `samples`: the folder of `sample NAME`.
  explicit LessonCovers(QString samples, QObject* parent = nullptr);
  ~LessonCovers() override;
  /// In the colours of the theme in use; null: not drawn yet, or there is none to draw.
  QImage of(const QString& lesson) const;
  /// These files in this order, those that are not drawn yet; what was wanted before is forgotten.
  void want(const QStringList& lessons);
  bool isBusy() const { return !m_current.isEmpty(); }

 Q_SIGNALS:
  void drawn(const QString& lesson);

 private:
  struct Kept {
    QDateTime written;
    QImage picture;
  };
  static QString keyOf(const QString& lesson);
  bool isKept(const QString& lesson) const;
  void next();
  void drawWhenReady();
  void keep(const QImage& picture);

  QString m_samples, m_current;
  QStringList m_waiting;
  JobQueue m_jobs;
  QHash<QString, Kept> m_kept;  ///< by file and theme
  std::unique_ptr<OffscreenPicture> m_picture;
  QTimer* m_poll;
};

}  // namespace ui
