// Commands of the view of matrices and its form in the inspector.
#pragma once

class QString;
class QWidget;

namespace ui {

class MatricesView;

void addMatricesCommands(MatricesView& view);
/// The cell that is pointed at or locked as lessons write it, "A[1,2]"; empty: there is none.
QString lessonExpressionOf(const MatricesView& view);
QWidget* makeMatricesControls(MatricesView& view, QWidget* parent);

}  // namespace ui
