#include "engine/models/esm3/GeometricBlocks.h"

#include <algorithm>
#include <limits>

#include "engine/attention/geometric/GeometricAttention.h"
#include "engine/base/ParallelFor.h"
#include "engine/models/parts/SelfAttention.h"
#include "engine/models/parts/ShapeFacts.h"

namespace engine {

namespace {

/// Heads whose maps are made together: what is made beside them, R and D, takes twice their memory.
constexpr Index kHeadsTogether = 16;

/// Weights of a geometric attention; the features are still missing.
template <class T>
GeometricInput<T> readGeometric(const ModelWeights& weights, const std::string& names, Index D) {
  GeometricInput<T> input;
  input.w_d = readWeightsAs<T>(weights, names + "distance_scale_per_head", {-1});
  const Index H = input.w_d.length(0);
  input.w_r = readWeightsAs<T>(weights, names + "rotation_scale_per_head", {H});
  const LayerNormWeights<T> norm = readNorm<T>(weights, names + "s_norm", D);
  input.ln_weight = norm.weight;
  input.ln_bias = norm.bias;
  const LinearMap<T> in = readLinear<T>(weights, names + "proj", 15 * H, D),
                     out = readLinear<T>(weights, names + "out_proj", D, 3 * H);
  input.W_proj = in.W;
  input.b_proj = in.b;
  input.W_out = out.W;
  input.b_out = out.b;
  input.kept = KeptPairs::maps;
  return input;
}

struct Range {
  Index begin, count;
};

/// Those heads and residues alone.
template <class T>
GeometricVectors<T> partOf(const GeometricVectors<T>& all, const Range& heads, const Range& residues) {
  const auto cut = [&](const Array<T>& from) {
    const Index width = from.length(2);
    Array<T> part({heads.count, residues.count, width}, Untouched{});
    for (Index h = 0; h < heads.count; ++h)
      std::copy_n(from.data() + ((heads.begin + h) * all.length() + residues.begin) * width, residues.count * width,
                  part.data() + h * residues.count * width);
    return part;
  };
  const auto cutHeads = [&](const Array<T>& from) {
    Array<T> part({heads.count}, Untouched{});
    std::copy_n(from.data() + heads.begin, heads.count, part.data());
    return part;
  };
  const auto cutResidues = [&](const auto& from) {
    const auto first = from.begin() + residues.begin;
    return std::decay_t<decltype(from)>(first, first + residues.count);
  };
  GeometricVectors<T> part;
  part.q_r = cut(all.q_r);
  part.k_r = cut(all.k_r);
  part.q_d = cut(all.q_d);
  part.k_d = cut(all.k_d);
  part.v = cut(all.v);
  part.weight_r = cutHeads(all.weight_r);
  part.weight_d = cutHeads(all.weight_d);
  part.sequence = cutResidues(all.sequence);
  part.chain = cutResidues(all.chain);
  part.hasFrame = cutResidues(all.hasFrame);
  part.centre = all.centre;
  return part;
}

/// What pairs of residues of one group give.
template <class T>
struct GeometricPairs {
  Array<T> A;  ///< (H, groups, K, K)
  Array<T> o;  ///< (H, groups*K, 3)
};

/// Fills the maps and sums of some heads of a group.
template <class T>
void fillPairs(const GeometricVectors<T>& vectors, const Range& heads, const Range& residues, GeometricPairs<T>& pairs,
               const ModelCall& call) {
  const GeometricMaps<T> maps =
      geometricMaps(partOf(vectors, heads, residues), KeptPairs::maps, call.where, call.diagnostics, call.progress);
  const Index K = residues.count, L = vectors.length(), mapSize = K * K, group = residues.begin / std::max<Index>(1, K);
  for (Index h = 0; h < heads.count; ++h) {
    std::copy_n(maps.A.data() + h * mapSize, mapSize,
                pairs.A.data() + ((heads.begin + h) * pairs.A.length(1) + group) * mapSize);
    std::copy_n(maps.o.data() + h * K * 3, K * 3, pairs.o.data() + ((heads.begin + h) * L + residues.begin) * 3);
  }
}

template <class T>
GeometricPairs<T> geometricPairs(const GeometricVectors<T>& vectors, Index group, const ModelCall& call) {
  const Index H = vectors.heads(), L = vectors.length(), K = group < 0 ? L : group;
  const Index groups = group < 0 ? 1 : K == 0 ? 0 : L / K;
  GeometricPairs<T> pairs{Array<T>({H, groups, K, K}, Untouched{}), Array<T>({H, L, 3}, Untouched{})};
  if (L == 0) return pairs;
  if (groups == 1) {
    for (Index head = 0; head < H; head += kHeadsTogether) {
      PartProgress part(call.progress, double(head) / double(H),
                        double(std::min(H, head + kHeadsTogether)) / double(H));
      fillPairs(vectors, {head, std::min(kHeadsTogether, H - head)}, {0, L}, pairs,
                {call.where, call.diagnostics, part});
    }
    return pairs;
  }
  const Compute alone{nullptr, 1};
  parallelFor(groups, 4, call.where.threads, call.progress, "geometric attention", [&](Index begin, Index end) {
    Progress none;
    Diagnostics unused;
    for (Index g = begin; g < end; ++g) fillPairs(vectors, {0, H}, {g * K, K}, pairs, {alone, unused, none});
  });
  return pairs;
}

/// o again from maps that were changed.
template <class T>
void sumAgain(GeometricPairs<T>& pairs, const Array<T>& v) {
  const Index H = pairs.A.length(0), groups = pairs.A.length(1), K = pairs.A.length(2), L = groups * K;
  std::fill(pairs.o.begin(), pairs.o.end(), T{0});
  for (Index row = 0; row < H * L; ++row) {
    const Index first = row / K * K;  // of the row's group
    for (Index j = 0; j < K; ++j)
      for (Index c = 0; c < 3; ++c) pairs.o[row * 3 + c] += pairs.A[row * K + j] * v[(first + j) * 3 + c];
  }
}

}  // namespace

std::string esm3BlockName(Index layer) { return "transformer.blocks." + std::to_string(layer) + "."; }

bool hasPlainAttention(const ModelWeights& weights, Index layer) {
  return weights.contains(esm3BlockName(layer) + "attn.layernorm_qkv.1.weight");
}

bool hasGeometricAttention(const ModelWeights& weights, Index layer) {
  return weights.contains(esm3BlockName(layer) + "geom_attn.proj.weight");
}

Index geometricHeads(const ModelWeights& weights, Index layer) {
  return lengthOf(weights, esm3BlockName(layer) + "geom_attn.distance_scale_per_head", 0);
}

ModelSizes sizesOfEsm3(const ModelWeights& weights, Index heads) {
  ModelSizes sizes;
  sizes.layers = layersNamed(weights, "transformer.blocks.", ".ffn.1.weight");
  const std::string feedIn = esm3BlockName(0) + "ffn.1.weight";
  sizes.feedForward = lengthOf(weights, feedIn, 0) / 2;
  sizes.width = lengthOf(weights, feedIn, 1);
  if (hasPlainAttention(weights, 0)) {
    settleHeads(sizes, weights, heads);
  } else {
    sizes.heads = geometricHeads(weights, 0);
    sizes.headsOrigin = "distance_scale_per_head";
  }
  return sizes;
}

std::vector<std::string> esm3BlockNames(const ModelWeights& weights, const ModelSizes& sizes) {
  std::vector<std::string> names;
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    const std::string block = esm3BlockName(layer);
    const auto add = [&](const std::vector<std::string>& more) { names.insert(names.end(), more.begin(), more.end()); };
    if (hasPlainAttention(weights, 0)) add(swigluAttentionNames(block));
    // The trunk has geometric attention in its first block, the encoder in all.
    if (layer == 0 || !hasPlainAttention(weights, 0))
      for (const char* name :
           {"s_norm.weight", "proj.weight", "out_proj.weight", "distance_scale_per_head", "rotation_scale_per_head"})
        names.push_back(block + "geom_attn." + name);
    add(swigluFeedForwardNames(block));
  }
  return names;
}

