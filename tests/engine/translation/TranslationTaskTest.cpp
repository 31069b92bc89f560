// Tasks, vocabularies, files of pairs, batches.
#include "engine/translation/TranslationTask.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/translation/TokenBatch.h"
#include "tests/support/ErrorOf.h"

namespace translation_task_test {

using namespace engine;
using test::errorOf;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<TextPair> drawn(const TranslationTask& task, int count) {
  Random random(7);
  std::vector<TextPair> pairs;
  for (int k = 0; k < count; ++k) pairs.push_back(task.draw(random));
  return pairs;
}

std::string translated(const std::string& strand) {
  std::string protein;
  for (size_t k = 0; k + 3 <= strand.size(); k += 3) protein += aminoAcidOf(strand.substr(k, 3));
  return protein;
}

/// The protein of the strand that the sign says.
std::string ofStrand(const std::string& source) {
  std::string strand = source.substr(1);
  if (source[0] == '+') return translated(strand);
  std::string other;
  for (auto letter = strand.rbegin(); letter != strand.rend(); ++letter)
    other += *letter == 'A' ? 'T' : *letter == 'T' ? 'A' : *letter == 'C' ? 'G' : 'C';
  return translated(other);
}

TEST(GeneticCode, knowsStartStopsAndSomeCodons) {
  EXPECT_EQ(aminoAcidOf("ATG"), 'M');
  EXPECT_EQ(translated("GCTAAATGGTTTGGG"), "AKWFG");
  EXPECT_EQ(translated("TAATAGTGA"), "***");
  for (const char* wrong : {"", "AT", "ATGA", "ATN"})
    EXPECT_THAT(errorOf([&] { aminoAcidOf(wrong); }), HasSubstr("codon")) << wrong;
}

TEST(Tasks, reverseTurnsFourToTwelveLettersRound) {
  std::set<size_t> lengths;
  for (const TextPair& pair : drawn(translationTask("reverse"), 2000)) {
    EXPECT_EQ(pair.target, std::string(pair.source.rbegin(), pair.source.rend()));
    lengths.insert(pair.source.size());
  }
  EXPECT_THAT(lengths, ElementsAre(4, 5, 6, 7, 8, 9, 10, 11, 12));
}

TEST(Tasks, strandReadsEitherDirection) {
  std::set<char> signs;
  for (const TextPair& pair : drawn(translationTask("strand"), 500)) {
    signs.insert(pair.source[0]);
    EXPECT_EQ(ofStrand(pair.source), pair.target);
    EXPECT_GE(pair.target.size(), 2u);
    EXPECT_LE(pair.target.size(), 4u);
  }
  EXPECT_THAT(signs, ElementsAre('+', '-'));
}

TEST(Tasks, examplesAreThreeWithTheirRightTargets) {
  for (const std::string& name : translationTaskNames()) {
    const std::vector<TranslationExample> examples = translationTask(name).examples;
    ASSERT_EQ(examples.size(), 3u);
    for (const auto& [source, target] : examples) {
      if (name == "reverse") {
        EXPECT_EQ(std::string(source.rbegin(), source.rend()), target);
      } else if (name == "strand") {
        EXPECT_EQ(ofStrand(source), target);
      } else {
        const std::string protein = translated(source.substr(source.find("ATG")));
        EXPECT_EQ(protein.substr(0, protein.find('*')), target);
      }
    }
  }
}

TEST(Tasks, orfBeginsAtTheFirstAtgAndEndsAtAStop) {
  for (const TextPair& pair : drawn(translationTask("orf"), 500)) {
    const size_t start = pair.source.find("ATG");
    ASSERT_LE(start, 4u);
    const std::string protein = translated(pair.source.substr(start));
    EXPECT_EQ(protein.substr(0, pair.target.size() + 1), pair.target + "*");
    EXPECT_EQ(protein.find('*'), pair.target.size());
    EXPECT_EQ(pair.target[0], 'M');
  }
}

TEST(Tasks, theSameSeedGivesTheSamePairsAndUnknownNamesAreErrors) {
  EXPECT_EQ(drawn(translationTask("orf"), 20), drawn(translationTask("orf"), 20));
  EXPECT_THAT(errorOf([] { translationTask("frame"); }), AllOf(HasSubstr("frame"), HasSubstr("reverse, strand, orf")));
}

TEST(Tasks, vocabulariesAreThoseOfTheTrainedWeights) {
  const TranslationTask task = translationTask("strand");
  EXPECT_EQ(task.source.tokensOf("ACGT+-DEFHI", "source"),
            (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12}));
  EXPECT_EQ(task.target.tokensOf("ACY", "target"), (std::vector<std::int64_t>{3, 4, 22}));
  EXPECT_EQ(task.target.textOf({kBeginToken, 3, 4, kEndToken}), "AC");
}

