// Scaled dot-product attention on the processor at full speed. A panel of queries lies in the lanes of vectors, keys
// run down the rows of a tile: scores = K Q^T and O^T = V^T weights take K and V as they are, only Q is packed, and
// maximum, exponential and sum of the softmax are lane by lane. Without maps a tile of 128 keys at a time (online
// softmax), with maps a strip of all keys. Keys before the first and behind the last that a panel sees are passed over:
// of a sliding window only the band is computed.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/BlockProduct.h"
#include "engine/attention/lanes/LaneSoftmax.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kKeyTile = 128;
constexpr Index kPanelsPerPiece = 4;
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

/// Buffers of a panel, used again for the next one.
struct Workspace {
  Eigen::ArrayXf queries;  ///< (d, kPanelWidth)
  Eigen::ArrayXf scores;   ///< (keys of a tile, or all keys, kPanelWidth)
  Eigen::ArrayXf output;   ///< (v, kPanelWidth)

  explicit Workspace(const DotProductInput<float>& input)
      : queries(packedSize(input.depth(), kPanelWidth)),
        scores((input.maps == Maps::keep ? input.keys() : std::min(kKeyTile, input.keys())) * kPanelWidth),
        output(input.valueWidth() * kPanelWidth) {}
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

template <int Vectors>
void addValues(const Panel& panel, Index begin, Index count, const float* weights, Workspace& workspace) {
  panelProduct<Vectors>(panel.valuesTransposed(begin), panel.input.valueWidth(), count, weights,
                        workspace.output.data(), kPanelWidth, true);
}

template <int Vectors>
void computeOnline(const Panel& panel, Workspace& workspace, LaneSoftmax<Vectors>& softmax, Progress& progress) {
  const KeyRange keys = panel.keyRange();
  float* const tile = workspace.scores.data();
  for (Index begin = keys.begin; begin < keys.end; begin += kKeyTile) {
    if (progress.cancelled()) throw Cancelled{};
    const Index count = std::min(kKeyTile, keys.end - begin);
    scoreTile<Vectors>(panel, workspace, begin, count, tile);
    maskTile(panel, begin, count, tile);
    if (softmax.raise(tile, count)) softmax.rescale(workspace.output.data(), panel.input.valueWidth());
    softmax.exponentiate(tile, count);
    addValues<Vectors>(panel, begin, count, tile, workspace);
  }
  softmax.normalise(workspace.output.data(), panel.input.valueWidth());
}

template <int Vectors>
void computeWithMaps(const Panel& panel, Workspace& workspace, LaneSoftmax<Vectors>& softmax,
                     DotProductResult<float>& result, Progress& progress) {
  const Index m = panel.input.keys(), corner = panel.flatRow() * m;
  const auto forTiles = [&](const KeyRange& keys, const auto& work) {
    for (Index begin = keys.begin; begin < keys.end; begin += kKeyTile) {
      if (progress.cancelled()) throw Cancelled{};
      work(begin, std::min(kKeyTile, keys.end - begin), workspace.scores.data() + begin * kPanelWidth);
    }
  };
  const KeyRange scored = panel.windows();
  forTiles(scored, [&](Index begin, Index count, float* tile) {
    scoreTile<Vectors>(panel, workspace, begin, count, tile);
    transposeFloats(tile, kPanelWidth, count, panel.rows, result.S.data() + corner + begin, m);
    maskTile(panel, begin, count, tile);
    softmax.raise(tile, count);
  });
  const KeyRange seen = panel.keyRange();  // all other weights are 0
  forTiles(seen, [&](Index, Index count, float* tile) { softmax.exponentiate(tile, count); });
  forTiles(seen, [&](Index begin, Index count, float* tile) {
    softmax.normalise(tile, count);
    transposeFloats(tile, kPanelWidth, count, panel.rows, result.A.data() + corner + begin, m);
    addValues<Vectors>(panel, begin, count, tile, workspace);
  });
  const auto clear = [&](float* line, const KeyRange& kept) {
    std::fill(line, line + kept.begin, 0.0f);
    std::fill(line + kept.end, line + m, 0.0f);
  };
  for (Index row = 0; row < panel.rows; ++row) {
    clear(result.S.data() + corner + row * m, windowOf(panel.input.mask, panel.first + row, m));
    clear(result.A.data() + corner + row * m, seen);
  }
}

template <int Vectors>
void computePanel(const Panel& panel, Workspace& workspace, DotProductResult<float>& result, Progress& progress) {
  const Index d = panel.input.depth(), width = panel.input.valueWidth();
  packPanels(panel.input.Q.data() + panel.flatRow() * d, 1, d, d, panel.rows, workspace.queries.data());
  workspace.queries *= float(panel.input.scale);
  workspace.output.setZero();
  LaneSoftmax<Vectors> softmax;
  if (panel.input.maps == Maps::keep)
    computeWithMaps(panel, workspace, softmax, result, progress);
  else
    computeOnline(panel, workspace, softmax, progress);
  transposeFloats(workspace.output.data(), kPanelWidth, width, panel.rows, result.O.data() + panel.flatRow() * width,
                  width);
  for (Index r = 0; r < panel.rows; ++r) result.lse[panel.flatRow() + r] = softmax.logSumExp(r);
}

}  // namespace

DotProductResult<float> dotProductNative(const DotProductInput<float>& input, int threads, Progress& progress) {
  DotProductResult<float> result = emptyDotProductResult(input);
  const Index n = input.queries(), panels = (n + kPanelWidth - 1) / kPanelWidth;
  parallelFor(input.batches() * input.heads() * panels, kPanelsPerPiece, threads, progress, "attention",
              [&](Index begin, Index end) {
                Workspace workspace(input);
                for (Index item = begin; item < end; ++item) {
                  const Index flatHead = item / panels, first = item % panels * kPanelWidth;
                  const Panel panel{input, flatHead / input.heads(), flatHead % input.heads(), first,
                                    std::min(kPanelWidth, n - first)};
                  const auto compute = panel.rows <= kFloatLanes ? computePanel<1> : computePanel<2>;
                  compute(panel, workspace, result, progress);
                }
              });
  return result;
}

}  // namespace engine
