#include "ui/views/training/TrainingRunner.h"

#include <algorithm>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/operations/Operation.h"
#include "ui/session/JobSteering.h"

namespace ui {

namespace {

/// Optional ones need not be given.
bool areInputsThere(const Document& document, const engine::Request& request) {
  const auto isThere = [&](const std::string& id) { return id.empty() || document.find(id); };
  return !request.inputs.empty() && !request.inputs.front().empty() &&
         std::all_of(request.inputs.begin(), request.inputs.end(), isThere);
}

bool isTraining(const engine::Request& request) { return request.operation.starts_with("train "); }

}  // namespace

TrainingRunner::TrainingRunner(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

void TrainingRunner::follow(const engine::Dataset& course) {
  m_request = course.provenance.request;
  Job* const job = jobOf(m_session.jobs(), m_request.operation, m_request.output);
  if (job == m_job) return;
  m_job = job;
  m_steering = job ? steeringOf(*job) : nullptr;
  if (job) {
    connect(job, &Job::changed, this, &TrainingRunner::changed);
    connect(job, &Job::ended, this, &TrainingRunner::changed);
  }
  Q_EMIT changed();
}

TrainingRunner::State TrainingRunner::state() const {
  if (m_request.operation.empty()) return State::none;
  if (!m_job || m_job->isOver()) return State::over;
  return m_steering && m_steering->isHalted() ? State::halted : State::running;
}

QString TrainingRunner::stepText() const {
  if (!isUnderWay()) return {};
  const QString step = m_job->step();
  return state() == State::halted ? tr("paused at %1").arg(step.section(u',', 0, 0)) : step;
}

void TrainingRunner::halt() {
  if (state() != State::running || !m_steering) return;
  m_steering->setHalted(true);
  Q_EMIT changed();
}

void TrainingRunner::goOn() {
  if (state() != State::halted) return;
  m_steering->setHalted(false);
  Q_EMIT changed();
}

void TrainingRunner::pauseOrResume() { state() == State::halted ? goOn() : halt(); }

void TrainingRunner::startAgain() {
  if (isUnderWay()) return;
  if (const auto request = restart()) Q_EMIT requested(*request);
}

void TrainingRunner::startContinuation() {
  if (const auto request = continuation()) Q_EMIT requested(*request);
}

void TrainingRunner::endAndKeep() {
  if (!isUnderWay() || !m_steering) return;
  m_steering->end();
  Q_EMIT changed();
}

void TrainingRunner::drop() {
  if (!isUnderWay()) return;
  const std::string output = m_request.output;
  Q_EMIT dropped();
  m_job->cancel();
  std::vector<engine::DatasetId> parts;
  for (const engine::DatasetPtr& dataset : m_session.document().datasets())
    if (dataset->id.text() == output || dataset->id.text().starts_with(output + ".")) parts.push_back(dataset->id);
  for (const engine::DatasetId& part : parts) m_session.document().remove(part);
  Q_EMIT changed();
}

void TrainingRunner::setRate(double rate) {
  if (isUnderWay() && m_steering && rate > 0) m_steering->setRate(rate);
}

bool TrainingRunner::isStored() const { return !m_request.operation.empty() && !isTraining(m_request); }

std::optional<engine::Request> TrainingRunner::restart() const {
  const Document& document = m_session.document();
  if (isTraining(m_request)) {
    engine::Request request = m_request;
    request.output.clear();
    engine::ParameterValues values;
    for (const auto& [key, value] : m_request.parameters.all())
      if (key != "stop" && key != "changes" && key != "unfinished" && key != "more") values.set(key, value);
    request.parameters = std::move(values);
    while (!request.inputs.empty() && request.inputs.back().empty()) request.inputs.pop_back();  // not given
    const bool areThere = areInputsThere(document, request);
    return areThere ? std::optional(request) : std::nullopt;
  }
  engine::Request request{"train factored", {}, {}, {}};
  if (m_request.parameters.contains("chain")) request.parameters.set("chain", m_request.parameters.text("chain"));
  for (const engine::DatasetKind kind : {engine::DatasetKind::alignment, engine::DatasetKind::structure})
    for (const std::string& id : m_request.inputs)
      if (const auto input = document.find(id); input && input->kind() == kind) request.inputs.push_back(id);
  const auto first = request.inputs.empty() ? nullptr : document.find(request.inputs.front());
  return first && first->as<engine::Alignment>() ? std::optional(request) : std::nullopt;
}

std::optional<engine::Request> TrainingRunner::continuation() const {
  constexpr std::size_t kWeights = 2;
  const std::string weights = m_request.output + ".weights";
  if (!isTraining(m_request) || isUnderWay() || !m_session.document().find(weights)) return std::nullopt;
  const std::vector<engine::OperationInput> taken = engine::findOperation(m_request.operation).inputs();
  if (taken.size() <= kWeights || taken[kWeights].name != "weights") return std::nullopt;
  engine::Request request{m_request.operation, m_request.inputs, {}, {}};
  request.inputs.resize(kWeights);
  request.inputs.push_back(weights);
  return areInputsThere(m_session.document(), request) ? std::optional(request) : std::nullopt;
}

}  // namespace ui
