#include "engine/lessons/run/ValueCache.h"

namespace engine {

namespace {

constexpr std::size_t kOfEach = 512;  ///< bytes beside the numbers

std::size_t bytesOf(const LessonValue& value) {
  const auto* array = std::get_if<LessonArray>(&value);
  return array ? static_cast<std::size_t>(array->size()) * sizeof(double) : 0;
}

std::size_t bytesOf(const ValueCache::Entry& entry) {
  std::size_t bytes = kOfEach;
  if (entry.value) bytes += bytesOf(*entry.value);
  if (entry.result)
    for (const auto& [name, array] : entry.result->arrays) bytes += bytesOf(*array);
  return bytes;
}

}  // namespace

std::optional<ValueCache::Entry> ValueCache::find(const std::string& key) {
  const std::lock_guard lock(m_mutex);
  const auto found = m_places.find(key);
  if (found == m_places.end()) return std::nullopt;
  m_kept.splice(m_kept.begin(), m_kept, found->second);
  return found->second->entry;
}

bool ValueCache::contains(const std::string& key) const {
  const std::lock_guard lock(m_mutex);
  return m_places.contains(key);
}

std::size_t ValueCache::bytes() const {
  const std::lock_guard lock(m_mutex);
  return m_bytes;
}

void ValueCache::add(const std::string& key, Entry entry) {
  const std::lock_guard lock(m_mutex);
  if (m_places.contains(key)) return;
  const std::size_t bytes = bytesOf(entry);
  m_kept.push_front({key, std::move(entry), bytes});
  m_places[key] = m_kept.begin();
  m_bytes += bytes;
  while (m_bytes > m_mostBytes && m_kept.size() > 1) {
    m_bytes -= m_kept.back().bytes;
    m_places.erase(m_kept.back().key);
    m_kept.pop_back();
  }
}

}  // namespace engine
