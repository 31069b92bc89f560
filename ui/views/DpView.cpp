// Data and layout of the DP view. Its readout is in DpViewReadout.cpp, painting
// in DpViewPaint.cpp, gestures and controls in DpViewControls.cpp.
#include "ui/views/DpView.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "ui/views/AttentionReadout.h"
#include "ui/views/DpLayout.h"

namespace ui {

using engine::DpKind;
using engine::Index;
using engine::PairState;

namespace {

constexpr double kSignedShare = 0.2, kLagShare = 0.25;
/// Narrower and lower than this (logical pixels) there is no room for the small planes.
constexpr double kLeastWidthWithSmall = 330, kLeastSmallPlane = 36;
/// Share of the width that the small planes may take.
constexpr double kSmallShare = 0.26;
double planeHeaderHeight(const Theme& theme) { return QFontMetricsF(theme.titleFont()).height() + theme.space(1); }

}  // namespace

DpView::DpView(Session& session, QWidget* parent) : View(session, parent) {
  m_scene = std::make_unique<MapScene>(canvas().renderWindow());
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &DpView::changed);
}

DpView::~DpView() = default;

View* makeDpView(Session& session, QWidget* parent) { return new DpView(session, parent); }

const engine::ProfileAlignment* DpView::alignment() const {
  return m_dataset ? m_dataset->as<engine::ProfileAlignment>() : nullptr;
}

namespace {

const engine::DpMatrices& matricesOf(const engine::ProfileAlignment& alignment, DpKind kind) {
  switch (kind) {
    case DpKind::forward:
      return alignment.forward;
    case DpKind::backward:
      return alignment.backward;
    case DpKind::posterior:
      return alignment.posterior;
    case DpKind::viterbi:
      break;
  }
  return alignment.matrices;
}

}  // namespace

const engine::DpMatrices& DpView::matrices() const { return matricesOf(*alignment(), m_kind); }

std::vector<DpKind> DpView::kinds() const {
  std::vector<DpKind> kinds;
  for (const DpKind kind : {DpKind::viterbi, DpKind::forward, DpKind::backward, DpKind::posterior})
    if (alignment() && !matricesOf(*alignment(), kind).planes.empty()) kinds.push_back(kind);
  return kinds;
}

const engine::AlignmentPath* DpView::path() const {
  if (m_path < 0 || m_path >= static_cast<int>(m_choices.size())) return nullptr;
  return m_choices[static_cast<size_t>(m_path)].path;
}

bool DpView::isPosteriorKnown() const {
  return path() && !path()->steps.empty() &&
         std::all_of(path()->steps.begin(), path()->steps.end(), [this](const engine::PathStep& step) {
           return step.state != PairState::MM || stepPosterior(step, alignment()->posterior) >= 0;
         });
}

Index DpView::numRows() const { return m_planes.empty() || !m_planes[0] ? 0 : m_planes[0]->length(0); }
Index DpView::numColumns() const { return m_planes.empty() || !m_planes[0] ? 0 : m_planes[0]->length(1); }
int DpView::numPlanes() const { return static_cast<int>(m_planes.size()); }

std::string DpView::rowAxis() const {
  return !m_dataset ? std::string{} : m_dataset->axes.empty() ? m_dataset->id : m_dataset->axes[0];
}
std::string DpView::columnAxis() const {
  return m_dataset && m_dataset->axes.size() > 1 ? m_dataset->axes[1] : rowAxis();
}

bool DpView::accepts(const engine::Dataset& dataset) const {
  return dataset.kind() == engine::DatasetKind::profileAlignment;
}

void DpView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the DP view shows profile alignments, not ", dataset ? engine::kindName(dataset->kind()) : "nothing");
  const Index rows = numRows(), columns = numColumns();
  m_dataset = std::move(dataset);
  m_choices = pathChoices(*alignment());
  m_path = static_cast<int>(alignment()->opened);
  if (const auto held = kinds(); std::find(held.begin(), held.end(), m_kind) == held.end()) m_kind = DpKind::viterbi;
  takePlanes();
  if (rows != numRows() || columns != numColumns()) m_navigation.fit();
  changed();
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

