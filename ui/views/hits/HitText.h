// What the view of hits says about a search and the hit that is chosen.
#pragma once

#include <vector>

#include "ui/views/base/View.h"
#include "ui/views/hits/HitAlignment.h"

namespace ui {

/// "3 of 12 hits in 500 templates"; 0 searched: the number is not known. "…, 40 kept by the prefilter".
QString hitCountText(int shown, int all, engine::Index searched,
                     const std::optional<engine::PrefilterStages>& stages = {});
/// Stage by stage, a line each, with what it asks for.
QString prefilterText(const engine::PrefilterStages& stages);
/// Hits with a line in a table, and those that the filter lets through.
struct HitCounts {
  int listed = 0, shown = 0;
};
/// For the legend of a figure: what was searched with what, and which hit is shown with so many letters of its rows.
QString hitsCaption(const QString& title, const engine::SearchResult& result, const HitCounts& counts,
                    const HitAlignment& alignment, engine::Index letters);
/// Why a hit cannot be opened with all its matrices; empty when it can.
QString whyClosed(const engine::SearchResult* result, const engine::SearchHit* hit);
/// The query column (-1: none) with what stands there, then the scores of the hit.
std::vector<ReadoutLine> hitReadout(const engine::SearchResult* result, const HitAlignment& alignment,
                                    engine::Index column);

}  // namespace ui
