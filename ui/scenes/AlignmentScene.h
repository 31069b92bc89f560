// An alignment as a picture: tiles of one quad each; residue codes, colours and letters are textures that the fragment
// shader looks up, so that panning and zooming cost the same for every size of alignment.
#pragma once

#include <memory>
#include <vector>

#include "ui/scenes/AlignmentOverview.h"
#include "ui/scenes/MapViewport.h"

class vtkRenderWindow;

namespace ui {

/// Where the alignment is seen from: cell (row 0, column 0) is top left.
struct AlignmentViewport {
  double firstColumn = 0, firstRow = 0;     ///< cell coordinates of the panel's top left corner
  double columnWidth = 10, rowHeight = 15;  ///< logical pixels per cell
  bool operator==(const AlignmentViewport&) const = default;
};

/// Coverage (0..255) of the 64 glyphs of all residue codes side by side, drawn at exactly the size they are shown in,
/// so that letters are as crisp as the program's other text.
struct GlyphAtlas {
  int width = 0, height = 0;           ///< of one glyph, device pixels
  std::vector<std::uint8_t> coverage;  ///< height x (64 width), top row first
};
inline constexpr int kNumGlyphs = 64;

struct AlignmentInk {
  Rgb background{255, 255, 255}, darkLetter{31, 35, 40}, lightLetter{255, 255, 255}, gap{150, 150, 150};
};

class AlignmentScene {
 public:
  explicit AlignmentScene(vtkRenderWindow* window);
  ~AlignmentScene();

  /// `order`: alignment row shown at each place, or a part of them.
  void setAlignment(std::shared_ptr<const engine::Alignment> alignment, std::vector<engine::Index> order);
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
