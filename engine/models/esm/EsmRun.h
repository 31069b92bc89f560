// ESM-2, ESM-1b and ESM-1v on one sequence (MATHEMATICS.md 3.1, 3.2).
#pragma once

#include "engine/models/esm/EsmNames.h"
#include "engine/models/parts/EncoderForm.h"
#include "engine/models/parts/TokenRun.h"

namespace engine {

template <class T>
class EsmRun : public TokenRun<T>, public HasEncoderForm {
 public:
  EsmRun(const ModelSetup& setup, Diagnostics& diagnostics);

  std::vector<std::string> vocabulary() const override;
  ModelState<T> embed(const ModelCall& call) const override;
  LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish, const ModelCall& call) const override;
  LayerMaps<T> mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                           const ModelCall& call) const override;
  std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const override;
  ContactHeadWeights<T> contactRegression() const override;
  EncoderForm encoderForm() const override;

 private:
  /// (V, D) of this name; the row of <mask> 0 where the loader of raw ESM-1b and ESM-1v files clears it.
  Array<T> readTokenTable(const std::string& name) const;
  LayerRule ruleOf(const Array<float>& frequencies) const;
  /// (d/2), or nothing for learned positions.
  Array<float> frequenciesOf(Index layer) const;

  EsmNames m_names;
  bool m_isRotary;
  double m_epsilon;
};

}  // namespace engine
