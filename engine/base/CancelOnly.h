// Progress for work on other threads, or within a step that has no progress of its own.
#pragma once

#include "engine/base/Progress.h"

namespace engine {

/// Hands a cancel on and nothing else: only the thread that runs an algorithm may report.
class CancelOnly : public Progress {
 public:
  explicit CancelOnly(const Progress& parent) : m_parent(parent) {}
  bool cancelled() const override { return m_parent.cancelled(); }

 private:
  const Progress& m_parent;
};

/// As long as it lives, what this thread waits for from a server ends with Cancelled as soon as `progress` is asked to
/// stop: reading a part of a file (ByteSource::read) knows of no progress of its own. parallelFor hands it to its
/// threads.
class Waiting {
 public:
  explicit Waiting(const Progress& progress) : Waiting(&progress) {}
  explicit Waiting(const Progress* progress) : m_before(current()) { current() = progress; }
  ~Waiting() { current() = m_before; }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  /// Throws Cancelled.
  static void check() {
    if (current() && current()->cancelled()) throw Cancelled{};
  }
  /// Of this thread; null: nobody asks it to stop.
  static const Progress* progress() { return current(); }

 private:
  static const Progress*& current() {
    static thread_local const Progress* progress = nullptr;
    return progress;
  }
  const Progress* m_before;
};

}  // namespace engine
