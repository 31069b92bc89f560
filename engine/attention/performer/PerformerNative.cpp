// Performer on the processor at full speed. Keys are summed in chunks, each with its own shift (the largest exponent so
// far, raised as an online softmax does), the chunks are brought to the common shift and added in their order, then the
// queries follow block by block. Features of all positions are never held unless asked for, and no sum depends on the
// number of threads.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/performer/PerformerKeySums.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Working memory of a task on queries: one panel at a time.
struct QueryBlock {
  FeatureBlock features;
  Eigen::ArrayXf shift;        ///< (kPanelWidth)
  Eigen::ArrayXf output;       ///< (v, kPanelWidth)
  Eigen::ArrayXf denominator;  ///< (kPanelWidth)
  Eigen::ArrayXf products;     ///< (kPanelWidth keys, kPanelWidth queries), causal

  QueryBlock(const PerformerBlocks& blocks, Index width)
      : features(blocks.features(), blocks.depth(), kPanelWidth),
        shift(kPanelWidth),
        output(width * kPanelWidth),
        denominator(kPanelWidth),
        products(kPanelWidth * kPanelWidth) {}
};

class NativeRun {
 public:
  NativeRun(const PerformerInput<float>& input, int threads, Progress& progress)
      : m_input(input),
        m_blocks(input),
        m_summation(input, m_blocks),
        m_options(m_blocks.options()),
        m_threads(threads),
        m_progress(progress),
        m_M(input.features()),
        m_width(input.valueWidth()),
        m_chunkRows(chunkRows(std::max(input.keys(), input.queries()))),
        m_queryChunks((input.queries() + m_chunkRows - 1) / m_chunkRows) {
    makeKeyChunks();
  }

  PerformerResult<float> run() {
    const Index B = m_input.batches(), H = m_input.heads(), n = m_input.queries(), L = m_input.keys();
    PerformerResult<float> result;
    result.O = Array<float>({B, H, n, m_width}, Untouched{}, "O");
    result.denominator = Array<float>({B, H, n}, Untouched{}, "denominator");
    if (m_options.features == Features::keep) {
      result.phi_q = Array<float>({B, H, n, m_M}, Untouched{}, "phi_q");
      result.phi_k = Array<float>({B, H, L, m_M}, Untouched{}, "phi_k");
    }
    m_keyShift = shiftsOfNorms(m_input, m_input.K, m_threads, m_progress);
    m_queryShift = shiftsOfNorms(m_input, m_input.Q, m_threads, m_progress);
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
    const Index block = m_blocks.keyRows();
    const Index least = std::max({Index{256}, m_M / 2, (positions + 63) / 64});
    return (least + block - 1) / block * block;
  }
  PositionRange queryChunk(Index chunk) const {
    return {chunk * m_chunkRows, std::min(m_input.queries(), (chunk + 1) * m_chunkRows)};
  }
  /// Chunks of keys. Causal: first those that every query sees, then one chunk for each chunk of queries.
  void makeKeyChunks() {
    const Index common = m_options.causal ? m_input.newKeys({0, 0}).begin : m_input.keys();
    for (Index begin = 0; begin < common; begin += m_chunkRows)
      m_keyChunks.push_back({begin, std::min(common, begin + m_chunkRows)});
    m_commonChunks = static_cast<Index>(m_keyChunks.size());
    for (Index chunk = 0; m_options.causal && chunk < m_queryChunks; ++chunk)
      m_keyChunks.push_back(m_input.newKeys(queryChunk(chunk)));
  }
  /// body(part) for parts of a range.
  template <class Body>
  void forParts(PositionRange range, Index size, Body&& body) const {
    for (Index begin = range.begin; begin < range.end; begin += size) {
      if (m_progress.cancelled()) throw Cancelled{};
      body(PositionRange{begin, std::min(range.end, begin + size)});
    }
  }

  KeySums& sums(Index head, Index chunk) { return m_sums[size_t(head) * m_keyChunks.size() + size_t(chunk)]; }

  void sumKeys() {
    const auto chunks = static_cast<Index>(m_keyChunks.size());
    m_sums.resize(size_t(m_input.flatHeads() * chunks));
    parallelFor(m_input.flatHeads() * chunks, 1, m_threads, m_progress, "keys", [&](Index begin, Index end) {
      KeyBlock block(m_blocks, m_width, m_blocks.keyRows());
      for (Index item = begin; item < end; ++item) {
        const Index head = item / chunks;
        KeySums& collected = m_sums[size_t(item)];
        collected = KeySums(m_M, m_width, m_blocks.findsShift() ? -kInfinity : m_keyShift[size_t(head)]);
        forParts(m_keyChunks[size_t(item % chunks)], m_blocks.keyRows(),
                 [&](PositionRange keys) { m_summation.collect(head, keys, block, collected); });
      }
    });
  }

