// Data, layout and painting of the attention view. Gestures and controls are in AttentionViewControls.cpp.
#include "ui/views/AttentionView.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Error.h"
#include "ui/views/AttentionLayout.h"

namespace ui {

using engine::Index;

namespace {
/// A map beside another is at least this wide (logical pixels), or it is left out.
constexpr double kLeastMap = 90;
/// For what a large map still lacks (seconds): with the rest of a frame less than 1/30 s.
constexpr double kFramePatience = 0.010;
}  // namespace

AttentionView::AttentionView(Session& session, QWidget* parent) : View(session, parent) {
  m_scene = std::make_unique<MapScene>(canvas().renderWindow());
  m_scene->setPanels(2);
  m_strip.useJobs(&session.jobs());
  connect(&m_strip, &HeadStrip::changed, this, [this] { refresh(); });
  connect(&m_strip.thumbnails(), &HeadThumbnails::arrived, this, [this] {
    if (m_range == WeightRange::largestOfHeads) changed();  // now it may be known
  });
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &AttentionView::changed);
}

AttentionView::~AttentionView() = default;

View* makeAttentionView(Session& session, QWidget* parent) { return new AttentionView(session, parent); }

const engine::HeadSet* AttentionView::heads() const { return m_heads ? m_heads->as<engine::HeadSet>() : nullptr; }

const engine::ChainGeometry* AttentionView::geometry() const {
  const auto* geometry = m_geometry ? m_geometry->as<engine::ChainGeometry>() : nullptr;
  if (!geometry || geometry->geometry.distance.rank() != 2) return nullptr;
  const Index length = geometry->geometry.distance.length(0);
  if (heads() && (heads()->numQueries != length || heads()->numKeys != length)) return nullptr;
  return geometry;
}

std::shared_ptr<const engine::AttentionMap> AttentionView::map() const {
  const HeadStrip::Head head = chosenHead();
  try {
    return heads() && heads()->count() > 0 ? heads()->map(head.layer, head.head) : nullptr;
  } catch (const engine::Error&) {
    return nullptr;
  }
}

std::shared_ptr<const engine::Array<float>> AttentionView::attentionMatrix() const {
  const auto owner = map();
  if (!owner) return nullptr;
  const bool wantsScores = m_quantity == AttentionQuantity::scores && owner->scores.rank() == 2;
  return {owner, wantsScores ? &owner->scores : &owner->weights};
}

Index AttentionView::numRows() const {
  return heads() ? heads()->numQueries : geometry() ? geometry()->geometry.distance.length(0) : 0;
}
Index AttentionView::numColumns() const {
  return heads() ? heads()->numKeys : geometry() ? geometry()->geometry.distance.length(1) : 0;
}

namespace {

std::string chainLetters(const engine::ChainGeometry* geometry) {
  std::string letters;
  const auto* chain = geometry && geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr;
  if (chain)
    for (const engine::Residue& residue : chain->residues) letters += residue.letter;
  return letters;
}

}  // namespace

std::string AttentionView::rowLetters() const {
  return heads() && !heads()->queryLetters.empty() ? heads()->queryLetters : chainLetters(geometry());
}
std::string AttentionView::columnLetters() const {
  return heads() && !heads()->keyLetters.empty() ? heads()->keyLetters : chainLetters(geometry());
}

std::string AttentionView::rowAxis() const {
  const engine::DatasetPtr& main = m_heads ? m_heads : m_geometry;
  return !main ? std::string{} : main->axes.empty() ? main->id : main->axes[0];
}
std::string AttentionView::columnAxis() const {
  const engine::DatasetPtr& main = m_heads ? m_heads : m_geometry;
  return main && main->axes.size() > 1 ? main->axes[1] : rowAxis();
}

bool AttentionView::accepts(const engine::Dataset& dataset) const {
  return dataset.kind() == engine::DatasetKind::heads || dataset.kind() == engine::DatasetKind::geometry;
}

void AttentionView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the attention view shows attention heads and pair geometry, not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  if (dataset->kind() == engine::DatasetKind::heads) {
    const Index rows = numRows(), columns = numColumns();
    m_heads = std::move(dataset);
    m_strip.setHeads(m_heads->share<engine::HeadSet>());
    if (rows != numRows() || columns != numColumns()) m_navigation.fit();
  } else {
    m_geometry = std::move(dataset);
  }
  changed();
  Q_EMIT titleChanged();
}

std::vector<std::string> AttentionView::datasetIds() const {
  std::vector<std::string> ids;
  for (const auto& dataset : {m_heads, m_geometry})
    if (dataset) ids.push_back(dataset->id);
  return ids;
}

