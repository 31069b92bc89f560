// The inspector's form and the commands of the view of a training.
#pragma once

class QWidget;

namespace ui {

class TrainingView;

void addTrainingCommands(TrainingView& view);
QWidget* makeTrainingControls(TrainingView& view, QWidget* parent);

}  // namespace ui
