// The alignment view: data, colours and jobs. Pointer and keys are in AlignmentViewInput.cpp.
#include "ui/views/AlignmentView.h"

#include <QFontMetricsF>
#include <QPointer>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/views/AlignmentReadout.h"
#include "ui/views/CanvasGestures.h"

namespace ui {

using engine::Index;

namespace {

/// Enough rows to know how wide names are.
constexpr Index kMeasuredNames = 500;
constexpr double kLongestNames = 190, kShortestNames = 100;
/// Blocks of the overview: 24 MB of colours at most.
constexpr Index kMaxOverviewBlocks = 8 << 20;

Rgb toRgb(const QColor& color) {
  return {static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
          static_cast<std::uint8_t>(color.blue())};
}

std::vector<Index> originalOrder(Index count) {
  std::vector<Index> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  return order;
}

std::vector<Index> sortedOrder(const engine::Alignment& alignment, RowOrder by, engine::Progress& progress) {
  std::vector<Index> order = originalOrder(alignment.numRows());
  if (by == RowOrder::name) {
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
      return alignment.rows[static_cast<size_t>(a)].name < alignment.rows[static_cast<size_t>(b)].name;
    });
  } else if (by == RowOrder::identity) {
    const std::vector<float> identity = engine::identityToFirstRow(alignment, progress);
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
      return identity[static_cast<size_t>(a)] > identity[static_cast<size_t>(b)];
    });
    // Row 0 stays on top: it is what the others are compared with.
    const auto reference = std::find(order.begin(), order.end(), Index{0});
    if (reference != order.end()) std::rotate(order.begin(), reference, reference + 1);
  }
  return order;
}

}  // namespace

View* makeAlignmentView(Session& session, QWidget* parent) { return new AlignmentView(session, parent); }

AlignmentView::AlignmentView(Session& session, QWidget* parent)
    : View(session, parent), m_gestures(new CanvasGestures(&canvas(), this)) {
  m_scene = std::make_unique<AlignmentScene>(canvas().renderWindow());
  connect(m_gestures, &CanvasGestures::pressed, this, &AlignmentView::onPressed);
  applyColors();
}

AlignmentView::~AlignmentView() = default;

QString AlignmentView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("Alignment");
}

bool AlignmentView::accepts(const engine::Dataset& dataset) const {
  return dataset.kind() == engine::DatasetKind::alignment;
}

std::vector<std::string> AlignmentView::datasetIds() const {
  return m_dataset ? std::vector<std::string>{m_dataset->id} : std::vector<std::string>{};
}

QString AlignmentView::emptyText() const {
  return tr("Open an alignment (FASTA, A3M, A2M, Stockholm, Clustal) or drop one here.");
}

QString AlignmentView::slot(const char* what) const {
  return QStringLiteral("alignment view %1 %2").arg(reinterpret_cast<quintptr>(this)).arg(QLatin1String(what));
}

void AlignmentView::setDataset(engine::DatasetPtr dataset) {
  const auto alignment = dataset ? dataset->share<engine::Alignment>() : nullptr;
  if (!alignment) return;
  const bool isOther = !m_dataset || m_dataset->id != dataset->id;
  m_dataset = std::move(dataset);
  m_alignment = alignment;
  m_statistics.reset();
  m_neededNamesWidth = measuredNamesWidth();
  if (isOther) {
    m_zoom = {};
    m_viewport = {};
    m_rowOrder = RowOrder::original;
  }
  applyOrder(originalOrder(m_alignment->numRows()));
  if (m_rowOrder != RowOrder::original) setRowOrder(m_rowOrder);
  applyColors();
  startStatistics();
  Q_EMIT titleChanged();
  Q_EMIT viewportChanged();
  refresh();
}

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

void AlignmentView::applyOrder(std::vector<Index> order) {
  m_order = std::move(order);
  m_placeOfRow.assign(m_order.size(), -1);
  for (size_t place = 0; place < m_order.size(); ++place)
    m_placeOfRow[static_cast<size_t>(m_order[place])] = static_cast<Index>(place);
  m_scene->setAlignment(m_alignment, m_order);
}

AlignmentPage AlignmentView::page() const {
  const Theme& look = theme();
  return {toRgb(look.canvas), toRgb(look.accent),
          look.kind == ThemeKind::dark ? AlignmentPage::Tone::dark : AlignmentPage::Tone::light};
}

