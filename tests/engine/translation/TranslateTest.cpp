// Greedy, beam and told decoding: against enumeration on tiny weights, and what trained weights write.
#include "engine/translation/Translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "engine/io/Format.h"
#include "engine/translation/TrainTranslator.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace translate_test {

using namespace engine;
using test::errorOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Translator shipped(const std::string& name) {
  Diagnostics diagnostics;
  Progress none;
  const Dataset file = load(test::sampleFile("translators/" + name + ".safetensors"), diagnostics, none);
  const TranslationTask task = translationTask(name);
  Translator translator{task.source, task.target, readSeq2Seq<float>(NamedWeights(*file.as<ArrayBundle>()))};
  checkTranslator(translator);
  return translator;
}

std::vector<Candidate> decoded(const Translator& translator, const std::string& text, const DecodingOptions& options) {
  Progress none;
  return decode(translator.source.tokensOf(text, "source"), weightsAs<double>(translator.weights), options, none);
}

std::string greedy(const Translator& translator, const std::string& text, std::map<Index, Index> forced = {}) {
  const Candidate best = decoded(translator, text, {.forcedKeys = std::move(forced)}).front();
  EXPECT_TRUE(best.hasEnded);
  return translator.target.textOf(best.tokens);
}

TEST(TrainedWeights, translateTheirExamples) {
  const Translator reverse = shipped("reverse"), strand = shipped("strand"), orf = shipped("orf");
  EXPECT_EQ(greedy(reverse, "ACDEFGHI"), "IHGFEDCA");
  EXPECT_EQ(greedy(reverse, "ACDE"), "EDCA");
  EXPECT_EQ(greedy(strand, "+GCTAAATGG"), "AKW");
  EXPECT_EQ(greedy(strand, "-CCATTTAGC"), "AKW");
  EXPECT_EQ(greedy(orf, "CCATGGCTAAATGGTAACC"), "MAKW");
  EXPECT_EQ(greedy(orf, "ATGGATGTCTAG"), "MDV");
}

TEST(TrainedWeights, areRightForNinetyNineOfAHundredNewPairs) {
  Progress none;
  for (const char* name : {"reverse", "strand", "orf"})
    EXPECT_GE(exactMatch(exactlyTranslated(shipped(name), newPairs(translationTask(name), 1000, 11), 2, none)), 0.99)
        << name;
}

// The rows' peaks that torch found with these weights, counted from 1.
TEST(TrainedWeights, attendWhereTheyDidWhenTheyWereTrained) {
  const auto peaks = [](const char* name, const std::string& text) {
    const Translator translator = shipped(name);
    const std::vector<std::int64_t> source = translator.source.tokensOf(text, "source");
    const auto weights = weightsAs<double>(translator.weights);
    Progress none;
    const auto tokens = decode(source, weights, {}, none).front().tokens;
    const Writing written = writing(source, tokens, weights, {}, none);
    std::vector<Index> found;
    for (Index t = 0; t < written.attention.length(0); ++t) {
      const double* row = written.attention.data() + t * std::ssize(source);
      found.push_back(std::max_element(row, row + source.size()) - row + 1);
    }
    EXPECT_NEAR(written.logProbability, decode(source, weights, {}, none).front().logProbability, 1e-9);
    return std::pair(found, written.attention(0, found.front() - 1));
  };
  const auto [reverse, first] = peaks("reverse", "ACDEFGHI");
  EXPECT_THAT(reverse, ElementsAre(8, 8, 7, 6, 5, 4, 3, 2, 1));
  EXPECT_NEAR(first, 0.9274, 1e-4);
  EXPECT_THAT(peaks("strand", "+GCTAAATGG").first, ElementsAre(3, 6, 9, 9));
  EXPECT_THAT(peaks("strand", "-CCATTTAGC").first, ElementsAre(10, 7, 4, 4));
  const auto [orf, weight] = peaks("orf", "CCATGGCTAAATGGTAACC");
  EXPECT_THAT(orf, ElementsAre(7, 7, 10, 14, 16));
  EXPECT_NEAR(weight, 0.3813, 1e-4);
}

// The map is a steering wheel: told to look at letter k, the translator writes it; but not for the third.
TEST(TrainedWeights, writeTheLetterThatTheFirstStepIsMadeToLookAt) {
  const Translator reverse = shipped("reverse");
  std::string firsts;
  for (Index key = 0; key < 8; ++key) firsts += greedy(reverse, "ACDEFGHI", {{0, key}}).front();
  EXPECT_EQ(firsts, "ACIEFGHI");
}

