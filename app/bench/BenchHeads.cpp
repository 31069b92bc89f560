// headlight bench views, heads and largemap: attention of a whole language model out of a file, and one very large map.
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>

#include "app/bench/ViewBench.h"
#include "engine/base/Nth.h"
#include "engine/io/Format.h"
#include "engine/io/WriteHeads.h"

namespace app {

namespace {

using engine::Index;

constexpr QSize kSize(1200, 800);
constexpr Index kLayers = 33, kHeads = 20, kLength = 1024, kLargeLength = 16384;
constexpr int kNumSwitches = 60;

/// Rows of weights around the diagonal and some far away, moved along by the number of the head.
std::shared_ptr<engine::AttentionMap> mapOf(Index length, Index number) {
  auto map = std::make_shared<engine::AttentionMap>();
  engine::Array<float>& weights = map->weights = engine::Array<float>({length, length}, engine::Untouched{}, "A");
  std::vector<float> pattern(static_cast<size_t>(length));
  double sum = 0;
  for (Index k = 0; k < length; ++k) {
    const auto distance = static_cast<double>(std::min(k, length - k));
    sum += engine::nth(pattern, k) = static_cast<float>(
        std::exp(-distance / 8) + 0.3 * std::exp(-std::abs(distance - 40.0 - static_cast<double>(number % 97))) + 1e-4);
  }
  for (float& weight : pattern) weight /= static_cast<float>(sum);
  for (Index i = 0; i < length; ++i)
    std::rotate_copy(pattern.begin(), pattern.end() - (i + number) % length, pattern.end(),
                     weights.data() + i * length);
  return map;
}

class MadeHeads : public engine::HeadSource {
 public:
  std::shared_ptr<const engine::AttentionMap> map(Index layer, Index head) const override {
    return mapOf(kLength, layer * kHeads + head);
  }
  engine::PooledMap pooled(Index layer, Index head, Index block) const override {
    return engine::pooledMap(map(layer, head)->weights, block);
  }
};

/// Gigabytes of them.
void writeMadeHeads(const std::string& path, engine::HeadNumbers numbers) {
  engine::HeadSet heads;
  heads.numLayers = kLayers;
  heads.numHeads = kHeads;
  heads.numQueries = heads.numKeys = kLength;
  heads.source = std::make_shared<MadeHeads>();
  engine::writeHeads(heads, path, numbers);
}

/// From the choice of another head to its picture, also where a job makes that. Thumbnails are there.
void benchSwitching(const std::string& name, const std::string& file) {
  ui::Session session;
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  auto dataset = std::make_shared<const engine::Dataset>(engine::load(file, diagnostics, progress));
  const auto view = shownView(session, QStringLiteral("attention"), {dataset}, kSize);
  waitForJobs(session);
  const auto seconds = timesOf(kNumSwitches, [&](int step) {
    const int before = view->canvas().numFrames();
    session.selection().setHead(step * 7 % kLayers, step * 3 % kHeads);
    const bool hasJob = session.jobs().numActive() > 0;
    waitForJobs(session);
    if (hasJob) view->canvas().update();  // the last frame may have come together with the end of the job
    waitForFrame(view->canvas(), hasJob ? view->canvas().numFrames() : before);
  });
  printTimes(name, seconds, 0.050, "head");
}

void benchFile(const std::string& name, const char* fileName, engine::HeadNumbers numbers) {
  const QTemporaryDir folder;
  const std::string file = folder.filePath(QLatin1String(fileName)).toStdString();
  writeMadeHeads(file, numbers);
  measureOpening("660 heads x 1024, " + name, file, 1.0, 2.0);
  benchSwitching("660 heads x 1024, " + name + ": switch head", file);
}

}  // namespace

void benchHeads() {
  benchFile("fp16 npz", "heads.npz", engine::HeadNumbers::float16);
  benchFile("fp32 safetensors", "heads.safetensors", engine::HeadNumbers::float32);
}

void benchLargeMap() {
  engine::HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = kLargeLength;
  heads.maps.push_back(mapOf(kLargeLength, 0));
  ui::Session session;
  const auto view = shownView(session, QStringLiteral("attention"), {datasetOf("large", std::move(heads))}, kSize);
  waitForJobs(session);
  printTimes("map 16384x16384 pan, whole", dragTimes(view->canvas()), 0.033);
}

}  // namespace app
