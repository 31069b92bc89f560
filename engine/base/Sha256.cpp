#include "engine/base/Sha256.h"

#include <openssl/evp.h>

#include <array>

#include "engine/base/Error.h"

namespace engine {

namespace {

void require(int isDone) {
  if (isDone != 1) fail("SHA-256: OpenSSL does not compute it");
}

}  // namespace

Sha256::Sha256() : m_context(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  require(m_context && EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) == 1 ? 1 : 0);
}

void Sha256::add(const void* bytes, std::size_t count) {
  require(EVP_DigestUpdate(m_context.get(), bytes, count));
}

std::string Sha256::finish() {
  constexpr const char* kDigits = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  require(EVP_DigestFinal_ex(m_context.get(), digest.data(), &length));
  std::string text;
  for (unsigned int k = 0; k < length; ++k) {
    text += kDigits[digest[k] / 16];
    text += kDigits[digest[k] % 16];
  }
  return text;
}

}  // namespace engine
