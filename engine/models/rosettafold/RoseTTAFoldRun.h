// RoseTTAFold's two tracks on an alignment (MATHEMATICS.md 8): blocks of iter_block_1, before any structure.
#pragma once

#include "engine/attention/rosettafold-msa/MsaToMsa.h"
#include "engine/models/Architecture.h"
#include "engine/models/parts/Tokens.h"

namespace engine {

/// What stands before the names of a block's arrays.
std::string roseTtaFoldBlock(Index block);
/// Whether the file's pair features are those of a model without templates, which alone can be made here: without them,
/// only the maps of block 0 are known.
bool hasPairTrack(const ModelWeights& weights);
/// The arrays whose names begin so, under their full names.
ArrayBundle readBundle(const ModelWeights& weights, const std::string& beginning);

/// What the layer along the sequence tells beside its features.
template <class T>
struct SoftTiedMaps {
  Array<T> w;     ///< (N, L, H) weights of the sequences
  Array<T> A;     ///< (H, L, L)
  Array<T> pair;  ///< (L, L, H) symmetrised
};

template <class T>
class RoseTTAFoldRun : public ModelRun<T> {
 public:
  /// Throws Error for an alignment without rows, of rows of several lengths, or with too many columns.
  RoseTTAFoldRun(const ModelSetup& setup, Diagnostics& diagnostics);

  Index numLayers() const override { return m_setup.sizes.layers; }
  Index numHeads() const override { return m_setup.sizes.heads; }
  std::vector<std::string> positions(const std::string&) const override { return m_query; }
  std::vector<bool> specialPositions(const std::string&) const override {
    return std::vector<bool>(m_query.size(), false);
  }
  Array<std::int64_t> tokens() const override { return m_tokens; }

  ModelState<T> embed(const ModelCall& call) const override;
  LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish, const ModelCall& call) const override;
  LayerMaps<T> mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                           const ModelCall& call) const override;
  std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const override;

  /// The first features of pairs: without what they learn from each other, and with it, (L, L, K).
  Array<T> embeddedPairs() const;
  Array<T> initialPairs(const ModelCall& call) const;
  /// MSA2MSA of a block: x (N, L, D) becomes what it leaves.
  SoftTiedMaps<T> runMsaToMsa(Index block, Array<T>& x, const LayerWish& wish, const ModelCall& call) const;

 private:
  SoftTiedMaps<T> runAlongSequence(const EncoderLayerWeights<T>& weights, Array<T>& x, const LayerWish& wish,
                                   const ModelCall& call) const;
  MsaToMsaWeights<T> msaWeights(Index block) const;
  std::vector<std::int64_t> places() const;

  ModelSetup m_setup;
  std::vector<std::string> m_query;  ///< letters of the target, before m_tokens, which is read with it
  Array<std::int64_t> m_tokens;      ///< (N, L)
};

}  // namespace engine
