// What the user can choose about a profile on show, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>

#include "engine/base/Array.h"
#include "engine/sequence/LogoHeights.h"
#include "ui/views/profile/EmissionChart.h"

namespace ui {

inline constexpr double kWidestColumn = 80;  ///< logical pixels at scale 1

struct ProfileOptions {
  engine::LogoScale scale = engine::LogoScale::relativeEntropy;
  ResidueOrder order = ResidueOrder::alphabetical;
  bool areRowsShown = true, areDetailsShown = true;
  double first = 0;          ///< column at the left of the logo, fractions included
  double columnWidth = 0;    ///< logical pixels; 0: as wide as letters are easy to read
  engine::Index column = 0;  ///< in detail while none is pointed at

  bool operator==(const ProfileOptions&) const = default;
};

/// Numbers out of range become the nearest valid ones of a profile of this many columns.
ProfileOptions withinLimits(ProfileOptions options, engine::Index length, double themeScale);

QJsonObject toJson(const ProfileOptions& options);
/// Missing keys and values of a wrong type or an unknown name leave what is.
void takeJson(ProfileOptions& options, const QJsonObject& json);

}  // namespace ui