Frames framesOfAtoms(const Array<float>& backbone) {
  requireShape("backbone", backbone.shape(), {-1, 3, 3});
  std::vector<Vector3> atoms[3];
  for (Index i = 0; i < backbone.length(0); ++i)
    for (Index atom = 0; atom < 3; ++atom)
      atoms[atom].emplace_back(backbone(i, atom, 0), backbone(i, atom, 1), backbone(i, atom, 2));
  return framesOfBackbone(atoms[0], atoms[1], atoms[2]);
}

void warnOfMissingFrames(const Frames& frames, Diagnostics& diagnostics) {
  const auto missing = std::count(frames.valid.begin(), frames.valid.end(), false);
  if (missing > 0)
    diagnostics.warn(missing, " of ", frames.valid.size(), " residues have no complete backbone: nobody looks at them");
}

template <class T>
Esm3Blocks<T>::Esm3Blocks(const ModelSetup& setup, PlacedResidues residues)
    : m_weights(setup.weights), m_residues(std::move(residues)) {
  const bool isTrunk = hasPlainAttention(*m_weights, 0);
  m_rule = {setup.sizes.width, setup.sizes.heads, isTrunk ? residueScale(setup.sizes.layers) : 1.0};
  const Index L = static_cast<Index>(m_residues.frames.frames.size());
  if (!m_residues.chains.empty()) requireShape("chains", {static_cast<Index>(m_residues.chains.size())}, {L});
}

