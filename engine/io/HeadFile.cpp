// A head is read, converted and looked through when it is asked for; the last few stay in memory.
#include "engine/io/HeadFile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <map>
#include <mutex>
#include <optional>

#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/io/HeadArrays.h"
#include "engine/io/RawValues.h"

namespace engine {

namespace {

constexpr Index kPieceElements = 1 << 15;
constexpr Index kSharedElements = 1 << 21;  // larger maps are read by all cores

/// By which the sum of a row of weights may differ from 1 once each weight was rounded to this type.
float rowToleranceOf(ElementType type) {
  return type == ElementType::float16 ? 4e-3F : type == ElementType::bfloat16 ? 2e-2F : 1e-4F;
}

/// How many values are not finite, scores of -inf apart, which are masked; empty where none is.
std::string noticeOf(const AttentionMap& map, const std::string& where) {
  const auto counted = [](const Array<float>& values, const char* what, bool isMasking) {
    const Index odd = std::count_if(values.begin(), values.end(), [isMasking](float value) {
      return !std::isfinite(value) && !(isMasking && value == -std::numeric_limits<float>::infinity());
    });
    return odd == 0 ? std::string()
                    : std::to_string(odd) + " of " + std::to_string(values.size()) + " " + what;
  };
  const std::string weights = counted(map.weights, "weights", false), scores = counted(map.scores, "scores", true);
  if (weights.empty() && scores.empty()) return {};
  return where + ": " + weights + (weights.empty() || scores.empty() ? "" : " and ") + scores +
         " are not finite; they count as absent";
}

/// Heads that were made lately, at most kHeadCacheBytes of them; of others only who else holds them.
class HeadCache {
 public:
  std::shared_ptr<const AttentionMap> find(Index head) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_known.find(head);
    auto map = found == m_known.end() ? nullptr : found->second.lock();
    if (map) keep(head, map);
    return map;
  }

  void add(Index head, const std::shared_ptr<const AttentionMap>& map) {
    const std::lock_guard lock(m_mutex);
    m_known[head] = map;
    keep(head, map);
  }

 private:
  using Entry = std::pair<Index, std::shared_ptr<const AttentionMap>>;

  static std::size_t bytesOf(const AttentionMap& map) {
    return sizeof(float) * static_cast<std::size_t>(map.weights.size() + map.scores.size());
  }

  void keep(Index head, const std::shared_ptr<const AttentionMap>& map) {
    const auto there = std::find_if(m_kept.begin(), m_kept.end(), [&](const Entry& e) { return e.first == head; });
    if (there != m_kept.end()) {
      m_kept.splice(m_kept.begin(), m_kept, there);
      return;
    }
    if (bytesOf(*map) > kHeadCacheBytes) return;
    m_kept.emplace_front(head, map);
    m_bytes += bytesOf(*map);
    while (m_bytes > kHeadCacheBytes) {
      m_bytes -= bytesOf(*m_kept.back().second);
      m_kept.pop_back();
    }
  }

  std::mutex m_mutex;
  std::map<Index, std::weak_ptr<const AttentionMap>> m_known;
  std::list<Entry> m_kept;  ///< last used first
  std::size_t m_bytes = 0;
};

class HeadFile : public HeadSource {
 public:
  /// `note`: what the file says of the maps.
  HeadFile(HeadArrays heads, const HeadsNote& note)
      : m_heads(std::move(heads)), m_labels(note.labels), m_areHeads(note.areHeads) {}

  std::shared_ptr<const AttentionMap> map(Index layer, Index head) const override {
    const Index index = indexOf(layer, head);
    if (auto known = m_cache.find(index)) return known;
    auto made = make(index);
    m_cache.add(index, made);
    return made;
  }

  PooledMap pooled(Index layer, Index head, Index block) const override {
    const HeadPlane& plane = nth(m_heads.weights, indexOf(layer, head));
    const Index rows = m_heads.numQueries, columns = m_heads.numKeys;
    MapPooling pooling(rows, columns, block);
    const Index rowsPerPiece = std::max<Index>(1, kPieceElements / std::max<Index>(columns, 1));
    std::vector<float> piece(static_cast<size_t>(rowsPerPiece * columns));
    for (Index row = 0; row < rows; row += rowsPerPiece) {
      const Index here = std::min(rowsPerPiece, rows - row);
      readFloats(*plane.array, plane.first + row * columns, here * columns, piece.data());
      for (Index k = 0; k < here; ++k) pooling.add(piece.data() + k * columns);
    }
    return pooling.finish();
  }

