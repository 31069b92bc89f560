// Files of a server in the window: listed, opened, kept in sessions; nothing waits for them.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

#include <gmock/gmock.h>

#include <fstream>

#include "app/window/remote/RemoteDialog.h"
#include "engine/attention/HeadSet.h"
#include "engine/io/formats/arrays/NpyArray.h"
#include "engine/remote/RemoteServer.h"
#include "tests/app/window/SampleWindow.h"
#include "tests/support/SshServer.h"
#include "ui/panels/MessagePanel.h"
#include "ui/session/SessionFile.h"

namespace remote_dialog_test {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr engine::Index kLayers = 3, kHeads = 4, kLength = 128;

/// Heads that look a step further back each.
void writeHeads(const fs::path& path) {
  std::ofstream file(path, std::ios::binary);
  file << engine::npyPrefix("<f4", {kLayers, kHeads, kLength, kLength});
  for (engine::Index head = 0; head < kLayers * kHeads; ++head)
    for (engine::Index row = 0; row < kLength; ++row) {
      std::vector<float> weights(kLength, 0.0F);
      weights[static_cast<size_t>(std::max<engine::Index>(0, row - head))] = 1.0F;
      file.write(reinterpret_cast<const char*>(weights.data()), static_cast<std::streamsize>(sizeof(float) * kLength));
    }
}

class RemoteDialogTest : public testing::Test {
 protected:
  void SetUp() override {
    if (test::sftpServerProgram().empty()) GTEST_SKIP() << "there is no sftp-server here (openssh-sftp-server)";
    ssh = std::make_unique<test::SshScript>("exec " + test::sftpServerProgram());
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    test::removeLeftOvers();
    fs::create_directories(data() / "older runs");
    writeHeads(data() / "heads.npy");
    fs::copy_file(test::sampleFile("lactate.a3m"), data() / "lactate.a3m");
    test::writeText(data() / "log.of.the.run", "nothing that is known\n");
    session = std::make_unique<ui::Session>();
    window = std::make_unique<app::MainWindow>(*session);
    test::show(*window, {1200, 800});
    test::activate(*window);
  }
  void TearDown() override {
    window.reset();
    session.reset();
    engine::closeRemoteServers();
    ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
  }
  fs::path data() const { return folder.path() / "runs"; }
  QString address(const std::string& name = {}) const {
    return QString::fromStdString("ssh://host" + (name.empty() ? data() : data() / name).string());
  }
  bool waitForJobs() {
    return QTest::qWaitFor([&] { return session->jobs().numActive() == 0 && !session->isOpening(); }, test::kPatience);
  }
  app::RemoteDialog* listed(const QString& at) {
    auto* dialog = app::openRemote(*window, at);
    EXPECT_TRUE(waitForJobs());
    return dialog;
  }
  static QTreeWidgetItem* item(app::RemoteDialog& dialog, const char* name) {
    const auto found = dialog.list().findItems(QLatin1String(name), Qt::MatchExactly);
    return found.isEmpty() ? nullptr : found.front();
  }
  std::vector<std::string> sources() const {
    std::vector<std::string> all;
    for (const engine::DatasetPtr& dataset : session->document().datasets()) all.push_back(dataset->source);
    return all;
  }

  test::TemporaryFolder folder;
  std::unique_ptr<test::SshScript> ssh;
  std::unique_ptr<ui::Session> session;
  std::unique_ptr<app::MainWindow> window;
};

TEST_F(RemoteDialogTest, aFolderIsListedWithSizesAndKinds) {
  app::RemoteDialog& dialog = *listed(address());
  ASSERT_EQ(dialog.list().topLevelItemCount(), 4);
  EXPECT_EQ(dialog.list().topLevelItem(0)->text(0), QStringLiteral("older runs"));
  EXPECT_EQ(dialog.list().topLevelItem(0)->text(2), QStringLiteral("Folder"));
  ASSERT_TRUE(item(dialog, "heads.npy"));
  EXPECT_EQ(item(dialog, "heads.npy")->text(1), QStringLiteral("768.1 KiB"));
  EXPECT_FALSE(item(dialog, "heads.npy")->text(2).isEmpty());
  EXPECT_TRUE(item(dialog, "log.of.the.run")->text(2).isEmpty());
  EXPECT_FALSE(dialog.openButton().isEnabled());
  if (const char* pictures = std::getenv("HEADLIGHT_PICTURES")) {
    item(dialog, "heads.npy")->setSelected(true);
    for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
      ui::ThemeModel::instance().setKind(kind);
      ui::ThemeModel::instance().applyTo(*qApp);
      QTest::qWait(100);
      dialog.grab().save(QString::fromUtf8(pictures) +
                         (kind == ui::ThemeKind::light ? "/remote-light.png" : "/remote-dark.png"));
    }
  }
  dialog.close();
}

TEST_F(RemoteDialogTest, foldersStayFirstWhicheverWayTheListIsSorted) {
  app::RemoteDialog& dialog = *listed(address());
  for (int column = 0; column < 4; ++column)
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      dialog.list().sortByColumn(column, order);
      EXPECT_EQ(dialog.list().topLevelItem(0)->text(0), QStringLiteral("older runs")) << column << " " << order;
    }
  dialog.list().sortByColumn(1, Qt::DescendingOrder);
  EXPECT_EQ(dialog.list().topLevelItem(1)->text(0), QStringLiteral("heads.npy"));
  dialog.close();
}

