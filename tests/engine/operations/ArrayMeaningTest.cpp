// What the arrays of mechanisms mean: names of axes from the descriptions, order and help.
#include "engine/operations/ArrayMeaning.h"

#include <gtest/gtest.h>

#include "engine/attention/Batch.h"
#include "engine/attention/Mechanism.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/Operation.h"
#include "tests/engine/attention/BatchOf.h"

namespace array_meaning_test {

using engine::axisNames;
using Names = std::vector<std::string>;

TEST(AxisNames, areLettersOfTheDescription) {
  EXPECT_EQ(axisNames("(B, H, n, d)", 4), (Names{"B", "H", "n", "d"}));
  EXPECT_EQ(axisNames("(H*d, S)", 2), (Names{"H*d", "S"}));
  EXPECT_EQ(axisNames("()", 0), Names{});
  EXPECT_EQ(axisNames("(layers, d*(d-1)/2)", 2), (Names{"layers", "d*(d-1)/2"}));
  EXPECT_EQ(axisNames("(Dout, H*(P + d + 4V))", 2), (Names{"Dout", "H*(P+d+4V)"}));
}

TEST(AxisNames, leadingAxesMayBeAbsent) {
  EXPECT_EQ(axisNames("(B, H, n, d)", 2), (Names{"n", "d"}));
  EXPECT_EQ(axisNames("(B, H, n, d)", 1), (Names{"d"}));
}

TEST(AxisNames, theAlternativeWithAsManyAxesIsMeant) {
  EXPECT_EQ(axisNames("(B, n, m) or (n, m)", 2), (Names{"n", "m"}));
  EXPECT_EQ(axisNames("(B) or (B, n)", 1), (Names{"B"}));
  EXPECT_EQ(axisNames("(B) or (B, n)", 2), (Names{"B", "n"}));
}

TEST(AxisNames, moreAxesThanDescribedHaveNone) { EXPECT_EQ(axisNames("(n, m)", 3), Names{}); }

TEST(ArrayMeaning, outputsOfEveryMechanismHaveNamesForAllTheirAxes) {
  for (const auto& mechanism : engine::mechanisms()) {
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    engine::Dataset dataset;
    dataset.provenance.request.operation = "attention " + mechanism->id();
    dataset.value = std::make_shared<const engine::ArrayBundle>(mechanism->run(
        mechanism->sampleInput(), {}, engine::Precision::float64, {}, diagnostics, progress));
    const auto& arrays = *dataset.as<engine::ArrayBundle>();
    const auto meanings = engine::meaningsOf(dataset);
    ASSERT_EQ(meanings.size(), arrays.size()) << mechanism->id();
    for (const engine::ArrayMeaning& meaning : meanings) {
      EXPECT_EQ(meaning.axes.size(), engine::shapeOf(arrays.at(meaning.name)).size())
          << mechanism->id() << " " << meaning.name;
      EXPECT_FALSE(meaning.help.empty()) << mechanism->id() << " " << meaning.name;
    }
  }
}

TEST(ArrayMeaning, ofABatchBeginsWithItsItems) {
  for (const auto& mechanism : engine::mechanisms()) {
    if (!engine::takesBatches(mechanism->inputs())) continue;
    const engine::ArrayBundle item = mechanism->sampleInput(), batch = test::batchOf({item, item, item});
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    const auto outputsOf = [&](const engine::ArrayBundle& inputs) {
      return mechanism->run(inputs, {}, engine::Precision::float64, {}, diagnostics, progress);
    };
    for (const auto& [alone, together] : {std::pair{item, batch}, std::pair{outputsOf(item), outputsOf(batch)}}) {
      const auto meaningsOf = [&](const engine::ArrayBundle& arrays) {
        engine::Dataset dataset;
        dataset.provenance.request.operation = "attention " + mechanism->id();
        dataset.value = std::make_shared<const engine::ArrayBundle>(arrays);
        return engine::meaningsOf(dataset);
      };
      const auto one = meaningsOf(alone), all = meaningsOf(together);
      ASSERT_EQ(one.size(), all.size()) << mechanism->id();
      for (size_t k = 0; k < one.size(); ++k) {
        Names axes = one[k].axes;
        axes.insert(axes.begin(), "B");
        EXPECT_EQ(all[k].axes, axes) << mechanism->id() << " " << one[k].name;
        EXPECT_EQ(all[k].words.at(0), "batch item");
      }
    }
  }
}

TEST(ArrayMeaning, headsThatAreSharedAreCountedByThemselves) {
  const auto lettersOfKeys = [](engine::Index heads) {
    engine::Dataset dataset;
    dataset.provenance.request.operation = "attention dot";
    dataset.value = std::make_shared<const engine::ArrayBundle>(
        engine::ArrayBundle{{"Q", engine::Array<float>({1, 4, 5, 2})}, {"K", engine::Array<float>({1, heads, 6, 2})}});
    return engine::meaningsOf(dataset).at(1).axes;
  };
  EXPECT_EQ(lettersOfKeys(4), (Names{"B", "H", "m", "d"}));
  EXPECT_EQ(lettersOfKeys(2), (Names{"B", "G", "m", "d"}));
}

TEST(ArrayMeaning, comesInTheOrderOfTheMechanism) {
  engine::Dataset dataset;
  dataset.provenance.request.operation = "attention dot";
  engine::ArrayBundle arrays;
  for (const char* name : {"A", "O", "S", "else"}) arrays[name] = engine::Array<float>({2, 2});
  dataset.value = std::make_shared<const engine::ArrayBundle>(arrays);
  Names names;
  for (const engine::ArrayMeaning& meaning : engine::meaningsOf(dataset)) names.push_back(meaning.name);
  EXPECT_EQ(names, (Names{"S", "A", "O", "else"})) << "what is unknown last";
}

TEST(ArrayMeaning, gradientsHaveTheAxesOfWhatTheyAreTheGradientsOf) {
  engine::Dataset dataset;
  dataset.provenance.request.operation = "attention dot";
  dataset.value = std::make_shared<const engine::ArrayBundle>(engine::ArrayBundle{
      {"gradient_K", engine::Array<float>({1, 2, 5, 3})}, {"gradient_else", engine::Array<float>({2})}});
  const auto meanings = engine::meaningsOf(dataset);
  ASSERT_EQ(meanings.size(), 2u);
  EXPECT_EQ(meanings[0].axes, (Names{"B", "H", "m", "d"}));
  EXPECT_EQ(meanings[0].words, (Names{"batch item", "head", "key", "feature"}));
  EXPECT_TRUE(meanings[1].axes.empty());
}

TEST(ArrayMeaning, whatAMechanismSaysOfItsArraysCanBeToldOfOthers) {
  engine::ArrayBundle arrays{{"pos", engine::Array<float>({4, 3})}, {"else", engine::Array<float>({2})}};
  engine::addArray(arrays, engine::Array<float>({4, 2}), {"f", {"row", "number"}, "told already"});
  engine::tellAs(arrays, engine::findMechanism("equivariant"));
  const auto notes = engine::notesIn(arrays);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].axes, (Names{"row", "number"}));
  EXPECT_EQ(notes[1], (engine::ArrayNote{"pos", {"node N", "coordinate"}, "positions of the nodes"}));
}

