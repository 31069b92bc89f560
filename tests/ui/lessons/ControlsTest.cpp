// Controls of lessons: what they show, what they tell, keys.
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

#include "tests/ui/support/Gui.h"
#include "ui/lessons/controls/NumberControl.h"

namespace {

engine::LessonControl slider(double from, double to, bool isLogarithmic) {
  engine::LessonControl control;
  control.name = "T";
  control.label = "Temperature T";
  control.from = from;
  control.to = to;
  control.start = from;
  control.isLogarithmic = isLogarithmic;
  return control;
}

/// The numbers that a control has told.
void listen(ui::ControlWidget& control, std::vector<double>& told) {
  QObject::connect(&control, &ui::ControlWidget::changed, &control,
                   [&told](const std::string&, const engine::LessonValue& value) {
                     told.push_back(std::get<engine::LessonArray>(value)[0]);
                   });
}

}  // namespace

TEST(NumberControl, goesThroughALogarithmicRangeByRatios) {
  ui::NumberControl control(slider(0.1, 10, true), nullptr);
  std::vector<double> told;
  listen(control, told);
  control.findChild<QSlider*>()->setValue(500);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NEAR(told[0], 1, 1e-9);
  EXPECT_EQ(control.accessibleName(), QStringLiteral("Temperature T"));
}

TEST(NumberControl, snapsNearCertainNumbers) {
  engine::LessonControl described = slider(0, 10, false);
  described.snap = {5};
  ui::NumberControl control(described, nullptr);
  std::vector<double> told;
  listen(control, told);
  control.findChild<QSlider*>()->setValue(507);
  control.findChild<QSlider*>()->setValue(600);
  EXPECT_EQ(told, (std::vector<double>{5, 6}));
}

TEST(NumberControl, hasTheDecimalsOfItsSteps) {
  const auto shown = [](engine::LessonControl described, double by, double start) {
    described.by = by;
    described.start = start;
    return ui::NumberControl(described, nullptr).findChild<QDoubleSpinBox*>()->text();
  };
  EXPECT_EQ(shown(slider(1, 1024, true), 1, 1024), QStringLiteral("1024"));
  EXPECT_EQ(shown(slider(0.5, 8.5, true), 1, 2.5), QStringLiteral("2.5")) << "steps begin at the low end";
  EXPECT_EQ(shown(slider(0, 1, false), 0.25, 0.25), QStringLiteral("0.25"));
  EXPECT_EQ(shown(slider(0, 1, false), 0.1, 0.3), QStringLiteral("0.3"));
  EXPECT_EQ(shown(slider(0, 1, false), 1.0 / 3, 1.0 / 3), QStringLiteral("0.3333"));
  EXPECT_EQ(shown(slider(0, 500, false), 0, 7), QStringLiteral("7"));
  EXPECT_EQ(shown(slider(0.1, 10, true), 0, 1), QStringLiteral("1.00")) << "any value: ratios need one more";
}

TEST(NumberControl, staysOnStepsAndWithinItsEnds) {
  engine::LessonControl described = slider(-2, 2, false);
  described.kind = engine::ControlKind::cell;
  described.by = 0.5;
  ui::NumberControl control(described, nullptr);
  std::vector<double> told;
  listen(control, told);
  control.move(4);
  EXPECT_EQ(told, (std::vector<double>{-1.5}));
  control.move(-4000);
  EXPECT_EQ(told.back(), -2);
}

TEST(NumberControl, tellsNothingOfAValueThatIsShown) {
  ui::NumberControl control(slider(0, 10, false), nullptr);
  std::vector<double> told;
  listen(control, told);
  control.setValue(engine::numberValue(7));
  control.setValue(engine::LessonValue(std::string("seven")));
  EXPECT_EQ(control.number(), 7);
  EXPECT_TRUE(told.empty());
}

TEST(NumberControl, playsFromOneEndToTheOther) {
  engine::LessonControl described = slider(0, 1, false);
  described.start = 0.5;
  described.play = {1, 0, 0.2};
  ui::NumberControl control(described, nullptr);
  std::vector<double> told;
  listen(control, told);
  control.play();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !told.empty() && control.number() == 0; }, 5000));
  EXPECT_TRUE(std::is_sorted(told.rbegin(), told.rend()));
}

TEST(ChoiceControl, tellsWordsAsWordsAndNumbersAsNumbers) {
  engine::LessonControl described;
  described.kind = engine::ControlKind::onOff;
  described.name = "shift";
  described.choices = {"0", "100"};
  const std::unique_ptr<ui::ControlWidget> control(ui::makeControlWidget(described, nullptr));
  std::vector<double> told;
  listen(*control, told);
  control->findChild<QCheckBox*>()->setChecked(true);
  EXPECT_EQ(told, (std::vector<double>{100}));
  control->setValue(engine::numberValue(0));
  EXPECT_FALSE(control->findChild<QCheckBox*>()->isChecked());

  described.kind = engine::ControlKind::choice;
  described.choices = {"gaussian", "boxcar"};
  const std::unique_ptr<ui::ControlWidget> choice(ui::makeControlWidget(described, nullptr));
  std::string word;
  QObject::connect(choice.get(), &ui::ControlWidget::changed, choice.get(),
                   [&](const std::string&, const engine::LessonValue& value) { word = std::get<std::string>(value); });
  choice->findChild<QComboBox*>()->setCurrentIndex(1);
  EXPECT_EQ(word, "boxcar");
}

TEST(SequenceControl, showsAndTakesLettersOfItsAlphabetUpToTheMost) {
  engine::LessonControl described;
  described.kind = engine::ControlKind::sequence;
  described.name = "dna";
  described.alphabet = "DNA";
  described.most = 6;
  const std::unique_ptr<ui::ControlWidget> control(ui::makeSequenceControl(described, nullptr));
  auto* line = control->findChild<QLineEdit*>();
  ASSERT_NE(line, nullptr);
  control->setValue(std::string("CATG"));
  EXPECT_EQ(line->text(), QStringLiteral("CATG"));
  std::vector<std::string> told;
  QObject::connect(control.get(), &ui::ControlWidget::changed, control.get(),
                   [&](const std::string&, const engine::LessonValue& value) {
                     told.push_back(std::get<std::string>(value));
                   });
  QTest::keyClicks(line, QStringLiteral("xagtc"));
  EXPECT_EQ(line->text().toUpper(), QStringLiteral("CATGAG"));
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back(), "CATGAG");
}