void DpView::takePlanes() {
  m_planes.clear();
  for (const PairState state : matrices().states) m_planes.push_back(innerPlane(matrices(), state));
  m_main = std::clamp(m_main, 0, std::max(0, numPlanes() - 1));
  m_scene->setPanels(numPlanes());
}

void DpView::setMatrixKind(DpKind kind) {
  const std::vector<DpKind> held = kinds();
  if (kind == m_kind || std::find(held.begin(), held.end(), kind) == held.end()) return;
  m_kind = kind;
  takePlanes();
  changed();
  Q_EMIT controlsOutdated();
}

std::vector<std::string> DpView::datasetIds() const {
  return m_dataset ? std::vector<std::string>{m_dataset->id} : std::vector<std::string>{};
}

QString DpView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("DP matrices");
}

QString DpView::emptyText() const {
  return QStringLiteral("No alignment of two profiles yet. Build two profiles and align them.");
}

void DpView::resetView() { m_navigation.fit(); }

void DpView::changed() {
  m_isDirty = true;
  refresh();
  Q_EMIT readoutChanged();
}

void DpView::setMainPlane(int plane) {
  if (plane < 0 || plane >= numPlanes() || plane == m_main) return;
  m_main = plane;
  changed();
}

// Backward sums lead at the other end, posteriors are comparable as they are.
bool DpView::showsLag() const {
  return m_quantity == PlaneQuantity::behindBest && (m_kind == DpKind::viterbi || m_kind == DpKind::forward);
}

const std::string& DpView::lettersOf(const std::shared_ptr<const engine::ProfileHmm>& profile) const {
  static const std::string none;
  if (!profile) return none;
  const bool hasFirst = !profile->masterLetters.empty() && profile->masterLetters.size() == profile->consensus.size();
  return m_letters == ProfileLetters::firstSequence && hasFirst ? profile->masterLetters : profile->consensus;
}

namespace {

/// Scores that are hardly ever below 0 get a sequential map; otherwise 0 is the middle of a diverging one.
MapLook scoreLook(const ValueRange& range, const QString& chosenMap) {
  MapLook look;
  const bool isSigned = range.low < 0 && -range.low > kSignedShare * range.high;
  look.colorMapId = !chosenMap.isEmpty() ? chosenMap.toStdString() : isSigned ? "diverging" : "viridis";
  look.low = range.low;
  look.high = std::max(range.high, range.low + 1e-6);
  if (!colorMap(look.colorMapId).isDiverging) return look;
  look.high = std::max({range.high, -range.low, 1e-6});
  look.low = -look.high;
  return look;
}

}  // namespace

void DpView::updateLooks() {
  ValueRange common, scores;
  std::vector<ValueRange> ranges;
  for (size_t k = 0; k < m_shown.size(); ++k) {
    ranges.push_back(m_shown[k] ? rangeOf(*m_shown[k]) : ValueRange{});
    common.low = std::min(common.low, ranges.back().low);
    common.high = std::max(common.high, ranges.back().high);
    if (m_planes[k]) scores.high = std::max(scores.high, rangeOf(*m_planes[k]).high);
  }
  m_looks.clear();
  for (const ValueRange& own : ranges) {
    const ValueRange& range = m_range == PlaneRange::common ? common : own;
    MapLook look = scoreLook(range, m_colorMap);
    if (m_kind == DpKind::posterior) {
      look.colorMapId = m_colorMap.isEmpty() ? "viridis" : m_colorMap.toStdString();
      look.low = 0;
      look.high = 1;
    }
    if (showsLag()) {
      // Whoever lies further behind than this share of the best score is out of the race: one colour for all of them.
      const double span = std::max(std::min(kLagShare * scores.high, range.high - range.low), 1e-6);
      look.colorMapId = m_colorMap.isEmpty() ? "viridis" : m_colorMap.toStdString();
      look.low = range.high - span;
      look.high = range.high;
    }
    look.notANumber = toRgb(theme().line);
    m_looks.push_back(look);
  }
}

