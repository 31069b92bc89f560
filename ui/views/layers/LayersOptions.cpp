#include "ui/views/layers/LayersOptions.h"

#include <algorithm>

#include "ui/views/base/JsonState.h"

namespace ui {

using engine::Index;

QJsonObject toJson(const LayersOptions& options) {
  return {{"from", double(options.from)},
          {"to", double(options.to)},
          {"step", double(options.step)},
          {"edges", options.areEdgesShown}};
}

void takeJson(LayersOptions& options, const QJsonObject& json) {
  const auto take = [&](const char* key, Index& value) {
    takeNumber(json, key,
               [&](double number) { value = static_cast<Index>(std::clamp(number, 0.0, double(kLastOfLayers))); });
  };
  take("from", options.from);
  take("to", options.to);
  take("step", options.step);
  takeFlag(json, "edges", [&](bool on) { options.areEdgesShown = on; });
}

}  // namespace ui
