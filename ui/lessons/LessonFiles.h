// The files of a lesson and what it reads besides, watched while it is written.
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace ui {

class LessonFiles : public QObject {
  Q_OBJECT

 public:
  /// As a lesson was read: by this it is told whether something has changed since.
  struct Read {
    QStringList texts;        ///< the lesson's file, and that of its translation, if it is in one
    QByteArray content;       ///< of these, see contentOf()
    QStringList others = {};  ///< data, stored results (folders), images; they need not be there
    QByteArray state = {};    ///< of those, see stateOf()
  };
  explicit LessonFiles(QObject* parent);
  /// From now on these, instead of those before.
  void watch(Read read);
  /// Looks at once: what happens by itself a moment after something was saved.
  void look();
  /// One behind the other. Throws engine::Error when one cannot be read.
  static QByteArray contentOf(const QStringList& files);
  /// When files were written and how large they are.
  static QByteArray stateOf(const QStringList& files);

 Q_SIGNALS:
  void changed();

 private:
  void watchAll();

  Read m_read;
  QFileSystemWatcher m_watcher;
  QTimer m_soon;
};

}  // namespace ui
