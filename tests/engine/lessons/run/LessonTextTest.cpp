// A lesson as text: numbers, questions with hints, what is covered.
#include "engine/lessons/run/LessonText.h"

#include <gtest/gtest.h>

#include "engine/lessons/run/ArrayWords.h"
#include "tests/engine/lessons/run/TinyLesson.h"

using namespace engine;

namespace {

const char kSteps[] = R"(## Shares {#shares}

Four scores, the first is {S[1]:.1}. It gets {A[1]:.2} of [the whole](mark:A[1]), $A_i$.

```data
S = (2 1 0 -1)
A = softmax(S)
labels S = first second third fourth
```

```control
slider T from 1 to 10 start 2
```

```picture bars
plot
of S A
```

```predict share
number "What share does the first key get?"
answer A[1] within 0.03
hint when value > 1 "All make {sum(S * 0) + 1:.0} together."
hint "Take exponentials."
because "It is {A[1]:.3}."
cover A
```

```goal
T > 5 "Melt it"
```

After the question it is {A[1]:.2}.
)";

/// What is written when these lines are typed.
std::string played(const std::vector<std::string>& lines, bool hasAnswers = false) {
  test::TinyLesson lesson(kSteps);
  std::string written;
  std::size_t next = 0;
  const LessonConsole console{[&](const std::string& text) { written += text; },
                              [&]() -> std::optional<std::string> {
                                if (next == lines.size()) return std::nullopt;
                                return lines[next++];
                              }};
  Progress none;
  LessonTextOptions options;
  options.hasAnswers = hasAnswers;
  playAsText(*lesson.run, options, console, none);
  return written;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(LessonText, HidesTheAnswerUntilItIsGiven) {
  const std::string text = played({});
  EXPECT_TRUE(contains(text, "# Tiny")) << text;
  EXPECT_TRUE(contains(text, "## 1 Shares"));
  EXPECT_TRUE(contains(text, "the first is 2.0. It gets ? of the whole, A_i."));
  EXPECT_TRUE(contains(text, "- S: first 2, second 1, third 0, fourth −1"));
  EXPECT_TRUE(contains(text, "- A: ?"));
  EXPECT_TRUE(contains(text, "Control T from 1 to 10, now 2."));
  EXPECT_TRUE(contains(text, "Not answered."));
  EXPECT_TRUE(contains(text, "Goal: Melt it."));
  EXPECT_TRUE(contains(text, "After the question it is ?."));
  EXPECT_FALSE(contains(text, "0.64"));
}

TEST(LessonText, AWrongAnswerGetsItsHintAndTwoTries) {
  const std::string text = played({"2", "0.9"});
  EXPECT_TRUE(contains(text, "Not yet. All make 1 together.")) << text;
  EXPECT_TRUE(contains(text, "Not yet. Take exponentials."));
  EXPECT_TRUE(contains(text, "Answer: 0.644\nIt is 0.644."));
  EXPECT_TRUE(contains(text, "After the question it is 0.64."));
}

TEST(LessonText, ARightAnswerUncovers) {
  const std::string text = played({"what?", "0.65"});
  EXPECT_TRUE(contains(text, "this cannot be read. Type a number:")) << text;
  EXPECT_TRUE(contains(text, "Right.\nIt is 0.644."));
  EXPECT_FALSE(contains(text, "Answer:"));
  EXPECT_TRUE(contains(text, "After the question it is 0.64."));
}

TEST(LessonText, TellsAnswersWhereThatIsAskedFor) {
  const std::string text = played({}, true);
  EXPECT_TRUE(contains(text, "It gets 0.64 of the whole")) << text;
  EXPECT_TRUE(contains(text, "Answer: 0.644"));
  EXPECT_FALSE(contains(text, "Type"));
}

TEST(LessonText, AnswersAreNumbersOrLetters) {
  LessonQuestion question;
  question.kind = QuestionKind::order;
  EXPECT_EQ(answerIn(question, " 3, 1  2 ")->numbers, (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(answerIn(question, "1/4")->numbers, std::vector<double>{0.25});
  EXPECT_FALSE(answerIn(question, ""));
  EXPECT_FALSE(answerIn(question, "A"));
  question.kind = QuestionKind::letters;
  EXPECT_EQ(answerIn(question, " MAKW ")->letters, "MAKW");
  EXPECT_FALSE(answerIn(question, "  "));
}

TEST(LessonText, ArraysAreToldCellByCellWhileTheyAreSmall) {
  test::TinyLesson lesson(
      "## One {#one}\n\n```data\nM = [1 2; 3 4]\nlabels M.rows = up down\nL = range(100)\nE = ()\nT = 7\n"
      "unit T = Å\n```\n\n{M[1,1]} {L[1]} {len(E)} {T}\n");
  const auto values = lesson.values();
  EXPECT_EQ(arrayWords("M", *values), "up: 1, 2; down: 3, 4");
  EXPECT_EQ(arrayWords("L", *values), "100 numbers, largest 100 at 100, smallest 1 at 1");
  EXPECT_EQ(arrayWords("E", *values), "");
  EXPECT_EQ(arrayWords("T", *values), "7 Å");
  EXPECT_THROW(arrayWords("none", *values), Error);
}

}  // namespace

TEST(LessonText, algorithmsHaveNumbers) {
  test::TinyLesson lesson(
      "## One {#one}\n```data\nS = [2 1]\nE = exp(S)\n```\n```algorithm\n"
      "E_{ij} = \\exp(S_{ij}) => E \"Exponentials\"\nx = 1 => S \"Nothing\"\nbind S=S x=1\nat i=1 j=2\n```\n");
  std::string text;
  Progress none;
  playAsText(*lesson.run, {}, {[&](const std::string& part) { text += part; }, [] { return std::nullopt; }}, none);
  EXPECT_NE(text.find("1. E_ij = exp(S_ij) — Exponentials\nWith numbers: E_12 = exp(1)\nValue: E_12 = 2.72\n2. x = 1"),
            std::string::npos)
      << text;
}
