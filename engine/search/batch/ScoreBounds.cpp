// Score bounds over batches and threads.
#include "engine/search/batch/ScoreBounds.h"

#include <limits>

#include "engine/base/CancelOnly.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/search/batch/BatchViterbi.h"
#include "engine/search/batch/BatchWork.h"
#include "engine/search/batch/ScoreBoundKernel.h"

namespace engine {

namespace {

static_assert(kHighestScoreBound * shorts::kUnitsPerBit == kMostUnits);

class BoundBatches {
 public:
  BoundBatches(const SearchProfile& query, std::span<const SearchProfile* const> templates,
               const ViterbiOptions& options)
      : m_query(query),
        m_templates(templates),
        m_options(options),
        m_packedQuery(packBoundQuery(query)),
        m_bounds(templates.size(), std::numeric_limits<float>::infinity()) {}

  std::vector<float> run(int threads, Progress& progress) {
    if (!m_packedQuery.isServed) return std::move(m_bounds);
    const std::vector<std::vector<size_t>> batches = batchesOf(m_templates, shorts::kLanes);
    double cells = 0;
    for (const auto& batch : batches)
      cells += static_cast<double>(m_packedQuery.numBlocks * kBoundRows * m_templates[batch.front()]->length) *
               shorts::kLanes;
    CellCounter counter(cells, progress);
    CancelOnly cancelOnly(progress);
    parallelFor(std::ssize(batches), 1, threads, cancelOnly, {}, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) runOne(nth(batches, k), counter);
    });
    return std::move(m_bounds);
  }

 private:
  /// The one for this processor.
  static BoundUnits kernel(const BoundQuery& query, BoundWorkspace& workspace, const CellsDone& cellsDone) {
#ifdef HEADLIGHT_HAS_BOUNDS_VNNI
    if (__builtin_cpu_supports("avx512vnni")) return runBoundsVnni(query, workspace, cellsDone);
#endif
    return runBounds(query, workspace, cellsDone);
  }

  void runOne(const std::vector<size_t>& batch, CellCounter& counter) {
    std::unique_ptr<BoundWorkspace> workspace = m_workspaces.take();
    std::vector<const SearchProfile*> templates;
    for (const size_t k : batch) templates.push_back(m_templates[k]);
    packBoundTemplates(m_query, m_packedQuery.exponent, templates, m_options, workspace->templates);
    if (workspace->templates.areServed) {
      const BoundUnits units = kernel(m_packedQuery, *workspace, [&counter](Index cells) { counter.add(cells); });
      for (size_t lane = 0; lane < batch.size(); ++lane)
        if (units[lane] < kMostUnits) m_bounds[batch[lane]] = static_cast<float>(units[lane]) / shorts::kUnitsPerBit;
    }
    m_workspaces.giveBack(std::move(workspace));
  }

  const SearchProfile& m_query;
  const std::span<const SearchProfile* const> m_templates;
  const ViterbiOptions& m_options;
  const BoundQuery m_packedQuery;
  std::vector<float> m_bounds;
  Workspaces<BoundWorkspace> m_workspaces;
};

}  // namespace

bool hasScoreBounds(const ViterbiOptions& options) {
  return options.mode == AlignmentMode::local && options.nullModel != NullModel::local &&
         options.excludedQuery.empty() && options.excludedTemplate.empty();
}

std::vector<float> scoreBounds(const SearchProfile& query, std::span<const SearchProfile* const> templates,
                               const ViterbiOptions& options, int threads, Progress& progress) {
  if (!hasScoreBounds(options))
    fail(
        "score bounds: found global alignment, the local null model or excluded columns, expected local alignment of "
        "whole profiles");
  if (query.length <= 0) fail("score bounds: the query has no match columns, expected at least one");
  for (const SearchProfile* templ : templates)
    if (templ->length <= 0) fail("score bounds: a template has no match columns, expected at least one");
  return BoundBatches(query, templates, options).run(threads, progress);
}

}  // namespace engine
