#include "ui/views/layers/LayersShown.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace ui {

using engine::Index;
using engine::kNeverReached;

namespace {

const char* const kSizes = "layer sizes";
const char* const kNumbers[] = {"operations", "waits", "longest path"};
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Index sizeIn(const engine::Array<double>& sizes, Index at, const char* what, Index most) {
  const double size = sizes[at];
  if (!(size >= 1 && size <= double(most)) || size != std::floor(size))
    engine::fail("array ", kSizes, ": found ", size, " as ", what, ", expected a whole number from 1 to ", most);
  return static_cast<Index>(size);
}

}  // namespace

QString ShownLayer::name() const { return QObject::tr(layer->name().c_str()); }

bool LayerWay::isThere(const engine::SignalPlace& place, Index after) const {
  const Index level = std::min(place.level, steps->numLevels() - 1);
  const Index gone = steps->stepsTo(engine::SignalPlace{level, place.position});
  return gone != kNeverReached && gone + place.level - level <= after;
}

bool areLayerPaths(const engine::ArrayBundle& arrays) {
  return arrays.contains(kSizes) &&
         std::all_of(std::begin(kNumbers), std::end(kNumbers), [&](const char* name) { return arrays.contains(name); });
}

LayersShown::LayersShown(const engine::Dataset& dataset) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  if (!arrays || !areLayerPaths(*arrays))
    engine::fail(dataset.title, ": has no layers that carry a signal, expected arrays \"", kSizes,
                 "\", \"operations\", \"waits\" and \"longest path\"");
  title = QString::fromStdString(dataset.title);
  const auto numbers = [&](const char* name) {
    engine::Array<double> found = engine::numbersOf<double>(*arrays, name, engine::NonFinite::allow);
    engine::requireShape(name, found.shape(), {3});
    return found;
  };
  const engine::Array<double> sizes = numbers(kSizes);
  numTokens = sizeIn(sizes, 0, "n", engine::kMostSignalTokens);
  width = sizeIn(sizes, 1, "d", 1'000'000);
  kernel = sizeIn(sizes, 2, "k", 999);
  const auto operations = numbers(kNumbers[0]), waits = numbers(kNumbers[1]), longest = numbers(kNumbers[2]);
  for (auto& layer : engine::lectureLayers(1, kernel)) {  // the way does not depend on the width
    const Index at = std::ssize(layers);
    const bool isSlow = layer->complexity(2).sequentialSteps == 1 && std::isfinite(longest[at]);
    layers.push_back({std::move(layer), operations[at], waits[at], longest[at],
                      isSlow ? std::clamp<Index>(std::llround(longest[at]), 1, numTokens) : 1});
  }
}

Index LayersShown::within(Index token) const { return std::clamp<Index>(token, 0, std::max<Index>(0, numTokens - 1)); }

std::vector<LayerWay> LayersShown::ways(const LayersOptions& options) const {
  std::vector<LayerWay> all;
  for (const ShownLayer& layer : layers) {
    auto steps = std::make_shared<const engine::SignalSteps>(*layer.layer, numTokens, from(options));
    all.push_back({steps, steps->pathTo(to(options))});
  }
  return all;
}

Index mostSteps(const std::vector<LayerWay>& ways) {
  Index most = 0;
  for (const LayerWay& way : ways) most = std::max(most, way.numSteps());
  return most;
}

Index shownStep(const std::vector<LayerWay>& ways, const LayersOptions& options) {
  return std::min(options.step, mostSteps(ways));
}

QString groupedNumber(double value) {
  QString digits = QString::number(value, 'f', 0);
  for (auto at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, QChar(0x202F));
  return digits;
}

QString stepsText(Index steps) {
  if (steps < 0) return QObject::tr("never");
  return steps == 1 ? QObject::tr("1 step") : QObject::tr("%1 steps").arg(steps);
}

QString crossingText(const LayersShown& shown) {
  return QObject::tr(
             "Attention takes more operations than the recurrence beyond n = %1, than the convolution beyond n = %2.")
      .arg(shown.width)
      .arg(double(shown.kernel) * double(shown.width) / 2);
}

std::vector<ReadoutLine> layersReadout(const LayersShown& shown, const LayersOptions& options, const LayerMark& mark) {
  if (mark.isEmpty()) return {};
  const ShownLayer& layer = engine::nth(shown.layers, mark.layer);
  const Index from = shown.from(options);
  const engine::SignalSteps steps(*layer.layer, shown.numTokens, from);
  const engine::LayerReads reads = layer.layer->reads(mark.token, shown.numTokens);
  QString read = QObject::tr("tokens %1 to %2").arg(reads.firstInput + 1).arg(reads.endInput);
  if (reads.endInput - reads.firstInput == 1) read = QObject::tr("token %1").arg(reads.endInput);
  if (reads.state >= 0) read += QObject::tr(" and the state of %1").arg(reads.state + 1);
  return {{QObject::tr("Layer"), layer.name()},
          {QObject::tr("Token"), QString::number(mark.token + 1)},
          {QObject::tr("Reads"), read},
          {QObject::tr("Knows of token %1 after").arg(from + 1), stepsText(steps.stepsTo(mark.token))}};
}

QString layersCaption(const LayersShown& shown, const LayersOptions& options) {
  const std::vector<LayerWay> ways = shown.ways(options);
  QStringList steps;
  for (size_t k = 0; k < ways.size(); ++k)
    steps.push_back(QObject::tr("%1 %2").arg(shown.layers[k].name(), stepsText(ways[k].numSteps())));
  return QObject::tr(
             "%1. Tokens below, what the layers give above them; lines: what is read. Blue: where a signal from "
             "token %2 is after %3 steps, and its way to token %4 (%5).")
      .arg(shown.title)
      .arg(shown.from(options) + 1)
      .arg(shownStep(ways, options))
      .arg(shown.to(options) + 1)
      .arg(steps.join(QStringLiteral(", ")));
}

NumberTable layersNumbers(const LayersShown& shown, const LayersOptions& options) {
  NumberTable table{"layers",
                    "layer",
                    "quantity",
                    {},
                    {"operations", "waits", "longest path", "steps of the way"},
                    engine::Array<float>({std::ssize(shown.layers), 4}, 0.0F)};
  const std::vector<LayerWay> ways = shown.ways(options);
  for (Index k = 0; k < std::ssize(shown.layers); ++k) {
    const ShownLayer& layer = engine::nth(shown.layers, k);
    const Index steps = engine::nth(ways, k).numSteps();
    table.rowLabels.push_back(layer.layer->name());
    table.values(k, 0) = static_cast<float>(layer.operations);
    table.values(k, 1) = static_cast<float>(layer.waits);
    table.values(k, 2) = static_cast<float>(layer.longest);
    table.values(k, 3) = static_cast<float>(steps < 0 ? kNaN : double(steps));
  }
  return table;
}

}  // namespace ui
