// Operation "compare-heads": two heads, two sets, two sequences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadSet.h"
#include "engine/heads/HeadComparison.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace compare_heads_test {

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

const std::string kFirst = "MKTAYIAKQRQISFVK", kSecond = "GGMKTWYIAKQRISFVKAA";  // an insertion, two ends, one exchange

/// Head h of layer l looks at the residue l + 2 h ahead, and a little at all.
HeadSet headsOf(const std::string& letters, Index layers = 2, Index heads = 2) {
  HeadSet set;
  set.numLayers = layers;
  set.numHeads = heads;
  const auto length = static_cast<Index>(letters.size());
  set.numQueries = set.numKeys = length;
  set.queryLetters = set.keyLetters = letters;
  for (Index k = 0; k < layers * heads; ++k) {
    auto map = std::make_shared<AttentionMap>();
    map->weights = Array<float>({length, length}, 0.4F / static_cast<float>(length), "attention");
    for (Index i = 0; i < length; ++i) map->weights(i, (i + k / heads + 2 * (k % heads)) % length) += 0.6F;
    set.maps.push_back(std::move(map));
  }
  return set;
}

template <class T>
DatasetPtr datasetOf(const std::string& id, T value) {
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::make_shared<const T>(std::move(value));
  return dataset;
}

std::vector<Dataset> run(const std::vector<DatasetPtr>& inputs,
                         const std::vector<std::pair<std::string, std::string>>& words = {}) {
  ParameterValues values;
  for (const auto& [key, word] : words) values.set(key, word);
  Diagnostics diagnostics;
  Progress progress;
  return findOperation("compare-heads").run(inputs, values, {nullptr, 2}, diagnostics, progress);
}

double number(const Dataset& dataset, const std::string& name, Index k = 0) {
  return numbersOf<double>(*dataset.as<ArrayBundle>(), name, NonFinite::allow)[k];
}

TEST(CompareHeads, showsTheDifferenceOfTwoHeadsAndHowFarRowsDiverge) {
  const HeadSet heads = headsOf(kFirst);
  const std::vector<Dataset> results = run({datasetOf("a", headsOf(kFirst))}, {{"head", "1.1"}, {"other", "2.2"}});
  ASSERT_EQ(results.size(), 2U);
  const auto& maps = *results[0].as<HeadSet>();
  EXPECT_FALSE(maps.areHeads);
  const Array<float>&a = heads.map(0, 0)->weights, &b = heads.map(1, 1)->weights;
  for (Index k = 0; k < a.size(); ++k) ASSERT_FLOAT_EQ(maps.map(0, 0)->weights[k], a[k] - b[k]);
  const HeadComparison expected = comparedMaps(a, b);
  EXPECT_EQ(number(results[1], "r"), expected.correlation);
  EXPECT_EQ(number(results[1], "divergence"), *expected.divergence);
  EXPECT_EQ(numbersOf<double>(*results[1].as<ArrayBundle>(), "curve_Jensen-Shannon divergence").size(), 16);
  EXPECT_NEAR(number(results[1], "kept", 0), 1, 1e-12);
  EXPECT_THAT(results[0].title, HasSubstr("heads 1.1 and 2.2, r "));
}

