// Scaled dot-product attention on the processor at full speed. A panel of queries lies in the lanes of vectors, keys
// run down the rows of a tile: scores = K Q^T and O^T = V^T weights take K and V as they are, only Q is packed, and
// maximum, exponential and sum of the softmax are lane by lane. A tile of keys at a time (online softmax): their scores
// become weights in one pass, relative to the maximum of tiles before; with maps a strip of all keys is kept. Keys
// before the first and behind the last that a panel sees are passed over: of a sliding window only the band is
// computed.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/BlockProduct.h"
#include "engine/attention/lanes/LaneSoftmax.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Scores of a panel and a tile of keys fill at most 16 KB of the first-level cache. Whole blocks of rows, and whole
/// cache lines of maps.
constexpr Index kKeyTileStep = std::lcm(kProductRows, Index{16});
constexpr Index kKeyTile = 4096 / kPanelWidth / kKeyTileStep * kKeyTileStep;
constexpr Index kFirstKeys = 48;  ///< tell about where the maximum of a row lies
constexpr Index kPanelsPerPiece = 128 / kPanelWidth;
constexpr Index kStreamedMap = 1 << 22;  ///< floats of a map from which on it is written past the caches
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Up to kPanelWidth consecutive queries of one head.
struct Panel {
  const DotProductInput<float>& input;
  Index batch, head, first, rows;

  Index flatHead() const { return batch * input.heads() + head; }
  Index flatRow() const { return flatHead() * input.queries() + first; }
  LeftFactor keys(Index begin) const {
    return {input.K.data() + (flatHead() * input.keys() + begin) * input.depth(), input.depth(), 1};
  }
  LeftFactor valuesTransposed(Index begin) const {
    return {input.V.data() + (flatHead() * input.keys() + begin) * input.valueWidth(), 1, input.valueWidth()};
  }
  /// The keys that are in the sliding window of any row.
  KeyRange windows() const {
    if (rows == 0 || input.mask.rule == MaskRule::overwrite) return {0, input.keys()};
    return {windowOf(input.mask, first, input.keys()).begin, windowOf(input.mask, first + rows - 1, input.keys()).end};
  }
  /// The keys that any row of the panel has to look at: of a sliding window those about its queries.
  KeyRange keyRange() const {
    const KeyMask& mask = input.mask;
    if (mask.rule == MaskRule::overwrite) return {0, input.keys()};
    KeyRange range{input.keys(), 0};
    for (Index r = 0; r < rows; ++r) {
      const Index end = mask.keyEnd(batch, first + r);
      const Bool* const allowed = mask.allowed.empty() || end == 0 ? nullptr : &mask.allowed(batch, first + r, 0);
      const KeyRange window = windowOf(mask, first + r, input.keys());  // outside nothing is allowed
      Index begin = window.begin, last = std::min(window.end, end);
      if (begin >= last) continue;
      while (allowed && begin < std::min(last, range.begin) && !allowed[begin]) ++begin;
      while (allowed && last > range.end && !allowed[last - 1]) --last;
      range.begin = std::min(range.begin, begin);
      range.end = std::max(range.end, last);
    }
    return {std::min(range.begin, range.end), range.end};
  }
};

/// What is packed and summed up for a panel.
struct Workspace {
  Eigen::ArrayXf queries;  ///< (d, kPanelWidth), scaled
  Eigen::ArrayXf output;   ///< (v, kPanelWidth)

  explicit Workspace(const Panel& panel)
      : queries(packedSize(panel.input.depth(), kPanelWidth)), output(panel.input.valueWidth() * kPanelWidth) {
    const Index d = panel.input.depth();
    packPanels(panel.input.Q.data() + panel.flatRow() * d, 1, d, d, panel.rows, queries.data());
    queries *= float(panel.input.scale);
    output.setZero();
  }
};

