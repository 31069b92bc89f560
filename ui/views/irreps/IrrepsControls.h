// Commands of the view of irreps and its form in the inspector.
#pragma once

class QWidget;

namespace ui {

class IrrepsView;

void addIrrepsCommands(IrrepsView& view);
QWidget* makeIrrepsControls(IrrepsView& view, QWidget* parent);

}  // namespace ui
