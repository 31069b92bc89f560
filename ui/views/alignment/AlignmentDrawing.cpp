// Frames and pages.
#include "ui/views/alignment/AlignmentDrawing.h"

#include <QPaintEngine>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "ui/views/alignment/tree/TreePainter.h"

namespace ui {

namespace {

/// The pixels that the painter paints on, when all of `pixels` may be written: saves a copy of every frame.
QImage* writableImage(const QPainter& painter, const QRect& pixels) {
  auto* image = dynamic_cast<QImage*>(painter.paintEngine()->paintDevice());
  if (!image || !image->rect().contains(pixels)) return nullptr;
  if (image->format() != QImage::Format_RGB32 && image->format() != QImage::Format_ARGB32_Premultiplied) return nullptr;
  const QRegion clip = painter.paintEngine()->systemClip();
  const bool isWhole = clip.isEmpty() || (clip.rectCount() == 1 && clip.boundingRect().contains(pixels));
  return isWhole ? image : nullptr;
}

}  // namespace

AlignmentRenderer preferredAlignmentRenderer() {
  static const bool hasDevice = [] {
    std::error_code error;
    return !qEnvironmentVariableIsSet("LIBGL_ALWAYS_SOFTWARE") && std::filesystem::exists("/dev/dri", error);
  }();
  return hasDevice ? AlignmentRenderer::shader : AlignmentRenderer::processor;
}

void AlignmentDrawing::updateGlyphs(const AlignmentPicture& picture, double pixelRatio) {
  const AlignmentViewport& viewport = picture.viewport;
  if (picture.letterOpacity <= 0 ||
      (m_glyphColumn == viewport.columnWidth && m_glyphRow == viewport.rowHeight && m_glyphRatio == pixelRatio))
    return;
  m_glyphs = makeGlyphAtlas(viewport.columnWidth, viewport.rowHeight, pixelRatio, picture.theme);
  m_glyphColumn = viewport.columnWidth;
  m_glyphRow = viewport.rowHeight;
  m_glyphRatio = pixelRatio;
  m_raster = {};
  if (m_scene) m_scene->setGlyphs(m_glyphs);
}

void AlignmentDrawing::prepareScene(const AlignmentPicture& picture, QSize size, double pixelRatio) {
  const AlignmentContent& content = *picture.content;
  const AlignmentVersions drawn = std::exchange(m_sceneVersions, content.versions), &now = m_sceneVersions;
  const bool isNew = !m_scene;
  if (isNew) m_scene = std::make_unique<AlignmentScene>(m_window);
  if (isNew || drawn.cells != now.cells) m_scene->setCells(content.cells);
  if (isNew || drawn.overview != now.overview) m_scene->setOverview(content.overview);
  if (isNew || drawn.colors != now.colors) {
    m_scene->setPalette(content.palette);
    m_scene->setInk(content.ink);
  }
  updateGlyphs(picture, pixelRatio);
  if (isNew) m_scene->setGlyphs(m_glyphs);
  m_scene->setLetterOpacity(picture.letterOpacity);
  m_scene->place(size.width(), size.height(), pixelRatio, picture.layout.panel(), picture.viewport);
}

AlignmentRasterFrame AlignmentDrawing::frameOf(const AlignmentPicture& picture) const {
  AlignmentRasterFrame frame;
  frame.cells = &picture.content->cells;
  frame.palette = &picture.content->palette;
  frame.overview = picture.content->overview.get();
  frame.glyphs = picture.letterOpacity > 0 ? &m_glyphs : nullptr;
  frame.ink = picture.content->ink;
  frame.letterOpacity = picture.letterOpacity;
  frame.threads = picture.content->threads;
  return frame;
}

void AlignmentDrawing::paintCells(QPainter& painter, const AlignmentPicture& block) {
  const double ratio = painter.device()->devicePixelRatioF();
  updateGlyphs(block, ratio);
  const QRectF seen = block.visibleCells(), exact = painter.deviceTransform().mapRect(seen);
  const QRect pixels(QPoint(qRound(exact.left()), qRound(exact.top())),
                     QPoint(qRound(exact.right()) - 1, qRound(exact.bottom()) - 1));
  if (pixels.isEmpty()) return;
  AlignmentRasterFrame frame = frameOf(block);
  frame.slotWidth = block.viewport.columnWidth * ratio;
  frame.placeHeight = block.viewport.rowHeight * ratio;
  // Whole device pixels: letters keep their shape while the alignment moves.
  const auto snapped = [](double first, double size) { return std::round(first * size) / size; };
  frame.firstSlot = snapped(block.viewport.firstColumn, frame.slotWidth);
  frame.firstPlace = snapped(
      block.viewport.firstRow + (seen.top() - block.layout.cells.top()) / block.viewport.rowHeight, frame.placeHeight);
  if (QImage* image = writableImage(painter, pixels)) {
    const engine::Index stride = image->bytesPerLine() / 4;
    auto* first = reinterpret_cast<std::uint32_t*>(image->bits()) + pixels.top() * stride + pixels.left();
    return m_raster.draw(frame, {first, stride, pixels.width(), pixels.height()});
  }
  m_pixels.resize(static_cast<size_t>(pixels.width()) * static_cast<size_t>(pixels.height()));
  m_raster.draw(frame, {m_pixels.data(), pixels.width(), pixels.width(), pixels.height()});
  QImage image(reinterpret_cast<uchar*>(m_pixels.data()), pixels.width(), pixels.height(), pixels.width() * 4,
               QImage::Format_RGB32);
  painter.drawImage(seen, image);
}

const QImage& AlignmentDrawing::minimapImage(const AlignmentPicture& picture, double pixelRatio) {
  const QSizeF wanted = picture.layout.minimap.size() * pixelRatio;
  const QSize size(std::max(1, qRound(wanted.width())), std::max(1, qRound(wanted.height())));
  if (m_minimap.size() == size && m_minimapVersions == picture.content->versions) return m_minimap;
  m_minimap = QImage(size, QImage::Format_RGB32);
  m_minimapVersions = picture.content->versions;
  AlignmentRasterFrame frame = frameOf(picture);
  frame.glyphs = nullptr;
  frame.slotWidth = size.width() / std::max(1.0, static_cast<double>(picture.arrangement().numSlots()));
  frame.placeHeight = size.height() / std::max(1.0, static_cast<double>(picture.arrangement().numPlaces()));
  m_minimapRaster.draw(frame, {reinterpret_cast<std::uint32_t*>(m_minimap.bits()), m_minimap.bytesPerLine() / 4,
                               size.width(), size.height()});
  return m_minimap;
}

bool AlignmentDrawing::Head::isFor(const AlignmentPicture& picture, double pixelRatio) const {
  const auto isSame = [](const AlignmentMark& a, const AlignmentMark& b) {
    return a.column == b.column && a.secondColumn == b.secondColumn && a.color == b.color;
  };
  return versions == picture.content->versions && !pixmap.isNull() && pixmap.devicePixelRatio() == pixelRatio &&
         size == picture.area.size() && ruler == picture.layout.ruler &&
         viewport.firstColumn == picture.viewport.firstColumn && viewport.columnWidth == picture.viewport.columnWidth &&
         viewport.rowHeight == picture.viewport.rowHeight &&
         std::equal(marks.begin(), marks.end(), picture.marks.begin(), picture.marks.end(), isSame);
}

void AlignmentDrawing::paintHead(QPainter& painter, const AlignmentPicture& picture) {
  const double ratio = painter.device()->devicePixelRatioF();
  if (!m_head.isFor(picture, ratio)) {
    const QSizeF size(picture.area.width(), picture.layout.cells.top());
    m_head = {QPixmap((size * ratio).toSize()),
              picture.viewport,
              picture.layout.ruler,
              picture.area.size(),
              picture.marks,
              picture.content->versions};
    m_head.pixmap.setDevicePixelRatio(ratio);
    m_head.pixmap.fill(picture.theme.canvas);
    QPainter into(&m_head.pixmap);
    paintTracks(into, picture);
    paintRuler(into, picture);
    into.setPen(QPen(picture.theme.line, 1));
    into.drawLine(QPointF(0, size.height() - 1), QPointF(size.width(), size.height() - 1));
  }
  painter.drawPixmap(QPointF(0, 0), m_head.pixmap);
}

void AlignmentDrawing::paintBlock(QPainter& painter, const AlignmentPicture& block) const {
  paintTracks(painter, block);
  paintRuler(painter, block);
  paintInserts(painter, block);
  paintMarks(painter, block);
  paintNames(painter, block);
  paintTree(painter, block);
}

void AlignmentDrawing::paintScreen(QPainter& painter, const AlignmentPicture& picture, AlignmentRenderer renderer) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (picture.isWrapped()) {
    painter.fillRect(picture.area, picture.theme.canvas);
    for (const AlignmentPicture& block : blocksOf(picture)) {
      paintCells(painter, block);
      paintBlock(painter, block);
    }
  } else {
    if (renderer == AlignmentRenderer::processor) paintCells(painter, picture);
    paintHead(painter, picture);
    paintInserts(painter, picture);
    paintMarks(painter, picture);
    paintNames(painter, picture);
    paintTree(painter, picture);
  }
  paintBars(painter, picture);
  if (!picture.layout.minimap.isEmpty() && !picture.isWrapped())
    paintMinimap(painter, picture, minimapImage(picture, painter.device()->devicePixelRatioF()));
  paintLegend(painter, picture);
  painter.restore();
}

void AlignmentDrawing::paintPage(QPainter& painter, const AlignmentPicture& whole) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  AlignmentPicture picture = whole;
  if (painter.hasClipping()) picture.area &= painter.clipBoundingRect();
  painter.fillRect(whole.area, picture.theme.canvas);
  const bool hasPixels = painter.paintEngine()->type() == QPaintEngine::Raster;
  for (const AlignmentPicture& block : blocksOf(picture)) {
    const QRectF all(0, block.layout.ruler.top(), whole.area.width(), block.layout.cells.bottom());
    if (!all.intersects(picture.area)) continue;
    // Less than one pixel per cell is a picture on every page.
    const bool isAveraged = block.viewport.columnWidth < 1 || block.viewport.rowHeight < 1;
    if (hasPixels || isAveraged)
      paintCells(painter, block);
    else
      paintCellsAsVectors(painter, block, block.content->ink);
    paintBlock(painter, block);
  }
  paintLegend(painter, picture);
  painter.restore();
}

}  // namespace ui
