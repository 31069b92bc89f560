// What the program remembers between runs. The only place that knows QSettings.
#include "app/session/Settings.h"

#include <QApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSettings>

#include "engine/remote/RemoteAddress.h"
#include "ui/look/Theme.h"

namespace app {

namespace {

constexpr int kMaxRecentFiles = 12;
/// Counts up when docks are renamed or moved in the code: an older arrangement is then not restored.
constexpr int kWindowVersion = 2;

const QString kTheme = QStringLiteral("look/theme");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kState = QStringLiteral("window/state");
const QString kInspectorSplit = QStringLiteral("window/inspectorSplit");
const QString kVersion = QStringLiteral("window/version");
const QString kDevice = QStringLiteral("compute/device");
const QString kWorkspaces = QStringLiteral("window/workspaces");
const QString kFigure = QStringLiteral("figure/options");
const QString kIsLessonRead = QStringLiteral("lessons/reading");
const QString kLessonLanguage = QStringLiteral("lessons/language");
const QString kRecent = QStringLiteral("files/recent");
const QString kRemoteFolders = QStringLiteral("files/remoteFolders");

/// Puts one first, where it may have been already.
void prependTo(const QString& key, const QString& newest) {
  QStringList all = QSettings().value(key).toStringList();
  all.removeAll(newest);
  all.prepend(newest);
  while (all.size() > kMaxRecentFiles) all.removeLast();
  QSettings().setValue(key, all);
}

}  // namespace

ThemeChoice Settings::theme() const {
  const QString name = QSettings().value(kTheme).toString();
  if (name == QStringLiteral("light")) return ThemeChoice::light;
  if (name == QStringLiteral("dark")) return ThemeChoice::dark;
  return ThemeChoice::system;
}

void Settings::setTheme(ThemeChoice choice) {
  QSettings().setValue(kTheme, choice == ThemeChoice::light  ? QStringLiteral("light")
                               : choice == ThemeChoice::dark ? QStringLiteral("dark")
                                                             : QStringLiteral("system"));
}

QString Settings::device() const { return QSettings().value(kDevice, QStringLiteral("auto")).toString(); }

void Settings::setDevice(const QString& choice) { QSettings().setValue(kDevice, choice); }

QByteArray Settings::windowGeometry() const { return QSettings().value(kGeometry).toByteArray(); }

QByteArray Settings::windowState() const {
  const QSettings settings;
  return settings.value(kVersion).toInt() == kWindowVersion ? settings.value(kState).toByteArray() : QByteArray();
}

QByteArray Settings::inspectorSplit() const { return QSettings().value(kInspectorSplit).toByteArray(); }

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state, const QByteArray& inspectorSplit) {
  QSettings settings;
  settings.setValue(kGeometry, geometry);
  settings.setValue(kState, state);
  settings.setValue(kInspectorSplit, inspectorSplit);
  settings.setValue(kVersion, kWindowVersion);
}

QStringList Settings::workspaces() const { return QSettings().value(kWorkspaces).toMap().keys(); }

QJsonObject Settings::workspace(const QString& name) const {
  return QJsonDocument::fromJson(QSettings().value(kWorkspaces).toMap().value(name).toByteArray()).object();
}

void Settings::saveWorkspace(const QString& name, const QJsonObject& arrangement) {
  QVariantMap all = QSettings().value(kWorkspaces).toMap();
  all[name] = QJsonDocument(arrangement).toJson(QJsonDocument::Compact);
  QSettings().setValue(kWorkspaces, all);
}

void Settings::removeWorkspace(const QString& name) {
  QVariantMap all = QSettings().value(kWorkspaces).toMap();
  all.remove(name);
  QSettings().setValue(kWorkspaces, all);
}

bool Settings::isLessonRead() const { return QSettings().value(kIsLessonRead, false).toBool(); }

void Settings::setLessonRead(bool isRead) { QSettings().setValue(kIsLessonRead, isRead); }

QString Settings::lessonLanguage() const { return QSettings().value(kLessonLanguage).toString(); }

void Settings::setLessonLanguage(const QString& language) { QSettings().setValue(kLessonLanguage, language); }

QJsonObject Settings::figure() const {
  return QJsonDocument::fromJson(QSettings().value(kFigure).toByteArray()).object();
}

void Settings::setFigure(const QJsonObject& options) {
  QSettings().setValue(kFigure, QJsonDocument(options).toJson(QJsonDocument::Compact));
}

QStringList Settings::recentFiles() const {
  QStringList existing;
  for (const QString& path : QSettings().value(kRecent).toStringList()) {
    if (engine::isRemote(path.toStdString()) || QFileInfo::exists(path)) existing << path;
  }
  return existing;
}

void Settings::addRecentFile(const QString& path) {
  prependTo(kRecent, engine::isRemote(path.toStdString()) ? path : QFileInfo(path).absoluteFilePath());
}

void Settings::clearRecentFiles() { QSettings().remove(kRecent); }

QStringList Settings::remoteFolders() const { return QSettings().value(kRemoteFolders).toStringList(); }

void Settings::addRemoteFolder(const QString& address) { prependTo(kRemoteFolders, address); }

void applyTheme() {
  const ThemeChoice choice = Settings().theme();
  const ui::ThemeKind kind = choice == ThemeChoice::light  ? ui::ThemeKind::light
                             : choice == ThemeChoice::dark ? ui::ThemeKind::dark
                                                           : ui::systemThemeKind(*qApp);
  ui::ThemeModel::instance().setKind(kind);
  ui::ThemeModel::instance().applyTo(*qApp);
}

}  // namespace app
