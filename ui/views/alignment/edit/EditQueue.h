// Edits of the alignments of one session, one after the other: at once, or in jobs where alignments are large.
#pragma once

#include <QObject>
#include <QPointer>
#include <deque>
#include <functional>
#include <optional>

#include "engine/io/EditDataset.h"
#include "ui/session/Session.h"
#include "ui/views/base/View.h"

namespace engine {
class Format;
}

namespace ui {

/// What is to be done to an alignment when its turn comes.
struct EditTask {
  engine::DatasetId dataset;
  QString title;
  /// May throw engine::Error in words for the user.
  std::function<engine::AlignmentEdit(const engine::Alignment&, engine::Progress&)> make;
  bool isLong = false;                        ///< a job whatever the size
  std::string undone = {};                    ///< the last edit, as text, where this takes it back
  std::optional<std::uint64_t> version = {};  ///< that the alignment has again
  QPointer<View> view = {};                   ///< tells the history; null: the history itself asks
  std::function<void()> then = {};            ///< once the new version is published
};

/// The format that an alignment came from and can be written in again; null: none, it came from no file.
const engine::Format* formatOfSource(const engine::Dataset& dataset);

class EditQueue : public QObject {
  Q_OBJECT

 public:
  static EditQueue& of(Session& session);
  /// What cannot be done is reported, and nothing changes.
  void perform(EditTask task);
  /// Writes the file that the alignment came from, in its format, behind all edits asked for so far. `askForPath` is
  /// called where there is none, or its format cannot hold the alignment.
  void save(const engine::DatasetId& dataset, const std::function<void(const engine::DatasetPtr&)>& askForPath);
  /// The same to another file, which the alignment then comes from.
  void saveAs(const engine::DatasetId& dataset, const QString& path);

 private:
  struct Done;
  explicit EditQueue(Session& session);
  void next();
  void start(const EditTask& task, const engine::DatasetPtr& before);
  void publish(const EditTask& task, const Done& done);
  void record(const EditTask& task, const Done& done);

  Session& m_session;
  std::deque<std::function<void()>> m_tasks;
  bool m_isBusy = false;  ///< a job has begun, whose end begins the next task
};

/// Cells of an alignment that is edited within a frame or two; larger ones are in a job.
inline constexpr engine::Index kEditedAtOnce = engine::Index{8} << 20;

}  // namespace ui
