// Operations of the engine, asked for in the window.
#include "app/window/RunOperation.h"

#include <algorithm>
#include <memory>

#include "app/window/MainWindow.h"
#include "app/window/ShowDataset.h"
#include "app/window/lessons/LessonLinks.h"
#include "app/window/lessons/Lessons.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/OperationForm.h"

namespace app {

namespace {

/// The one that is open, so that asking twice does not leave a second behind the first; or a new one.
ui::OperationForm* formOf(MainWindow& window, const engine::Operation& operation) {
  for (ui::OperationForm* form : window.findChildren<ui::OperationForm*>(Qt::FindDirectChildrenOnly))
    if (&form->operation() == &operation && form->isVisible()) return form;
  auto* form = new ui::OperationForm(operation, window.session(), &window);
  form->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(form, &ui::OperationForm::requested, &window, [&window, form](const engine::Request& request) {
    runAndShow(window.workspace(), request);
    form->close();
  });
  for (const LessonLink& link : lessonsOn(window, {operation.id()}))
    form->addLesson(MainWindow::tr("Lesson"), link.text(), [&window, link] {
      window.lessons().open(link.path, {link.slug, {}, false, false});
    });
  return form;
}

}  // namespace

ui::OperationForm* openOperation(MainWindow& window, const engine::Operation& operation,
                                 const engine::DatasetPtr& dataset) {
  ui::OperationForm* form = formOf(window, operation);
  // What runs on samples by itself is not given whatever happens to be selected.
  const auto inputs = operation.inputs();
  const bool needsInput = !inputs.empty() && !inputs.front().isOptional;
  const engine::DatasetId selected = window.library().selectedId().toStdString();
  const engine::DatasetPtr input = dataset || !needsInput ? dataset : window.session().document().find(selected);
  if (input) form->choose(*input);
  form->show();
  form->raise();
  form->activateWindow();
  return form;
}

const engine::Operation* firstOperationOn(engine::DatasetKind kind) {
  for (const auto& operation : engine::operations()) {
    const auto inputs = operation->inputs();
    if (inputs.empty()) continue;
    const auto& kinds = inputs.front().kinds;
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) return operation.get();
  }
  return nullptr;
}

void runAndShow(Workspace& workspace, const engine::Request& request) {
  ui::Job* job = workspace.session().run(request);
  if (!job) return;
  // The first that it has is shown while the rest is computed; then the window is the user's, who may have closed it.
  struct Shown {
    bool hasBegun = false;
    std::set<engine::DatasetId> besides;
  };
  const auto shown = std::make_shared<Shown>();
  QObject::connect(&workspace.session(), &ui::Session::resultsBegun, job,
                   [&workspace, shown, id = request.output](const std::string& output) {
                     if (output != id) return;
                     shown->hasBegun = true;
                     showResult(workspace, id);
                     for (const engine::DatasetPtr& beside : besides(workspace, id)) shown->besides.insert(beside->id);
                   });
  QObject::connect(job, &ui::Job::ended, &workspace, [&workspace, job, shown, id = request.output] {
    if (job->state() != ui::JobState::finished) return;
    if (shown->hasBegun)
      showBeside(workspace, id, shown->besides);
    else
      showResult(workspace, id);
  });
}

}  // namespace app
