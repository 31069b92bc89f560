// What runs of models that read one sequence have in common: its tokens and sizes.
#pragma once

#include "engine/models/Architecture.h"
#include "engine/models/parts/Tokens.h"

namespace engine {

template <class T>
class TokenRun : public ModelRun<T> {
 public:
  TokenRun(const ModelSetup& setup, TokenTable table, Diagnostics& diagnostics);
  /// Of a text that is in tokens already. Both throw Error for more tokens than the model takes.
  TokenRun(const ModelSetup& setup, TokenTable table, TokenisedText text);

  Index numLayers() const override { return sizes().layers; }
  Index numHeads() const override { return sizes().heads; }
  std::vector<std::string> positions(const std::string&) const override { return m_text.texts; }
  std::vector<bool> specialPositions(const std::string&) const override { return m_text.isSpecial; }
  Array<std::int64_t> tokens() const override;
  std::vector<std::string> vocabulary() const override { return m_table.tokens; }

 protected:
  const ModelWeights& weights() const { return *m_setup.weights; }
  const ModelSizes& sizes() const { return m_setup.sizes; }
  const TokenTable& table() const { return m_table; }
  const TokenisedText& text() const { return m_text; }
  Index numTokens() const { return static_cast<Index>(m_text.numbers.size()); }

 private:
  ModelSetup m_setup;
  TokenTable m_table;
  TokenisedText m_text;
};

}  // namespace engine
