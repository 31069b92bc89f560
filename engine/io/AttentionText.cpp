#include "engine/io/AttentionText.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/base/MemoryBudget.h"
#include "engine/base/Nth.h"
#include "engine/base/TextLines.h"
#include "engine/io/ByteSource.h"
#include "engine/io/FileContent.h"
#include "engine/io/NumberIn.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr Index kMostPositions = 65536;
/// Titles tell the labels of maps in memory only, so that small sets with labels are made at once.
constexpr Index kBytesMadeAtOnce = Index{256} << 20;

/// Takes a word off the front, whatever its case.
bool takeWord(std::string_view& text, std::string_view lowerCase) {
  if (text.size() < lowerCase.size()) return false;
  for (size_t k = 0; k < lowerCase.size(); ++k)
    if (std::tolower(static_cast<unsigned char>(text[k])) != lowerCase[k]) return false;
  text = trimmed(text.substr(lowerCase.size()));
  return true;
}

/// Takes digits off the front; nothing when there are none, or too many.
std::optional<Index> takeCount(std::string_view& text) {
  const size_t length = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::optional<std::int32_t> count = numberIn<std::int32_t>(text.substr(0, length));
  if (!count) return std::nullopt;
  text = trimmed(text.substr(length));
  return *count;
}

/// "Layer 47, Head 0": layer and head.
std::optional<std::pair<Index, Index>> headOf(std::string_view line) {
  line = trimmed(line);
  if (!takeWord(line, "layer")) return std::nullopt;
  const std::optional<Index> layer = takeCount(line);
  takeWord(line, ",");
  if (!layer || !takeWord(line, "head")) return std::nullopt;
  const std::optional<Index> head = takeCount(line);
  takeWord(line, ":");
  if (!head || !line.empty()) return std::nullopt;
  return std::pair{*layer, *head};
}

std::int32_t positionIn(std::string_view word, const char* what, const TextLines& lines) {
  const std::optional<std::int32_t> position = numberIn<std::int32_t>(word);
  if (!position || *position < 0 || *position >= kMostPositions)
    lines.fail("found ", inQuotes(word), " as ", what, ", expected a position from 0 to ", kMostPositions - 1);
  return *position;
}

WeightedPair pairIn(const TextLines& lines) {
  const auto [query, behindQuery] = splitWord(lines.line());
  const auto [key, behindKey] = splitWord(behindQuery);
  const auto [weight, more] = splitWord(behindKey);
  if (weight.empty() || !more.empty())
    lines.fail("found ", inQuotes(lines.line()), ", expected \"query key weight\" or \"Layer X, Head Y\"");
  WeightedPair pair{positionIn(query, "query", lines), positionIn(key, "key", lines), 0};
  const std::optional<double> value = numberIn<double>(weight);
  if (!value || *value < 0 || !std::isfinite(static_cast<float>(*value)))
    lines.fail("found the weight ", inQuotes(weight), ", expected a number of 0 or more");
  pair.weight = static_cast<float>(*value);
  return pair;
}

/// The pairs of one head, with their lines until they are known to differ.
class PairsOfHead {
 public:
  void add(const WeightedPair& pair, Index line) { m_pairs.push_back({pair, line}); }

  std::vector<WeightedPair> sorted(const TextLines& lines) {
    std::sort(m_pairs.begin(), m_pairs.end(), [](const Line& a, const Line& b) { return keyOf(a) < keyOf(b); });
    std::vector<WeightedPair> pairs;
    pairs.reserve(m_pairs.size());
    for (size_t k = 0; k < m_pairs.size(); ++k) {
      const WeightedPair& pair = m_pairs[k].pair;
      if (k > 0 && pairs.back().query == pair.query && pairs.back().key == pair.key)
        lines.failAt(m_pairs[k].number, "found the pair ", pair.query, " ", pair.key, " again, which is in line ",
                     m_pairs[k - 1].number, " of the same head");
      pairs.push_back(pair);
    }
    m_pairs.clear();
    return pairs;
  }

 private:
  struct Line {
    WeightedPair pair;
    Index number;
  };
  static std::array<Index, 3> keyOf(const Line& line) { return {line.pair.query, line.pair.key, line.number}; }

  std::vector<Line> m_pairs;
};

/// Dense maps out of pairs, made anew each time: filling one takes a moment.
class PairMaps : public HeadSource {
 public:
  PairMaps(std::vector<std::vector<WeightedPair>> heads, std::vector<std::string> labels, Index numHeads,
           Index numPositions)
      : m_heads(std::move(heads)), m_labels(std::move(labels)), m_numHeads(numHeads), m_numPositions(numPositions) {}

