// Data, layout and colours of the pair geometry view. Painting is in GeometryViewPaint.cpp, gestures, controls and
// state in GeometryViewControls.cpp.
#include "ui/views/geometry/GeometryView.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/maps/MapReadout.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using engine::Index;

namespace {

constexpr GeometryQuantity kQuantities[] = {GeometryQuantity::distance, GeometryQuantity::omega,
                                            GeometryQuantity::theta, GeometryQuantity::phi};
/// Four maps are shown where each is at least this wide (logical pixels); below that, one.
constexpr double kLeastMap = 96;
/// Width of the words beside a map.
constexpr double kLeastWords = 120, kMostWords = 330;
constexpr int kMostNoteLines = 3;
/// In views lower than this the map needs the room of the titles of its axes and of the footnote.
constexpr double kLeastForWords = 280;

}  // namespace

GeometryView::GeometryView(Session& session, QWidget* parent) : View(session, parent) {
  m_scene = std::make_unique<MapScene>(canvas().renderWindow());
  m_scene->setPanels(kNumGeometryQuantities);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    startContactLine();
    changed();
  });
  addCommands();
}

GeometryView::~GeometryView() = default;

View* makeGeometryView(Session& session, QWidget* parent) { return new GeometryView(session, parent); }

bool isForGeometryView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::geometry;
}

bool GeometryView::accepts(const engine::Dataset& dataset) const { return isForGeometryView(dataset, session().document()); }

void GeometryView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the pair geometry view shows pair geometry, not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  const Index before = length();
  m_dataset = std::move(dataset);
  m_letters.clear();
  const auto chainGeometry = geometry();
  if (const auto* chain =
          chainGeometry->structure ? chainGeometry->structure->findChain(chainGeometry->chain) : nullptr)
    for (const engine::Residue& residue : chain->residues) m_letters += residue.letter;
  m_unusual = unusualResidues(*chainGeometry);
  const auto distances = geometryMatrix(chainGeometry, GeometryQuantity::distance);
  m_largest = distances ? rangeOf(*distances).high : 0;
  if (before != length()) m_navigation.fit();
  m_contactLines.clear();  // those of the chain before
  startContactLine();
  changed();
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

std::shared_ptr<const engine::ChainGeometry> GeometryView::geometry() const {
  return m_dataset ? m_dataset->share<engine::ChainGeometry>() : nullptr;
}

Index GeometryView::length() const {
  const auto distances = geometryMatrix(geometry(), GeometryQuantity::distance);
  return distances ? distances->length(0) : 0;
}

engine::DatasetId GeometryView::axis() const { return m_dataset->axes.empty() ? m_dataset->id : m_dataset->axes[0]; }

std::vector<std::string> GeometryView::datasetIds() const {
  return m_dataset ? std::vector<std::string>{m_dataset->id} : std::vector<std::string>{};
}

QString GeometryView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("Pair geometry");
}

QString GeometryView::emptyText() const {
  return QStringLiteral("No pair geometry yet. Open a structure and compute the geometry of a chain.");
}

void GeometryView::resetView() {
  m_navigation.fit();
  Q_EMIT stateChanged();
}

void GeometryView::changed() {
  updateLooks();
  m_isDirty = true;
  refresh();
  Q_EMIT readoutChanged();
}

void GeometryView::updateLooks() {
  for (const GeometryQuantity quantity : kQuantities) {
    MapLook& look = m_looks[static_cast<size_t>(quantity)];
    look = angleLook(quantity, m_colorMap.toStdString());
    if (quantity == GeometryQuantity::distance)
      look = {m_colorMap.toStdString(), m_high > 0 ? m_low : 0, m_high > 0 ? m_high : std::max(m_largest, 1.0)};
    look.notANumber = toRgb(theme().line);
  }
}

void GeometryView::updateScene() {
  const auto chainGeometry = geometry();
  for (const GeometryQuantity quantity : kQuantities) {
    const auto panel = static_cast<int>(quantity);
    m_scene->setMatrix(panel, geometryMatrix(chainGeometry, quantity));
    m_scene->setLook(panel, m_looks[static_cast<size_t>(quantity)]);
    m_scene->setLines(panel, hasContactLine(quantity) ? m_contactLines : std::vector<MapLine>{});
  }
  m_scene->setBackground(toRgb(theme().canvas));
  m_isDirty = false;
}

bool GeometryView::hasContactLine(GeometryQuantity quantity) const {
  return m_contactLine == ContactLine::onAll ||
         (m_contactLine == ContactLine::onDistance && quantity == GeometryQuantity::distance);
}