void DpView::updateScene() {
  m_shown = showsLag() ? behindBest(m_planes) : m_planes;
  updateLooks();
  m_text = path() && alignment()->query && alignment()->templ
               ? alignedText(*path(), lettersOf(alignment()->query), lettersOf(alignment()->templ))
               : AlignedText{};
  for (int plane = 0; plane < numPlanes(); ++plane) {
    const auto k = static_cast<size_t>(plane);
    m_scene->setMatrix(plane, m_shown[k]);
    m_scene->setLook(plane, m_looks[k]);
    m_scene->setLines(plane, linesOf(plane));
  }
  m_scene->setBackground(toRgb(theme().canvas));
  m_isDirty = false;
}

std::vector<MapLine> DpView::linesOf(int plane) const {
  if (!m_isPathShown || !path()) return {};
  const Rgb line = toRgb(theme().text), halo = toRgb(theme().canvas), rival = toRgb(theme().muted);
  const double width = theme().lineScale * (isLarge(plane) ? 1.0 : 0.75);
  std::vector<MapLine> lines;
  for (const PathChoice& choice : m_choices)
    if (m_areRivalsShown && choice.path != path()) lines.push_back(rivalLine(*choice.path, rival, width));
  const std::vector<MapLine> own =
      m_isPosteriorShown && isPosteriorKnown()
          ? posteriorLines(*path(), alignment()->posterior, rival, line, width)
          : pathLines(*path(), matrices().states[static_cast<size_t>(plane)], line, halo, width);
  lines.insert(lines.end(), own.begin(), own.end());
  return lines;
}

DpView::Layout DpView::layoutFor(QSize size) const {
  Layout layout;
  const double margin = theme().space(2), text = 4 * QFontMetricsF(theme().residueFont()).height();
  layout.text = QRectF(margin, size.height() - text - margin / 2, size.width() - 2 * margin, text);
  const Rect room{margin, margin, std::max(size.width() - 2 * margin, 0.0),
                  std::max(size.height() - text - 2.5 * margin, 0.0)};
  layout.headers.resize(static_cast<size_t>(numPlanes()));
  layout.panels.resize(static_cast<size_t>(numPlanes()));
  if (m_arrangement == PlaneArrangement::oneLarge) {
    layOutOneLarge(layout, room);
  } else {
    layOutSideBySide(layout, room);
  }
  return layout;
}

void DpView::layOutOneLarge(Layout& layout, const Rect& room) const {
  const double gap = theme().space(3), header = planeHeaderHeight(theme());
  const AxisSpace axes = axisSpace(theme(), numRows(), AxisTitles::shown);
  const int numSmall = numPlanes() - 1;
  const double slot = numSmall > 0 ? (room.height - theme().space(2) * (numSmall - 1)) / numSmall : 0;
  Rect small = panelOfShape({0, 0, room.width * kSmallShare, std::max(slot - header, 0.0)}, numRows(), numColumns());
  const bool hasSmall = numSmall > 0 && room.width >= kLeastWidthWithSmall * theme().scale &&
                        small.height >= kLeastSmallPlane * theme().scale;
  const double taken = hasSmall ? std::max(small.width, kLeastSmallPlane * theme().scale) + gap : 0;
  const Rect largeRoom{room.x + axes.left, room.y + header + axes.top, std::max(room.width - axes.left - taken, 0.0),
                       std::max(room.height - header - axes.top - colorBarHeight(theme()) - theme().space(1), 0.0)};
  const Rect large = panelOfShape(largeRoom, numRows(), numColumns());
  layout.bar = {large.x, large.bottom() + theme().space(1), large.width, colorBarHeight(theme())};
  layout.captionWidth = large.width + (hasSmall ? 0 : room.right() - large.right());
  for (int plane = 0, at = 0; plane < numPlanes(); ++plane) {
    const auto k = static_cast<size_t>(plane);
    if (plane == m_main) {
      layout.headers[k] = {room.x, room.y, large.right() - room.x, header};
      layout.panels[k] = large;
    } else if (hasSmall) {
      const double x = large.right() + gap, y = room.y + at++ * (slot + theme().space(2));
      layout.headers[k] = {x, y, room.right() - x, header};
      layout.panels[k] = {x, y + header, small.width, small.height};
    }
  }
}

