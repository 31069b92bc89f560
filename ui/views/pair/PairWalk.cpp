#include "ui/views/pair/PairWalk.h"

#include <QCoreApplication>
#include <cmath>

#include "ui/views/pair/PairWords.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::FramedPair;

namespace {

engine::Array<float> tableOf(const std::vector<std::vector<double>>& columns) {
  const auto rows = static_cast<engine::Index>(columns.front().size());
  engine::Array<float> values({rows, static_cast<engine::Index>(columns.size())});
  for (engine::Index row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns.size(); ++column)
      values(row, static_cast<engine::Index>(column)) = static_cast<float>(columns[column][static_cast<size_t>(row)]);
  return values;
}

}  // namespace

QString vectorText(const engine::Vector3& vector) {
  return QStringLiteral("(%1, %2, %3)")
      .arg(decimalText(vector.x(), 2), decimalText(vector.y(), 2), decimalText(vector.z(), 2));
}

QString signedText(double value) { return (value < 0 ? QString() : QStringLiteral("+")) + shownNumber(value); }

QString normText(const std::vector<double>& values) {
  double square = 0;
  for (const double value : values) square += value * value;
  return shownNumber(std::sqrt(square));
}

QString rankText(const FramedPair& pair) {
  if (!pair.hasKeyFrame) return pairWords("masked: the key has no frame");
  if (!pair.isSeen) return pairWords("masked: the key is in another chain");
  return pairWords("rank %1 of %2").arg(pair.rank).arg(pair.numSeen);
}

QString originText(bool hasFrame, const engine::Frame& frame) {
  return hasFrame ? vectorText(frame.origin) + QStringLiteral(" Å") : pairWords("no frame: atoms are missing");
}

QStringList weightTexts(const FramedPair& pair) {
  QStringList texts;
  if (pair.isSeen)
    texts << QStringLiteral("exp(%1 − %2) / %3 = %4")
                 .arg(shownNumber(pair.score), shownNumber(pair.largestScore), shownNumber(pair.sum),
                      shownNumber(pair.weight()));
  return texts << rankText(pair);
}

QString residualText(const FramedPair& pair, const QString& query, const QString& update) {
  if (!pair.hasResidual())
    return pairWords("%1 numbers, and %2 has %3: there is nothing to add them to")
        .arg(pair.features.size())
        .arg(update)
        .arg(pair.update.size());
  std::vector<double> sum = pair.features;
  for (size_t d = 0; d < sum.size(); ++d) sum[d] += pair.update[d];
  return pairWords("%1: before %2, |%3| = %4, |sum| = %5; %6 numbers")
      .arg(query, normText(pair.features), update, normText(pair.update), normText(sum))
      .arg(sum.size());
}

NumberTable rowNumbers(const FramedPair& pair) {
  const std::vector<double> seen(pair.areSeen.begin(), pair.areSeen.end());
  return {"row", "key", "quantity", {}, {"score", "weight", "seen"}, tableOf({pair.scores, pair.weights, seen})};
}

NumberTable vectorNumbers(const std::vector<std::pair<std::string, engine::TurnedVector>>& vectors) {
  NumberTable table{"vectors", "vector", "coordinate", {}, {}, {}};
  std::vector<std::vector<double>> columns(6);
  for (const auto& [name, vector] : vectors) {
    table.rowLabels.push_back(name);
    for (int axis = 0; axis < 3; ++axis) {
      columns[static_cast<size_t>(axis)].push_back(vector.local[axis]);
      columns[static_cast<size_t>(3 + axis)].push_back(vector.world[axis]);
    }
  }
  table.columnLabels = {"local x", "local y", "local z", "world x", "world y", "world z"};
  table.values = tableOf(columns);
  return table;
}

std::vector<ReadoutLine> pairReadout(const PairWalk& walk, const PairNames& names) {
  std::vector<ReadoutLine> lines = {{pairWords("Head"), names.head(walk.pair.head)},
                                    {pairWords("Query"), names.residueInWords(walk.pair.query)},
                                    {pairWords("Key"), names.residueInWords(walk.pair.key)}};
  for (const PairLine& line : walk.lines)
    lines.push_back({pairWords("%1  %2").arg(line.number).arg(line.formula), line.numbers.join(u'\n')});
  lines.push_back({pairWords("Beside it"), walk.beside});
  return lines;
}

QString pairCaption(const QString& layer, const FramedPair& pair, const PairNames& names) {
  return pairWords(
             "%1, %2: query %3, key %4, score %5, weight %6, %7. Vectors in the frames of their residues and in the "
             "world; below, the terms of the score and the weights of the row.")
      .arg(layer, names.head(pair.head), names.residueInWords(pair.query), names.residueInWords(pair.key),
           shownNumber(pair.score), shownNumber(pair.weight()), rankText(pair));
}

}  // namespace ui
