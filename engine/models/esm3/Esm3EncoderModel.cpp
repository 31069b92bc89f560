// The architecture "esm3-encoder" (MATHEMATICS.md 7.3): coordinates to structure tokens, by what every residue sees
// among its neighbours.
#include <algorithm>
#include <limits>

#include "engine/base/ParallelFor.h"
#include "engine/models/esm3/GeometricBlocks.h"
#include "engine/models/esm3/StructureNeighbours.h"
#include "engine/models/parts/ModelLinear.h"
#include "engine/network/Embedding.h"

namespace engine {

namespace {

const std::string kSteps = "relative_positional_embedding.embedding.weight";
const std::string kCodes = "codebook.embeddings";
constexpr const char* kNeighbourMaps = "neighbour_attention";
constexpr Index kMostSteps = 32;
constexpr Index kStepRows = 2 * kMostSteps + 2;  ///< the first is not used

/// The residues of all neighbourhoods, one after the other.
PlacedResidues gathered(const Frames& frames, const Array<std::int64_t>& neighbours) {
  PlacedResidues residues{{}, {}, neighbours.length(1)};
  for (const std::int64_t j : neighbours) {
    residues.frames.frames.push_back(frames.frames[static_cast<size_t>(j)]);
    residues.frames.valid.push_back(frames.valid[static_cast<size_t>(j)]);
  }
  return residues;
}

/// Row of the nearest code for every row of z (L, d), as a number.
template <class T>
Array<T> nearestCodes(const Array<T>& z, const Array<T>& codes, int threads, Progress& progress) {
  const Index L = z.length(0), d = z.length(1);
  Array<T> nearest({L}, T{0}, "structure_tokens");
  parallelFor(L, 16, threads, progress, "structure tokens", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      T least = std::numeric_limits<T>::infinity();
      for (Index k = 0; k < codes.length(0); ++k) {
        T square = 0;
        for (Index c = 0; c < d; ++c) square += (z(i, c) - codes(k, c)) * (z(i, c) - codes(k, c));
        if (square < least) {
          least = square;
          nearest[i] = static_cast<T>(k);
        }
      }
    }
  });
  return nearest;
}

template <class T>
class Esm3EncoderRun : public ModelRun<T> {
 public:
  Esm3EncoderRun(const ModelSetup& setup, Diagnostics& diagnostics)
      : m_setup(setup),
        m_frames(framesOfAtoms(setup.input.backbone)),
        m_neighbours(structureNeighbours(m_frames)),
        m_blocks(setup, gathered(m_frames, m_neighbours)) {
    requireResidueNumbers(setup.input, setup.input.backbone.length(0));
    warnOfMissingFrames(m_frames, diagnostics);
  }

  Index numLayers() const override { return m_setup.sizes.layers; }
  Index numHeads() const override { return m_setup.sizes.heads; }
  /// attention (H, L, L): whom a residue sees, 0 for those that are no neighbours; neighbour_attention (H, L, K, K):
  /// how all of a neighbourhood see each other.
  std::vector<std::string> mapNames() const override { return {kPlainMaps, kNeighbourMaps}; }
  std::vector<std::string> positions(const std::string&) const override {
    const std::string& letters = m_setup.input.sequence;
    std::vector<std::string> names;
    for (Index i = 0; i < m_neighbours.length(0); ++i)
      names.push_back(hasLetters() ? std::string(1, letters[static_cast<size_t>(i)]) : std::to_string(i + 1));
    return names;
  }
  std::vector<bool> specialPositions(const std::string& maps) const override {
    return std::vector<bool>(positions(maps).size(), false);
  }
  std::string unit(const std::string&) const override { return hasLetters() ? "" : "residue"; }
  bool hiddenEndsWithNorm() const override { return false; }

