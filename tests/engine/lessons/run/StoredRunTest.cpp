// Runs whose results are stored: taken, refused, run here, told before their end, kept when cancelled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/io/FileContent.h"
#include "engine/lessons/check/CheckLesson.h"
#include "engine/lessons/run/StoredResults.h"
#include "engine/report/Export.h"
#include "tests/engine/lessons/run/TinyLesson.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::arrayOf;
using test::errorOf;
using test::numberOf;
using test::TinyLesson;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// A lesson that trains for `steps` steps, of which the results of 4 are stored beside it.
class StoredRun : public testing::Test {
 protected:
  StoredRun() {
    ParameterValues values;
    values.set("task", std::string("reverse"));
    for (const auto& [key, value] : {std::pair("steps", 4), std::pair("checkpoint", 2), std::pair("judged", 16)})
      values.set(key, static_cast<std::int64_t>(value));
    values.set("batch", std::int64_t{2});
    Diagnostics diagnostics;
    Progress none;
    std::filesystem::create_directory(folder.path() / "reverse");
    for (Dataset& result : findOperation("train seq2seq").run({}, values, {nullptr, 1}, diagnostics, none)) {
      exportDataset(result, folder.path() / "reverse" / (result.id.text() + ".npz"));
      if (result.id.text().ends_with(".history")) stored = *result.as<ArrayBundle>();
    }
  }
  std::string text(const std::string& settings = "steps=4", const std::string& rest = "stored reverse") const {
    return "## One {#one}\n```control\nslider seed from 0 to 3 by 1 start 0\n```\n"
           "```run training\ntrain seq2seq\nset task=reverse checkpoint=2 judged=16 batch=2 seed=seed " +
           settings + "\nout steps loss exact maps\nas map weights=w\n" + rest +
           "\n```\n```run once\ntranslate\nin w\nset text=ACDE\nout P\n```\n"
           "```picture\nbars\nof loss steps\n```\n";
  }
  TinyLesson lesson(const std::string& text) const { return TinyLesson(text, (folder.path() / "tiny.md").string()); }

  const test::TemporaryFolder folder;
  ArrayBundle stored;
};

StepState ranHere(int times = 1) {
  StepState state;
  state.timesRunHere = times;
  return state;
}

}  // namespace

TEST_F(StoredRun, takesWhatIsStoredAndRunsNothing) {
  TinyLesson tiny = lesson(text());
  const auto values = tiny.values();
  EXPECT_EQ(arrayOf(*values, "loss"), numbersOf<double>(stored, "loss"));
  EXPECT_EQ(arrayOf(*values, "maps").shape(), (Shape{3, 3, 13, 12}));
  EXPECT_EQ(tiny.run->numRuns(), 0u);
  EXPECT_EQ(values->dataset("map")->kind(), DatasetKind::heads);
  ASSERT_TRUE(values->dataset("w"));
  EXPECT_EQ(values->dataset("w")->id.text(), "w");
  EXPECT_THAT(values->labels("maps", 0), ElementsAre("step 0", "step 2", "step 4"));
  EXPECT_EQ(values->labels("maps", 1).at(1), "ACDE → EDCA");
  EXPECT_THAT(values->labels("maps", 2), IsEmpty());
  EXPECT_THAT(values->labels("maps", 9), IsEmpty());
  // What is computed from it is computed.
  EXPECT_EQ(arrayOf(*values, "P").length(1), 23);
  EXPECT_EQ(tiny.run->numRuns(), 1u);
  EXPECT_THAT(tiny.run->storedRuns(0), ElementsAre("Train encoder and decoder"));
}

