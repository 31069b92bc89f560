#include "engine/translation/TrainTranslator.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "engine/base/Nth.h"
#include "engine/network/Adam.h"
#include "engine/translation/Seq2SeqGradient.h"

namespace engine {

namespace {

/// Streams of random numbers beside each other.
enum class Stream : std::uint64_t { weights = 1, batches, judged, judgedLast };

std::uint64_t seedOf(std::uint64_t seed, Stream stream) {
  return splitMix64(splitMix64(seed) + static_cast<std::uint64_t>(stream));
}

std::vector<TextPair> drawn(const std::function<TextPair(Random&)>& draw, Index count, Random& random) {
  std::vector<TextPair> pairs;
  for (Index k = 0; k < count; ++k) pairs.push_back(draw(random));
  return pairs;
}

std::string stepText(Index step, Index steps, double loss) {
  char text[96];
  std::snprintf(text, sizeof text, "step %td of %td, loss %.3g", step, steps, loss);
  return text;
}

/// Stops what another may stop, and tells nothing: looks on the way are no steps.
class Unheard : public Progress {
 public:
  explicit Unheard(const Progress& other) : m_other(other) {}
  bool cancelled() const override { return m_other.cancelled(); }

 private:
  const Progress& m_other;
};

/// Moves the weights by one batch; gives its loss.
class Trainer {
 public:
  Trainer(Seq2SeqWeights<float>& weights, double clip) : m_weights(weights), m_clip(clip) {}

  double step(const TokenBatch& batch, double rate, int threads) {
    Seq2SeqWeights<float> gradient;
    const double loss = lossAndGradient(batch, m_weights, threads, gradient);
    std::vector<Array<float>*> gradients;
    std::vector<TrainedArray<float>> trained;
    for (const auto& [name, array] : namedArrays(gradient)) gradients.push_back(array);
    for (const auto& [name, array] : namedArrays(m_weights)) trained.push_back({array, gradients[trained.size()]});
    clipGradients(gradients, m_clip);
    m_adam.step(trained, rate);
    return loss;
  }

 private:
  Seq2SeqWeights<float>& m_weights;
  double m_clip;
  Adam<float> m_adam;
};

}  // namespace

double rateAt(Index step, Index steps, double rate) {
  constexpr double kConstant = 0.6, kLeast = 0.05;
  const double done = double(step) / double(steps);
  return done <= kConstant ? rate : rate * std::max(kLeast, (1 - done) / (1 - kConstant));
}

std::vector<TextPair> newPairs(const TranslationTask& task, Index count, std::uint64_t seed) {
  Random random(seed);
  return drawn(task.drawNew, count, random);
}

std::vector<bool> exactlyTranslated(const Translator& translator, const std::vector<TextPair>& pairs, int threads,
                                    Progress& progress) {
  constexpr Index kAtOnce = 256;
  std::vector<bool> isExact;
  for (Index first = 0; first < std::ssize(pairs); first += kAtOnce) {
    const Index end = std::min(std::ssize(pairs), first + kAtOnce);
    PartProgress part(progress, double(first) / double(pairs.size()), double(end) / double(pairs.size()));
    const TokenBatch batch =
        batchOf({pairs.begin() + first, pairs.begin() + end}, translator.source, translator.target);
    Seq2SeqInput input;
    input.source = batch.source;
    input.lengths = batch.lengths;
    input.steps = batch.wanted.length(1);
    input.begin = kBeginToken;
    input.end = kEndToken;
    Diagnostics unheard;
    const Array<std::int64_t> written = seq2Seq(input, translator.weights, threads, unheard, part).tokens;
    for (Index b = 0; b < end - first; ++b) {
      bool isRight = true;
      for (Index t = 0; t < input.steps && isRight; ++t) {
        const std::int64_t wanted = batch.wanted(b, t);
        isRight = wanted == kPaddingToken || (t < written.length(1) && written(b, t) == wanted);
      }
      isExact.push_back(isRight);
    }
  }
  return isExact;
}

double exactMatch(const std::vector<bool>& isExact) {
  const auto numExact = std::count(isExact.begin(), isExact.end(), true);
  return isExact.empty() ? 0 : double(numExact) / double(isExact.size());
}

std::vector<LengthMatch> matchByLength(const Vocabulary& source, const std::vector<TextPair>& pairs,
                                       const std::vector<bool>& isExact) {
  std::map<Index, std::vector<bool>> lengths;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    lengths[std::ssize(source.tokensOf(pairs[k].source, "source"))].push_back(isExact.at(k));
  std::vector<LengthMatch> matches;
  for (const auto& [length, exact] : lengths) matches.push_back({length, std::ssize(exact), exactMatch(exact)});
  return matches;
}

Training trainTranslator(const TranslationTask& task, const TrainingOptions& options, int threads, Progress& progress,
                         const std::function<void(const Training&)>& atCheckpoint) {
  Training training{
      newTranslator(task.source, task.target, options.sizes, seedOf(options.seed, Stream::weights)), {}, {}};
  Trainer trainer(training.translator.weights, options.clip);
  Random batches(seedOf(options.seed, Stream::batches));
  const std::vector<TextPair> judged = newPairs(task, options.numJudged, seedOf(options.seed, Stream::judged));
  PartProgress steps(progress, 0, 0.97), last(progress, 0.97, 1);
  Unheard unheard(progress);
  MapKeeper maps(options.checkpoint);
  const auto look = [&](const std::vector<TextPair>& pairs, bool isLast, Progress& told) {
    const Index step = std::ssize(training.curve.loss);
    const std::vector<bool> isExact = exactlyTranslated(training.translator, pairs, threads, told);
    training.curve.checkpoints.push_back(step);
    training.curve.exactMatch.push_back(exactMatch(isExact));
    training.curve.byLength = matchByLength(task.source, pairs, isExact);
    if (isLast || maps.wants(step)) maps.keep(mapsAt(step, training.translator, task.examples), isLast, training.maps);
  };
  const Index end = options.stop > 0 ? std::min(options.stop, options.steps) : options.steps;
  if (end > 0) look(judged, false, unheard);
  for (Index step = 1; step <= end; ++step) {
    const TokenBatch batch = batchOf(drawn(task.draw, options.batch, batches), task.source, task.target);
    const double loss = trainer.step(batch, rateAt(step, options.steps, options.rate), threads);
    if (!std::isfinite(loss)) fail("training: the loss of step ", step, " is no number; expected a smaller rate");
    training.curve.loss.push_back(loss);
    steps.update(double(step) / double(end), stepText(step, options.steps, loss));
    if (step % options.checkpoint != 0 || step == end) continue;
    look(judged, false, unheard);
    if (atCheckpoint) atCheckpoint(training);
  }
  look(newPairs(task, options.numJudgedLast, seedOf(options.seed, Stream::judgedLast)), true, last);
  return training;
}

}  // namespace engine
