#include "ui/session/Session.h"

#include <QMetaType>
#include <algorithm>

#include "engine/base/ParallelFor.h"
#include "engine/base/PrintableText.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"

namespace ui {

namespace {

const char* const kSessionSuffix = ".headlight";

/// What a worker hands back: results and what the user should hear of.
struct WorkResult {
  std::vector<engine::Dataset> datasets;
  engine::Diagnostics diagnostics;
};

/// The sources of a session are read without the user having named them: no pipe that waits, no device that never ends,
/// no session that would open itself. Throws Error; what is not there is left to the reader.
void requireDataFile(const std::filesystem::path& path) {
  std::error_code error;
  const auto type = std::filesystem::status(path, error).type();
  const char* found = nullptr;
  if (type == std::filesystem::file_type::fifo) found = "a pipe";
  if (type == std::filesystem::file_type::socket) found = "a socket";
  if (type == std::filesystem::file_type::character || type == std::filesystem::file_type::block) found = "a device";
  if (type == std::filesystem::file_type::directory) found = "a folder";
  if (path.extension() == kSessionSuffix) found = "a session";
  if (found) engine::fail(path.string(), ": found ", found, " as the source of a session, expected a file of data");
}

/// `id` empty: named by the user, else by a session.
engine::Dataset loadSource(const std::filesystem::path& path, const std::string& id, const std::string& title,
                           engine::Diagnostics& diagnostics, engine::Progress& progress) {
  if (!id.empty()) requireDataFile(path);
  engine::Dataset dataset = engine::load(path, diagnostics, progress);
  if (!id.empty()) dataset.id = id;
  if (!title.empty()) dataset.title = title;
  return dataset;
}

QString nativeText() {
  return QStringLiteral("native CPU, %1 threads").arg(engine::defaultThreadCount());
}

}  // namespace

/// The part of a session file that still waits.
struct Session::Pending {
  std::vector<engine::Request> requests;
  std::vector<ViewRequest> views;
  QJsonObject selection, window;
  bool isOpening = false;
};

Session::Session(QObject* parent)
    : QObject(parent), m_deviceText(nativeText()), m_pending(std::make_unique<Pending>()) {
  qRegisterMetaType<engine::DatasetPtr>();
}

Session::~Session() = default;

void Session::chooseDevice(const QString& choice) {
  const std::string wanted = choice.toStdString();
  const auto work = [wanted](engine::Progress&) -> std::any {
    return std::make_shared<engine::DeviceChoice>(engine::openDevice(wanted));
  };
  const auto deliver = [this](const std::any& result) {
    auto choice = std::any_cast<std::shared_ptr<engine::DeviceChoice>>(result);
    m_device = std::move(choice->device);
    m_deviceText = m_device ? QString::fromStdString(m_device->info().name) : nativeText();
    m_deviceReason = QString::fromStdString(choice->reason);
    report(MessageKind::information, QStringLiteral("Computing on %1. %2").arg(m_deviceText, m_deviceReason));
    Q_EMIT deviceChanged();
  };
  Job* const job = m_jobs.start(tr("Open compute device"), QStringLiteral("device"), JobQueue::Pool::openCl, choice,
                                work, deliver);
  connect(job, &Job::ended, this, [this, job] {
    if (job->state() == JobState::failed) report(MessageKind::error, job->error());
  });
}

engine::Compute Session::compute() const { return {m_device.get(), 0}; }
QString Session::deviceText() const { return m_deviceText; }
QString Session::deviceReason() const { return m_deviceReason; }

void Session::report(MessageKind kind, const QString& text) {
  // Names and values in it are out of files.
  Q_EMIT message(kind, QString::fromStdString(engine::shortened(text.toStdString(), engine::kMostOfMessage)));
}

Job* Session::load(const std::filesystem::path& path, const std::string& id, const std::string& title) {
  const QString name = QString::fromStdString(path.filename().string());
  const auto work = [path, id, title](engine::Progress& progress) -> std::any {
    WorkResult result;
    result.datasets.push_back(loadSource(path, id, title, result.diagnostics, progress));
    return result;
  };
  const auto deliver = [this, id, path](const std::any& any) {
    auto result = std::any_cast<WorkResult>(any);
    for (const std::string& text : result.diagnostics.warnings())
      report(MessageKind::warning, QString::fromStdString(text));
    if (id.empty()) result.datasets[0].id = m_document.freeId(result.datasets[0].id);
    m_document.publish(std::make_shared<const engine::Dataset>(std::move(result.datasets[0])));
    Q_EMIT fileOpened(QString::fromStdString(path.string()));
    advance();
  };
  Job* const job = m_jobs.start(tr("Load %1").arg(name), QString::fromStdString("load " + path.string() + " " + id),
                                JobQueue::Pool::cpu, tr("disk"), work, deliver);
  connect(job, &Job::ended, this, [this, job, id] {
    if (job->state() == JobState::failed) report(MessageKind::error, job->error());
    if (job->state() != JobState::finished && !id.empty()) dropDependents(id);
  });
  return job;
}

void Session::openFiles(const QStringList& paths) {
  for (const QString& text : paths) {
    const std::filesystem::path path = text.toStdString();
    if (path.extension() != kSessionSuffix) {
      load(path, {}, {});
      continue;
    }
    try {
      openSession(path);
    } catch (const engine::Error& error) {
      report(MessageKind::error, QString::fromUtf8(error.what()));
    }
  }
}

void Session::openSession(const std::filesystem::path& path) {
  const SessionFile file = readSessionFile(path);
  std::vector<std::string> order;
  for (const SessionFile::Source& source : file.sources) order.push_back(source.id);
  for (const engine::Request& request : file.requests) order.push_back(request.output);
  m_document.expect(order);
  m_pending->requests.insert(m_pending->requests.end(), file.requests.begin(), file.requests.end());
  m_pending->views.insert(m_pending->views.end(), file.views.begin(), file.views.end());
  m_pending->selection = file.selection;
  m_pending->window = file.window;
  m_pending->isOpening = true;
  Q_EMIT fileOpened(QString::fromStdString(path.string()));
  if (file.sources.empty()) advance();
  for (const SessionFile::Source& source : file.sources) load(source.path, source.id, source.title);
}

void Session::advance() {
  const auto isReady = [this](const std::vector<std::string>& ids) {
    return std::all_of(ids.begin(), ids.end(), [this](const std::string& id) { return m_document.find(id) != nullptr; });
  };
  // Taken out before they start: a start may fail at once and come back here.
  std::vector<engine::Request> ready;
  std::erase_if(m_pending->requests, [&](const engine::Request& request) {
    if (!isReady(request.inputs)) return false;
    ready.push_back(request);
    return true;
  });
  for (const engine::Request& request : ready) run(request);

  // Views keep the order of the file: a later one waits for the earlier ones.
  while (!m_pending->views.empty() && isReady(m_pending->views.front().datasets)) {
    const ViewRequest view = m_pending->views.front();
    m_pending->views.erase(m_pending->views.begin());
    Q_EMIT viewRequested(view);
  }
  finishOpening();
}

void Session::finishOpening() {
  if (!m_pending->isOpening || !m_pending->requests.empty() || !m_pending->views.empty()) return;
  m_pending->isOpening = false;
  if (!m_pending->selection.isEmpty()) m_selection.setState(m_pending->selection);
  Q_EMIT sessionOpened(m_pending->window);
}

void Session::dropDependents(const std::string& failedId) {
  const auto needs = [&](const std::vector<std::string>& ids) {
    return std::any_of(ids.begin(), ids.end(),
                       [&](const std::string& id) { return id == failedId || id.starts_with(failedId + "."); });
  };
  std::vector<std::string> dropped;
  std::erase_if(m_pending->requests, [&](const engine::Request& request) {
    if (!needs(request.inputs)) return false;
    dropped.push_back(request.output);
    return true;
  });
  const auto numDroppedViews = std::erase_if(m_pending->views, [&](const ViewRequest& v) { return needs(v.datasets); });
  for (const std::string& id : dropped) {
    report(MessageKind::warning, tr("\"%1\" was not computed: it needs \"%2\".")
                                     .arg(QString::fromStdString(id), QString::fromStdString(failedId)));
    dropDependents(id);
  }
  if (numDroppedViews > 0) advance();  // views behind the dropped ones
  finishOpening();
}

Job* Session::run(const engine::Request& request) {
  std::vector<engine::DatasetPtr> inputs;
  const engine::Operation* operation = nullptr;
  try {
    operation = &engine::findOperation(request.operation);
    for (const std::string& id : request.inputs) {
      inputs.push_back(m_document.find(id));
      if (!inputs.back()) engine::fail(operation->title(), ": there is no dataset \"", id, "\"");
    }
  } catch (const engine::Error& error) {
    report(MessageKind::error, QString::fromUtf8(error.what()));
    if (!request.output.empty()) dropDependents(request.output);
    return nullptr;
  }

  const auto work = [operation, inputs, request, device = m_device](engine::Progress& progress) -> std::any {
    WorkResult result;
    result.datasets =
        operation->run(inputs, request.parameters, engine::Compute{device.get(), 0}, result.diagnostics, progress);
    return result;
  };
  const auto deliver = [this, request](const std::any& any) {
    auto result = std::any_cast<WorkResult>(any);
    for (const std::string& text : result.diagnostics.warnings())
      report(MessageKind::warning, QString::fromStdString(text));
    publishAll(std::move(result.datasets), request);
    advance();
  };
  const QString slot = QString::fromStdString(request.operation + " " + request.output);
  Job* const job = m_jobs.start(QString::fromStdString(operation->title()), request.output.empty() ? QString() : slot,
                                m_device ? JobQueue::Pool::openCl : JobQueue::Pool::cpu, m_deviceText, work, deliver);
  connect(job, &Job::ended, this, [this, job, request] {
    if (job->state() == JobState::failed) report(MessageKind::error, job->title() + ": " + job->error());
    if (job->state() != JobState::finished && !request.output.empty()) dropDependents(request.output);
  });
  return job;
}

void Session::publishAll(std::vector<engine::Dataset> results, const engine::Request& request) {
  if (results.empty()) return;
  const std::string id = request.output.empty() ? m_document.freeId(results.front().id) : request.output;
  engine::nameResults(results, id);
  for (engine::Dataset& dataset : results) {
    // A by-product keeps the request that would make it alone, for example a profile of a profile alignment.
    engine::Request& own = dataset.provenance.request;
    if (own.operation == request.operation) own = request;
    own.output = id;
    m_document.publish(std::make_shared<const engine::Dataset>(std::move(dataset)));
  }
}

void Session::openSessionAndWait(const std::filesystem::path& path, engine::Progress& progress) {
  const SessionFile file = readSessionFile(path);
  engine::Diagnostics diagnostics;
  const double total = double(std::max<size_t>(1, file.sources.size() + file.requests.size()));
  double done = 0;
  const auto part = [&] {
    const double from = done++ / total;
    return engine::PartProgress(progress, from, done / total);
  };
  for (const SessionFile::Source& source : file.sources) {
    auto step = part();
    m_document.publish(std::make_shared<const engine::Dataset>(
        loadSource(source.path, source.id, source.title, diagnostics, step)));
  }
  for (const engine::Request& request : file.requests) {
    auto step = part();
    std::vector<engine::DatasetPtr> inputs;
    for (const std::string& id : request.inputs) inputs.push_back(m_document.find(id));
    publishAll(engine::findOperation(request.operation).run(inputs, request.parameters, compute(), diagnostics, step),
               request);
  }
  for (const std::string& text : diagnostics.warnings()) report(MessageKind::warning, QString::fromStdString(text));
  for (const ViewRequest& view : file.views) Q_EMIT viewRequested(view);
  if (!file.selection.isEmpty()) m_selection.setState(file.selection);
}

SessionFile Session::describe() const {
  SessionFile file;
  for (const engine::DatasetPtr& dataset : m_document.datasets()) {
    const engine::Request& request = dataset->provenance.request;
    if (request.operation.empty())
      file.sources.push_back({dataset->id, dataset->title, std::filesystem::absolute(dataset->source)});
    else if (request.output == dataset->id)  // by-products come with the main result
      file.requests.push_back(request);
  }
  file.selection = m_selection.state();
  return file;
}

}  // namespace ui
