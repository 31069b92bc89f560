// Pictures of the command line show finished views: what comes from background jobs is there.
#include <gtest/gtest.h>

#include <QImage>
#include <limits>

#include "engine/report/Export.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"

namespace render_test {

using test::ProgramRun;
using test::runProgram;
using test::TemporaryFolder;

/// Share of the pixels of a part of the picture whose colour is far from grey.
double colouredShare(const QImage& picture, const QRect& part) {
  constexpr int kDistinct = 24;
  int coloured = 0;
  for (int y = part.top(); y <= part.bottom(); ++y)
    for (int x = part.left(); x <= part.right(); ++x) {
      const QRgb pixel = picture.pixel(x, y);
      const auto [low, high] = std::minmax({qRed(pixel), qGreen(pixel), qBlue(pixel)});
      coloured += high - low > kDistinct;
    }
  return static_cast<double>(coloured) / (part.width() * part.height());
}

QImage rendered(const std::string& input, const std::string& view, const TemporaryFolder& folder) {
  const std::string out = (folder.path() / (view + ".png")).string();
  const ProgramRun run = runProgram({"render", input, "--view", view, "--size", "800x500", "--out", out});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  return QImage(QString::fromStdString(out));
}

TEST(Render, anAlignmentHasColouredCellsAndConservationBars) {
  const TemporaryFolder folder;
  const QImage picture = rendered(test::sampleFile("lactate.a3m").string(), "alignment", folder);
  ASSERT_EQ(picture.size(), QSize(800, 500));
  EXPECT_GT(colouredShare(picture, QRect(150, 120, 600, 350)), 0.3) << "cells";
  EXPECT_GT(colouredShare(picture, QRect(150, 20, 600, 45)), 0.1) << "tracks";
}

/// A picture at half the pixels is the whole picture, not a quarter of it.
TEST(Render, scalesBelowOneShrinkPaintedViewsToo) {
  const TemporaryFolder folder;
  const ProgramRun made = runProgram({"taylor", "--out", (folder.path() / "t.npz").string()});
  ASSERT_EQ(made.exitCode, 0) << made.errors;
  const auto pictureAt = [&](const char* scale) {
    const std::string out = (folder.path() / "t.png").string();
    const ProgramRun run = runProgram({"render", (folder.path() / "t.npz").string(), "--size", "800x500", "--scale",
                                       scale, "--out", out});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    return QImage(QString::fromStdString(out));
  };
  const QImage whole = pictureAt("1"), half = pictureAt("0.5");
  ASSERT_EQ(half.size(), QSize(400, 250));
  const QImage shrunk = whole.scaled(half.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  double difference = 0;
  for (int y = 0; y < half.height(); ++y)
    for (int x = 0; x < half.width(); ++x)
      difference += std::abs(qGray(half.pixel(x, y)) - qGray(shrunk.pixel(x, y)));
  EXPECT_LT(difference / (half.width() * half.height()), 6) << "grey levels on average";
  EXPECT_GT(colouredShare(half, QRect(200, 0, 200, 250)), 0.001) << "the right half too";
}

TEST(Render, theArchitectureNeedsNoFile) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "a.svg").string();
  const ProgramRun run = runProgram({"render", "--view", "architecture", "--theme", "dark", "--out", out});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_NE(test::readText(out).find("SE(3)-Transformer"), std::string::npos);
  EXPECT_EQ(runProgram({"render", "--view", "architecture", "--out", (folder.path() / "a.csv").string()}).exitCode, 2);
  EXPECT_EQ(runProgram({"render", out, "--view", "architecture", "--out", out}).exitCode, 2);
  EXPECT_EQ(runProgram({"render", "--view", "architecture", "--size", "9x9", "--out", out}).exitCode, 2);
}

TEST(Render, everyViewOfASessionAndItsWindowHaveColours) {
  const TemporaryFolder folder;
  const ProgramRun run = runProgram({"render", test::sampleFile("proteins.headlight").string(), "--view", "all",
                                     "--size", "640x480", "--out", folder.path().string()});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  for (const char* name : {"attention.png", "alignment.png", "dp.png", "structure.png", "window.png"}) {
    const QImage picture(QString::fromStdString((folder.path() / name).string()));
    ASSERT_FALSE(picture.isNull()) << name;
    EXPECT_GT(colouredShare(picture, picture.rect()), 0.03) << name;
  }
}

TEST(Render, everyPictureOfASessionFollowsTheThemeOption) {
  for (const char* theme : {"light", "dark"}) {
    const TemporaryFolder folder;
    const ProgramRun run = runProgram({"render", test::sampleFile("proteins.headlight").string(), "--view", "all",
                                       "--theme", theme, "--size", "640x480", "--out", folder.path().string()});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    for (const char* name : {"attention.png", "alignment.png", "dp.png", "structure.png", "window.png"}) {
      const QImage picture(QString::fromStdString((folder.path() / name).string()));
      ASSERT_FALSE(picture.isNull()) << name;
      EXPECT_EQ(qGray(picture.pixel(picture.width() - 2, 2)) < 128, std::string(theme) == "dark") << theme << name;
    }
  }
}

TEST(Render, theCaptionTellsViewAndFile) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "a.svg").string(), caption = (folder.path() / "a.txt").string();
  const ProgramRun run = runProgram(
      {"render", test::sampleFile("lactate.a3m").string(), "--out", out, "--size", "600x300", "--caption", caption});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_NE(test::readText(caption).find("lactate.a3m"), std::string::npos) << test::readText(caption);
}

TEST(Render, aStateThatIsNoObjectIsRefusedWithItsFile) {
  const TemporaryFolder folder;
  const auto state = folder.path() / "state.json";
  test::writeText(state, "[1, 2");
  const ProgramRun run = runProgram({"render", test::sampleFile("lactate.a3m").string(), "--out",
                                     (folder.path() / "a.png").string(), "--state", state.string()});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_NE(run.errors.find("state.json"), std::string::npos) << run.errors;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.png"));
}

TEST(Render, aPictureNameIsNoFolderForAllViews) {
  const ProgramRun run =
      runProgram({"render", test::sampleFile("proteins.headlight").string(), "--view", "all", "--out", "x.png"});
  EXPECT_EQ(run.exitCode, 2);
}

TEST(Render, aMapOfNumbersThatAreNoneIsDrawnWithAWarning) {
  const TemporaryFolder folder;
  engine::Dataset dataset;
  engine::ArrayBundle arrays;
  arrays.emplace("attention", engine::Array<float>({1, 1, 6, 6}, std::numeric_limits<float>::quiet_NaN(), "attention"));
  dataset.value = std::make_shared<const engine::ArrayBundle>(std::move(arrays));
  const std::string in = (folder.path() / "nan.npz").string(), out = (folder.path() / "nan.png").string();
  engine::exportDataset(dataset, in);
  const ProgramRun run = runProgram({"render", in, "--view", "attention", "--out", out});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_NE(run.errors.find("layer 1, head 1: 36 of 36 weights are not finite"), std::string::npos) << run.errors;
  EXPECT_TRUE(std::filesystem::exists(out));
}

}  // namespace render_test
