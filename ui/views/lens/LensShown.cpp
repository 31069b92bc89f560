#include "ui/views/lens/LensShown.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/LetterArray.h"
#include "engine/models/LetterPredictions.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/readout/ResidueText.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kLetters = static_cast<Index>(engine::kPredictedLetters.size());
constexpr char kLens[] = "lens";

char letterAt(Index place) { return engine::kPredictedLetters[static_cast<size_t>(place)]; }

/// "D 0.41, E 0.22, N 0.08"
QString mostProbable(const LensShown& shown, const LensCell& cell, int count) {
  const float* const row = shown.probabilities.data() + (cell.step * shown.numResidues() + cell.residue) * kLetters;
  std::vector<Index> order(static_cast<size_t>(kLetters));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [row](Index a, Index b) { return row[a] > row[b]; });
  QStringList words;
  for (int k = 0; k < count; ++k) {
    const Index place = engine::nth(order, k);
    words << QStringLiteral("%1 %2").arg(QLatin1Char(letterAt(place))).arg(decimalText(double(row[place]), 2));
  }
  return words.join(QStringLiteral("  "));
}

NumberTable tableOf(const LensShown& shown, const char* name, const engine::Array<float>& values) {
  NumberTable table;
  table.name = name;
  table.rowTitle = "layer";
  table.columnTitle = "residue";
  for (Index step = 0; step < shown.numSteps(); ++step)
    table.rowLabels.push_back(shown.stepName(step).toStdString());
  for (Index i = 0; i < shown.numResidues(); ++i)
    table.columnLabels.push_back(engine::nth(shown.letters, i) + std::to_string(i + 1));
  table.values = values;
  return table;
}

}  // namespace

bool isLens(const engine::ArrayBundle& arrays) {
  const auto found = arrays.find(kLens);
  if (found == arrays.end()) return false;
  const engine::Shape shape = shapeOf(found->second);
  const bool isReal = std::holds_alternative<engine::Array<float>>(found->second) ||
                      std::holds_alternative<engine::Array<double>>(found->second);
  return isReal && shape.size() == 3 && shape[0] > 0 && shape[2] == kLetters;
}

LensShown::LensShown(const engine::Dataset& dataset) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  if (!arrays || !isLens(*arrays))
    engine::fail(dataset.title, ": is no logit lens, expected an array lens (layers + 1, residues, 20)");
  title = QString::fromStdString(dataset.title);
  axis = dataset.axes.empty() ? dataset.id : dataset.axes.front();
  probabilities = engine::numbersOf<float>(*arrays, kLens);
  letters = engine::lettersIn(*arrays);
  const Index L = probabilities.length(1);
  if (numResidues() != L) letters.assign(static_cast<size_t>(L), 'X');
  summary = engine::lensSummary(probabilities, letters);
}

bool LensShown::knowsLetters() const {
  return std::any_of(letters.begin(), letters.end(), [](char letter) {
    return engine::kPredictedLetters.find(letter) != std::string_view::npos;
  });
}

QString LensShown::stepName(Index step) const {
  return step == 0 ? QObject::tr("input") : QObject::tr("layer %1").arg(step);
}

char LensShown::topLetter(const LensCell& cell) const { return letterAt(summary.top(cell.step, cell.residue)); }

bool LensShown::isRight(const LensCell& cell) const { return topLetter(cell) == engine::nth(letters, cell.residue); }

double LensShown::value(LensColoring coloring, const LensCell& cell) const {
  if (coloring == LensColoring::trueLetter) return double(summary.trueLetter(cell.step, cell.residue));
  if (coloring == LensColoring::entropy) return double(summary.entropy(cell.step, cell.residue));
  return double(probabilities(cell.step, cell.residue, summary.top(cell.step, cell.residue)));
}

double LensShown::meanEntropy(Index step) const {
  double sum = 0;
  for (Index i = 0; i < numResidues(); ++i) sum += double(summary.entropy(step, i));
  return numResidues() > 0 ? sum / double(numResidues()) : 0;
}

