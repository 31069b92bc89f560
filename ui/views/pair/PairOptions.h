// What the user can choose about the walk of a pair through geometric attention, as plain values for session files.
#pragma once

#include <QJsonObject>

#include "engine/base/Array.h"

namespace ui {

inline constexpr int kPairLines = 14;  ///< of the algorithm
inline constexpr double kLeastPairZoom = 0.2, kMostPairZoom = 8;

struct PairOptions {
  /// The line of the algorithm that is looked at, 1..14: what later lines make is not shown yet. 0: all of them.
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
