#include "ui/views/training/TrainingOptions.h"

#include <algorithm>
#include <array>

#include "ui/views/base/JsonState.h"

namespace ui {

namespace {

constexpr std::array<const char*, 3> kUppers{"couplings", "meanOfHeads", "oneHead"};

}  // namespace

QJsonObject toJson(const TrainingOptions& options) {
  return {{"upper", nameOf(kUppers, options.upper)}, {"heads", double(options.numHeads)}, {"pairs", options.pairs}};
}

void takeJson(TrainingOptions& options, const QJsonObject& json) {
  takeChoice<TrainingUpper>(json, "upper", kUppers, [&](TrainingUpper upper) { options.upper = upper; });
  takeWhole<engine::Index>(
      json, "heads", [&](engine::Index heads) { options.numHeads = std::clamp<engine::Index>(heads, 1, kAllHeads); });
  takeNumber(json, "pairs", [&](double pairs) { options.pairs = std::clamp(pairs, 0.0, kMostPairs); });
}

}  // namespace ui
