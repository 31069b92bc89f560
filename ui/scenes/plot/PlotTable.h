// Number tables that can be plotted, and the plots that are made of their columns.
#pragma once

#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/datasets/PositionNumbers.h"
#include "ui/scenes/plot/PlotScene.h"

namespace ui {

/// What the rows of a table are, so that a point leads to its residue or head.
enum class PlotRows { numbers, positions, heads };

using PlotColumn = engine::NumberColumn;

/// About the points of a column.
struct PlotSpread {
  std::string name;
  std::vector<double> low, high;
};

struct PlotTable {
  std::string title, rowTitle;  ///< rowTitle: "residue", "column", "head", "row"
  PlotRows rows = PlotRows::numbers;
  engine::DatasetId axis;           ///< positions: id of the dataset that they belong to
  engine::Index numHeads = 0;       ///< heads: of each layer; row = layer * numHeads + head
  std::vector<std::string> labels;  ///< of the rows, may be empty: their numbers from 1
  std::vector<PlotColumn> columns;
  std::vector<std::string> measured = {};  ///< columns whose points no line joins; beside them curves are lines alone
  std::vector<std::string> hollow = {};    ///< columns whose lines are outlines
  std::vector<PlotColumn> upperEnds = {};  ///< of bands: under the name of the column with their lower ends
  std::vector<std::string> rules = {};  ///< columns to compare with
  std::vector<PlotSpread> spreads = {};
  std::vector<PlotSeries> drawings = {};  ///< with places of their own
  engine::Index numSteps = 0;             ///< of what the arrays tell in steps; 0: there are none
  std::string quantity = {};  ///< what all curves are, with a unit; empty: their names tell
  const PlotColumn* find(const std::string& name) const;  ///< null: no such column
  engine::Index numRows() const { return columns.empty() ? 0 : static_cast<engine::Index>(columns[0].values.size()); }
};

enum class PlotKind { lines, points, bars, histogram };

/// Columns QUANTITY_NAME of one quantity, of which each is worth comparing with the others: two or more.
struct PlotGroup {
  std::string quantity;
  std::vector<std::string> columns;
};
/// In the order of the columns.
std::vector<PlotGroup> comparableColumns(const PlotTable& table);

/// What is plotted of a table. Unknown columns are left out.
struct PlotChoice {
  std::string x;               ///< a column; empty: the number of the row
  std::vector<std::string> y;  ///< columns
  PlotKind kind = PlotKind::lines;
  bool isLogarithmicX = false, isLogarithmicY = false;
  bool operator==(const PlotChoice&) const = default;
};

/// Whether the names of the arrays ask for a plot: "axis_NAME", "curve_NAME", "head_NAME", "bin_edges".
bool isMadeForPlots(const engine::ArrayBundle& arrays);

/// Kinds with numbers per position (engine::Kind::numbers) have some to plot, and arrays when there is a curve
/// ("axis_NAME" with some "curve_NAME") or an array with one or two axes.
bool hasPlotTable(const engine::Dataset& dataset);

/// - arrays with "axis_NAME" (with a label for each row where they tell some of NAME, engine/datasets/ArrayText.h): that
///   column, all "curve_NAME", all "points_NAME", which are measured, all "hollow_NAME", curves drawn as outlines, and
///   "band_NAME" (2, N), lower and upper ends; of "quantity_NAME" the name alone, which says what all of these are;
///   throws engine::Error naming the array that does not fit
/// - beside these, and in steps: what PlotSteps.h says; "axis_NAME" is then empty where there are drawings alone
/// - arrays with "axis_NAME" but without curves: that column first, then as other arrays
/// - other arrays: columns from those with one axis, and the columns of those with two (up to 32), that have the most
///   common number of rows, with the labels of their axes where they tell some; arrays "head_NAME" of shape (layers,
///   heads): one row per head
/// - all else: the numbers per position
PlotTable plotTableOf(const engine::Dataset& dataset, engine::Index step = 0);

/// What suits the table at first: two angles against each other (a Ramachandran plot), all curves over their axis, of a
/// table with an axis the first columns that compare, else the first column over the rows.
PlotChoice firstChoice(const engine::Dataset& dataset, const PlotTable& table);

/// Series have one point per row of the table; bars one per row of the first column chosen; a histogram counts its
/// values. The vertical axis is named after what all columns have in common, else after the columns.
Plot plotOf(const PlotTable& table, const PlotChoice& choice);

/// Equal bars from the least to the largest finite value, about the square root of their number, 5 to 60; one bar when
/// all values are the same, none for none.
PlotBars histogramOf(const std::string& name, const std::vector<double>& values);

}  // namespace ui
