#include "engine/attention/volume-preserving/TriangularInput.h"

#include <algorithm>

#include "engine/attention/ShapeLetters.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

Array<double> rowOf(const Array<double>& rows, Index row) {
  const Index width = rows.length(1);
  return Array<double>({width}, std::vector<double>(rows.begin() + row * width, rows.begin() + (row + 1) * width));
}

}  // namespace

std::vector<TriangularKind> triangularLayout(const ArrayBundle& inputs, const ParameterValues& values) {
  if (inputs.count("L") == 0) return {};
  return volumePreservingLayout(static_cast<Index>(values.integer("blocks")),
                                static_cast<Index>(values.integer("linear")));
}

std::vector<TriangularLayer<double>> readTriangularLayers(const ArrayBundle& inputs, const ParameterValues& values,
                                                          Index d) {
  const std::vector<TriangularKind> layout = triangularLayout(inputs, values);
  if (layout.empty() && inputs.count("b") != 0)
    fail("array b of shape ", shapeText(shapeOf(inputs.at("b"))), ": expected beside L only");
  if (layout.empty()) return {};
  const auto numLayers = static_cast<Index>(layout.size());
  const Index numBiases = std::count_if(layout.begin(), layout.end(), [](const auto& kind) { return kind.hasBias; });
  const Array<double> L = numbersOf<double>(inputs, "L");
  requireShape("L", L.shape(), {numLayers, d * (d - 1) / 2});
  if (inputs.count("b") == 0) fail("array b is missing, expected shape ", shapeText({numBiases, d}), " beside L");
  const Array<double> b = numbersOf<double>(inputs, "b");
  requireShape("b", b.shape(), {numBiases, d});
  std::vector<TriangularLayer<double>> layers;
  Index bias = 0;
  for (Index k = 0; k < numLayers; ++k) {
    const TriangularKind& kind = nth(layout, k);
    layers.push_back({kind, rowOf(L, k), kind.hasBias ? rowOf(b, bias++) : Array<double>{}});
  }
  return layers;
}

}  // namespace engine
