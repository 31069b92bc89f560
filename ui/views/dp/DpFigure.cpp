#include "ui/views/dp/DpFigure.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/dp/DpReadout.h"
#include "ui/views/maps/CellsInSight.h"

namespace ui {

using engine::Index;

namespace {

/// "V1", "L2", ...
std::vector<std::string> columnLabels(const std::string& letters, Index count) {
  std::vector<std::string> texts;
  for (Index k = 0; k < count; ++k)
    texts.push_back(letters.substr(std::min(static_cast<size_t>(k), letters.size()), 1) + std::to_string(k + 1));
  return texts;
}

NumberTable tableOf(const engine::AlignmentPath& path, const engine::DpMatrices& posteriors) {
  NumberTable table{"path", "step", "", {}, {"query column", "template column", "bits", "posterior"}, {}};
  table.values = engine::Array<float>({static_cast<Index>(path.steps.size()), 4}, 0.0F, "path");
  for (size_t k = 0; k < path.steps.size(); ++k) {
    const engine::PathStep& step = path.steps[k];
    const auto row = static_cast<Index>(k);
    table.rowLabels.push_back(std::to_string(k + 1) + ' ' + std::string(engine::stateName(step.state)));
    table.values(row, 0) = static_cast<float>(step.i + 1);
    table.values(row, 1) = static_cast<float>(step.j + 1);
    table.values(row, 2) = static_cast<float>(step.score);
    const double posterior = stepPosterior(step, posteriors);
    table.values(row, 3) = posterior < 0 ? std::nanf("") : static_cast<float>(posterior);
  }
  return table;
}

}  // namespace

std::vector<NumberTable> numbersOf(const DpPicture& picture) {
  std::vector<NumberTable> tables;
  for (size_t k = 0; k < picture.planes().size(); ++k) {
    const DpPlane& plane = picture.planes()[k];
    if (!plane.values || !picture.isLarge(static_cast<int>(k))) continue;
    const std::string name = std::string(engine::stateName(plane.state)) + ' ' + kindName(plane.kind).toStdString();
    tables.push_back({name, "query column", "template column", columnLabels(picture.rowLetters(), picture.numRows()),
                      columnLabels(picture.columnLetters(), picture.numColumns()), *plane.values});
  }
  if (const engine::AlignmentPath* path = picture.path())
    tables.push_back(tableOf(*path, picture.alignment()->posterior));
  return tables;
}

QString lessonExpressionOf(const DpPicture& picture, DpCell cell) {
  const int main = picture.options().mainPlane;
  if (!picture.contains(cell) || main < 0 || main >= picture.numPlanes()) return {};
  const DpPlane& plane = engine::nth(picture.planes(), main);
  if (plane.kind != engine::DpKind::viterbi) return {};
  const auto name = engine::stateName(plane.state);
  return QStringLiteral("%1[%2,%3]").arg(QString::fromStdString(std::string(name))).arg(cell.i + 1).arg(cell.j + 1);
}

QString captionOf(const DpPicture& picture, const QString& title) {
  if (picture.planes().empty()) return {};
  const DpOptions& options = picture.options();
  const QString states = options.arrangement == PlaneArrangement::sideBySide
                             ? QStringLiteral("all pair states")
                             : stateText(engine::nth(picture.planes(), options.mainPlane).state);
  QString text =
      QStringLiteral("Dynamic programming of %1, %2: %3.").arg(title, states, scaleCaption(options, options.kind));
  if (options.arrangement == PlaneArrangement::lanes)
    text =
        QStringLiteral("One cell of the vectorised Viterbi recursion of %1, eight templates side by side.").arg(title);
  if (picture.isPosteriorBeside()) text += QStringLiteral(" Beside it the posterior probability of the same state.");
  if (options.isPathShown && !picture.paths().empty()) {
    const PathChoice& chosen = engine::nth(picture.paths(), options.path);
    text += QStringLiteral(" Line: %1.").arg(pathChoiceText(chosen, picture.paths().front()).toLower());
  }
  return text;
}

QString knobsCaption(const engine::AlignmentKnobs& knobs, const engine::AlignmentKnobs& standard) {
  if (knobs.shift == standard.shift && knobs.gapOpening == 1 && knobs.correlation == standard.correlation &&
      knobs.structureWeight == standard.structureWeight)
    return {};
  return QStringLiteral(
             " Score offset %1 bit, gap opening × %2, structure weight %3, correlation weight %4; pale "
             "line: the path before.")
      .arg(knobs.shift)
      .arg(knobs.gapOpening)
      .arg(knobs.structureWeight)
      .arg(knobs.correlation);
}

QString fillingCaption(const DpStepper& stepper) {
  return QStringLiteral(" Filled: %1 of %2 cells.")
      .arg(std::min(stepper.position(), stepper.numCells()))
      .arg(stepper.numCells());
}

QString sightSentence(const DpPicture& picture, const DpLayout& layout) {
  const auto plane = static_cast<size_t>(picture.options().mainPlane);
  if (plane >= layout.panels.size() || !layout.lanes.isEmpty()) return {};
  MapFrame frame;
  frame.panel = layout.panels[plane];
  frame.viewport = layout.viewports[plane];
  frame.rows = picture.numRows();
  frame.columns = picture.numColumns();
  return sightSentence(frame);
}

}  // namespace ui
