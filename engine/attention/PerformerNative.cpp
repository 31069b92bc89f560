// Performer on the processor at full speed. Keys are summed in chunks, each with its own shift (the largest exponent so
// far, raised as an online softmax does), the chunks are brought to the common shift and added in their order, then the
// queries follow block by block. Features of all positions are never held unless asked for, and no sum depends on the
// number of threads.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/PerformerBlocks.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixView = Eigen::Map<Matrix>;
using ConstMatrixView = Eigen::Map<const Matrix>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Consecutive positions of one head.
struct Range {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
};

/// Sums over keys. While they are collected, of raw features exp(.. - shift) without eps and factor.
struct KeySums {
  std::vector<float> KV;     ///< (M, v)
  std::vector<float> z;      ///< (M)
  std::vector<float> value;  ///< (v) sum of V, for the eps of the features
  Index numKeys = 0;         ///< keys with features
  float shift = -kInfinity;

  KeySums() = default;
  KeySums(Index features, Index width)
      : KV(static_cast<size_t>(features * width)),
        z(static_cast<size_t>(features)),
        value(static_cast<size_t>(width)) {}
};

void addTo(std::vector<float>& sum, const std::vector<float>& other) {
  for (size_t k = 0; k < sum.size(); ++k) sum[k] += other[k];
}

void scale(std::vector<float>& values, float factor) {
  for (float& value : values) value *= factor;
}

