// Commands of the features view and its form in the inspector.
#pragma once

class QWidget;

namespace ui {

class FeaturesView;

void addFeaturesCommands(FeaturesView& view);
QWidget* makeFeaturesControls(FeaturesView& view, QWidget* parent);

}  // namespace ui