void DpView::layOutSideBySide(Layout& layout, const Rect& room) const {
  const double gap = theme().space(3), header = planeHeaderHeight(theme());
  const AxisSpace axes = axisSpace(theme(), numRows(), AxisTitles::shown);
  const int count = std::max(numPlanes(), 1), columns = count > 3 ? 3 : count, rows = (count + columns - 1) / columns;
  const double height = room.height - colorBarHeight(theme()) - theme().space(1);
  const double width = (room.width - gap * (columns - 1)) / columns, each = (height - gap * (rows - 1)) / rows;
  double bottom = room.y;
  for (int plane = 0; plane < numPlanes(); ++plane) {
    const auto k = static_cast<size_t>(plane);
    const double x = room.x + plane % columns * (width + gap), y = room.y + plane / columns * (each + gap);
    layout.headers[k] = {x, y, std::max(width, 0.0), header};
    layout.panels[k] = panelOfShape({x + axes.left, y + header + axes.top, std::max(width - axes.left, 0.0),
                                     std::max(each - header - axes.top, 0.0)},
                                    numRows(), numColumns());
    bottom = std::max(bottom, layout.panels[k].bottom());
  }
  const double left = room.x + axes.left;
  layout.bar = {left, bottom + theme().space(1), std::min(360.0 * theme().scale, room.right() - left),
                colorBarHeight(theme())};
}

Rect DpView::panelOf(int plane, QSize size) const {
  const Layout layout = layoutFor(size);
  return plane >= 0 && plane < static_cast<int>(layout.panels.size()) ? layout.panels[static_cast<size_t>(plane)]
                                                                      : Rect{};
}

Rect DpView::referencePanel(QSize size) const { return panelOf(m_main, size); }

MapViewport DpView::viewportOf(int plane, QSize size) const {
  const Rect reference = referencePanel(size), own = panelOf(plane, size);
  if (m_navigation.isFitted()) return m_navigation.in(own, numRows(), numColumns());
  return m_navigation.in(reference, numRows(), numColumns()).scaledTo(reference, own);
}

void DpView::showCells(Index i, Index j, double pixelsPerCell) {
  m_navigation.set(referencePanel(canvas().size()),
                   {static_cast<double>(j) + 0.5, static_cast<double>(i) + 0.5, pixelsPerCell});
  refresh();
}

void DpView::prepareScene(QSize size, double pixelRatio) {
  if (m_isDirty) updateScene();
  const Layout layout = layoutFor(size);
  std::vector<MapViewport> viewports;
  for (int plane = 0; plane < numPlanes(); ++plane) viewports.push_back(viewportOf(plane, size));
  m_scene->place(size.width(), size.height(), pixelRatio, layout.panels, viewports);
}

DpView::Cell DpView::cellOf(const Focus& focus) const {
  Cell cell;
  if (focus.isEmpty()) return cell;
  cell.i = translated(focus.first, rowAxis());
  cell.j = translated(focus.isPair() ? focus.second : focus.first, columnAxis());
  if (cell.i >= numRows()) cell.i = -1;
  if (cell.j >= numColumns()) cell.j = -1;
  return cell;
}

}  // namespace ui
