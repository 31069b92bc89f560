// Commands of the view of matrices and its form in the inspector.
#pragma once

class QWidget;

namespace ui {

class MatricesView;

void addMatricesCommands(MatricesView& view);
QWidget* makeMatricesControls(MatricesView& view, QWidget* parent);

}  // namespace ui