TEST(CompareHeads, pairsTheHeadsOfTwoModelsBesideTheirSpecialTokens) {
  HeadSet shifted = headsOf("-" + kFirst + "-");  // <cls> and <eos>
  shifted.queryTokens = {"<cls>"};
  for (const char letter : kFirst) shifted.queryTokens.push_back(std::string(1, letter));
  shifted.queryTokens.push_back("<eos>");
  shifted.keyTokens = shifted.queryTokens;
  std::swap(shifted.maps[0], shifted.maps[3]);
  for (const char* pairing : {"nearest", "one-to-one"}) {
    const Dataset pairs =
        run({datasetOf("a", headsOf(kFirst)), datasetOf("b", shifted)}, {{"pairing", pairing}}).front();
    EXPECT_EQ(number(pairs, "head_layer of the most alike", 0), 2);
    EXPECT_EQ(number(pairs, "head_most alike in that layer", 0), 2);
    EXPECT_EQ(number(pairs, "head_layer of the most alike", 1), 1);
    EXPECT_GT(number(pairs, "head_r", 0), 0.8);
    EXPECT_LT(number(pairs, "head_Jensen-Shannon divergence (bits)", 0), 0.2);
    EXPECT_NEAR(number(pairs, "head_weight compared", 0), 1, 1e-6);
    EXPECT_LT(number(pairs, "head_weight compared of the other", 0), 1) << "special tokens have some";
  }
}

TEST(CompareHeads, ofOneSetNoHeadIsItsOwnPartner) {
  const Dataset pairs = run({datasetOf("a", headsOf(kFirst))}).front();
  for (Index k = 0; k < 4; ++k)
    EXPECT_NE((number(pairs, "head_layer of the most alike", k) - 1) * 2 +
                  number(pairs, "head_most alike in that layer", k) - 1,
              double(k));
  const Dataset alone = run({datasetOf("a", headsOf(kFirst, 1, 1))}).front();
  EXPECT_TRUE(std::isnan(number(alone, "head_r")));
}

TEST(CompareHeads, matchesTwoSequencesThroughTheirAlignment) {
  const DatasetPtr first = datasetOf("a", headsOf(kFirst)), second = datasetOf("b", headsOf(kSecond));
  const DatasetPtr alignment =
      datasetOf("rows", alignmentOf({Sequence::fromLetters("a", "--MKTAYIAKQRQISFVK--"),
                                     Sequence::fromLetters("b", "GGMKTWYIAKQR-ISFVKAA")}));
  const std::vector<Dataset> results = run({first, second, alignment}, {{"head", "1.2"}, {"other", "1.2"}});
  EXPECT_EQ(results[0].as<HeadSet>()->queryLetters, "MKTAYIAKQRISFVK") << "15 of 16 have a partner";
  EXPECT_EQ(number(results[1], "axis_residue", 14), 16);
  EXPECT_EQ(number(results[1], "residue_of_second", 0), 3);
  EXPECT_LT(number(results[1], "kept", 0), 1);
  EXPECT_GT(number(results[1], "kept", 0), 0.8);
  EXPECT_GT(number(results[1], "r"), 0.7);
  EXPECT_EQ(run({first, second, alignment}).size(), 1U);
}

TEST(CompareHeads, refusesWhatCannotBeCompared) {
  const DatasetPtr first = datasetOf("a", headsOf(kFirst));
  EXPECT_THAT(errorOf([&] { run({first, datasetOf("b", headsOf("WWWWWHHHHHPPPPPCCCCC"))}); }),
              HasSubstr("expected an alignment"));
  EXPECT_THAT(errorOf([&] { run({first}, {{"head", "3.1"}, {"other", "1.1"}}); }), HasSubstr("found 3.1"));
  EXPECT_THAT(errorOf([&] { run({first}, {{"other", "1.1"}}); }), HasSubstr("no parameter head"));
  EXPECT_THAT(errorOf([&] { run({first}, {{"pairing", "one-to-one"}}); }), HasSubstr("expected a second set"));
  const DatasetPtr few = datasetOf("few", headsOf("MKTAYIA")), more = datasetOf("more", headsOf("GMKTAYIA"));
  const DatasetPtr rows = datasetOf(
      "rows", alignmentOf({Sequence::fromLetters("few", "-MKTAYIA"), Sequence::fromLetters("more", "GMKTAYIA")}));
  EXPECT_THAT(errorOf([&] { run({few, more, rows}); }), HasSubstr("found 7 residues that both have"));
  EXPECT_NO_THROW(run({few, few}));
}

}  // namespace compare_heads_test
