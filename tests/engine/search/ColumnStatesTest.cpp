// Column states: text form, letters, learning, and the letters of the reference program.
#include "engine/search/prefilter/ColumnStates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <numeric>
#include <set>

#include "engine/base/Random.h"
#include "engine/hmm/profile/ProfileBuilder.h"
#include "engine/io/Format.h"
#include "engine/search/prefilter/ColumnStatesLearning.h"
#include "tests/engine/search/PrefilterReference.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using test::errorOf;

namespace {

ResidueVector randomColumn(Random& random) {
  ResidueVector column;
  for (double& p : column) p = std::pow(random.uniform(), 3) + 0.01;
  const double sum = std::accumulate(column.begin(), column.end(), 0.0);
  for (double& p : column) p /= sum;
  return column;
}

ColumnStates randomStates(int count, Random& random) {
  ColumnStates states;
  for (int k = 0; k < count; ++k) {
    states.probabilities.push_back(randomColumn(random));
    states.priors.push_back(1.0 / count);
  }
  return states;
}

}  // namespace

TEST(ColumnStates, thoseOfTheProgramAre219AndValid) {
  const ColumnStates& states = standardColumnStates();
  EXPECT_EQ(states.count(), ColumnStates::kMaxStates);
  EXPECT_NO_THROW(states.validate());
}

TEST(ColumnStates, textIsReadBackToAThousandthOfABit) {
  Random random(1);
  const ColumnStates states = randomStates(7, random);
  const ColumnStates read = parseColumnStates(columnStatesText(states), "test");
  ASSERT_EQ(read.count(), 7);
  for (size_t k = 0; k < 7; ++k)
    for (size_t a = 0; a < 20; ++a)
      EXPECT_NEAR(std::log2(read.probabilities[k][a]), std::log2(states.probabilities[k][a]), 2e-3);
  EXPECT_EQ(columnStatesText(read), columnStatesText(parseColumnStates(columnStatesText(read), "again")));
}

TEST(ColumnStates, residueOrderOfTheFileIsFollowed) {
  std::string text = "ContextLibrary\nPRIOR 2\nPROBS V R N D C Q E G H I L K M F P S T W Y A\n1 1000";
  for (int a = 1; a < 20; ++a) text += " 9000";
  const ColumnStates states = parseColumnStates(text, "test");
  EXPECT_GT(states.probabilities[0][static_cast<size_t>(alphabet::codeOf('V'))], 0.9);
  EXPECT_EQ(states.priors[0], 1);
}

TEST(ColumnStates, brokenTextIsRefusedNamingTheLine) {
  const std::string good = columnStatesText(standardColumnStates());
  const auto message = [](const std::string& text) {
    return errorOf([&text] { parseColumnStates(text, "my.lib"); });
  };
  EXPECT_THAT(message(""), testing::HasSubstr("found 0 states"));
  EXPECT_THAT(message("HMM\n"), testing::HasSubstr("my.lib, line 1"));
  EXPECT_THAT(message("ContextLibrary\nPRIOR x\n"), testing::HasSubstr("my.lib, line 2: found 'x'"));
  EXPECT_THAT(message("ContextLibrary\nLENG 13\n"), testing::HasSubstr("line 2"));
  EXPECT_THAT(message("ContextLibrary\nISLOG T\n"), testing::HasSubstr("line 2"));
  EXPECT_THAT(message("ContextLibrary\nPROBS A A\n"), testing::HasSubstr("line 2"));
  const std::string cutShort = "found 218 column states, expected 219 as the line SIZE says";
  EXPECT_THAT(message(good.substr(0, good.rfind("PROBS"))), testing::HasSubstr(cutShort));
  EXPECT_THAT(message(good.substr(0, good.rfind("ContextProfile"))), testing::HasSubstr(cutShort));
  EXPECT_THAT(message("ContextLibrary\nPRIOR 1\nPROBS A C D E F G H I K L M N P Q R S T V W Y\n\n"),
              testing::HasSubstr("line 4: found 0 values"));
  for (size_t length = 0; length < good.size(); length += 997) EXPECT_NE(message(good.substr(0, length)), "") << length;
}

TEST(ColumnStates, stateItselfGetsItsOwnLetter) {
  const ColumnStates& states = standardColumnStates();
  const std::vector<std::uint8_t> letters = columnLetters(states.probabilities, states);
  for (size_t k = 0; k < letters.size(); ++k) EXPECT_EQ(letters[k], k);
}

TEST(ColumnStates, letterIsTheNearestStateByEnumeration) {
  Random random(2);
  const ColumnStates states = randomStates(40, random);
  for (int repetition = 0; repetition < 100; ++repetition) {
    const ResidueVector column = randomColumn(random);
    std::vector<double> divergence;
    for (const ResidueVector& state : states.probabilities) {
      double sum = 0;
      for (size_t a = 0; a < 20; ++a) sum += column[a] * std::log(column[a] / state[a]);
      divergence.push_back(sum);
    }
    const auto nearest = std::min_element(divergence.begin(), divergence.end()) - divergence.begin();
    EXPECT_EQ(columnLetters({column}, states)[0], nearest);
  }
}

