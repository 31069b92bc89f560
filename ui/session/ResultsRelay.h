// What a run has before its end, on the way from its thread to the window.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <vector>

#include "engine/datasets/Dataset.h"

namespace ui {

/// Hands results that grow while a job runs to the GUI thread: the newest of them alone, and no more often than views
/// can follow. Copies are one relay.
class ResultsRelay {
 public:
  using Results = std::vector<engine::Dataset>;
  /// `take` is called on the GUI thread for as long as `receiver` lives, which outlives the worker.
  ResultsRelay(QObject* receiver, std::function<void(Results)> take);
  /// Called by the worker. The first results go on at once; later ones when the last are taken and some time has passed,
  /// else nobody sees them: more come.
  void operator()(Results results) const;

 private:
  struct State;
  std::shared_ptr<State> m_state;
};

}  // namespace ui
