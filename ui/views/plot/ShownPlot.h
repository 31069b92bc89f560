// Numbers of a dataset as a plot: its table, what is drawn of it, and what that says in words.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "ui/views/base/View.h"
#include "ui/views/plot/PlotOptions.h"

namespace ui {

/// Whether the arrays are those of a histogram: "bin_edges" (B + 1) and "counts" (B).
bool isHistogram(const engine::ArrayBundle& arrays);
/// Bars from "bin_edges" and "counts"; a curve from "fit" (B, counts that the fitted distribution expects) where it is
/// there; the title tells "lambda_mu" (lambda, mu, their standard errors) where they are there. Throws engine::Error
/// for arrays that contradict each other.
Plot histogramPlot(const engine::ArrayBundle& arrays);

struct ShownPlot {
  ShownPlot() = default;  ///< nothing
  /// Throws engine::Error for arrays that contradict each other.
  explicit ShownPlot(const engine::Dataset& dataset);
  /// Makes the plot that is chosen. Of a histogram that was made elsewhere only the axes can be chosen.
  void draw(const PlotOptions& options);

  PlotTable table;         ///< of the step on show; without columns for a histogram that was made elsewhere
  Plot plot, visible;      ///< all that is chosen, and without the hidden series, which have no points there
  PlotRange x, y;          ///< of all that is visible
  bool countsRows = false;   ///< the horizontal axis has the numbers of the rows, from 1
  bool countsX = false, countsY = false;  ///< all that is visible has whole numbers there
  bool areBarsRows = false;  ///< bar k is row k of the table
  std::vector<PlotTable> steps = {};  ///< the tables of all steps; empty without steps

  bool isFixed() const { return table.columns.empty(); }
  int numSteps() const { return static_cast<int>(steps.size()); }  ///< 0: it is not told in steps
  /// Label of a row, or its number from 1.
  QString rowText(engine::Index row) const;
};

/// What is pointed at.
struct PlotPointer {
  std::optional<double> x;  ///< value of the horizontal axis under the pointer
  PlotPoint nearest;
};

/// The row of the nearest point with all its numbers, or what lies at the value under the pointer.
std::vector<ReadoutLine> plotReadout(const ShownPlot& shown, const PlotOptions& options, const PlotPointer& pointer);
/// For the legend of a figure.
QString plotCaption(const ShownPlot& shown, const PlotOptions& options);
/// Bars and the points of all series that are not hidden.
std::vector<NumberTable> plotNumbers(const ShownPlot& shown, const PlotOptions& options);

}  // namespace ui
