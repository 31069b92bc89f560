// Commands of the plot view and its form in the inspector.
#pragma once

class QWidget;

namespace ui {

class PlotView;

void addPlotCommands(PlotView& view);
QWidget* makePlotControls(PlotView& view, QWidget* parent);

}  // namespace ui
