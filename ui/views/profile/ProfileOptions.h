// What the user can choose about a profile on show, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>

#include "engine/base/Array.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/sequence/LogoHeights.h"
#include "ui/views/profile/EmissionChart.h"

namespace ui {

inline constexpr double kWidestColumn = 80;  ///< logical pixels at scale 1

/// What the bars of the column in detail are: the profile's emissions, or, where it has no pseudocounts, what is
/// counted, what the Gonnet matrix expects in one of its readings, and both mixed with pseudocounts by count (beta 10).
enum class EmissionBars { stored, conditional, odds, literal };
inline constexpr int kNumEmissionBars = 4;

struct ProfileOptions {
  engine::LogoScale scale = engine::LogoScale::relativeEntropy;
  ResidueOrder order = ResidueOrder::alphabetical;
  EmissionBars bars = EmissionBars::stored;
  bool areRowsShown = true, areDetailsShown = true;
  double first = 0;          ///< column at the left of the logo, fractions included
  double columnWidth = 0;    ///< logical pixels; 0: as wide as letters are easy to read
  engine::Index column = 0;  ///< in detail while none is pointed at

  bool operator==(const ProfileOptions&) const = default;
};

/// The column with the bars that are chosen; of a column that there is.
EmissionColumn emissionColumn(const engine::ProfileHmm& profile, engine::Index column, EmissionBars bars);

/// Numbers out of range become the nearest valid ones of a profile of this many columns.
ProfileOptions withinLimits(ProfileOptions options, engine::Index length, double themeScale);

QJsonObject toJson(const ProfileOptions& options);
/// Missing keys and values of a wrong type or an unknown name leave what is.
void takeJson(ProfileOptions& options, const QJsonObject& json);

}  // namespace ui
