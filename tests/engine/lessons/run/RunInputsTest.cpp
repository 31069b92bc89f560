// What goes into a run and what is taken out: files and single arrays together, arrays of one name in several results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "engine/datasets/ArrayText.h"
#include "engine/io/Format.h"
#include "engine/lessons/results/OutputFinder.h"
#include "tests/engine/lessons/run/TinyLesson.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using test::arrayOf;
using test::TinyLesson;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

ArrayBundle keysAndValues() {
  ArrayBundle arrays;
  addArray(arrays, LessonArray({1, 2}, {1.0, 0.0}), {"Q", {"query", "width"}, {}});
  addArray(arrays, LessonArray({2, 2}, {2.0, 0.0, 1.0, 1.0}), {"K", {"key", "width"}, {}});
  addArray(arrays, LessonArray({2, 1}, {1.0, 4.0}), {"V", {"key", "value"}, {}});
  return arrays;
}

/// A lesson beside a file with Q, K and V.
class WithFile {
 public:
  WithFile() { save(std::make_shared<const ArrayBundle>(keysAndValues()), m_folder.path() / "three.npz"); }
  TinyLesson lesson(const std::string& inputs, const std::string& outputs = "S A") const {
    return TinyLesson(
        "## One {#one}\n```data\nm = file three.npz\nK2 = [0 1; 3 0]\nn = 7\n```\n"
        "```run\nattention dot\n" +
            inputs + "\nset scale=1\nout " + outputs + "\n```\n{S[1,1]}\n",
        (m_folder.path() / "tiny.md").string());
  }

 private:
  test::TemporaryFolder m_folder;
};

Dataset named(const std::string& id, ArrayBundle arrays) {
  Dataset dataset;
  dataset.id = id;
  dataset.value = std::make_shared<const ArrayBundle>(std::move(arrays));
  return dataset;
}

LessonArray number(double value) { return LessonArray({1}, {value}); }

}  // namespace

TEST(RunInputs, singleArraysJoinThoseOfAFile) {
  const WithFile file;
  EXPECT_EQ(arrayOf(*file.lesson("in m").values(), "S"), LessonArray({1, 2}, {2.0, 1.0}));
  EXPECT_EQ(arrayOf(*file.lesson("in m K=K2").values(), "S"), LessonArray({1, 2}, {0.0, 3.0}));
  EXPECT_EQ(arrayOf(*file.lesson("in K=K2 m").values(), "S"), LessonArray({1, 2}, {0.0, 3.0})) << "in any order";
  EXPECT_EQ(arrayOf(*file.lesson("in m Q=[0 2]").values(), "S"), LessonArray({1, 2}, {0.0, 2.0}));
}

TEST(RunInputs, theFileItselfStaysAsItIs) {
  const WithFile file;
  TinyLesson lesson = file.lesson("in m K=K2");
  const auto values = lesson.values();
  const auto& arrays = *values->dataset("m")->as<ArrayBundle>();
  EXPECT_EQ(numbersOf<double>(arrays, "K", NonFinite::allow), LessonArray({2, 2}, {2.0, 0.0, 1.0, 1.0}));
}

TEST(RunInputs, twoFilesForOneInputAreRefused) {
  const WithFile file;
  const std::string told = test::errorOf([&] { file.lesson("in m m K=K2").values(); });
  EXPECT_THAT(told, HasSubstr("has no further input for arrays"));
}

TEST(OutputFinder, findsArraysOfEachResult) {
  const std::vector<Dataset> results = {named("train", {{"loss", number(1)}, {"all steps", number(2)}}),
                                        named("train.history", {{"loss", number(3)}, {"exact", number(4)}}),
                                        named("train.3", {{"loss", number(5)}})};
  OutputFinder finder(results);
  EXPECT_EQ(finder.find("loss")[0], 1) << "the first of its name";
  EXPECT_EQ(finder.find("main.loss")[0], 1);
  EXPECT_EQ(finder.find("history.loss")[0], 3);
  EXPECT_EQ(finder.find("3.loss")[0], 5) << "a by-product without a word has its number";
  EXPECT_EQ(finder.find("exact")[0], 4);
  EXPECT_EQ(finder.find("history.exact")[0], 4);
  EXPECT_EQ(finder.find("main.all_steps")[0], 2);
  const std::string told = test::errorOf([&] { finder.find("history.los"); });
  EXPECT_THAT(told, HasSubstr("did you mean \"history.loss\"?"));
  EXPECT_THAT(told, HasSubstr("(it gives: all_steps, exact, loss, 3.loss, history.loss)"));
}

TEST(OutputFinder, tellsLabelsOfTheArrayThatIsMeant) {
  ArrayBundle first, second;
  addArray(first, number(1), {"x", {"place"}, {}});
  addArray(second, number(2), {"x", {"place"}, {}});
  labelAxis(second, "place", {"here"});
  const std::vector<Dataset> results = {named("a", first), named("a.other", second)};
  OutputFinder finder(results);
  EXPECT_TRUE(finder.labels("x").empty());
  EXPECT_THAT(finder.labels("other.x"), ElementsAre(ElementsAre("here")));
  EXPECT_TRUE(finder.labels("nothing").empty());
}

TEST(OutputFinder, ofNothingFindsNothing) {
  const std::vector<Dataset> none;
  OutputFinder finder(none);
  EXPECT_THAT(test::errorOf([&] { finder.find("A"); }), HasSubstr("gives no \"A\""));
}

TEST(RunOutputs, ofOneResultAreWrittenWithItsWord) {
  const WithFile file;
  TinyLesson lesson = file.lesson("in m", "S A arrays.A=A2");
  const auto values = lesson.values();
  EXPECT_EQ(arrayOf(*values, "A2"), arrayOf(*values, "A"));
  EXPECT_THAT(file.lesson("in m", "S arrays.A").problems(),
              ElementsAre(HasSubstr(":19:7: an array of one result needs a name: arrays.A=NAME")));
}

TEST(RunOutputs, ofAByProductAreCoveredWithTheAnswer) {
  const WithFile file;
  TinyLesson lesson(
      "## One {#one}\n```run\nattention dot\nin Q=[1 0] K=[2 0; 1 1] V=[1; 4]\nout S A arrays.A=A2\n```\n"
      "```predict share\nnumber \"How much?\"\nanswer A[1,1] within 0.03\n```\n");
  const auto values = lesson.values();
  EXPECT_TRUE(values->isCovered("A"));
  EXPECT_TRUE(values->isCovered("A2"));
}