TEST_F(StoredRun, runsWhenAskedAndAnewEachTime) {
  TinyLesson tiny = lesson(text());
  const LessonArray before = arrayOf(*tiny.values(), "loss");
  const LessonArray after = arrayOf(*tiny.values(0, ranHere()), "loss");
  EXPECT_EQ(tiny.run->numRuns(), 1u);
  EXPECT_EQ(after, before) << "the same seed gives the same curve";
  tiny.values(0, ranHere());
  EXPECT_EQ(tiny.run->numRuns(), 1u);
  tiny.values(0, ranHere(2));
  EXPECT_EQ(tiny.run->numRuns(), 2u);
  tiny.values();
  EXPECT_EQ(tiny.run->numRuns(), 2u);
}

TEST_F(StoredRun, runsWhereAControlThatItReadsIsElsewhere) {
  TinyLesson tiny = lesson(text());
  const LessonArray before = arrayOf(*tiny.values(), "loss");
  StepState moved;
  moved.settings["seed"] = numberValue(1);
  EXPECT_NE(arrayOf(*tiny.values(0, moved), "loss"), before);
  EXPECT_EQ(tiny.run->numRuns(), 1u);
}

TEST_F(StoredRun, madeWithOtherParametersIsRefused) {
  TinyLesson tiny = lesson(text("steps=6"));
  EXPECT_THAT(errorOf([&] { tiny.values(); }),
              AllOf(HasSubstr("tiny.md:14:"), HasSubstr("found results with steps = 4, expected 6"),
                    HasSubstr("write them anew: headlight train seq2seq ... --out reverse/")));
}

TEST_F(StoredRun, foldersThatHoldNothingOfItAreErrors) {
  TinyLesson missing = lesson(text("steps=4", "stored elsewhere"));
  EXPECT_THAT(errorOf([&] { missing.values(); }), HasSubstr("elsewhere"));
  std::filesystem::create_directory(folder.path() / "empty");
  TinyLesson empty = lesson(text("steps=4", "stored empty"));
  EXPECT_THAT(errorOf([&] { empty.values(); }), HasSubstr("found 0 main results, expected one, ID.npz"));
  std::filesystem::create_directory(folder.path() / "other");
  std::filesystem::copy(folder.path() / "reverse/train-seq2seq.npz", folder.path() / "other/x.npz");
  TinyLesson other = lesson(text("steps=4", "stored other"));
  EXPECT_THAT(errorOf([&] { other.values(); }), HasSubstr("found no results of train seq2seq"));
  std::filesystem::create_directory_symlink("/tmp", folder.path() / "link");
  TinyLesson link = lesson(text("steps=4", "stored link"));
  EXPECT_THAT(errorOf([&] { link.values(); }), HasSubstr("is a link out of the folder"));
  std::filesystem::copy(folder.path() / "reverse/train-seq2seq.npz", folder.path() / "reverse/second.npz");
  TinyLesson two = lesson(text());
  EXPECT_THAT(errorOf([&] { two.values(); }), HasSubstr("found 2 main results"));
}

TEST_F(StoredRun, resultsOfAnotherOperationAreErrors) {
  Progress none;
  const std::vector<Dataset> results = storedResults(folder.path() / "reverse", none);
  EXPECT_EQ(results.front().id.text(), "train-seq2seq");
  EXPECT_EQ(results.size(), 8u);
  EXPECT_THAT(errorOf([&] { checkStored(results, findOperation("translate"), {}, "reverse"); }),
              HasSubstr("found results of \"train seq2seq\", expected some of translate"));
}

TEST_F(StoredRun, linesThatAreWrongAreToldWithTheirPlace) {
  EXPECT_THAT(lesson(text("steps=4", "stored ../up")).problems(),
              ElementsAre(AllOf(HasSubstr("tiny.md:"), HasSubstr("expected a folder below that of the lesson"))));
  EXPECT_THAT(lesson(text("steps=4", "stored sample /tmp")).problems(),
              ElementsAre(HasSubstr("expected a folder below that of the samples, found \"/tmp\"")));
  EXPECT_THAT(lesson(text("steps=4", "as again")).problems(),
              ElementsAre(HasSubstr("found a second name of the main result, expected WORD=again")));
  EXPECT_THAT(lesson(text("steps=4", "store reverse")).problems(),
              ElementsAre(AllOf(HasSubstr("store"), HasSubstr("stored"))));
  EXPECT_THAT(lesson(text("steps=4", "as loss=1x")).problems(),
              ElementsAre(HasSubstr("expected a name, found \"1x\"")));
}

