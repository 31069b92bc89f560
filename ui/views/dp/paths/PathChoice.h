// The paths that an alignment offers to look at, how they differ in score, and how sure their steps are.
#pragma once

#include <QString>
#include <vector>

#include "engine/hmm/pair/ProfileAlignment.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/maps/MapScene.h"

namespace ui {

/// best: the first path; alternative: suboptimal ones; coOptimal: as good as the best; sampled: from the posterior.
enum class PathGroup { best, alternative, coOptimal, sampled };

struct PathChoice {
  PathGroup group = PathGroup::best;
  int number = 0;  ///< 1-based within its group
  const engine::AlignmentPath* path = nullptr;
  const engine::PathScores* scores = nullptr;  ///< null: only the path's own score is known
};

/// Best first, then alternatives, co-optimal and sampled ones. Pointers into `alignment`.
std::vector<PathChoice> pathChoices(const engine::ProfileAlignment& alignment);
/// "Best: 35.12 bits", "Alternative 2: 20.00 bits (15.12 behind)".
QString pathChoiceText(const PathChoice& choice, const PathChoice& best);
/// What is known of its scores, the most complete text first.
std::vector<QString> pathSummaries(const PathChoice& choice);

/// The posterior of a step: its own where it has one, else that of its cell and state; below 0 when neither is known.
double stepPosterior(const engine::PathStep& step, const engine::DpMatrices& posterior);
/// Vermilion at 0, yellow at one half, bluish green at 1.
Rgb posteriorColor(double posterior);
/// The path in the colours of its steps' posteriors over a line in `halo`; steps without one are in `unknown`.
std::vector<MapLine> posteriorLines(const engine::AlignmentPath& path, const engine::DpMatrices& posterior, Rgb unknown,
                                    Rgb halo, double lineScale);
/// A thin line.
MapLine rivalLine(const engine::AlignmentPath& path, Rgb color, double lineScale);

}  // namespace ui