  /// (L, K, D) by the place of each neighbour along the sequence.
  ModelState<T> embed(const ModelCall& call) const override {
    call.progress.update(0, "neighbours");
    const Index K = m_neighbours.length(1);
    Array<std::int64_t> rows(m_neighbours.shape(), Untouched{}, "steps");
    for (Index at = 0; at < rows.size(); ++at) {
      const std::int64_t step = place(m_neighbours[at]) - place(m_neighbours[at / K * K]);
      rows[at] = std::clamp<std::int64_t>(step, -kMostSteps, kMostSteps) + kMostSteps + 1;
    }
    const Array<T> table = readWeightsAs<T>(*m_setup.weights, kSteps, {kStepRows, m_setup.sizes.width});
    return {engine::embed(rows, table), {}};
  }
  LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                        const ModelCall& call) const override {
    const Shape shape = state.x.shape();
    Array<T> x = std::move(state.x).reshaped({shape[0] * shape[1], shape[2]});
    Array<T> A = std::move(m_blocks.run(layer, x, wish, call).at(kGeometricMaps));
    state.x = std::move(x).reshaped(shape);
    LayerMaps<T> maps;
    if (wish.wants(kPlainMaps)) maps[kPlainMaps] = ofResidues(A);
    if (wish.wants(kNeighbourMaps)) maps[kNeighbourMaps] = std::move(A);
    return maps;
  }
  std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const override {
    const ModelWeights& weights = *m_setup.weights;
    const Index L = m_neighbours.length(0), K = m_neighbours.length(1), D = m_setup.sizes.width;
    Array<T> own({L, D}, T{0}, "last");
    for (Index i = 0; i < L; ++i)
      if (m_frames.valid[static_cast<size_t>(i)]) std::copy_n(state.x.data() + i * K * D, D, own.data() + i * D);
    std::map<std::string, Array<T>> read = {{"last", own}};
    Array<T>& near = read["neighbours"] = Array<T>(m_neighbours.shape(), Untouched{}, "neighbours");
    std::copy(m_neighbours.begin(), m_neighbours.end(), near.begin());
    const Shape* const codes = weights.shapeOf(kCodes);
    if (codes == nullptr) return read;
    const Array<T> table = readWeightsAs<T>(weights, kCodes, {-1, -1});
    const Array<T> z = modelLinear(own, readLinear<T>(weights, "pre_vq_proj", table.length(1), D), call);
    read["structure_tokens"] = nearestCodes(z, table, call.where.threads, call.progress);
    read["projected"] = z;
    return read;
  }

 private:
  bool hasLetters() const { return std::ssize(m_setup.input.sequence) == m_neighbours.length(0); }
  /// The row of each residue itself, its weights where the neighbours are: (H, L, L).
  Array<T> ofResidues(const Array<T>& A) const {
    const Index H = A.length(0), L = A.length(1), K = A.length(2);
    Array<T> maps({H, L, L}, T{0}, kPlainMaps);
    for (Index row = 0; row < H * L; ++row)
      for (Index k = 0; k < K; ++k) maps[row * L + m_neighbours(row % L, k)] = A[row * K * K + k];
    return maps;
  }
  /// Along the sequence.
  std::int64_t place(std::int64_t residue) const {
    const std::vector<std::int64_t>& numbers = m_setup.input.residueNumbers;
    return numbers.empty() ? residue : numbers[static_cast<size_t>(residue)];
  }

  ModelSetup m_setup;
  Frames m_frames;
  Array<std::int64_t> m_neighbours;  ///< (L, K)
  Esm3Blocks<T> m_blocks;
};

class Esm3Encoder : public ArchitectureOf<Esm3EncoderRun> {
 public:
  std::string id() const override { return "esm3-encoder"; }
  std::string title() const override { return "ESM3 structure encoder"; }
  std::string help() const override {
    return "Backbone coordinates to structure tokens: every residue and its 15 nearest look at each other, apart from "
           "all "
           "others, so that maps are 0 elsewhere. Hayes et al. 2024.";
  }
  ModelTakes takes() const override { return ModelTakes::backbone; }
  bool recognises(const ModelWeights& weights) const override {
    return hasGeometricAttention(weights, 0) && weights.contains(kSteps);
  }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override { return sizesOfEsm3(weights, heads); }
  std::vector<std::string> neededNames(const ModelWeights& weights, const ModelSizes& sizes) const override {
    std::vector<std::string> names = esm3BlockNames(weights, sizes);
    names.push_back(kSteps);
    if (weights.contains(kCodes)) names.push_back("pre_vq_proj.weight");
    return names;
  }
};

}  // namespace

std::unique_ptr<const Architecture> makeEsm3Encoder() { return std::make_unique<Esm3Encoder>(); }

}  // namespace engine
