// ESM-1 of 2019 on one sequence (MATHEMATICS.md 3.3).
#pragma once

#include "engine/models/parts/SelfAttention.h"
#include "engine/models/parts/TokenRun.h"
#include "engine/models/parts/TransformerLayer.h"

namespace engine {

template <class T>
class Esm1Run : public TokenRun<T> {
 public:
  Esm1Run(const ModelSetup& setup, Diagnostics& diagnostics);

  ModelState<T> embed(const ModelCall& call) const override;
  LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish, const ModelCall& call) const override;
  std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const override;
  ContactHeadWeights<T> contactRegression() const override;
  bool hiddenEndsWithNorm() const override { return false; }
  bool rowsSumToOne() const override { return false; }

 private:
  /// Attention in which every residue also sees one learned key, whose column the maps leave out.
  AttendedHeads<T> attend(Index layer, const Array<T>& x, const LayerWish& wish, const ModelCall& call) const;
  LayerRule rule() const;
};

}  // namespace engine
