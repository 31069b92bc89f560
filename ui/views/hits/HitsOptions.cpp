#include "ui/views/hits/HitsOptions.h"

#include <algorithm>
#include <limits>

#include "ui/views/base/JsonState.h"
#include "ui/views/hits/HitModel.h"

namespace ui {

namespace {

void takeInteger(const QJsonObject& json, const char* key, int least, int most, int& number) {
  takeNumber(json, key, [&](double value) {
    number = static_cast<int>(std::clamp(value, static_cast<double>(least), static_cast<double>(most)));
  });
}

}  // namespace

QJsonObject toJson(const HitsOptions& options) {
  return {{"filter", options.filter},
          {"sortedBy", options.sortedBy},
          {"isDescending", options.isDescending},
          {"hit", options.hit},
          {"scroll", options.scroll}};
}

void takeJson(HitsOptions& options, const QJsonObject& json) {
  constexpr int kMost = std::numeric_limits<int>::max();
  if (json["filter"].isString()) options.filter = json["filter"].toString();
  takeInteger(json, "sortedBy", -1, kNumHitColumns - 1, options.sortedBy);
  takeFlag(json, "isDescending", [&](bool on) { options.isDescending = on; });
  takeInteger(json, "hit", -1, kMost, options.hit);
  takeInteger(json, "scroll", 0, kMost, options.scroll);
}

}  // namespace ui
