// Lessons in the window: found, opened over the views, left for the workspace.
#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

#include "app/session/Lessons.h"
#include "ui/lessons/LessonPlayer.h"

class QMenu;
class QStackedWidget;

namespace app {

class MainWindow;

class Lessons : public QObject {
  Q_OBJECT

 public:
  /// The page of a lesson stands in `centre`, beside start page and workspace.
  Lessons(MainWindow& window, QStackedWidget& centre);
  /// By its id, or a file. What is wrong becomes a message.
  void open(const QString& idOrPath, const ui::LessonTarget& target = {});
  /// Those there are; read once they are asked for.
  const std::vector<LessonEntry>& all();
  /// Null until a lesson has been opened.
  ui::LessonPlayer* player() const { return m_player; }
  bool isShown() const;
  /// Back to views or start page.
  void leave();
  /// Leaves with the datasets and views of the step.
  void openInWorkspace();
  /// Lessons by level, and what can be done with the one that is open.
  void fillMenu(QMenu& menu);
  /// "3 of 7 steps seen, 2 questions answered"; empty: nothing yet.
  QString progressOf(const QString& id) const;

 private:
  void makePlayer();
  void showPlayer();

  MainWindow& m_window;
  QStackedWidget& m_centre;
  QPointer<ui::LessonPlayer> m_player;
  std::vector<LessonEntry> m_all;
  bool m_areFound = false;
};

}  // namespace app