TEST(Vocabulary, aLetterThatIsNotInItIsNamed) {
  const Vocabulary letters{{"<pad>", "A", "é"}};
  EXPECT_EQ(letters.tokensOf("Aé A", "text"), (std::vector<std::int64_t>{1, 2, 1}));
  EXPECT_THAT(errorOf([&] { letters.tokensOf("AB", "text"); }),
              AllOf(HasSubstr("text: found \"B\""), HasSubstr("letters out of A, é")));
  const Vocabulary words{{"<pad>", "la", "zone"}};
  EXPECT_EQ(words.tokensOf(" zone  la", "text"), (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(words.textOf({2, 1}), "zone la");
  EXPECT_THAT(errorOf([&] { words.tokensOf("<pad>", "text"); }), HasSubstr("words out of la, zone"));
  EXPECT_TRUE(words.tokensOf("", "text").empty());
}

std::vector<TextPair> read(const std::string& text) {
  Progress none;
  return readPairs(text, "pairs.tsv", none);
}

TEST(PairsFile, hasASourceATabAndATarget) {
  EXPECT_EQ(read("# English and French\nthe zone\tla zone\r\n\nAC\t\n"),
            (std::vector<TextPair>{{"the zone", "la zone"}, {"AC", ""}}));
  EXPECT_TRUE(read("").empty());
}

TEST(PairsFile, errorsNameFileAndLine) {
  EXPECT_THAT(errorOf([] { read("A\tB\nCD\n"); }), HasSubstr("pairs.tsv, line 2: found no tab"));
  EXPECT_THAT(errorOf([] { read("A\tB\tC\n"); }), HasSubstr("pairs.tsv, line 1: found a second tab"));
  EXPECT_THAT(errorOf([] { read("\n \tB\n"); }), HasSubstr("pairs.tsv, line 2: found an empty source"));
  EXPECT_THAT(errorOf([] { taskOfPairs({}, "pairs.tsv"); }), HasSubstr("pairs.tsv: found no pairs"));
}

TEST(PairsFile, everyTenthPairIsKeptToJudgeBy) {
  std::vector<TextPair> pairs;
  for (int k = 0; k < 40; ++k) pairs.push_back({"s" + std::to_string(k) + " x", "t" + std::to_string(k)});
  const TranslationTask task = taskOfPairs(pairs, "pairs");
  std::set<std::string> trained, judged;
  Random random(1);
  for (int k = 0; k < 2000; ++k) {
    trained.insert(task.draw(random).source);
    judged.insert(task.drawNew(random).source);
  }
  EXPECT_EQ(trained.size(), 36u);
  EXPECT_EQ(judged.size(), 4u);
  for (const std::string& one : judged) EXPECT_EQ(trained.count(one), 0u);
  EXPECT_TRUE(task.isJudgedByNew);
  EXPECT_TRUE(task.source.hasWords());
  EXPECT_FALSE(taskOfPairs({{"A", "B"}}, "one").isJudgedByNew);
}

TEST(TokenBatch, isPaddedAndShiftedByOne) {
  const TranslationTask task = translationTask("reverse");
  const TokenBatch batch = batchOf({{"ACD", "DC"}, {"E", "ACDE"}}, task.source, task.target);
  EXPECT_EQ(batch.source, (Array<std::int64_t>({2, 3}, {1, 2, 8, 9, 0, 0})));
  EXPECT_EQ(batch.lengths, (std::vector<Index>{3, 1}));
  EXPECT_EQ(batch.fed, (Array<std::int64_t>({2, 5}, {1, 5, 4, 0, 0, 1, 3, 4, 5, 6})));
  EXPECT_EQ(batch.wanted, (Array<std::int64_t>({2, 5}, {5, 4, 2, 0, 0, 3, 4, 5, 6, 2})));
  EXPECT_EQ(batchOf({}, task.source, task.target).source.shape(), (Shape{0, 0}));
  EXPECT_EQ(batchOf({{"", ""}}, task.source, task.target).wanted, (Array<std::int64_t>({1, 1}, {2})));
}

}  // namespace translation_task_test
