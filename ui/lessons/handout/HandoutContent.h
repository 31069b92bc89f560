// What stands on a handout, computed: away from the window, no widgets.
#pragma once

#include <QString>
#include <QStringList>
#include <filesystem>
#include <memory>
#include <vector>

#include "ui/lessons/StepReading.h"
#include "ui/lessons/text/LessonMarkdown.h"

namespace ui {

/// Markdown with the texts of its live numbers: "?" where an answer is covered.
struct HandoutText {
  LessonMarkdown markdown;
  std::vector<QString> numbers;
};

/// In the order of the file; what stands right of the text or below it is apart.
struct HandoutPart {
  enum class Kind { prose, heading, question, goal, more };
  Kind kind = Kind::prose;
  HandoutText text;
  std::vector<HandoutText> choices = {};  ///< of a question: options, or items to be put in order
  int numLines = 0;                       ///< to write on
  QString unit = {};                      ///< behind the line
};

struct HandoutAnswer {
  HandoutText question, answer, because;
};

struct HandoutStep {
  QString title;
  std::vector<HandoutPart> parts;
  std::vector<engine::LessonPicture> pictures;
  QStringList controls;  ///< "T, temperature: 0.1 to 10, here 1"
  std::vector<engine::LessonFormula> formulas;
  std::vector<engine::LessonAlgorithm> algorithms;
  HandoutText notes;
  std::vector<HandoutAnswer> answers;
  StepValuesPtr values;  ///< no question is answered
};

/// As engine::readLessonIn takes it.
struct HandoutLanguage {
  std::vector<std::string> wanted = {};
  std::vector<std::filesystem::path> folders = {};
};

struct HandoutContent {
  std::shared_ptr<const engine::Lesson> lesson;
  std::vector<HandoutStep> steps;
  QStringList data;        ///< files that it reads: "1ldm_A.pdb.gz (sample)"
  QStringList operations;  ///< that it runs: "attention dot"
};

/// Reads the lesson and computes all its steps with their controls as the file says. `samples`: the folder of
/// `sample NAME`. Throws engine::Error for a lesson with errors, with the first of them; Cancelled.
HandoutContent readHandout(const QString& path, const QString& samples, const HandoutLanguage& language,
                           engine::Progress& progress);

}  // namespace ui
