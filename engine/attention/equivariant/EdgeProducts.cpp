// Each lane of a vector is an edge, so that the loops over copies, components and couplings are those of the
// definition. Most of the work is the second layer of the radial network, which makes some hundred weights per edge;
// they are made in chunks that stay in the first cache and are used up at once.
#include "engine/attention/equivariant/EdgeProducts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "engine/attention/lanes/VectorExp.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/equivariant/SphericalHarmonics.h"

namespace engine {

namespace {

#if defined(__AVX512F__)
constexpr Index kLanes = 16;
#elif defined(__AVX__)
constexpr Index kLanes = 8;
#else
constexpr Index kLanes = 4;
#endif
using Floats = float __attribute__((vector_size(kLanes * sizeof(float))));

/// Edges at a time: two vectors, which share every value that is the same for all edges.
constexpr Index kEdges = 2 * kLanes;
struct Block {
  Floats low, high;
};
constexpr Index kTile = 4;    // weights at a time: with two vectors each, eight sums in registers
constexpr Index kChunk = 64;  // weights between making and using; a multiple of the tile

void setLane(Block& block, Index lane, float value) {
  std::memcpy(reinterpret_cast<char*>(&block) + lane * Index(sizeof(float)), &value, sizeof(float));
}
float laneOf(const Block& block, Index lane) {
  float value;
  std::memcpy(&value, reinterpret_cast<const char*>(&block) + lane * Index(sizeof(float)), sizeof(float));
  return value;
}
/// sum += factor * x
void addProduct(Block& sum, float factor, const Block& x) {
  sum.low += factor * x.low;
  sum.high += factor * x.high;
}
void addProduct(Block& sum, const Block& factor, const Block& x) {
  sum.low += factor.low * x.low;
  sum.high += factor.high * x.high;
}

/// One path of a tensor product whose second factor has one copy of each irrep.
struct PathPlan {
  /// Entries of C that turn component i of x into component k of z: sum of value * y.
  struct Link {
    int i, k;
    std::vector<std::pair<Index, float>> terms;  ///< component of y (from its start), C times the path's factor
  };
  Index x = 0, z = 0;               ///< where its copies start
  Index copies = 0, outCopies = 0;  ///< of x and z
  Index xSize = 1, zSize = 1;       ///< components of one copy
  std::vector<Link> links;
  std::vector<float> weights;  ///< second layer in tiles of kTile columns: (tile, hidden, kTile)
};

/// A radial network and the tensor product that takes its weights.
struct ProductPlan {
  const Array<float>& first;  ///< (basis, hidden)
  Index hidden = 0, outSize = 0, maxCoupled = 0;
  std::vector<PathPlan> paths;
};

std::vector<float> tiled(const Array<float>& W, Index begin, Index count) {
  const Index hidden = W.length(0), numTiles = (count + kTile - 1) / kTile;
  std::vector<float> tiles(static_cast<size_t>(numTiles * hidden * kTile), 0.0f);
  for (Index c = 0; c < count; ++c)
    for (Index h = 0; h < hidden; ++h)
      nth(tiles, (c / kTile * hidden + h) * kTile + c % kTile) = W(h, begin + c);
  return tiles;
}

/// Entries come ordered by k, i, j.
std::vector<PathPlan::Link> linksOf(const std::vector<CouplingEntry>& entries, Index yOffset, double factor) {
  std::vector<PathPlan::Link> links;
  for (const CouplingEntry& entry : entries) {
    if (links.empty() || links.back().i != entry.first || links.back().k != entry.out)
      links.push_back({entry.first, entry.out, {}});
    links.back().terms.emplace_back(yOffset + entry.second, static_cast<float>(factor * entry.value));
  }
  return links;
}

ProductPlan planOf(const TensorProduct& product, const Array<float>& first, const Array<float>& second) {
  ProductPlan plan{first, first.length(1), product.out().dimension(), 0, {}};
  for (const TensorProductPath& path : product.paths()) {
    const IrrepBlock &x = product.first().blocks()[path.first], &y = product.second().blocks()[path.second],
                     &z = product.out().blocks()[path.out];
    PathPlan one{x.offset, z.offset, x.multiplicity, z.multiplicity, x.irrep.dimension(), z.irrep.dimension(), {}, {}};
    one.links = linksOf(product.coupling(path), y.offset, path.factor);
    one.weights = tiled(second, path.weightOffset, x.multiplicity * z.multiplicity);
    plan.maxCoupled = std::max(plan.maxCoupled, one.copies * one.zSize);
    plan.paths.push_back(std::move(one));
  }
  return plan;
}

/// Memory of one thread for the edges at hand.
struct Scratch {
  std::vector<Block> x, y, b, hidden, coupled, weights, z, query, scores;
};

void activateAll(Activation activation, Block& block, float scale) {
  float values[kEdges];
  std::memcpy(values, &block, sizeof(values));
  if (activation == Activation::silu) {
    for (float& value : values) {
      const float e = expOfNonPositive(-std::abs(value));
      value = scale * value * (value >= 0 ? 1.0f : e) / (1.0f + e);
    }
  } else {
    for (float& value : values) value = scale * activate(activation, value);
  }
  std::memcpy(&block, values, sizeof(values));
}

/// The hidden layer, already divided by the square root of its width.
void hiddenLayer(const ProductPlan& plan, Activation activation, Scratch& scratch) {
  const Index basis = plan.first.length(0), hidden = plan.hidden;
  const float scale = static_cast<float>(1 / std::sqrt(double(basis)));
  const float outScale =
      static_cast<float>(activationConstant(activation) / std::sqrt(double(std::max<Index>(1, hidden))));
  scratch.hidden.assign(static_cast<size_t>(hidden), Block{});
  for (Index h = 0; h < hidden; ++h) {
    Block sum{};
    for (Index n = 0; n < basis; ++n) addProduct(sum, scale * plan.first(n, h), nth(scratch.b, n));
    activateAll(activation, sum, outScale);
    nth(scratch.hidden, h) = sum;
  }
}

/// Weights of `numTiles` tiles: the products of the hidden values with the columns of the second layer.
void makeWeights(const float* tiles, Index numTiles, const std::vector<Block>& hidden, Block* weights) {
  for (Index tile = 0; tile < numTiles; ++tile, weights += kTile) {
    Block sums[kTile] = {};
    for (const Block& value : hidden)
      for (Index c = 0; c < kTile; ++c) addProduct(sums[c], *tiles++, value);
    std::copy(sums, sums + kTile, weights);
  }
}

/// sum_{ij} C_ijk x_ui y_j for all copies u of a path: (u, k).
void couple(const PathPlan& path, Scratch& scratch) {
  std::fill_n(scratch.coupled.begin(), path.copies * path.zSize, Block{});
  for (const PathPlan::Link& link : path.links) {
    Block factor{};
    for (const auto& [component, value] : link.terms)
      addProduct(factor, value, nth(scratch.y, component));
    const Block* x = scratch.x.data() + path.x + link.i;
    Block* out = scratch.coupled.data() + link.k;
    for (Index u = 0; u < path.copies; ++u, x += path.xSize, out += path.zSize) addProduct(*out, factor, *x);
  }
}

/// z_wk += weight_uw * coupled_uk for `count` weights from number `begin` on.
template <Index kSize>
void useWeights(const PathPlan& path, Index begin, Index count, const Block* coupled, const Block* weights, Block* z) {
  Index u = begin / path.outCopies, w = begin % path.outCopies;
  for (Index c = 0; c < count; ++u, w = 0) {
    Block row[kSize];
    std::copy_n(coupled + u * kSize, kSize, row);
    for (; w < path.outCopies && c < count; ++w, ++c)
      for (Index k = 0; k < kSize; ++k) addProduct(z[w * kSize + k], weights[c], row[k]);
  }
}

void usePath(const PathPlan& path, Scratch& scratch) {
  couple(path, scratch);
  const Index hidden = static_cast<Index>(scratch.hidden.size()), count = path.copies * path.outCopies;
  Block* const z = scratch.z.data() + path.z;
  for (Index begin = 0; begin < count; begin += kChunk) {
    const Index size = std::min(kChunk, count - begin);
    makeWeights(path.weights.data() + begin * hidden, (size + kTile - 1) / kTile, scratch.hidden,
                scratch.weights.data());
    const auto use = [&]<Index kSize>() {
      useWeights<kSize>(path, begin, size, scratch.coupled.data(), scratch.weights.data(), z);
    };
    if (path.zSize == 1) use.operator()<1>();
    if (path.zSize == 3) use.operator()<3>();
    if (path.zSize == 5) use.operator()<5>();
    if (path.zSize == 7) use.operator()<7>();
  }
}

/// The tensor product of the edges at hand into scratch.z.
void applyProduct(const ProductPlan& plan, Activation activation, Scratch& scratch) {
  hiddenLayer(plan, activation, scratch);
  scratch.z.assign(static_cast<size_t>(plan.outSize), Block{});
  for (const PathPlan& path : plan.paths) usePath(path, scratch);
}

/// Everything that is the same for all edges.
struct Plan {
  const EdgeLayer& layer;
  ProductPlan key, value;

