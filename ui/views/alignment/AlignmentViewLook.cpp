// How the alignment view draws: colours, statistics, overview, frames and pages. Tracks are in AlignmentViewTracks.cpp.
#include <algorithm>
#include <cmath>

#include "engine/alignment/InsertColumns.h"
#include "engine/alignment/ResidueNumbers.h"
#include "ui/session/RunJob.h"
#include "ui/views/alignment/AlignmentSelectionPainter.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;

namespace {

/// Blocks of the overview: 12 MB of colours at most.
constexpr Index kMaxOverviewBlocks = 4 << 20;

Rgb toRgb(const QColor& color) {
  return {static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
          static_cast<std::uint8_t>(color.blue())};
}

/// What one pass over the alignment finds.
struct Counted {
  std::shared_ptr<const engine::ColumnStatistics> statistics;
  std::vector<engine::ExpandedInsert> inserts;
};

}  // namespace

void AlignmentView::startStatistics() {
  const int threads = session().compute().threads;
  m_drawing.setThreads(threads);
  Job* job = runJob(
      session().jobs(), this, tr("Column statistics of %1").arg(title()), QStringLiteral("statistics"),
      [alignment = m_alignment, threads](engine::Progress& progress) {
        return Counted{
            std::make_shared<const engine::ColumnStatistics>(columnStatistics(*alignment, threads, progress)),
            engine::insertWidths(*alignment)};
      },
      [alignment = m_alignment](AlignmentView& view, Counted counted) {
        if (view.m_alignment != alignment) return;
        view.m_statistics = std::move(counted.statistics);
        view.m_insertWidths = std::move(counted.inserts);
        view.chooseScheme();
        view.arrange();
        view.applyTracks();
        view.applyColors();
        Q_EMIT view.statisticsReady();
        Q_EMIT view.readoutChanged();
        view.refresh();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

/// Bases have a scheme of their own, unless the user has chosen one.
void AlignmentView::chooseScheme() {
  const bool isAutomatic = m_look.scheme == AlignmentScheme::clustal || m_look.scheme == AlignmentScheme::nucleotide;
  if (m_isSchemeChosen || !isAutomatic) return;
  const AlignmentScheme wanted = isNucleotide(*m_statistics) ? AlignmentScheme::nucleotide : AlignmentScheme::clustal;
  if (std::exchange(m_look.scheme, wanted) != wanted) Q_EMIT lookChanged();
}

void AlignmentView::startOverview() {
  ++m_colorsVersion;
  m_drawing.setOverview(nullptr);
  if (!m_statistics || m_drawing.cells().isEmpty()) return;  // colours come with the statistics
  const int threads = session().compute().threads;
  Job* job = runJob(
      session().jobs(), this, tr("Overview of %1").arg(title()), QStringLiteral("overview"),
      [cells = m_drawing.cells(), palette = m_drawing.palette(), background = m_drawing.ink().background,
       threads](engine::Progress& progress) {
        return std::make_shared<const AlignmentOverview>(
            alignmentOverview(cells, palette, background, kMaxOverviewBlocks, threads, progress));
      },
      [version = m_colorsVersion](AlignmentView& view, std::shared_ptr<const AlignmentOverview> overview) {
        if (view.m_colorsVersion != version) return;
        view.m_drawing.setOverview(std::move(overview));
        view.refresh();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

void AlignmentView::applyCells() {
  AlignmentCells cells{m_alignment, m_arrangement, {}, -1};
  if (m_look.hasOnlyDifferences && m_alignment->numRows() > 0) {
    using Kind = AlignmentReference::Kind;
    if (m_look.reference.kind == Kind::consensus) {
      if (m_statistics) cells.reference = m_statistics->consensus;
    } else {
      const Index wanted = m_look.reference.kind == Kind::row ? m_look.reference.row : 0;
      cells.referenceRow = std::clamp<Index>(wanted, 0, m_alignment->numRows() - 1);
      const engine::ResidueCode* codes = m_alignment->row(cells.referenceRow);
      cells.reference.assign(codes, codes + m_alignment->numColumns);
    }
  }
  m_drawing.setCells(std::move(cells));
}

AlignmentPage AlignmentView::page() const {
  const Theme& look = theme();
  return {toRgb(look.canvas), toRgb(look.accent),
          look.kind == ThemeKind::dark ? AlignmentPage::Tone::dark : AlignmentPage::Tone::light};
}

void AlignmentView::applyColors() {
  const Theme &look = theme(), light = Theme::light(), dark = Theme::dark();
  m_pageOfColors = page();
  AlignmentColoring coloring{m_look.scheme, {}, m_look.identityThreshold, {}};
  if (m_look.scheme == AlignmentScheme::annotation) coloring.values = colorValues(m_allTracks, m_look.colorTrack);
  if (m_look.isFadedByConservation && m_statistics) {
    coloring.strengths = engine::conservationOf(*m_statistics, m_look.conservation);
    const auto most = static_cast<float>(engine::conservationInfo(m_look.conservation).most);
    for (float& strength : coloring.strengths) strength /= most;
  }
  m_drawing.setInk({toRgb(look.canvas), toRgb(light.text), toRgb(dark.text), toRgb(look.muted)});
  m_drawing.setPalette(alignmentPalette(coloring, m_statistics.get(), m_pageOfColors));
  startOverview();
}

void AlignmentView::applyRuler() {
  m_rulerNumbers.clear();
  if (!m_alignment || m_look.rulerRow < 0 || m_look.rulerRow >= m_alignment->numRows()) return;
  const std::string& name = m_alignment->rows[static_cast<size_t>(m_look.rulerRow)].name;
  m_rulerNumbers = m_alignment->residueOfColumn(m_look.rulerRow);
  for (Index& number : m_rulerNumbers) number = number < 0 ? 0 : engine::numberOfResidue(name, number);
}

void AlignmentView::setLook(const AlignmentLook& look) {
  if (look == m_look) return;
  const AlignmentLook before = std::exchange(m_look, look);
  m_isSchemeChosen = m_isSchemeChosen || look.scheme != before.scheme;
  if (hasAlignment()) applyLook(before);
  Q_EMIT lookChanged();
  refresh();
}

void AlignmentView::applyLook(const AlignmentLook& before) {
  const auto differs = [&](auto member) { return m_look.*member != before.*member; };
  const bool hasOtherSlots = differs(&AlignmentLook::inserts) || differs(&AlignmentLook::expandedInserts);
  const bool hasOtherCells = differs(&AlignmentLook::hasOnlyDifferences) || differs(&AlignmentLook::reference);
  const bool hasOtherTracks = differs(&AlignmentLook::conservation) || differs(&AlignmentLook::tracks);
  if (hasOtherSlots)
    arrange();
  else if (hasOtherCells)
    applyCells();
  using Kind = AlignmentReference::Kind;
  if (differs(&AlignmentLook::reference) && m_look.reference.kind != Kind::consensus)
    m_arranger->change([this](AlignmentChoices& choices) {
      choices.reference = m_look.reference.kind == Kind::row ? m_look.reference.row : 0;
    });
  if (hasOtherTracks) applyTracks();
  if (hasOtherSlots || hasOtherCells || differs(&AlignmentLook::scheme) || differs(&AlignmentLook::colorTrack) ||
      differs(&AlignmentLook::identityThreshold) || differs(&AlignmentLook::isFadedByConservation) ||
      (m_look.isFadedByConservation && differs(&AlignmentLook::conservation)))
    applyColors();
  if (differs(&AlignmentLook::rulerRow)) applyRuler();
  if (m_look.hasWeights && m_weights.empty()) startWeights();
  if (differs(&AlignmentLook::isWrapped)) m_viewport = {};
  m_drawing.forgetHead();
  setViewport(m_viewport);
}

void AlignmentView::setScheme(AlignmentScheme scheme) {
  m_isSchemeChosen = true;
  AlignmentLook look = m_look;
  look.scheme = scheme;
  setLook(look);
}

void AlignmentView::setRenderer(AlignmentRenderer renderer) {
  m_renderer = renderer;
  refresh();
}

AlignmentPicture AlignmentView::pictureOn(QSizeF size, bool isPage) const {
  AlignmentPicture picture;
  picture.cells = &m_drawing.cells();
  picture.statistics = m_statistics.get();
  picture.palette = &m_drawing.palette();
  picture.tracks = &m_tracks;
  picture.rulerNumbers = m_rulerNumbers.empty() ? nullptr : &m_rulerNumbers;
  picture.weights = m_look.hasWeights ? &m_weights : nullptr;
  picture.marks = &m_shownMarks;
  picture.look = m_look;
  picture.theme = theme();
  AlignmentLayoutNeeds needs;
  needs.namesWidth = namesWidth(isPage ? std::optional(size.width()) : std::nullopt);
  for (const AlignmentTrack& track : m_tracks) needs.trackHeights.push_back(track.height);
  if (m_look.hasLegend) needs.legendHeight = legendHeight(m_look, theme(), page(), size.width());
  needs.hasMinimap = m_look.hasMinimap && !m_look.isWrapped && !isPage;
  needs.hasBars = !isPage;
  picture.layout = alignmentLayout(size, needs, theme());
  picture.area = QRectF(QPointF(0, 0), QSizeF(size.width(), picture.layout.cells.bottom()));
  if (!hasAlignment()) return picture;
  picture.viewport = m_viewport;
  picture.viewport.columnWidth = columnWidthOf(m_zoom, theme());
  picture.viewport.rowHeight = rowHeightOf(m_zoom, theme());
  if (m_look.isWrapped)
    picture.wrapping = alignmentWrapping(picture.layout, picture.viewport.columnWidth, picture.viewport.rowHeight,
                                         m_arrangement->numPlaces(), m_arrangement->numSlots(), theme());
  picture.viewport = clamped(picture.viewport, extentOf(picture));
  picture.letterOpacity = letterOpacityAt(picture.viewport.columnWidth, picture.viewport.rowHeight);
  return picture;
}

AlignmentPicture AlignmentView::pictureFor(QSizeF size) const { return pictureOn(size, false); }

QSize AlignmentView::wholePageSize() const {
  if (!hasAlignment()) return {};
  const AlignmentPicture picture = pictureOn(QSizeF(1e6, 1e6), true);
  const double cells = static_cast<double>(m_arrangement->numSlots()) * picture.viewport.columnWidth;
  // How much names may take depends on the width of the page, which they are a part of: comes to rest at once or
  // nearly.
  double width = cells + picture.layout.cells.left();
  for (int step = 0; step < 8; ++step) width = cells + namesWidth(width);
  double legend = 0;
  if (m_look.hasLegend) legend = legendHeight(m_look, theme(), page(), width);
  const double height = picture.layout.cells.top() +
                        static_cast<double>(m_arrangement->numPlaces()) * picture.viewport.rowHeight + legend;
  return QSizeF(width, height).toSize() + QSize(theme().space(1), theme().space(1));
}

/// On the screen only, and only where the shader is the faster way.
bool AlignmentView::hasScene() const {
  return m_renderer == AlignmentRenderer::shader && !m_look.isWrapped && isVisible();
}

void AlignmentView::prepareScene(QSize size, double pixelRatio) {
  m_drawing.prepareScene(pictureFor(size), size, pixelRatio);
}

void AlignmentView::paintOverlay(QPainter& painter, QSize size) {
  m_shownMarks = marks();
  const bool isShader = hasScene();
  m_drawing.paintScreen(painter, pictureFor(size), isShader ? AlignmentRenderer::shader : AlignmentRenderer::processor,
                        page());
  paintSelection(painter, pictureFor(size));
  if (!isShader) canvas().countFrame();
}

void AlignmentView::paintPage(QPainter& painter, QSize size) {
  m_shownMarks = marks();
  m_drawing.paintPage(painter, pictureOn(size, true), page());
  paintSelection(painter, pictureOn(size, true));
}

QByteArray AlignmentView::pagePng(QSize size, double scale) {
  if (!hasAlignment()) return pngBytes(renderImage(size, scale));
  checkPageSize(size, scale);
  const AlignmentPicture picture = pictureOn(size, true);
  m_shownMarks = marks();
  return pngBytes((QSizeF(size) * scale).toSize(), [&](QImage& band, int top) {
    band.setDevicePixelRatio(scale);
    QPainter painter(&band);
    painter.translate(0, -top / scale);
    painter.setClipRect(QRectF(0, top / scale, size.width(), band.height() / scale));
    m_drawing.paintPage(painter, picture, page());
    paintSelection(painter, picture);
    painter.end();
    band.setDevicePixelRatio(1);
  });
}

void AlignmentView::paintSelection(QPainter& painter, const AlignmentPicture& picture) {
  if (!hasAlignment()) return;
  const engine::IndexRanges kept = m_selection->keptColumns();
  for (const AlignmentPicture& block : blocksOf(picture))
    paintAlignmentSelection(painter, block, *m_selection, *m_finder, kept);
}

void AlignmentView::onSelectionChanged() {
  if (page().canvas != m_pageOfColors.canvas || page().accent != m_pageOfColors.accent) applyColors();
  refresh();
}

}  // namespace ui
