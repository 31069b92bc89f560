// What can be done with a dataset: show it, compute from it, save it.
#include <QAction>
#include <QMenu>
#include <algorithm>
#include <map>

#include "app/window/KeepDataset.h"
#include "app/window/MainWindow.h"
#include "app/window/Menus.h"
#include "app/window/RunOperation.h"
#include "app/window/ShowDataset.h"
#include "app/window/ViewDock.h"
#include "engine/operations/Operation.h"
#include "ui/look/Icons.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/ContextMenu.h"
#include "ui/views/heads/HeadsOnChain.h"

namespace app {

namespace {

bool takes(const engine::Operation& operation, const engine::Dataset& dataset) {
  const std::vector<engine::OperationInput> inputs = operation.inputs();
  return std::any_of(inputs.begin(), inputs.end(), [&](const engine::OperationInput& input) {
    return std::find(input.kinds.begin(), input.kinds.end(), dataset.kind()) != input.kinds.end();
  });
}

/// The menu under these headings, made where it is not there yet.
QMenu& menuUnder(std::vector<std::string> headings, std::map<std::vector<std::string>, QMenu*>& menus) {
  if (const auto found = menus.find(headings); found != menus.end()) return *found->second;
  std::vector<std::string> outer(headings.begin(), headings.end() - 1);
  QMenu* menu = menuUnder(std::move(outer), menus).addMenu(QString::fromStdString(headings.back()));
  menu->setToolTipsVisible(true);
  return *(menus[std::move(headings)] = menu);
}

bool isMechanism(const engine::Operation& operation) { return operation.id().starts_with("attention "); }

void add(QMenu& menu, const engine::Operation& operation, MainWindow& window, const engine::DatasetPtr& dataset) {
  QAction* action =
      menu.addAction(QString::fromStdString(operation.title()) + u'…', &window,
                     [&window, &operation, dataset] { openOperation(window, operation, dataset); });
  action->setToolTip(QString::fromStdString(operation.help()));
}

}  // namespace

void addMechanisms(QMenu& menu, MainWindow& window, const engine::DatasetPtr& dataset) {
  menu.setToolTipsVisible(true);
  for (const auto& operation : engine::operations())
    if (isMechanism(*operation) && (!dataset || takes(*operation, *dataset))) add(menu, *operation, window, dataset);
}

void addOperations(QMenu& menu, MainWindow& window, const engine::DatasetPtr& dataset) {
  std::map<std::vector<std::string>, QMenu*> menus{{{}, &menu}};
  for (const auto& operation : engine::operations()) {
    if (dataset && !takes(*operation, *dataset)) continue;
    add(menuUnder(operation->headings(), menus), *operation, window, dataset);
  }
  if (const QMenu* only = menu.actions().size() == 1 ? menu.actions().front()->menu() : nullptr) {
    menu.removeAction(only->menuAction());  // a menu with nothing beside it is a step for nothing
    menu.addActions(only->actions());
    menu.setToolTipsVisible(true);
  }
}

void fillDatasetMenu(QMenu& menu, MainWindow& window, const engine::DatasetPtr& dataset) {
  Workspace& workspace = window.workspace();
  const ui::Document& document = window.session().document();
  for (const ui::ViewKind& kind : ui::viewKindsFor(*dataset, document)) {
    menu.addAction(MainWindow::tr("Open in %1").arg(kind.title), &workspace,
                   [&workspace, id = kind.id, dataset] { workspace.openView(id, {dataset->id}); });
  }
  auto* shown = new QMenu(MainWindow::tr("Show in"), &menu);
  for (ui::View* view : workspace.views()) {
    const std::vector<engine::DatasetId> ids = view->datasetIds();
    if (!view->accepts(*dataset) || std::find(ids.begin(), ids.end(), dataset->id) != ids.end()) continue;
    shown->addAction(workspace.dockOf(view)->windowTitle(), view, [view, dataset] { view->showDataset(dataset); });
  }
  ui::limitEntries(*shown);
  if (!shown->isEmpty()) menu.addMenu(shown);
  ui::addPlaces(menu, *dataset, document, {}, [&workspace, dataset](const ui::HeadsPlace& place) {
    showOnChain(workspace, dataset->id, place.structure->id, place.chain().id);
  });
  if (document.isStale(*dataset))
    menu.addAction(ui::icon(QStringLiteral("run")), MainWindow::tr("Compute again"), &window,
                   [&window, id = dataset->id] { window.session().computeAgain(id); });
  QMenu* compute = menu.addMenu(ui::icon(QStringLiteral("run")), MainWindow::tr("Compute"));
  addOperations(*compute, window, dataset);
  compute->setEnabled(!compute->isEmpty());
  if (canBeSaved(*dataset))
    menu.addAction(ui::icon(QStringLiteral("export")), MainWindow::tr("Save as…"), &window,
                   [&window, dataset] { askToSave(&window, window.session(), dataset); });
}

}  // namespace app
