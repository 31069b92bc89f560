// What threads that work on batches share: how far they are, and memory that waits for the next batch.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Counts cells on all threads and reports them from the one that made it.
class CellCounter {
 public:
  CellCounter(double total, Progress& progress) : m_total(std::max(1.0, total)), m_progress(progress) {}
  /// Throws Cancelled.
  void add(Index cells) {
    const Index done = m_done.fetch_add(cells, std::memory_order_relaxed) + cells;
    if (m_progress.cancelled()) throw Cancelled{};
    if (std::this_thread::get_id() == m_caller)
      m_progress.update(std::min(1.0, static_cast<double>(done) / m_total), "Viterbi");
  }

 private:
  const double m_total;
  Progress& m_progress;
  std::atomic<Index> m_done{0};
  const std::thread::id m_caller = std::this_thread::get_id();
};

/// Workspaces that wait for the next batch.
template <class Workspace>
class Workspaces {
 public:
  std::unique_ptr<Workspace> take() {
    const std::lock_guard lock(m_mutex);
    if (m_idle.empty()) return std::make_unique<Workspace>();
    std::unique_ptr<Workspace> workspace = std::move(m_idle.back());
    m_idle.pop_back();
    return workspace;
  }
  void giveBack(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(m_mutex);
    m_idle.push_back(std::move(workspace));
  }

 private:
  std::mutex m_mutex;
  std::vector<std::unique_ptr<Workspace>> m_idle;
};

}  // namespace engine
