// Lessons as screen readers are told them: by QAccessible alone, without looking at the window.
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSlider>
#include <QTextEdit>
#include <algorithm>
#include <set>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/formula/FormulaWidget.h"
#include "ui/lessons/StepDots.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/answers/GoalLine.h"
#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/lessons/text/ProseView.h"

namespace {

using Interfaces = std::vector<QAccessibleInterface*>;

/// What can be come to from here, cells of tables left out.
void collect(QAccessibleInterface* one, Interfaces& all) {
  if (!one || !one->isValid() || one->state().invisible) return;
  all.push_back(one);
  if (one->role() == QAccessible::Table) return;
  for (int k = 0; k < one->childCount(); ++k) collect(one->child(k), all);
}

Interfaces heardIn(QWidget& root) {
  Interfaces all;
  collect(QAccessible::queryAccessibleInterface(&root), all);
  return all;
}

QString nameOf(const QAccessibleInterface* one) { return one->text(QAccessible::Name); }

class Access : public test::OpenLesson {
 protected:
  /// The only one whose name begins so and that has this role; null: there is none.
  QAccessibleInterface* find(QAccessible::Role role, const QString& name) {
    for (QAccessibleInterface* one : heardIn(*player))
      if (one->role() == role && nameOf(one).startsWith(name)) return one;
    return nullptr;
  }
  Interfaces tables() {
    Interfaces all = heardIn(*player);
    std::erase_if(all, [](const QAccessibleInterface* one) { return one->role() != QAccessible::Table; });
    return all;
  }
  /// All that the step tells of its pictures and formulae.
  QString toldOfAnswers() {
    QStringList told;
    for (QAccessibleInterface* one : heardIn(*player->page())) {
      told << nameOf(one) << one->text(QAccessible::Value) << one->text(QAccessible::Description);
      const auto* table = one->role() == QAccessible::Table ? one->tableInterface() : nullptr;
      for (int row = 0; table && row < table->rowCount(); ++row)
        for (int column = 0; column < table->columnCount(); ++column)
          if (const QAccessibleInterface* cell = one->tableInterface()->cellAt(row, column)) told << nameOf(cell);
    }
    return told.join(u'\n');
  }
  void toStep(int step) {
    player->goTo(step);
    ASSERT_TRUE(rest());
  }
};

}  // namespace

TEST_F(Access, aLessonIsPlayedByWhatIsHeard) {
  openSoftmax();
  QAccessibleInterface* line = find(QAccessible::EditableText, QStringLiteral("Which key will get"));
  ASSERT_TRUE(line);
  line->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
  type(QStringLiteral("1"));
  key(Qt::Key_Return);
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
  QAccessibleInterface* dot = find(QAccessible::Button, QStringLiteral("Step 3:"));
  ASSERT_TRUE(dot);
  dot->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
  ASSERT_TRUE(QTest::qWaitFor([this] { return player->step() == 2; }, 5000));
  ASSERT_TRUE(rest());
  QAccessibleInterface* option = find(QAccessible::CheckBox, QStringLiteral("Option 3: "));
  ASSERT_TRUE(option);
  EXPECT_FALSE(option->state().checked);
  option->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
  EXPECT_TRUE(option->state().checked);
  EXPECT_EQ(option->text(QAccessible::Description), QStringLiteral("true, chosen"));
  EXPECT_TRUE(question().memory().isRight);
}

TEST_F(Access, aSliderMovesWhatThePictureSays) {
  openSoftmax();
  toStep(4);
  question().giveUp();
  ASSERT_TRUE(rest());
  QAccessibleInterface* slider = find(QAccessible::Slider, QStringLiteral("Temperature T"));
  ASSERT_TRUE(slider && slider->valueInterface());
  const QString before = toldOfAnswers();
  EXPECT_TRUE(before.contains(QStringLiteral("A[1,1] = 0.644"))) << before.toStdString();
  slider->valueInterface()->setCurrentValue(slider->valueInterface()->maximumValue());
  ASSERT_TRUE(QTest::qWaitFor([&] { return toldOfAnswers().contains(QStringLiteral("A[1,1] = 0.254")); }, 5000))
      << toldOfAnswers().toStdString();
  EXPECT_FALSE(toldOfAnswers().contains(QStringLiteral("0.644"))) << "formula and alt text follow";
}

