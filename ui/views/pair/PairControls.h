// Commands of the pair view and its form in the inspector.
#pragma once

class QWidget;

namespace ui {

class PairView;

void addPairCommands(PairView& view);
QWidget* makePairControls(PairView& view, QWidget* parent);

}  // namespace ui
