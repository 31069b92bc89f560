// The layer of a run, whose weights of terms can be moved: at once here, and as soon as they are computed in the heads
// themselves, which all views follow.
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "ui/session/LiveRequest.h"
#include "ui/views/pair/PairWalk.h"

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
  std::shared_ptr<const PairLayer> layer() const { return m_layer; }
  /// Of the mechanism that is shown; none while there is no source.
  std::vector<PairKnob> knobs() const { return m_source ? m_source->mechanism->knobs : std::vector<PairKnob>(); }
  /// Before softplus; 0 while there is no layer.
  double weight(size_t knob, engine::Index head) const { return m_layer ? m_weights.at(knob)[head] : 0; }
  void setWeight(size_t knob, engine::Index head, double weight);
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
  void takeLayer(const std::shared_ptr<PairLayer>& layer);
  void takeWeights();
  void apply(std::vector<engine::Array<double>> weights, bool areOwn);

  Session& m_session;
  std::optional<PairSource> m_source;
  std::shared_ptr<PairLayer> m_layer;
  std::vector<engine::Array<double>> m_weights;  ///< (H) per knob, those of the layer
  std::vector<engine::Array<double>> m_own;      ///< those of the input
  LiveRequest* m_request = nullptr;              ///< null where the heads cannot be computed anew
};

}  // namespace ui
