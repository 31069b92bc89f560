// A database as the prefilter sees it: one string of column states per template, in memory or in a file that is read as
// it goes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Strings that lie in a file.
class ColumnStringFile {
 public:
  virtual ~ColumnStringFile() = default;
  virtual Index count() const = 0;
  /// Number of letters of string k. Throws Error, as does the next.
  virtual Index length(Index k) const = 0;
  virtual std::span<const std::uint8_t> string(Index k) const = 0;
  /// Says that the strings [first, last) are read now, in the order of the file; isStart: and none was before.
  virtual void isReading(Index first, Index last, bool isStart) const = 0;
};

/// Letters are below 220. What it is made of belongs to the caller.
class ColumnStrings {
 public:
  ColumnStrings(std::span<const std::span<const std::uint8_t>> strings) : m_strings(strings) {}
  ColumnStrings(const std::vector<std::span<const std::uint8_t>>& strings) : m_strings(strings) {}
  ColumnStrings(const ColumnStringFile& file) : m_file(&file) {}

  Index count() const { return m_file ? m_file->count() : static_cast<Index>(m_strings.size()); }
  Index length(Index k) const {
    return m_file ? m_file->length(k) : static_cast<Index>(m_strings[static_cast<std::size_t>(k)].size());
  }
  std::span<const std::uint8_t> operator[](Index k) const {
    return m_file ? m_file->string(k) : m_strings[static_cast<std::size_t>(k)];
  }
  void isReading(Index first, Index last, bool isStart) const {
    if (m_file) m_file->isReading(first, last, isStart);
  }

 private:
  std::span<const std::span<const std::uint8_t>> m_strings;
  const ColumnStringFile* m_file = nullptr;
};

}  // namespace engine
