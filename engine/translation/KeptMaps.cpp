#include "engine/translation/KeptMaps.h"

#include <algorithm>

#include "engine/translation/Translate.h"

namespace engine {

namespace {

constexpr Index kMostKept = 60, kMostNumbers = 4'000'000;

Index numbersIn(const std::vector<KeptMaps>& kept) {
  Index numbers = 0;
  for (const KeptMaps& one : kept)
    for (const Array<float>& map : one.examples) numbers += map.size();
  return numbers;
}

}  // namespace

KeptMaps mapsAt(Index step, const Translator& translator, const std::vector<TranslationExample>& examples) {
  KeptMaps kept{step, {}};
  Progress none;
  for (const TranslationExample& example : examples) {
    const std::vector<std::int64_t> source = translator.source.tokensOf(example.source, "example");
    std::vector<std::int64_t> written;
    if (example.target) {
      written = translator.target.tokensOf(*example.target, "example");
      written.push_back(kEndToken);
    } else {
      const DecodingOptions options{.longest = 2 * std::ssize(source) + 8};
      written = decode(source, translator.weights, options, none).front().tokens;
    }
    const Array<double> attention = writing(source, written, translator.weights, {}, none).attention;
    kept.examples.emplace_back(attention.shape(), std::vector<float>(attention.begin(), attention.end()));
  }
  return kept;
}

void MapKeeper::keep(KeptMaps maps, bool isLast, std::vector<KeptMaps>& kept) {
  kept.push_back(std::move(maps));
  const auto isTooMuch = [&] { return std::ssize(kept) > kMostKept || numbersIn(kept) > kMostNumbers; };
  const Index last = kept.back().step;
  while (isTooMuch() && kept.size() > 2) {
    m_every *= 2;
    std::erase_if(kept, [&](const KeptMaps& one) { return !wants(one.step) && !(isLast && one.step == last); });
  }
}

}  // namespace engine
