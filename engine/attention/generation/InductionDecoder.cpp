#include "engine/attention/generation/InductionDecoder.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/attention/dot/DotProduct.h"
#include "engine/base/Error.h"
#include "engine/network/Encodings.h"

namespace engine {

namespace {

constexpr Index kWaves = 64;  ///< channels of the position encoding

/// Masked self-attention of one head: nobody sees what comes later. V (T, v).
DotProductResult<double> causal(const Array<double>& Q, const Array<double>& K, const Array<double>& V, double gain,
                                double slope) {
  const Index length = Q.length(0);
  DotProductInput<double> input;
  input.Q = Q.reshaped({1, 1, length, Q.length(1)});
  input.K = K.reshaped({1, 1, length, K.length(1)});
  input.V = V.reshaped({1, 1, length, V.length(1)});
  input.mask = fullMask(1, length, length);
  makeCausal(input.mask, length);
  input.scale = gain;
  if (slope != 0) input.bias.slopes = Array<double>({1}, slope);
  Diagnostics none;
  Progress silent;
  return dotProduct(input, {nullptr, 1}, none, silent);
}

/// (T, letters): which letter a token is; no one for the start token.
Array<double> oneHot(const InductionRun& run) {
  Array<double> rows({std::ssize(run.letters) + 1, std::ssize(run.alphabet)}, 0.0);
  for (Index i = 1; i < rows.length(0); ++i)
    rows(i, static_cast<Index>(run.alphabet.find(run.letters[static_cast<size_t>(i - 1)]))) = 1;
  return rows;
}

/// Waves of the places, all moved on by `shift`.
Array<double> waves(Index length, std::int64_t shift) {
  std::vector<std::int64_t> places(static_cast<size_t>(length));
  std::iota(places.begin(), places.end(), shift);
  return sinusoidalEncoding<double>(places, kWaves);
}

/// Both layers on all tokens that there are.
void attend(InductionRun& run, const InductionOptions& options) {
  const Array<double> letters = oneHot(run);
  const Index length = letters.length(0), width = letters.length(1);
  DotProductResult<double> first = causal(waves(length, -1), waves(length, 0), letters, options.gain, 0);
  const Array<double> before = first.O.reshaped({length, width});
  DotProductResult<double> second = causal(letters, before, letters, options.gain, options.recency);
  run.before = std::move(first.A).reshaped({length, length});
  run.followed = std::move(second.A).reshaped({length, length});
  run.scores[0] = std::move(first.S).reshaped({length, length});
  run.scores[1] = std::move(second.S).reshaped({length, length});
  run.next = std::move(second.O).reshaped({length, width});
}

}  // namespace

InductionRun writtenByInduction(const std::string& text, Index count, const InductionOptions& options,
                                Progress& progress) {
  if (text.empty()) fail("text: found none, expected at least one letter");
  InductionRun run;
  run.letters = text;
  run.numGiven = std::ssize(text);
  for (const char letter : text)
    if (run.alphabet.find(letter) == std::string::npos) run.alphabet += letter;
  attend(run, options);
  for (Index written = 0; written < count; ++written) {
    progress.update(double(written) / double(count), "written");
    const double* const last = run.next.data() + (run.next.length(0) - 1) * run.next.length(1);
    run.letters += run.alphabet[static_cast<size_t>(std::max_element(last, last + run.next.length(1)) - last)];
    attend(run, options);
  }
  return run;
}

}  // namespace engine
