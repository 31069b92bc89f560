// Texts among arrays: kept as they were, told apart from numbers, refused where they contradict the arrays.
#include "engine/datasets/ArrayText.h"

#include <gmock/gmock.h>

#include "tests/support/ErrorOf.h"

namespace engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ArrayText, textsAreKeptWhateverTheirLength) {
  const std::vector<std::string> texts{"C", "", "softmax of the table", "α = K − 1"};
  const ArrayBundle arrays{{"words", textArray(texts, "words")}};
  EXPECT_EQ(textsIn(arrays, "words"), texts);
  EXPECT_EQ(shapeOf(arrays.at("words")), (Shape{4, 20}));
}

TEST(ArrayText, numbersAreNoTexts) {
  EXPECT_THAT(textsIn({{"a", Array<double>({2, 3}, 65.0)}}, "a"), IsEmpty());
  EXPECT_THAT(textsIn({{"a", Array<std::int32_t>({2}, 65)}}, "a"), IsEmpty());
  EXPECT_THAT(textsIn({{"a", Array<std::int32_t>({2, 3}, 256)}}, "a"), IsEmpty());
  EXPECT_THAT(textsIn({}, "a"), IsEmpty());
}

TEST(ArrayText, notesComeInTheOrderInWhichArraysWereAdded) {
  ArrayBundle arrays;
  const ArrayNote scores{"scores", {"residue y", "residue x"}, "bits, of pairs"}, alpha{"alpha", {}, "a number"};
  addArray(arrays, Array<double>({2, 3}), scores);
  addArray(arrays, Array<double>({}, 1.0), alpha);
  labelAxis(arrays, "residue x", {"A", "R", "N"});
  EXPECT_THAT(notesIn(arrays), ElementsAre(scores, alpha));
  EXPECT_THAT(labelsIn(arrays, "residue x"), ElementsAre("A", "R", "N"));
  EXPECT_THAT(labelsIn(arrays, "residue y"), IsEmpty());
  for (const auto& [name, array] : arrays) EXPECT_EQ(isArrayText(name), name != "scores" && name != "alpha") << name;
}

TEST(ArrayText, whatIsToldOfArraysThatAreNotThereOrHaveOtherAxesIsLeftOut) {
  ArrayBundle arrays;
  addArray(arrays, Array<double>({2}), {"a", {"x"}, ""});
  addArray(arrays, Array<double>({2}), {"b", {"x"}, ""});
  arrays.erase("a");
  arrays["b"] = Array<double>({2, 2});
  EXPECT_THAT(notesIn(arrays), IsEmpty());
}

TEST(ArrayText, namesThatContradictTheArrayAreRefused) {
  ArrayBundle arrays;
  EXPECT_THAT(test::errorOf([&] { addArray(arrays, Array<double>({2}), {"a", {}, ""}); }), HasSubstr("array a"));
  EXPECT_THAT(test::errorOf([&] { addArray(arrays, Array<double>({2}), {"a", {"x,y"}, ""}); }), HasSubstr("comma"));
  addArray(arrays, Array<double>({2}), {"a", {"x"}, ""});
  EXPECT_THAT(test::errorOf([&] { addArray(arrays, Array<double>({2}), {"a", {"x"}, ""}); }), HasSubstr("two"));
}

TEST(ArrayText, sizesZeroAndOne) {
  EXPECT_EQ(shapeOf(textArray({}, "none")), (Shape{0, 0}));
  EXPECT_THAT(textsIn({{"none", textArray({}, "none")}}, "none"), IsEmpty());
  EXPECT_THAT(textsIn({{"one", textArray({""}, "one")}}, "one"), ElementsAre(""));
}

}  // namespace
}  // namespace engine