/// Hides keys [begin, begin + count) of the tile from the queries that may not see them.
void maskTile(const Panel& panel, Index begin, Index count, float* scores) {
  const KeyMask& mask = panel.input.mask;
  const float hidden = mask.rule == MaskRule::overwrite ? float(kOverwrittenScore) : -kInfinity;
  for (Index lane = 0; lane < panel.rows; ++lane) {
    const Index query = panel.first + lane, end = std::clamp<Index>(mask.keyEnd(panel.batch, query) - begin, 0, count);
    for (Index j = end; j < count; ++j) scores[j * kPanelWidth + lane] = hidden;
    if (mask.allowed.empty()) continue;
    const Bool* const allowed = &mask.allowed(panel.batch, query, 0) + begin;
    for (Index j = 0; j < end; ++j)
      if (!allowed[j]) scores[j * kPanelWidth + lane] = hidden;
  }
}

/// Adds what stands beside the products of keys [begin, begin + count).
void addBias(const Panel& panel, Index begin, Index count, float* scores) {
  const DotProductInput<float>& input = panel.input;
  for (Index lane = 0; lane < panel.rows; ++lane)
    for (Index j = 0; j < count; ++j)
      scores[j * kPanelWidth + lane] +=
          input.bias.at(panel.batch, panel.head, panel.first + lane, begin + j, input.queries(), input.keys());
}

/// Scores of keys [begin, begin + count), before the mask.
template <int Vectors>
void scoreTile(const Panel& panel, const Workspace& workspace, Index begin, Index count, float* scores) {
  panelProduct<Vectors>(panel.keys(begin), count, panel.input.depth(), workspace.queries.data(), scores, kPanelWidth,
                        false);
  if (!panel.input.bias.isNone()) addBias(panel, begin, count, scores);
}

/// Scores of a tile, masked, become weights; where the maximum rises, sums and output so far follow.
template <int Vectors>
void weighTile(const Panel& panel, Workspace& workspace, LaneSoftmax<Vectors>& softmax, Index begin, Index count,
               float* scores) {
  if (softmax.hasMaximum()) {
    if (softmax.weigh(scores, count)) return;
    scoreTile<Vectors>(panel, workspace, begin, count, scores);  // rare
    maskTile(panel, begin, count, scores);
  }
  if (softmax.raise(scores, count)) softmax.rescale(workspace.output.data(), panel.input.valueWidth());
  softmax.exponentiate(scores, count);
}

template <int Vectors>
void addValues(const Panel& panel, Index begin, Index count, const float* weights, Workspace& workspace) {
  panelProduct<Vectors>(panel.valuesTransposed(begin), panel.input.valueWidth(), count, weights,
                        workspace.output.data(), kPanelWidth, true);
}

template <class Softmax>
void writeOutput(const Panel& panel, const Workspace& workspace, const Softmax& softmax,
                 DotProductResult<float>& result) {
  const Index width = panel.input.valueWidth();
  transposeFloats(workspace.output.data(), kPanelWidth, width, panel.rows, result.O.data() + panel.flatRow() * width,
                  width);
  for (Index r = 0; r < panel.rows; ++r) result.lse[panel.flatRow() + r] = softmax.logSumExp(r);
}

/// A panel of which no map is kept.
template <int Vectors>
class OnlinePanel {
 public:
  explicit OnlinePanel(const Panel& panel) : m_panel(panel), m_keys(panel.keyRange()), m_workspace(panel) {}

  const KeyRange& keys() const { return m_keys; }

  /// Takes in what the panel sees of keys [begin, end); `weights` has room for as many.
  void take(Index begin, Index end, float* weights) {
    begin = std::max(begin, m_keys.begin);
    end = std::min(end, m_keys.end);
    if (begin >= end) return;
    if (begin == m_keys.begin && end - begin > kFirstKeys) {
      take(begin, begin + kFirstKeys, weights);
      begin += kFirstKeys;
    }
    const Index count = end - begin;
    scoreTile<Vectors>(m_panel, m_workspace, begin, count, weights);
    maskTile(m_panel, begin, count, weights);
    weighTile(m_panel, m_workspace, m_softmax, begin, count, weights);
    addValues<Vectors>(m_panel, begin, count, weights, m_workspace);
  }
  void finish(DotProductResult<float>& result) {
    m_softmax.normalise(m_workspace.output.data(), m_panel.input.valueWidth());
    writeOutput(m_panel, m_workspace, m_softmax, result);
  }