void AlignmentView::applyColors() {
  const Theme &look = theme(), light = Theme::light(), dark = Theme::dark();
  m_pageOfColors = page();
  m_palette = alignmentPalette(m_scheme, m_statistics.get(), m_pageOfColors);
  m_scene->setPalette(m_palette);
  m_scene->setInk({toRgb(look.canvas), toRgb(light.text), toRgb(dark.text), toRgb(look.muted)});
  m_glyphs = {};
  startOverview();
}

void AlignmentView::setScheme(AlignmentScheme scheme) {
  if (scheme == m_scheme) return;
  m_scheme = scheme;
  applyColors();
  refresh();
}

void AlignmentView::setInsertsShown(bool on) {
  m_showInserts = on;
  refresh();
}

void AlignmentView::setRowOrder(RowOrder by) {
  m_rowOrder = by;
  if (!m_alignment) return;
  session().jobs().start(
      tr("Sort %1").arg(title()), slot("order"), JobQueue::Pool::cpu, QStringLiteral("native CPU"),
      [alignment = m_alignment, by](engine::Progress& progress) -> std::any {
        return sortedOrder(*alignment, by, progress);
      },
      [view = QPointer<AlignmentView>(this), alignment = m_alignment](std::any result) {
        if (!view || view->m_alignment != alignment) return;
        view->applyOrder(std::any_cast<std::vector<Index>>(std::move(result)));
        view->applyColors();
        view->refresh();
      });
}

double AlignmentView::measuredNamesWidth() const {
  const QFontMetricsF metrics(Theme::light().labelFont());
  double widest = 0;
  const Index count = std::min(kMeasuredNames, m_alignment->numRows());
  for (Index row = 0; row < count; ++row)
    widest = std::max(
        widest, metrics.horizontalAdvance(QString::fromStdString(m_alignment->rows[static_cast<size_t>(row)].name)));
  return std::clamp(widest + 20, kShortestNames, kLongestNames);
}

double AlignmentView::namesWidth() const {
  return m_chosenNamesWidth >= 0 ? m_chosenNamesWidth : m_neededNamesWidth * theme().scale;
}

AlignmentLayout AlignmentView::layoutFor(QSizeF size) const { return alignmentLayout(size, namesWidth(), theme()); }

QSizeF AlignmentView::currentSize() const { return const_cast<AlignmentView*>(this)->canvas().size(); }

AlignmentMark AlignmentView::markOf(const Focus& focus, const QColor& color) const {
  AlignmentMark mark;
  mark.color = color;
  if (focus.isEmpty()) return mark;
  mark.column = translated(focus.first, m_dataset->id);
  mark.secondColumn = focus.isPair() ? translated(focus.second, m_dataset->id) : -1;
  if (focus.first.dataset == m_dataset->id) mark.place = placeOfRow(focus.row);
  return mark;
}

Index AlignmentView::placeOfRow(Index row) const {
  return row >= 0 && row < static_cast<Index>(m_placeOfRow.size()) ? m_placeOfRow[static_cast<size_t>(row)] : -1;
}

std::vector<AlignmentMark> AlignmentView::marks() const {
  std::vector<AlignmentMark> result{markOf(session().selection().locked(), theme().locked),
                                    markOf(session().selection().hover(), theme().hover)};
  if (m_namedPlace >= 0) result.push_back({-1, -1, m_namedPlace, theme().hover});
  return result;
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
  picture.showInserts = m_showInserts;
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

std::vector<ReadoutLine> AlignmentView::readout() const {
  if (!hasAlignment()) return {};
  const Focus& focus = session().selection().current();
  if (focus.isEmpty()) return {};
  const Index column = translated(focus.first, m_dataset->id);
  if (column < 0 || column >= m_alignment->numColumns) return {};
  const Index row = focus.first.dataset == m_dataset->id ? focus.row : -1;
  std::vector<ReadoutLine> lines = alignmentReadout(*m_alignment, m_statistics.get(), row, column);
  for (const engine::DatasetPtr& dataset : session().document().datasets()) {
    const auto* structure = dataset->as<engine::Structure>();
    if (!structure) continue;
    const QString residue = structureResidueText(*structure, translated({m_dataset->id, column}, dataset->id));
    if (!residue.isEmpty()) lines.push_back({QString::fromStdString(dataset->title), residue});
  }
  return lines;
}

}  // namespace ui