TEST_F(Access, everythingOfEveryStepHasANameARoleAndAValue) {
  openSoftmax();
  for (int step = 0; step < 7; ++step) {
    toStep(step);
    const std::string where = "step " + std::to_string(step + 1);
    std::set<QObject*> heard;
    for (const QAccessibleInterface* one : heardIn(*player)) heard.insert(one->object());
    for (QWidget* widget : player->findChildren<QWidget*>()) {
      const bool isPart = qobject_cast<QLineEdit*>(widget) && qobject_cast<QAbstractSpinBox*>(widget->parentWidget());
      if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || isPart) continue;
      const QAccessibleInterface* one = QAccessible::queryAccessibleInterface(widget);
      const std::string what = where + ": " + widget->metaObject()->className();
      ASSERT_TRUE(one) << what;
      EXPECT_FALSE(nameOf(one).isEmpty()) << what;
      EXPECT_NE(one->role(), QAccessible::Client) << what << " is no kind of thing";
      EXPECT_TRUE(heard.contains(widget)) << what << " cannot be come to";
    }
    for (const ui::ControlWidget* control : player->page()->stage().controls()) {
      bool hasValue = false;
      for (QAccessibleInterface* one : heardIn(*const_cast<ui::ControlWidget*>(control)))
        hasValue = hasValue || (one->valueInterface() && one->valueInterface()->currentValue().isValid()) ||
                   !one->text(QAccessible::Value).isEmpty() || one->state().checkable;
      EXPECT_TRUE(hasValue) << where << ": " << control->control().name;
    }
    for (const ui::FormulaWidget* formula : player->page()->findChild<ui::FormulaPanel*>()->widgets())
      EXPECT_TRUE(find(QAccessible::Equation, formula->spokenText())) << where;
    EXPECT_TRUE(find(QAccessible::Grouping, QStringLiteral("Question: "))) << where;
    EXPECT_EQ(tables().size(), player->page()->pictures().size()) << where;
  }
}

TEST_F(Access, everyPictureIsATableWithBothLabels) {
  openSoftmax();
  for (int step = 0; step < 7; ++step) {
    toStep(step);
    question().giveUp();
    ASSERT_TRUE(rest());
    for (QAccessibleInterface* picture : tables()) {
      const std::string what = "step " + std::to_string(step + 1) + ": " + nameOf(picture).toStdString();
      QAccessibleTableInterface* table = picture->tableInterface();
      const bool isStructure = nameOf(picture).contains(QStringLiteral("1LDM"));
      EXPECT_FALSE(picture->text(QAccessible::Description).isEmpty()) << what;
      ASSERT_TRUE(table->rowCount() > 0 || isStructure) << what;
      if (table->rowCount() == 0) continue;
      const QAccessibleInterface* cell = table->cellAt(0, 0);
      ASSERT_TRUE(cell) << what;
      EXPECT_TRUE(nameOf(cell).contains(QRegularExpression(QStringLiteral("\\[1(,1)?\\] = "))) ||
                  nameOf(cell).contains(u':'))
          << what << ": " << nameOf(cell).toStdString();
      EXPECT_FALSE(table->cellAt(table->rowCount(), 0)) << what;
    }
  }
}

TEST_F(Access, theCellUnderTheKeyboardIsTold) {
  openSoftmax();
  question().giveUp();
  ASSERT_TRUE(rest());
  QAccessibleInterface* plane = tables().front();
  plane->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
  key(Qt::Key_Down);
  const auto told = [&] { return tables().front()->text(QAccessible::Value); };
  EXPECT_TRUE(told().startsWith(QStringLiteral("K[1,1] = 2"))) << told().toStdString();
  EXPECT_TRUE(told().contains(QStringLiteral("first"))) << "with its label";
  ASSERT_TRUE(plane->focusChild());
  EXPECT_EQ(nameOf(plane->focusChild()), told());
  toStep(6);
  question().giveUp();
  ASSERT_TRUE(rest());
  QAccessibleInterface* map = tables().front();
  map->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
  key(Qt::Key_Right);
  EXPECT_TRUE(told().contains(QStringLiteral("Query"))) << told().toStdString();
  EXPECT_TRUE(told().contains(QStringLiteral("Gly (G) 250"))) << told().toStdString();
  EXPECT_TRUE(told().contains(QStringLiteral("Attends to"))) << told().toStdString();
}

