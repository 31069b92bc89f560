#include "engine/attention/phyloformer/Phyloformer.h"

#include <cmath>

#include "engine/attention/heads/HeadRows.h"
#include "engine/attention/pairs/PairMasks.h"
#include "engine/attention/phyloformer/KernelFeature.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/FeedForward.h"

namespace engine {

namespace {

void appendAttention(InputList& list, const std::string& name, const std::string& axis) {
  addLayerNormInputs(list, name + "_norm", "D", "weight of the normalisation before the attention along " + axis);
  addLinearInputs(list, name + ".q_net", "D", "D", "query projection");
  addLinearInputs(list, name + ".k_net", "D", "D", "key projection");
  addLinearInputs(list, name + ".v_net", "D", "D", "value projection");
  addLinearInputs(list, name + ".proj_net", "D", "D", "output projection");
}

/// Attention within the lines of X (G, n, D), its output projected.
template <class T>
KernelAttention<T> attendLines(const Array<T>& X, const ModuleWeights<T>& weights, const PhyloformerOptions& options,
                               const Work& work) {
  const Array<T>& W_q = weights.at("q_net.weight");
  requireHeads(W_q.name, W_q.shape(), options.heads);
  const Array<T> q = weights.linear("q_net", X, work), k = weights.linear("k_net", X, work),
                 v = weights.linear("v_net", X, work);
  KernelAttention<T> result;
  if constexpr (std::is_same_v<T, float>)
    result = kernelAttentionNative(q, k, v, options, work);
  else
    result = kernelAttentionPlain(q, k, v, options, work);
  result.O = weights.linear("proj_net", result.O, work);
  return result;
}

/// Means of the embeddings of both sequences: (M, L, D).
template <class T>
Array<T> pairEmbedding(const Array<T>& embedded) {
  const Index N = embedded.length(0), size = N == 0 ? 0 : embedded.size() / N;
  Array<T> pairs({numPairs(N), embedded.length(1), embedded.length(2)}, Untouched{}, "X");
  T* out = pairs.data();
  for (const auto& [a, b] : sequencePairs(N))
    for (Index c = 0; c < size; ++c) *out++ = (embedded[a * size + c] + embedded[b * size + c]) / 2;
  return pairs;
}

/// ln(1 + e^x) of every site, and its means over the sites that are there (M, L) as a matrix.
template <class T>
void readDistances(PhyloformerResult<T>& result, Array<T> logits, Index N, const Array<Bool>& there) {
  const Index M = logits.length(0), L = logits.length(1);
  result.site = std::move(logits).reshaped({M, L});
  for (T& x : result.site) x = x > 20 ? x : std::log1p(std::exp(x));
  result.distances = Array<T>({N, N}, T{}, "distances");
  const auto pairs = sequencePairs(N);
  for (Index pair = 0; pair < M; ++pair) {
    T sum = 0;
    Index count = 0;
    for (Index s = 0; s < L; ++s) {
      if (!there.empty() && !there(pair, s)) continue;
      sum += result.site(pair, s);
      ++count;
    }
    const auto [a, b] = nth(pairs, pair);
    result.distances(a, b) = result.distances(b, a) = count == 0 ? T{} : sum / static_cast<T>(count);
  }
}

}  // namespace

Index numPairs(Index N) { return N * (N - 1) / 2; }

std::vector<std::pair<Index, Index>> sequencePairs(Index N) {
  std::vector<std::pair<Index, Index>> pairs;
  for (Index a = 0; a < N; ++a)
    for (Index b = a + 1; b < N; ++b) pairs.emplace_back(a, b);
  return pairs;
}

Array<Bool> sitesOfPairs(const Array<Bool>& cells) {
  if (cells.rank() != 2) return {};
  const Index N = cells.length(0), L = cells.length(1);
  Array<Bool> there({numPairs(N), L});
  Index pair = 0;
  for (const auto& [a, b] : sequencePairs(N)) {
    for (Index s = 0; s < L; ++s) there(pair, s).value = cells(a, s) && cells(b, s);
    ++pair;
  }
  return there;
}

InputList phyloformerInputs() {
  InputList list;
  addLinearInputs(list, "embed", "D", "F", "embedding of the letters");
  appendAttention(list, "row", "sites");
  appendAttention(list, "column", "pairs");
  addLayerNormInputs(list, "ff_norm", "D", "weight of the normalisation before the feed-forward network");
  addLinearInputs(list, "ff.linear_1", "G", "D", "first map of the feed-forward network");
  addLinearInputs(list, "ff.linear_2", "D", "G", "second map of the feed-forward network");
  list.push_back({"out.weight", "(1, D)", "distance of a site"});
  list.push_back({"out.bias", "(1)", "its bias", true});
  return list;
}

template <class T>
KernelAttention<T> kernelAttentionPlain(const Array<T>& q, const Array<T>& k, const Array<T>& v,
                                        const PhyloformerOptions& options, const Work& work) {
  const Index n = q.length(1), H = options.heads, d = q.length(2) / H;
  KernelAttention<T> result = nothingAttended(v, options);
  parallelFor(q.length(0) * H, 1, work.threads, work.progress, "attention", [&](Index begin, Index end) {
    std::vector<T> weights(static_cast<size_t>(n));
    for (Index line = begin; line < end; ++line)
      for (Index i = 0; i < n; ++i) {
        const Index g = line / H, first = line % H * d;
        T total = static_cast<T>(kTinyTotal);
        for (Index j = 0; j < n; ++j) {
          T& weight = weights[static_cast<size_t>(j)] = 0;
          if (!options.seen.empty() && !options.seen(g, j)) continue;
          for (Index c = first; c < first + d; ++c) weight += kernelFeature(q(g, i, c)) * kernelFeature(k(g, j, c));
          total += weight;
        }
        for (Index j = 0; j < n; ++j) {
          const T weight = weights[static_cast<size_t>(j)] / total;
          if (options.keepsMaps) result.A[(line * n + i) * n + j] = weight;
          for (Index c = first; c < first + d; ++c) result.O(g, i, c) += weight * v(g, j, c);
        }
      }
  });
  return result;
}

template <class T>
PhyloformerResult<T> phyloformer(const Array<T>& X, const ModuleWeights<T>& weights, const PhyloformerOptions& options,
                                 const Work& work) {
  Array<T> pairs = pairEmbedding(weights.linear("embed", X, work));
  PhyloformerResult<T> result;
  const Array<Bool> there = sitesOfPairs(options.seen);
  PhyloformerOptions lines{options.heads, options.keepsMaps, there};
  KernelAttention<T> rows = attendLines(weights.norm("row_norm", pairs, work), weights.under("row"), lines, work);
  addTo(pairs, rows.O);
  lines.seen = turnedMask(there);
  KernelAttention<T> columns =
      attendLines(swapFirstAxes(weights.norm("column_norm", pairs, work)), weights.under("column"), lines, work);
  addTo(pairs, swapFirstAxes(columns.O));
  const ModuleWeights<T> ff = weights.under("ff");
  const FeedForwardWeights<T> maps{ff.at("linear_1.weight"), ff.find("linear_1.bias"), ff.at("linear_2.weight"),
                                   ff.find("linear_2.bias")};
  addTo(pairs, feedForward(weights.norm("ff_norm", pairs, work), maps, FeedForwardActivation::gelu, work.threads,
                           work.progress));
  readDistances(result, weights.linear("out", pairs, work), X.length(0), there);
  result.A_sites = std::move(rows.A);
  result.A_pairs = std::move(columns.A);
  return result;
}

#define INSTANTIATE(T)                                                                                           \
  template KernelAttention<T> kernelAttentionPlain(const Array<T>&, const Array<T>&, const Array<T>&,            \
                                                   const PhyloformerOptions&, const Work&);                      \
  template PhyloformerResult<T> phyloformer(const Array<T>&, const ModuleWeights<T>&, const PhyloformerOptions&, \
                                            const Work&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
