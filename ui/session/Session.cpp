#include "ui/session/Session.h"

#include <QMetaType>
#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "engine/base/ParallelFor.h"
#include "engine/base/PrintableText.h"
#include "engine/io/EditDataset.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "ui/session/LiveRequest.h"

namespace ui {

namespace {

const char* const kSessionSuffix = ".headlight";

/// What a worker hands back: results and what the user should hear of.
struct WorkResult {
  std::vector<engine::Dataset> datasets;
  engine::Diagnostics diagnostics;
};

/// What is there instead of data: a pipe that waits, a device that never ends. Null when it is a file, a folder or
/// nothing; what is not there is left to the reader.
const char* noDataAt(const std::filesystem::path& path) {
  std::error_code error;
  const auto type = std::filesystem::status(path, error).type();
  if (type == std::filesystem::file_type::fifo) return "a pipe";
  if (type == std::filesystem::file_type::socket) return "a socket";
  if (type == std::filesystem::file_type::character || type == std::filesystem::file_type::block) return "a device";
  return nullptr;
}

/// The sources of a session are read without the user having named them, so none is a session that would open itself.
/// Throws Error.
void requireDataFile(const std::filesystem::path& path) {
  const char* found = noDataAt(path);
  if (path.extension() == kSessionSuffix) found = "a session";
  if (found) engine::fail(path.string(), ": found ", found, " as the source of a session, expected a file of data");
}

/// The same for files that parameters name. Throws Error.
void requireDataPaths(const engine::Operation& operation, const engine::ParameterValues& values) {
  for (const engine::Parameter& parameter : operation.parameters()) {
    if (parameter.path == engine::PathKind::none || !values.contains(parameter.key)) continue;
    const std::string path = values.text(parameter.key);
    if (const char* found = noDataAt(path))
      engine::fail(path, ": found ", found, " as \"", parameter.label, "\", expected a file of data");
  }
}

/// `id` empty: named by the user, else by a session.
engine::Dataset loadSource(const SessionFile::Source& source, const std::vector<std::string>& edits,
                           engine::Diagnostics& diagnostics, engine::Progress& progress) {
  const auto& [id, title, path] = source;
  if (!id.empty()) requireDataFile(path);
  engine::Dataset dataset = engine::load(path, diagnostics, progress);
  if (!id.empty()) dataset.id = id;
  if (!title.empty()) dataset.title = title;
  engine::editAgain(dataset, edits, diagnostics);
  return dataset;
}

/// With what presets and defaults fill in, so that results and session files tell it. What cannot be completed stays as
/// it is and fails when it runs.
engine::Request withDefaults(engine::Request request) {
  try {
    request.parameters = engine::completed(engine::findOperation(request.operation).parameters(), request.parameters);
  } catch (const engine::Error&) {
  }
  return request;
}

/// Throws Error when a result would take the place of a dataset of another kind.
void requireKinds(std::vector<engine::Dataset>& results, const std::string& output,
                  const std::map<std::string, engine::DatasetKind>& former) {
  engine::nameResults(results, output);
  for (const engine::Dataset& result : results) {
    const auto found = former.find(result.id);
    if (found != former.end() && found->second != result.kind())
      engine::fail("these parameters give no ", engine::kindName(found->second), ", which \"", found->first, "\" is");
  }
}

/// Titles of kept copies tell their parameters; they tell the new ones when these change.
void renewMarks(std::map<std::string, std::string>& titles, const engine::Request& before,
                const engine::Request& after) {
  const std::string mark = LiveRequest::copyMark(before);
  for (auto& [id, title] : titles) {
    if (id != after.output && !id.starts_with(after.output + ".")) continue;
    if (const size_t at = title.find(mark); at != std::string::npos)
      title.replace(at, mark.size(), LiveRequest::copyMark(after));
  }
}

QString nativeText() { return QStringLiteral("native CPU, %1 threads").arg(engine::defaultThreadCount()); }

}  // namespace

/// The part of session files that still waits, and what is being loaded and computed.
struct Session::Pending {
  struct UnderWay {
    Job* job;
    SessionFile::Source source;
    engine::Request request;
  };
  std::vector<UnderWay> underWay;
  std::vector<engine::Request> requests;
  std::map<std::string, std::vector<std::string>> edits;  ///< of what is not there yet
  std::vector<ViewRequest> views;
  QJsonObject selection, window;
  bool isOpening = false;
  std::vector<std::string> again;  ///< stale datasets that are wanted
  std::set<std::string> doneAgain;  ///< what was computed for them
};

Session::Session(QObject* parent)
    : QObject(parent), m_document(&m_jobs), m_deviceText(nativeText()), m_pending(std::make_unique<Pending>()) {
  qRegisterMetaType<engine::DatasetPtr>();
  connect(&m_document, &Document::added, this, &Session::noteOrigin);
  connect(&m_document, &Document::replaced, this, &Session::noteOrigin);
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
  Job* const job =
      m_jobs.start(tr("Open compute device"), QStringLiteral("device"), JobQueue::Pool::openCl, choice, work, deliver);
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
  const SessionFile::Source source{id, title, path};
  const auto work = [source, edits = takeEdits(id)](engine::Progress& progress) -> std::any {
    WorkResult result;
    result.datasets.push_back(loadSource(source, edits, result.diagnostics, progress));
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
  watch(job, source, {});
  return job;
}

void Session::watch(Job* job, const SessionFile::Source& source, const engine::Request& request) {
  const std::string id = source.id + request.output;
  if (!id.empty()) m_document.reserve(id);
  m_pending->underWay.push_back({job, source, request});
  connect(job, &Job::ended, this, [this, job, id, isLoading = request.operation.empty()] {
    const auto numEnded = std::erase_if(m_pending->underWay, [job](const auto& other) { return other.job == job; });
    if (numEnded == 0) return;  // of a session that is no longer open
    if (job->state() == JobState::failed)
      report(MessageKind::error, isLoading ? job->error() : job->title() + ": " + job->error());
    if (id.empty()) return;
    m_document.release(id);
    if (job->state() != JobState::finished) {
      if (m_pending->doneAgain.count(id) > 0) m_pending->again.clear();
      dropDependents(id);
    }
    advanceAgain();
  });
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
  const bool isAlone = isEmpty();
  SessionFile file = readForOpening(path);
  m_pending->requests.insert(m_pending->requests.end(), file.requests.begin(), file.requests.end());
  m_pending->edits.insert(file.edits.begin(), file.edits.end());
  m_pending->views.insert(m_pending->views.end(), file.views.begin(), file.views.end());
  m_pending->selection = isAlone ? file.selection : QJsonObject();
  m_pending->window = isAlone ? file.window : QJsonObject();
  m_pending->isOpening = true;
  for (const SessionFile::Source& source : file.sources) load(source.path, source.id, source.title);
  Q_EMIT fileOpened(QString::fromStdString(path.string()));
  if (file.sources.empty()) advance();
}

SessionFile Session::readForOpening(const std::filesystem::path& path) {
  if (const char* found = noDataAt(path)) engine::fail(path.string(), ": found ", found, ", expected a session file");
  SessionFile file = readSessionFile(path);
  std::transform(file.requests.begin(), file.requests.end(), file.requests.begin(), withDefaults);
  file = withFreeIds(std::move(file), [this](const std::string& id) {
    const std::string free = m_document.freeId(id);
    m_document.expect({free});
    return free;
  });
  m_titles.insert(file.titles.begin(), file.titles.end());
  return file;
}

bool Session::isOpening() const {
  return m_pending->isOpening || !m_pending->underWay.empty() || !m_pending->requests.empty();
}

bool Session::isEmpty() const { return m_document.datasets().empty() && !isOpening(); }

void Session::clear() {
  const auto last = std::exchange(m_pending, std::make_unique<Pending>());
  for (const auto& [job, source, request] : last->underWay) job->cancel();
  m_document.clear();
  m_origins.clear();
  m_titles.clear();
  m_selection.clearHover();
  m_selection.setState({});
}

void Session::advance() {
  const auto isReady = [this](const std::vector<std::string>& ids) {
    return std::all_of(ids.begin(), ids.end(),
                       [this](const std::string& id) { return m_document.find(id) != nullptr; });
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
  Q_EMIT gaveUp(failedId);
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

void Session::dropUnmade(const std::string& output) {
  std::set<std::string> unmade;
  const auto note = [&](const std::vector<std::string>& ids) {
    std::copy_if(ids.begin(), ids.end(), std::inserter(unmade, unmade.end()), [&](const std::string& id) {
      return !output.empty() && id.starts_with(output + ".") && !m_document.find(id);
    });
  };
  for (const engine::Request& request : m_pending->requests) note(request.inputs);
  for (const ViewRequest& view : m_pending->views) note(view.datasets);
  for (const std::string& id : unmade) {
    report(MessageKind::warning, tr("\"%1\" is not among the results of \"%2\".")
                                     .arg(QString::fromStdString(id), QString::fromStdString(output)));
    dropDependents(id);
  }
}

void Session::rename(engine::DatasetId id, const std::string& title) {
  const engine::DatasetPtr dataset = m_document.find(id);
  if (!dataset) return;
  engine::Dataset renamed = *dataset;
  renamed.title = title;
  if (!renamed.provenance.request.operation.empty()) m_titles[id] = title;  // files have their titles as sources
  m_document.publish(std::make_shared<const engine::Dataset>(std::move(renamed)));
}

Job* Session::run(const engine::Request& asked) {
  const engine::Request request = withDefaults(asked);
  const auto take = [this, request](std::vector<engine::Dataset> results, const engine::Diagnostics& diagnostics) {
    for (const std::string& text : diagnostics.warnings()) report(MessageKind::warning, QString::fromStdString(text));
    publishAll(std::move(results), request);
    dropUnmade(request.output);
    advance();
  };
  Job* const job = start(request, {}, take);
  if (job)
    watch(job, {}, request);
  else if (!request.output.empty())
    dropDependents(request.output);
  return job;
}

Job* Session::rerun(const engine::Request& asked) {
  const engine::Request request = withDefaults(asked);
  Kinds former;
  for (const engine::DatasetPtr& dataset : m_document.datasets()) former[dataset->id] = dataset->kind();
  return start(request, former, [this, request](std::vector<engine::Dataset> results, const engine::Diagnostics&) {
    if (const auto shown = m_document.find(request.output)) renewMarks(m_titles, shown->provenance.request, request);
    publishAll(std::move(results), request);
  });
}

Job* Session::start(const engine::Request& request, const Kinds& expected,
                    const std::function<void(std::vector<engine::Dataset>, const engine::Diagnostics&)>& take) {
  std::vector<engine::DatasetPtr> inputs;
  const engine::Operation* operation = nullptr;
  try {
    operation = &engine::findOperation(request.operation);
    for (const std::string& id : request.inputs) {
      inputs.push_back(m_document.find(id));
      if (!inputs.back()) engine::fail(operation->title(), ": there is no dataset \"", id, "\"");
    }
    requireDataPaths(*operation, request.parameters);
  } catch (const engine::Error& error) {
    report(MessageKind::error, QString::fromUtf8(error.what()));
    return nullptr;
  }

  const auto device = operation->place() == engine::Operation::Place::native ? nullptr : m_device;
  const auto work = [operation, inputs, request, device, expected](engine::Progress& progress) -> std::any {
    WorkResult result;
    result.datasets =
        operation->run(inputs, request.parameters, engine::Compute{device.get(), 0}, result.diagnostics, progress);
    if (!expected.empty()) requireKinds(result.datasets, request.output, expected);
    return result;
  };
  const auto deliver = [take](const std::any& any) {
    auto result = std::any_cast<WorkResult>(any);
    take(std::move(result.datasets), result.diagnostics);
  };
  const QString slot = QString::fromStdString(request.operation + " " + request.output);
  return m_jobs.start(QString::fromStdString(operation->title()), request.output.empty() ? QString() : slot,
                      device ? JobQueue::Pool::openCl : JobQueue::Pool::cpu, device ? m_deviceText : nativeText(), work,
                      deliver);
}

void Session::publishAll(std::vector<engine::Dataset> results, const engine::Request& request) {
  if (results.empty()) return;
  const std::string id = request.output.empty() ? m_document.freeId(results.front().id) : request.output;
  engine::nameResults(results, id);
  for (engine::Dataset& dataset : results) {
    // A by-product keeps the request that would make it alone, for example a profile of a profile alignment.
    engine::Request& own = dataset.provenance.request;
    if (own.operation == request.operation) own.inputs = request.inputs;
    own.output = id;
    if (const auto renamed = m_titles.find(dataset.id); renamed != m_titles.end()) dataset.title = renamed->second;
    engine::Diagnostics diagnostics;
    engine::editAgain(dataset, takeEdits(dataset.id), diagnostics);
    for (const std::string& text : diagnostics.warnings())
      report(MessageKind::warning, QString::fromStdString(text));
    m_document.publish(std::make_shared<const engine::Dataset>(std::move(dataset)));
  }
}

std::vector<std::string> Session::takeEdits(const std::string& id) {
  auto node = m_pending->edits.extract(id);
  return node ? std::move(node.mapped()) : std::vector<std::string>();
}

void Session::computeAgain(const std::string& id) {
  const engine::DatasetPtr dataset = m_document.find(id);
  if (!dataset || !m_document.isStale(*dataset)) return;
  // By-products come with the main result.
  const engine::DatasetPtr main = m_document.find(dataset->provenance.request.output);
  const engine::Dataset& wanted = main ? *main : *dataset;
  if (!wanted.provenance.edits.empty() || !dataset->provenance.edits.empty())
    return report(MessageKind::warning, tr("\"%1\" was edited by hand: computing it again would lose its edits.")
                                            .arg(QString::fromStdString(wanted.title)));
  m_pending->again.push_back(wanted.id);
  advanceAgain();
}

void Session::advanceAgain() {
  const auto isWaitedFor = [this](const auto& other) { return m_pending->doneAgain.count(other.request.output) > 0; };
  if (std::any_of(m_pending->underWay.begin(), m_pending->underWay.end(), isWaitedFor)) return;
  // The oldest stale one that a dataset comes from, which may be itself.
  const std::function<engine::DatasetPtr(const engine::DatasetPtr&, int)> oldest = [&](const auto& dataset, int depth) {
    for (const std::string& id : dataset->provenance.request.inputs) {
      engine::DatasetPtr input = m_document.find(id);
      if (const engine::DatasetPtr main = input ? m_document.find(input->provenance.request.output) : nullptr)
        input = main;
      const bool isDone = !input || depth == 0 || m_pending->doneAgain.count(input->id) > 0;
      if (!isDone && m_document.isStale(*input) && input->provenance.edits.empty()) return oldest(input, depth - 1);
    }
    return engine::DatasetPtr(dataset);
  };
  while (!m_pending->again.empty()) {
    const engine::DatasetPtr wanted = m_document.find(m_pending->again.front());
    const engine::DatasetPtr next = wanted ? oldest(wanted, int(m_document.datasets().size())) : nullptr;
    const bool isOver = !next || m_pending->doneAgain.count(wanted->id) > 0;
    if (!isOver) m_pending->doneAgain.insert(next->id);
    if (!isOver && run(next->provenance.request)) return;
    if (!m_pending->again.empty()) m_pending->again.erase(m_pending->again.begin());
  }
  m_pending->doneAgain.clear();
}

void Session::openSessionAndWait(const std::filesystem::path& path, engine::Progress& progress) {
  const bool isAlone = isEmpty();
  const SessionFile file = readForOpening(path);
  m_pending->edits = file.edits;
  engine::Diagnostics diagnostics;
  const double total = double(std::max<size_t>(1, file.sources.size() + file.requests.size()));
  double done = 0;
  const auto part = [&] {
    const double from = done++ / total;
    return engine::PartProgress(progress, from, done / total);
  };
  for (const SessionFile::Source& source : file.sources) {
    auto step = part();
    m_document.publish(
        std::make_shared<const engine::Dataset>(loadSource(source, takeEdits(source.id), diagnostics, step)));
  }
  for (const engine::Request& request : file.requests) {
    auto step = part();
    std::vector<engine::DatasetPtr> inputs;
    for (const std::string& id : request.inputs) inputs.push_back(m_document.find(id));
    const engine::Operation& operation = engine::findOperation(request.operation);
    requireDataPaths(operation, request.parameters);
    publishAll(operation.run(inputs, request.parameters, compute(), diagnostics, step), request);
  }
  for (const std::string& text : diagnostics.warnings()) report(MessageKind::warning, QString::fromStdString(text));
  for (const ViewRequest& view : file.views) Q_EMIT viewRequested(view);
  if (isAlone && !file.selection.isEmpty()) m_selection.setState(file.selection);
}

void Session::noteOrigin(const engine::DatasetPtr& dataset) {
  Origin& origin = m_origins[dataset->id];
  origin.request = dataset->provenance.request;
  origin.edits = dataset->provenance.edits;
  origin.source = {dataset->id, dataset->title, {}};
  // What no file holds and nothing computed, as tests publish it, has no path.
  if (origin.request.operation.empty() && !dataset->source.empty())
    origin.source.path = std::filesystem::absolute(dataset->source);
}

/// Collects sources and requests, each behind what it is made from.
class Session::Description {
 public:
  explicit Description(const std::map<std::string, Origin>& origins) : m_origins(origins) {}

  void add(const std::string& id) {
    const auto found = m_origins.find(id);
    if (found == m_origins.end() || !m_added.insert(id).second) return;
    if (!found->second.edits.empty()) file.edits[id] = found->second.edits;
    const engine::Request& request = found->second.request;
    if (request.operation.empty()) return file.sources.push_back(found->second.source);
    if (request.output != id) return add(request.output);  // by-products come with the main result
    addRequest(request);
  }
  void addPending(const SessionFile::Source& source) {
    if (m_added.insert(source.id).second) file.sources.push_back(source);
  }
  void addPending(const engine::Request& request) {
    if (m_added.insert(request.output).second) addRequest(request);
  }

  SessionFile file;

 private:
  void addRequest(const engine::Request& request) {
    for (const std::string& input : request.inputs) add(input);
    file.requests.push_back(request);
  }

  const std::map<std::string, Origin>& m_origins;
  std::set<std::string> m_added;
};

SessionFile Session::describe(const std::vector<std::string>& alsoNeeded) const {
  Description description(m_origins);
  for (const engine::DatasetPtr& dataset : m_document.datasets()) description.add(dataset->id);
  for (const std::string& id : alsoNeeded) description.add(id);
  for (const auto& [job, source, request] : m_pending->underWay)
    if (!source.id.empty()) description.addPending(source);
  for (const auto& [job, source, request] : m_pending->underWay)
    if (!request.output.empty()) description.addPending(request);
  for (const engine::Request& request : m_pending->requests) description.addPending(request);
  SessionFile file = std::move(description.file);
  file.edits.insert(m_pending->edits.begin(), m_pending->edits.end());
  file.views = m_pending->views;
  for (const auto& [id, title] : m_titles)
    if (m_document.find(id)) file.titles[id] = title;
  file.selection = m_pending->isOpening && !m_pending->selection.isEmpty() ? m_pending->selection : m_selection.state();
  return file;
}

}  // namespace ui