TEST(ForcedKeys, putAllWeightOfAStepOnOneKeyAndLeaveTheOthers) {
  const Translator reverse = shipped("reverse");
  const std::vector<std::int64_t> source = reverse.source.tokensOf("ACDEFGHI", "source");
  const auto weights = weightsAs<double>(reverse.weights);
  Progress none;
  const std::vector<std::int64_t> tokens = reverse.target.tokensOf("IHGFEDCA", "target");
  const Writing free = writing(source, tokens, weights, {}, none),
                told = writing(source, tokens, weights, {{2, 5}}, none);
  for (Index key = 0; key < 8; ++key) {
    EXPECT_EQ(told.attention(2, key), key == 5 ? 1 : 0);
    EXPECT_EQ(told.attention(0, key), free.attention(0, key));
    EXPECT_EQ(told.scores(2, key), free.scores(2, key)) << "what it would have liked";
  }
  EXPECT_NE(told.attention(3, 4), free.attention(3, 4)) << "later steps ask out of another state";
  EXPECT_THAT(errorOf([&] {
                writing(source, tokens, weights, {{0, 8}}, none);
              }),
              HasSubstr("step 1 is to attend to token 9, found 8 token(s)"));
}

/// Small weights at random, whose outputs are uncertain.
Seq2SeqWeights<double> uncertain(bool hasAttention, std::uint64_t seed) {
  const Vocabulary source{{"<pad>", "a", "b"}}, target{{"<pad>", "<begin>", "<end>", "x", "y"}};
  Seq2SeqWeights<double> weights = weightsAs<double>(
      newTranslator(source, target, {.embedding = 3, .width = 4, .attention = 3, .hasAttention = hasAttention}, seed)
          .weights);
  for (double& value : weights.W_out) value *= 2;
  return weights;
}

/// ln p of an output by teacher forcing.
double probabilityOf(const std::vector<std::int64_t>& tokens, const Seq2SeqWeights<double>& weights) {
  Progress none;
  return writing({1, 2, 2}, tokens, weights, {}, none).logProbability;
}

/// The best of all outputs of at most `longest` tokens that end, or are as long.
double bestOfAll(const Seq2SeqWeights<double>& weights, Index longest, std::vector<std::int64_t> begun = {}) {
  if (!begun.empty() && (begun.back() == kEndToken || std::ssize(begun) == longest))
    return probabilityOf(begun, weights);
  double best = -1e9;
  for (std::int64_t token = 0; token < 5; ++token) {
    std::vector<std::int64_t> longer = begun;
    longer.push_back(token);
    best = std::max(best, bestOfAll(weights, longest, std::move(longer)));
  }
  return best;
}

TEST(Beam, thatKeepsEverythingFindsTheMostProbableOutputOfAll) {
  Progress none;
  int numBetter = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Seq2SeqWeights<double> weights = uncertain(seed % 2 == 0, seed);
    const auto all = decode({1, 2, 2}, weights, {.beam = 200, .longest = 3}, none);
    EXPECT_NEAR(all.front().logProbability, bestOfAll(weights, 3), 1e-10);
    const double first = decode({1, 2, 2}, weights, {.beam = 1, .longest = 3}, none).front().logProbability;
    EXPECT_GE(all.front().logProbability, first - 1e-12);
    numBetter += all.front().logProbability > first + 1e-6;
    for (const Candidate& one : all) EXPECT_NEAR(one.logProbability, probabilityOf(one.tokens, weights), 1e-10);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
      return a.logProbability > b.logProbability;
    }));
  }
  EXPECT_GT(numBetter, 0) << "else the test shows no difference to greedy decoding";
}

TEST(Beam, goesOnFromABeginningHoweverUnlikely) {
  Progress none;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Seq2SeqWeights<double> weights = uncertain(seed % 2 == 0, seed);
    for (const std::vector<std::int64_t>& begin : {std::vector<std::int64_t>{3}, {4, 2}}) {
      SearchTree tree;
      const auto all = decode({1, 2, 2}, weights, {.beam = 200, .longest = 4, .begin = begin}, none, &tree);
      EXPECT_NEAR(all.front().logProbability, bestOfAll(weights, 4, begin), 1e-10);
      for (const Candidate& one : all)
        EXPECT_TRUE(std::equal(begin.begin(), begin.end(), one.tokens.begin())) << "all of them begin so";
      Index at = -1;
      for (const std::int64_t token : begin) {
        at = tree.find(at, token);
        ASSERT_GE(at, 0);
        EXPECT_TRUE(tree.nodes[static_cast<std::size_t>(at)].isKept);
      }
      EXPECT_EQ(at, std::ssize(begin) - 1) << "nothing else was looked at before its end";
    }
    EXPECT_THROW(decode({1, 2, 2}, weights, {.longest = 3, .begin = {99}}, none), Error);
  }
}

