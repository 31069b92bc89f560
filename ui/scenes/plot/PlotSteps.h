// Plots that are told in steps, and what is drawn in them besides the columns of a table: spreads about curves, rules,
// and lines, points and arrows with places of their own.
#pragma once

#include "ui/scenes/plot/PlotTable.h"

namespace ui {

/// How many steps the arrays have: the length of the axis that a curve, a spread, a band or a drawing has in front of
/// its others; 0 when none has. Throws engine::Error naming the array whose number of steps is another.
engine::Index numPlotSteps(const engine::ArrayBundle& arrays);

/// The arrays of one step: what has no steps is in all of them.
engine::ArrayBundle atPlotStep(const engine::ArrayBundle& arrays, engine::Index step);

/// "step 2 of 9: the part along the first is taken away": the text is that of the array after `step` others in
/// alphabetical order among "step_TEXT", its number in front and a blank left out; of "frame_NAME" the name: "output 2
/// of 9".
std::string plotStepTitle(const engine::ArrayBundle& arrays, engine::Index step, engine::Index count);

/// Adds to a table what the arrays draw besides curves:
/// - "rule_NAME" (N): a curve to compare with, a bound or a formula; drawn thin and grey, without points
/// - "spread_NAME" (2, N): lower and upper ends about the curve or the points of that name, in their colour
/// - "trace_NAME" (2, P): a line through points with these x and y; "dots_NAME" (2, P): such points without a line;
///   "arrow_NAME" (2, 3 A - 1): A arrows from a point to the next, NaN between two arrows; "outline_NAME" (2, P): a
///   trace that looks like a rule. Where there are these alone, both axes have one scale.
/// Throws engine::Error naming the array that does not fit.
void addDrawings(PlotTable& table, const engine::ArrayBundle& arrays);

/// Whether the arrays draw with places of their own.
bool hasPlotDrawings(const engine::ArrayBundle& arrays);

}  // namespace ui
