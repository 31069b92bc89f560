// Commands of the pair geometry view and its form in the inspector.
#pragma once

class QWidget;

namespace ui {

class GeometryView;

void addGeometryCommands(GeometryView& view);
/// `isOne`: one map is shown, by choice or for want of room.
QWidget* makeGeometryControls(GeometryView& view, bool isOne, QWidget* parent);

}  // namespace ui
