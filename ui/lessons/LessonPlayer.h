// Plays a lesson: its steps, keys, what was done in it, its file while it is written.
#pragma once

#include <QKeyEvent>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "ui/lessons/LessonFiles.h"
#include "ui/lessons/LessonProgress.h"
#include "ui/lessons/LessonRunner.h"
#include "ui/lessons/SpeakerWindow.h"
#include "ui/session/SessionFile.h"

class QLabel;
class QSpinBox;
class QStackedWidget;

namespace ui {

class LanguageButton;
struct OpenedLesson;
class ProblemList;
class StepPreparer;
class StepDots;
class StepPage;
class BlankScreen;

/// Where a lesson is opened.
struct LessonTarget {
  QString step;                                 ///< slug or number from 1; empty: the first
  std::map<std::string, std::string> settings;  ///< controls as text: "T" -> "0.5"
  bool isReset = false;                         ///< forget what was done in it
  bool areAnswersShown = false;
  bool isRunHere = false;                              ///< runs of the step that have stored results are run
  std::map<std::string, engine::DatasetPtr> own = {};  ///< data in the place of samples, by name
  QString language = {};                               ///< "de"; empty: as the player is set to
};

class LessonPlayer : public QWidget {
  Q_OBJECT

 public:
  /// `samples`: the folder of `sample NAME`; `progress`: the file of what was done.
  LessonPlayer(QString samples, const QString& progress, QWidget* parent = nullptr);
  ~LessonPlayer() override;

  /// Reads the file in a job; opened() or failed() tells the end.
  void open(const QString& path, const LessonTarget& target = {});
  /// Null until a lesson is open.
  const engine::Lesson* lesson() const;
  int step() const { return m_step; }
  StepPage* page() const;
  void goTo(int step);
  /// Next beat, or else the next step; the other way round.
  void next();
  void back();
  void resetStep();
  void resetLesson();
  void toggleSpeaker();
  BlankScreen& blank() { return *m_blank; }
  /// All of a step is seen at once, instead of beat by beat; readingChanged is called when it is another.
  void setReading(bool isReading);
  std::function<void(bool isReading)> readingChanged;
  /// Lessons are in the first of these languages that they have, else as they were written; languageChosen is called
  /// when somebody chooses one in the lesson. Translations lie beside it or in `wordsFolders`.
  QStringList languages, wordsFolders;
  std::function<void(const QString& language)> languageChosen;
  /// Steps and what was done in them stay.
  void chooseLanguage(const QString& language);
  /// Asked for the datasets that could stand in the place of samples.
  std::function<std::vector<engine::DatasetPtr>()> ownData;
  /// Nothing is on its way: neither the file nor values.
  bool isAtRest() const;
  /// Datasets and views of the step, for the workspace.
  std::vector<engine::DatasetPtr> datasets() const;
  std::vector<ViewRequest> viewRequests() const;
  /// Head and dots around the page.
  void setFrame(bool isShown);
  LessonProgress& progress() { return m_progress; }
  SpeakerWindow* speaker() const { return m_speaker; }

 Q_SIGNALS:
  void opened();
  /// Values of the step have been painted.
  void shown(int step);
  void failed(const QString& text);
  void leaveWanted();
  void workspaceWanted();
  /// Another lesson, by its id.
  void lessonWanted(const QString& lesson, const QString& step);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeHead();
  void load(const LessonTarget& target, bool isAgain);
  void adopt(OpenedLesson opened, const LessonTarget& target, bool isAgain);
  /// What was done before, and what a link sets in the step that it opens.
  void restoreMemories(const LessonTarget& target);
  StepPage* makePage(int step);
  void ask();
  void showStep();
  void showSpeaker();
  /// Puts the live numbers into the notes.
  void tellNotes();
  /// A link: an empty id is this lesson.
  void follow(const QString& id, const QString& slug);
  void tell(const QString& text);
  void beginGoTo();
  bool onKey(QKeyEvent* event);
  bool onLetter(int key, Qt::KeyboardModifiers modifiers);
  void letGo();
  StepMemory& memory(int step);

  QString m_samples, m_path;
  JobQueue m_jobs;
  LessonProgress m_progress;
  std::unique_ptr<LessonRunner> m_runner;
  std::unique_ptr<StepPreparer> m_preparer;
  std::map<std::string, std::unique_ptr<StepMemory>> m_memories;  ///< by slug
  std::vector<StepPage*> m_pages;                                 ///< null: not made yet
  int m_step = 0;
  bool m_isLoading = false, m_isReading = false;
  QWidget* m_head;
  BlankScreen* m_blank;
  QLabel *m_title, *m_place, *m_message;
  QSpinBox* m_goTo;
  LanguageButton* m_language;
  QStackedWidget* m_stack;
  ProblemList* m_problems;
  StepDots* m_dots;
  QPointer<SpeakerWindow> m_speaker;
  LessonFiles m_files;
};

}  // namespace ui
