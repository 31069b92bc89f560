#include "ui/lessons/LessonFiles.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <utility>

#include "engine/base/Error.h"

namespace ui {

namespace {

constexpr int kSoonMilliseconds = 200;

}  // namespace

LessonFiles::LessonFiles(QObject* parent) : QObject(parent) {
  m_soon.setSingleShot(true);
  m_soon.setInterval(kSoonMilliseconds);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_soon, qOverload<>(&QTimer::start));
  // Editors that write a new file in the place of the old one.
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_soon, qOverload<>(&QTimer::start));
  connect(&m_soon, &QTimer::timeout, this, &LessonFiles::look);
}

void LessonFiles::watch(Read read) {
  m_read = std::move(read);
  watchAll();
}

void LessonFiles::watchAll() {
  QStringList wanted;
  for (const QString& file : m_read.texts + m_read.others)
    for (const QString& path : {file, QFileInfo(file).path()})
      if (!wanted.contains(path) && QFileInfo::exists(path)) wanted << path;
  const QStringList watched = m_watcher.files() + m_watcher.directories();
  for (const QString& path : watched)
    if (!wanted.contains(path)) m_watcher.removePath(path);
  for (const QString& path : wanted)
    if (!watched.contains(path)) m_watcher.addPath(path);
}

void LessonFiles::look() {
  watchAll();  // a file that was written in the place of another is not watched yet
  try {
    if (contentOf(m_read.texts) != m_read.content || stateOf(m_read.others) != m_read.state) Q_EMIT changed();
  } catch (const engine::Error&) {  // it is being written
  }
}

QByteArray LessonFiles::contentOf(const QStringList& files) {
  QByteArray content;
  for (const QString& name : files) {
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) engine::fail(name.toStdString(), ": ", file.errorString().toStdString());
    content += file.readAll();
  }
  return content;
}

QByteArray LessonFiles::stateOf(const QStringList& files) {
  QByteArray state;
  for (const QString& path : files) {
    const QFileInfo info(path);
    state += path.toUtf8() + ' ' + QByteArray::number(info.lastModified().toMSecsSinceEpoch()) + ' ' +
             QByteArray::number(info.size()) + '\n';
  }
  return state;
}

}  // namespace ui
