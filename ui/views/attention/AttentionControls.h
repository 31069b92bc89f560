// How options of attention are chosen: the form in the inspector, commands with their keys.
#pragma once

#include "ui/views/attention/AttentionOptions.h"

class QWidget;

namespace ui {

class AttentionView;
struct AttentionLayout;
struct AttentionShown;

/// What automatic options have come to, and where the picture is not what the options ask for.
struct DrawnOtherwise {
  ValueScale scale = ValueScale::linear;
  WeightRange range = WeightRange::ownLargest;
  bool hasOtherColors = false, hasOtherScale = false, hasOtherRange = false, lacksRoomBeside = false;
  bool operator==(const DrawnOtherwise&) const = default;
};
DrawnOtherwise drawnOtherwise(const AttentionShown& shown, const AttentionLayout& layout);

/// Owned by the caller. Says what is drawn where that is not what was chosen.
QWidget* makeAttentionControls(AttentionView& view, QWidget* parent);
void addAttentionCommands(AttentionView& view);

}  // namespace ui
