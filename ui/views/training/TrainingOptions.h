// What the user can choose about the picture of a training, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>

#include "engine/base/Array.h"

namespace ui {

/// What stands above the diagonal of what is learned.
enum class TrainingUpper { couplings, meanOfHeads, oneHead };

/// More heads than there are: all.
inline constexpr engine::Index kAllHeads = 1 << 20;

struct TrainingOptions {
  TrainingUpper upper = TrainingUpper::couplings;
  engine::Index numHeads = kAllHeads;  ///< the mean is of the first so many, at least 1
  double pairs = 1;                    ///< that are marked, in lengths L of the protein: 0 to kMostPairs

  bool operator==(const TrainingOptions&) const = default;
};

/// Strongest pairs are ranked up to so many times L.
inline constexpr double kMostPairs = 2;

QJsonObject toJson(const TrainingOptions& options);
/// Missing keys and values of a wrong type leave what is; numbers out of range become the nearest valid.
void takeJson(TrainingOptions& options, const QJsonObject& json);

}  // namespace ui
