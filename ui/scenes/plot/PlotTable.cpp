#include "ui/scenes/plot/PlotTable.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/ArrayText.h"
#include "engine/datasets/Kind.h"
#include "ui/scenes/plot/PlotSteps.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostMatrixColumns = 32;
const std::string kAxisPrefix = "axis_", kCurvePrefix = "curve_", kPointsPrefix = "points_", kHeadPrefix = "head_",
                  kQuantityPrefix = "quantity_", kHollowPrefix = "hollow_", kBandPrefix = "band_";
constexpr const char* kLogAxes = "log_axes";

/// The first name that starts with a prefix; empty when there is none.
std::string firstWith(const engine::ArrayBundle& arrays, const std::string& prefix) {
  const auto found = arrays.lower_bound(prefix);
  return found != arrays.end() && found->first.starts_with(prefix) ? found->first : std::string{};
}

std::vector<double> columnOf(const engine::ArrayBundle& arrays, const std::string& name) {
  const engine::Array<double> values = engine::numbersOf<double>(arrays, name, engine::NonFinite::allow);
  return {values.begin(), values.end()};
}

void addBand(PlotTable& table, const engine::ArrayBundle& arrays, const std::string& name, Index length) {
  engine::requireShape(name, engine::shapeOf(arrays.at(name)), {2, length});
  const std::vector<double> ends = columnOf(arrays, name);
  const std::string own = name.substr(kBandPrefix.size());
  table.columns.push_back({own, {}, {ends.begin(), ends.begin() + length}});
  table.upperEnds.push_back({own, {}, {ends.begin() + length, ends.end()}});
}

PlotTable curveTable(const engine::ArrayBundle& arrays) {
  const std::string axis = firstWith(arrays, kAxisPrefix);
  if (axis.empty()) engine::fail("curves: found no array axis_NAME, expected one");
  const engine::Shape& shape = engine::shapeOf(arrays.at(axis));
  if (shape.size() != 1) engine::fail("array ", axis, ": found shape ", engine::shapeText(shape), ", expected (N)");
  PlotTable table;
  table.rowTitle = "row";
  table.columns.push_back({axis.substr(kAxisPrefix.size()), {}, columnOf(arrays, axis)});
  table.labels = engine::labelsIn(arrays, table.columns.front().name);
  if (static_cast<Index>(table.labels.size()) != shape[0]) table.labels.clear();
  for (const auto& [name, array] : arrays) {
    if (name.starts_with(kBandPrefix)) addBand(table, arrays, name, shape[0]);
    for (const std::string* prefix : {&kCurvePrefix, &kPointsPrefix, &kHollowPrefix}) {
      if (!name.starts_with(*prefix)) continue;
      engine::requireShape(name, engine::shapeOf(array), shape);
      const std::string own = name.substr(prefix->size());
      table.columns.push_back({own, {}, columnOf(arrays, name)});
      if (prefix == &kPointsPrefix) table.measured.push_back(own);
      if (prefix == &kHollowPrefix) table.hollow.push_back(own);
    }
  }
  if (const std::string quantity = firstWith(arrays, kQuantityPrefix); !quantity.empty())
    table.quantity = quantity.substr(kQuantityPrefix.size());
  return table;
}

/// Whether there are curves or drawings.
bool isDrawn(const engine::ArrayBundle& arrays) {
  return !firstWith(arrays, kCurvePrefix).empty() ||
         (!firstWith(arrays, kAxisPrefix).empty() && hasPlotDrawings(arrays));
}

PlotTable headTable(const engine::ArrayBundle& arrays) {
  PlotTable table;
  table.rows = PlotRows::heads;
  table.rowTitle = "head";
  const engine::Shape& shape = engine::shapeOf(arrays.at(firstWith(arrays, kHeadPrefix)));
  if (shape.size() != 2)
    engine::fail("array ", firstWith(arrays, kHeadPrefix), ": found shape ", engine::shapeText(shape),
                 ", expected (layers, heads)");
  table.numHeads = shape[1];
  for (Index layer = 0; layer < shape[0]; ++layer)
    for (Index head = 0; head < shape[1]; ++head)
      table.labels.push_back("layer " + std::to_string(layer + 1) + ", head " + std::to_string(head + 1));
  for (const auto& [name, array] : arrays) {
    if (!name.starts_with(kHeadPrefix)) continue;
    engine::requireShape(name, engine::shapeOf(array), shape);
    table.columns.push_back({name.substr(kHeadPrefix.size()), {}, columnOf(arrays, name)});
  }
  return table;
}

