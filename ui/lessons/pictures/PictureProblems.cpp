#include "ui/lessons/pictures/PictureProblems.h"

#include <algorithm>
#include <set>

#include "ui/lessons/pictures/OffscreenPicture.h"

namespace ui {

namespace {

/// Whether all that the picture and its marks name is there; what is not is told where names are looked up.
bool isComputed(const engine::LessonPicture& picture, const engine::StepValues& values) {
  try {
    std::set<std::string> names(picture.of.begin(), picture.of.end());
    for (const engine::LessonExpression& mark : picture.marks) names.insert(mark.names().begin(), mark.names().end());
    return std::all_of(names.begin(), names.end(),
                       [&](const std::string& name) { return values.find(name) != nullptr; });
  } catch (const engine::Error&) {
    return false;
  }
}

std::string refusalOf(const engine::LessonPicture& picture, const StepValuesPtr& values) {
  try {
    const std::string refusal = OffscreenPicture(picture, values).failure().toStdString();
    const bool isNamed = refusal.empty() || refusal.starts_with("picture ");
    return isNamed ? refusal : "picture " + picture.kind + ": " + refusal;
  } catch (const engine::Error& error) {
    return error.what();
  }
}

}  // namespace

std::vector<engine::LessonProblem> pictureProblems(engine::LessonRun& run, const engine::StepState& state) {
  engine::LessonProblems problems;
  for (std::size_t step = 0; step < run.steps().size(); ++step) {
    const StepValuesPtr values = run.valuesOnDemand(static_cast<int>(step), state);
    for (const engine::LessonPicture& picture : run.steps()[step].pictures) {
      if (!isComputed(picture, *values)) continue;
      if (const std::string refusal = refusalOf(picture, values); !refusal.empty())
        problems.error(picture.place, refusal);
    }
  }
  return problems.sorted();
}

}  // namespace ui
