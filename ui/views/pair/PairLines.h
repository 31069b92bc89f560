// The lines of geometric attention (ESM3, Algorithm 6) with the numbers of one pair put in.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "ui/views/base/NumberTable.h"
#include "ui/views/base/View.h"
#include "ui/views/pair/PairSubject.h"

namespace ui {

/// Whose colour a line has.
enum class PairRole { none, query, key, value, weight, output };

struct PairLine {
  int number = 0;  ///< as in the algorithm, from 1
  PairRole role = PairRole::none;
  QString formula;
  QStringList numbers;  ///< a line of text each; the last is the result
};

/// All kPairLines of them.
std::vector<PairLine> pairLines(const engine::GeometricPairs& layer, const engine::GeometricPair& pair,
                                const PairNames& names);
/// How invariant point attention would take the same two points: by the square of their distance.
QString squaredDistanceText(const engine::GeometricPair& pair);
/// "rank 1 of 329"; of a masked key why it is masked.
QString rankText(const engine::GeometricPair& pair);
/// "(−0.36, 0.75, 0.55)"
QString vectorText(const engine::Vector3& vector);

std::vector<ReadoutLine> pairReadout(const engine::GeometricPairs& layer, const engine::GeometricPair& pair,
                                     const PairNames& names);
/// The row of the query (score, weight, seen) and the vectors of the pair.
std::vector<NumberTable> pairNumbers(const engine::GeometricPair& pair);
QString pairCaption(const engine::GeometricPair& pair, const PairNames& names);

}  // namespace ui
