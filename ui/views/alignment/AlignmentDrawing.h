// Draws frames and pages of the alignment view: the shader where there is a graphics card, the processor where there is
// none, vectors on SVG and PDF pages; keeps what need not be painted again while rows scroll by.
#pragma once

#include <QPixmap>
#include <memory>

#include "ui/scenes/alignment/AlignmentRaster.h"
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

  /// Shader only: places the cells of this picture. The context is current.
  void prepareScene(const AlignmentPicture& picture, QSize size, double pixelRatio);
  /// Everything on the screen; with the shader, everything but the cells.
  void paintScreen(QPainter& painter, const AlignmentPicture& picture, AlignmentRenderer renderer);
  /// A PNG page has pixels for cells, an SVG or PDF page rectangles and text.
  void paintPage(QPainter& painter, const AlignmentPicture& picture);

 private:
  /// The ruler and the tracks with their labels, which stay while rows scroll.
  struct Head {
    QPixmap pixmap;
    AlignmentViewport viewport;
    QRectF ruler;
    QSizeF size;
    std::vector<AlignmentMark> marks;
    AlignmentVersions versions;
    bool isFor(const AlignmentPicture& picture, double pixelRatio) const;
  };

  void updateGlyphs(const AlignmentPicture& picture, double pixelRatio);
  void paintCells(QPainter& painter, const AlignmentPicture& block);
  void paintHead(QPainter& painter, const AlignmentPicture& picture);
  void paintBlock(QPainter& painter, const AlignmentPicture& block) const;
  const QImage& minimapImage(const AlignmentPicture& picture, double pixelRatio);
  AlignmentRasterFrame frameOf(const AlignmentPicture& picture) const;

  vtkRenderWindow* m_window;
  std::unique_ptr<AlignmentScene> m_scene;
  AlignmentVersions m_sceneVersions, m_minimapVersions;  ///< of what they show
  AlignmentRaster m_raster, m_minimapRaster;
  GlyphAtlas m_glyphs;
  double m_glyphColumn = 0, m_glyphRow = 0, m_glyphRatio = 0;
  std::vector<std::uint32_t> m_pixels;
  QImage m_minimap;
  Head m_head;
};

}  // namespace ui
