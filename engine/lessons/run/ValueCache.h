// What was computed, by what it was computed from; the oldest goes when there is too much. For several threads.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "engine/lessons/run/RunOperation.h"

namespace engine {

class ValueCache {
 public:
  struct Entry {
    std::shared_ptr<const LessonValue> value;  ///< of all but runs
    std::shared_ptr<const RunResult> result;   ///< of a run
  };

  explicit ValueCache(std::size_t mostBytes) : m_mostBytes(mostBytes) {}
  /// Nothing: not there. Counts as used.
  std::optional<Entry> find(const std::string& key);
  /// Whether it is there, without counting as used.
  bool contains(const std::string& key) const;
  void add(const std::string& key, Entry entry);
  std::size_t bytes() const;

 private:
  struct Kept {
    std::string key;
    Entry entry;
    std::size_t bytes;
  };
  mutable std::mutex m_mutex;  ///< of what follows: a lesson that is read anew shares it with the one before
  std::list<Kept> m_kept;  ///< the one used last first
  std::map<std::string, std::list<Kept>::iterator> m_places;
  std::size_t m_bytes = 0, m_mostBytes;
};

}  // namespace engine
