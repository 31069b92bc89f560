// A pair of residues taken through a layer of attention between residue frames: all that is shown of it, whatever the
// layer, and the layer that such walks go through.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "engine/attention/geometric/FramedPair.h"
#include "ui/views/base/NumberTable.h"
#include "ui/views/base/View.h"
#include "ui/views/pair/PairSubject.h"

namespace ui {

/// Whose colour something has.
enum class PairRole { none, query, key, value, weight, output };

/// A line of the algorithm with the numbers of the pair put in.
struct PairLine {
  int number = 0;  ///< as in the algorithm, from 1
  PairRole role = PairRole::none;
  QString formula;
  QStringList numbers;  ///< a line of text each; the last is the result
};

/// direction: an arrow. point: the way to a point. axis: of a frame, the part-th. ghost: a direction drawn at another
/// residue. gap: between two points. share: what flows from the key to the query, as broad as the weight.
enum class ArrowKind { direction, point, axis, ghost, gap, share };

struct PairArrow {
  ArrowKind kind = ArrowKind::direction;
  PairRole role = PairRole::none;
  engine::Vector3 from, to;  ///< Å
  QString label;
  int line = 0;      ///< of the algorithm that makes it
  int axis = 0;      ///< 0..2 of a frame's axis
  double share = 0;  ///< 0..1 of a share
};

/// A summand of the score.
struct PairTerm {
  QString name;
  double value = 0;
};

struct PairWalk {
  engine::FramedPair pair;
  QString algorithm;                         ///< "ESM3, Algorithm 6"
  std::vector<PairLine> lines;               ///< numbered from 1 without gaps
  int weightLine = 0;                        ///< the line that makes the weight
  std::vector<PairTerm> terms;               ///< which add up to the score
  std::vector<PairArrow> query, key, world;  ///< in the frames of the two residues, and in the world
  QString scale;                             ///< how directions are drawn; empty where there are none
  QString beside;                            ///< what another layer does with the same pair
  QString caption;
  std::vector<NumberTable> numbers;

  int numLines() const { return static_cast<int>(lines.size()); }
};

/// A run's layer, whose weights of terms can be moved.
class PairLayer {
 public:
  virtual ~PairLayer() = default;
  virtual engine::Index heads() const = 0;
  virtual engine::Index length() const = 0;
  virtual const std::vector<engine::Vector3>& alphaCarbons() const = 0;  ///< L, Å; NaN where missing
  /// (H) each, before softplus, in the order of the mechanism's knobs.
  virtual std::vector<engine::Array<double>> weights() const = 0;
  virtual void setWeights(const std::vector<engine::Array<double>>& weights) = 0;
  virtual engine::Index strongestKey(engine::Index head, engine::Index query) const = 0;
  /// 0 <= head < heads(), 0 <= query, key < length(). Cost O(H L).
  virtual PairWalk walk(engine::Index head, engine::Index query, engine::Index key, const PairNames& names) const = 0;
};

/// "rank 1 of 329"; of a masked key why it is masked.
QString rankText(const engine::FramedPair& pair);
/// "(−0.36, 0.75, 0.55)"
QString vectorText(const engine::Vector3& vector);
/// "+0.31"
QString signedText(double value);
/// |values|, three digits.
QString normText(const std::vector<double>& values);
/// Where a residue's frame is, or that it has none.
QString originText(bool hasFrame, const engine::Frame& frame);
/// "exp(S - largest) / sum = A" for a key that is seen, and its rank.
QStringList weightTexts(const engine::FramedPair& pair);
/// Lengths of the features, of what is added to them and of their sum; that they differ in length where they do.
/// `update` is what the second is called.
QString residualText(const engine::FramedPair& pair, const QString& query, const QString& update);

/// The row of the query: score, weight, seen.
NumberTable rowNumbers(const engine::FramedPair& pair);
/// Vectors of the pair in the frame of their residue and in the world.
NumberTable vectorNumbers(const std::vector<std::pair<std::string, engine::TurnedVector>>& vectors);
std::vector<ReadoutLine> pairReadout(const PairWalk& walk, const PairNames& names);
/// "%1: query %2, key %3, score ...": what all captions say after the layer's name.
QString pairCaption(const QString& layer, const engine::FramedPair& pair, const PairNames& names);

}  // namespace ui
