#include "engine/compute/Steering.h"

#include <chrono>
#include <utility>

namespace engine {

void Steering::setHalted(bool isHalted) {
  const std::lock_guard lock(m_mutex);
  m_isHalted = isHalted;
  m_changed.notify_all();
}

void Steering::end() {
  const std::lock_guard lock(m_mutex);
  m_isToEnd = true;
  m_changed.notify_all();
}

void Steering::setRate(double rate) {
  const std::lock_guard lock(m_mutex);
  m_rate = rate;
}

std::optional<double> Steering::takeRate() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_rate, std::nullopt);
}

void Steering::waitWhileHalted(Progress& progress) {
  constexpr std::chrono::milliseconds kBetweenLooks{20};  // nobody tells that the work is cancelled
  std::unique_lock lock(m_mutex);
  while (m_isHalted && !m_isToEnd) {
    if (progress.cancelled()) throw Cancelled{};
    m_changed.wait_for(lock, kBetweenLooks);
  }
}

}  // namespace engine