 private:
  Panel m_panel;
  KeyRange m_keys;
  Workspace m_workspace;
  LaneSoftmax<Vectors> m_softmax;
};

/// Consecutive panels of a head, tile by tile of keys: so a tile that is in the second-level cache serves all of them.
template <int Vectors>
void computeOnline(std::span<const Panel> panels, DotProductResult<float>& result, Progress& progress) {
  std::vector<OnlinePanel<Vectors>> group(panels.begin(), panels.end());
  KeyRange keys = group.front().keys();
  for (const OnlinePanel<Vectors>& panel : group)
    keys = {std::min(keys.begin, panel.keys().begin), std::max(keys.end, panel.keys().end)};
  Eigen::ArrayXf weights(kKeyTile * kPanelWidth);
  for (Index begin = keys.begin; begin < keys.end; begin += kKeyTile) {
    if (progress.cancelled()) throw Cancelled{};
    for (OnlinePanel<Vectors>& panel : group) panel.take(begin, begin + kKeyTile, weights.data());
  }
  for (OnlinePanel<Vectors>& panel : group) panel.finish(result);
}

/// A panel whose maps are kept. Scores go from the first-level cache to S and become weights there and then, relative
/// to the maximum so far; when all sums are known, weights go from the second level to A.
template <int Vectors>
class MapPanel {
 public:
  /// `strip`: room for all keys, (m, kPanelWidth).
  MapPanel(const Panel& panel, float* strip, DotProductResult<float>& result)
      : m_panel(panel),
        m_strip(strip),
        m_result(result),
        m_seen(panel.keyRange()),
        m_isStreamed(result.A.size() >= kStreamedMap),
        m_workspace(panel),
        m_shifts((keys() / kKeyTile + 1) * kPanelWidth) {}

  void compute(Progress& progress) {
    forTiles(progress, [&](const KeyRange& tile, float* shift) { takeTile(tile, shift); });
    forTiles(progress, [&](const KeyRange& tile, const float* shift) { writeWeights(seenOf(tile), shift); });
    clearRest();
    finishStreams();
    m_softmax.normalise(m_workspace.output.data(), m_panel.input.valueWidth());
    writeOutput(m_panel, m_workspace, m_softmax, m_result);
  }

