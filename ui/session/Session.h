// One open session: document, selection, jobs and the device; the only place where a Request becomes a job.
#pragma once

#include <QObject>
#include <QStringList>
#include <filesystem>
#include <functional>
#include <memory>

#include "engine/compute/Device.h"
#include "engine/io/Dataset.h"
#include "ui/session/Document.h"
#include "ui/session/JobQueue.h"
#include "ui/session/SelectionModel.h"

namespace ui {

enum class MessageKind { information, warning, error };

/// A view that a session opens: kind as in views.def, datasets by id.
struct ViewRequest {
  std::string view;                    ///< "attention", "alignment", "dp", "structure"
  std::vector<std::string> datasets;   ///< first: the main one
  std::string title;
};

/// A session file (JSON): files, requests, views. Paths are relative to the file.
struct SessionFile {
  std::string title;
  struct Source { std::string id, title, path; };
  std::vector<Source> sources;
  std::vector<engine::Request> requests;   ///< in order; each output has an id
  std::vector<ViewRequest> views;
};
/// Throws engine::Error naming file, key, what was found and expected.
SessionFile readSessionFile(const std::filesystem::path& path);
void writeSessionFile(const SessionFile& session, const std::filesystem::path& path);

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
  /// Loads a session's sources, then runs its requests in order as their inputs become available. Emits viewsRequested when
  /// every view's datasets are there, view by view.
  void openSession(const std::filesystem::path& path);
  /// The same, waiting for all of it (command line). Throws Error when anything failed.
  void openSessionAndWait(const std::filesystem::path& path, engine::Progress& progress);
  /// Runs an operation as a job and publishes its results. The slot is operation + output id.
  Job* run(const engine::Request& request);
  void report(MessageKind kind, const QString& text);

 Q_SIGNALS:
  void deviceChanged();
  void message(ui::MessageKind kind, const QString& text);
  void viewRequested(const ui::ViewRequest& request);
  void fileOpened(const QString& path);

 private:
  struct Pending;
  void advance();

  Document m_document;
  SelectionModel m_selection;
  std::shared_ptr<engine::Device> m_device;
  QString m_deviceText, m_deviceReason;
  std::unique_ptr<Pending> m_pending;
  JobQueue m_jobs;   // last: its destructor waits for workers that use the members above
};

}  // namespace ui
