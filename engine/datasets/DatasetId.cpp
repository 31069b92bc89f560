#include "engine/datasets/DatasetId.h"

#include <mutex>
#include <unordered_set>

namespace engine {

DatasetId::DatasetId(const std::string& text) {
  static std::mutex mutex;
  static std::unordered_set<std::string> known;  // its elements stay where they are
  const std::lock_guard lock(mutex);
  m_text = &*known.insert(text).first;
}

}  // namespace engine
