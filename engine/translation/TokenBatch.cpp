#include "engine/translation/TokenBatch.h"

#include <algorithm>

#include "engine/base/Nth.h"

namespace engine {

TokenBatch batchOf(const std::vector<TextPair>& pairs, const Vocabulary& source, const Vocabulary& target) {
  std::vector<std::vector<std::int64_t>> read, written;
  Index longestSource = 0, longestTarget = 0;
  for (const TextPair& pair : pairs) {
    read.push_back(source.tokensOf(pair.source, "source"));
    written.push_back(target.tokensOf(pair.target, "target"));
    longestSource = std::max(longestSource, std::ssize(read.back()));
    longestTarget = std::max(longestTarget, std::ssize(written.back()));
  }
  const Index B = std::ssize(pairs), T = pairs.empty() ? 0 : longestTarget + 1;
  TokenBatch batch{Array<std::int64_t>({B, longestSource}, kPaddingToken, "source"),
                   {},
                   Array<std::int64_t>({B, T}, kPaddingToken, "target"),
                   Array<std::int64_t>({B, T}, kPaddingToken, "wanted")};
  for (Index b = 0; b < B; ++b) {
    const std::vector<std::int64_t>& tokens = nth(written, b);
    std::copy(nth(read, b).begin(), nth(read, b).end(), batch.source.data() + b * longestSource);
    batch.lengths.push_back(std::ssize(nth(read, b)));
    batch.fed(b, 0) = kBeginToken;
    std::copy(tokens.begin(), tokens.end(), batch.fed.data() + b * T + 1);
    std::copy(tokens.begin(), tokens.end(), batch.wanted.data() + b * T);
    batch.wanted(b, std::ssize(tokens)) = kEndToken;
  }
  return batch;
}

}  // namespace engine
