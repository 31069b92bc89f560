// Commands of the DP view: for its context menu, the palette and the list of shortcuts.
#pragma once

namespace ui {

class DpView;

void addDpCommands(DpView& view);
/// Asks for what is shown as a dataset of its own; what cannot be kept is told.
void keepAlignment(DpView& view);

}  // namespace ui
