// A lesson of the program in a player of its own, with progress in a folder of its own.
#pragma once

#include <QLabel>
#include <QTest>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/lessons/LessonPlayer.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/answers/QuestionCard.h"
#include "ui/look/Theme.h"

namespace test {

constexpr int kLessonPatience = 60'000;

class OpenLesson : public ::testing::Test {
 protected:
  void TearDown() override {
    player.reset();
    ui::ThemeModel::instance().setProjector(false);
    ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
    ui::ThemeModel::instance().applyTo(*qApp);
  }
  void open(const std::filesystem::path& path, QSize size = {1280, 720}, const ui::LessonTarget& target = {}) {
    player = std::make_unique<ui::LessonPlayer>(QString::fromStdString(sampleFile("").parent_path().string()),
                                                QString::fromStdString((folder.path() / "progress.json").string()));
    player->open(QString::fromStdString(path.string()), target);
    show(*player, size);
    activate(*player);
    player->setFocus();
    ASSERT_TRUE(rest()) << message().toStdString();
    ASSERT_NE(player->page(), nullptr) << message().toStdString();
  }
  /// As if it had never been opened.
  void openSoftmax(QSize size = {1280, 720}) {
    open(sampleFile("").parent_path().parent_path() / "lessons/softmax.md", size, {{}, {}, true, false});
  }
  /// Until files, values and pictures are there.
  bool rest() {
    return QTest::qWaitFor([this] { return player->isAtRest() && (!player->page() || player->page()->reading()); },
                           kLessonPatience);
  }
  /// What is told below the page.
  QString message() const { return player->findChild<QLabel*>(QStringLiteral("lessonFailure"))->text(); }
  /// To the widget that has the keyboard, as a person would.
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : player.get(), key, modifiers);
    rest();
  }
  void type(const QString& text) {
    for (const QChar letter : text) QTest::keyClick(QApplication::focusWidget(), letter.toLatin1());
  }
  ui::QuestionCard& question(size_t which = 0) { return *player->page()->questions().at(which); }

  TemporaryFolder folder;
  std::unique_ptr<ui::LessonPlayer> player;
};

}  // namespace test
