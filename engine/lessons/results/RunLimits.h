// How long a run of a lesson may take and how much memory.
#pragma once

#include <chrono>

#include "engine/base/Progress.h"

namespace engine {

struct RunLimits {
  double seconds = 60;
  double bytes = 1e9;
};

/// The memory of this program that is in use, in bytes; 0 where the system does not tell.
double residentBytes();

/// Ends what takes longer, or more memory: what the program has grown by since, shared by all runs under way. An update
/// throws Error then.
class LimitedProgress : public Progress {
 public:
  LimitedProgress(Progress& parent, const RunLimits& limits);
  ~LimitedProgress() override;
  LimitedProgress(const LimitedProgress&) = delete;
  LimitedProgress& operator=(const LimitedProgress&) = delete;
  bool cancelled() const override { return m_parent.cancelled(); }

 protected:
  void report(double fraction, std::string_view step) override;

 private:
  using Clock = std::chrono::steady_clock;
  Progress& m_parent;
  RunLimits m_limits;
  Clock::time_point m_start = Clock::now(), m_measured;
  double m_bytesBefore;
  int m_mostAtOnce;  ///< runs, this one among them
};

}  // namespace engine
