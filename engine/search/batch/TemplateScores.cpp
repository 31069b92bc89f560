#include "engine/search/batch/TemplateScores.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/ParallelFor.h"
#include "engine/search/batch/BatchViterbiPack.h"
#include "engine/search/batch/ScoreBounds.h"

namespace engine {

namespace {

/// Enough for batches of like length and for all threads; some ten megabytes of prepared profiles.
constexpr size_t kChunk = 512;

/// Called with the position of a chunk in `which`, its prepared profiles and the progress of the chunk.
using ChunkPrepared =
    std::function<void(size_t first, std::span<const SearchProfile* const> profiles, Progress& progress)>;

void prepareInChunks(const Database& database, std::span<const Index> which, const PreparationOptions& options,
                     int threads, Progress& progress, const ChunkPrepared& prepared) {
  const ProfilePreparation preparation(options);
  std::vector<SearchProfile> profiles(std::min(kChunk, which.size()));
  std::vector<const SearchProfile*> pointers;
  for (const SearchProfile& profile : profiles) pointers.push_back(&profile);
  const auto chunkAt = [which](size_t first) {
    first = std::min(first, which.size());
    return which.subspan(first, std::min(kChunk, which.size() - first));
  };
  database.fetch(chunkAt(0));
  for (size_t first = 0; first < which.size(); first += kChunk) {
    const std::span<const Index> chunk = chunkAt(first);
    // The disk works beside the processor. Scattered records would bring in their surroundings when they are touched.
    database.fetch(chunkAt(first + kChunk));
    const double total = static_cast<double>(which.size());
    PartProgress part(progress, double(first) / total, double(first + chunk.size()) / total);
    parallelFor(static_cast<Index>(chunk.size()), 16, threads, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) {
        const auto at = static_cast<size_t>(k);
        preparation.prepare(database.record(chunk[at]), profiles[at]);
      }
      const auto [lowest, highest] = std::minmax_element(chunk.begin() + begin, chunk.begin() + end);
      database.release(*lowest, *highest + 1);
    });
    prepared(first, std::span(pointers).first(chunk.size()), part);
  }
}

}  // namespace

void scoreTemplates(const SearchProfile& query, const Database& database, std::span<const Index> which,
                    const TemplateScoring& scoring, const Compute& compute, Diagnostics& diagnostics,
                    Progress& progress, const TemplateScored& scored) {
  prepareInChunks(database, which, scoring.preparation, compute.threads, progress,
                  [&](size_t first, std::span<const SearchProfile* const> profiles, Progress& part) {
                    const std::vector<BatchHit> hits =
                        alignBatch(query, profiles, scoring.batch, compute, diagnostics, part);
                    for (size_t k = 0; k < hits.size(); ++k) scored(first + k, hits[k], *profiles[k]);
                  });
}

std::vector<float> boundTemplates(const SearchProfile& query, const Database& database, std::span<const Index> which,
                                  const TemplateScoring& scoring, int threads, Progress& progress) {
  std::vector<float> bounds;
  bounds.reserve(which.size());
  prepareInChunks(database, which, scoring.preparation, threads, progress,
                  [&](size_t, std::span<const SearchProfile* const> profiles, Progress& part) {
                    const std::vector<float> some = scoreBounds(query, profiles, scoring.batch.viterbi, threads, part);
                    bounds.insert(bounds.end(), some.begin(), some.end());
                  });
  return bounds;
}

double correlationOf(const AlignmentPath& path, const SearchProfile& query, const SearchProfile& templ,
                     NullModel nullModel, double weight) {
  if (weight == 0) return 0;
  std::array<double, alphabet::kNumResidues> factors = nullOfPair(query, templ, nullModel);
  for (double& factor : factors) factor = factor > 0 ? 1 / factor : 0;
  const auto column = [](const SearchProfile& profile, Index i) {
    return profile.emissions.data() + i * alphabet::kNumResidues;
  };
  constexpr size_t kFarthest = 4;
  std::array<double, kFarthest> before{};  // column scores of the steps before, the last one first
  double sum = 0;
  for (const PathStep& step : path.steps) {
    double score = 0;
    if (step.state == PairState::MM) {
      const float *const q = column(query, step.i), *const t = column(templ, step.j);
      double product = 0;
      for (size_t a = 0; a < factors.size(); ++a) product += factors[a] * q[a] * t[a];
      score = std::log2(product);
    }
    for (const double other : before) sum += score * other;
    std::copy_backward(before.begin(), before.end() - 1, before.end());
    before.front() = score;
  }
  return weight * sum;
}

}  // namespace engine