void GeometryView::startContactLine() {
  const auto distances = geometryMatrix(geometry(), GeometryQuantity::distance);
  if (!distances || m_contactLine == ContactLine::none) return;
  // Short distances are at the dark end of the map by default, and angles have both: the accent of the locked selection
  // is the one colour that none of the maps uses.
  const Rgb color = toRgb(theme().locked);
  const double width = 1.5 * theme().lineScale, threshold = m_contactThreshold;
  Job* job = runJob(
      session().jobs(), this, tr("Contact line of %1").arg(title()), QStringLiteral("contact line"),
      [distances, threshold, color, width](engine::Progress& progress) {
        return contactOutlines(closePairs(*distances, threshold, progress), 0, color, width);
      },
      [distances](GeometryView& view, std::vector<MapLine> lines) {
        if (geometryMatrix(view.geometry(), GeometryQuantity::distance) != distances) return;
        view.m_contactLines = std::move(lines);
        view.changed();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

double GeometryView::footnoteHeight() const { return QFontMetricsF(theme().labelFont()).height() + theme().space(1); }

void GeometryView::placeMap(Layout& layout, GeometryQuantity quantity, const Rect& slot, WordsPlace words) const {
  const auto k = static_cast<size_t>(quantity);
  const QFontMetricsF title(theme().titleFont()), label(theme().labelFont());
  const double bar = colorBarHeight(theme()), gap = theme().space(1);
  const AxisSpace axes = axisSpace(theme(), length(), layout.titles);
  const bool areBeside = words == WordsPlace::beside;
  const double above = areBeside ? 0 : title.height() + gap, below = areBeside ? 0 : bar + gap;
  const double least = areBeside ? kLeastWords * theme().scale + theme().space(3) : 0;
  const Rect room{slot.x + axes.left, slot.y + above + axes.top, std::max(slot.width - axes.left - least, 0.0),
                  std::max(slot.height - above - axes.top - below, 0.0)};
  Rect panel = panelOfShape(room, length(), length());
  const double free = std::max(room.width - panel.width, 0.0);
  if (!areBeside) {
    panel.x += free / 2;
    layout.headers[k] = {panel.x - axes.left, slot.y, slot.right() - panel.x + axes.left, above};
    layout.bars[k] = {panel.x, panel.bottom() + gap, panel.width, bar};
  } else {
    const double most = kMostWords * theme().scale, width = std::min(kLeastWords * theme().scale + free, most);
    panel.x += (kLeastWords * theme().scale + free - width) / 2;
    layout.headers[k] = {panel.right() + theme().space(3), panel.y, width,
                         title.height() + kMostNoteLines * label.height()};
    const double end = 0.5 * label.horizontalAdvance(QStringLiteral("-180")) + 1;  // of the number at either end
    layout.bars[k] = {layout.headers[k].x + end, layout.headers[k].bottom() + gap, std::max(width - 2 * end, 0.0), bar};
  }
  layout.panels[k] = panel;
}

GeometryView::Layout GeometryView::gridLayout(QSize size, int columns, WordsPlace words) const {
  Layout layout;
  const double margin = theme().space(2), gap = theme().space(4);
  const int rows = kNumGeometryQuantities / columns;
  const double width = (size.width() - 2 * margin - (columns - 1) * gap) / columns;
  const double height = (size.height() - 2 * margin - footnoteHeight() - (rows - 1) * gap) / rows;
  for (const GeometryQuantity quantity : kQuantities) {
    const int k = static_cast<int>(quantity);
    placeMap(layout, quantity,
             {margin + k % columns * (width + gap), margin + k / columns * (height + gap), width, height}, words);
  }
  return layout;
}

GeometryView::Layout GeometryView::layoutFor(QSize size) const {
  Layout best;
  if (m_arrangement == GeometryArrangement::allFour)
    for (const int columns : {2, 4, 1})
      for (const WordsPlace words : {WordsPlace::around, WordsPlace::beside}) {
        const Layout layout = gridLayout(size, columns, words);
        if (layout.panels[0].width > best.panels[0].width) best = layout;
      }
  const double margin = theme().space(2);
  const bool hasWords = size.height() >= kLeastForWords * theme().scale;
  const double footnote = hasWords ? footnoteHeight() : 0;
  if (best.panels[0].width < kLeastMap * theme().scale) {
    best = {};
    best.isOne = true;
    best.titles = hasWords ? AxisTitles::shown : AxisTitles::none;
    const Rect slot{margin, margin, size.width() - 2 * margin, size.height() - 2 * margin - footnote};
    Layout beside = best;
    placeMap(best, m_main, slot, WordsPlace::around);
    placeMap(beside, m_main, slot, WordsPlace::beside);
    const auto main = static_cast<size_t>(m_main);
    if (beside.panels[main].width > best.panels[main].width) best = beside;
  }
  if (hasWords)
    best.footnote = QRectF(margin, size.height() - margin - footnote + theme().space(1),
                           std::max(size.width() - 2 * margin, 0.0), footnote);
  return best;
}

Rect GeometryView::panelOf(GeometryQuantity quantity, QSize size) const {
  return layoutFor(size).panels[static_cast<size_t>(quantity)];
}

QSizeF GeometryView::largestPicture(QSize size) const {
  if (length() == 0) return size;
  const Rect panel = panelOf(m_main, size);
  return {panel.width, panel.height};
}

MapViewport GeometryView::viewportOf(GeometryQuantity quantity, QSize size) const {
  return m_navigation.in(panelOf(quantity, size), length(), length());
}

void GeometryView::showCells(Index row, Index column, double pixelsPerCell) {
  const Layout layout = layoutFor(size());
  const Rect& panel = layout.panels[static_cast<size_t>(layout.isOne ? m_main : GeometryQuantity::distance)];
  m_navigation.set(panel, {static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5, pixelsPerCell});
  refresh();
  Q_EMIT stateChanged();
}

void GeometryView::prepareScene(QSize size, double pixelRatio) {
  if (m_isDirty) updateScene();
  const Layout layout = layoutFor(size);
  std::vector<MapViewport> viewports;
  for (const Rect& panel : layout.panels) viewports.push_back(m_navigation.in(panel, length(), length()));
  m_scene->place(size.width(), size.height(), pixelRatio, {layout.panels.begin(), layout.panels.end()}, viewports);
}

GeometryView::Cell GeometryView::cellOf(const Focus& focus) const {
  if (focus.isEmpty()) return {};
  const auto inside = [&](Index index) { return index >= 0 && index < length() ? index : Index{-1}; };
  return {inside(translated(focus.first, axis())),
          inside(translated(focus.isPair() ? focus.second : focus.first, axis()))};
}

Focus GeometryView::focusOf(const Cell& cell) const {
  Focus focus;
  focus.first = {axis(), cell.i};
  focus.second = {axis(), cell.j};
  return focus;
}

double GeometryView::valueAt(GeometryQuantity quantity, const Cell& cell) const {
  const auto matrix = geometryMatrix(geometry(), quantity);
  return matrix ? static_cast<double>((*matrix)(cell.i, cell.j)) : std::nan("");
}

std::vector<ReadoutLine> GeometryView::readout() const {
  if (!m_dataset) return {};
  const Focus& focus = session().selection().current();
  const Cell cell = cellOf(focus);
  std::vector<ReadoutLine> lines;
  if (cell.i < 0) return lines;
  const auto chainGeometry = geometry();
  const auto residue = [&](Index index) { return residueText(m_letters, index, chainGeometry.get()); };
  lines.push_back({focus.isPair() ? tr("Residue i (row)") : tr("Residue"), residue(cell.i)});
  if (!focus.isPair() || cell.j < 0) return lines;
  lines.push_back({tr("Residue j (column)"), residue(cell.j)});
  lines.push_back({tr("Separation"), tr("%1 residues").arg(std::abs(cell.i - cell.j))});
  for (const GeometryQuantity quantity : kQuantities) {
    const GeometryQuantityInfo& info = quantityInfo(quantity);
    lines.push_back({info.isSymmetric ? info.title : info.symbol + QStringLiteral("(i, j)"),
                     geometryText(quantity, valueAt(quantity, cell), cell.i == cell.j)});
    if (!info.isSymmetric)
      lines.push_back({info.symbol + QStringLiteral("(j, i)"),
                       geometryText(quantity, valueAt(quantity, {cell.j, cell.i}), cell.i == cell.j)});
  }
  return lines;
}

QString GeometryView::statusText() const {
  if (!m_dataset) return {};
  const Cell cell = cellOf(session().selection().current());
  return cell.i < 0 || cell.j < 0 ? QString() : cellText(cell);
}

QString GeometryView::cellText(const Cell& cell) const {
  const auto chainGeometry = geometry();
  QStringList values;
  for (const GeometryQuantity quantity : kQuantities)
    values << quantityInfo(quantity).symbol + u' ' + geometryText(quantity, valueAt(quantity, cell), cell.i == cell.j);
  return QStringLiteral("i %1 · j %2 · %3")
      .arg(residueText(m_letters, cell.i, chainGeometry.get()), residueText(m_letters, cell.j, chainGeometry.get()),
           values.join(QStringLiteral(" · ")));
}

}  // namespace ui
