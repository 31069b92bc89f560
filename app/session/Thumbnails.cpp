// Small pictures of sessions and files for the start page, kept beside the settings.
#include "app/session/Thumbnails.h"

#include <unistd.h>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>

#include "engine/base/Error.h"
#include "ui/look/Theme.h"
#include "ui/session/SessionFile.h"

namespace app {

namespace {

constexpr int kLowPriority = 15;  ///< the window comes first
/// Views have their usual sizes of text in it, and it is made smaller afterwards.
const QString kDrawnSize = QStringLiteral("720x450");

QDir folderOfThumbnails() {
  const QDir settings = QFileInfo(QSettings().fileName()).absoluteDir();
  settings.mkpath(QStringLiteral("thumbnails"));
  return settings.filePath(QStringLiteral("thumbnails"));
}

QString stateOf(const QString& path) {
  const QFileInfo file(path);
  return QStringLiteral("%1 %2 %3\n")
      .arg(file.canonicalFilePath())
      .arg(file.size())
      .arg(file.lastModified().toMSecsSinceEpoch());
}

/// With the files that a session is made of.
QString wholeStateOf(const QString& path) {
  QString state = stateOf(path);
  if (!path.endsWith(QStringLiteral(".headlight"))) return state;
  try {
    for (const auto& source : ui::readSessionFile(path.toStdString()).sources)
      state += stateOf(QString::fromStdString(source.path.string()));
  } catch (const engine::Error&) {  // opening it will say what is wrong
  }
  return state;
}

QString fileOf(const QString& state) {
  const QByteArray name = QCryptographicHash::hash(state.toUtf8(), QCryptographicHash::Sha1).toHex();
  return folderOfThumbnails().filePath(QString::fromLatin1(name) + QStringLiteral(".png"));
}

QString keptFileOf(const QString& path) { return fileOf(wholeStateOf(path)); }

/// Another program, or another theme, draws another picture.
QString drawnFileOf(const QString& path, const QString& program) {
  const bool isDark = ui::ThemeModel::instance().theme().kind == ui::ThemeKind::dark;
  return fileOf(wholeStateOf(path) + stateOf(program) + (isDark ? QStringLiteral("dark") : QStringLiteral("light")));
}

void write(const QImage& picture, const QString& file) {
  const QImage small = picture.scaled(Thumbnails::kSize, Qt::KeepAspectRatio, Qt::SmoothTransformation);
  small.save(file, "PNG");
  const QFileInfoList all = folderOfThumbnails().entryInfoList({QStringLiteral("*.png")}, QDir::Files, QDir::Time);
  for (qsizetype k = Thumbnails::kMostKept; k < all.size(); ++k) QFile::remove(all[k].filePath());
}

}  // namespace

Thumbnails::Thumbnails(QObject* parent) : QObject(parent) {}

Thumbnails::~Thumbnails() {
  if (m_process) m_process->disconnect(this);  // it is ended, and speaks of it
}

QImage Thumbnails::of(const QString& path) const {
  const QImage kept(keptFileOf(path));
  return kept.isNull() ? QImage(drawnFileOf(path, m_program)) : kept;
}

void Thumbnails::keep(const QString& path, const QImage& picture) {
  if (!picture.isNull() && QFileInfo::exists(path)) write(picture, keptFileOf(path));
}

void Thumbnails::draw(const std::vector<SessionPicture>& pictures) {
  m_waiting = pictures;
  if (!m_process && !m_program.isEmpty()) drawNext();
}

void Thumbnails::drawNext() {
  std::erase_if(m_waiting,
                [this](const auto& picture) { return QFileInfo::exists(drawnFileOf(picture.session, m_program)); });
  if (m_waiting.empty()) return m_process.reset();
  const SessionPicture wanted = m_waiting.front();
  m_waiting.erase(m_waiting.begin());
  const QString path = wanted.session, file = drawnFileOf(path, m_program);
  const bool isDark = ui::ThemeModel::instance().theme().kind == ui::ThemeKind::dark;
  QStringList arguments{QStringLiteral("render"),
                        path,
                        QStringLiteral("--quiet"),
                        QStringLiteral("--size"),
                        kDrawnSize,
                        QStringLiteral("--theme"),
                        isDark ? QStringLiteral("dark") : QStringLiteral("light"),
                        QStringLiteral("--out"),
                        file};
  if (!wanted.view.isEmpty()) arguments << QStringLiteral("--view") << wanted.view;
  m_process = std::make_unique<QProcess>();
  m_process->setChildProcessModifier([] { [[maybe_unused]] const int priority = ::nice(kLowPriority); });
  m_process->setStandardOutputFile(QProcess::nullDevice());
  m_process->setStandardErrorFile(QProcess::nullDevice());
  // Both signals come from the process itself, which must not go meanwhile.
  connect(
      m_process.get(), &QProcess::finished, this, [this, path, file] { onDrawn(path, file); }, Qt::QueuedConnection);
  connect(
      m_process.get(), &QProcess::errorOccurred, this,
      [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) drawNext();
      },
      Qt::QueuedConnection);
  m_process->start(m_program, arguments);
}

void Thumbnails::onDrawn(const QString& path, const QString& file) {
  const QImage picture(file);
  if (!picture.isNull()) {
    write(picture, file);
    Q_EMIT drawn(path);
  }
  drawNext();
}

}  // namespace app
