#include "ui/session/Session.h"

#include <QMetaType>
#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "engine/base/ParallelFor.h"
#include "engine/base/PrintableText.h"
#include "engine/io/EditDataset.h"
#include "engine/operations/Operation.h"
#include "engine/remote/RemoteAddress.h"
#include "ui/session/LiveRequest.h"
#include "ui/session/ResultsRelay.h"
#include "ui/session/SessionOpening.h"
#include "ui/session/SessionSources.h"

namespace ui {

namespace {

/// What a worker hands back: results and what the user should hear of.
struct WorkResult {
  std::vector<engine::Dataset> datasets;
  engine::Diagnostics diagnostics;
};

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

/// What is being loaded and computed.
struct Session::Pending {
  struct UnderWay {
    Job* job;
    SessionFile::Source source;
    engine::Request request;
  };
  std::vector<UnderWay> underWay;
  std::map<const Job*, std::set<std::string>> shown;  ///< ids of what a run has published before its end
  std::vector<std::string> again;  ///< stale datasets that are wanted
  std::set<std::string> doneAgain;  ///< what was computed for them
};

namespace {

/// Whether a part of what was asked for says how it is made by itself, as a training that stopped early does: then it
/// is worth keeping without the rest.
bool standsAlone(const Document& document, const std::string& part, const engine::Request& asked) {
  const engine::DatasetPtr dataset = document.find(part);
  if (!dataset || dataset->provenance.request.operation != asked.operation) return false;
  std::vector<engine::DatasetPtr> inputs;
  for (const std::string& id : asked.inputs) inputs.push_back(document.find(id));
  const auto whole = engine::findOperation(asked.operation).completedFor(inputs, asked.parameters).all();
  return dataset->provenance.request.parameters.all() != whole;
}

}  // namespace

Session::Session(QObject* parent)
    : QObject(parent),
      m_document(&m_jobs),
      m_deviceText(nativeText()),
      m_pending(std::make_unique<Pending>()),
      m_opening(std::make_unique<SessionOpening>(*this)) {
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
  const auto work = [source, edits = m_opening->takeEdits(id)](engine::Progress& progress) -> std::any {
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
    m_opening->advance();
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
  connect(job, &Job::ended, this, [this, job, id, request, isLoading = request.operation.empty()] {
    const auto numEnded = std::erase_if(m_pending->underWay, [job](const auto& other) { return other.job == job; });
    if (numEnded == 0) return;  // of a session that is no longer open
    const auto shown = m_pending->shown.extract(job);
    if (shown && job->state() != JobState::finished)
      for (const std::string& part : shown.mapped())
        if (job->state() != JobState::cancelled || !standsAlone(m_document, part, request)) m_document.remove(part);
    if (job->state() == JobState::failed)
      report(MessageKind::error, isLoading ? job->error() : job->title() + ": " + job->error());
    if (id.empty()) return;
    m_document.release(id);
    if (job->state() != JobState::finished) {
      if (m_pending->doneAgain.count(id) > 0) m_pending->again.clear();
      m_opening->drop(id);
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
      // It would be read here and now, and name files of that machine, or of this one, that nobody has chosen.
      if (engine::isRemote(path))
        engine::fail(text.toStdString(), ": sessions are opened from this machine alone; their files may be anywhere");
      openSession(path);
    } catch (const engine::Error& error) {
      report(MessageKind::error, QString::fromUtf8(error.what()));
    }
  }
}

void Session::openSession(const std::filesystem::path& path) { m_opening->open(path); }

void Session::openSessionAndWait(const std::filesystem::path& path, engine::Progress& progress) {
  m_opening->openAndWait(path, progress);
}

bool Session::isOpening() const { return m_opening->isUnderWay() || !m_pending->underWay.empty(); }

bool Session::isEmpty() const { return m_document.datasets().empty() && !isOpening(); }

void Session::clear() {
  const auto last = std::exchange(m_pending, std::make_unique<Pending>());
  m_opening->forget();
  for (const auto& [job, source, request] : last->underWay) job->cancel();
  m_document.clear();
  m_origins.clear();
  m_titles.clear();
  m_selection.clearHover();
  m_selection.setState({});
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
    m_opening->dropUnmade(request.output);
    m_opening->advance();
  };
  // What a session file still waits for must be whole, and what is there is worth more than a part of what comes.
  const bool isNew = !request.output.empty() && !m_document.find(request.output) && !m_opening->isUnderWay();
  const auto started = std::make_shared<Job*>(nullptr);
  const auto takeSoFar = [this, request, started](std::vector<engine::Dataset> results) {
    publishSoFar(std::move(results), request, *started);
  };
  Job* const job = isNew ? start(request, {}, take, takeSoFar) : start(request, {}, take);
  *started = job;
  if (job)
    watch(job, {}, request);
  else if (!request.output.empty())
    m_opening->drop(request.output);
  return job;
}

void Session::publishSoFar(std::vector<engine::Dataset> results, const engine::Request& request, const Job* job) {
  const bool isUnderWay = std::any_of(m_pending->underWay.begin(), m_pending->underWay.end(),
                                      [job](const auto& other) { return other.job == job; });
  if (!isUnderWay) return;  // it has ended meanwhile
  std::set<std::string>& shown = m_pending->shown[job];
  const bool areFirst = shown.empty();
  engine::nameResults(results, request.output);
  for (const engine::Dataset& result : results) shown.insert(result.id);
  publishAll(std::move(results), request);
  if (areFirst) Q_EMIT resultsBegun(request.output);
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
                    const std::function<void(std::vector<engine::Dataset>, const engine::Diagnostics&)>& take,
                    const std::function<void(std::vector<engine::Dataset>)>& takeSoFar) {
  std::vector<engine::DatasetPtr> inputs;
  const engine::Operation* operation = nullptr;
  try {
    operation = &engine::findOperation(request.operation);
    for (const std::string& id : request.inputs) {
      inputs.push_back(m_document.find(id));
      if (!inputs.back() && !id.empty()) engine::fail(operation->title(), ": there is no dataset \"", id, "\"");
    }
    requireDataPaths(*operation, request.parameters);
  } catch (const engine::Error& error) {
    report(MessageKind::error, QString::fromUtf8(error.what()));
    return nullptr;
  }

  const auto device = operation->place() == engine::Operation::Place::native ? nullptr : m_device;
  engine::Operation::ResultsSoFar soFar;
  if (takeSoFar) soFar = ResultsRelay(this, takeSoFar);
  const auto work = [operation, inputs, request, device, expected, soFar](engine::Progress& progress) -> std::any {
    WorkResult result;
    const engine::Compute compute{device.get(), 0};
    result.datasets = operation->run(inputs, request.parameters, compute, result.diagnostics, progress, soFar);
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
    const engine::DatasetPtr before = m_document.find(dataset.id);
    if (before && before->value == dataset.value) continue;  // a part of a run that has not changed since
    // A by-product keeps the request that would make it alone, for example a profile of a profile alignment.
    engine::Request& own = dataset.provenance.request;
    if (own.operation == request.operation) own.inputs = request.inputs;
    own.output = id;
    if (const auto renamed = m_titles.find(dataset.id); renamed != m_titles.end()) dataset.title = renamed->second;
    engine::Diagnostics diagnostics;
    engine::editAgain(dataset, m_opening->takeEdits(dataset.id), diagnostics);
    for (const std::string& text : diagnostics.warnings())
      report(MessageKind::warning, QString::fromStdString(text));
    m_document.publish(std::make_shared<const engine::Dataset>(std::move(dataset)));
  }
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

void Session::noteOrigin(const engine::DatasetPtr& dataset) {
  Origin& origin = m_origins[dataset->id];
  origin.request = dataset->provenance.request;
  origin.edits = dataset->provenance.edits;
  origin.source = {dataset->id, dataset->title, {}};
  // What no file holds and nothing computed, as tests publish it, has no path.
  if (origin.request.operation.empty() && !dataset->source.empty())
    origin.source.path = engine::absolutePath(dataset->source);
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
  // The whole that is on its way, not the part of it that is shown.
  for (const auto& [job, source, request] : m_pending->underWay)
    if (m_pending->shown.contains(job)) description.addPending(request);
  for (const engine::DatasetPtr& dataset : m_document.datasets()) description.add(dataset->id);
  for (const std::string& id : alsoNeeded) description.add(id);
  for (const auto& [job, source, request] : m_pending->underWay)
    if (!source.id.empty()) description.addPending(source);
  for (const auto& [job, source, request] : m_pending->underWay)
    if (!request.output.empty()) description.addPending(request);
  for (const engine::Request& request : m_opening->requests()) description.addPending(request);
  SessionFile file = std::move(description.file);
  file.edits.insert(m_opening->edits().begin(), m_opening->edits().end());
  file.views = m_opening->views();
  for (const auto& [id, title] : m_titles)
    if (m_document.find(id)) file.titles[id] = title;
  file.selection = m_opening->selection().isEmpty() ? m_selection.state() : m_opening->selection();
  return file;
}

}  // namespace ui
