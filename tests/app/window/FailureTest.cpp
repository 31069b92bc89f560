// Whatever a handler of the window throws becomes a message; the window and what is open stay.
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QTimer>

#include <gtest/gtest.h>

#include "app/shell/Application.h"
#include "app/window/MainWindow.h"
#include "engine/base/Progress.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/panels/MessagePanel.h"

namespace failure_test {

class FailureTest : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(m_folder.path().string()));
    window = std::make_unique<app::MainWindow>(session);
    application().onFailure = [this](const QString& text) { session.report(ui::MessageKind::error, text); };
    QObject::connect(&session, &ui::Session::message, &session, [this](ui::MessageKind kind, const QString& text) {
      if (kind == ui::MessageKind::error) errors << text;
    });
    test::show(*window, {1200, 800});
    const auto path = m_folder.path() / "two.a3m";
    test::writeText(path, ">one\nACDEF\n>two\nAC-EF\n");
    window->openPaths({QString::fromStdString(path.string())});
    ASSERT_TRUE(QTest::qWaitFor([this] { return window->workspace().views().size() == 1; }, 20000));
  }
  void TearDown() override { application().onFailure = nullptr; }
  static app::Application& application() { return *dynamic_cast<app::Application*>(qApp); }

  /// Clicks on a button of the window whose handler does this.
  void clickOnOneThat(const std::function<void()>& handler, int numClicks = 1) {
    QPushButton button(window.get());
    QObject::connect(&button, &QPushButton::clicked, &button, handler);
    test::show(button, {80, 30});
    for (int k = 0; k < numClicks; ++k) QTest::mouseClick(&button, Qt::LeftButton);
  }
  void expectThatAllIsThere() {
    EXPECT_TRUE(window->isVisible());
    EXPECT_EQ(window->workspace().views().size(), 1U);
    EXPECT_EQ(session.document().datasets().size(), 1U);
  }

  test::TemporaryFolder m_folder;
  ui::Session session;
  std::unique_ptr<app::MainWindow> window;
  QStringList errors;
};

TEST_F(FailureTest, aHandlerThatThrowsTellsAndTheSessionStays) {
  clickOnOneThat([] { throw std::runtime_error("the lamp is broken"); });
  EXPECT_EQ(errors, QStringList{QStringLiteral("the lamp is broken")});
  clickOnOneThat([] { throw std::bad_alloc(); });
  EXPECT_EQ(errors.back(), QStringLiteral("not enough memory"));
  clickOnOneThat([] { throw 7; });
  EXPECT_EQ(errors.size(), 3);
  expectThatAllIsThere();
}

TEST_F(FailureTest, aTimerThatThrowsTellsAndTheSessionStays) {
  QTimer::singleShot(0, window.get(), [] { throw std::logic_error("late"); });
  ASSERT_TRUE(QTest::qWaitFor([this] { return !errors.empty(); }, 5000));
  EXPECT_EQ(errors.front(), QStringLiteral("late"));
  expectThatAllIsThere();
}

TEST_F(FailureTest, whatWasCancelledIsNoFailure) {
  clickOnOneThat([] { throw engine::Cancelled{}; });
  EXPECT_TRUE(errors.empty());
  expectThatAllIsThere();
}

TEST_F(FailureTest, theSameFailureOverAndOverIsNotToldEachTime) {
  constexpr int kClicks = 100;
  clickOnOneThat([] { throw std::runtime_error("again"); }, kClicks);
  EXPECT_LT(errors.size(), kClicks);
  EXPECT_GE(errors.size(), 1);
}

}  // namespace failure_test
