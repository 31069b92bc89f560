// Context-specific pseudocounts: a library of two states by hand, fast against plain, files of hhmake.
#include "engine/hmm/pseudocounts/ContextPseudocounts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "engine/hmm/profile/ProfileBuilder.h"
#include "tests/engine/hmm/Support.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::errorOf;

namespace context_pseudocounts_test {

size_t code(char letter) { return alphabet::kLetters.find(letter); }

std::string stateText(const std::string& bias, const std::vector<std::string>& rows, const std::string& emissions) {
  std::string text = "CrfState\nBIAS\t" + bias + "\nLENG\t" + std::to_string(rows.size()) + "\nALPH\t20\nWEIGHTS";
  for (const char c : alphabet::kLetters.substr(0, 20)) text += std::string("\t") + c;
  for (size_t k = 0; k < rows.size(); ++k) text.append("\n").append(std::to_string(k + 1)).append(rows[k]);
  return text + "\nPC" + emissions + "\n//\n";
}

std::string row(const std::string& first, const std::string& others) {
  std::string text = "\t";
  text += first;
  for (int k = 1; k < 20; ++k) text.append("\t").append(others);
  return text;
}

/// State 1 likes A before the column and emits A alone (nearly); state 2 is indifferent and emits everything alike.
std::string tinyText() {
  const std::string zero = row("0", "0");
  return "CRF\nSIZE\t2\nLENG\t3\n" + stateText("-0.5", {row("2000", "0"), zero, zero}, row("0", "-20000")) +
         stateText("0", {zero, zero, zero}, row("-1000", "-1000"));
}

ContextLibrary tiny() {
  Progress progress;
  return readContextLibrary(tinyText(), "tiny.crf", progress);
}

ContextLibrary randomLibrary(Index states, Index window, Random& random) {
  std::string text = "CRF\nSIZE " + std::to_string(states) + "\nLENG " + std::to_string(window) + "\n";
  const auto number = [&random](double scale) { return std::to_string(int(scale * (random.uniform() - 0.5))); };
  const auto values = [&](double scale) {
    std::string line;
    for (int k = 0; k < 20; ++k) line.append("\t").append(number(scale));
    return line;
  };
  for (Index k = 0; k < states; ++k) {
    std::vector<std::string> rows;
    for (Index p = 0; p < window; ++p) rows.push_back(values(3000));
    text += stateText(number(8), rows, values(6000));
  }
  Progress progress;
  return readContextLibrary(text, "random.crf", progress);
}

TEST(ContextLibrary, isReadByRowAndResidue) {
  const ContextLibrary library = tiny();
  EXPECT_EQ(library.numStates, 2);
  EXPECT_EQ(library.window, 3);
  EXPECT_FLOAT_EQ(library.bias[0], -0.5F);
  EXPECT_FLOAT_EQ(library.weight(0, 0, code('A')), 2.0F);
  EXPECT_FLOAT_EQ(library.weight(0, 1, code('A')), 0.0F);
  EXPECT_FLOAT_EQ(library.weight(1, 0, code('A')), 0.0F);
  EXPECT_NEAR(library.emissions[0][code('A')], 1, 1e-6);
  EXPECT_NEAR(library.emissions[1][code('V')], 0.05, 1e-12);
}

TEST(ContextLibrary, damagedTextIsRefusedWithItsLine) {
  Progress progress;
  const std::string whole = tinyText();
  for (size_t length = 0; length + 1 < whole.size(); length += 7)
    EXPECT_THROW(readContextLibrary(whole.substr(0, length), "cut.crf", progress), Error) << length;
  std::string wrong = whole;
  wrong.replace(wrong.find("2000"), 4, "2x00");
  const std::string message = errorOf([&] { readContextLibrary(wrong, "wrong.crf", progress); });
  EXPECT_NE(message.find("wrong.crf, line 9"), std::string::npos) << message;
  EXPECT_THROW(readContextLibrary("CRF\nSIZE 1000000\nLENG 999\n", "lie.crf", progress), Error);
}

TEST(ContextPseudocounts, posteriorOfTwoStatesByHand) {
  Progress progress;
  const ProfileHmm profile = buildProfile(test::alignmentOfRows({"AC"}), {}, progress);
  const double odds = std::exp(2 - 0.5);  // column 2 sees one A before it
  const ResidueVector second = contextExpectation(profile, tiny(), 1);
  EXPECT_NEAR(second[code('A')], (odds * 1 + 0.05) / (odds + 1), 1e-6);
  const double alone = std::exp(-0.5);  // column 1 sees nothing before it
  EXPECT_NEAR(contextExpectation(profile, tiny(), 0)[code('A')], (alone + 0.05) / (alone + 1), 1e-6);
}

TEST(ContextPseudocounts, fastColumnsEqualTheDefinition) {
  Random random(5);
  Progress progress;
  for (const Index states : {Index{1}, Index{15}, Index{16}, Index{50}})
    for (const Index length : {Index{0}, Index{1}, Index{5}, Index{24}, Index{61}}) {
      const ContextLibrary library = randomLibrary(states, states == 50 ? 13 : 3, random);
      const ProfileHmm profile = test::randomProfile(length, random, true);
      const auto all = contextExpectations(profile, library, 2, progress);
      ASSERT_EQ(all.size(), static_cast<size_t>(length));
      EXPECT_EQ(contextExpectations(profile, library, 1, progress), all);
      for (Index i = 0; i < length; ++i) {
        const ResidueVector expected = contextExpectation(profile, library, i);
        double sum = 0;
        for (size_t a = 0; a < 20; ++a) {
          EXPECT_NEAR(all[static_cast<size_t>(i)][a], expected[a], 2e-5);
          sum += all[static_cast<size_t>(i)][a];
        }
        EXPECT_NEAR(sum, 1, 1e-9);
      }
    }
}

TEST(ContextPseudocounts, areAddedOnceByTheirShare) {
  Progress progress;
  const ProfileHmm bare = buildProfile(test::alignmentOfRows({"AC"}), {}, progress);
  const ProfileHmm mixed = withContextPseudocounts(bare, tiny(), contextAdmixture(), 1, progress);
  const double tau = 0.9 / (1 + 1 / 4.0);
  EXPECT_NEAR(mixed.emissions[1][code('C')], (1 - tau) + tau * contextExpectation(bare, tiny(), 1)[code('C')], 1e-6);
  EXPECT_TRUE(mixed.hasPseudocounts);
  mixed.validate();
  EXPECT_EQ(withContextPseudocounts(mixed, tiny(), contextAdmixture(), 1, progress).emissions, mixed.emissions);
  EXPECT_NEAR(admixtureOf({Admixture::bySaturation, 0.8, 2.0, 1.0}, 4), 0.8 * 3 / 6, 1e-12);
}

/// hhmake -pcm 2 -gapb 1 with the library of Debian's package hhsuite-data, where it is installed.
TEST(ContextPseudocounts, filesOfHhmakeAreReproduced) {
  const std::string path = "/usr/share/hhsuite/data/context_data.crf";
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not installed";
  Progress progress;
  const ContextLibrary library = readContextLibrary(test::readText(path), path, progress);
  EXPECT_EQ(library.numStates, 4000);
  EXPECT_EQ(library.window, 13);
  ProfileBuildOptions options;
  options.preset = Preset::hhsuite33;
  int agreeing = 0, columns = 0;
  double largest = 0;
  for (const std::string name : {"HBB_HUMAN", "globins4"}) {
    const Alignment alignment = test::alignmentFromA3m(test::readText(test::sharedFile("hh/a3m/" + name + ".a3m")));
    const ProfileHmm bare = buildProfile(alignment, options, progress);
    const ProfileHmm found = withContextPseudocounts(bare, library, contextAdmixture(), 0, progress);
    const ProfileHmm expected = test::referenceProfile(name + ".pc_crf");
    ASSERT_EQ(found.length(), expected.length());
    double worst = 0;
    for (size_t i = 0; i < found.emissions.size(); ++i, ++columns)
      for (size_t a = 0; a < 20; ++a)
        worst = std::max(worst, std::abs(found.emissions[i][a] - expected.emissions[i][a]));
    EXPECT_LE(worst, 5e-4) << name;
    if (worst <= 5e-4) ++agreeing;
    largest = std::max(largest, worst);
  }
  std::printf("context pseudocounts: %d of 2 files agree with hhmake (%d columns, largest difference %.1e)\n", agreeing,
              columns, largest);
}

}  // namespace context_pseudocounts_test
