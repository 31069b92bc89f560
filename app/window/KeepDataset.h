// Datasets of the library, written to files and taken away.
#pragma once

#include "engine/datasets/Dataset.h"

class QWidget;

namespace ui {
class Session;
class ViewHistory;
}  // namespace ui

namespace app {

class Workspace;

/// Whether any format can hold it.
bool canBeSaved(const engine::Dataset& dataset);
/// Asks for a file and writes the dataset in a job; what becomes of it is a message.
void askToSave(QWidget* parent, ui::Session& session, const engine::DatasetPtr& dataset);
/// Gives a dataset another title. One step of undo.
void renameDataset(Workspace& workspace, ui::ViewHistory& history, const engine::DatasetPtr& dataset,
                   const QString& title);
/// Takes a dataset out of the library and closes its views. One step of undo.
void removeDataset(Workspace& workspace, ui::ViewHistory& history, const engine::DatasetPtr& dataset);

}  // namespace app
