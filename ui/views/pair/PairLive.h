// The layer of a run of geometric attention, whose weights of the two terms can be moved: at once here, and as soon as
// they are computed in the heads themselves, which all views follow.
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "ui/session/LiveRequest.h"
#include "ui/views/pair/PairSubject.h"

namespace ui {

class PairLive : public QObject {
  Q_OBJECT

 public:
  /// `view`: waits for its jobs.
  PairLive(Session& session, QObject* view);

  /// What is shown from now on. Vectors that are there are kept; others come from a job.
  void setSource(const PairSource& source);
  const std::optional<PairSource>& source() const { return m_source; }
  /// Null until the vectors are there.
  std::shared_ptr<const engine::GeometricPairs> layer() const { return m_layer; }
  /// Before softplus; 0 while there is no layer.
  double rotationWeight(engine::Index head) const { return m_layer ? m_layer->w_r()[head] : 0; }
  double distanceWeight(engine::Index head) const { return m_layer ? m_layer->w_d()[head] : 0; }
  void setWeights(engine::Index head, double rotation, double distance);
  /// As the input has them, of all heads.
  void resetWeights();
  /// While a slider is held all its changes are one step.
  void setHeld(bool isHeld);

 Q_SIGNALS:
  /// The layer, or its weights.
  void changed();
  /// The weights are others than those that were set here.
  void overtaken();
  /// One step, which can be undone.
  void settled(const engine::Request& before, const engine::Request& after);

 private:
  void follow(const engine::Dataset& heads);
  void takeLayer(const std::shared_ptr<engine::GeometricPairs>& layer);
  void takeWeights();
  void apply(engine::Array<double> w_r, engine::Array<double> w_d, bool areOwn);

  Session& m_session;
  std::optional<PairSource> m_source;
  std::shared_ptr<engine::GeometricPairs> m_layer;
  engine::Array<double> m_ownR, m_ownD;  ///< weights of the input
  LiveRequest* m_request = nullptr;      ///< null where the heads cannot be computed anew
};

}  // namespace ui
