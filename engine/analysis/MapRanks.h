// The rank scale of a map: a value's place among all values of the map, so that every colour covers as many cells.
#pragma once

#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// `count` >= 2 values that divide the finite values of the map into equal parts: the first is the smallest, the last
/// the largest. Of maps with more than 2^20 cells, every n-th cell counts besides both ends. Empty when no value is
/// finite.
std::vector<float> quantilesOf(const Array<float>& map, Index count);

/// 0 (smallest) .. 1 (largest): where a value lies among ascending quantiles, linear in between; equal quantiles have
/// the lowest of their places, but the largest value is always 1. 0 without quantiles, NaN for NaN.
double placeAmong(const std::vector<float>& quantiles, double value);
/// The value at a place 0..1: the inverse where quantiles differ. 0 without quantiles.
double valueAmong(const std::vector<float>& quantiles, double place);

/// placeAmong of every finite cell; the others are NaN.
Array<float> rankedMap(const Array<float>& map, const std::vector<float>& quantiles, int threads, Progress& progress);

}  // namespace engine
