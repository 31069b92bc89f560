#include "ui/views/dp/paths/PathChoice.h"

#include <algorithm>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"

namespace ui {

namespace {

QString bits(double value) { return decimalText(value, 2); }

double totalOf(const PathChoice& choice) { return choice.scores ? choice.scores->total : choice.path->score; }

QString nameOf(const PathChoice& choice) {
  switch (choice.group) {
    case PathGroup::best:
      return QObject::tr("Best");
    case PathGroup::alternative:
      return QObject::tr("Alternative %1").arg(choice.number);
    case PathGroup::coOptimal:
      return QObject::tr("Co-optimal %1").arg(choice.number);
    case PathGroup::sampled:
      return QObject::tr("Sampled %1").arg(choice.number);
  }
  return {};
}

CellPoint middleOf(const engine::PathStep& step) {
  return {static_cast<double>(step.i) + 0.5, static_cast<double>(step.j) + 0.5};
}

}  // namespace

std::vector<PathChoice> pathChoices(const engine::ProfileAlignment& alignment) {
  std::vector<PathChoice> choices;
  for (size_t k = 0; k < alignment.paths.size(); ++k)
    choices.push_back({k == 0 ? PathGroup::best : PathGroup::alternative, static_cast<int>(k) + (k == 0 ? 1 : 0),
                       &alignment.paths[k], k < alignment.scores.size() ? &alignment.scores[k] : nullptr});
  const auto add = [&](PathGroup group, const std::vector<engine::AlignmentPath>& paths) {
    for (size_t k = 0; k < paths.size(); ++k) choices.push_back({group, static_cast<int>(k) + 1, &paths[k], nullptr});
  };
  add(PathGroup::coOptimal, alignment.coOptimalPaths);
  add(PathGroup::sampled, alignment.sampledPaths);
  return choices;
}

QString pathChoiceText(const PathChoice& choice, const PathChoice& best) {
  // Totals compare with totals, path scores with path scores.
  const bool haveTotals = choice.scores && best.scores;
  const double own = haveTotals ? choice.scores->total : choice.path->score;
  const double behind = (haveTotals ? best.scores->total : best.path->score) - own;
  const QString text = QObject::tr("%1: %2 bits").arg(nameOf(choice), bits(own));
  if (choice.group == PathGroup::best || choice.group == PathGroup::coOptimal) return text;
  return text +
         (behind >= 0 ? QObject::tr(" (%1 behind)").arg(bits(behind)) : QObject::tr(" (%1 ahead)").arg(bits(-behind)));
}

std::vector<QString> pathSummaries(const PathChoice& choice) {
  const QString steps = QString::number(choice.path->steps.size());
  const QString total = QObject::tr("%1 steps, %2 bits").arg(steps, bits(totalOf(choice)));
  QString parts;
  if (choice.scores) {
    const engine::PathScores& scores = *choice.scores;
    if (scores.correlation != 0 || scores.secondaryStructure != 0) parts = bits(scores.viterbi);
    if (scores.secondaryStructure != 0) parts += QObject::tr(" − %1 of structure").arg(bits(scores.secondaryStructure));
    if (scores.correlation != 0) parts += QObject::tr(" + %1 from correlation").arg(bits(scores.correlation));
  }
  if (!parts.isEmpty()) parts = QStringLiteral(" (%1)").arg(parts);
  QString significance;
  if (choice.scores && !std::isnan(choice.scores->probability))
    significance += QObject::tr(", probability %1 %").arg(decimalText(choice.scores->probability, 1));
  if (choice.scores && !std::isnan(choice.scores->pValue))
    significance += QObject::tr(", P %1").arg(scientificText(choice.scores->pValue));
  if (choice.scores && !std::isnan(choice.scores->eValue))
    significance += QObject::tr(", E %1").arg(scientificText(choice.scores->eValue));
  return {QObject::tr("Path of %1").arg(total) + parts + significance, total + parts + significance,
          total + significance, total};
}

double stepPosterior(const engine::PathStep& step, const engine::DpMatrices& posterior) {
  if (step.posterior >= 0) return step.posterior;
  const engine::Array<float>* plane = posterior.plane(step.state);
  if (!plane || step.i + 1 >= plane->length(0) || step.j + 1 >= plane->length(1)) return -1;
  return (*plane)(step.i + 1, step.j + 1);
}

Rgb posteriorColor(double posterior) {
  const Rgb low = okabeIto()[6], middle = okabeIto()[4], high = okabeIto()[3];
  const double place = 2 * std::clamp(posterior, 0.0, 1.0);
  const Rgb &from = place < 1 ? low : middle, &to = place < 1 ? middle : high;
  const double share = place < 1 ? place : place - 1;
  Rgb color{};
  for (size_t k = 0; k < color.size(); ++k)
    color[k] = static_cast<std::uint8_t>(std::lround(from[k] + share * (to[k] - from[k])));
  return color;
}

std::vector<MapLine> posteriorLines(const engine::AlignmentPath& path, const engine::DpMatrices& posterior, Rgb unknown,
                                    Rgb halo, double lineScale) {
  if (path.steps.empty()) return {};
  const auto colorOfStep = [&](const engine::PathStep& step) {
    const double own = stepPosterior(step, posterior);
    return own < 0 ? unknown : posteriorColor(own);
  };
  std::vector<MapLine> lines = {rivalLine(path, halo, 5 * lineScale)};
  for (size_t k = 0; k < path.steps.size();) {
    // The step into a cell belongs to it: the run starts where the path came from.
    MapLine run{{middleOf(path.steps[k == 0 ? 0 : k - 1])}, colorOfStep(path.steps[k]), 3 * lineScale};
    for (; k < path.steps.size() && colorOfStep(path.steps[k]) == run.color; ++k)
      run.points.push_back(middleOf(path.steps[k]));
    lines.push_back(std::move(run));
  }
  return lines;
}

MapLine rivalLine(const engine::AlignmentPath& path, Rgb color, double lineScale) {
  MapLine line{{}, color, lineScale};
  for (const engine::PathStep& step : path.steps) line.points.push_back(middleOf(step));
  return line;
}

}  // namespace ui
