// Lessons in the window: found, opened over the views, left for the workspace.
#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

#include "app/session/Lessons.h"
#include "ui/lessons/LessonPlayer.h"
#include "ui/lessons/handout/HandoutPrinter.h"
#include "ui/lessons/pictures/LessonCovers.h"

class QMenu;
class QStackedWidget;

namespace ui {
class LessonGallery;
}

namespace app {

class MainWindow;

class Lessons : public QObject {
  Q_OBJECT

 public:
  /// The page of a lesson stands in `centre`, beside start page and workspace.
  Lessons(MainWindow& window, QStackedWidget& centre);
  /// By its id, or a file. What is wrong becomes a message.
  void open(const QString& idOrPath, const ui::LessonTarget& target = {});
  /// Those there were when they were last looked for; the first call looks.
  const std::vector<LessonEntry>& all();
  /// Null until a lesson has been opened.
  ui::LessonPlayer* player() const { return m_player; }
  bool isShown() const;
  /// All lessons as cards; what was done in them is read anew.
  void showGallery();
  /// Null until it has been asked for.
  ui::LessonGallery* gallery() const { return m_gallery; }
  const ui::LessonCovers& covers() const { return m_covers; }
  /// From a lesson to the cards, if it was opened from there; else to views or start page.
  void leave();
  /// Leaves with the datasets and views of the step.
  void openInWorkspace();
  /// The handout of the lesson that is open, into a file; a message tells the end.
  void printHandout(const QString& path, bool hasNotes);
  bool isPrinting() const { return m_printer.isBusy(); }
  /// Lessons by level, and what can be done with the one that is open.
  void fillMenu(QMenu& menu);

 private:
  void makePlayer();
  void makeGallery();
  void fillGallery();
  bool isGalleryShown() const;
  void showPlayer();
  /// Views, or the start page where there are none.
  void leaveAll();
  void askForHandout(bool hasNotes);

  MainWindow& m_window;
  QStackedWidget& m_centre;
  QPointer<ui::LessonPlayer> m_player;
  ui::LessonGallery* m_gallery = nullptr;  ///< the page of `centre`
  ui::LessonCovers m_covers;
  ui::HandoutPrinter m_printer;
  bool m_isFromGallery = false;  ///< the lesson that is open
  std::vector<LessonEntry> m_all;
  bool m_areFound = false;
};

}  // namespace app
