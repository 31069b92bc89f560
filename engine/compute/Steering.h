// How whoever started a long computation steers it on its way: halts it, ends it with what there is, sets a number.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "engine/base/Progress.h"

namespace engine {

/// Between the thread that runs the work and others; every function may be called from any thread.
class Steering {
 public:
  /// The work waits where it is, keeps all that it has, and computes nothing until it is let go on.
  void setHalted(bool isHalted);
  bool isHalted() const { return m_isHalted; }
  /// The work ends soon, with what it has. It goes on for that when it is halted.
  void end();
  bool isToEnd() const { return m_isToEnd; }
  /// Takes the place of a rate that nobody has taken yet.
  void setRate(double rate);
  /// The rate that was set since the last call.
  std::optional<double> takeRate();

  /// For the work: returns at once unless it is halted, else when it is let go on or is to end. Throws Cancelled as
  /// soon as that is asked for.
  void waitWhileHalted(Progress& progress);

 private:
  std::atomic<bool> m_isHalted{false}, m_isToEnd{false};
  std::mutex m_mutex;  ///< guards the rate; waiting is on it
  std::condition_variable m_changed;
  std::optional<double> m_rate;
};

/// Progress of work that may be steered.
class SteeredProgress : public Progress {
 public:
  virtual Steering& steering() = 0;
};

/// Null where nobody steers.
inline Steering* steeringOf(Progress& progress) {
  auto* steered = dynamic_cast<SteeredProgress*>(&progress);
  return steered ? &steered->steering() : nullptr;
}

}  // namespace engine
