// How options of attention are chosen: the form in the inspector, commands with their keys.
#pragma once

class QWidget;

namespace ui {

class AttentionView;
struct AttentionLayout;
struct AttentionShown;

/// Where the picture is not what the options ask for.
struct DrawnOtherwise {
  bool hasOtherColors = false, hasOtherScale = false, hasOtherRange = false, lacksRoomBeside = false;
  bool operator==(const DrawnOtherwise&) const = default;
};
DrawnOtherwise drawnOtherwise(const AttentionShown& shown, const AttentionLayout& layout);

/// Owned by the caller. Says what is drawn where that is not what was chosen.
QWidget* makeAttentionControls(AttentionView& view, QWidget* parent);
void addAttentionCommands(AttentionView& view);

}  // namespace ui
