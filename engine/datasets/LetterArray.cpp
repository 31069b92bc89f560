#include "engine/datasets/LetterArray.h"

#include <utility>
#include <vector>

namespace engine {

Array<std::int64_t> letterArray(const std::string& letters) {
  std::vector<std::int64_t> codes(letters.begin(), letters.end());
  return Array<std::int64_t>({static_cast<Index>(letters.size())}, std::move(codes), kLetterArray);
}

std::string lettersIn(const ArrayBundle& arrays) {
  const auto found = arrays.find(kLetterArray);
  const auto* const codes = found == arrays.end() ? nullptr : std::get_if<Array<std::int64_t>>(&found->second);
  if (!codes || codes->rank() != 1) return {};
  std::string letters;
  for (const std::int64_t code : *codes) {
    constexpr std::int64_t kFirst = ' ', kLast = '~';
    if (code < kFirst || code > kLast) return {};
    letters += static_cast<char>(code);
  }
  return letters;
}

}  // namespace engine
