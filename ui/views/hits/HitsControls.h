// The form of the view of hits in the inspector.
#pragma once

class QWidget;

namespace ui {

class HitsView;

QWidget* makeHitsControls(HitsView& view, QWidget* parent);

}  // namespace ui
