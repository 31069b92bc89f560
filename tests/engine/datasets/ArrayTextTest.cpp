// What a note tells of arrays: kept as it was, told apart from numbers, refused where it contradicts the arrays.
#include "engine/datasets/ArrayText.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/datasets/FileNote.h"
#include "engine/datasets/Kind.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace array_text_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Texts as files of old have them: rows of bytes, 0 behind the end of a shorter one.
Array<std::int32_t> oldTexts(const std::vector<std::string>& texts) {
  size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  Array<std::int32_t> array({static_cast<Index>(texts.size()), static_cast<Index>(longest)}, 0);
  for (size_t k = 0; k < texts.size(); ++k)
    for (size_t c = 0; c < texts[k].size(); ++c)
      array(static_cast<Index>(k), static_cast<Index>(c)) = static_cast<unsigned char>(texts[k][c]);
  return array;
}

TEST(ArrayText, allThatIsToldIsOneNote) {
  ArrayBundle arrays;
  addArray(arrays, Array<double>({2, 3}), {"scores, in bits", {"residue, seen", "α\t"}, "a \"help\""});
  labelAxis(arrays, "α\t", {"C", "", "softmax of the table", "α = K − 1"});
  EXPECT_EQ(arrays.size(), 2u) << "the array and the note";
  ASSERT_TRUE(arrays.contains(kFileNote));
  EXPECT_THAT(notesIn(arrays), ElementsAre(ArrayNote{"scores, in bits", {"residue, seen", "α\t"}, "a \"help\""}));
  EXPECT_THAT(labelsIn(arrays, "α\t"), ElementsAre("C", "", "softmax of the table", "α = K − 1"));
  EXPECT_NE(noteTextIn(arrays).find("\"kind\":\"arrays\""), std::string::npos);
}

TEST(ArrayText, aNoteThatIsThereIsKept) {
  ArrayBundle arrays = withNote({}, {{"kind", "arrays"}, {"operation", "attention dot"}});
  addArray(arrays, Array<double>({2}), {"a", {"x"}, ""});
  labelAxis(arrays, "x", {"one", "two"});
  EXPECT_NE(noteTextIn(arrays).find("attention dot"), std::string::npos);
  EXPECT_THAT(labelsIn(arrays, "x"), ElementsAre("one", "two"));
}

TEST(ArrayText, filesOfOldTellTheSameByArraysOfLetters) {
  const ArrayBundle arrays{
      {"scores", Array<double>({2, 3})},
      {"alpha", Array<double>({}, 1.0)},
      {"about_arrays", oldTexts({"scores\tresidue y,residue x\tbits, of pairs", "alpha\t\ta number"})},
      {"labels_of_residue_x", oldTexts({"A", "", "α = K − 1"})}};
  EXPECT_THAT(notesIn(arrays), ElementsAre(ArrayNote{"scores", {"residue y", "residue x"}, "bits, of pairs"},
                                           ArrayNote{"alpha", {}, "a number"}));
  EXPECT_THAT(labelsIn(arrays, "residue x"), ElementsAre("A", "", "α = K − 1"));
  for (const auto& [name, array] : arrays) EXPECT_EQ(isArrayText(name), name != "scores" && name != "alpha") << name;
}

TEST(ArrayText, notesThatAreNoneTellNothing) {
  for (const AnyArray& note : {AnyArray(Array<double>({2, 3}, 65.0)), AnyArray(Array<std::int32_t>({2}, 65)),
                               AnyArray(Array<std::int32_t>({1}, 256))}) {
    const ArrayBundle arrays{{"a", Array<double>({2})}, {"about_arrays", note}, {"headlight", note}};
    EXPECT_THAT(notesIn(arrays), IsEmpty());
    EXPECT_THAT(labelsIn(arrays, "a"), IsEmpty());
  }
  const ArrayBundle odd = withNote({}, {{"kind", "arrays"}, {"about", {1, {{"name", 2}}}}, {"along", {"x"}}});
  EXPECT_THAT(notesIn(odd), IsEmpty());
  EXPECT_THAT(labelsIn(odd, "x"), IsEmpty());
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
  addArray(arrays, Array<double>({2}), {"a", {"x"}, ""});
  EXPECT_THAT(test::errorOf([&] { addArray(arrays, Array<double>({2}), {"a", {"x"}, ""}); }), HasSubstr("two"));
}

TEST(ArrayText, sizesZeroAndOne) {
  EXPECT_THAT(notesIn({}), IsEmpty());
  EXPECT_THAT(labelsIn({}, "x"), IsEmpty());
  ArrayBundle arrays;
  labelAxis(arrays, "none", {});
  labelAxis(arrays, "one", {""});
  EXPECT_THAT(labelsIn(arrays, "none"), IsEmpty());
  EXPECT_THAT(labelsIn(arrays, "one"), ElementsAre(""));
}

TEST(ArrayFacts, tellAllNumbersOfSmallArrays) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  Dataset dataset;
  dataset.value = std::make_shared<const ArrayBundle>(
      ArrayBundle{{"few", Array<double>({1, 2}, std::vector<double>{0.5, none})},
                  {"places", Array<std::int32_t>({2}, std::vector<std::int32_t>{3, 4})},
                  {"many", Array<float>({33}, 1.0F)}});
  const auto facts = kindOf(dataset).facts(dataset).at("arrays");
  EXPECT_EQ(facts.at("few").at("values").dump(), "[0.5,null]");
  EXPECT_EQ(facts.at("places").at("values").dump(), "[3,4]");
  EXPECT_FALSE(facts.at("many").contains("values"));
}

}  // namespace array_text_test
}  // namespace engine