  std::shared_ptr<const AttentionMap> map(Index layer, Index head) const override {
    auto made = std::make_shared<AttentionMap>();
    readWeights(layer, head, made->weights);
    made->isStochastic = hasStochasticRows(made->weights, made->rowTolerance);
    if (!m_labels.empty()) made->label = nth(m_labels, layer);
    return made;
  }
  PooledMap pooled(Index layer, Index head, Index block) const override {
    Array<float> weights;
    readWeights(layer, head, weights);
    return pooledMap(weights, block);
  }
  void readWeights(Index layer, Index head, Array<float>& target) const override {
    if (layer < 0 || head < 0 || head >= m_numHeads || layer * m_numHeads + head >= std::ssize(m_heads))
      fail("attention maps: there is no layer ", layer + 1, ", head ", head + 1);
    target = Array<float>({m_numPositions, m_numPositions}, 0.0F, "attention");
    for (const WeightedPair& pair : nth(m_heads, layer * m_numHeads + head)) target(pair.query, pair.key) = pair.weight;
  }

 private:
  std::vector<std::vector<WeightedPair>> m_heads;  ///< layer-major
  std::vector<std::string> m_labels;               ///< of the layers, or none
  Index m_numHeads, m_numPositions;
};

/// Whether each row with pairs sums to 1.
bool areStochastic(const std::vector<WeightedPair>& pairs) {
  constexpr double kTolerance = 1e-4;
  for (size_t k = 0; k < pairs.size();) {
    double sum = 0;
    const std::int32_t query = pairs[k].query;
    for (; k < pairs.size() && pairs[k].query == query; ++k) sum += double(pairs[k].weight);
    if (std::abs(sum - 1) > kTolerance) return false;
  }
  return true;
}

/// The files of one name, by their layer.
using LayerFiles = std::map<Index, fs::path>;

/// The layer in "msa_row_attn_layer47.txt" and the name with '#' in its place.
std::optional<std::pair<std::string, Index>> layerOfName(const std::string& name) {
  constexpr std::string_view kLayer = "layer";
  const size_t at = name.rfind(kLayer);
  if (at == std::string::npos || !name.ends_with(".txt")) return std::nullopt;
  const size_t begin = at + kLayer.size(), end = std::min(name.find_first_not_of("0123456789", begin), name.size());
  const std::optional<std::int32_t> layer = numberIn<std::int32_t>(std::string_view(name).substr(begin, end - begin));
  if (!layer) return std::nullopt;
  return std::pair{name.substr(0, begin) + "#" + name.substr(end), Index{*layer}};
}

bool beginsHead(const fs::path& file) {
  constexpr size_t kEnough = 4096;
  const auto bytes = openByteSource(file);
  return bytes && isAttentionText(bytes->part(0, kEnough));
}

/// Names of which at least one file begins a head: the others then must.
std::map<std::string, LayerFiles> layerFilesIn(const fs::path& folder) {
  std::map<std::string, LayerFiles> files;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
    std::error_code ofFile;
    const auto layer = layerOfName(entry->path().filename().string());
    if (layer && fs::is_regular_file(entry->path(), ofFile)) files[layer->first][layer->second] = entry->path();
  }
  std::erase_if(files, [](const auto& ofName) {
    return std::none_of(ofName.second.begin(), ofName.second.end(),
                        [](const auto& file) { return beginsHead(file.second); });
  });
  return files;
}

/// The first position behind all that are named.
Index positionsOf(const PairsOfHeads& heads) {
  Index positions = 0;
  for (const auto& [place, pairs] : heads)
    for (const WeightedPair& pair : pairs) positions = std::max<Index>(positions, std::max(pair.query, pair.key) + 1);
  return positions;
}

/// Whether layers that are there do not stand at their own numbers.
bool haveGaps(const std::set<Index>& layers) { return !layers.empty() && *layers.rbegin() != std::ssize(layers) - 1; }

std::string countedHeads(Index count) { return std::to_string(count) + (count == 1 ? " head" : " heads"); }

void warnOfWhatIsMissing(const HeadSet& set, const PairsOfHeads& heads, const std::set<Index>& layers,
                         const std::string& source, Diagnostics& diagnostics) {
  if (haveGaps(layers))
    diagnostics.warn(source, ": of the model's layers, counted from 0, these are there: ",
                     joined(layers, [](Index layer) { return std::to_string(layer); }),
                     "; they are shown as layers 1 to ", set.numLayers);
  if (const Index missing = set.numLayers * set.numHeads - std::ssize(heads); missing > 0)
    diagnostics.warn(source, ": of ", set.numHeads, " heads in each layer ", countedHeads(missing),
                     missing == 1 ? " is" : " are", " not there; the weights count as 0");
  if (!std::all_of(heads.begin(), heads.end(), [](const auto& head) { return areStochastic(head.second); }))
    diagnostics.warn(source, ": only the strongest pairs are there: the others count as 0, rows do not sum to 1");
}

}  // namespace

