// Tells whether something is what it was: a sum over bytes (FNV-1a, 64 bits). Not against forgers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace engine {

class Fingerprint {
 public:
  void addBytes(const void* bytes, std::size_t count) {
    const auto* const from = static_cast<const unsigned char*>(bytes);
    for (std::size_t k = 0; k < count; ++k) m_value = (m_value ^ from[k]) * 0x100000001b3;
  }
  void addNumber(std::uint64_t number) { addBytes(&number, sizeof number); }
  /// With its length, so that "ab", "c" is not "a", "bc".
  void add(std::string_view text) {
    addBytes(text.data(), text.size());
    addNumber(text.size());
  }
  std::uint64_t value() const { return m_value; }

 private:
  std::uint64_t m_value = 0xcbf29ce484222325;
};

}  // namespace engine
