// Posteriors from the sums over strips; the plain definition where doubles do not reach.
#include "engine/hmm/posterior/FastPosterior.h"

#include "engine/hmm/posterior/ForwardBackward.h"
#include "engine/hmm/posterior/StripPlanes.h"
#include "engine/hmm/posterior/StripSums.h"
#include "engine/hmm/viterbi/ViterbiInput.h"

namespace engine {

MatchPosterior matchPosterior(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options,
                              Progress& progress) {
  MatchPosterior result;
  requireAlignable(query);
  requireAlignable(templ);
  StripSums sums(query, templ, options, KeptStates::match);
  if (sums.forward(progress)) {
    result.probabilities = Array<float>({query.length() + 1, templ.length() + 1}, 0.0F, "posterior");
    result.total = sums.totalBits();
    const auto store = [&](Index strip) {
      for (const StepRun run : sums.cells().runs()) storeStrip(strip, run, sums.posterior(), result.probabilities);
    };
    if (sums.backward(progress, store)) return result;
  }
  const PathModel model(query, templ, options);
  const PathSums forward = forwardSums(model, progress);
  result.probabilities = posteriorMatrices(forward, backwardSums(model, progress), forward.total).planes.front();
  result.total = forward.total;
  return result;
}

}  // namespace engine
