#include "ui/views/irreps/IrrepsOptions.h"

#include <algorithm>

#include "ui/views/base/JsonState.h"

namespace ui {

QJsonObject toJson(const IrrepsOptions& options) {
  return {{"distance", options.distance},
          {"edge", options.edge},
          {"product", options.product},
          {"strandScale", options.strandScale},
          {"numbers", options.areNumbersShown}};
}

void takeJson(IrrepsOptions& options, const QJsonObject& json) {
  takeNumber(json, "distance", [&](double share) { options.distance = std::clamp(share, 0.0, 1.0); });
  takeWhole<int>(json, "edge", [&](int edge) { options.edge = std::max(edge, -1); });
  if (json["product"].isString()) options.product = json["product"].toString();
  takeNumber(json, "strandScale",
             [&](double scale) { options.strandScale = std::clamp(scale, kLeastStrandScale, kMostStrandScale); });
  takeFlag(json, "numbers", [&](bool on) { options.areNumbersShown = on; });
}

}  // namespace ui
