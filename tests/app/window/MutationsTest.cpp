// Mutations in the window: typed into the parameters of a model's result, or chosen where a residue is pointed at.
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "engine/attention/HeadSet.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/LetterChoice.h"
#include "ui/panels/LiveParameters.h"
#include "ui/panels/ParameterForm.h"
#include "ui/views/attention/AttentionView.h"

namespace mutations_test {

class MutationsTest : public test::SampleWindow {
 protected:
  void SetUp() override {
    test::SampleWindow::SetUp();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !session.isOpening(); }, test::kPatience));
    engine::Request request;
    session.openFiles({sample("antibody/sapiens_vh.safetensors"), sample("antibody/trastuzumab.fasta")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !session.isOpening(); }, test::kPatience));
    request = {"model", {"sapiens_vh", "trastuzumab"}, {}, "vh"};
    request.parameters.set("entry", std::string("VH"));
    ASSERT_TRUE(session.run(request));
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().find("vh.predicted") != nullptr; }, test::kPatience));
    QTest::qWait(50);
    m_heads = window->workspace().openView(QStringLiteral("attention"), {"vh"});
    m_heads->setFocus();
    settle();
  }
  static QString sample(const char* name) { return QString::fromStdString(test::sampleFile(name).string()); }
  QLineEdit* field() {
    auto* live = window->inspector().findChild<ui::LiveParameters*>();
    return live ? qobject_cast<QLineEdit*>(live->form().field("mutations")) : nullptr;
  }
  std::string letters() const {
    return session.document().find("vh.predicted")->as<engine::ProfileHmm>()->masterLetters;
  }
  bool becomes(char letter, size_t residue) {
    return QTest::qWaitFor([&] { return letters().at(residue) == letter; }, test::kPatience);
  }
  ui::AttentionView* viewOfChange() const {
    for (ui::View* view : window->workspace().views())
      if (!view->datasetIds().empty() && view->datasetIds().front() == "vh.change")
        return qobject_cast<ui::AttentionView*>(view);
    return nullptr;
  }
  void pointAtResidue(engine::Index residue) {
    ui::Focus focus;
    focus.first = {"vh.predicted", residue};
    session.selection().setLocked(focus);
  }
  ui::LetterChoice* choice() {
    for (QAction* action : m_heads->actions())
      if (action->objectName() == QStringLiteral("view.mutate")) action->trigger();
    return m_heads->findChild<ui::LetterChoice*>();
  }

  ui::View* m_heads = nullptr;
};

TEST_F(MutationsTest, typedOnesRunTheModelAgainAndShowWhatChanges) {
  ASSERT_NE(field(), nullptr);
  ASSERT_EQ(viewOfChange(), nullptr);
  field()->setFocus();
  QTest::keyClicks(field(), QStringLiteral("Y52A"));
  ASSERT_TRUE(becomes('A', 51));
  ASSERT_TRUE(QTest::qWaitFor([&] { return viewOfChange() != nullptr; }, test::kPatience));
  EXPECT_TRUE(field()->hasFocus()) << "whoever types goes on typing";
  EXPECT_TRUE(QTest::qWaitFor([&] { return viewOfChange()->isVisible(); }, 5000)) << "and not behind a tab";
  EXPECT_TRUE(QTest::qWaitFor([&] { return viewOfChange()->shown().look.colorMapId == "diverging"; }, 5000));
  const auto* change = session.document().find("vh.change")->as<engine::HeadSet>();
  const auto* heads = session.document().find("vh")->as<engine::HeadSet>();
  EXPECT_EQ(change->count(), heads->count());
  EXPECT_TRUE(viewOfChange()->captionText().contains(QStringLiteral("change of attention")))
      << viewOfChange()->captionText().toStdString();
  QTest::keyClicks(field(), QStringLiteral(" N55_"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return letters().at(54) == 'X'; }, test::kPatience)) << "hidden";
}

TEST_F(MutationsTest, halfTypedOrWrongOnesSaySoAndLeaveTheResult) {
  auto* live = window->inspector().findChild<ui::LiveParameters*>();
  const auto failures = [&] {
    return std::count_if(session.jobs().jobs().begin(), session.jobs().jobs().end(),
                         [](const ui::Job* job) { return job->state() == ui::JobState::failed; });
  };
  QTest::keyClicks(field(), QStringLiteral("A5"));
  EXPECT_TRUE(live->problem().contains(QStringLiteral("expected letter"))) << live->problem().toStdString();
  QTest::qWait(400);
  EXPECT_EQ(failures(), 0) << "nothing was run";
  QTest::keyClicks(field(), QStringLiteral("2Y"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return live->problem().contains(QStringLiteral("residue 52 is Y")); }, 5000));
  EXPECT_EQ(letters().at(51), 'Y');
  EXPECT_EQ(viewOfChange(), nullptr);
}

TEST_F(MutationsTest, aLetterIsTypedWhereTheResidueIsPointedAt) {
  pointAtResidue(51);
  ui::LetterChoice* shown = choice();
  ASSERT_NE(shown, nullptr);
  bool isNamed = false;
  for (const QLabel* label : shown->findChildren<QLabel*>()) isNamed |= label->text().startsWith(QStringLiteral("Y52"));
  EXPECT_TRUE(isNamed);
  QTest::keyClick(shown, Qt::Key_A);
  ASSERT_TRUE(becomes('A', 51));
  ASSERT_TRUE(QTest::qWaitFor([&] { return viewOfChange() != nullptr; }, test::kPatience));
  EXPECT_TRUE(QTest::qWaitFor([&] { return field() && field()->text() == QStringLiteral("Y52A"); }, test::kPatience));
  window->history().undo();
  EXPECT_TRUE(becomes('Y', 51));
  window->history().redo();
  EXPECT_TRUE(becomes('A', 51));
}

TEST_F(MutationsTest, aSecondOneJoinsTheFirstAndEachCanBeTakenBack) {
  pointAtResidue(51);
  QTest::keyClick(choice(), Qt::Key_W);
  ASSERT_TRUE(becomes('W', 51));
  QTest::qWait(20);
  pointAtResidue(0);
  QTest::keyClick(choice(), Qt::Key_Q);
  ASSERT_TRUE(becomes('Q', 0));
  EXPECT_EQ(letters().at(51), 'W');
  QTest::qWait(20);
  pointAtResidue(51);
  ui::LetterChoice* shown = choice();
  ASSERT_NE(shown, nullptr);
  QToolButton* back = nullptr;
  for (QToolButton* button : shown->findChildren<QToolButton*>())
    if (button->text() == QStringLiteral("back to Y")) back = button;
  ASSERT_NE(back, nullptr);
  QTest::mouseClick(back, Qt::LeftButton);
  EXPECT_TRUE(becomes('Y', 51));
  EXPECT_EQ(letters().at(0), 'Q');
}

TEST_F(MutationsTest, theCommandIsThereOnlyWhereAModelHasRead) {
  const auto isOffered = [](const ui::View& view) {
    for (const QAction* action : view.actions())
      if (action->objectName() == QStringLiteral("view.mutate")) return action->isVisible();
    return false;
  };
  EXPECT_TRUE(isOffered(*m_heads));
  EXPECT_FALSE(isOffered(*view("dp")));
  session.selection().clearLocked();
  session.selection().clearHover();
  EXPECT_EQ(choice(), nullptr) << "nothing is pointed at";
}

}  // namespace mutations_test
