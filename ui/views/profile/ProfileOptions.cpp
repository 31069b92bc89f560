#include "ui/views/profile/ProfileOptions.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/pseudocounts/ColumnEmissions.h"
#include "ui/views/base/JsonState.h"

namespace ui {

using engine::Index;

namespace {

constexpr const char* kScales[engine::kNumLogoScales] = {"information", "relative entropy", "above background",
                                                         "probability"};
constexpr const char* kOrders[] = {"alphabetical", "probability"};
constexpr const char* kBars[] = {"stored", "conditional", "odds", "literal"};
constexpr double kNarrowestColumn = 0.01, kMostColumns = 1e15;

}  // namespace

EmissionColumn emissionColumn(const engine::ProfileHmm& profile, Index column, EmissionBars bars) {
  EmissionColumn shown{engine::nth(profile.emissions, column), profile.background};
  if (bars == EmissionBars::stored || profile.hasPseudocounts) return shown;
  const bool isNeffKnown = profile.columnNeff.size() == profile.emissions.size() + 1;
  const double neff = isNeffKnown ? engine::nth(profile.columnNeff, column + 1).match : profile.neff;
  const double beta = engine::presetPseudocounts(engine::Preset::guide).b;
  const engine::ColumnMixture mixture =
      engine::columnMixture(shown.probabilities, std::max(neff - 1, 0.0), beta, engine::gonnet(),
                            static_cast<engine::ResidueExpectation>(static_cast<int>(bars) - 1));
  shown.steps = EmissionSteps{shown.probabilities, mixture.expected};
  shown.probabilities = mixture.mixed;
  return shown;
}

ProfileOptions withinLimits(ProfileOptions options, Index length, double themeScale) {
  options.columnWidth = std::isfinite(options.columnWidth) && options.columnWidth > 0
                            ? std::clamp(options.columnWidth, kNarrowestColumn, kWidestColumn * themeScale)
                            : 0;
  options.first = std::isfinite(options.first) ? std::clamp(options.first, 0.0, static_cast<double>(length)) : 0;
  options.column = std::clamp(options.column, Index{0}, std::max(length - 1, Index{0}));
  return options;
}

QJsonObject toJson(const ProfileOptions& options) {
  return {{"scale", nameOf(kScales, options.scale)},
          {"order", nameOf(kOrders, options.order)},
          {"bars", nameOf(kBars, options.bars)},
          {"rows", options.areRowsShown},
          {"details", options.areDetailsShown},
          {"first", options.first},
          {"columnWidth", options.columnWidth},
          {"column", static_cast<double>(options.column)}};
}

void takeJson(ProfileOptions& options, const QJsonObject& json) {
  takeChoice<engine::LogoScale>(json, "scale", kScales, [&](auto value) { options.scale = value; });
  takeChoice<ResidueOrder>(json, "order", kOrders, [&](auto value) { options.order = value; });
  takeChoice<EmissionBars>(json, "bars", kBars, [&](auto value) { options.bars = value; });
  takeFlag(json, "rows", [&](bool on) { options.areRowsShown = on; });
  takeFlag(json, "details", [&](bool on) { options.areDetailsShown = on; });
  takeNumber(json, "first", [&](double value) { options.first = value; });
  takeNumber(json, "columnWidth", [&](double value) { options.columnWidth = value; });
  takeNumber(json, "column",
             [&](double value) { options.column = static_cast<Index>(std::clamp(value, 0.0, kMostColumns)); });
}

}  // namespace ui
