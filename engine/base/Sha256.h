// SHA-256 (FIPS 180-4): a number that tells contents apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace engine {

/// Bytes in pieces, in whatever pieces they come.
class Sha256 {
 public:
  Sha256();
  void add(const void* bytes, std::size_t count);
  void add(const std::string& text) { add(text.data(), text.size()); }
  /// 64 hexadecimal digits, lower case. Nothing may be added behind.
  std::string finish();

 private:
  void mix(const unsigned char* block);

  std::array<std::uint32_t, 8> m_state;
  std::array<unsigned char, 64> m_block{};
  std::uint64_t m_count = 0;  ///< bytes
};

}  // namespace engine
