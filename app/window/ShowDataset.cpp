// Datasets into views: which view shows what, what is new, heads on chains.
#include "app/window/ShowDataset.h"

#include <algorithm>

#include "app/window/RunOperation.h"
#include "app/window/Workspace.h"
#include "engine/operations/training/TrainingCourse.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/structure/StructureView.h"

namespace app {

namespace {

constexpr char kCourse[] = ".course";

bool haveCommonId(const auto& a, const auto& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& id) { return std::find(b.begin(), b.end(), id) != b.end(); });
}

bool shows(const ui::View& view, engine::DatasetId id) {
  const std::vector<engine::DatasetId> ids = view.datasetIds();
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

void addToRelatedViews(Workspace& workspace, const engine::DatasetPtr& dataset) {
  for (ui::View* view : workspace.views()) {
    const std::vector<engine::DatasetId> ids = view->datasetIds();
    if (!haveCommonId(ids, dataset->axes) || !view->accepts(*dataset)) continue;
    view->showDataset(dataset);
  }
}

/// An open view of this kind that is empty, or shows the same positions and nothing of the dataset's kind.
ui::View* viewWithRoomFor(Workspace& workspace, const engine::Dataset& dataset, const QString& kind) {
  for (ui::View* view : workspace.views()) {
    if (view->kind() != kind) continue;
    bool isSameKindShown = false, isRelated = view->datasetIds().empty();
    for (const engine::DatasetId& id : view->datasetIds()) {
      const engine::DatasetPtr shown = workspace.session().document().find(id);
      isSameKindShown |= shown && shown->kind() == dataset.kind();
      isRelated |= shown && haveCommonId(shown->axes, dataset.axes);
    }
    if (isRelated && !isSameKindShown && view->accepts(dataset)) return view;
  }
  return nullptr;
}

/// For what no view shows alone, as a tree of an alignment's rows: the active view, else the first that takes it.
ui::View* viewThatTakes(Workspace& workspace, const engine::Dataset& dataset) {
  if (ui::View* active = workspace.activeView(); active && active->accepts(dataset)) return active;
  for (ui::View* view : workspace.views())
    if (view->accepts(dataset)) return view;
  return nullptr;
}

void showIn(Workspace& workspace, ui::View& view, const engine::DatasetPtr& dataset) {
  view.showDataset(dataset);
  workspace.setActiveView(&view);
  view.setFocus();
}

}  // namespace

void showDataset(Workspace& workspace, const engine::DatasetPtr& dataset) {
  for (ui::View* view : workspace.views()) {
    const std::vector<engine::DatasetId> ids = view->datasetIds();
    if (ids.empty() || ids.front() != dataset->id) continue;
    workspace.setActiveView(view);
    view->setFocus();
    return;
  }
  const std::vector<ui::ViewKind> kinds = ui::viewKindsFor(*dataset, workspace.session().document());
  if (kinds.empty()) {
    if (ui::View* view = viewThatTakes(workspace, *dataset)) return showIn(workspace, *view, dataset);
    const QString text = firstOperationOn(dataset->kind())
                             ? Workspace::tr("\"%1\" is in the library; double-click it to compute something from it.")
                             : Workspace::tr("\"%1\" is in the library; right-click it for what can be done with it.");
    workspace.session().report(ui::MessageKind::information, text.arg(QString::fromStdString(dataset->title)));
    return;
  }
  const QString own = kinds.front().id;
  if (ui::View* view = viewWithRoomFor(workspace, *dataset, own))
    showIn(workspace, *view, dataset);
  else
    workspace.openView(own, {dataset->id});
}

bool canBeShown(Workspace& workspace, const engine::Dataset& dataset) {
  return !ui::viewKindsFor(dataset, workspace.session().document()).empty() || viewThatTakes(workspace, dataset);
}

void showNew(Workspace& workspace, const engine::DatasetPtr& dataset) {
  addToRelatedViews(workspace, dataset);
  showDataset(workspace, dataset);
}

void showResult(Workspace& workspace, const std::string& id) {
  const engine::DatasetPtr main = workspace.session().document().find(id);
  if (!main) return;
  // The course of a training shows its heads, curves and contacts together.
  if (const engine::DatasetPtr course = workspace.session().document().find(id + kCourse))
    return showNew(workspace, course);
  // Arrays without curves are a table at best: a by-product that is more tells more, and so do the curves made of it.
  const auto* arrays = main->as<engine::ArrayBundle>();
  const bool isTable =
      arrays && !engine::isTrainingCourse(*arrays) &&
      std::none_of(arrays->begin(), arrays->end(), [](const auto& each) { return each.first.starts_with("curve_"); });
  for (const bool areArrays : {false, true})
    for (const engine::DatasetPtr& dataset : workspace.session().document().datasets())
      if (isTable && (dataset->kind() == engine::DatasetKind::arrays) == areArrays &&
          dataset->id.text().starts_with(id + ".") &&
          !ui::viewKindsFor(*dataset, workspace.session().document()).empty()) {
        showNew(workspace, dataset);
        return showBeside(workspace, id, {dataset->id});
      }
  showNew(workspace, main);
  showBeside(workspace, id);
}

std::vector<engine::DatasetPtr> besides(Workspace& workspace, const std::string& id) {
  std::vector<engine::DatasetPtr> found;
  if (workspace.session().document().find(id + kCourse)) return found;
  for (const char* part : {".curves", ".change", ".loss", ".match"})
    if (engine::DatasetPtr beside = workspace.session().document().find(id + part)) found.push_back(std::move(beside));
  return found;
}

void showBeside(Workspace& workspace, const std::string& id, const std::set<engine::DatasetId>& shown) {
  for (const engine::DatasetPtr& beside : besides(workspace, id))
    if (!shown.contains(beside->id)) showNew(workspace, beside);
}

void showOnChain(Workspace& workspace, const std::string& heads, const std::string& structure,
                 const std::string& chain) {
  const engine::DatasetPtr headsDataset = workspace.session().document().find(heads);
  const engine::DatasetPtr structureDataset = workspace.session().document().find(structure);
  if (!headsDataset || !structureDataset) return;
  ui::EndTokens ends = ui::EndTokens::none;
  bool isShown = false;
  for (ui::View* view : workspace.views()) {
    auto* attention = qobject_cast<ui::AttentionView*>(view);
    if (!attention || !shows(*view, heads)) continue;
    ends = attention->options().ends;
    const auto tokens = ui::endTokens(ends, headsDataset->as<engine::HeadSet>()->numQueries);
    for (const ui::HeadsPlace& place : ui::placesOn(*headsDataset, structureDataset, tokens))
      if (place.chain().id == chain) attention->showOnChain(place);
  }
  for (ui::View* view : workspace.views())
    if (auto* found = qobject_cast<ui::StructureView*>(view); found && shows(*view, structure)) {
      found->showHeads(headsDataset, chain, ends);
      isShown = true;
    }
  if (isShown) return;
  if (auto* opened = qobject_cast<ui::StructureView*>(workspace.openView(QStringLiteral("structure"), {structure})))
    opened->showHeads(headsDataset, chain, ends);
}

}  // namespace app
