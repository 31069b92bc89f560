// How the alignment view draws: colours, statistics, overview, frames and pages.
#include <QPointer>
#include <algorithm>
#include <cmath>

#include "ui/views/AlignmentView.h"

namespace ui {

using engine::Index;

namespace {

/// Blocks of the overview: 24 MB of colours at most.
constexpr Index kMaxOverviewBlocks = 8 << 20;

Rgb toRgb(const QColor& color) {
  return {static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
          static_cast<std::uint8_t>(color.blue())};
}

}  // namespace

void AlignmentView::startStatistics() {
  const auto alignment = m_alignment;
  const int threads = session().compute().threads;
  session().jobs().start(
      tr("Column statistics of %1").arg(title()), slot("statistics"), JobQueue::Pool::cpu, QStringLiteral("native CPU"),
      [alignment, threads](engine::Progress& progress) -> std::any {
        return std::make_shared<const engine::ColumnStatistics>(columnStatistics(*alignment, threads, progress));
      },
      [view = QPointer<AlignmentView>(this), alignment](std::any result) {
        if (!view || view->m_alignment != alignment) return;
        view->m_statistics = std::any_cast<std::shared_ptr<const engine::ColumnStatistics>>(result);
        view->applyColors();
        Q_EMIT view->statisticsReady();
        Q_EMIT view->readoutChanged();
        view->refresh();
      });
}

void AlignmentView::startOverview() {
  ++m_colorsVersion;
  m_scene->setOverview(nullptr);
  if (!m_alignment || m_order.empty() || m_alignment->numColumns == 0) return;
  const int threads = session().compute().threads;
  session().jobs().start(
      tr("Overview of %1").arg(title()), slot("overview"), JobQueue::Pool::cpu, QStringLiteral("native CPU"),
      [alignment = m_alignment, order = m_order, palette = m_palette, threads](engine::Progress& progress) -> std::any {
        return std::make_shared<const AlignmentOverview>(
            alignmentOverview(*alignment, order, palette, kMaxOverviewBlocks, threads, progress));
      },
      [view = QPointer<AlignmentView>(this), version = m_colorsVersion](std::any result) {
        if (!view || view->m_colorsVersion != version) return;
        view->m_scene->setOverview(std::any_cast<std::shared_ptr<const AlignmentOverview>>(result));
        view->refresh();
      });
}

AlignmentPage AlignmentView::page() const {
  const Theme& look = theme();
  return {toRgb(look.canvas), toRgb(look.accent),
          look.kind == ThemeKind::dark ? AlignmentPage::Tone::dark : AlignmentPage::Tone::light};
}

void AlignmentView::applyColors() {
  const Theme &look = theme(), light = Theme::light(), dark = Theme::dark();
  m_pageOfColors = page();
  m_palette = alignmentPalette(m_look.scheme, m_statistics.get(), m_pageOfColors);
  m_scene->setPalette(m_palette);
  m_scene->setInk({toRgb(look.canvas), toRgb(light.text), toRgb(dark.text), toRgb(look.muted)});
  m_glyphs = {};
  startOverview();
}

void AlignmentView::setLook(const AlignmentLook& look) {
  if (look == m_look) return;
  m_look = look;
  applyColors();
  Q_EMIT lookChanged();
  refresh();
}

void AlignmentView::setScheme(AlignmentScheme scheme) {
  AlignmentLook look = m_look;
  look.scheme = scheme;
  setLook(look);
}

AlignmentPicture AlignmentView::pictureFor(QSizeF size) const {
  AlignmentPicture picture;
  picture.alignment = m_alignment.get();
  picture.order = &m_order;
  picture.statistics = m_statistics.get();
  picture.palette = &m_palette;
  picture.layout = layoutFor(size);
  picture.theme = theme();
  picture.viewport = m_viewport;
  picture.viewport.columnWidth = columnWidthOf(m_zoom, theme());
  picture.viewport.rowHeight = rowHeightOf(m_zoom, theme());
  picture.viewport =
      clamped(picture.viewport, picture.layout, static_cast<Index>(m_order.size()), m_alignment->numColumns);
  picture.letterOpacity = letterOpacityAt(picture.viewport.columnWidth, picture.viewport.rowHeight);
  picture.showInserts = m_look.inserts != AlignmentInserts::hidden;
  return picture;
}

void AlignmentView::prepareScene(QSize size, double pixelRatio) {
  const AlignmentPicture picture = pictureFor(size);
  const int width = static_cast<int>(std::ceil(picture.viewport.columnWidth * pixelRatio));
  const int height = static_cast<int>(std::ceil(picture.viewport.rowHeight * pixelRatio));
  if (picture.letterOpacity > 0 && (m_glyphs.width != width || m_glyphs.height != height)) {
    m_glyphs = makeGlyphAtlas(picture.viewport.columnWidth, picture.viewport.rowHeight, pixelRatio, theme());
    m_scene->setGlyphs(m_glyphs);
  }
  m_scene->setLetterOpacity(picture.letterOpacity);
  m_scene->place(size.width(), size.height(), pixelRatio, picture.layout.panel(), picture.viewport);
}

void AlignmentView::paintOverlay(QPainter& painter, QSize size) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  const AlignmentPicture picture = pictureFor(size);
  const std::vector<AlignmentMark> shown = marks();
  painter.setPen(QPen(theme().line, 1));
  const QRectF& cells = picture.layout.cells;
  painter.drawLine(QPointF(0, cells.top() - 1), QPointF(size.width(), cells.top() - 1));
  paintTracks(painter, picture);
  paintInserts(painter, picture);
  paintMarks(painter, picture, shown);
  paintNames(painter, picture, shown);
  paintRuler(painter, picture, shown);
  paintBars(painter, picture);
  painter.restore();
}

void AlignmentView::onSelectionChanged() {
  if (page().canvas != m_pageOfColors.canvas || page().accent != m_pageOfColors.accent) applyColors();
  refresh();
}

}  // namespace ui
