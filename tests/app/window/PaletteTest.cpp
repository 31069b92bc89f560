// The palette finds what works in other views too, and says where.
#include <QLineEdit>
#include <QListWidget>

#include "app/window/Menus.h"
#include "app/window/Shortcuts.h"
#include "engine/operations/Operation.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/views/attention/AttentionView.h"

namespace palette_test {

class PaletteTest : public test::SampleWindow {
 protected:
  void activate(const char* kind) {
    view(kind)->setFocus();
    ASSERT_EQ(window->workspace().activeView(), view(kind));
  }
  void type(const QString& text) {
    window->openPalette();
    QTest::keyClicks(&window->palette().field(), text);
  }
  QListWidgetItem* first() { return window->palette().list().item(0); }
  QString whereOf(const QListWidgetItem* item) const { return item->data(Qt::UserRole + 1).toString(); }
};

TEST_F(PaletteTest, aCommandOfAnotherViewIsFoundSaysWhereAndMakesThatViewActive) {
  activate("alignment");
  auto* attention = qobject_cast<ui::AttentionView*>(view("attention"));
  ASSERT_TRUE(attention);
  const auto before = attention->options().transform;
  type(QStringLiteral("attention map: next transform"));
  ASSERT_GT(window->palette().list().count(), 0);
  EXPECT_EQ(first()->text(), QStringLiteral("Attention map: Next transform"));
  EXPECT_EQ(whereOf(first()), QStringLiteral("in %1").arg(attention->title()));
  QTest::keyClick(&window->palette().field(), Qt::Key_Return);
  EXPECT_EQ(window->workspace().activeView(), attention);
  EXPECT_NE(attention->options().transform, before);
}

TEST_F(PaletteTest, whatWorksHereNeedsNoPlace) {
  activate("attention");
  type(QStringLiteral("attention map: next transform"));
  EXPECT_EQ(first()->text(), QStringLiteral("Attention map: Next transform"));
  EXPECT_FALSE(whereOf(first()).startsWith(QStringLiteral("in ")));
  QTest::keyClick(&window->palette().field(), Qt::Key_Escape);
}

TEST_F(PaletteTest, aCommandOfAViewThatIsNotOpenIsFoundAndSaysSo) {
  ASSERT_EQ(view("headtable"), nullptr);
  const std::vector<app::PaletteEntry> elsewhere = app::commandsElsewhere(*window);
  const auto closed = std::find_if(elsewhere.begin(), elsewhere.end(), [](const app::PaletteEntry& entry) {
    return entry.text.startsWith(QStringLiteral("Head table: "));
  });
  ASSERT_NE(closed, elsewhere.end());
  EXPECT_EQ(closed->action, nullptr);
  QStringList messages;
  QObject::connect(&session, &ui::Session::message, &session,
                   [&](ui::MessageKind, const QString& text) { messages << text; });
  type(closed->text);
  ASSERT_GT(window->palette().list().count(), 0);
  EXPECT_EQ(first()->text(), closed->text);
  EXPECT_EQ(whereOf(first()), QStringLiteral("none is open"));
  QTest::keyClick(&window->palette().field(), Qt::Key_Return);
  ASSERT_EQ(messages.size(), 1);
  EXPECT_TRUE(messages[0].contains(QStringLiteral("Head table"))) << messages[0].toStdString();
}

TEST_F(PaletteTest, withoutATypedLetterOnlyWhatWorksHereIsListed) {
  activate("attention");
  window->openPalette();
  for (int k = 0; k < window->palette().list().count(); ++k) {
    const QString text = window->palette().list().item(k)->text();
    EXPECT_FALSE(text.startsWith(QStringLiteral("Alignment: "))) << text.toStdString();
    EXPECT_FALSE(text.startsWith(QStringLiteral("Head table: "))) << text.toStdString();
  }
  QTest::keyClick(&window->palette().field(), Qt::Key_Escape);
}

TEST_F(PaletteTest, everyOperationIsInTheMenusAndIsFoundByItsTitle) {
  window->openPalette();  // fills the menus, too
  const std::vector<app::PaletteEntry> entries = window->commands(false);
  for (const auto& operation : engine::operations()) {
    const QString title = app::shortcuts::plainText(QString::fromStdString(operation->title()));
    const auto inMenu = std::find_if(entries.begin(), entries.end(), [&](const app::PaletteEntry& entry) {
      return entry.action && app::shortcuts::plainText(entry.action->text()) == title;
    });
    ASSERT_NE(inMenu, entries.end()) << operation->id() << " is in no menu";
    EXPECT_TRUE(inMenu->action->isEnabled()) << operation->id();
    window->palette().field().setText(title);
    bool isFound = false;
    for (int k = 0; k < window->palette().list().count() && !isFound; ++k)
      isFound = window->palette().list().item(k)->text() == inMenu->text;
    EXPECT_TRUE(isFound) << operation->id() << " is not found by \"" << title.toStdString() << '"';
  }
  QTest::keyClick(&window->palette().field(), Qt::Key_Escape);
}

}  // namespace palette_test