/// Words about the other arrays.

/// Length of the first axis that most arrays with one or two axes have; the larger one on a tie.
Index commonLength(const engine::ArrayBundle& arrays) {
  std::map<Index, int> counts;
  for (const auto& [name, array] : arrays) {
    const engine::Shape& shape = engine::shapeOf(array);
    if (!engine::isArrayText(name) && (shape.size() == 1 || shape.size() == 2)) ++counts[shape[0]];
  }
  const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second, a.first) < std::pair(b.second, b.first);
  });
  return most == counts.end() ? -1 : most->first;
}

/// The axis of a table of so many rows; empty without one.
std::string axisOf(const engine::ArrayBundle& arrays, Index rows) {
  const std::string name = firstWith(arrays, kAxisPrefix);
  return !name.empty() && engine::shapeOf(arrays.at(name)) == engine::Shape{rows} ? name : std::string{};
}

/// Texts along an axis (from 0) of an array of this length there; empty: none, or as many as do not fit.
std::vector<std::string> labelsAlong(const engine::ArrayBundle& arrays, const std::string& name, size_t axis) {
  for (const engine::ArrayNote& note : engine::notesIn(arrays)) {
    if (note.name != name || axis >= note.axes.size()) continue;
    std::vector<std::string> labels = engine::labelsIn(arrays, note.axes[axis]);
    const engine::Shape& shape = engine::shapeOf(arrays.at(name));
    return static_cast<Index>(labels.size()) == shape[axis] ? labels : std::vector<std::string>();
  }
  return {};
}

PlotTable arrayTable(const engine::ArrayBundle& arrays, const engine::Dataset& dataset) {
  PlotTable table;
  table.rowTitle = "row";
  if (!dataset.axes.empty()) {
    table.rows = PlotRows::positions;
    table.axis = dataset.axes[0];
    table.rowTitle = "position";
  }
  const Index rows = commonLength(arrays);
  const std::string axis = axisOf(arrays, rows);
  if (!axis.empty()) table.columns.push_back({axis.substr(kAxisPrefix.size()), {}, columnOf(arrays, axis)});
  for (const auto& [name, array] : arrays) {
    const engine::Shape& shape = engine::shapeOf(array);
    if ((shape.size() != 1 && shape.size() != 2) || shape[0] != rows) continue;
    if (name == axis || name == kLogAxes || engine::isArrayText(name)) continue;
    const std::vector<double> values = columnOf(arrays, name);
    if (table.labels.empty()) table.labels = labelsAlong(arrays, name, 0);
    if (shape.size() == 1) {
      table.columns.push_back({name, {}, values});
      continue;
    }
    const std::vector<std::string> names = labelsAlong(arrays, name, 1);
    for (Index column = 0; column < std::min(shape[1], kMostMatrixColumns); ++column) {
      PlotColumn taken{name + " " + (names.empty() ? std::to_string(column + 1) : engine::nth(names, column)), {}, {}};
      for (Index row = 0; row < rows; ++row) taken.values.push_back(engine::nth(values, row * shape[1] + column));
      table.columns.push_back(std::move(taken));
    }
  }
  return table;
}

PlotTable positionTable(const engine::Dataset& dataset) {
  const engine::Kind& kind = engine::kindOf(dataset);
  engine::PositionNumbers numbers = kind.numbers(dataset);
  return {{}, kind.positionName(),       PlotRows::positions,       dataset.axes.empty() ? dataset.id : dataset.axes[0],
          0,  std::move(numbers.labels), std::move(numbers.columns)};
}

std::string axisTitle(const PlotColumn& column) {
  return column.unit.empty() ? column.name : column.name + ", " + column.unit;
}

}  // namespace

const PlotColumn* PlotTable::find(const std::string& name) const {
  for (const PlotColumn& column : columns)
    if (column.name == name) return &column;
  return nullptr;
}

std::vector<PlotGroup> comparableColumns(const PlotTable& table) {
  std::vector<PlotGroup> groups;
  for (const PlotColumn& column : table.columns) {
    const size_t end = column.name.find('_');
    if (end == std::string::npos || end == 0) continue;
    const std::string quantity = column.name.substr(0, end);
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const PlotGroup& known) { return known.quantity == quantity; });
    if (group == groups.end()) group = groups.insert(groups.end(), {quantity, {}});
    group->columns.push_back(column.name);
  }
  std::erase_if(groups, [](const PlotGroup& group) { return group.columns.size() < 2; });
  return groups;
}