/// phi . z in sixteen interleaved sums.
float dotProductOf(const float* a, const float* b, Index count) {
  constexpr Index kLanes = 16;
  float lanes[kLanes] = {};
  Index k = 0;
  for (; k + kLanes <= count; k += kLanes)
    for (Index lane = 0; lane < kLanes; ++lane) lanes[lane] += a[k + lane] * b[k + lane];
  for (Index lane = 0; k < count; ++k, ++lane) lanes[lane] += a[k] * b[k];
  for (Index half = kLanes / 2; half > 0; half /= 2)
    for (Index lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  return lanes[0];
}

/// Working memory of one task.
struct Scratch {
  std::vector<float> block, keyBlock;  ///< (blockRows, M)
  std::vector<float> halfNorms;        ///< (blockRows)
  std::vector<float> values;           ///< (blockRows, v) with the hidden ones zeroed
  std::vector<float> scores;           ///< (blockRows, blockRows), causal
  explicit Scratch(const FeatureBlocks& blocks, Index width, bool isCausal)
      : block(static_cast<size_t>(blocks.blockRows() * blocks.features())),
        keyBlock(isCausal ? block.size() : 0),
        halfNorms(static_cast<size_t>(blocks.blockRows())),
        values(static_cast<size_t>(blocks.blockRows() * width)),
        scores(static_cast<size_t>(isCausal ? blocks.blockRows() * blocks.blockRows() : 0)) {}
};

class NativeRun {
 public:
  NativeRun(const PerformerInput<float>& input, int threads, Progress& progress)
      : m_input(input),
        m_blocks(input),
        m_options(m_blocks.options()),
        m_threads(threads),
        m_progress(progress),
        m_M(input.features()),
        m_width(input.valueWidth()),
        m_offset(m_options.causal ? input.keys() - input.queries() : 0),
        m_chunkRows(chunkRows(std::max(input.keys(), input.queries()))),
        m_queryChunks((input.queries() + m_chunkRows - 1) / m_chunkRows) {
    makeKeyRanges();
  }

  PerformerResult<float> run() {
    const Index B = m_input.batches(), H = m_input.heads(), n = m_input.queries(), L = m_input.keys();
    PerformerResult<float> result;
    result.O = Array<float>({B, H, n, m_width}, 0.0f, "O");
    result.denominator = Array<float>({B, H, n}, 0.0f, "denominator");
    if (m_options.features == Features::keep) {
      result.phi_q = Array<float>({B, H, n, m_M}, Untouched{}, "phi_q");
      result.phi_k = Array<float>({B, H, L, m_M}, Untouched{}, "phi_k");
    }
    m_keyShift = knownShifts(m_input.K, true);
    m_queryShift = knownShifts(m_input.Q, false);
    sumKeys();
    joinChunks();
    attend(result);
    if (m_options.features == Features::keep) keepKeyFeatures(result);
    return result;
  }

 private:
  /// Positions per task: few enough for two threads at short lengths, at most 64 chunks, and sums over the features
  /// that together stay smaller than V.
  Index chunkRows(Index positions) const {
    const Index block = m_blocks.blockRows();
    const Index least = std::max({Index{2} * block, m_M / 2, (positions + 63) / 64});
    return (least + block - 1) / block * block;
  }
  /// Keys that the queries [first, first + count) see and those before do not.
  Range causalKeys(Index first, Index count) const {
    const Index L = m_input.keys();
    return {std::clamp<Index>(first + m_offset, 0, L), std::clamp<Index>(first + count + m_offset, 0, L)};
  }
  /// Chunks of keys. Causal: first those that every query sees, then one chunk for each chunk of queries.
  void makeKeyRanges() {
    const Index L = m_input.keys(), n = m_input.queries();
    const Index common = m_options.causal ? std::clamp<Index>(m_offset, 0, L) : L;
    for (Index begin = 0; begin < common; begin += m_chunkRows)
      m_keyRanges.push_back({begin, std::min(common, begin + m_chunkRows)});
    m_commonChunks = static_cast<Index>(m_keyRanges.size());
    for (Index chunk = 0; m_options.causal && chunk < m_queryChunks; ++chunk)
      m_keyRanges.push_back(causalKeys(chunk * m_chunkRows, std::min(m_chunkRows, n - chunk * m_chunkRows)));
  }

  bool findsShift() const {
    return m_options.stabiliser != Stabiliser::none &&
           (m_options.kind == FeatureKind::positive || m_options.kind == FeatureKind::hyperbolic);
  }
  /// Shift per head where it needs no projection: the largest g (trigonometric), otherwise 0.
  std::vector<float> knownShifts(const Array<float>& X, bool areKeys) const {
    const Index heads = m_input.flatHeads(), rows = X.length(2), d = m_input.depth();
    std::vector<float> shifts(static_cast<size_t>(heads), 0.0f);
    if (m_options.kind != FeatureKind::trigonometric || m_options.stabiliser == Stabiliser::none) return shifts;
    parallelFor(heads, 1, m_threads, m_progress, "norms", [&](Index begin, Index end) {
      for (Index head = begin; head < end; ++head) {
        float largest = -kInfinity;
        for (Index k = 0; k < rows; ++k) {
          const float g = m_blocks.halfNorm(X.data() + (head * rows + k) * d);
          const bool isSeen = !areKeys || !m_input.isExcluded(head / m_input.heads(), k);
          if (isSeen && (g > largest || g != g)) largest = g;
        }
        shifts[size_t(head)] = largest;
      }
    });
    if (m_options.stabiliser == Stabiliser::tensor) shareLargest(shifts);
    return shifts;
  }
  static void shareLargest(std::vector<float>& shifts) {
    float largest = -kInfinity;
    for (const float shift : shifts) largest = shift > largest || shift != shift ? shift : largest;
    std::fill(shifts.begin(), shifts.end(), largest);
  }

  KeySums& sums(Index head, Index chunk) { return m_sums[size_t(head) * m_keyRanges.size() + size_t(chunk)]; }

  void sumKeys() {
    const auto chunks = static_cast<Index>(m_keyRanges.size());
    m_sums.resize(size_t(m_input.flatHeads() * chunks));
    parallelFor(m_input.flatHeads() * chunks, 1, m_threads, m_progress, "keys", [&](Index begin, Index end) {
      Scratch scratch(m_blocks, m_width, false);
      for (Index item = begin; item < end; ++item) {
        const Index head = item / chunks;
        const Range range = m_keyRanges[size_t(item % chunks)];
        KeySums& sum = m_sums[size_t(item)] = KeySums(m_M, m_width);
        if (!findsShift()) sum.shift = m_keyShift[size_t(head)];
        for (Index first = range.begin; first < range.end; first += m_blocks.blockRows()) {
          if (m_progress.cancelled()) throw Cancelled{};
          addKeyBlock(head, {first, std::min(range.end, first + m_blocks.blockRows())}, scratch, sum);
        }
      }
    });
  }

  /// Adds a block of keys to the sums of raw features, raising the shift first when one of them exceeds it.
  void addKeyBlock(Index head, Range keys, Scratch& scratch, KeySums& sum) const {
    const Index batch = head / m_input.heads(), rows = keys.size();
    const float* const x = m_input.K.data() + (head * m_input.keys() + keys.begin) * m_input.depth();
    m_blocks.project(x, rows, scratch.block.data(), scratch.halfNorms.data());
    if (findsShift()) raiseShift(batch, keys, scratch, sum);
    for (Index r = 0; r < rows; ++r) {
      float* const row = scratch.block.data() + r * m_M;
      if (m_input.isExcluded(batch, keys.begin + r)) {
        std::fill_n(row, m_M, 0.0f);
        continue;
      }
      m_blocks.finish(row, scratch.halfNorms[size_t(r)], sum.shift, 1, 0);
      for (Index k = 0; k < m_M; ++k) sum.z[size_t(k)] += row[k];
      ++sum.numKeys;
    }
    const float* const values = seenValues(head, keys, scratch);
    for (Index r = 0; r < rows; ++r)
      for (Index c = 0; c < m_width; ++c) sum.value[size_t(c)] += values[r * m_width + c];
    MatrixView(sum.KV.data(), m_M, m_width).noalias() +=
        ConstMatrixView(scratch.block.data(), rows, m_M).transpose() * ConstMatrixView(values, rows, m_width);
  }

  void raiseShift(Index batch, Range keys, const Scratch& scratch, KeySums& sum) const {
    float largest = sum.shift;
    for (Index r = 0; r < keys.size(); ++r) {
      if (m_input.isExcluded(batch, keys.begin + r)) continue;
      const float u = m_blocks.largest(scratch.block.data() + r * m_M);
      largest = u > largest || u != u ? u : largest;
    }
    if (largest == sum.shift) return;
    if (sum.numKeys > 0) {
      scale(sum.KV, std::exp(sum.shift - largest));
      scale(sum.z, std::exp(sum.shift - largest));
    }
    sum.shift = largest;
  }

  /// V of these keys, with hidden rows zeroed.
  const float* seenValues(Index head, Range keys, Scratch& scratch) const {
    const Index batch = head / m_input.heads();
    const float* const values = m_input.V.data() + (head * m_input.keys() + keys.begin) * m_width;
    if (m_input.keyMask.empty()) return values;
    std::copy_n(values, keys.size() * m_width, scratch.values.begin());
    for (Index r = 0; r < keys.size(); ++r)
      if (m_input.isHidden(batch, keys.begin + r)) std::fill_n(scratch.values.begin() + r * m_width, m_width, 0.0f);
    return scratch.values.data();
  }

  /// Brings all chunks to one shift per head or tensor, adds eps and factor, and adds up the chunks: chunk c then holds
  /// the sums over the chunks 0 to c.
  void joinChunks() {
    const auto chunks = static_cast<Index>(m_keyRanges.size());
    for (Index head = 0; findsShift() && head < m_input.flatHeads(); ++head) {
      float& shift = m_keyShift[size_t(head)] = -kInfinity;
      for (Index chunk = 0; chunk < chunks; ++chunk) {
        const float other = sums(head, chunk).shift;
        shift = other > shift || other != other ? other : shift;
      }
    }
    if (findsShift() && m_options.stabiliser == Stabiliser::tensor) shareLargest(m_keyShift);
    parallelFor(m_input.flatHeads(), 1, m_threads, m_progress, "sums", [&](Index begin, Index end) {
      for (Index head = begin; head < end; ++head)
        for (Index chunk = 0; chunk < chunks; ++chunk) {
          settle(sums(head, chunk), m_keyShift[size_t(head)]);
          if (chunk == 0) continue;
          addTo(sums(head, chunk).KV, sums(head, chunk - 1).KV);
          addTo(sums(head, chunk).z, sums(head, chunk - 1).z);
          sums(head, chunk).numKeys += sums(head, chunk - 1).numKeys;
        }
    });
  }

  void settle(KeySums& sum, float shift) const {
    const float factor = m_blocks.factor(), eps = m_blocks.eps();
    const float rescale = sum.numKeys == 0 ? 0.0f : factor * (findsShift() ? std::exp(sum.shift - shift) : 1.0f);
    for (Index r = 0; r < m_M; ++r) {
      sum.z[size_t(r)] = rescale * sum.z[size_t(r)] + factor * eps * static_cast<float>(sum.numKeys);
      for (Index c = 0; c < m_width; ++c) {
        float& entry = sum.KV[size_t(r * m_width + c)];
        entry = rescale * entry + (sum.numKeys == 0 ? 0.0f : factor * eps * sum.value[size_t(c)]);
      }
    }
  }

  void attend(PerformerResult<float>& result) {
    parallelFor(m_input.flatHeads() * m_queryChunks, 1, m_threads, m_progress, "queries", [&](Index begin, Index end) {
      Scratch scratch(m_blocks, m_width, m_options.causal);
      for (Index item = begin; item < end; ++item)
        attendChunk(item / m_queryChunks, item % m_queryChunks, scratch, result);
    });
  }

  void attendChunk(Index head, Index chunk, Scratch& scratch, PerformerResult<float>& result) {
    const Index firstQuery = chunk * m_chunkRows, endQuery = std::min(m_input.queries(), firstQuery + m_chunkRows);
    const Index before = m_options.causal ? m_commonChunks + chunk - 1 : m_commonChunks - 1;
    KeySums running;  // causal, or without any key
    if (before < 0)
      running = KeySums(m_M, m_width);
    else if (m_options.causal)
      running = sums(head, before);
    const KeySums& seen = before < 0 || m_options.causal ? running : sums(head, before);
    for (Index first = firstQuery; first < endQuery; first += m_blocks.blockRows()) {
      if (m_progress.cancelled()) throw Cancelled{};
      const Range queries{first, std::min(endQuery, first + m_blocks.blockRows())};
      const float* const phi = queryFeatures(head, queries, scratch, result);
      attendBlock(head, queries, phi, seen, result);
      if (m_options.causal) attendWithin(head, queries, phi, scratch, running, result);
      divide(head, queries, result);
    }
  }

  /// Features of a block of queries, where they are kept or in the working memory.
  const float* queryFeatures(Index head, Range queries, Scratch& scratch, PerformerResult<float>& result) const {
    const Index row = head * m_input.queries() + queries.begin;
    float* const phi = result.phi_q.empty() ? scratch.block.data() : result.phi_q.data() + row * m_M;
    m_blocks.project(m_input.Q.data() + row * m_input.depth(), queries.size(), phi, scratch.halfNorms.data());
    for (Index r = 0; r < queries.size(); ++r) {
      float* const position = phi + r * m_M;
      const float shift = findsShift() ? m_blocks.largest(position) : m_queryShift[size_t(head)];
      m_blocks.finish(position, scratch.halfNorms[size_t(r)], shift, m_blocks.factor(), m_blocks.eps());
    }
    return phi;
  }

  /// Features of a block of keys with the shift that is now known, 0 for excluded ones.
  void keyFeatures(Index head, Range keys, float* phi, Scratch& scratch) const {
    const float* const x = m_input.K.data() + (head * m_input.keys() + keys.begin) * m_input.depth();
    m_blocks.project(x, keys.size(), phi, scratch.halfNorms.data());
    for (Index r = 0; r < keys.size(); ++r) {
      if (m_input.isExcluded(head / m_input.heads(), keys.begin + r))
        std::fill_n(phi + r * m_M, m_M, 0.0f);
      else
        m_blocks.finish(phi + r * m_M, scratch.halfNorms[size_t(r)], m_keyShift[size_t(head)], m_blocks.factor(),
                        m_blocks.eps());
    }
  }

  MatrixView output(Index head, Range queries, PerformerResult<float>& result) const {
    return {result.O.data() + (head * m_input.queries() + queries.begin) * m_width, queries.size(), m_width};
  }

  /// Numerators and denominators with the keys of `seen`.
  void attendBlock(Index head, Range queries, const float* phi, const KeySums& seen,
                   PerformerResult<float>& result) const {
    output(head, queries, result).noalias() =
        ConstMatrixView(phi, queries.size(), m_M) * ConstMatrixView(seen.KV.data(), m_M, m_width);
    float* const denominators = result.denominator.data() + head * m_input.queries() + queries.begin;
    for (Index r = 0; r < queries.size(); ++r) denominators[r] = dotProductOf(phi + r * m_M, seen.z.data(), m_M);
  }

  /// Causal: adds the keys that only part of the block sees, then adds them to the running sums.
  void attendWithin(Index head, Range queries, const float* phi, Scratch& scratch, KeySums& running,
                    PerformerResult<float>& result) const {
    const Range keys = causalKeys(queries.begin, queries.size());
    const Index rows = queries.size(), count = keys.size();
    float* const denominators = result.denominator.data() + head * m_input.queries() + queries.begin;
    if (count > 0) {
      keyFeatures(head, keys, scratch.keyBlock.data(), scratch);
      const float* const values = seenValues(head, keys, scratch);
      const ConstMatrixView phi_k(scratch.keyBlock.data(), count, m_M), V(values, count, m_width);
      MatrixView scores(scratch.scores.data(), rows, count);
      scores.noalias() = ConstMatrixView(phi, rows, m_M) * phi_k.transpose();
      for (Index r = 0; r < rows; ++r) {
        const Index seen = std::clamp<Index>(m_input.keyEnd(queries.begin + r) - keys.begin, 0, count);
        std::fill_n(scratch.scores.begin() + r * count + seen, count - seen, 0.0f);
        for (Index j = 0; j < seen; ++j) denominators[r] += scratch.scores[size_t(r * count + j)];
      }
      output(head, queries, result).noalias() += scores * V;
      MatrixView(running.KV.data(), m_M, m_width).noalias() += phi_k.transpose() * V;
      for (Index j = 0; j < count; ++j)
        for (Index k = 0; k < m_M; ++k) running.z[size_t(k)] += scratch.keyBlock[size_t(j * m_M + k)];
    }
    const auto prefixEps = static_cast<float>(m_options.prefixEps);
    for (Index r = 0; prefixEps > 0 && r < rows; ++r)
      for (Index k = 0; m_input.keyEnd(queries.begin + r) > 0 && k < m_M; ++k)
        denominators[r] += prefixEps * phi[r * m_M + k];
  }

  void divide(Index head, Range queries, PerformerResult<float>& result) const {
    const auto guard = static_cast<float>(m_options.guard);
    for (Index query = queries.begin; query < queries.end; ++query) {
      const Index flat = head * m_input.queries() + query;
      float& denominator = result.denominator[flat];
      if (m_input.keyEnd(query) == 0)
        denominator = 0;
      else if (std::abs(denominator) <= guard)
        denominator += 2 * guard;
      float* const row = result.O.data() + flat * m_width;
      for (Index c = 0; c < m_width; ++c) row[c] = denominator == 0 ? 0.0f : row[c] / denominator;
    }
  }

  void keepKeyFeatures(PerformerResult<float>& result) {
    const Index L = m_input.keys(), block = m_blocks.blockRows(), perHead = (L + block - 1) / block;
    parallelFor(m_input.flatHeads() * perHead, 1, m_threads, m_progress, "features", [&](Index begin, Index end) {
      Scratch scratch(m_blocks, 0, false);
      for (Index item = begin; item < end; ++item) {
        const Index head = item / perHead, first = item % perHead * block;
        keyFeatures(head, {first, std::min(L, first + block)}, result.phi_k.data() + (head * L + first) * m_M, scratch);
      }
    });
  }

  const PerformerInput<float>& m_input;
  FeatureBlocks m_blocks;
  const PerformerOptions& m_options;
  int m_threads;
  Progress& m_progress;
  Index m_M, m_width;
  Index m_offset;  ///< L - n when causal
  Index m_chunkRows, m_queryChunks;
  std::vector<Range> m_keyRanges;  ///< of every head
  Index m_commonChunks = 0;
  std::vector<KeySums> m_sums;                  ///< (B*H, chunks)
  std::vector<float> m_keyShift, m_queryShift;  ///< (B*H)
};

}  // namespace

PerformerResult<float> performerNative(const PerformerInput<float>& input, int threads, Progress& progress) {
  if (input.options.kind == FeatureKind::efficient) return performerPlain(input, threads, progress);
  return NativeRun(input, threads, progress).run();
}

}  // namespace engine