  Scratch scratch() const {
    const auto blocks = [](Index count) { return std::vector<Block>(static_cast<size_t>(count)); };
    return {blocks(layer.key.first().dimension()),
            blocks(numHarmonics(layer.maxDegree)),
            blocks(layer.basis.count),
            {},
            blocks(std::max(key.maxCoupled, value.maxCoupled)),
            blocks(kChunk),
            {},
            blocks(layer.queries.length(1)),
            blocks(layer.heads)};
  }
};

/// Features, harmonics, basis and query of the edges [first, first + kEdges); behind the last edge that one again.
void gather(const EdgeLayer& layer, Index first, Scratch& scratch) {
  const float scale = static_cast<float>(std::sqrt(double(layer.basis.count)));
  std::vector<float> b(scratch.b.size());
  float Y[numHarmonics(kMaxDegree)];
  const auto spread = [](const float* values, std::vector<Block>& blocks, Index lane) {
    for (size_t c = 0; c < blocks.size(); ++c) setLane(blocks[c], lane, values[c]);
  };
  for (Index lane = 0; lane < kEdges; ++lane) {
    const Index e = std::min(first + lane, layer.graph.lengths.size() - 1);
    const double* const vector = &layer.graph.vectors(e, 0);
    const float single[] = {float(vector[0]), float(vector[1]), float(vector[2])};
    sphericalHarmonics(single, layer.maxDegree, HarmonicNormalization::component, Y);
    radialBasis(layer.basis, static_cast<float>(layer.graph.lengths[e]), b.data());
    for (float& value : b) value *= scale;
    spread(Y, scratch.y, lane);
    spread(b.data(), scratch.b, lane);
    spread(layer.f.data() + layer.graph.edges(e, 0) * layer.f.length(1), scratch.x, lane);
    spread(layer.queries.data() + layer.graph.edges(e, 1) * layer.queries.length(1), scratch.query, lane);
  }
}

/// Rows [first, first + kEdges) of `target`, as far as there are any.
void scatter(const std::vector<Block>& columns, Index first, Array<float>& target) {
  const Index width = target.length(1), rows = std::min(kEdges, target.length(0) - first);
  for (Index lane = 0; lane < rows; ++lane)
    for (Index c = 0; c < width; ++c) target(first + lane, c) = laneOf(nth(columns, c), lane);
}

void computeEdges(const Plan& plan, Index first, Scratch& scratch, EdgeProducts& products) {
  const EdgeLayer& layer = plan.layer;
  gather(layer, first, scratch);
  applyProduct(plan.key, layer.activation, scratch);
  scatter(scratch.z, first, products.k);
  std::fill(scratch.scores.begin(), scratch.scores.end(), Block{});
  for (size_t c = 0; c < scratch.z.size(); ++c)
    addProduct(nth(scratch.scores, layer.headOfKey[c]), scratch.query[c], scratch.z[c]);
  scatter(scratch.scores, first, products.S);
  applyProduct(plan.value, layer.activation, scratch);
  scatter(scratch.z, first, products.v);
}

}  // namespace

EdgeProducts edgeProducts(const EdgeLayer& layer, int threads, Progress& progress) {
  const Plan plan{layer, planOf(layer.key, layer.mlp_k_0, layer.mlp_k_1),
                  planOf(layer.value, layer.mlp_v_0, layer.mlp_v_1)};
  const Index E = layer.graph.lengths.size(), numBlocks = (E + kEdges - 1) / kEdges;
  EdgeProducts products{Array<float>({E, plan.key.outSize}, Untouched{}),
                        Array<float>({E, plan.value.outSize}, Untouched{}),
                        Array<float>({E, layer.heads}, Untouched{})};
  const Index weights = std::max<Index>(1, layer.key.numWeights() + layer.value.numWeights());
  const Index grain = std::clamp<Index>(10'000 / weights, 1, 16);
  parallelFor(numBlocks, grain, threads, progress, "keys and values", [&](Index begin, Index end) {
    Scratch scratch = plan.scratch();
    for (Index block = begin; block < end; ++block) computeEdges(plan, block * kEdges, scratch, products);
  });
  return products;
}

}  // namespace engine
