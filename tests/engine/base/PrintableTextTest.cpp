// Text out of files that cannot steer a terminal, break a log or fill it.
#include "engine/base/PrintableText.h"

#include <gtest/gtest.h>

#include "engine/base/Random.h"

using namespace engine;

namespace printable_text_test {

const std::string kMark = "\xEF\xBF\xBD";  // U+FFFD

TEST(PrintableText, plainTextOfAnyScriptStaysAsItIs) {
  for (const std::string text : {"", "a b", "Å 3.5 \"x\" ~", "日本語", "\xF0\x9F\xA7\xAC", "e\xCC\x81"}) {
    EXPECT_EQ(printable(text), text);
    EXPECT_EQ(printableLines(text), text);
  }
}

TEST(PrintableText, controlCharactersAreReplaced) {
  EXPECT_EQ(printable("a\x1b[2Jb\x07\x7f"), "a" + kMark + "[2Jb" + kMark + kMark);
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a" + kMark + "b");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            kMark + "31m");  // CSI as one character of C1
  EXPECT_EQ(printable("one\ntwo\tthree\rfour"), "one two three four");
  EXPECT_EQ(printableLines("one\ntwo\tthree\rfour\x1b"), "one\ntwo\tthree four" + kMark);
}

TEST(PrintableText, marksThatTurnTheReadingAreReplaced) {
  // Left-to-right mark, override, isolate, Arabic letter mark, line separator.
  for (const std::string mark : {"\xE2\x80\x8E", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xD8\x9C", "\xE2\x80\xA8"})
    EXPECT_EQ(printable("a" + mark + "b"), "a" + kMark + "b");
}

TEST(PrintableText, bytesThatAreNoUtf8AreReplacedOneByOne) {
  EXPECT_EQ(printable("\xFF\xFE"), kMark + kMark);
  EXPECT_EQ(printable("\xC0\x80"), kMark + kMark);              // overlong
  EXPECT_EQ(printable("\xED\xA0\x80"), kMark + kMark + kMark);  // surrogate
  EXPECT_EQ(printable("a\xE2\x82"), "a" + kMark + kMark);       // cut
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), kMark + kMark + kMark + kMark);
}

TEST(PrintableText, longTextLosesItsMiddle) {
  EXPECT_EQ(shortened("0123456789", 10), "0123456789");
  EXPECT_EQ(shortened("0123456789a", 10), "01234...9a");
  EXPECT_EQ(shortened("ååååååååååå", 10), "ååååå...åå");
  EXPECT_EQ(shortened("abcdef", 0), "...");
  EXPECT_EQ(inQuotes("x\n"), "\"x \"");
  EXPECT_LE(inQuotes(std::string(1'000'000, 'y')).size(), kMostOfValue + 2);
}

TEST(PrintableText, whateverTheBytesNothingIsLeftToReplace) {
  Random random(4);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (std::uint64_t k = random.below(40); k > 0; --k) text += static_cast<char>(random.below(256));
    const std::string once = printable(text);
    ASSERT_EQ(printable(once), once);
    for (const char c : once) ASSERT_TRUE(static_cast<unsigned char>(c) >= ' ' && c != '\x7f');
  }
}

}  // namespace printable_text_test
