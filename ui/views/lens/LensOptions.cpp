#include "ui/views/lens/LensOptions.h"

#include <algorithm>

#include "ui/scenes/ColorMap.h"
#include "ui/views/base/JsonState.h"

namespace ui {

namespace {
constexpr const char* kColorings[] = {"true letter", "top letter", "entropy"};
constexpr double kMostScroll = 1e6;
}  // namespace

QJsonObject toJson(const LensOptions& options) {
  return {{"coloring", nameOf(kColorings, options.coloring)},
          {"colorMap", options.colorMap},
          {"cell", options.cell},
          {"scroll", options.scroll},
          {"settled", options.areSettledShown}};
}

void takeJson(LensOptions& options, const QJsonObject& json) {
  takeChoice<LensColoring>(json, "coloring", kColorings, [&](LensColoring coloring) { options.coloring = coloring; });
  const auto& maps = colorMaps();
  const std::string map = json["colorMap"].toString().toStdString();
  if (std::any_of(maps.begin(), maps.end(), [&](const ColorMap& known) { return known.id == map; }))
    options.colorMap = QString::fromStdString(map);
  takeNumber(json, "cell", [&](double cell) {
    options.cell = cell > 0 ? std::clamp(cell, kLeastLensCell, kMostLensCell) : 0;
  });
  takeNumber(json, "scroll", [&](double scroll) { options.scroll = std::clamp(scroll, 0.0, kMostScroll); });
  takeFlag(json, "settled", [&](bool on) { options.areSettledShown = on; });
}

}  // namespace ui