bool isMadeForPlots(const engine::ArrayBundle& arrays) {
  return arrays.contains("bin_edges") || std::any_of(arrays.begin(), arrays.end(), [](const auto& each) {
           return each.first.starts_with(kAxisPrefix) || each.first.starts_with(kCurvePrefix) ||
                  each.first.starts_with(kHeadPrefix);
         });
}

bool hasPlotTable(const engine::Dataset& dataset) {
  if (const auto* arrays = dataset.as<engine::ArrayBundle>())
    return (!firstWith(*arrays, kAxisPrefix).empty() && isDrawn(*arrays)) || commonLength(*arrays) >= 0;
  return !engine::kindOf(dataset).positionName().empty();
}

PlotTable plotTableOf(const engine::Dataset& dataset, Index step) {
  const auto* whole = dataset.as<engine::ArrayBundle>();
  const Index numSteps = whole ? numPlotSteps(*whole) : 0;
  const engine::ArrayBundle now = numSteps > 0 ? atPlotStep(*whole, step) : engine::ArrayBundle{};
  const engine::ArrayBundle* arrays = numSteps > 0 ? &now : whole;
  const bool hasCurves = arrays && isDrawn(*arrays);
  PlotTable table = !arrays                                    ? positionTable(dataset)
                    : hasCurves                                ? curveTable(*arrays)
                    : !firstWith(*arrays, kHeadPrefix).empty() ? headTable(*arrays)
                                                               : arrayTable(*arrays, dataset);
  if (hasCurves) addDrawings(table, *arrays);
  table.title = dataset.title;
  table.numSteps = numSteps;
  if (numSteps > 0) table.title += " – " + plotStepTitle(*whole, step, numSteps);
  return table;
}

PlotChoice firstChoice(const engine::Dataset& dataset, const PlotTable& table) {
  PlotChoice choice;
  if (table.columns.empty()) return choice;
  choice.y = {table.columns[0].name};
  if (table.rows == PlotRows::heads) choice.kind = PlotKind::points;
  const auto isAngle = [](const PlotColumn& column) { return column.unit == engine::kDegreeUnit; };
  if (table.columns.size() > 1 && isAngle(table.columns[0]) && isAngle(table.columns[1])) {
    choice.x = table.columns[0].name;
    choice.y = {table.columns[1].name};
    choice.kind = PlotKind::points;
  }
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  if (!arrays || table.rows == PlotRows::heads) return choice;
  const bool hasCurves = isDrawn(*arrays);
  if (!hasCurves && axisOf(*arrays, table.numRows()).empty()) return choice;
  choice.x = table.columns[0].name;
  choice.y.clear();
  for (size_t k = 1; k < table.columns.size(); ++k) choice.y.push_back(table.columns[k].name);
  const std::vector<PlotGroup> groups = comparableColumns(table);
  if (!hasCurves && !groups.empty()) choice.y = groups.front().columns;
  if (arrays->count(kLogAxes) == 0) return choice;
  const engine::Array<double> flags = engine::numbersOf<double>(*arrays, kLogAxes);
  engine::requireShape(kLogAxes, flags.shape(), {2});
  choice.isLogarithmicX = flags(0) != 0;
  choice.isLogarithmicY = flags(1) != 0;
  return choice;
}

PlotBars histogramOf(const std::string& name, const std::vector<double>& values) {
  PlotBars bars{name, {}, {}};
  std::vector<double> known;
  std::copy_if(values.begin(), values.end(), std::back_inserter(known),
               [](double value) { return std::isfinite(value); });
  if (known.empty()) return bars;
  const auto [low, high] = std::minmax_element(known.begin(), known.end());
  const double first = *low, span = *high - first;
  if (!(span > 0)) return {name, {first - 0.5, first + 0.5}, {static_cast<double>(known.size())}};
  const auto count =
      std::clamp<size_t>(static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(known.size())))), 5, 60);
  for (size_t k = 0; k <= count; ++k)
    bars.edges.push_back(first + span * static_cast<double>(k) / static_cast<double>(count));
  bars.heights.assign(count, 0);
  for (const double value : known)
    bars.heights[std::min(count - 1, static_cast<size_t>((value - first) / span * static_cast<double>(count)))] += 1;
  return bars;
}