QString AttentionView::title() const {
  const engine::DatasetPtr& main = m_heads ? m_heads : m_geometry;
  return main ? QString::fromStdString(main->title) : QStringLiteral("Attention map");
}

QString AttentionView::emptyText() const {
  return QStringLiteral(
      "No attention map yet. Compute attention for a structure, or open an array of attention weights.");
}

HeadStrip::Head AttentionView::chosenHead() const {
  if (!heads()) return {};
  const SelectionModel& selection = session().selection();
  const auto clampTo = [](int value, Index count) {
    return std::clamp(value, 0, std::max(0, static_cast<int>(count) - 1));
  };
  return {clampTo(selection.layer(), heads()->numLayers), clampTo(selection.head(), heads()->numHeads)};
}

void AttentionView::resetView() { m_navigation.fit(); }

void AttentionView::showCells(Index row, Index column, double pixelsPerCell) {
  const Rect panel = panelOf(m_heads ? Plane::attention : Plane::companion, canvas().size());
  m_navigation.set(panel, {static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5, pixelsPerCell});
  refresh();
}

void AttentionView::changed() {
  m_isDirty = true;
  refresh();
  Q_EMIT readoutChanged();
}

void AttentionView::updateAttentionLook() {
  MapLook look;
  look.colorMapId = m_colorMap.toStdString();
  look.scale = m_scale;
  look.notANumber = toRgb(theme().line);
  const auto matrix = attentionMatrix();
  ValueRange range = matrix ? rangeOf(*matrix) : ValueRange{0, 1, 1};
  if (range.low < 0) {  // signed: scores, differences
    const double limit = std::max(range.high, -range.low);
    look = {"diverging", -limit, limit, ValueScale::linear, look.notANumber};
  } else {
    if (m_range == WeightRange::largestOfHeads)
      range.high = std::max(range.high, m_strip.thumbnails().largestValue().value_or(0));
    look.low = 0;
    look.high = m_range == WeightRange::zeroToOne ? 1 : std::max(range.high, 1e-30);
    if (look.scale == ValueScale::logarithmic) look.low = look.high * 1e-4;
  }
  m_attentionLook = look;
  const bool isCommon = m_range != WeightRange::ownLargest && look.low >= 0;
  m_strip.setLook(look, isCommon ? ThumbnailRange::common : ThumbnailRange::own);
}

void AttentionView::updateContacts() {
  std::vector<MapLine> lines;
  if (m_areContactsShown && geometry() && geometry()->geometry.contacts.rank() == 2) {
    const bool isDark = lightness(colorOf(m_attentionLook, m_attentionLook.low)) < 50;
    lines = contactOutlines(geometry()->geometry.contacts, kContactSeparation,
                            isDark ? Rgb{255, 255, 255} : Rgb{0, 0, 0}, 2 * theme().lineScale);
  }
  m_scene->setLines(0, lines);
}

void AttentionView::updateScene() {
  m_shown = chosenHead();
  updateAttentionLook();
  m_scene->setMatrix(0, attentionMatrix());
  m_scene->setLook(0, m_attentionLook);
  m_companionMatrix = geometry() ? companionMatrix(*geometry(), m_companion) : nullptr;
  m_scene->setMatrix(1, m_companionMatrix);
  if (m_companionMatrix) {
    m_companionLook = companionLook(*m_companionMatrix, m_companion);
    m_companionLook.notANumber = toRgb(theme().line);
    m_scene->setLook(1, m_companionLook);
  }
  updateContacts();
  m_scene->setBackground(toRgb(theme().canvas));
  m_isDirty = false;
}

AttentionView::Layout AttentionView::layoutFor(QSize size) const {
  Layout layout;
  const double margin = theme().space(2);
  const HeadStrip::Place place = m_strip.placeIn(theme(), QRectF(QPointF(), QSizeF(size)));
  layout.strip = place.strip;
  const double top = place.rest.top() + margin;
  const double header = headerHeight(theme()), bar = colorBarHeight(theme());
  const AxisSpace axes = axisSpace(theme(), numRows(), AxisTitles::shown);
  const auto placeMap = [&](int slot, double width) {
    Layout::Map map;
    const double left = place.rest.left() + margin + slot * (width + margin);
    const Rect room{left + axes.left, top + header + axes.top, std::max(width - axes.left, 0.0),
                    std::max(size.height() - top - header - axes.top - bar - 1.5 * margin, 0.0)};
    map.panel = panelOfShape(room, numRows(), numColumns());
    map.header = {left, top, width, header};
    map.bar = {map.panel.x, map.panel.bottom() + margin / 2, map.panel.width, bar};
    map.captionWidth = width - axes.left;
    return map;
  };
  const double whole = place.rest.width() - 2 * margin, half = (whole - margin) / 2;
  const bool wantsCompanion = geometry() && m_companion != Companion::none;
  // Two maps that nobody can read are worth less than one.
  const bool hasRoom = placeMap(0, half).panel.width >= kLeastMap * theme().scale;
  const bool hasCompanion = wantsCompanion && (!heads() || hasRoom);
  const double width = heads() && hasCompanion ? half : whole;
  if (heads()) layout.attention = placeMap(0, width);
  if (hasCompanion) layout.companion = placeMap(heads() ? 1 : 0, width);
  return layout;
}

