// Algorithms in the player: one current line, walked by keys, with its numbers and its array in the pictures.
#include <QSignalSpy>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/formula/FormulaWidget.h"
#include "ui/lessons/text/AlgorithmBlock.h"
#include "ui/lessons/text/FormulaPanel.h"

namespace {

constexpr const char* kText = R"(---
headlight-lesson: 1
id: steps
title: Steps
goal: See.
minutes: 3
---
Begin.

## One {#one}

First.

```data
S = [2 1]
E = exp(S)
A = E / sum(E)
```

```algorithm
E_{ij} = \exp(S_{ij}) => E "Exponentials"
A_{ij} = \frac{E_{ij}}{\sum_{k} E_{ik}} => A "Shares"
bind S=S E=E
at i=1 j=2
```
)";

class Algorithm : public test::OpenLesson {};

}  // namespace

TEST_F(Algorithm, isWalkedByKeysAndMarksItsArrays) {
  const std::filesystem::path path = folder.path() / "steps.md";
  test::writeText(path, kText);
  open(path);
  auto* block = player->findChild<ui::AlgorithmBlock*>();
  ASSERT_NE(block, nullptr);
  const auto formulas = block->findChildren<ui::FormulaWidget*>();
  ASSERT_EQ(formulas.size(), 2);
  EXPECT_EQ(block->current(), 0);
  EXPECT_TRUE(formulas[0]->areNumbersShown());
  EXPECT_FALSE(formulas[1]->areNumbersShown());
  EXPECT_TRUE(formulas[0]->spokenText().contains(QStringLiteral("2.72"))) << formulas[0]->spokenText().toStdString();
  std::vector<std::string> marked;
  QObject::connect(block, &ui::AlgorithmBlock::arrayChosen, [&](const std::string& array) { marked.push_back(array); });
  block->setFocus();
  key(Qt::Key_Down);
  EXPECT_EQ(block->current(), 1);
  EXPECT_FALSE(formulas[0]->areNumbersShown());
  EXPECT_TRUE(formulas[1]->areNumbersShown());
  key(Qt::Key_Down);
  EXPECT_EQ(block->current(), 1) << "the last line stays";
  key(Qt::Key_Up);
  EXPECT_EQ(block->current(), 0);
  EXPECT_TRUE(block->accessibleDescription().contains(QStringLiteral("Exponentials")));
  QTest::mouseClick(formulas[1], Qt::LeftButton);
  EXPECT_EQ(block->current(), 1);
  EXPECT_EQ(marked.front(), "E");
  EXPECT_EQ(marked.back(), "A");
}

TEST_F(Algorithm, theCurrentLineIsSeen) {
  const std::filesystem::path path = folder.path() / "steps.md";
  test::writeText(path, kText);
  open(path);
  auto* block = player->findChild<ui::AlgorithmBlock*>();
  ASSERT_NE(block, nullptr);
  for (const ui::ThemeKind kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    block->setCurrent(0);
    const QImage first = block->grab().toImage();
    block->setCurrent(1);
    EXPECT_NE(block->grab().toImage(), first);
  }
}