 private:
  Index keys() const { return m_panel.input.keys(); }
  float* stripOf(Index key) { return m_strip + key * kPanelWidth; }
  float* rowsOf(Array<float>& map) { return map.data() + m_panel.flatRow() * keys(); }
  KeyRange seenOf(const KeyRange& tile) const {
    return {std::max(tile.begin, m_seen.begin), std::min(tile.end, m_seen.end)};
  }
  /// work(keys of a tile, the shift that its weights are relative to).
  template <class Work>
  void forTiles(Progress& progress, const Work& work) {
    const KeyRange scored = m_panel.windows();
    float* shift = m_shifts.data();
    for (Index begin = scored.begin; begin < scored.end; begin += kKeyTile, shift += kPanelWidth) {
      if (progress.cancelled()) throw Cancelled{};
      work(KeyRange{begin, std::min(begin + kKeyTile, scored.end)}, shift);
    }
  }
  void takeTile(const KeyRange& tile, float* shift) {
    scoreTile<Vectors>(m_panel, m_workspace, tile.begin, tile.end - tile.begin, stripOf(tile.begin));
    writeTile(tile, m_result.S);
    const auto [begin, end] = seenOf(tile);
    if (begin >= end) return;
    maskTile(m_panel, begin, end - begin, stripOf(begin));
    weighTile(m_panel, m_workspace, m_softmax, begin, end - begin, stripOf(begin));
    m_softmax.copyShift(shift);
    addValues<Vectors>(m_panel, begin, end - begin, stripOf(begin), m_workspace);
  }
  void writeWeights(const KeyRange& seen, const float* shift) {
    if (seen.begin >= seen.end) return;
    m_softmax.normaliseSince(shift, stripOf(seen.begin), seen.end - seen.begin);
    writeTile(seen, m_result.A);
  }
  /// Columns of a map out of the strip.
  void writeTile(const KeyRange& tile, Array<float>& map) {
    const Index m = keys(), count = tile.end - tile.begin;
    float* const target = rowsOf(map) + tile.begin;
    const bool isAligned =
        (reinterpret_cast<std::uintptr_t>(target) / sizeof(float) | std::uintptr_t(m)) % kFloatLanes == 0;
    if (m_isStreamed && isAligned)
      transposeFloats(stripOf(tile.begin), kPanelWidth, count, m_panel.rows, target, m, streamLanes);
    else
      transposeFloats(stripOf(tile.begin), kPanelWidth, count, m_panel.rows, target, m);
  }
  /// Makes 0 what lies outside of the window in S, and of what is seen in A.
  void clearRest() {
    const auto clear = [&](float* line, const KeyRange& kept) {
      std::fill(line, line + kept.begin, 0.0f);
      std::fill(line + kept.end, line + keys(), 0.0f);
    };
    for (Index row = 0; row < m_panel.rows; ++row) {
      clear(rowsOf(m_result.S) + row * keys(), windowOf(m_panel.input.mask, m_panel.first + row, keys()));
      clear(rowsOf(m_result.A) + row * keys(), m_seen);
    }
  }

  const Panel& m_panel;
  float* m_strip;
  DotProductResult<float>& m_result;
  KeyRange m_seen;
  bool m_isStreamed;
  Workspace m_workspace;
  Eigen::ArrayXf m_shifts;  ///< (tiles, kPanelWidth)
  LaneSoftmax<Vectors> m_softmax;
};

template <int Vectors>
void computePanels(std::span<const Panel> panels, DotProductResult<float>& result, Progress& progress) {
  if (panels.front().input.maps == Maps::drop) return computeOnline<Vectors>(panels, result, progress);
  Eigen::ArrayXf strip(panels.front().input.keys() * kPanelWidth);
  for (const Panel& panel : panels) MapPanel<Vectors>(panel, strip.data(), result).compute(progress);
}

/// Up to kPanelsPerPiece panels: queries [first, ...) of a head.
void computePiece(const DotProductInput<float>& input, Index flatHead, Index first, DotProductResult<float>& result,
                  Progress& progress) {
  const Index end = std::min(first + kPanelsPerPiece * kPanelWidth, input.queries());
  std::vector<Panel> panels;
  for (Index row = first; row < end; row += kPanelWidth)
    panels.push_back(
        {input, flatHead / input.heads(), flatHead % input.heads(), row, std::min(kPanelWidth, end - row)});
  const std::size_t whole = panels.size() - (panels.back().rows <= kFloatLanes);  // half a panel costs half
  if (whole > 0) computePanels<2>(std::span(panels).first(whole), result, progress);
  if (whole < panels.size()) computePanels<1>(std::span(panels).last(1), result, progress);
}

}  // namespace

DotProductResult<float> dotProductNative(const DotProductInput<float>& input, int threads, Progress& progress) {
  DotProductResult<float> result = emptyDotProductResult(input);
  constexpr Index kQueries = kPanelsPerPiece * kPanelWidth;
  const Index pieces = (input.queries() + kQueries - 1) / kQueries;
  parallelFor(input.batches() * input.heads() * pieces, 1, threads, progress, "attention", [&](Index begin, Index end) {
    for (Index item = begin; item < end; ++item)
      computePiece(input, item / pieces, item % pieces * kQueries, result, progress);
  });
  return result;
}

}  // namespace engine