TEST(ArrayMeaning, arraysThatTellOfThemselvesComeInTheirOrderAndWithoutTheirTexts) {
  engine::Dataset dataset;
  engine::ArrayBundle arrays{{"a", engine::Array<float>({2})}};
  engine::addArray(arrays, engine::Array<float>({2, 3}), {"z", {"residue y", "residue x"}, "first"});
  engine::addArray(arrays, engine::Array<float>({3}), {"b", {"residue x"}, "second"});
  engine::labelAxis(arrays, "residue x", {"A", "R", "N"});
  dataset.value = std::make_shared<const engine::ArrayBundle>(arrays);
  const auto meanings = engine::meaningsOf(dataset);
  ASSERT_EQ(meanings.size(), 3u);
  EXPECT_EQ(meanings[0].name, "z");
  EXPECT_EQ(meanings[0].axes, (Names{"residue y", "residue x"}));
  EXPECT_EQ(meanings[1].help, "second");
  EXPECT_EQ(meanings[2].name, "a") << "of which nothing is told";
}

TEST(ArrayMeaning, filesThatNoMechanismMadeSayNothing) {
  engine::Dataset dataset;
  engine::ArrayBundle arrays{{"weights", engine::Array<float>({2, 2})}};
  dataset.value = std::make_shared<const engine::ArrayBundle>(arrays);
  const auto meanings = engine::meaningsOf(dataset);
  ASSERT_EQ(meanings.size(), 1u);
  EXPECT_EQ(meanings[0].name, "weights");
  EXPECT_TRUE(meanings[0].axes.empty());
  EXPECT_TRUE(meanings[0].help.empty());
  EXPECT_TRUE(engine::meaningsOf(engine::Dataset{}).empty()) << "no arrays at all";
}

}  // namespace array_meaning_test