TEST_F(StoredRun, aByProductThatThereIsNotNamesThoseThereAre) {
  TinyLesson tiny = lesson(text("steps=4", "as curve=c\nstored reverse") + "```picture\nmatrices\nof c\n```\n");
  EXPECT_THAT(errorOf([&] { tiny.values(); }),
              AllOf(HasSubstr("gives no by-product \"curve\""), HasSubstr("history, lengths, loss, match, weights")));
}

TEST_F(StoredRun, checksComputeItOnlyWhenAsked) {
  const std::string checked = text() + "```check\nsteps = (0 2 4)\nloss[1] > 0\n```\n";
  Progress none;
  for (const bool runsAll : {false, true}) {
    TinyLesson tiny = lesson(checked);
    std::vector<std::string> problems;
    for (const LessonProblem& problem : checkLesson(*tiny.run, {}, none, runsAll)) problems.push_back(problem.text);
    EXPECT_THAT(problems, IsEmpty());
    EXPECT_EQ(tiny.run->numRuns(), runsAll ? 2u : 1u);
  }
}

TEST_F(StoredRun, tellsWhatItHasBeforeItsEnd) {
  TinyLesson tiny = lesson(text("steps=8", ""));
  Progress none;
  std::vector<double> last;
  std::vector<LessonArray> written;
  const auto values = tiny.run->values(0, {}, none, [&](const std::shared_ptr<const StepValues>& soFar) {
    const LessonArray steps = arrayOf(*soFar, "steps");
    last.push_back(steps[steps.size() - 1]);
    EXPECT_EQ(arrayOf(*soFar, "loss").size(), steps.size());
    written.push_back(arrayOf(*soFar, "P"));
  });
  EXPECT_THAT(last, ElementsAre(2, 4, 6));
  EXPECT_EQ(arrayOf(*values, "steps").size(), 5);
  ASSERT_EQ(written.size(), 3u);
  EXPECT_NE(written[0], written[2]) << "what is made of it follows";
  EXPECT_NE(written[2], arrayOf(*values, "P"));
}

TEST_F(StoredRun, cancelledKeepsWhatItHadWhenThatIsWanted) {
  struct StoppedLater : Progress {
    bool cancelled() const override { return isStopped; }
    bool isStopped = false;
  };
  for (const bool isKept : {true, false}) {
    TinyLesson tiny = lesson(text("steps=40", ""));
    StoppedLater progress;
    const auto stop = [&](const std::shared_ptr<const StepValues>& soFar) {
      if (arrayOf(*soFar, "steps").size() < 4) return;
      if (isKept) tiny.run->keepWhatThereIs();
      progress.isStopped = true;
    };
    EXPECT_THROW(tiny.run->values(0, {}, progress, stop), Cancelled);
    EXPECT_EQ(arrayOf(*tiny.values(), "steps").size(), isKept ? 4 : 21);
  }
}

TEST_F(StoredRun, isNotEndedByWhatAPartDoesNotHaveYet) {
  TinyLesson tiny = lesson(text("steps=8", "") + "```data\nfourth = steps[4]\n```\n```picture\nbars\nof fourth\n```\n");
  Progress none;
  int numTold = 0;
  const auto values = tiny.run->values(0, {}, none, [&](const std::shared_ptr<const StepValues>&) { ++numTold; });
  EXPECT_EQ(numberOf(*values, "fourth"), 6);
  EXPECT_EQ(numTold, 1) << "of three looks before the end the last alone has four";
}
