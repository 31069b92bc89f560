// Datasets of the library, written to files and taken away.
#include "app/window/KeepDataset.h"

#include <QFileInfo>
#include <QPointer>
#include <algorithm>
#include <memory>

#include "app/window/Workspace.h"
#include "engine/io/Format.h"
#include "ui/session/Session.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

namespace {

/// The job may end when the window is gone: it reports to the session, which waits for its jobs.
void save(ui::Session& session, const engine::DatasetPtr& dataset, const QString& path) {
  const auto work = [dataset, target = path.toStdString()](engine::Progress&) -> std::any {
    engine::save(dataset->value, target);
    return {};
  };
  const auto deliver = [session = QPointer<ui::Session>(&session), path](const std::any&) {
    if (session) session->report(ui::MessageKind::information, Workspace::tr("Saved %1").arg(path));
  };
  ui::Job* job = session.jobs().start(Workspace::tr("Save %1").arg(QFileInfo(path).fileName()), {},
                                      ui::JobQueue::Pool::cpu, Workspace::tr("disk"), work, deliver);
  QObject::connect(job, &ui::Job::ended, &session, [&session, job] {
    if (job->state() == ui::JobState::failed) session.report(ui::MessageKind::error, job->error());
  });
}

}  // namespace

bool canBeSaved(const engine::Dataset& dataset) {
  const auto& formats = engine::formats();
  return std::any_of(formats.begin(), formats.end(), [&](const auto& f) { return f->canWrite(dataset.value); });
}

void askToSave(QWidget* parent, ui::Session& session, const engine::DatasetPtr& dataset) {
  QStringList suffixes;
  for (const auto& format : engine::formats()) {
    if (!format->canWrite(dataset->value) || format->suffixes().empty()) continue;
    suffixes << QStringLiteral("%1 (*%2)")
                    .arg(QString::fromStdString(format->title()), QString::fromStdString(format->suffixes().front()));
  }
  ui::askForNewFile(parent, Workspace::tr("Save %1").arg(QString::fromStdString(dataset->title)),
                    QString::fromStdString(dataset->id), suffixes,
                    [session = QPointer<ui::Session>(&session), dataset](const QString& path) {
                      if (session) save(*session, dataset, path);
                    });
}

void renameDataset(Workspace& workspace, ui::ViewHistory& history, const engine::DatasetPtr& dataset,
                   const QString& title) {
  const auto give = [&session = workspace.session(), id = dataset->id](const std::string& text) {
    return [&session, id, text] { session.rename(id, text); };
  };
  const auto rename = give(title.toStdString());
  history.record(give(dataset->title), rename);
  rename();
}

void removeDataset(Workspace& workspace, ui::ViewHistory& history, const engine::DatasetPtr& dataset) {
  struct Removed {
    engine::DatasetPtr dataset;
    std::vector<ui::ViewRequest> views;
    QJsonObject places;
  };
  const auto removed = std::make_shared<Removed>();
  const auto remove = [&workspace, id = dataset->id, removed] {
    *removed = {workspace.session().document().find(id), workspace.viewsOf(id), workspace.arrangement()};
    workspace.session().document().remove(id);
  };
  const auto bringBack = [&workspace, removed] {
    workspace.session().document().publish(removed->dataset);
    for (const ui::ViewRequest& view : removed->views) workspace.openView(view);
    if (!removed->views.empty()) workspace.restoreArrangementSoon(removed->places);
  };
  workspace.session().document().expect({});  // it comes back to its place
  history.record(bringBack, remove);
  remove();
  workspace.session().report(
      ui::MessageKind::information,
      Workspace::tr("Removed \"%1\"; Undo brings it back.").arg(QString::fromStdString(dataset->title)));
}

}  // namespace app
