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

}  // namespace engine
