#include "ui/views/pair/PairLive.h"

#include <algorithm>
#include <utility>

#include "engine/attention/geometric/GeometricArrays.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Array;
using engine::Index;

namespace {

/// What a request has under a key of weights; empty where it says nothing.
std::string weightsIn(const engine::ParameterValues& values, const char* key) {
  return values.contains(key) ? values.text(key) : std::string();
}

bool haveSameWeights(const PairMechanism& mechanism, const engine::Request& a, const engine::Request& b) {
  return std::all_of(mechanism.knobs.begin(), mechanism.knobs.end(), [&](const PairKnob& knob) {
    return weightsIn(a.parameters, knob.key) == weightsIn(b.parameters, knob.key);
  });
}

}  // namespace

PairLive::PairLive(Session& session, QObject* view) : QObject(view), m_session(session) {}

void PairLive::setSource(const PairSource& source) {
  const bool isSame = m_source && m_layer && source.hasVectorsOf(*m_source);
  m_source = source;
  follow(*source.heads);
  if (isSame) {  // unless newer weights have been asked for since
    const engine::Request& made = source.heads->provenance.request;
    if (!m_request || haveSameWeights(*source.mechanism, m_request->request(), made)) takeWeights();
    return;
  }
  m_layer = nullptr;
  const QString title = tr("Vectors of %1").arg(QString::fromStdString(source.heads->title));
  const auto work = [source](engine::Progress& progress) { return layerOf(source, progress); };
  const auto then = [](PairLive& live, const std::shared_ptr<PairLayer>& layer) { live.takeLayer(layer); };
  waitFor(this, runJob(m_session.jobs(), this, title, QStringLiteral("vectors"), work, then));
  Q_EMIT changed();
}

/// A request for each result, which lives as long as the result is shown.
void PairLive::follow(const engine::Dataset& heads) {
  const std::optional<engine::Request> request = LiveRequest::of(heads, m_session.document());
  if (m_request && request && m_request->request().output == request->output) return;
  delete std::exchange(m_request, nullptr);
  if (!request) return;
  m_request = new LiveRequest(m_session, *request, this);
  connect(m_request, &LiveRequest::settled, this, &PairLive::settled);
  connect(m_request, &LiveRequest::replaced, this, [this] {
    if (m_layer) takeWeights();
    Q_EMIT overtaken();
  });
}

void PairLive::takeLayer(const std::shared_ptr<PairLayer>& layer) {
  m_layer = layer;
  m_own = layer->weights();
  takeWeights();
  Q_EMIT overtaken();
}

void PairLive::takeWeights() {
  m_weights = weightsOf(*m_source, m_own);
  m_layer->setWeights(m_weights);
  Q_EMIT changed();
}

void PairLive::setWeight(size_t knob, Index head, double value) {
  if (!m_layer || value == weight(knob, head)) return;
  std::vector<Array<double>> weights = m_weights;
  weights.at(knob)[head] = value;
  apply(std::move(weights), false);
}

void PairLive::resetWeights() {
  if (!m_layer) return;
  apply(m_own, true);
  Q_EMIT overtaken();
}

void PairLive::apply(std::vector<Array<double>> weights, bool areOwn) {
  m_weights = std::move(weights);
  m_layer->setWeights(m_weights);
  Q_EMIT changed();
  if (!m_request) return;
  engine::ParameterValues values = m_request->request().parameters;
  for (size_t k = 0; k < m_weights.size(); ++k)
    values.set(m_source->mechanism->knobs[k].key,
               areOwn ? std::string() : engine::headWeightsText({m_weights[k].begin(), m_weights[k].end()}));
  m_request->setParameters(values);
}

void PairLive::setHeld(bool isHeld) {
  if (m_request) m_request->setHeld(isHeld);
}

}  // namespace ui
