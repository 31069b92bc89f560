// What every entry of formats.def must fulfil, whatever it holds.
#include <set>

#include "engine/attention/HeadSet.h"
#include "engine/base/Random.h"
#include "engine/datasets/Kind.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/structure/Structure.h"
#include "tests/engine/io/FormatSupport.h"

using namespace engine;

namespace format_registry_test {

/// Checks the value as far as its type can be checked.
void validateValue(const DatasetValue& value) {
  ASSERT_FALSE(value == DatasetValue());
  kindOf(value.kind()).validate(value);
}

/// Either an Error or a value that holds together; anything else fails the test.
enum class Outcome { refused, read };
Outcome readAnything(const Format& format, const std::string& content, const std::string& what) {
  Diagnostics diagnostics;
  Progress progress;
  try {
    validateValue(format.read(content, "sample", diagnostics, progress));
    return Outcome::read;
  } catch (const Error& error) {
    EXPECT_STRNE(error.what(), "") << what;
    EXPECT_NE(std::string(error.what()).find("sample"), std::string::npos)
        << what << ": the file is not named in: " << error.what();
  } catch (const std::exception& other) {
    ADD_FAILURE() << what << " threw " << other.what();
  }
  return Outcome::refused;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

class EveryFormat : public testing::TestWithParam<const Format*> {
 protected:
  const Format& format() const { return *GetParam(); }
};

TEST_P(EveryFormat, hasTitleHelpAndLowerCaseSuffixes) {
  EXPECT_FALSE(format().id().empty());
  EXPECT_FALSE(format().title().empty());
  EXPECT_GT(format().help().size(), 20u);
  ASSERT_FALSE(format().suffixes().empty());
  for (const std::string& suffix : format().suffixes()) {
    EXPECT_EQ(suffix.front(), '.');
    EXPECT_FALSE(suffix.ends_with(".gz"));
    for (const char c : suffix) EXPECT_FALSE(c >= 'A' && c <= 'Z');
  }
}

TEST_P(EveryFormat, sampleIsRecognisedWithAndWithoutSuffix) {
  const std::string sample = format().sample();
  EXPECT_EQ(recogniseFormat(sample, "sample").id(), format().id());
  for (const std::string& suffix : format().suffixes())
    EXPECT_EQ(recogniseFormat(sample, "sample" + suffix).id(), format().id()) << suffix;
  for (const std::string& suffix : format().suffixes()) {
    const int sureness = format().sniff(sample, suffix);
    EXPECT_GT(sureness, 0);
    EXPECT_LE(sureness, 100);
  }
}

TEST_P(EveryFormat, sampleReadsWithoutWarning) {
  const test::ReadResult result = test::readWith(format(), format().sample(), "sample");
  validateValue(result.value);
  EXPECT_THAT(result.warnings, testing::IsEmpty());
}

TEST_P(EveryFormat, writtenSampleReadsAndIsWrittenTheSameWay) {
  const DatasetValue value = test::readWith(format(), format().sample(), "sample").value;
  if (!format().canWrite(value)) {
    EXPECT_THROW(format().write(value), Error);
    return;
  }
  const std::string written = format().write(value);
  EXPECT_EQ(recogniseFormat(written, "sample").id(), format().id());
  EXPECT_EQ(format().write(test::readWith(format(), written, "sample").value), written);
}

TEST_P(EveryFormat, refusesToWriteWhatItCannotHold) {
  const std::vector<DatasetValue> values{std::make_shared<const SequenceSet>(),     std::make_shared<const Alignment>(),
                                         std::make_shared<const ProfileHmm>(),      std::make_shared<const Structure>(),
                                         std::make_shared<const ArrayBundle>(),     std::make_shared<const HeadSet>(),
                                         std::make_shared<const ProfileAlignment>()};
  for (const DatasetValue& value : values)
    if (!format().canWrite(value)) {
      EXPECT_THROW(format().write(value), Error);
    }
}

TEST_P(EveryFormat, sniffSurvivesEveryPrefix) {
  const std::string sample = format().sample();
  for (const auto& other : formats())
    for (size_t length = 0; length <= sample.size(); ++length) {
      const int sureness = other->sniff(std::string_view(sample).substr(0, length), "");
      ASSERT_GE(sureness, 0);
      ASSERT_LE(sureness, 100);
    }
}

TEST_P(EveryFormat, everyReaderSurvivesTruncationAtEveryByte) {
  const std::string sample = format().sample();
  int numRefused = 0;
  for (size_t length = 0; length < sample.size(); ++length)
    numRefused +=
        readAnything(format(), sample.substr(0, length), "cut at " + std::to_string(length)) == Outcome::refused;
  EXPECT_GT(numRefused, 0) << "not even empty content was refused";
}

TEST_P(EveryFormat, everyReaderSurvivesEachLineDeleted) {
  const std::vector<std::string> lines = linesOf(format().sample());
  for (size_t deleted = 0; deleted < lines.size(); ++deleted) {
    std::string content;
    for (size_t k = 0; k < lines.size(); ++k)
      if (k != deleted) content += lines[k];
    readAnything(format(), content, "without line " + std::to_string(deleted + 1));
  }
}

TEST_P(EveryFormat, everyReaderSurvivesEachLineDoubled) {
  const std::vector<std::string> lines = linesOf(format().sample());
  for (size_t doubled = 0; doubled < lines.size(); ++doubled) {
    std::string content;
    for (size_t k = 0; k < lines.size(); ++k) content += k == doubled ? lines[k] + lines[k] : lines[k];
    readAnything(format(), content, "with line " + std::to_string(doubled + 1) + " twice");
  }
}

TEST_P(EveryFormat, everyReaderSurvivesRandomBytes) {
  const std::string sample = format().sample();
  Random random(2024);
  for (int round = 0; round < 2000; ++round) {
    std::string content = sample;
    const std::uint64_t numFlips = 1 + random.below(4);
    for (std::uint64_t flip = 0; flip < numFlips; ++flip)
      content[random.below(content.size())] = static_cast<char>(random.below(256));
    readAnything(format(), content, "round " + std::to_string(round));
  }
}

TEST_P(EveryFormat, everyReaderSurvivesTheSamplesOfTheOthers) {
  for (const auto& other : formats()) readAnything(format(), other->sample(), "sample of " + other->id());
}

std::vector<const Format*> allFormats() {
  std::vector<const Format*> all;
  for (const auto& format : formats()) all.push_back(format.get());
  return all;
}

INSTANTIATE_TEST_SUITE_P(formats, EveryFormat, testing::ValuesIn(allFormats()),
                         [](const auto& tested) { return tested.param->id(); });

TEST(FormatRegistry, idsAreUnique) {
  std::set<std::string> ids;
  for (const auto& format : formats()) EXPECT_TRUE(ids.insert(format->id()).second) << format->id();
  EXPECT_GE(ids.size(), 7u);
}

}  // namespace format_registry_test
