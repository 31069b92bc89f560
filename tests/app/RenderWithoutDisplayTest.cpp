// Pictures need no display: every kind of view is drawn with and without one, and the pictures are the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QImage>
#include <cstdlib>
#include <memory>

#include "engine/io/Format.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"
#include "ui/views/ViewKinds.h"

namespace render_without_display_test {

using test::ProgramRun;
using test::TemporaryFolder;
using testing::HasSubstr;

/// A session with a view of each kind, of small data.
std::string writeSession(const TemporaryFolder& folder) {
  const auto profiles = folder.path() / "profiles";
  std::filesystem::create_directory(profiles);
  std::filesystem::copy(test::dataFile("hmm/globins4.a3m"), profiles / "globins.a3m");
  constexpr engine::Index kWidth = 40, kFeatures = 3;  // of esm2_tiny
  engine::save(std::make_shared<const engine::ArrayBundle>(
                   engine::ArrayBundle{{"encoder.weight", engine::Array<float>({kFeatures, kWidth}, 0.1F)},
                                       {"encoder.bias", engine::Array<float>({kFeatures}, 1.0F)},
                                       {"decoder.weight", engine::Array<float>({kWidth, kFeatures}, 0.1F)},
                                       {"decoder.bias", engine::Array<float>({kWidth}, 0.0F)}}),
               folder.path() / "autoencoder_l1.safetensors");
  const auto path = folder.path() / "all.headlight";
  test::writeText(path, R"({"headlight-session": 1, "sources": [
    {"id": "helix", "path": ")" +
                            test::dataFile("structure/helix.pdb").string() + R"("},
    {"id": "model", "path": ")" +
                            test::dataFile("models/esm2_tiny.safetensors").string() + R"("},
    {"id": "autoencoder", "path": "autoencoder_l1.safetensors"},
    {"id": "globins", "path": "profiles/globins.a3m"}],
  "requests": [
    {"operation": "geometry", "inputs": ["helix"], "output": "geometry"},
    {"operation": "attention geometric", "inputs": ["helix"], "output": "maps"},
    {"operation": "attention dot", "inputs": [], "output": "dot"},
    {"operation": "profile", "inputs": ["globins"], "output": "profile"},
    {"operation": "align", "inputs": ["profile", "profile"], "output": "pair"},
    {"operation": "search", "inputs": ["profile"], "parameters": {"database": ")" +
                            profiles.string() + R"("},
     "output": "hits"},
    {"operation": "heads", "inputs": ["maps", "helix"], "output": "table"},
    {"operation": "lens", "inputs": ["model", "globins"], "output": "lens"},
    {"operation": "features", "inputs": ["model", "autoencoder", "globins"], "output": "features"},
    {"operation": "equivariant paths", "inputs": [], "output": "paths"},
    {"operation": "train factored", "inputs": ["globins"], "parameters": {"steps": 3, "heads": 2},
     "output": "trained"},
    {"operation": "layer-paths", "inputs": [], "output": "layers"}],
  "views": [
    {"view": "alignment", "datasets": ["globins"]}, {"view": "geometry", "datasets": ["geometry"]},
    {"view": "attention", "datasets": ["maps", "geometry"]}, {"view": "dp", "datasets": ["pair"]},
    {"view": "pair", "datasets": ["maps"]},
    {"view": "hits", "datasets": ["hits"]}, {"view": "structure", "datasets": ["helix", "maps", "geometry"]},
    {"view": "profile", "datasets": ["profile"]}, {"view": "plot", "datasets": ["geometry"]},
    {"view": "matrices", "datasets": ["dot.arrays"]}, {"view": "headtable", "datasets": ["table"]},
    {"view": "atlas", "datasets": ["table"]}, {"view": "lens", "datasets": ["lens"]},
    {"view": "features", "datasets": ["features"]}, {"view": "irreps", "datasets": ["paths"]},
    {"view": "training", "datasets": ["trained.course"]}, {"view": "layers", "datasets": ["layers"]}]})");
  return path.string();
}

std::vector<std::string> pictureNames() {
  std::vector<std::string> names{"window"};
  for (const ui::ViewKind& kind : ui::viewKinds()) names.push_back(kind.id.toStdString());
  return names;
}

/// Share of the pixels that differ by more than the last digits of a blend.
double differentShare(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return 1;
  constexpr int kNoticed = 12;
  qint64 count = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
      count += std::max({std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)), std::abs(qBlue(p) - qBlue(q))}) >
               kNoticed;
    }
  return static_cast<double>(count) / (double(a.width()) * a.height());
}

QImage pictureAt(const TemporaryFolder& folder, const std::string& place, const std::string& name) {
  return QImage(QString::fromStdString((folder.path() / place / (name + ".png")).string()));
}

TEST(RenderWithoutDisplay, everyViewAndTheWindowLookAsWithADisplay) {
  const TemporaryFolder folder;
  const std::string session = writeSession(folder);
  const auto arguments = [&](const char* place) {
    return std::vector<std::string>{"render", session,   "--view", "all",
                                    "--size", "500x400", "--out",  (folder.path() / place).string()};
  };
  const ProgramRun with = test::runProgram(arguments("with"));
  ASSERT_EQ(with.exitCode, 0) << with.errors;
  const ProgramRun without = test::runProgramWithoutDisplay(arguments("without"));
  ASSERT_EQ(without.exitCode, 0) << without.errors;
  for (const std::string& name : pictureNames()) {
    const QImage picture = pictureAt(folder, "without", name);
    ASSERT_FALSE(picture.isNull()) << name;
    QImage blank(picture.size(), QImage::Format_RGB32);
    blank.fill(picture.pixel(0, 0));
    EXPECT_GT(differentShare(picture, blank), 0.01) << name;
    // The window tells how long its jobs took.
    EXPECT_LT(differentShare(picture, pictureAt(folder, "with", name)), name == "window" ? 0.01 : 0.0001) << name;
  }
}

TEST(RenderWithoutDisplay, whereThereIsNoOpenGlPaintedViewsAreDrawnAndOthersSayWhatTheyNeed) {
  const TemporaryFolder folder;
  const auto draw = [&](const std::string& input, const char* view) {
    return test::runProgramWithoutDisplay(
        {"render", input, "--view", view, "--out", (folder.path() / (std::string(view) + ".png")).string()},
        {{"__EGL_VENDOR_LIBRARY_DIRS", folder.path().string()}});
  };
  EXPECT_EQ(draw(test::dataFile("hmm/globins4.a3m").string(), "alignment").exitCode, 0);
  EXPECT_FALSE(pictureAt(folder, "", "alignment").isNull());
  const ProgramRun run = draw(test::dataFile("structure/helix.pdb").string(), "structure");
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("the view structure needs OpenGL 3.2"));
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "structure.png"));
}

}  // namespace render_without_display_test