TEST(Beam, ofOneIsGreedyDecoding) {
  Progress none;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Seq2SeqWeights<double> weights = uncertain(seed % 2 == 1, 50 + seed);
    Seq2SeqInput input;
    input.source = Array<std::int64_t>({1, 3}, {1, 2, 2}, "source");
    input.steps = 6;
    input.begin = kBeginToken;
    input.end = kEndToken;
    Diagnostics diagnostics;
    const Array<std::int64_t> expected = seq2Seq(input, weights, 1, diagnostics, none).tokens;
    const auto found = decode({1, 2, 2}, weights, {.beam = 1, .longest = 6}, none);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().tokens, (std::vector<std::int64_t>{expected.begin(), expected.end()}));
    EXPECT_EQ(found.front().hasEnded, found.front().tokens.back() == kEndToken);
  }
}

/// Tokens from the beginning to a node.
std::vector<std::int64_t> wayTo(const SearchTree& tree, Index node) {
  std::vector<std::int64_t> tokens;
  for (; node >= 0; node = tree.nodes[static_cast<std::size_t>(node)].parent)
    tokens.insert(tokens.begin(), tree.nodes[static_cast<std::size_t>(node)].token);
  return tokens;
}

TEST(Beam, tellsWhatItLookedAtAsATree) {
  Progress none;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Seq2SeqWeights<double> weights = uncertain(seed % 2 == 0, seed);
    SearchTree tree;
    const auto found = decode({1, 2, 2}, weights, {.beam = 2, .longest = 4}, none, &tree);
    const auto alone = decode({1, 2, 2}, weights, {.beam = 2, .longest = 4}, none);
    ASSERT_EQ(found.size(), alone.size());
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_EQ(found[k].tokens, alone[k].tokens);
    std::set<Index> onCandidates;
    for (const Candidate& one : found) {
      Index node = -1;
      for (const std::int64_t token : one.tokens) {
        node = tree.find(node, token);
        ASSERT_GE(node, 0);
        onCandidates.insert(node);
      }
      EXPECT_NEAR(tree.nodes[static_cast<std::size_t>(node)].logProbability, one.logProbability, 1e-12);
    }
    std::set<std::vector<std::int64_t>> ways;
    for (Index k = 0; k < std::ssize(tree.nodes); ++k) {
      const SearchTree::Node& node = tree.nodes[static_cast<std::size_t>(k)];
      EXPECT_LT(node.parent, k);
      EXPECT_EQ(node.isKept, onCandidates.contains(k));
      EXPECT_NEAR(node.logProbability, probabilityOf(wayTo(tree, k), weights), 1e-10);
      EXPECT_TRUE(ways.insert(wayTo(tree, k)).second) << "no way twice";
    }
    EXPECT_LE(std::ssize(tree.nodes), 4 * 4) << "twice the beam at each step";
  }
}

TEST(Beam, treesAreJoinedWhereTheyBeginAlike) {
  SearchTree one{{{3, -1, -0.1, true}, {4, 0, -0.5, true}}};
  one.add({{{3, -1, -0.1, true}, {5, 0, -0.9, true}, {4, 1, -1.5, true}}});
  ASSERT_EQ(one.nodes.size(), 4U);
  EXPECT_EQ(wayTo(one, 3), (std::vector<std::int64_t>{3, 5, 4}));
  EXPECT_FALSE(one.nodes[2].isKept);
  EXPECT_TRUE(one.nodes[0].isKept);
  one.add({});
  EXPECT_EQ(one.nodes.size(), 4U);
}

TEST(Beam, sizesZeroAndOne) {
  Progress none;
  const Seq2SeqWeights<double> weights = uncertain(true, 3);
  EXPECT_TRUE(decode({1}, weights, {.longest = 0}, none).front().tokens.empty());
  EXPECT_EQ(decode({1}, weights, {.longest = 1}, none).front().tokens.size(), 1u);
  EXPECT_LE(decode({}, weights, {.beam = 2, .longest = 2}, none).size(), 2u);
  const Writing nothing = writing({1}, {}, weights, {}, none);
  EXPECT_EQ(nothing.attention.shape(), (Shape{0, 1}));
  EXPECT_EQ(nothing.logProbability, 0);
  EXPECT_TRUE(writing({1}, {2}, uncertain(false, 3), {}, none).attention.empty());
  EXPECT_THAT(errorOf([&] {
                writing({1}, {2}, uncertain(false, 3), {{0, 0}}, none);
              }),
              HasSubstr("the weights have no attention"));
}

}  // namespace translate_test