  /// Settles all chunks and adds them up: chunk c then holds the sums over the chunks 0 to c.
  void joinChunks() {
    const auto chunks = static_cast<Index>(m_keyChunks.size());
    for (Index head = 0; m_blocks.findsShift() && head < m_input.flatHeads(); ++head) {
      m_keyShift[size_t(head)] = -kInfinity;
      for (Index chunk = 0; chunk < chunks; ++chunk)
        m_keyShift[size_t(head)] = std::max(m_keyShift[size_t(head)], sums(head, chunk).shift);
    }
    if (m_blocks.findsShift() && m_options.stabiliser == Stabiliser::tensor && !m_keyShift.empty())
      std::fill(m_keyShift.begin(), m_keyShift.end(), *std::max_element(m_keyShift.begin(), m_keyShift.end()));
    parallelFor(m_input.flatHeads(), 1, m_threads, m_progress, "sums", [&](Index begin, Index end) {
      for (Index head = begin; head < end; ++head)
        for (Index chunk = 0; chunk < chunks; ++chunk) {
          m_summation.settle(sums(head, chunk), m_keyShift[size_t(head)]);
          if (chunk > 0) sums(head, chunk).add(sums(head, chunk - 1));
        }
    });
  }

  void attend(PerformerResult<float>& result) {
    const KeySums none(m_M, m_width, 0);
    parallelFor(m_input.flatHeads() * m_queryChunks, 1, m_threads, m_progress, "queries", [&](Index begin, Index end) {
      QueryBlock block(m_blocks, m_width);
      for (Index item = begin; item < end; ++item) {
        const Index head = item / m_queryChunks, chunk = item % m_queryChunks;
        const Index before = m_commonChunks - 1 + (m_options.causal ? chunk : 0);
        const KeySums& seen = before < 0 ? none : sums(head, before);
        if (m_options.causal)
          attendCausally(head, chunk, seen, block, result);
        else
          forParts(queryChunk(chunk), kPanelWidth, [&](PositionRange queries) {
            makeQueryFeatures(head, queries, block, result);
            attendToSums(seen, block);
            write(head, queries, block, result);
          });
      }
    });
  }

  void attendCausally(Index head, Index chunk, KeySums running, QueryBlock& block, PerformerResult<float>& result) {
    KeyBlock keys(m_blocks, m_width, kPanelWidth);
    forParts(queryChunk(chunk), kPanelWidth, [&](PositionRange queries) {
      makeQueryFeatures(head, queries, block, result);
      attendToSums(running, block);
      attendWithin(head, queries, keys, block);
      addPrefixEps(block);
      m_summation.addFeatures(head, m_input.newKeys(queries), keys, running);
      write(head, queries, block, result);
    });
  }

  void makeQueryFeatures(Index head, PositionRange queries, QueryBlock& block, PerformerResult<float>& result) const {
    const Index first = head * m_input.queries() + queries.begin;
    m_blocks.project(m_input.Q.data() + first * m_input.depth(), queries.size(), block.features);
    if (m_blocks.findsShift()) m_blocks.findLargest(block.features);
    const float known = m_queryShift[size_t(head)];
    for (Index p = 0; p < kPanelWidth; ++p) block.shift[p] = m_blocks.findsShift() ? block.features.largest[p] : known;
    m_blocks.finish(block.features, block.shift.data(), m_blocks.factor(), m_blocks.eps());
    if (!result.phi_q.empty())
      transposeFloats(block.features.phi.data(), kPanelWidth, m_M, queries.size(), result.phi_q.data() + first * m_M,
                      m_M);
  }

  /// Numerators O^T = KV^T phi and denominators z . phi of a panel.
  void attendToSums(const KeySums& seen, QueryBlock& block) const {
    const float* const phi = block.features.phi.data();
    blockProduct({seen.KV.data(), 1, m_width}, m_width, m_M, phi, kPanelWidth, block.output.data(), kPanelWidth, false);
    for (Index lane = 0; lane < kPanelWidth; lane += kFloatLanes) {
      FloatLanes sum{};
      for (Index k = 0; k < m_M; ++k) sum += seen.z[k] * loadLanes(phi + k * kPanelWidth + lane);
      storeLanes(block.denominator.data() + lane, sum);
    }
  }