  void readWeights(Index layer, Index head, Array<float>& target) const override {
    const HeadPlane& plane = nth(m_heads.weights, indexOf(layer, head));
    const Shape shape{m_heads.numQueries, m_heads.numKeys};
    if (target.shape() != shape) target = Array<float>(shape, Untouched{}, plane.array->name);
    readFloats(*plane.array, plane.first, target.size(), target.data());
  }

 private:
  Index indexOf(Index layer, Index head) const {
    if (layer < 0 || layer >= m_heads.numLayers || head < 0 || head >= m_heads.numHeads)
      fail("attention maps: there is no layer ", layer + 1, ", head ", head + 1, " of ", m_heads.numLayers, " x ",
           m_heads.numHeads);
    return layer * m_heads.numHeads + head;
  }

  Array<float> read(const HeadPlane& plane) const {
    Array<float> matrix({m_heads.numQueries, m_heads.numKeys}, Untouched{}, plane.array->name);
    const auto take = [&](Index begin, Index end) {
      readFloats(*plane.array, plane.first + begin, end - begin, matrix.data() + begin);
    };
    if (matrix.size() < kSharedElements)
      take(0, matrix.size());
    else
      parallelFor(matrix.size(), kSharedElements / 4, 0, take);
    return matrix;
  }

  Array<Bool> readMask(const HeadPlane& plane) const {
    Array<Bool> mask({m_heads.numQueries, m_heads.numKeys}, Bool{}, plane.array->name);
    readFlags(*plane.array, plane.first, mask.size(), mask.data());
    return mask;
  }

  std::shared_ptr<const AttentionMap> make(Index index) const {
    const HeadPlane& plane = nth(m_heads.weights, index);
    auto map = std::make_shared<AttentionMap>();
    map->weights = read(plane);
    if (!m_heads.scores.empty()) map->scores = read(nth(m_heads.scores, index));
    map->rowTolerance = rowToleranceOf(plane.array->type);
    map->isStochastic = m_areHeads && hasStochasticRows(map->weights, map->rowTolerance);
    if (!m_heads.leftOut.empty()) map->mask = readMask(nth(m_heads.leftOut, index));
    if (!m_labels.empty()) map->label = nth(m_labels, index);
    map->notice = noticeOf(*map, plane.array->what() + ", layer " + std::to_string(index / m_heads.numHeads + 1) +
                                     ", head " + std::to_string(index % m_heads.numHeads + 1));
    return map;
  }

  HeadArrays m_heads;
  std::vector<std::string> m_labels;  ///< as many as maps, or none
  bool m_areHeads;
  mutable HeadCache m_cache;
};

/// Maps with labels are shown by these, which must be there before a map is made: as many as fit a moment are read.
void readLabelled(HeadSet& set, const std::string& file) {
  constexpr std::size_t kMost = std::size_t{256} << 20;
  const auto bytes = 2 * sizeof(float) * static_cast<std::size_t>(set.count() * set.numQueries * set.numKeys);
  if (bytes > kMost) return;
  MemoryShare memory(file);
  memory.hold(bytes);
  for (Index k = 0; k < set.numLayers * set.numHeads; ++k)
    set.maps.push_back(set.source->map(k / set.numHeads, k % set.numHeads));
  set.source = nullptr;
}

}  // namespace

std::shared_ptr<const HeadSet> headsOf(const std::vector<RawArray>& arrays, const FileTexts& texts,
                                       Diagnostics& diagnostics) {
  auto [note, isOfOther] = findNote(arrays, diagnostics);
  if (isOfOther) return nullptr;
  std::optional<HeadArrays> found = note ? headsByNote(*note, arrays, diagnostics) : findHeads(arrays, diagnostics);
  if (!found) return nullptr;
  if (note && note->labels.size() != found->weights.size()) note->labels.clear();
  auto set = std::make_shared<HeadSet>();
  set->numLayers = found->numLayers;
  set->numHeads = found->numHeads;
  set->numQueries = found->numQueries;
  set->numKeys = found->numKeys;
  namePositions(*set, arrays, texts, diagnostics);
  if (note) applyNote(*note, *set);
  set->source = std::make_shared<const HeadFile>(std::move(*found), note.value_or(HeadsNote{}));
  if (note && !note->labels.empty()) readLabelled(*set, arrays.front().bytes->name());
  return set;
}

}  // namespace engine
