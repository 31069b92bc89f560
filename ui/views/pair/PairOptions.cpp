#include "ui/views/pair/PairOptions.h"

#include <algorithm>

#include "ui/views/base/JsonState.h"

namespace ui {

namespace {
constexpr double kMostTurn = 1e5;
}

QJsonObject toJson(const PairOptions& options) {
  return {{"line", options.line},   {"query", static_cast<double>(options.query)},
          {"turn", options.turn},   {"key", static_cast<double>(options.key)},
          {"tilt", options.tilt},   {"zoom", options.zoom},
          {"chain", options.isChainShown}};
}

void takeJson(PairOptions& options, const QJsonObject& json) {
  takeWhole<int>(json, "line", [&](int line) { options.line = std::clamp(line, 0, kMostPairLines); });
  takeWhole<engine::Index>(json, "query", [&](engine::Index i) { options.query = std::max<engine::Index>(i, -1); });
  takeWhole<engine::Index>(json, "key", [&](engine::Index i) { options.key = std::max<engine::Index>(i, -1); });
  takeNumber(json, "turn", [&](double turn) { options.turn = std::clamp(turn, -kMostTurn, kMostTurn); });
  takeNumber(json, "tilt", [&](double tilt) { options.tilt = std::clamp(tilt, -kMostTurn, kMostTurn); });
  takeNumber(json, "zoom", [&](double zoom) { options.zoom = std::clamp(zoom, kLeastPairZoom, kMostPairZoom); });
  takeFlag(json, "chain", [&](bool on) { options.isChainShown = on; });
}

}  // namespace ui
