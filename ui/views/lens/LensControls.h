// Commands of the lens view and its form in the inspector.
#pragma once

class QWidget;

namespace ui {

class LensView;

void addLensCommands(LensView& view);
QWidget* makeLensControls(LensView& view, QWidget* parent);

}  // namespace ui
