// The structure view's form in the inspector, and its commands.
#pragma once

class QWidget;

namespace ui {

class StructureView;

/// Follows the options of the view. Owned by the caller.
QWidget* makeStructureControls(StructureView& view, QWidget* parent);
/// Into the context menu, the palette and the list of shortcuts.
void addStructureCommands(StructureView& view);

}  // namespace ui
