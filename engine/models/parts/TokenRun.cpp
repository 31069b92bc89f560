#include "engine/models/parts/TokenRun.h"

namespace engine {

template <class T>
TokenRun<T>::TokenRun(const ModelSetup& setup, TokenTable table, Diagnostics& diagnostics)
    : TokenRun(setup, table, tokenised(setup.input.sequence, table, diagnostics)) {}

template <class T>
TokenRun<T>::TokenRun(const ModelSetup& setup, TokenTable table, TokenisedText text)
    : m_setup(setup), m_table(std::move(table)), m_text(std::move(text)) {
  const Index most = sizes().maxTokens;
  Index special = 0;
  for (const bool isSpecial : m_text.isSpecial) special += isSpecial ? 1 : 0;
  if (most > 0 && numTokens() > most)
    fail(weights().source->name(), ": found a sequence of ", numTokens() - special, " residues, expected at most ",
         most - special);
}

template <class T>
Array<std::int64_t> TokenRun<T>::tokens() const {
  return Array<std::int64_t>({numTokens()}, m_text.numbers, "tokens");
}

template class TokenRun<float>;
template class TokenRun<double>;

}  // namespace engine
