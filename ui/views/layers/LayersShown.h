// Three layers that carry a signal, prepared to be shown: what they cost, and the way between two tokens.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "engine/attention/layers/SignalPaths.h"
#include "engine/datasets/Dataset.h"
#include "ui/views/base/NumberTable.h"
#include "ui/views/base/View.h"
#include "ui/views/layers/LayersOptions.h"

namespace ui {

/// A layer with its numbers, as `layer-paths` gives them.
struct ShownLayer {
  std::shared_ptr<const engine::SequenceLayer> layer;
  double operations = 0, waits = 0, longest = 0;  ///< `longest` NaN: the last token never depends on the first
  engine::Index numLevels = 1;                    ///< drawn above the tokens: until the ends know of each other

  QString name() const;
};

/// The way between two tokens through one layer.
struct LayerWay {
  std::shared_ptr<const engine::SignalSteps> steps;
  std::vector<engine::SignalPlace> path;  ///< empty: none

  engine::Index numSteps() const { return std::ssize(path) - 1; }  ///< -1: never
  /// Whether the signal is at a place after so many steps; levels above those that are walked continue them.
  bool isThere(const engine::SignalPlace& place, engine::Index after) const;
};

/// A token that is pointed at in the picture of a layer, both from 0; -1: none.
struct LayerMark {
  engine::Index layer = -1, token = -1;
  bool isEmpty() const { return token < 0; }
  bool operator==(const LayerMark&) const = default;
};

/// Whether arrays are what `layer-paths` gives.
bool areLayerPaths(const engine::ArrayBundle& arrays);

struct LayersShown {
  LayersShown() = default;  ///< nothing
  /// Throws engine::Error when the arrays are not those, or sizes are out of range.
  explicit LayersShown(const engine::Dataset& dataset);

  QString title;
  engine::Index numTokens = 0, width = 0, kernel = 0;
  std::vector<ShownLayer> layers;

  engine::Index from(const LayersOptions& options) const { return within(options.from); }
  engine::Index to(const LayersOptions& options) const { return within(options.to); }
  std::vector<LayerWay> ways(const LayersOptions& options) const;

 private:
  engine::Index within(engine::Index token) const;
};

/// Steps of the longest of these ways.
engine::Index mostSteps(const std::vector<LayerWay>& ways);
/// Steps that the signal has gone, and no more than there are.
engine::Index shownStep(const std::vector<LayerWay>& ways, const LayersOptions& options);

/// "393 216", with narrow spaces.
QString groupedNumber(double value);
/// "15 steps", "never".
QString stepsText(engine::Index steps);
/// Where attention begins to take more operations than the others.
QString crossingText(const LayersShown& shown);
std::vector<ReadoutLine> layersReadout(const LayersShown& shown, const LayersOptions& options, const LayerMark& mark);
QString layersCaption(const LayersShown& shown, const LayersOptions& options);
NumberTable layersNumbers(const LayersShown& shown, const LayersOptions& options);

}  // namespace ui
