// Draws frames and pages of the alignment view: the shader where there is a graphics card, the processor where there is
// none, vectors on SVG and PDF pages; keeps what need not be painted again while rows scroll by.
#pragma once

#include <QPixmap>
#include <memory>

#include "ui/scenes/AlignmentRaster.h"
#include "ui/views/alignment/AlignmentPainter.h"

class vtkRenderWindow;

namespace ui {

/// shader: needs OpenGL; processor: as fast on machines whose OpenGL is software.
enum class AlignmentRenderer { shader, processor };
/// What suits this machine: whether the system has a device to render with.
AlignmentRenderer preferredAlignmentRenderer();

class AlignmentDrawing {
 public:
  /// The scene of the shader is made in this window when it is first needed.
  explicit AlignmentDrawing(vtkRenderWindow* window) : m_window(window) {}

  void setCells(AlignmentCells cells);
  void setPalette(AlignmentPalette palette);
  void setOverview(std::shared_ptr<const AlignmentOverview> overview);
  void setInk(const AlignmentInk& ink);
  const AlignmentCells& cells() const { return m_cells; }
  const AlignmentPalette& palette() const { return m_palette; }
  const AlignmentInk& ink() const { return m_ink; }
  void setThreads(int threads) { m_threads = threads; }

  /// Shader only: places the cells of this picture. The context is current.
  void prepareScene(const AlignmentPicture& picture, QSize size, double pixelRatio);
  /// Everything on the screen; with the shader, everything but the cells.
  void paintScreen(QPainter& painter, const AlignmentPicture& picture, AlignmentRenderer renderer,
                   const AlignmentPage& page);
  /// A PNG page has pixels for cells, an SVG or PDF page rectangles and text.
  void paintPage(QPainter& painter, const AlignmentPicture& picture, const AlignmentPage& page);

 private:
  /// The ruler and the tracks with their labels, which stay while rows scroll.
  struct Head {
    QPixmap pixmap;
    AlignmentViewport viewport;
    QRectF ruler;
    QSizeF size;
    std::vector<AlignmentMark> marks;
    std::uint64_t version = 0;
    bool isFor(const AlignmentPicture& picture, double pixelRatio, std::uint64_t version) const;
  };

  void updateGlyphs(const AlignmentPicture& picture, double pixelRatio);
  void paintCells(QPainter& painter, const AlignmentPicture& block);
  void paintHead(QPainter& painter, const AlignmentPicture& picture);
  void paintBlock(QPainter& painter, const AlignmentPicture& block) const;
  const QImage& minimapImage(const AlignmentPicture& picture, double pixelRatio);
  AlignmentRasterFrame frameOf(const AlignmentPicture& picture) const;

  vtkRenderWindow* m_window;
  std::unique_ptr<AlignmentScene> m_scene;
  AlignmentRaster m_raster, m_minimapRaster;
  AlignmentCells m_cells;
  AlignmentPalette m_palette;
  std::shared_ptr<const AlignmentOverview> m_overview;
  AlignmentInk m_ink;
  GlyphAtlas m_glyphs;
  double m_glyphColumn = 0, m_glyphRow = 0, m_glyphRatio = 0;
  std::vector<std::uint32_t> m_pixels;
  QImage m_minimap;
  std::uint64_t m_minimapVersion = 0;
  std::uint64_t m_version = 1;  ///< of cells, colours and overview
  Head m_head;
  int m_threads = 1;

 public:
  /// Tracks, names or numbers changed: what is kept is painted again.
  void forgetHead() { ++m_version; }
};

}  // namespace ui
