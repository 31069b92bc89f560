// The formula behind a number of an attention map, with the numbers put in.
#pragma once

#include <QString>

#include "engine/base/Array.h"
#include "ui/views/attention/AttentionOptions.h"

namespace ui {

/// A weight as the softmax of its row of scores, in three lines: letters, numbers, result. Empty when the weight is not
/// that softmax, when there are no scores (rank other than 2), or when none of the row is finite.
QString softmaxFormula(const engine::Array<float>& scores, engine::Index row, engine::Index column, double weight);

/// What a transform made of the cells (row, column) and (column, row) of `raw`, in three lines; `letter` is what a
/// value of the map is called. Empty for none and rollout, and outside the map.
QString transformFormula(AttentionTransform transform, const engine::Array<float>& raw,
                         const engine::Array<float>& values, engine::Index row, engine::Index column,
                         const QString& letter);

}  // namespace ui
