#include "ui/session/LiveRequest.h"

#include "engine/operations/Operation.h"

namespace ui {

namespace {

constexpr int kLeastMs = 1000 / 24;  ///< between two starts
constexpr int kLongMs = 250;         ///< a run of this length is not waited for
constexpr int kPauseMs = 1000;       ///< after which a change is a step of its own; held keys begin to repeat before

const engine::Operation* operationOf(const engine::Request& request) {
  for (const auto& operation : engine::operations())
    if (operation->id() == request.operation) return operation.get();
  return nullptr;
}

/// "Bandwidth h = 0.3, Kernel K = boxcar"; empty where nothing was chosen.
std::string chosenText(const engine::Operation& operation, const engine::ParameterValues& values) {
  std::string text;
  for (const engine::Parameter& parameter : operation.parameters()) {
    if (!values.contains(parameter.key)) continue;
    const engine::ParameterValue& value = values.all().at(parameter.key);
    if (value == engine::standardBeside(parameter, values)) continue;
    text += (text.empty() ? "" : ", ") + parameter.label + " = " + engine::parameterText(parameter, value);
  }
  return text;
}

}  // namespace

std::optional<engine::Request> LiveRequest::of(const engine::Dataset& dataset, const Document& document) {
  const engine::Request& request = dataset.provenance.request;
  const engine::Operation* operation = operationOf(request);
  if (!operation || !operation->isLive() || !document.find(request.output)) return std::nullopt;
  for (const std::string& input : request.inputs)
    if (!document.find(input)) return std::nullopt;
  return request;
}

std::string LiveRequest::copyMark(const engine::Request& request) {
  const engine::Operation* operation = operationOf(request);
  const std::string chosen = operation ? chosenText(*operation, request.parameters) : "";
  return " (" + (chosen.empty() ? "copy" : chosen) + ")";
}

LiveRequest::LiveRequest(Session& session, engine::Request request, QObject* parent)
    : QObject(parent), m_session(session), m_request(std::move(request)), m_settled(m_request) {
  m_due.setSingleShot(true);
  m_pause.setSingleShot(true);
  m_pause.setInterval(kPauseMs);
  connect(&m_due, &QTimer::timeout, this, &LiveRequest::runWhenDue);
  connect(&m_pause, &QTimer::timeout, this, &LiveRequest::settle);
  connect(&session.document(), &Document::replaced, this, &LiveRequest::follow);
}

void LiveRequest::setParameters(const engine::ParameterValues& parameters) {
  if (parameters.all() == m_request.parameters.all()) return;
  m_request.parameters = parameters;
  m_isWanted = true;
  m_pause.start();
  runWhenDue();
}

void LiveRequest::setHeld(bool isHeld) {
  m_isHeld = isHeld;
  if (!isHeld) settle();
}

void LiveRequest::runWhenDue() {
  if (!m_isWanted) return;
  const qint64 since = m_sinceStart.isValid() ? m_sinceStart.elapsed() : kLongMs;
  const qint64 wait = (m_job ? kLongMs : kLeastMs) - since;
  if (wait > 0)
    m_due.start(static_cast<int>(wait));
  else
    runNow();
}

void LiveRequest::runNow() {
  m_isWanted = false;
  m_sinceStart.start();
  Job* const job = m_session.rerun(m_request);  // gives up the one before, if it still runs
  m_job = job;
  if (!job) return;
  connect(job, &Job::ended, this, [this, job] {
    if (job != m_job) return;
    m_job = nullptr;
    Q_EMIT ended(job->state() == JobState::failed ? job->error() : QString());
    runWhenDue();
  });
}

void LiveRequest::settle() {
  if (m_job || m_isWanted || m_isHeld) return m_pause.start();
  const engine::DatasetPtr shown = m_session.document().find(m_request.output);
  if (!shown) return;
  const engine::Request before = m_settled, now = shown->provenance.request;  // not what failed
  if (before.parameters.all() == now.parameters.all()) return;
  m_settled = now;
  Q_EMIT settled(before, now);
}

void LiveRequest::follow(const engine::DatasetPtr& dataset) {
  if (dataset->id.text() != m_request.output || m_job || m_isWanted || m_pause.isActive()) return;
  m_request = m_settled = dataset->provenance.request;
  Q_EMIT replaced();
}

std::string LiveRequest::keepCopy() {
  Document& document = m_session.document();
  const std::string from = m_request.output, to = document.freeId(from);
  const engine::DatasetPtr whole = document.find(from);
  const std::string mark = copyMark(whole ? whole->provenance.request : m_request);
  std::vector<engine::DatasetPtr> results;
  for (const engine::DatasetPtr& dataset : document.datasets())
    if (dataset->provenance.request.output == from) results.push_back(dataset);
  for (const engine::DatasetPtr& result : results) {
    engine::Dataset copy = *result;
    const std::string& id = result->id.text();
    const auto renamed = [&](const std::string& own) { return to + own.substr(from.size()); };
    copy.id = renamed(id);
    for (engine::DatasetId& axis : copy.axes)
      if (axis.text() == from || axis.text().starts_with(from + ".")) axis = renamed(axis.text());
    copy.provenance.request.output = to;
    // Parts go on being called by what they add to the title of the whole.
    const bool isPart = whole && copy.title.starts_with(whole->title);
    std::string title = copy.title;
    title.insert(isPart ? whole->title.size() : title.size(), mark);
    document.publish(std::make_shared<const engine::Dataset>(copy));
    m_session.rename(copy.id, title);  // as if by the user, so that sessions keep it
  }
  return to;
}

}  // namespace ui
