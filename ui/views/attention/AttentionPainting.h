// What is painted around and over the maps of attention, and the picture of arcs.
#pragma once

#include <QPainter>
#include <array>
#include <memory>
#include <vector>

#include "ui/views/attention/AttentionLayout.h"
#include "ui/views/base/figure/HasColorBar.h"

namespace ui {

/// What lies over a picture at the moment.
struct AttentionOverlay {
  AttentionCell locked, hovered;    ///< the same cell is only locked
  AttentionCell current;            ///< what margins mark
  std::vector<AttentionCell> kept;  ///< may lie outside
  QString lockText;                 ///< how to lock or unlock; empty: not said
  bool isLocked = false;
  std::array<engine::Index, 2> cellsPerPixel{1, 1};  ///< of the maps: MapScene::cellsPerPixel()
};

/// Of the selection; `isPage`: nobody can click there.
AttentionOverlay overlayOf(const AttentionShown& shown, const SelectionModel& selection, const Document& document,
                           bool isPage);

/// Whose contacts are outlined on the map; null: nobody's.
std::shared_ptr<const engine::ChainGeometry> outlinedContacts(const AttentionShown& shown);
/// Those of the outlines that are wanted, each in its colour over a wider line that is seen where that is not.
std::vector<MapLine> contactLines(const AttentionShown& shown, std::vector<MapLine> outlines, const Theme& theme);
/// The colours of the cells: of the map in panel 0, of its companion in panel 1.
void fillScene(MapScene& scene, const AttentionShown& shown, const Theme& theme);

/// All but the colours of the cells and the thumbnails.
void paintAttention(QPainter& painter, const Theme& theme, const AttentionShown& shown, const AttentionLayout& layout,
                    const AttentionOverlay& overlay);
/// Names of the axes that this layout leaves out.
SharedAxes unsaidAxes(const AttentionShown& shown, const AttentionLayout& layout);
/// None with a second map below the diagonal, and of ranks, which differ from map to map.
SharedColorBar sharedColorBar(const AttentionShown& shown, engine::Index cellsPerPixel);

}  // namespace ui
