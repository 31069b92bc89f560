#include "ui/scenes/plot/PlotSteps.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

const std::string kRule = "rule_", kSpread = "spread_", kTrace = "trace_", kDots = "dots_", kArrow = "arrow_",
                  kOutline = "outline_";
const std::string kStep = "step_", kFrame = "frame_";

/// Number of axes of an array of this name at one step; 0: it has no steps.
size_t ranksAtStep(const std::string& name) {
  for (const std::string& prefix : {std::string("curve_"), std::string("points_"), std::string("hollow_"), kRule})
    if (name.starts_with(prefix)) return 1;
  for (const std::string& prefix : {std::string("band_"), kSpread, kTrace, kDots, kArrow, kOutline})
    if (name.starts_with(prefix)) return 2;
  return 0;
}

bool hasSteps(const std::string& name, const engine::AnyArray& array) {
  const size_t rank = ranksAtStep(name);
  return rank > 0 && engine::shapeOf(array).size() == rank + 1;
}

std::vector<double> valuesOf(const engine::ArrayBundle& arrays, const std::string& name) {
  const engine::Array<double> values = engine::numbersOf<double>(arrays, name, engine::NonFinite::allow);
  return {values.begin(), values.end()};
}

/// Two rows of numbers.
std::array<std::vector<double>, 2> rowsOf(const engine::ArrayBundle& arrays, const std::string& name, Index length) {
  const engine::Shape& shape = engine::shapeOf(arrays.at(name));
  engine::requireShape(name, shape, {2, length < 0 && shape.size() == 2 ? shape[1] : std::max<Index>(length, 0)});
  const std::vector<double> all = valuesOf(arrays, name);
  const auto middle = all.begin() + std::ssize(all) / 2;
  return {std::vector<double>(all.begin(), middle), std::vector<double>(middle, all.end())};
}

/// From and to of each arrow, with a gap before the next.
void checkArrows(const std::string& name, const std::vector<double>& x) {
  bool areArrows = x.size() % 3 == 2;
  for (size_t k = 2; k < x.size(); k += 3) areArrows = areArrows && std::isnan(x[k]);
  if (!areArrows)
    engine::fail("array ", name, ": found ", x.size(),
                 " points, expected two for each arrow, with a point that is not a number between arrows");
}

void addDrawing(PlotTable& table, const engine::ArrayBundle& arrays, const std::string& name) {
  const bool isArrow = name.starts_with(kArrow), isDots = name.starts_with(kDots), isRule = name.starts_with(kOutline);
  if (!isArrow && !isDots && !isRule && !name.starts_with(kTrace)) return;
  auto [x, y] = rowsOf(arrays, name, -1);
  if (isArrow) checkArrows(name, x);
  PlotSeries series{name.substr(name.find('_') + 1), std::move(x), std::move(y), !isDots, isDots};
  series.isDrawing = true;
  series.isArrow = isArrow;
  series.isRule = isRule;
  table.drawings.push_back(std::move(series));
}

}  // namespace

Index numPlotSteps(const engine::ArrayBundle& arrays) {
  Index count = 0;
  for (const auto& [name, array] : arrays) {
    if (!hasSteps(name, array)) continue;
    const engine::Shape& shape = engine::shapeOf(array);
    if (count != 0 && shape[0] != count)
      engine::fail("array ", name, ": found ", shape[0], " steps, expected ", count, " as others have");
    if (shape[0] == 0) engine::fail("array ", name, ": found no step, expected one or more");
    count = shape[0];
  }
  return count;
}

engine::ArrayBundle atPlotStep(const engine::ArrayBundle& arrays, Index step) {
  engine::ArrayBundle now;
  for (const auto& [name, array] : arrays) {
    if (!hasSteps(name, array)) {
      now.emplace(name, array);
      continue;
    }
    const engine::Array<double> all = engine::numbersOf<double>(arrays, name, engine::NonFinite::allow);
    const Index size = all.size() / all.length(0);
    engine::Array<double> part({all.shape().begin() + 1, all.shape().end()}, 0.0, name);
    std::copy_n(all.data() + step * size, size, part.begin());
    now.emplace(name, std::move(part));
  }
  return now;
}

std::string plotStepTitle(const engine::ArrayBundle& arrays, Index step, Index count) {
  if (count == 0) return {};
  const auto number = " " + std::to_string(step + 1) + " of " + std::to_string(count);
  if (const auto frame = arrays.lower_bound(kFrame); frame != arrays.end() && frame->first.starts_with(kFrame))
    return frame->first.substr(kFrame.size()) + number;
  auto found = arrays.lower_bound(kStep);
  for (Index k = 0; k < step && found != arrays.end(); ++k) ++found;
  if (found == arrays.end() || !found->first.starts_with(kStep)) return "step" + number;
  std::string text = found->first.substr(kStep.size());
  text.erase(0, std::min(text.find_first_not_of("0123456789"), text.size()));
  if (text.starts_with(' ')) text.erase(0, 1);
  return "step" + number + ": " + text;
}

void addDrawings(PlotTable& table, const engine::ArrayBundle& arrays) {
  for (const auto& [name, array] : arrays) {
    if (name.starts_with(kRule)) {
      engine::requireShape(name, engine::shapeOf(array), {table.numRows()});
      table.columns.push_back({name.substr(kRule.size()), {}, valuesOf(arrays, name)});
      table.rules.push_back(name.substr(kRule.size()));
    } else if (name.starts_with(kSpread)) {
      auto [low, high] = rowsOf(arrays, name, table.numRows());
      const std::string own = name.substr(kSpread.size());
      if (!table.find(own)) engine::fail("array ", name, ": found no curve_", own, " to lie about, expected one");
      table.spreads.push_back({own, std::move(low), std::move(high)});
    } else {
      addDrawing(table, arrays, name);
    }
  }
}

bool hasPlotDrawings(const engine::ArrayBundle& arrays) {
  return std::any_of(arrays.begin(), arrays.end(), [](const auto& each) {
    return each.first.starts_with(kTrace) || each.first.starts_with(kDots) || each.first.starts_with(kArrow) ||
           each.first.starts_with(kOutline);
  });
}

}  // namespace ui