bool isAttentionText(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const size_t begin = head.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && headOf(firstLineOf(head.substr(begin))).has_value();
}

void addHeadsOfText(std::string_view content, const std::string& source, PairsOfHeads& heads, Progress& progress) {
  TextLines lines(content, source, progress);
  PairsOfHead pairs;
  std::vector<WeightedPair>* current = nullptr;
  while (lines.next()) {
    if (trimmed(lines.line()).empty()) continue;
    if (const auto place = headOf(lines.line())) {
      if (current) *current = pairs.sorted(lines);
      const auto [entry, isNew] = heads.emplace(*place, std::vector<WeightedPair>{});
      if (!isNew)
        lines.fail("found layer ", place->first, ", head ", place->second, " again, expected every head once");
      current = &entry->second;
    } else if (current) {
      pairs.add(pairIn(lines), lines.number());
    } else {
      lines.fail("found ", inQuotes(lines.line()), ", expected \"Layer X, Head Y\"");
    }
  }
  if (!current) engine::fail(source, ": found no head, expected a line \"Layer X, Head Y\"");
  *current = pairs.sorted(lines);
}

std::shared_ptr<const HeadSet> headsOfPairs(PairsOfHeads heads, const std::string& source, Diagnostics& diagnostics) {
  std::set<Index> layers;
  auto set = std::make_shared<HeadSet>();
  for (const auto& [place, pairs] : heads) {
    layers.insert(place.first);
    set->numHeads = std::max(set->numHeads, place.second + 1);
  }
  set->numLayers = std::ssize(layers);
  constexpr Index kMostHeads = Index{1} << 20;
  if (set->numHeads > kMostHeads / std::max<Index>(set->numLayers, 1))
    fail(source, ": found ", set->numLayers, " layers of ", set->numHeads, " heads, expected at most ", kMostHeads,
         " heads in all");
  set->numQueries = set->numKeys = positionsOf(heads);
  if (set->numQueries == 0) fail(source, ": found no pair, expected lines \"query key weight\" behind the heads");
  const Index numMaps = set->numLayers * set->numHeads;
  const Index bytesOfMap = set->numQueries * set->numKeys * Index{sizeof(float)};
  MemoryShare(source).hold(static_cast<std::size_t>(bytesOfMap));

  const bool isNumbered = haveGaps(layers);
  std::vector<std::string> labels;
  for (const Index layer : layers)
    if (isNumbered)
      labels.push_back("the model's layer " + std::to_string(layer + 1) + " (L" + std::to_string(layer) + ")");
  warnOfWhatIsMissing(*set, heads, layers, source, diagnostics);

  std::vector<std::vector<WeightedPair>> all;
  for (const Index layer : layers)
    for (Index head = 0; head < set->numHeads; ++head) all.push_back(std::move(heads[{layer, head}]));
  const auto maps = std::make_shared<const PairMaps>(std::move(all), std::move(labels), set->numHeads, set->numQueries);
  if (isNumbered && numMaps * bytesOfMap <= kBytesMadeAtOnce)
    for (Index k = 0; k < numMaps; ++k) set->maps.push_back(maps->map(k / set->numHeads, k % set->numHeads));
  else
    set->source = maps;
  return set;
}

std::shared_ptr<const HeadSet> headsOfTextFolder(const fs::path& folder, Diagnostics& diagnostics, Progress& progress) {
  std::map<std::string, LayerFiles> files = layerFilesIn(folder);
  if (files.empty()) return nullptr;
  const auto taken = std::max_element(files.begin(), files.end(),
                                      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  std::vector<std::string> others;
  for (const auto& [name, layers] : files)
    if (name != taken->first) others.push_back(name);
  if (!others.empty()) {
    constexpr size_t kMostNamed = 5;
    const size_t more = others.size() > kMostNamed ? others.size() - kMostNamed : 0;
    others.resize(others.size() - more);
    diagnostics.warn(folder.string(), ": the files ", taken->first,
                     " were read; others can be opened by themselves: ", joined(others),
                     more > 0 ? " and " + std::to_string(more) + " more" : std::string{});
  }
  PairsOfHeads heads;
  double done = 0;
  for (const auto& [layer, file] : taken->second) {
    PartProgress part(progress, done / double(taken->second.size()), (done + 1) / double(taken->second.size()));
    MemoryShare memory(file.string());
    const std::string content = readFileWhole(file, part);
    memory.hold(content.size() * 2);
    addHeadsOfText(content, file.string(), heads, part);
    done += 1;
  }
  return headsOfPairs(std::move(heads), folder.string(), diagnostics);
}

}  // namespace engine