TEST(ColumnStates, priorDecidesBetweenEqualStates) {
  ColumnStates states;
  states.probabilities.assign(3, ResidueVector{});
  for (ResidueVector& state : states.probabilities) state.fill(0.05);
  states.priors = {0.2, 0.5, 0.3};
  EXPECT_EQ(columnLetters(states.probabilities, states), (std::vector<std::uint8_t>{1, 1, 1}));
}

TEST(ColumnStates, profileWithoutColumnsHasNoLetters) {
  EXPECT_TRUE(columnLetters(std::vector<ResidueVector>{}, standardColumnStates()).empty());
}

TEST(ColumnStatesLearning, separatedClustersAreFound) {
  Random random(3);
  const ColumnStates truth = randomStates(5, random);
  std::vector<ResidueVector> columns;
  for (int n = 0; n < 500; ++n) {
    const ResidueVector noise = randomColumn(random);
    ResidueVector column = truth.probabilities[static_cast<size_t>(n % 5)];
    for (size_t a = 0; a < 20; ++a) column[a] = 0.95 * column[a] + 0.05 * noise[a];
    columns.push_back(column);
  }
  Progress progress;
  const ColumnStates learned = learnColumnStates(columns, 5, 0, 2, progress);
  const std::vector<std::uint8_t> letters = columnLetters(columns, learned);
  for (size_t n = 5; n < columns.size(); ++n) EXPECT_EQ(letters[n], letters[n % 5]);
  EXPECT_EQ(std::set<std::uint8_t>(letters.begin(), letters.end()).size(), 5u);
  for (const double prior : learned.priors) EXPECT_NEAR(prior, 0.2, 1e-9);
}

TEST(ColumnStatesLearning, threadsDoNotChangeTheStates) {
  Random random(4);
  std::vector<ResidueVector> columns;
  for (int n = 0; n < 2000; ++n) columns.push_back(randomColumn(random));
  Progress progress;
  EXPECT_EQ(learnColumnStates(columns, 30, 7, 1, progress), learnColumnStates(columns, 30, 7, 2, progress));
}

TEST(ColumnStatesLearning, oneStateIsTheMeanAndTooManyAreRefused) {
  const std::vector<ResidueVector> two{gonnet().background, blosum62().background};
  Progress progress;
  const ColumnStates one = learnColumnStates(two, 1, 0, 1, progress);
  for (size_t a = 0; a < 20; ++a) EXPECT_NEAR(one.probabilities[0][a], (two[0][a] + two[1][a]) / 2, 1e-3);
  EXPECT_THROW(learnColumnStates(two, 3, 0, 1, progress), Error);
  EXPECT_THROW(learnColumnStates(two, 0, 0, 1, progress), Error);
  EXPECT_THROW(learnColumnStates({}, 1, 0, 1, progress), Error);
}

TEST(ColumnStatesLearning, statesOfTheProgramDescribeColumnsFarBetterThanTheBackground) {
  Diagnostics diagnostics;
  Progress progress;
  const Dataset dataset = load(test::sampleFile("malate.a3m"), diagnostics, progress);
  const std::vector<ResidueVector> columns = trainingColumns(*dataset.as<Alignment>(), 99, progress);
  ColumnStates background;
  background.probabilities = {gonnet().background};
  background.priors = {1};
  const double found = meanDivergence(columns, standardColumnStates());
  const double without = meanDivergence(columns, background);
  std::cout << "mean divergence: " << found << " bits from the nearest state, " << without << " from the background\n";
  EXPECT_LT(found, without / 5);
}

TEST(ColumnStatesReference, lettersAgreeWithTheReferenceProgramMostly) {
  const test::PrefilterReference reference = test::prefilterReference();
  if (!reference.why.empty()) GTEST_SKIP() << reference.why;
  Index same = 0, near = 0, all = 0;
  for (const auto& [name, expected] : reference.letters) {
    const std::vector<std::uint8_t> found = columnLetters(reference.profile(name), reference.states);
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (size_t i = 0; i < found.size(); ++i) {
      ++all;
      if (found[i] == expected[i]) ++same;
      const ResidueVector& p = reference.states.probabilities[found[i]];
      const ResidueVector& q = reference.states.probabilities[expected[i]];
      double overlap = 0;
      for (size_t a = 0; a < 20; ++a) overlap += std::min(p[a], q[a]);
      if (overlap > 0.5) ++near;
    }
  }
  std::cout << "column letters: " << same << " of " << all << " identical, " << near
            << " of them or of states that share more than half of their probability\n";
  EXPECT_GT(near * 2, all);
}
