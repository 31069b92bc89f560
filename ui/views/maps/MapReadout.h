// What attention maps and pair geometry say about one cell, in words and numbers, and the ranges of their colours.
#pragma once

#include <QString>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/base/Array.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/datasets/Dataset.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/maps/MapScene.h"

namespace ui {

/// Place of a cell among its row's values, 1 = largest; equal values share the better place.
engine::Index rankInRow(const engine::Array<float>& weights, engine::Index row, engine::Index column);
/// Columns of the `count` largest values of a row, largest first; what is not a number is none of them.
std::vector<engine::Index> largestInRow(const engine::Array<float>& weights, engine::Index row, int count);

struct ValueRange {
  double low = 0, high = 0;  ///< of the finite values; 0, 0 when there is none
  double leastPositive = 0;  ///< 0 when no value is positive
};
ValueRange rangeOf(const engine::Array<float>& values);

/// Outlines of the cells in contact with |i - j| >= `separation`, as lines along cell borders.
std::vector<MapLine> contactOutlines(const engine::Array<engine::Bool>& contacts, engine::Index separation, Rgb color,
                                     double width);

/// Contacts nearer along the chain than this are left out of overlays (the community's custom for contact maps).
inline constexpr engine::Index kContactSeparation = 6;

enum class Companion { none, distance, contacts, omega, theta, phi };
QString companionTitle(Companion companion);
/// "Å", "°", or what the two colours of contacts mean.
QString companionUnit(Companion companion);
/// Å, degrees for the angles, 1 and 0 for contacts (NaN where an atom is missing). Null for `none`.
std::shared_ptr<const engine::Array<float>> companionMatrix(const engine::ChainGeometry& geometry, Companion companion);
MapLook companionLook(const engine::Array<float>& matrix, Companion companion);

}  // namespace ui
