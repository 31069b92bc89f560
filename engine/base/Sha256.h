// SHA-256 (FIPS 180-4): a number that tells contents apart.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

struct evp_md_ctx_st;  // OpenSSL's

namespace engine {

/// Bytes in pieces, in whatever pieces they come.
class Sha256 {
 public:
  /// Throws Error when OpenSSL cannot compute it.
  Sha256();
  void add(const void* bytes, std::size_t count);
  void add(const std::string& text) { add(text.data(), text.size()); }
  /// 64 hexadecimal digits, lower case. Nothing may be added behind.
  std::string finish();

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> m_context;
};

}  // namespace engine
