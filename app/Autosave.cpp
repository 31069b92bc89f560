#include "app/Autosave.h"

#include <signal.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <cerrno>

#include "engine/base/Error.h"

namespace app {

namespace {

constexpr int kIntervalMilliseconds = 60'000;
const QString kSuffix = QStringLiteral(".headlight");

QDir folder() {
  return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/autosave"));
}

/// Files are named after the process that writes them.
bool isRunning(const QString& path) {
  bool isNumber = false;
  const auto process = static_cast<pid_t>(QFileInfo(path).completeBaseName().toInt(&isNumber));
  if (!isNumber || process <= 0) return false;
  return kill(process, 0) == 0 || errno == EPERM;
}

QStringList abandoned() {
  QStringList paths;
  const QDir place = folder();
  for (const QString& name : place.entryList({u'*' + kSuffix}, QDir::Files, QDir::Time))
    if (!isRunning(place.filePath(name))) paths << place.filePath(name);
  return paths;
}

}  // namespace

Autosave::Autosave(std::function<ui::SessionFile()> describe, QObject* parent)
    : QObject(parent), m_describe(std::move(describe)), m_path(folder().filePath(QString::number(getpid()) + kSuffix)) {
  connect(&m_timer, &QTimer::timeout, this, &Autosave::save);
  m_timer.start(kIntervalMilliseconds);
}

Autosave::~Autosave() { QFile::remove(m_path); }

QString Autosave::leftOver() {
  const QStringList paths = abandoned();
  return paths.isEmpty() ? QString() : paths.front();
}

void Autosave::discardLeftOver() {
  for (const QString& path : abandoned()) QFile::remove(path);
}

void Autosave::save() {
  const ui::SessionFile session = m_describe();
  if (session.sources.empty() && session.requests.empty()) {
    QFile::remove(m_path);
    return;
  }
  try {
    if (!folder().mkpath(QStringLiteral("."))) engine::fail(folder().path().toStdString(), ": cannot be made");
    ui::writeSessionFile(session, m_path.toStdString());
    m_hasFailed = false;
  } catch (const engine::Error& error) {
    if (!m_hasFailed) Q_EMIT failed(QString::fromUtf8(error.what()));
    m_hasFailed = true;
  }
}

}  // namespace app