double LensShown::shareRight(Index step) const {
  Index known = 0, right = 0;
  for (Index i = 0; i < numResidues(); ++i) {
    if (!std::isfinite(summary.trueLetter(step, i))) continue;
    ++known;
    right += isRight({step, i}) ? 1 : 0;
  }
  return known > 0 ? double(right) / double(known) : std::numeric_limits<double>::quiet_NaN();
}

MapLook lensLook(const LensOptions& options, const Theme& theme) {
  MapLook look;
  look.colorMapId = options.colorMap.toStdString();
  look.high = options.coloring == LensColoring::entropy ? std::log2(double(kLetters)) : 1;
  look.notANumber = toRgb(theme.line);
  return look;
}

QString lensColoringText(LensColoring coloring) {
  switch (coloring) {
    case LensColoring::trueLetter:
      return QObject::tr("probability of the letter that is there");
    case LensColoring::topLetter:
      return QObject::tr("probability of the most probable letter");
    case LensColoring::entropy:
      return QObject::tr("entropy of the 20 letters in bits");
  }
  return {};
}

std::vector<ReadoutLine> lensReadout(const LensShown& shown, const LensCell& cell, const QString& number) {
  if (cell.residue < 0 || cell.residue >= shown.numResidues()) return {};
  constexpr int kNamed = 3;
  std::vector<ReadoutLine> lines;
  lines.push_back({QObject::tr("Residue"), residueText(shown.letters, cell.residue) + number});
  QStringList table;
  for (Index step = 0; step < shown.numSteps(); ++step) {
    const LensCell here{step, cell.residue};
    const double truth = shown.value(LensColoring::trueLetter, here);
    QString line = (step == cell.step ? QStringLiteral("> %1") : QStringLiteral("  %1"))
                       .arg(shown.stepName(step), -9) +
                   mostProbable(shown, here, kNamed);
    if (std::isfinite(truth))
      line += QStringLiteral("   %1 %2")
                  .arg(QLatin1Char(engine::nth(shown.letters, cell.residue)))
                  .arg(decimalText(truth, 2));
    table << line + QStringLiteral("   %1").arg(decimalText(double(shown.summary.entropy(step, cell.residue)), 1));
  }
  lines.push_back({QObject::tr("Most probable; the letter that is there; entropy in bits"),
                   table.join(QLatin1Char('\n')), true});
  const Index settled = shown.summary.settled[cell.residue];
  const char last = shown.topLetter({shown.numSteps() - 1, cell.residue});
  lines.push_back({QObject::tr("Settled"), QObject::tr("%1 is the most probable letter from the %2 on")
                                               .arg(QLatin1Char(last))
                                               .arg(shown.stepName(settled))});
  return lines;
}

QString lensStatus(const LensShown& shown, const LensCell& cell) {
  if (cell.residue < 0 || cell.residue >= shown.numResidues()) return {};
  const QString residue = residueText(shown.letters, cell.residue);
  if (cell.step < 0 || cell.step >= shown.numSteps()) return residue;
  return QObject::tr("%1, %2: %3").arg(residue, shown.stepName(cell.step), mostProbable(shown, cell, 3));
}

QString lensCaption(const LensShown& shown, const LensOptions& options) {
  QString text = QObject::tr("Logit lens of %1: the model's predictions out of the state behind each of %2 layers, and "
                             "of its input. Letters: the most probable of 20, bold where another letter is there; "
                             "colours: %3; bars: entropy at the end, 0 to 4.3 bits.")
                     .arg(shown.title)
                     .arg(shown.numSteps() - 1)
                     .arg(lensColoringText(options.coloring));
  if (options.areSettledShown)
    text += QObject::tr(" From the line down the most probable letter is that of the end.");
  return text;
}

std::vector<NumberTable> lensNumbers(const LensShown& shown) {
  if (shown.numSteps() == 0) return {};
  return {tableOf(shown, "true_letter", shown.summary.trueLetter), tableOf(shown, "entropy", shown.summary.entropy)};
}

}  // namespace ui
