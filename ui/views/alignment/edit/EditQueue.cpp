#include "ui/views/alignment/edit/EditQueue.h"

#include <QFileInfo>
#include <utility>

#include "engine/io/EditText.h"
#include "engine/io/Format.h"
#include "ui/session/RunJob.h"

namespace ui {

using engine::Alignment;
using engine::DatasetPtr;

struct EditQueue::Done {
  engine::AlignmentEdit edit, back;
  std::uint64_t before = 0;  ///< version
  DatasetPtr after;          ///< null: there was nothing to do
};

namespace {

/// A row of an alignment costs about as much as some cells, for its name.
engine::Index sizeOf(const Alignment& alignment) { return alignment.numRows() * (alignment.numColumns + 64); }

}  // namespace

const engine::Format* formatOfSource(const engine::Dataset& dataset) {
  try {
    return dataset.source.empty() ? nullptr : &engine::formatForWriting(dataset.source, dataset.value);
  } catch (const engine::Error&) {
    return nullptr;
  }
}

EditQueue::EditQueue(Session& session) : QObject(&session), m_session(session) {}

EditQueue& EditQueue::of(Session& session) {
  auto* queue = session.findChild<EditQueue*>(QString(), Qt::FindDirectChildrenOnly);
  return queue ? *queue : *new EditQueue(session);
}

void EditQueue::perform(EditTask task) {
  m_tasks.push_back([this, task = std::move(task)] {
    const DatasetPtr before = m_session.document().find(task.dataset);
    if (before && before->as<Alignment>()) start(task, before);
  });
  next();
}

void EditQueue::next() {
  while (!m_isBusy && !m_tasks.empty()) {
    const auto task = std::move(m_tasks.front());
    m_tasks.pop_front();
    task();
  }
}

void EditQueue::start(const EditTask& task, const DatasetPtr& before) {
  const auto work = [make = task.make, undone = task.undone, version = task.version,
                     before](engine::Progress& progress) {
    Done done{make(*before->as<Alignment>(), progress), {}, before->provenance.version, nullptr};
    if (done.edit.steps.empty()) return done;
    engine::EditedDataset edited = engine::edited(*before, done.edit, undone);
    done.back = std::move(edited.back);
    if (version) edited.dataset.provenance.version = *version;
    done.after = std::make_shared<const engine::Dataset>(std::move(edited.dataset));
    return done;
  };
  if (!task.isLong && sizeOf(*before->as<Alignment>()) <= kEditedAtOnce) {
    try {
      engine::Progress progress;
      publish(task, work(progress));
    } catch (const engine::Error& error) {
      m_session.report(MessageKind::warning, QString::fromUtf8(error.what()));
    }
    return;
  }
  m_isBusy = true;
  Job* job = runJob(m_session.jobs(), this, task.title, {}, work,
                    [task](EditQueue& self, const Done& done) { self.publish(task, done); });
  connect(job, &Job::ended, this, [this, job] {
    m_isBusy = false;
    if (job->state() == JobState::failed) m_session.report(MessageKind::warning, job->error());
    next();
  });
}

void EditQueue::publish(const EditTask& task, const Done& done) {
  if (!done.after) return;
  // Replaced by something else while the job ran: that is newer.
  const DatasetPtr now = m_session.document().find(task.dataset);
  if (!now || now->provenance.version != done.before) return;
  if (task.view) Q_EMIT task.view->aboutToEdit();
  m_session.document().publish(done.after);
  if (task.then) task.then();
  if (task.view) record(task, done);
}

void EditQueue::record(const EditTask& task, const Done& done) {
  const auto again = [queue = QPointer<EditQueue>(this), id = task.dataset](
                         const QString& title, const engine::AlignmentEdit& edit, std::uint64_t version,
                         const std::string& undone) {
    return [=, edit = std::make_shared<const engine::AlignmentEdit>(edit)] {
      const auto make = [edit](const Alignment&, engine::Progress&) { return *edit; };
      if (queue) queue->perform({id, title, make, false, undone, version});
    };
  };
  Q_EMIT task.view->edited(again(tr("Undo: %1").arg(task.title), done.back, done.before, engine::editText(done.edit)),
                           again(task.title, done.edit, done.after->provenance.version, {}));
}

void EditQueue::save(const engine::DatasetId& dataset, const std::function<void(const DatasetPtr&)>& askForPath) {
  m_tasks.push_back([this, dataset, askForPath] {
    const DatasetPtr now = m_session.document().find(dataset);
    if (now && formatOfSource(*now))
      saveAs(dataset, QString::fromStdString(now->source));
    else if (now)
      askForPath(now);
  });
  next();
}

void EditQueue::saveAs(const engine::DatasetId& dataset, const QString& path) {
  // Before what is asked for later: the file holds what was seen when it was asked for.
  m_tasks.push_front([this, dataset, path] {
    const DatasetPtr now = m_session.document().find(dataset);
    if (!now) return;
    m_isBusy = true;
    Job* job = runJob(
        m_session.jobs(), this, tr("Save %1").arg(QFileInfo(path).fileName()), {},
        [now, path](engine::Progress&) {
          engine::save(now->value, path.toStdString());
          auto saved = std::make_shared<engine::Dataset>(*now);
          saved->provenance.edits.clear();
          // A computed one is computed again from its request, edits and all, unless it now is that file.
          saved->provenance.request = {};
          saved->provenance.inputVersions.clear();
          saved->source = path.toStdString();
          return DatasetPtr(saved);
        },
        [path](EditQueue& self, const DatasetPtr& saved) {
          const DatasetPtr current = self.m_session.document().find(saved->id);
          if (current && current->provenance.version == saved->provenance.version)
            self.m_session.document().publish(saved);
          self.m_session.report(MessageKind::information, tr("Saved %1").arg(path));
        });
    connect(job, &Job::ended, this, [this, job] {
      m_isBusy = false;
      if (job->state() == JobState::failed) m_session.report(MessageKind::error, job->error());
      next();
    });
  });
  next();
}

}  // namespace ui
