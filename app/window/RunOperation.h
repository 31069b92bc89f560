// Operations of the engine, asked for in the window.
#pragma once

#include "engine/operations/Operation.h"

namespace ui {
class OperationForm;
}

namespace app {

class MainWindow;
class Workspace;

/// The form of an operation, with `dataset` as its input; without one an operation that needs some takes what is
/// selected in the library. Owned by the window.
ui::OperationForm* openOperation(MainWindow& window, const engine::Operation& operation,
                                 const engine::DatasetPtr& dataset = {});
/// The first operation that is about datasets of this kind; null: there is none.
const engine::Operation* firstOperationOn(engine::DatasetKind kind);
/// Runs a request and shows its result when it is there.
void runAndShow(Workspace& workspace, const engine::Request& request);

}  // namespace app
