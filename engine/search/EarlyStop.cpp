#include "engine/search/EarlyStop.h"

#include <algorithm>

namespace engine {

namespace {

constexpr double kLeastPerTemplate = 0.01;
/// Enough for the lanes of all threads.
constexpr size_t kKnownAtOnce = 256;
/// Steps between the formulae of P-values, and the order of sums.
constexpr double kShareSteps = 1e-3;

bool mayEndSearch(size_t count) { return static_cast<Index>(count) >= kSearchBlock; }

double shareOf(double eValue) { return 1 / (1 + eValue); }

}  // namespace

bool endsSearch(std::span<const double> eValuesOfBlock) {
  if (!mayEndSearch(eValuesOfBlock.size())) return false;
  double sum = 0;
  for (const double eValue : eValuesOfBlock) sum += shareOf(eValue);
  return sum < kLeastPerTemplate * static_cast<double>(eValuesOfBlock.size());
}

bool endsSearch(BlockScores& scores, const std::function<double(size_t k, double viterbi)>& eValue,
                const std::function<std::vector<float>(std::span<const size_t> block)>& known) {
  if (!mayEndSearch(scores.bits.size())) return false;
  std::vector<double> eValues;
  for (size_t k = 0; k < scores.bits.size(); ++k) eValues.push_back(eValue(k, scores.bits[k]));
  std::vector<size_t> open;
  for (size_t k = 0; k < scores.bits.size(); ++k)
    if (!scores.areKnown[k]) open.push_back(k);
  std::sort(open.begin(), open.end(), [&](size_t a, size_t b) { return eValues[a] > eValues[b]; });
  const double least = kLeastPerTemplate * static_cast<double>(scores.bits.size());
  while (!open.empty()) {
    double sum = 0, openSum = 0;
    for (const double value : eValues) sum += shareOf(value);
    for (const size_t k : open) openSum += shareOf(eValues[k]);
    if (sum * (1 + kShareSteps) < least) return true;
    if (sum - openSum > least * (1 + kShareSteps)) return false;
    std::vector<size_t> next(open.end() - static_cast<Index>(std::min(kKnownAtOnce, open.size())), open.end());
    open.resize(open.size() - next.size());
    std::sort(next.begin(), next.end());
    const std::vector<float> bits = known(next);
    for (size_t n = 0; n < next.size(); ++n) {
      scores.bits[next[n]] = bits[n];
      scores.areKnown[next[n]] = true;
      eValues[next[n]] = eValue(next[n], bits[n]);
    }
  }
  return endsSearch(eValues);
}

}  // namespace engine
