// What the program remembers between runs. The only place that knows QSettings.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

namespace app {

enum class ThemeChoice { light, dark, system };

class Settings {
 public:
  ThemeChoice theme() const;
  void setTheme(ThemeChoice choice);

  /// As in Session::chooseDevice; "auto" until the user has chosen.
  QString device() const;
  void setDevice(const QString& choice);

  QByteArray windowGeometry() const;
  QByteArray windowState() const;
  /// As the inspector's split().
  QByteArray inspectorSplit() const;
  void setWindow(const QByteArray& geometry, const QByteArray& state, const QByteArray& inspectorSplit);

  /// Arrangements of views that the user has named, by name.
  QStringList workspaces() const;
  QJsonObject workspace(const QString& name) const;
  void saveWorkspace(const QString& name, const QJsonObject& arrangement);
  void removeWorkspace(const QString& name);

  /// Lessons show all of a step at once.
  bool isLessonRead() const;
  void setLessonRead(bool isRead);
  /// Of lessons, "de"; empty until one has been chosen.
  QString lessonLanguage() const;
  void setLessonLanguage(const QString& language);

  /// What was chosen for the last figure, as toJson(ui::FigureOptions); empty until there is one.
  QJsonObject figure() const;
  void setFigure(const QJsonObject& options);

  /// Newest first, only files that still exist; of servers all.
  QStringList recentFiles() const;
  void addRecentFile(const QString& path);
  void clearRecentFiles();
  /// Of servers, newest first.
  QStringList remoteFolders() const;
  void addRemoteFolder(const QString& address);
};

/// Gives the program the colours that the user has chosen.
void applyTheme();

}  // namespace app
