// Choice of the backend; the native path over batches and threads.
#include "engine/search/batch/BatchViterbi.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "engine/base/CancelOnly.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/compute/Device.h"
#include "engine/search/batch/BatchViterbiKernel.h"
#include "engine/search/batch/BatchWork.h"

namespace engine {

namespace {

void requireColumns(const SearchProfile& profile, const char* what) {
  if (profile.length <= 0) fail(what, " has no match columns, expected at least one");
}

class NativeBatches {
 public:
  NativeBatches(const SearchProfile& query, std::span<const SearchProfile* const> templates,
                const BatchViterbiOptions& options)
      : m_query(query),
        m_templates(templates),
        m_options(options),
        m_packedQuery(packQuery(query, kBatchRows)),
        m_batches(batchesOf(templates, lanes::kLanes)),
        m_hits(templates.size()) {}

  std::vector<BatchHit> run(int threads, Progress& progress) {
    double cells = 0;
    for (const auto& batch : m_batches) cells += cellsOf(batch);
    CellCounter counter(cells, progress);
    CancelOnly cancelOnly(progress);
    parallelFor(static_cast<Index>(m_batches.size()), 1, threads, cancelOnly, {}, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) runOne(nth(m_batches, k), counter);
    });
    return std::move(m_hits);
  }

 private:
  double cellsOf(const std::vector<size_t>& batch) const {
    const Index rows = m_packedQuery.numBlocks * kBatchRows;
    return static_cast<double>(rows * m_templates[batch.front()]->length) * lanes::kLanes;
  }

  void runOne(const std::vector<size_t>& batch, CellCounter& counter) {
    std::unique_ptr<BatchWorkspace> workspace = m_workspaces.take();
    std::vector<const SearchProfile*> templates;
    for (const size_t k : batch) templates.push_back(m_templates[k]);
    packTemplates(m_query, templates, lanes::kLanes, m_options.viterbi, lanes::kLog2Offset, workspace->templates);
    std::vector<LaneTrace> traces;
    const auto follow = [&](const BatchEnds& ends, const BatchPointers& pointers) {
      for (size_t lane = traces.size(); lane < batch.size(); ++lane)
        traces.emplace_back(static_cast<Index>(lane), ends.row[lane], ends.column[lane]);
      for (size_t lane = 0; lane < batch.size(); ++lane)
        if (ends.row[lane] >= 0) traces[lane].follow(pointers);
    };
    std::function<void(const BatchEnds&, const BatchPointers&)> onPointers;
    if (m_options.keepPaths) onPointers = follow;
    const BatchEnds ends = runBatch(
        m_packedQuery, m_options.viterbi, *workspace, m_options.mostPointerBytes,
        [&counter](Index cells) { counter.add(cells); }, onPointers);
    for (size_t lane = 0; lane < batch.size(); ++lane) {
      BatchHit& hit = m_hits[batch[lane]];
      hit.score = ends.score[lane];
      hit.i = ends.row[lane];
      hit.j = ends.column[lane];
      if (!m_options.keepPaths || hit.i < 0) continue;
      hit.path = scoredPath(traces[lane].path(), m_query, *templates[lane], m_options.viterbi);
      hit.score = static_cast<float>(hit.path.score);
    }
    m_workspaces.giveBack(std::move(workspace));
  }

  const SearchProfile& m_query;
  std::span<const SearchProfile* const> m_templates;
  const BatchViterbiOptions& m_options;
  const PackedQuery m_packedQuery;
  const std::vector<std::vector<size_t>> m_batches;
  std::vector<BatchHit> m_hits;
  Workspaces<BatchWorkspace> m_workspaces;
};

}  // namespace

std::vector<std::vector<size_t>> batchesOf(std::span<const SearchProfile* const> templates, Index lanes) {
  std::vector<size_t> order(templates.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t x, size_t y) { return templates[x]->length > templates[y]->length; });
  std::vector<std::vector<size_t>> batches;
  for (size_t first = 0; first < order.size(); first += static_cast<size_t>(lanes)) {
    const size_t last = std::min(order.size(), first + static_cast<size_t>(lanes));
    batches.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(first),
                         order.begin() + static_cast<std::ptrdiff_t>(last));
  }
  return batches;
}

std::vector<BatchHit> alignBatchNative(const SearchProfile& query, std::span<const SearchProfile* const> templates,
                                       const BatchViterbiOptions& options, int threads, Progress& progress) {
  return NativeBatches(query, templates, options).run(threads, progress);
}

std::vector<BatchHit> alignBatch(const SearchProfile& query, std::span<const SearchProfile* const> templates,
                                 const BatchViterbiOptions& options, const Compute& compute, Diagnostics& diagnostics,
                                 Progress& progress) {
  requireColumns(query, "the query");
  for (size_t k = 0; k < templates.size(); ++k)
    requireColumns(*templates[k], ("template " + std::to_string(k + 1)).c_str());
  return runOnDeviceOrCpu(
      compute, diagnostics,
      [&](Device& device) {
        return alignBatchOnDevice(query, templates, options, device, BatchKernel::suitable, progress);
      },
      [&] { return alignBatchNative(query, templates, options, compute.threads, progress); });
}

}  // namespace engine