Rect AttentionView::panelOf(Plane plane, QSize size) const {
  const Layout layout = layoutFor(size);
  return plane == Plane::attention ? layout.attention.panel : layout.companion.panel;
}

QRectF AttentionView::stripIn(QSize size) const { return layoutFor(size).strip; }

MapViewport AttentionView::viewportIn(QSize size) const {
  return m_navigation.in(panelOf(heads() ? Plane::attention : Plane::companion, size), numRows(), numColumns());
}

void AttentionView::prepareScene(QSize size, double pixelRatio) {
  if (m_isDirty) updateScene();
  const Layout layout = layoutFor(size);
  // On the screen a frame may be coarse and followed by a finer one; an exported picture is all there is.
  const bool isScreen = canvas().paintingActive();
  m_scene->setPatience(isScreen ? kFramePatience : std::numeric_limits<double>::infinity());
  m_scene->place(size.width(), size.height(), pixelRatio, {layout.attention.panel, layout.companion.panel},
                 viewportIn(size));
  if (isScreen && !m_scene->isComplete()) QTimer::singleShot(0, this, [this] { refresh(); });
}

MapFrame AttentionView::frameOf(const Rect& panel, const MapViewport& viewport) const {
  return {panel,
          viewport,
          numRows(),
          numColumns(),
          rowLetters(),
          columnLetters(),
          QStringLiteral("query residue"),
          QStringLiteral("key residue")};
}

AttentionView::Cell AttentionView::cellOf(const Focus& focus) const {
  Cell cell;
  if (focus.isEmpty()) return cell;
  const auto inside = [](Index index, Index count) { return index >= 0 && index < count ? index : Index{-1}; };
  cell.row = inside(translated(focus.first, rowAxis()), numRows());
  cell.column = inside(translated(focus.isPair() ? focus.second : focus.first, columnAxis()), numColumns());
  return cell;
}

std::vector<ReadoutLine> AttentionView::readout() const {
  const Focus& focus = session().selection().current();
  const Cell cell = cellOf(focus);
  std::vector<ReadoutLine> lines;
  if (cell.row < 0 && cell.column < 0) return lines;
  const auto number = [](double value) {
    return std::abs(value) >= 1e-3 || value == 0 ? QString::number(value, 'g', 3) : QString::number(value, 'e', 2);
  };
  if (cell.row >= 0) lines.push_back({"Query", residueText(rowLetters(), cell.row, geometry())});
  if (focus.isPair() && cell.column >= 0)
    lines.push_back({"Key", residueText(columnLetters(), cell.column, geometry())});
  const auto attention = map();
  if (attention) lines.push_back({"Head", attentionTitle()});
  if (attention && !focus.isPair() && cell.row >= 0) {
    for (const Index key : largestInRow(attention->weights, cell.row, 3))
      lines.push_back({"Attends to", residueText(columnLetters(), key) + QStringLiteral(": ") +
                                         number(attention->weights(cell.row, key))});
  }
  if (!focus.isPair() || cell.row < 0 || cell.column < 0) return lines;
  if (attention) {
    lines.push_back({"Weight", number(attention->weights(cell.row, cell.column))});
    if (attention->scores.rank() == 2) lines.push_back({"Score", number(attention->scores(cell.row, cell.column))});
    lines.push_back(
        {"Rank in row",
         QStringLiteral("%1 of %2").arg(rankInRow(attention->weights, cell.row, cell.column)).arg(numColumns())});
  }
  if (geometry()) {
    const float distance = geometry()->geometry.distance(cell.row, cell.column);
    lines.push_back({"Distance Cβ–Cβ", std::isfinite(distance) ? QStringLiteral("%1 Å").arg(distance, 0, 'f', 2)
                                                               : QStringLiteral("unknown: missing atoms")});
  }
  return lines;
}

}  // namespace ui
