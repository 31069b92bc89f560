#include "engine/base/Sha256.h"

#include <gtest/gtest.h>

namespace engine {
namespace sha256_test {

std::string digestOf(const std::string& text) {
  Sha256 digest;
  digest.add(text);
  return digest.finish();
}

/// FIPS 180-4's examples, and of nothing.
TEST(Sha256, OfPublishedTextsIsThePublishedNumber) {
  EXPECT_EQ(digestOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digestOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digestOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digestOf(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotCareInWhichPiecesBytesCome) {
  for (std::size_t length = 0; length < 200; ++length) {
    std::string text;
    for (std::size_t k = 0; k < length; ++k) text += static_cast<char>('a' + k % 26);
    Sha256 byByte;
    for (const char& letter : text) byByte.add(&letter, 1);
    EXPECT_EQ(byByte.finish(), digestOf(text)) << length;
  }
}

}  // namespace sha256_test
}  // namespace engine
