// The benchmark of head tables: all statistics of the heads of a language model out of a file, and their atlas.
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "engine/attention/HeadSet.h"
#include "engine/base/Nth.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/heads/HeadSimilarity.h"
#include "engine/heads/MakeHeadTable.h"
#include "engine/io/Format.h"
#include "engine/io/WriteHeads.h"

namespace engine {

namespace {

constexpr Index kLayers = 33, kTableHeads = 20;
constexpr Index kTableCells = 128 * 128;  ///< of a pooled map
constexpr int kTableRepetitions = 3;

/// Rows of a softmax over random scores, more weight near the diagonal.
class MadeHeads : public HeadSource {
 public:
  explicit MadeHeads(Index length) : m_length(length) {}
  std::shared_ptr<const AttentionMap> map(Index layer, Index head) const override {
    auto map = std::make_shared<AttentionMap>();
    readWeights(layer, head, map->weights);
    return map;
  }
  PooledMap pooled(Index layer, Index head, Index block) const override {
    return pooledMap(map(layer, head)->weights, block);
  }
  void readWeights(Index layer, Index head, Array<float>& target) const override {
    target = Array<float>({m_length, m_length}, Untouched{}, "attention");
    Random random(static_cast<std::uint64_t>(layer * kTableHeads + head));
    for (Index i = 0; i < m_length; ++i) {
      float* const row = target.data() + i * m_length;
      float sum = 0;
      for (Index j = 0; j < m_length; ++j) {
        const auto apart = static_cast<float>(std::abs(i - j));
        sum += row[j] = std::exp(static_cast<float>(3 * random.uniform()) - apart / static_cast<float>(16 + head));
      }
      for (Index j = 0; j < m_length; ++j) row[j] /= sum;
    }
  }

 private:
  Index m_length;
};

/// A chain that is folded at random into a ball: steps of 3.8 Å.
MapDistances foldedChain(Index length) {
  Random random(11);
  std::vector<Vector3> places{Vector3::Zero()};
  while (static_cast<Index>(places.size()) < length) {
    const Vector3 step(random.normal(), random.normal(), random.normal());
    const Vector3 inwards = -0.06 * places.back();
    places.push_back(places.back() + 3.8 * (step.normalized() + inwards).normalized());
  }
  MapDistances distances = unknownDistances(length);
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j)
      distances.beta(i, j) = distances.alpha(i, j) = static_cast<float>((nth(places, i) - nth(places, j)).norm());
  for (Index i = 0; i < length; ++i) nth(distances.dssp, i) = i / 12 % 2 == 0 ? 'H' : 'E';
  return distances;
}

/// A folder with the file, removed at the end.
class MadeFile {
 public:
  MadeFile(Index length, const std::string& name, HeadNumbers numbers)
      : m_folder(std::filesystem::temp_directory_path() / ("headlight-bench-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(m_folder);
    HeadSet heads;
    heads.numLayers = kLayers;
    heads.numHeads = kTableHeads;
    heads.numQueries = heads.numKeys = length;
    heads.source = std::make_shared<MadeHeads>(length);
    Random random(5);
    for (Index k = 0; k < length; ++k)
      heads.queryLetters += alphabet::letterOf(static_cast<ResidueCode>(random.below(alphabet::kNumResidues)));
    heads.keyLetters = heads.queryLetters;
    writeHeads(heads, path(name), numbers);
  }
  ~MadeFile() {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
  }
  MadeFile(const MadeFile&) = delete;
  MadeFile& operator=(const MadeFile&) = delete;
  std::filesystem::path path(const std::string& name) const { return m_folder / name; }

 private:
  std::filesystem::path m_folder;
};

struct TableCase {
  Index length;
  const char* file;
  HeadNumbers numbers;
  const char* name;
};

void measureTable(const TableCase& one, int threads, Progress& progress, const Measured& measured) {
  const MadeFile file(one.length, one.file, one.numbers);
  HeadTableOptions options;
  options.distances = foldedChain(one.length);
  Measurement found;
  found.device = "native CPU";
  found.threads = threads;
  found.unit = "cell";
  found.work = static_cast<double>(kLayers * kTableHeads * one.length * one.length);
  for (const bool hasAtlas : {false, true}) {
    options.hasAtlas = hasAtlas;
    countPeakAnew();
    found.name = std::string(one.name) + (hasAtlas ? ", with atlas" : "");
    measureTimes(found, progress, kTableRepetitions, [&] {
      Diagnostics diagnostics;
      const Dataset heads = load(file.path(one.file), diagnostics, progress);
      makeHeadTable(*heads.as<HeadSet>(), options, threads, progress);
    });
    found.memoryMiB = peakResidentBytes() / (1 << 20);
    measured(found);
  }
}

void measureAtlas(int threads, Progress& progress, const Measured& measured) {
  Random random(3);
  Array<double> maps({kLayers * kTableHeads, kTableCells}, Untouched{}, "pooled heads");
  for (Index k = 0; k < maps.size(); ++k) maps[k] = random.uniform() + (k / kTableCells % 7 == k % 7 ? 1 : 0);
  Measurement found;
  found.name = "atlas of 660 heads";
  found.device = "native CPU";
  found.threads = threads;
  found.unit = "pair";
  found.work = static_cast<double>(kLayers * kTableHeads) * static_cast<double>(kLayers * kTableHeads - 1) / 2;
  measureTimes(found, progress, kTableRepetitions, [&] { headAtlas({maps, 8}, threads, progress); });
  measured(found);
}

}  // namespace

/// All statistics of 660 heads with a structure, the file read from the system's memory each time, and their atlas.
void benchHeads(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = nativeThreads(setting);
  for (const TableCase& one : {TableCase{512, "heads.npz", HeadNumbers::float16, "660 heads x 512, fp16 npz"},
                               TableCase{512, "heads.safetensors", HeadNumbers::float32, "660 heads x 512, fp32 safetensors"},
                               TableCase{1024, "heads.npz", HeadNumbers::float16, "660 heads x 1024, fp16 npz"}})
    measureTable(one, threads, progress, measured);
  measureAtlas(threads, progress, measured);
}

}  // namespace engine
