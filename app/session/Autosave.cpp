#include "app/session/Autosave.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>
#include <utility>

#include "engine/base/Error.h"
#include "engine/io/FileContent.h"

namespace app {

namespace {

/// Changes of a drag or of a session that is being opened share one copy.
constexpr int kSoonMilliseconds = 400;
/// For changes that nobody tells of.
constexpr int kRegularlyMilliseconds = 60'000;
const QString kSuffix = QStringLiteral(".headlight"), kLockSuffix = QStringLiteral(".lock");

QDir folder() {
  return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/autosave"));
}

QString lockOf(const QString& copy) { return copy.chopped(kSuffix.size()) + kLockSuffix; }

/// For the owner's eyes: sessions name files and what was done with them.
void makeFolder() {
  if (!folder().mkpath(QStringLiteral("."))) engine::fail(folder().path().toStdString(), ": cannot be made");
  QFile::setPermissions(folder().path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

/// What went wrong; empty: nothing.
QString written(const QString& path, const std::string& text) {
  try {
    engine::writeFileWhole(path.toStdString(), text, engine::FileAccess::ownerOnly);
    return {};
  } catch (const engine::Error& error) {
    return QString::fromUtf8(error.what());
  }
}

}  // namespace

std::optional<LeftOver> LeftOver::newest() {
  const QDir place = folder();
  for (const QFileInfo& copy : place.entryInfoList({u'*' + kSuffix}, QDir::Files, QDir::Time))
    if (std::shared_ptr<FileLock> lock = FileLock::take(lockOf(copy.filePath())))
      return LeftOver{copy.filePath(), copy.lastModified(), std::move(lock)};
  return std::nullopt;
}

void LeftOver::remove() const { QFile::remove(path); }

Autosave::Autosave(std::function<ui::SessionFile()> describe, QObject* parent)
    : QObject(parent),
      m_describe(std::move(describe)),
      m_path(folder().filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + kSuffix)) {
  m_soon.setSingleShot(true);
  m_soon.setInterval(kSoonMilliseconds);
  m_regularly.setInterval(kRegularlyMilliseconds);
  connect(&m_soon, &QTimer::timeout, this, &Autosave::write);
  connect(&m_regularly, &QTimer::timeout, this, &Autosave::note);
  m_writer.setMaxThreadCount(1);  // copies land in the order in which they were made
}

Autosave::~Autosave() {
  m_writer.waitForDone();
  QFile::remove(m_path);
}

void Autosave::start() { m_regularly.start(); }

void Autosave::note() {
  if (m_regularly.isActive() && !m_soon.isActive()) m_soon.start();
}

std::optional<std::string> Autosave::changedText() {
  const ui::SessionFile session = m_describe();
  std::string text;
  if (!session.sources.empty() || !session.requests.empty())
    text = ui::sessionText(session, folder().path().toStdString());
  if (text == m_text) return std::nullopt;
  m_text = text;
  if (m_lock) return text;
  try {
    makeFolder();
    m_lock = FileLock::take(lockOf(m_path));
  } catch (const engine::Error&) {  // writing will say so
  }
  return text;
}

void Autosave::write() {
  // Without a change too: it has landed when what was to be written before has.
  m_writer.start([this, text = changedText(), path = m_path] {
    QString error;
    if (text && text->empty()) QFile::remove(path);
    if (text && !text->empty()) error = written(path, *text);
    QMetaObject::invokeMethod(
        this, [this, error] { onWritten(error); }, Qt::QueuedConnection);
  });
}

void Autosave::save() {
  m_soon.stop();
  write();
  m_writer.waitForDone();
}

void Autosave::onWritten(const QString& error) {
  if (error.isEmpty()) {
    m_hasFailed = false;
    Q_EMIT landed();
    return;
  }
  m_text.clear();  // the next attempt writes it again
  if (!std::exchange(m_hasFailed, true)) Q_EMIT failed(error);
}

}  // namespace app