TEST_F(RemoteDialogTest, theNoteTellsWhatStaysOnTheServerAndWhatIsFetched) {
  app::RemoteDialog& dialog = *listed(address());
  item(dialog, "heads.npy")->setSelected(true);
  EXPECT_TRUE(dialog.openButton().isEnabled());
  EXPECT_THAT(dialog.note().text().toStdString(), HasSubstr("stay on the server"));
  dialog.list().clearSelection();
  item(dialog, "lactate.a3m")->setSelected(true);
  EXPECT_THAT(dialog.note().text().toStdString(), HasSubstr("KiB will be fetched"));
  dialog.close();
}

TEST_F(RemoteDialogTest, returnGoesIntoFoldersAndBackspaceOutOfThem) {
  QPointer<app::RemoteDialog> dialog = listed(address());
  dialog->list().setCurrentItem(item(*dialog, "older runs"));
  QTest::keyClick(&dialog->list(), Qt::Key_Return);
  ASSERT_TRUE(waitForJobs());
  EXPECT_EQ(dialog->address().currentText(), address("older runs"));
  EXPECT_EQ(dialog->list().topLevelItemCount(), 0);
  EXPECT_EQ(dialog->note().text(), QStringLiteral("The folder is empty."));
  QTest::keyClick(dialog, Qt::Key_Backspace);
  ASSERT_TRUE(waitForJobs());
  EXPECT_EQ(dialog->address().currentText(), address());
  EXPECT_EQ(ssh->numStarted(), 1);
  dialog->close();
}

TEST_F(RemoteDialogTest, headsOfAServerShowTheirFirstMap) {
  QPointer<app::RemoteDialog> dialog = listed(address());
  dialog->list().setCurrentItem(item(*dialog, "heads.npy"));
  QTest::keyClick(&dialog->list(), Qt::Key_Return);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 1; }, test::kPatience));
  test::waitForRest(*window, *session);
  EXPECT_TRUE(!dialog || !dialog->isVisible());
  EXPECT_THAT(sources(), ElementsAre(address("heads.npy").toStdString()));
  EXPECT_EQ(window->workspace().views().front()->kind(), QStringLiteral("attention"));
  const auto heads = session->document().datasets().front()->share<engine::HeadSet>();
  ASSERT_TRUE(heads);
  EXPECT_EQ(heads->count(), kLayers * kHeads);
  EXPECT_EQ(heads->map(0, 0)->weights(7, 7), 1.0F);
  EXPECT_THAT(app::Settings().recentFiles(), ElementsAre(address("heads.npy")));
}

TEST_F(RemoteDialogTest, anAddressOfAFileOpensItAndOneOfAFolderListsIt) {
  window->openPaths({address("lactate.a3m")});
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 1; }, test::kPatience));
  window->openPaths({address()});
  ASSERT_TRUE(waitForJobs());
  QPointer<app::RemoteDialog> dialog = window->findChild<app::RemoteDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->list().topLevelItemCount(), 4);
  dialog->go(address("heads.npy"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return session->document().datasets().size() == 2; }, test::kPatience));
  test::waitForRest(*window, *session);
}

TEST_F(RemoteDialogTest, sessionsKeepTheAddress) {
  window->openPaths({address("heads.npy")});
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 1; }, test::kPatience));
  test::waitForRest(*window, *session);
  const fs::path file = folder.path() / "kept.headlight";
  ASSERT_TRUE(window->saveSession(QString::fromStdString(file.string())));
  const ui::SessionFile kept = ui::readSessionFile(file);
  ASSERT_EQ(kept.sources.size(), 1U);
  EXPECT_EQ(kept.sources[0].path.string(), address("heads.npy").toStdString());
  window->files().beginNew();
  window->openPaths({QString::fromStdString(file.string())});
  ASSERT_TRUE(QTest::qWaitFor([&] { return session->document().datasets().size() == 1; }, test::kPatience));
  test::waitForRest(*window, *session);
  EXPECT_THAT(sources(), ElementsAre(address("heads.npy").toStdString()));
}

TEST_F(RemoteDialogTest, whatGoesWrongIsSaidInTheDialog) {
  app::RemoteDialog& dialog = *listed(address("nowhere"));
  EXPECT_THAT(dialog.note().text().toStdString(), HasSubstr("nowhere: there is no such file on the server"));
  dialog.go(QStringLiteral("ssh://-oProxyCommand=x/"));
  ASSERT_TRUE(waitForJobs());
  EXPECT_THAT(dialog.note().text().toStdString(), HasSubstr("found the host"));
  dialog.close();
}

TEST_F(RemoteDialogTest, aSilentServerBlocksNothingAndClosingEndsTheWait) {
  engine::closeRemoteServers();
  const test::SshScript silent("exec sleep 600");
  auto* dialog = app::openRemote(*window, address());
  ASSERT_TRUE(QTest::qWaitFor([&] { return silent.numStarted() == 1; }, test::kPatience));
  window->openPaths({QString::fromStdString(test::sampleFile("lactate.a3m").string())});
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 1; }, test::kPatience));
  dialog->close();
  EXPECT_TRUE(waitForJobs());
}

}  // namespace remote_dialog_test
