#include "engine/models/LetterPredictions.h"

#include <algorithm>

#include "engine/attention/tied/TiedProduct.h"

namespace engine {

template <class T>
Array<T> letterProbabilities(const Array<T>& logits, const std::vector<std::string>& vocabulary,
                             const std::vector<Index>& rows) {
  std::vector<Index> columns;
  for (const char letter : kPredictedLetters) {
    const auto found = std::find(vocabulary.begin(), vocabulary.end(), std::string(1, letter));
    if (found == vocabulary.end()) return {};
    columns.push_back(found - vocabulary.begin());
  }
  const Index width = std::ssize(columns);
  Array<T> result({std::ssize(rows), width}, Untouched{}, "probabilities");
  for (Index k = 0; k < result.length(0); ++k) {
    T* const row = result.data() + k * width;
    for (Index c = 0; c < width; ++c)
      row[c] = logits(rows[static_cast<std::size_t>(k)], columns[static_cast<std::size_t>(c)]);
    softmaxRow(row, width);
  }
  return result;
}

template <class T>
std::string topLetters(const Array<T>& probabilities) {
  const Index width = probabilities.length(1);
  std::string letters;
  for (Index k = 0; k < probabilities.length(0); ++k) {
    const T* const row = probabilities.data() + k * width;
    letters += kPredictedLetters[static_cast<std::size_t>(std::max_element(row, row + width) - row)];
  }
  return letters;
}

#define INSTANTIATE(T)                                                                                                \
  template Array<T> letterProbabilities(const Array<T>&, const std::vector<std::string>&, const std::vector<Index>&); \
  template std::string topLetters(const Array<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
