// What the operation "layer-paths" gives, for tests of its picture.
#pragma once

#include "engine/operations/Operation.h"

namespace test {

inline engine::DatasetPtr layerPaths(std::int64_t tokens, std::int64_t width = 64, std::int64_t kernel = 3) {
  engine::ParameterValues values;
  values.set("tokens", tokens);
  values.set("width", width);
  values.set("kernel", kernel);
  engine::Diagnostics diagnostics;
  engine::Progress none;
  auto dataset = std::make_shared<engine::Dataset>(
      engine::findOperation("layer-paths").run({}, values, {nullptr, 1}, diagnostics, none).at(0));
  dataset->id = "layers";
  return dataset;
}

}  // namespace test
