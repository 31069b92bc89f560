// Small pictures of files: drawn by the program, kept beside the settings, gone with the state of the file.
#include "app/session/Thumbnails.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QSettings>
#include <QTimer>
#include <optional>

#include "tests/support/Files.h"

namespace thumbnails_test {

constexpr int kPatience = 60000;

class ThumbnailsTest : public ::testing::Test {
 protected:
  ThumbnailsTest() {
    if (!QCoreApplication::instance()) m_application.emplace(m_argc, m_argv);
    QCoreApplication::setOrganizationName(QStringLiteral("headlight-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("thumbnails"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
  }
  QString file(const std::string& name, const std::string& text) const {
    test::writeText(folder.path() / name, text);
    return QString::fromStdString((folder.path() / name).string());
  }
  static QImage picture(QSize size, QColor color) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(color);
    return image;
  }

  test::TemporaryFolder folder;
  app::Thumbnails thumbnails;

 private:
  int m_argc = 1;
  char m_name[5] = "test";
  char* m_argv[2] = {m_name, nullptr};
  std::optional<QCoreApplication> m_application;
};

TEST_F(ThumbnailsTest, aPictureIsKeptSmallUntilItsFileChanges) {
  const QString path = file("rows.a3m", ">one\nACD\n");
  EXPECT_TRUE(thumbnails.of(path).isNull());
  thumbnails.keep(path, picture({1600, 1000}, Qt::red));
  ASSERT_FALSE(thumbnails.of(path).isNull());
  EXPECT_LE(thumbnails.of(path).width(), app::Thumbnails::kSize.width());
  EXPECT_EQ(thumbnails.of(path).pixelColor(5, 5), QColor(Qt::red));
  file("rows.a3m", ">one\nACDE\n");
  EXPECT_TRUE(thumbnails.of(path).isNull());
}

TEST_F(ThumbnailsTest, nothingIsKeptOfAFileThatIsNotThere) {
  thumbnails.keep(QStringLiteral("/nowhere/rows.a3m"), picture({16, 10}, Qt::red));
  EXPECT_TRUE(thumbnails.of(QStringLiteral("/nowhere/rows.a3m")).isNull());
}

TEST_F(ThumbnailsTest, theyAreBoundedInNumber) {
  for (int k = 0; k < app::Thumbnails::kMostKept + 5; ++k)
    thumbnails.keep(file(std::to_string(k) + ".a3m", ">one\nACD\n"), picture({16, 10}, Qt::red));
  const QDir kept = QFileInfo(QSettings().fileName()).absoluteDir().filePath(QStringLiteral("thumbnails"));
  EXPECT_EQ(kept.entryList(QDir::Files).size(), app::Thumbnails::kMostKept);
}

TEST_F(ThumbnailsTest, theProgramDrawsASessionInTheBackground) {
  const QString path = QString::fromStdString(test::sampleFile("attention.headlight").string());
  thumbnails.setProgram(QStringLiteral(HEADLIGHT_PROGRAM));
  QEventLoop loop;
  QObject::connect(&thumbnails, &app::Thumbnails::drawn, &loop, &QEventLoop::quit);
  QTimer::singleShot(kPatience, &loop, &QEventLoop::quit);
  thumbnails.draw({{path, QStringLiteral("attention")}});
  loop.exec();
  const QImage drawn = thumbnails.of(path);
  EXPECT_EQ(drawn.size(), app::Thumbnails::kSize);
  app::Thumbnails other;
  EXPECT_TRUE(other.of(path).isNull()) << "drawn by another program";
}

TEST_F(ThumbnailsTest, aProgramThatIsNotThereDrawsNothingAndDoesNoHarm) {
  thumbnails.setProgram(QStringLiteral("/nowhere/headlight"));
  thumbnails.draw({{QString::fromStdString(test::sampleFile("attention.headlight").string()), {}}});
  QEventLoop loop;
  QTimer::singleShot(100, &loop, &QEventLoop::quit);
  loop.exec();
  EXPECT_TRUE(thumbnails.of(QString::fromStdString(test::sampleFile("attention.headlight").string())).isNull());
}

}  // namespace thumbnails_test
