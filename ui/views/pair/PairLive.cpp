#include "ui/views/pair/PairLive.h"

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

bool haveSameWeights(const engine::Request& a, const engine::Request& b) {
  const auto isSame = [&](const char* key) { return weightsIn(a.parameters, key) == weightsIn(b.parameters, key); };
  return isSame("w_r") && isSame("w_d");
}

}  // namespace

PairLive::PairLive(Session& session, QObject* view) : QObject(view), m_session(session) {}

void PairLive::setSource(const PairSource& source) {
  const bool isSame = m_source && m_layer && source.hasVectorsOf(*m_source);
  m_source = source;
  follow(*source.heads);
  if (isSame) {  // unless newer weights have been asked for since
    if (!m_request || haveSameWeights(m_request->request(), source.heads->provenance.request)) takeWeights();
    return;
  }
  m_layer = nullptr;
  const QString title = tr("Vectors of %1").arg(QString::fromStdString(source.heads->title));
  const auto work = [source](engine::Progress& progress) { return layerOf(source, progress); };
  const auto then = [](PairLive& live, const std::shared_ptr<engine::GeometricPairs>& layer) { live.takeLayer(layer); };
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

void PairLive::takeLayer(const std::shared_ptr<engine::GeometricPairs>& layer) {
  m_layer = layer;
  m_ownR = layer->w_r();
  m_ownD = layer->w_d();
  takeWeights();
  Q_EMIT overtaken();
}

void PairLive::takeWeights() {
  m_layer->setWeights(weightsOf(*m_source, "w_r", m_ownR), weightsOf(*m_source, "w_d", m_ownD));
  Q_EMIT changed();
}

void PairLive::setWeights(Index head, double rotation, double distance) {
  if (!m_layer || (rotation == rotationWeight(head) && distance == distanceWeight(head))) return;
  Array<double> w_r = m_layer->w_r(), w_d = m_layer->w_d();
  w_r[head] = rotation;
  w_d[head] = distance;
  apply(std::move(w_r), std::move(w_d), false);
}

void PairLive::resetWeights() {
  if (!m_layer) return;
  apply(m_ownR, m_ownD, true);
  Q_EMIT overtaken();
}

void PairLive::apply(Array<double> w_r, Array<double> w_d, bool areOwn) {
  m_layer->setWeights(std::move(w_r), std::move(w_d));
  Q_EMIT changed();
  if (!m_request) return;
  engine::ParameterValues values = m_request->request().parameters;
  const auto textOf = [&](const Array<double>& weights) {
    return areOwn ? std::string() : engine::headWeightsText({weights.begin(), weights.end()});
  };
  values.set("w_r", textOf(m_layer->w_r()));
  values.set("w_d", textOf(m_layer->w_d()));
  m_request->setParameters(values);
}

void PairLive::setHeld(bool isHeld) {
  if (m_request) m_request->setHeld(isHeld);
}

}  // namespace ui
