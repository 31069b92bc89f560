// Commands of the picture of three layers and its form in the inspector.
#pragma once

class QWidget;

namespace ui {

class LayersView;

void addLayersCommands(LayersView& view);
QWidget* makeLayersControls(LayersView& view, QWidget* parent);

}  // namespace ui
