// An alignment as a picture: tiles of one quad each; residue codes, colours and letters are textures that the fragment
// shader looks up, so that panning and zooming cost the same for every size of alignment.
#pragma once

#include <memory>
#include <vector>

#include "ui/scenes/alignment/AlignmentRaster.h"
#include "ui/scenes/maps/MapViewport.h"

class vtkRenderWindow;

namespace ui {

/// Where the alignment is seen from: place 0, slot 0 is top left.
struct AlignmentViewport {
  double firstColumn = 0, firstRow = 0;     ///< cell coordinates of the panel's top left corner
  double columnWidth = 10, rowHeight = 15;  ///< logical pixels per cell
  bool operator==(const AlignmentViewport&) const = default;
};

class AlignmentScene {
 public:
  explicit AlignmentScene(vtkRenderWindow* window);
  ~AlignmentScene();

  void setCells(AlignmentCells cells);
  void setPalette(AlignmentPalette palette);
  /// Colours for less than one pixel per cell; null: a few cells per pixel are sampled instead.
  void setOverview(std::shared_ptr<const AlignmentOverview> overview);
  void setGlyphs(GlyphAtlas glyphs);
  void setInk(const AlignmentInk& ink);
  /// Letters are drawn with this opacity, 0..1.
  void setLetterOpacity(double opacity);
  /// Places everything for a window of this size (logical pixels); call before each render with the context current.
  void place(double width, double height, double pixelRatio, const Rect& panel, const AlignmentViewport& viewport);

 private:
  struct Tile;
  struct Implementation;
  std::unique_ptr<Implementation> m;
};

}  // namespace ui