template <class T>
std::vector<std::string> Esm3Blocks<T>::mapNames() const {
  if (hasPlainAttention(*m_weights, 0)) return {kPlainMaps, kGeometricMaps};
  return {kGeometricMaps};
}

template <class T>
Index Esm3Blocks<T>::numLayersOf(const std::string& maps) const {
  Index layer = 0;
  while (maps == kPlainMaps ? hasPlainAttention(*m_weights, layer) : hasGeometricAttention(*m_weights, layer)) ++layer;
  return layer;
}

template <class T>
Array<T> Esm3Blocks<T>::addGeometric(Index layer, Array<T>& x, const LayerWish& wish, const ModelCall& call) const {
  const Index L = x.length(0);
  GeometricInput<T> input = readGeometric<T>(*m_weights, esm3BlockName(layer) + "geom_attn.", m_rule.width);
  input.frameless = hasPlainAttention(*m_weights, layer) ? FramelessOutput::zero : FramelessOutput::keep;
  input.s = x;
  input.chainId = m_residues.chains;
  const Frames& frames = m_residues.frames;
  requireShape("x", x.shape(), {static_cast<Index>(frames.frames.size()), m_rule.width});
  PartProgress turning(call.progress, 0, 0.3), pairing(call.progress, 0.3, 0.9), leaving(call.progress, 0.9, 1);
  const GeometricVectors<T> vectors = geometricVectors(input, frames, call.where.threads, turning);
  GeometricPairs<T> pairs = geometricPairs(vectors, m_residues.group, {call.where, call.diagnostics, pairing});
  if (ablate(pairs.A, kGeometricMaps, wish)) sumAgain(pairs, vectors.v);
  const Array<T> told = geometricOutput(input, frames, pairs.o, call.where.threads, leaving);
  for (Index k = 0; k < x.size(); ++k) x[k] += told[k] / static_cast<T>(m_rule.scale);
  if (m_residues.group < 0) return std::move(pairs.A).reshaped({vectors.heads(), L, L});
  return std::move(pairs.A);
}

template <class T>
LayerMaps<T> Esm3Blocks<T>::run(Index layer, Array<T>& x, const LayerWish& wish, const ModelCall& call) const {
  PartProgress plain(call.progress, 0, 0.3), geometric(call.progress, 0.3, 0.7), feeding(call.progress, 0.7, 1);
  const std::string block = esm3BlockName(layer);
  LayerMaps<T> maps;
  if (hasPlainAttention(*m_weights, layer))
    maps[kPlainMaps] = addSwigluAttention(x, *m_weights, block, m_rule, wish, {call.where, call.diagnostics, plain});
  if (hasGeometricAttention(*m_weights, layer))
    maps[kGeometricMaps] = addGeometric(layer, x, wish, {call.where, call.diagnostics, geometric});
  addSwigluFeedForward(x, *m_weights, block, m_rule, {call.where, call.diagnostics, feeding});
  return maps;
}

template class Esm3Blocks<float>;
template class Esm3Blocks<double>;

}  // namespace engine
