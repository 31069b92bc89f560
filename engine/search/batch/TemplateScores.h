// Templates of a database through the batch Viterbi, some hundred at a time, so that memory does not grow with the
// database.
#pragma once

#include <functional>
#include <span>

#include "engine/search/ProfilePreparation.h"
#include "engine/search/batch/BatchViterbi.h"
#include "engine/search/database/Database.h"

namespace engine {

struct TemplateScoring {
  PreparationOptions preparation;  ///< of the templates
  BatchViterbiOptions batch;
};

/// Called in the order of `which`, from the calling thread. `templ` is valid during the call.
using TemplateScored = std::function<void(size_t position, const BatchHit& hit, const SearchProfile& templ)>;

/// Aligns the query with the templates `which` (indices into the database) and hands over each one's hit. Throws Error,
/// Cancelled.
void scoreTemplates(const SearchProfile& query, const Database& database, std::span<const Index> which,
                    const TemplateScoring& scoring, const Compute& compute, Diagnostics& diagnostics,
                    Progress& progress, const TemplateScored& scored);

/// scoreBounds() of the templates `which`, in their order: not less than the scores of scoreTemplates() without a device.
/// Throws Error for options without bounds, Cancelled.
std::vector<float> boundTemplates(const SearchProfile& query, const Database& database, std::span<const Index> which,
                                  const TemplateScoring& scoring, int threads, Progress& progress);

/// correlationScore (PathScore.h) of a path of two prepared profiles, within 1e-4.
double correlationOf(const AlignmentPath& path, const SearchProfile& query, const SearchProfile& templ,
                     NullModel nullModel, double weight);

}  // namespace engine
