// Options of the attention view that all differ from what they are at first.
#pragma once

#include "ui/views/attention/AttentionOptions.h"

namespace test {

inline ui::AttentionOptions otherAttentionOptions() {
  ui::AttentionOptions options;
  options.picture = ui::AttentionPicture::arcs;
  options.quantity = ui::AttentionQuantity::scores;
  options.transform = ui::AttentionTransform::rollout;
  options.range = ui::WeightRange::largestOfHeads;
  options.scale = ui::ScaleChoice::rank;
  options.colorMap = QStringLiteral("cividis");
  options.comparison = ui::HeadComparison::halves;
  options.second = {QStringLiteral("other"), 2, 1};
  options.companion = ui::Companion::theta;
  options.companionPlace = ui::CompanionPlace::lowerTriangle;
  options.ends = ui::EndTokens::both;
  options.areContactsShown = options.areSpecialTokensShown = options.isColumnMarginShown = true;
  options.contactMarks = ui::ContactMarks::dots;
  options.rowMargin = ui::RowMargin::entropy;
  options.filter = {0.125, 7, 0.5};
  options.diagonals = {4, 12};
  options.arcCount = 33;
  options.leastSeparation = 6;
  return options;
}

}  // namespace test