TEST_F(Access, coveredAnswersAreHeardAsCovered) {
  openSoftmax();
  toStep(1);
  EXPECT_TRUE(toldOfAnswers().contains(QStringLiteral("A[1,1] is covered"))) << toldOfAnswers().toStdString();
  EXPECT_FALSE(toldOfAnswers().contains(QStringLiteral("0.64"))) << toldOfAnswers().toStdString();
  question().giveUp();
  ASSERT_TRUE(rest());
  EXPECT_TRUE(toldOfAnswers().contains(QStringLiteral("A[1,1] = 0.644"))) << toldOfAnswers().toStdString();
  toStep(6);
  for (QAccessibleInterface* view : tables()) {
    if (view->text(QAccessible::Description) != QStringLiteral("covered until the question is answered")) continue;
    EXPECT_EQ(view->tableInterface()->rowCount(), 0);
    EXPECT_EQ(view->text(QAccessible::Value), QString());
    question().giveUp();
    ASSERT_TRUE(rest());
    EXPECT_EQ(tables().front()->tableInterface()->rowCount(), 329);
    return;
  }
  ADD_FAILURE() << "no view is covered in the step that asks for a weight";
}

TEST_F(Access, tabGoesThroughTextPicturesControlsFormulaeAndSteps) {
  openSoftmax();
  toStep(4);
  std::vector<QWidget*> wanted;
  for (QWidget* widget : player->findChildren<QWidget*>()) {
    const bool isPart = widget->focusProxy() || qobject_cast<QAbstractSpinBox*>(widget->parentWidget());
    if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) && !isPart)
      wanted.push_back(widget);
  }
  const ui::StepPage& page = *player->page();
  const auto placeOf = [&](const QWidget* widget) {
    if (page.findChild<QScrollArea*>()->isAncestorOf(widget)) return 1;
    for (const ui::ShownPicture* picture : page.pictures())
      if (picture->isAncestorOf(widget)) return 2;
    if (player->page()->stage().isAncestorOf(widget)) return 3;
    if (page.findChild<ui::FormulaPanel*>()->isAncestorOf(widget)) return 4;
    return player->findChild<ui::StepDots*>()->isAncestorOf(widget) ? 5 : 0;
  };
  wanted.front()->setFocus();
  std::vector<int> places;
  std::set<const QWidget*> reached;
  for (size_t k = 0; k < 3 * wanted.size(); ++k) {
    const QWidget* here = QApplication::focusWidget();
    if (here == wanted.front() && k > 0 && reached.size() >= wanted.size()) break;
    if (reached.insert(here).second && here != player.get()) places.push_back(placeOf(here));
    key(Qt::Key_Tab);
  }
  for (const QWidget* widget : wanted)
    EXPECT_TRUE(reached.contains(widget))
        << widget->metaObject()->className() << widget->accessibleName().toStdString();
  EXPECT_TRUE(std::is_sorted(places.begin(), places.end())) << ::testing::PrintToString(places);
}

TEST_F(Access, aNumberOfTheTextIsMovedByKeys) {
  const auto path = folder.path() / "small.md";
  test::writeText(path,
                  "---\nheadlight-lesson: 1\nid: small\ntitle: Small\ngoal: See.\nminutes: 3\nneeds: []\nlevel: first\n"
                  "language: en\nsources: [none]\n---\nBegin.\n\n## One {#one}\n\n```control t\n"
                  "slider t from 0 to 10 start 4\n```\n\nIt is {t} now.\n");
  open(path);
  ui::ProseView* prose = nullptr;
  for (ui::ProseView* one : player->page()->findChildren<ui::ProseView*>())
    if (one->toPlainText().startsWith(QStringLiteral("It is 4"))) prose = one;
  ASSERT_TRUE(prose);
  for (int k = 0; k < 40 && QApplication::focusWidget() != prose; ++k) key(Qt::Key_Tab);
  ASSERT_EQ(QApplication::focusWidget(), prose) << "its number is reached by Tab";
  key(Qt::Key_Right);
  EXPECT_FALSE(prose->toPlainText().startsWith(QStringLiteral("It is 4 now"))) << prose->toPlainText().toStdString();
  const QString once = prose->toPlainText();
  key(Qt::Key_Right);
  EXPECT_NE(prose->toPlainText(), once) << "again and again";
  key(Qt::Key_Left);
  EXPECT_EQ(prose->toPlainText(), once);
  EXPECT_EQ(prose->accessibleName(), once.simplified());
}
