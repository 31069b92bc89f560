// JSON that anybody may have written: bounded depth and size, errors that name the file.
#include "engine/io/Json.h"

#include <gmock/gmock.h>

#include "engine/io/Format.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Setting.h"

using namespace engine;
using testing::AllOf;
using testing::HasSubstr;

namespace json_test {

std::string errorOf(const std::string& text) {
  return test::errorOf([&] { parseJson(text, "x.json"); });
}

std::string nested(std::size_t depth, const std::string& open, const std::string& close) {
  std::string text;
  for (std::size_t k = 0; k < depth; ++k) text += open;
  text += "0";
  for (std::size_t k = 0; k < depth; ++k) text += close;
  return text;
}

TEST(ParseJson, valuesAreRead) {
  EXPECT_EQ(parseJson("{\"a\": [1, \"]]]\\\"[[[\", {}]}", "x").dump(), R"({"a":[1,"]]]\"[[[",{}]})");
  EXPECT_EQ(parseJson("7", "x"), 7);
}

TEST(ParseJson, depthIsBounded) {
  for (const auto& [open, close] : {std::pair{"[", "]"}, std::pair{"{\"a\":", "}"}}) {
    EXPECT_EQ(errorOf(nested(kDeepestJson, open, close)), "no error");
    for (const std::size_t depth : {kDeepestJson + 1, std::size_t{1} << 20})
      EXPECT_THAT(errorOf(nested(depth, open, close)), AllOf(HasSubstr("x.json: "), HasSubstr("more than 256 deep")));
  }
  EXPECT_THAT(errorOf(std::string(1 << 20, '[')), HasSubstr("more than 256 deep"));
}

TEST(ParseJson, sizeIsBounded) {
  const test::Setting small("HEADLIGHT_MEMORY", "1M");
  EXPECT_EQ(errorOf(std::string("[") + std::string(1000, ' ') + "]"), "no error");
  EXPECT_THAT(errorOf(std::string("[") + std::string(100'000, ' ') + "]"), HasSubstr("x.json: needs at least"));
}

TEST(ParseJson, whatIsNoneIsSaidInOneShortPrintableLine) {
  for (const std::string& text : {std::string(), std::string("{"), std::string("[1,]"), std::string("\"\xff\""),
                                  std::string("nonsense\x1b[31m\n"), std::string("[") + std::string(100'000, 'x')}) {
    const std::string error = errorOf(text);
    EXPECT_THAT(error, HasSubstr("x.json: is no valid JSON"));
    EXPECT_LT(error.size(), 500U);
    EXPECT_EQ(error.find_first_of("\x1b\n"), std::string::npos);
  }
}

TEST(ParseJson, aDeepHeaderOfAnArchiveIsRefusedByName) {
  const std::string header = std::string("{\"a\":") + nested(100'000, "[", "]") + "}";
  std::string bytes(8, '\0');
  for (std::size_t k = 0; k < 8; ++k) bytes[k] = static_cast<char>(header.size() >> (8 * k) & 255);
  EXPECT_THAT(test::readError("safetensors", bytes + header, "x.safetensors"),
              AllOf(HasSubstr("x.safetensors: "), HasSubstr("deep")));
}

TEST(Utf8, isToldFromOtherBytes) {
  for (const char* text : {"", "a", "\xc3\xa4", "\xf0\x9f\x98\x80"}) EXPECT_TRUE(isUtf8(text)) << text;
  for (const char* text : {"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80"}) EXPECT_FALSE(isUtf8(text));
  EXPECT_EQ(shownBytes("\xc3\xa4\x1b["), "\xc3\xa4\\x1B[");
  EXPECT_EQ(shownBytes("a\xff"), "a\\xFF");
}

/// Names with everything that a name can have.
const std::vector<std::string> kNames{"",
                                      "a",
                                      "w/out",
                                      "../up",
                                      "a\nb",
                                      "\x1b[31m",
                                      "\xc3\xa4\xe2\x82\xac",
                                      "x.npy.npy",
                                      "a\\b",
                                      " ",
                                      "\"'",
                                      "__metadata__",
                                      std::string("a\0b", 3),
                                      "\xff",
                                      "a\xc3"};

TEST(ArrayNames, whatIsWrittenComesBackAndTheRestIsRefusedByName) {
  for (const char* id : {"npz", "safetensors"}) {
    const Format& format = test::formatWithId(id);
    int numWritten = 0;
    for (const std::string& name : kNames) {
      ArrayBundle bundle;
      bundle.emplace(name, Array<float>({2}, 1.0F, name));
      bundle.emplace("other", Array<float>({2}, 2.0F, "other"));
      std::string packed;
      try {
        packed = format.write(std::make_shared<const ArrayBundle>(bundle));
      } catch (const Error& error) {
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr(std::string("array ") + shownBytes(name)), HasSubstr("expected UTF-8")))
            << id;
        continue;
      }
      ++numWritten;
      EXPECT_EQ(test::readAs(id, packed).as<ArrayBundle>(), bundle) << id << ", " << shownBytes(name);
    }
    EXPECT_EQ(numWritten, std::string(id) == "npz" ? 11 : 12) << id;
  }
}

}  // namespace json_test
