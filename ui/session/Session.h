// One open session: document, selection, jobs and the device; the only place where a Request becomes a job.
#pragma once

#include <QObject>
#include <QStringList>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>

#include "engine/base/Diagnostics.h"
#include "engine/compute/Device.h"
#include "engine/datasets/Dataset.h"
#include "ui/session/Document.h"
#include "ui/session/JobQueue.h"
#include "ui/session/SelectionModel.h"
#include "ui/session/SessionFile.h"

namespace ui {

class SessionOpening;

enum class MessageKind { information, warning, error };

class Session : public QObject
{
  Q_OBJECT

 public:
  explicit Session(QObject* parent = nullptr);
  ~Session() override;

  Document& document() { return m_document; }
  SelectionModel& selection() { return m_selection; }
  JobQueue& jobs() { return m_jobs; }

  /// "auto", "cpu", "opencl", "opencl:1". Opens the device in a job; until then the native path computes.
  void chooseDevice(const QString& choice);
  engine::Compute compute() const;
  QString deviceText() const;       ///< for the status bar
  QString deviceReason() const;     ///< why this one

  /// Loads files in jobs; each is published when read. Failures become messages.
  void openFiles(const QStringList& paths);
  /// Loads a session's sources, then runs its requests as their inputs become available. Emits viewRequested for each
  /// view as soon as its datasets are there, in the order of the file. What is open already stays as it is: the session
  /// joins it, under other ids where they are taken, and without its own selection and arrangement of the window.
  /// Throws engine::Error when the file itself is wrong; what fails later becomes a message, and what depends on it is
  /// dropped.
  void openSession(const std::filesystem::path& path);
  /// The same, waiting for all of it (command line). Throws Error when anything failed.
  void openSessionAndWait(const std::filesystem::path& path, engine::Progress& progress);
  /// Runs an operation as a job and publishes its results. The slot is operation + output id. Where nothing is there yet
  /// under the output id, what the run has before its end is published, too, again and again, and removed when the
  /// run fails or is cancelled.
  Job* run(const engine::Request& asked);
  /// The same for a dataset that is there: its request with other parameters, whose results take its place. Fails when
  /// they are of other kinds. What fails is told by the job alone; null when it cannot begin, which is reported.
  Job* rerun(const engine::Request& asked);
  /// Gives a dataset another title, which session files keep; does nothing for an unknown one.
  void rename(engine::DatasetId id, const std::string& title);
  /// Runs the requests that a stale dataset came from, oldest first. What was edited by hand is not computed anew.
  void computeAgain(const std::string& id);
  void report(MessageKind kind, const QString& text);
  /// Nothing is loaded, computed or on its way.
  bool isEmpty() const;
  /// Something is being loaded or computed, or waits for that.
  bool isOpening() const;
  /// Cancels what is on its way and forgets what is loaded and selected. The device stays.
  void clear();
  /// Sources and requests of everything that is loaded or on its way, what it was made from though it was removed
  /// since, the selection, and views that are still to come; the caller adds those that are open, and the window.
  /// `alsoNeeded`: ids that stand in those views.
  SessionFile describe(const std::vector<std::string>& alsoNeeded = {}) const;

 Q_SIGNALS:
  void deviceChanged();
  void message(ui::MessageKind kind, const QString& text);
  void viewRequested(const ui::ViewRequest& request);
  /// All of a session file is there, or was given up; `window` is how its window was arranged.
  void sessionOpened(const QJsonObject& window);
  void fileOpened(const QString& path);
  /// The first that a run has before its end is published under its output id.
  void resultsBegun(const std::string& output);
  /// Of a source or request of a session file nothing has come.
  void gaveUp(const std::string& id);

 private:
  struct Pending;
  friend class SessionOpening;
  /// What is known of a dataset that is loaded or was removed: where it came from. Without operation: the source.
  struct Origin {
    SessionFile::Source source;
    engine::Request request;
    std::vector<std::string> edits;
  };
  class Description;
  void noteOrigin(const engine::DatasetPtr& dataset);
  /// The next step of computeAgain().
  void advanceAgain();
  /// A job that loads `source` or runs `request` (the other is empty) is on its way until it ends.
  void watch(Job* job, const SessionFile::Source& source, const engine::Request& request);
  /// The job of a request, which hands its results to `take`; null when it cannot begin, which is reported.
  /// Where a result bears an id of `expected`, it must be of that kind.
  using Kinds = std::map<std::string, engine::DatasetKind>;
  Job* start(const engine::Request& request, const Kinds& expected,
             const std::function<void(std::vector<engine::Dataset>, const engine::Diagnostics&)>& take,
             const std::function<void(std::vector<engine::Dataset>)>& takeSoFar = {});
  /// Of a run that is on its way.
  void publishSoFar(std::vector<engine::Dataset> results, const engine::Request& request, const Job* job);
  void publishAll(std::vector<engine::Dataset> results, const engine::Request& request);
  Job* load(const std::filesystem::path& path, const std::string& id, const std::string& title);

  Document m_document;  // knows m_jobs, which outlives no job of it
  SelectionModel m_selection;
  std::shared_ptr<engine::Device> m_device;   // null: native CPU; shared with the jobs that use it
  QString m_deviceText, m_deviceReason;
  std::unique_ptr<Pending> m_pending;
  std::unique_ptr<SessionOpening> m_opening;
  std::map<std::string, Origin> m_origins;  // by id
  std::map<std::string, std::string> m_titles;  // of results that the user has renamed, by id
  JobQueue m_jobs;   // last: its destructor waits for workers that use the members above
};

}  // namespace ui
