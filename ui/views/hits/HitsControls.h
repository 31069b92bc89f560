// The form of the view of hits in the inspector, and its commands.
#pragma once

class QWidget;

namespace ui {

class HitsView;

QWidget* makeHitsControls(HitsView& view, QWidget* parent);
void addHitsCommands(HitsView& view);
/// Asks for the alignments of query and hit in one; says why where that cannot be.
void showFamilies(HitsView& view, int sourceRow);

}  // namespace ui
