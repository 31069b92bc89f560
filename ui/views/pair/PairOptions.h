// What the user can choose about the walk of a pair through a layer, as plain values for session files.
#pragma once

#include <QJsonObject>

#include "engine/base/Array.h"

namespace ui {

inline constexpr int kMostPairLines = 14;  ///< of an algorithm
inline constexpr double kLeastPairZoom = 0.2, kMostPairZoom = 8;

struct PairOptions {
  /// The line of the algorithm that is looked at, from 1: what later lines make is not shown yet. 0, or more lines than
  /// the algorithm has: all of them.
  int line = 0;
  engine::Index query = -1, key = -1;  ///< 0-based; -1: the middle residue, the key with the greatest weight
  double turn = 0, tilt = 0;           ///< of the camera, pixels of a drag
  double zoom = 1;
  bool isChainShown = true;

  bool operator==(const PairOptions&) const = default;
};

QJsonObject toJson(const PairOptions& options);
/// Missing keys and values of a wrong type leave what is; numbers out of range become the nearest valid.
void takeJson(PairOptions& options, const QJsonObject& json);

}  // namespace ui
