// Datasets into views: which view shows what, what is new, heads on chains.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"

namespace app {

class Workspace;

/// The view that fits best: one that shows this dataset, else one of the dataset's own kind that has room for it, else
/// a new one of that kind. No other view changes.
void showDataset(Workspace& workspace, const engine::DatasetPtr& dataset);
/// Whether a view of its own or one that is open shows it.
bool canBeShown(Workspace& workspace, const engine::Dataset& dataset);
/// Shows what is new: in the view that fits best and in all that show what its positions belong to.
void showNew(Workspace& workspace, const engine::DatasetPtr& dataset);
/// Shows the main result of a run, or the first of its by-products that has a view.
void showResult(Workspace& workspace, const std::string& id);
/// Those by-products that stand beside the main result: curves of its numbers, what a mutation changes, the loss.
std::vector<engine::DatasetPtr> besides(Workspace& workspace, const std::string& id);
/// Shows them, without those that were `shown` before, whose views may have been closed.
void showBeside(Workspace& workspace, const std::string& id, const std::set<engine::DatasetId>& shown = {});
/// Heads of a file on a chain of a structure: in all views that show either, and in a structure view.
void showOnChain(Workspace& workspace, const std::string& heads, const std::string& structure,
                 const std::string& chain);

}  // namespace app