namespace {

/// Where all columns of one quantity are drawn, the axis says which: "attention" instead of "flops_attention".
std::string shortName(const PlotTable& table, const PlotChoice& choice, const PlotColumn& column) {
  for (const PlotGroup& group : comparableColumns(table))
    if (choice.y == group.columns) return column.name.substr(group.quantity.size() + 1);
  return column.name;
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void addSeries(Plot& plot, const PlotTable& table, const PlotChoice& choice) {
  const PlotColumn* x = table.find(choice.x);
  for (const std::string& name : choice.y) {
    const PlotColumn* y = table.find(name);
    if (!y) continue;
    const bool isMeasured = holds(table.measured, name);
    PlotSeries series{shortName(table, choice, *y),
                      {},
                      y->values,
                      choice.kind == PlotKind::lines && !isMeasured,
                      isMeasured || table.measured.empty() || choice.kind == PlotKind::points};
    series.isHollow = holds(table.hollow, name);
    series.isRule = holds(table.rules, name);
    series.hasLine |= series.isRule;
    series.hasPoints &= !series.isRule;
    for (const PlotSpread& spread : table.spreads)
      if (spread.name == name) {
        series.low = spread.low;
        series.high = spread.high;
      }
    for (const PlotColumn& upper : table.upperEnds)
      if (upper.name == name) {
        series.upper = upper.values;
        series.hasLine = series.hasPoints = false;
      }
    for (size_t row = 0; row < y->values.size(); ++row)
      series.x.push_back(!x ? static_cast<double>(row + 1) : row < x->values.size() ? x->values[row] : std::nan(""));
    plot.series.push_back(std::move(series));
  }
}

/// "phi, psi, °" where all have one unit, else "distance, Å; charge".
std::string joinedNames(const std::vector<const PlotColumn*>& columns) {
  const bool hasOneUnit = std::all_of(columns.begin(), columns.end(),
                                      [&](const PlotColumn* column) { return column->unit == columns[0]->unit; });
  std::string text;
  for (const PlotColumn* column : columns) {
    if (!text.empty()) text.append(hasOneUnit ? ", " : "; ");
    text.append(hasOneUnit ? column->name : axisTitle(*column));
  }
  return hasOneUnit && !columns[0]->unit.empty() ? text + ", " + columns[0]->unit : text;
}

/// Of one column or more.
std::string verticalTitle(const PlotTable& table, const PlotChoice& choice,
                          const std::vector<const PlotColumn*>& columns) {
  constexpr size_t kMostNames = 3;  // more are in the legend
  if (!table.quantity.empty() && std::none_of(columns.begin(), columns.end(), [&](const PlotColumn* column) {
        return column == &table.columns.front();
      }))
    return table.quantity;
  for (const PlotGroup& group : comparableColumns(table))
    if (choice.y == group.columns) return group.quantity;
  if (columns.size() <= kMostNames) return joinedNames(columns);
  const std::string& unit = columns[0]->unit;
  const bool hasOneUnit =
      std::all_of(columns.begin(), columns.end(), [&](const PlotColumn* column) { return column->unit == unit; });
  return hasOneUnit && !unit.empty() ? "value, " + unit : "value";
}

}  // namespace

Plot plotOf(const PlotTable& table, const PlotChoice& choice) {
  Plot plot;
  plot.title = table.title;
  plot.x.isLogarithmic = choice.isLogarithmicX;
  plot.y.isLogarithmic = choice.isLogarithmicY;
  std::vector<const PlotColumn*> columns;
  for (const std::string& name : choice.y)
    if (const PlotColumn* column = table.find(name)) columns.push_back(column);
  plot.hasOneScale = !table.drawings.empty() && table.columns.size() == 1;
  if (columns.empty() && table.drawings.empty()) return plot;
  if (choice.kind == PlotKind::histogram && !columns.empty()) {
    plot.bars = histogramOf(columns[0]->name, columns[0]->values);
    plot.x.title = axisTitle(*columns[0]);
    plot.y.title = "number of " + table.rowTitle + "s";
    return plot;
  }
  const PlotColumn* x = table.find(choice.x);
  plot.x.title = x ? axisTitle(*x) : table.rowTitle;
  plot.y.title = columns.empty() ? table.quantity : verticalTitle(table, choice, columns);
  if (choice.kind != PlotKind::bars || columns.empty()) {
    addSeries(plot, table, choice);
    plot.series.insert(plot.series.end(), table.drawings.begin(), table.drawings.end());
    return plot;
  }
  plot.x.title = table.rowTitle;
  plot.bars.name = columns[0]->name;
  for (size_t row = 0; row <= columns[0]->values.size(); ++row)
    plot.bars.edges.push_back(static_cast<double>(row) + 0.5);
  for (const double value : columns[0]->values) plot.bars.heights.push_back(std::isfinite(value) ? value : 0);
  return plot;
}

}  // namespace ui
