// The way from a view, a head or an operation to the step of a lesson that explains it.
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"

class QMenu;

namespace ui {
class View;
}

namespace app {

class MainWindow;

struct LessonLink {
  QString path, slug, lesson, step;  ///< file, then titles
  /// "The best path: A cell".
  QString text() const;
};

/// The steps that explain any of these, in the order of the lessons; see LessonExplains for what they are called.
std::vector<LessonLink> lessonsOn(MainWindow& window, const std::vector<std::string>& subjects);
/// What computed the dataset; empty: it was loaded.
std::vector<std::string> subjectsOf(const engine::Dataset& dataset);
/// The view, what computed what it shows, and the label of the head on show where a table of heads is open.
std::vector<std::string> subjectsOf(const ui::View& view);
/// An entry per step, behind a separator; nothing where no lesson explains any of these.
void addLessonsOn(QMenu& menu, MainWindow& window, const std::vector<std::string>& subjects);

}  // namespace app
