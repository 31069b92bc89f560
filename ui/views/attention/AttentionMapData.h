// From heads to the numbers of an attention map: mean of heads, residues only, transform, filter, ranks, margins.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/MapMargins.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "ui/views/attention/AttentionOptions.h"
#include "ui/views/attention/MapComparison.h"

namespace ui {

using MapPtr = std::shared_ptr<const engine::Array<float>>;
using MaskPtr = std::shared_ptr<const engine::Array<engine::Bool>>;

/// What the numbers of a map are made of. Plain values: a worker may have it.
struct AttentionSource {
  /// The heads, made if need be; run by whoever computes. A null one is still missing.
  std::function<std::vector<std::shared_ptr<const engine::AttentionMap>>()> heads;
  /// Made instead of the heads' own maps for the transform rollout; else empty.
  std::function<engine::Array<float>(int threads, engine::Progress&)> rollout;
  std::vector<engine::Index> rows, columns;  ///< positions that are shown; -1: the source has not this one
  bool showsAllPositions = true;
};

/// The part of the options that the numbers depend on as well.
struct AttentionRequest : AttentionSource {
  std::optional<AttentionSource> second;  ///< what is compared with, on the same cells
  HeadComparison comparison = HeadComparison::none;
  AttentionQuantity quantity = AttentionQuantity::weights;
  AttentionTransform transform = AttentionTransform::none;
  int leastSeparation = 0;  ///< of rows and columns of a square map: nearer pairs are left out as if they were masked
  engine::MapFilter filter;
  bool wantsRanks = false, wantsMargins = false;
  int arcCount = 0;  ///< 0: none
  double cost = 0;   ///< about how often a cell is looked at, over all cells
};

/// Two maps after the transform, before they are joined.
struct ComparedMaps {
  MapPtr first, second;
  MaskPtr firstMasked, secondMasked;
  MaskPtr firstNotNumbers, secondNotNumbers;
  MapPtr secondShown, secondPicture;  ///< side by side only
  std::optional<engine::HeadComparison> found;  ///< of the weights before the transform; absent for scores
};

struct AttentionMapData {
  /// Of one head; null for a mean and for a rollout. Rank and score of a cell are looked up here.
  std::shared_ptr<const engine::AttentionMap> head;
  MapPtr raw;                    ///< shown positions of the weights or scores, before the transform
  MapPtr values;                 ///< after it, and after the comparison
  MapPtr shown;                  ///< NaN where filtered away, where masked, and where no number is
  MapPtr picture;                ///< as coloured: ranks on the rank scale
  MaskPtr masked;                ///< shown positions; null: none
  MaskPtr notNumbers;            ///< where the heads have a value that is not finite, and are not masked; null: nowhere
  engine::Index numNotNumbers = 0;   ///< such cells of both maps
  std::vector<std::string> notices;  ///< of the heads: which of their values are not finite
  ValueRange range;              ///< of `values`; of two maps side by side that of both
  HeadComparison comparison = HeadComparison::none;
  ComparedMaps compared;         ///< where there is a comparison
  bool isScore = false;          ///< the softmax has not been taken
  bool isStochastic = false;     ///< every row of the heads sums to 1, or is all 0
  bool hasRowsOfZeros = false;   ///< some row of the heads is all 0
  bool areAllRowsZeros = false;  ///< there are rows, and each is
  std::vector<bool> zeroRows;    ///< which rows of the heads, by position; empty: none
  bool isIncomplete = false;     ///< a head is missing
  /// Per shown row, on hidden positions, 0 for rows that the heads have not; empty when there are none, or for scores.
  std::vector<double> lostMass;
  engine::Index numKept = 0;
  double keptMass = 0, totalMass = 0;  ///< numKept and these only with a filter
  std::shared_ptr<const std::vector<float>> quantiles;
  std::optional<engine::MapMargins> margins;
  std::vector<engine::MapCell> arcs;

  bool isSigned() const { return range.low < 0 || comparison == HeadComparison::difference; }
};

/// Runs all steps. Values that no step touches are shared, not copied. Throws engine::Error for a symmetric transform
/// of a map that is not square, engine::Cancelled.
AttentionMapData attentionMapData(const AttentionRequest& request, int threads, engine::Progress& progress);
/// The steps after `values` again: filter, ranks, margins and arcs.
AttentionMapData withFilter(AttentionMapData data, const AttentionRequest& request, int threads,
                            engine::Progress& progress);

}  // namespace ui
