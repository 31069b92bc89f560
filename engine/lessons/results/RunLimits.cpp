#include "engine/lessons/results/RunLimits.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>

#include "engine/base/Error.h"

namespace engine {

namespace {

constexpr std::chrono::milliseconds kBetweenMeasures{20};

std::atomic<int> numUnderWay = 0;

}  // namespace

double residentBytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;  // pages
  return file >> all >> resident ? resident * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
}

LimitedProgress::LimitedProgress(Progress& parent, const RunLimits& limits)
    : m_parent(parent), m_limits(limits), m_bytesBefore(residentBytes()), m_mostAtOnce(++numUnderWay) {}

LimitedProgress::~LimitedProgress() { --numUnderWay; }

void LimitedProgress::report(double fraction, std::string_view step) {
  m_parent.update(fraction, step);
  const Clock::time_point now = Clock::now();
  if (std::chrono::duration<double>(now - m_start).count() > m_limits.seconds)
    fail("takes longer than ", m_limits.seconds, " s, which is the most a run of a lesson may");
  m_mostAtOnce = std::max(m_mostAtOnce, numUnderWay.load());
  if (now - m_measured < kBetweenMeasures) return;
  m_measured = now;
  const double grown = residentBytes() - m_bytesBefore;
  if (grown > m_limits.bytes * m_mostAtOnce)
    fail("takes more than ", m_limits.bytes / 1e9, " GB of memory (", std::round(grown / 1e7) / 100,
         " GB so far), which is the most a run of a lesson may");
}

}  // namespace engine
