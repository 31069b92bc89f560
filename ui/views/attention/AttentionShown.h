// All that a picture of attention is made of, as plain values: what was chosen, what it is of, numbers, colours.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/scenes/maps/MapScene.h"
#include "ui/views/attention/AttentionNumbers.h"
#include "ui/views/attention/AttentionOptions.h"
#include "ui/views/attention/AttentionSubject.h"
#include "ui/views/attention/ComparedHead.h"
#include "ui/views/attention/HeadStrip.h"

namespace ui {

/// What stands beside the map of attention or below its diagonal.
struct CompanionMap {
  std::shared_ptr<const engine::ChainGeometry> source;
  Companion kind = Companion::none;
  MapPtr matrix;  ///< null: none
  MapLook look;
  bool isSecondHead = false;  ///< B of a comparison, in place of geometry
};

struct AttentionShown {
  AttentionOptions options;
  AttentionSubject subject;
  HeadStrip::Head head;                    ///< the chosen one
  std::vector<HeadStrip::Head> meanHeads;  ///< whose mean is shown; empty: the chosen one alone
  ComparedHead compared;
  AttentionNumbers numbers;
  std::optional<double> largestWeight;  ///< of all heads, once it is known
  MapLook look;                         ///< of the map of attention
  CompanionMap companion;
  std::vector<MapLine> contacts;  ///< outlines over the map
  AttentionRegion region;

  const AttentionMapData& data() const { return numbers.data; }
  /// Those whose map, or the mean of whose maps, is shown.
  std::vector<HeadStrip::Head> shownHeads() const;
  /// The wanted one; none where the map is not square or layers are missing, and it needs that.
  AttentionTransform transform() const;
  /// The wanted one; the map where there is no single sequence.
  AttentionPicture picture() const;
  /// The wanted one; the next best where the map is not square or there is room for one picture only; none without a
  /// second head.
  HeadComparison comparison() const;
  /// As drawn, what is automatic decided.
  ValueScale scale() const;
  WeightRange range() const;
  /// The companion is below the diagonal.
  bool isSplit() const;
  /// Masked cells are hatched. What is left out of a quantity is grey: there may be many thin columns of it.
  bool hatchesMasked() const;
  /// Pairs of cells nearer along the chain are left out; 0: none.
  int leastSeparation() const;
  /// The wanted one; none for the divergence where nothing is compared.
  RowMargin rowMargin() const;
  /// Rows are still those of queries.
  bool showsRows() const;
};

/// The head of the selection, or the nearest that there is.
HeadStrip::Head chosenHead(const engine::HeadSet* heads, const SelectionModel& selection);
/// What has to be computed for this; there are heads.
AttentionRequest requestOf(const AttentionShown& shown);

/// Makes colours and companion those of the options and numbers. Does nothing that was done already.
void updateLooks(AttentionShown& shown, const Theme& theme);
/// Thumbnails show weights, whatever the large map shows.
MapLook thumbnailLook(const AttentionShown& shown);
ThumbnailRange thumbnailRange(const AttentionShown& shown);
/// A look as the scene needs it: of a matrix of ranks in place of values.
MapLook sceneLook(const MapLook& look);
/// Of lines over the map that are there all the time.
QColor markColor(const AttentionShown& shown, const Theme& theme);

}  // namespace ui
