// Lessons on the command line: where one is opened, and one step of it as a picture.
#pragma once

#include <QSize>
#include <memory>
#include <vector>

#include "app/shell/Command.h"
#include "ui/lessons/LessonPlayer.h"

class QApplication;

namespace app {

struct ApplicationArguments;

/// Qt with widgets and fonts, without a display.
class QtWithoutDisplay {
 public:
  QtWithoutDisplay();
  ~QtWithoutDisplay();

 private:
  std::unique_ptr<ApplicationArguments> m_arguments;  ///< as long as the application lives
  std::unique_ptr<QApplication> m_application;
};

/// --step, --set: where a lesson is opened.
std::vector<Option> lessonOptions();
/// What these, --reset and --answers say. Throws UsageError.
ui::LessonTarget lessonTarget(const Invocation& invocation);
/// The file of "softmax", "lesson:softmax" or of a path; "#slug" behind it goes into the target. Throws Error when
/// there is none.
QString lessonFileOf(std::string word, ui::LessonTarget& target);

/// "de" of --language; empty: as the lesson was written. Throws Error when the lesson at `path` has no such
/// translation.
std::string languageOf(const Invocation& invocation, const QString& path);

/// Whether one step of a lesson is to be drawn.
bool isLessonPicture(const Invocation& invocation);
/// Throws UsageError.
void checkLessonPicture(const Invocation& invocation);
/// Draws it. Needs a QApplication. Throws Error.
int renderLesson(const Invocation& invocation, QSize size);

/// Writes the handout of a lesson (--print). Makes a QApplication. Throws UsageError, Error.
int printHandout(const Invocation& invocation);

}  // namespace app
