// One query against many templates: the Viterbi score of each, one template per vector lane (MATHEMATICS.md 1.1).
// The plain alignByViterbi is the definition. It also serves what is not done here: cells switched off for further
// alignments, secondary structure inside the recursion, the local null model.
#pragma once

#include <span>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/hmm/viterbi/Viterbi.h"
#include "engine/search/SearchProfile.h"

namespace engine {

struct BatchViterbiOptions {
  ViterbiOptions viterbi;
  bool keepPaths = false;  ///< trace the best path of every template; without it scores cost three quarters of the time
  /// Memory for back pointers, bytes per thread (at least a few per cell of a row). Pairs that need more are computed
  /// twice.
  Index mostPointerBytes = Index{32} << 20;
};

struct BatchHit {
  float score = 0;       ///< bits, shift included; -inf where no path is possible
  Index i = -1, j = -1;  ///< 0-based query and template column of the last match pair; -1: no path
  AlignmentPath path;    ///< only with keepPaths: steps with their scores, whose sum is `score`
};

/// One hit per template, in the order given. Scores differ from alignByViterbi's by the rounding of single precision:
/// about 1e-6 of the score plus 3e-6 bit per match pair. Ties: the order of alignByViterbi, except that MM prefers IM
/// and DG to GD and MI. Results do not depend on the number of threads. A device that fails is replaced by the native
/// path with a warning. Throws Error for a query or template without columns, Cancelled.
std::vector<BatchHit> alignBatch(const SearchProfile& query, std::span<const SearchProfile* const> templates,
                                 const BatchViterbiOptions& options, const Compute& compute, Diagnostics& diagnostics,
                                 Progress& progress);

/// The native path of alignBatch on `threads` threads (0: all cores).
std::vector<BatchHit> alignBatchNative(const SearchProfile& query, std::span<const SearchProfile* const> templates,
                                       const BatchViterbiOptions& options, int threads, Progress& progress);

/// forProcessors: one work item per batch of 16 with wide vectors; forGpus: one work group per template.
enum class BatchKernel { suitable, forProcessors, forGpus };

/// alignBatch on an OpenCL device. Throws DeviceError when the device fails or its memory is too small.
std::vector<BatchHit> alignBatchOnDevice(const SearchProfile& query, std::span<const SearchProfile* const> templates,
                                         const BatchViterbiOptions& options, Device& device, BatchKernel kernel,
                                         Progress& progress);

/// The templates' positions in batches of at most `lanes`, longest first, so that lanes of a batch are of like length.
std::vector<std::vector<size_t>> batchesOf(std::span<const SearchProfile* const> templates, Index lanes);

}  // namespace engine
