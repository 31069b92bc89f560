// Numbers and texts one after the other as bytes of this machine, and back with every size checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "engine/base/Error.h"

namespace engine {

class ByteWriter {
 public:
  template <class T>
  void put(const T& value) {
    append(std::as_bytes(std::span(&value, 1)));
  }
  void putText(const std::string& text) {
    put(static_cast<std::uint32_t>(text.size()));
    append(std::as_bytes(std::span(text)));
  }
  /// The bytes, filled up with zeros to a multiple of `unit`.
  std::vector<std::byte> finish(std::size_t unit) {
    m_bytes.resize((m_bytes.size() + unit - 1) / unit * unit);
    return std::move(m_bytes);
  }

 private:
  void append(std::span<const std::byte> bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }

  std::vector<std::byte> m_bytes;
};

/// Everything throws Error when the bytes end early.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : m_rest(bytes) {}

  /// Where `count` values lie; whoever wrote them saw to it that they lie at a multiple of their size.
  template <class T>
  const T* take(std::size_t count) {
    if (count > m_rest.size() / sizeof(T)) fail("the cache of a database ends early");
    const auto* values = reinterpret_cast<const T*>(m_rest.data());
    m_rest = m_rest.subspan(count * sizeof(T));
    return values;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take<std::byte>(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const std::size_t size = number<std::uint32_t>();
    return std::string(reinterpret_cast<const char*>(take<std::byte>(size)), size);
  }

 private:
  std::span<const std::byte> m_rest;
};

}  // namespace engine
