#include "ui/views/features/FeaturesOptions.h"

#include <algorithm>
#include <cstdint>

#include "ui/views/base/JsonState.h"

namespace ui {

namespace {
constexpr const char* kOrders[] = {"max", "residues", "mean", "number"};
constexpr double kMostRows = 1e7;
}  // namespace

QJsonObject toJson(const FeaturesOptions& options) {
  return {{"feature", static_cast<double>(options.feature)},
          {"order", nameOf(kOrders, options.order)},
          {"filter", options.filter},
          {"scroll", options.scroll}};
}

void takeJson(FeaturesOptions& options, const QJsonObject& json) {
  takeWhole<std::int32_t>(json, "feature", [&](std::int32_t feature) { options.feature = std::max(feature, -1); });
  takeChoice<FeatureOrder>(json, "order", kOrders, [&](FeatureOrder order) { options.order = order; });
  if (json["filter"].isString()) options.filter = json["filter"].toString();
  takeNumber(json, "scroll", [&](double scroll) { options.scroll = std::clamp(scroll, 0.0, kMostRows); });
}

}  // namespace ui
