// MSA Transformer on an alignment (MATHEMATICS.md 3.4).
#pragma once

#include "engine/models/Architecture.h"
#include "engine/models/parts/SelfAttention.h"
#include "engine/models/parts/Tokens.h"
#include "engine/models/parts/TransformerLayer.h"

namespace engine {

/// Names of a layer's arrays; raw files call rows columns and columns rows.
struct MsaLayerNames {
  LayerNames row;     ///< attention along the sequence, and the feed-forward part
  LayerNames column;  ///< attention along the alignment
};
MsaLayerNames msaLayerNames(const ModelWeights& weights, Index layer);

/// Maps: row_attention (H, C, C), one for all rows; column_attention (H, C, R, R), a large one that may be left out;
/// column_mean (H, R, R), its mean over the columns.
template <class T>
class MsaRun : public ModelRun<T> {
 public:
  MsaRun(const ModelSetup& setup, Diagnostics& diagnostics);

  Index numLayers() const override { return m_setup.sizes.layers; }
  Index numHeads() const override { return m_setup.sizes.heads; }
  std::vector<std::string> mapNames() const override;
  std::vector<std::string> positions(const std::string& maps) const override;
  std::vector<bool> specialPositions(const std::string& maps) const override;
  std::string unit(const std::string& maps) const override;
  Array<std::int64_t> tokens() const override { return m_tokens; }
  std::vector<std::string> vocabulary() const override;

  ModelState<T> embed(const ModelCall& call) const override;
  LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish, const ModelCall& call) const override;
  LayerMaps<T> mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                           const ModelCall& call) const override;
  std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const override;
  ContactHeadWeights<T> contactRegression() const override;

 private:
  const ModelWeights& weights() const { return *m_setup.weights; }
  LayerRule rule() const;
  /// With no values in `attention`: the maps alone.
  AttendedHeads<T> attendAlongRows(const Array<T>& x, const LayerNames& names, bool mapsAlone, const LayerWish& wish,
                                   const ModelCall& call) const;
  void runColumns(const LayerNames& names, Array<T>& x, LayerMaps<T>& maps, const LayerWish& wish,
                  const ModelCall& call) const;

  ModelSetup m_setup;
  TokenTable m_table;
  std::vector<std::string> m_queryTokens;
  Array<std::int64_t> m_tokens;  ///< (R, C), with <cls> in every row
};

}  // namespace engine
