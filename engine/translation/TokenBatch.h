// Pairs of texts as arrays of tokens, padded to one length.
#pragma once

#include <vector>

#include "engine/translation/TranslationTask.h"

namespace engine {

struct TokenBatch {
  Array<std::int64_t> source;  ///< (B, S) tokens to read
  std::vector<Index> lengths;  ///< (B) of the sources without padding
  Array<std::int64_t> fed;     ///< (B, T) <begin> and the target
  Array<std::int64_t> wanted;  ///< (B, T) the target and <end>; then padding
};

/// S and T are as long as the longest pair needs. Throws Error for symbols outside the vocabularies.
TokenBatch batchOf(const std::vector<TextPair>& pairs, const Vocabulary& source, const Vocabulary& target);

}  // namespace engine