  /// Causal: adds the keys that not all queries of the panel see.
  void attendWithin(Index head, PositionRange queries, KeyBlock& keyBlock, QueryBlock& block) const {
    const PositionRange keys = m_input.newKeys(queries);
    m_summation.makeFeatures(head, keys, m_keyShift[size_t(head)], keyBlock);
    blockProduct({keyBlock.features.phi.data(), 1, kPanelWidth}, keys.size(), m_M, block.features.phi.data(),
                 kPanelWidth, block.products.data(), kPanelWidth, false);
    for (Index p = 0; p < kPanelWidth; ++p) {
      const Index seen = p < queries.size() ? m_input.keyEnd(queries.begin + p) - keys.begin : 0;
      for (Index j = 0; j < keys.size(); ++j) {
        float& product = block.products[j * kPanelWidth + p];
        if (j >= seen) product = 0;
        block.denominator[p] += product;
      }
    }
    const float* const values = m_summation.seenValues(head, keys, keyBlock);
    blockProduct({values, 1, m_width}, m_width, keys.size(), block.products.data(), kPanelWidth, block.output.data(),
                 kPanelWidth, true);
  }

  void addPrefixEps(QueryBlock& block) const {
    const auto prefixEps = static_cast<float>(m_options.prefixEps);
    for (Index k = 0; prefixEps > 0 && k < m_M; ++k)
      for (Index p = 0; p < kPanelWidth; ++p)
        block.denominator[p] += prefixEps * block.features.phi[k * kPanelWidth + p];
  }

  void write(Index head, PositionRange queries, QueryBlock& block, PerformerResult<float>& result) const {
    const auto guard = static_cast<float>(m_options.guard);
    const Index first = head * m_input.queries() + queries.begin;
    for (Index p = 0; p < queries.size(); ++p) {
      float& denominator = block.denominator[p];
      if (m_input.keyEnd(queries.begin + p) == 0)
        denominator = 0;
      else if (std::abs(denominator) <= guard)
        denominator += 2 * guard;
      result.denominator[first + p] = denominator;
    }
    for (Index lane = 0; lane < queries.size(); lane += kFloatLanes) {
      const FloatLanes denominator = loadLanes(block.denominator.data() + lane);
      for (Index c = 0; c < m_width; ++c) {
        float* const place = block.output.data() + c * kPanelWidth + lane;
        storeLanes(place, denominator == FloatLanes{} ? FloatLanes{} : loadLanes(place) / denominator);
      }
    }
    transposeFloats(block.output.data(), kPanelWidth, m_width, queries.size(), result.O.data() + first * m_width,
                    m_width);
  }

  void keepKeyFeatures(PerformerResult<float>& result) {
    const Index L = m_input.keys(), rows = m_blocks.keyRows(), perHead = (L + rows - 1) / rows;
    parallelFor(m_input.flatHeads() * perHead, 1, m_threads, m_progress, "features", [&](Index begin, Index end) {
      KeyBlock block(m_blocks, 0, rows);
      for (Index item = begin; item < end; ++item) {
        const Index head = item / perHead, first = item % perHead * rows;
        const PositionRange keys{first, std::min(L, first + rows)};
        m_summation.makeFeatures(head, keys, m_keyShift[size_t(head)], block);
        transposeFloats(block.features.phi.data(), rows, m_M, keys.size(),
                        result.phi_k.data() + (head * L + first) * m_M, m_M);
      }
    });
  }

  const PerformerInput<float>& m_input;
  PerformerBlocks m_blocks;
  KeySummation m_summation;
  const PerformerOptions& m_options;
  int m_threads;
  Progress& m_progress;
  Index m_M, m_width;
  Index m_chunkRows, m_queryChunks;
  std::vector<PositionRange> m_keyChunks;       ///< of every head
  Index m_commonChunks = 0;                     ///< those of m_keyChunks that every query sees
  std::vector<KeySums> m_sums;                  ///< (B*H, key chunks)
  std::vector<float> m_keyShift, m_queryShift;  ///< (B*H)
};

}  // namespace

PerformerResult<float> performerNative(const PerformerInput<float>& input, int threads, Progress& progress) {
  if (input.options.kind == FeatureKind::efficient) return performerPlain(input, threads, progress);
  return NativeRun(input, threads, progress).run();
}

}  // namespace engine
