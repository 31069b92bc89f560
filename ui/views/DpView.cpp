// Data, layout and readout of the DP view. Painting is in DpViewPaint.cpp, gestures and controls in DpViewControls.cpp.
#include "ui/views/DpView.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "ui/views/AttentionReadout.h"
#include "ui/views/DpLayout.h"

namespace ui {

using engine::Index;
using engine::PairState;

DpView::DpView(Session& session, QWidget* parent) : View(session, parent) {
  m_scene = std::make_unique<MapScene>(canvas().renderWindow());
}

DpView::~DpView() = default;

View* makeDpView(Session& session, QWidget* parent) { return new DpView(session, parent); }

const engine::ProfileAlignment* DpView::alignment() const {
  return m_dataset ? m_dataset->as<engine::ProfileAlignment>() : nullptr;
}

const engine::AlignmentPath* DpView::path() const {
  if (!alignment() || m_path < 0 || m_path >= static_cast<int>(alignment()->paths.size())) return nullptr;
  return &alignment()->paths[static_cast<size_t>(m_path)];
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
  m_planes.clear();
  for (const PairState state : alignment()->matrices.states)
    m_planes.push_back(innerPlane(alignment()->matrices, state));
  m_main = std::clamp(m_main, 0, std::max(0, numPlanes() - 1));
  m_path = 0;
  if (rows != numRows() || columns != numColumns()) m_navigation.fit();
  m_scene->setPanels(numPlanes());
  changed();
  Q_EMIT titleChanged();
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

void DpView::updateLooks() {
  ValueRange common;
  std::vector<ValueRange> ranges;
  for (const auto& plane : m_planes) {
    ranges.push_back(plane ? rangeOf(*plane) : ValueRange{});
    common.low = std::min(common.low, ranges.back().low);
    common.high = std::max(common.high, ranges.back().high);
  }
  m_looks.clear();
  for (const ValueRange& own : ranges) {
    const ValueRange& range = m_range == PlaneRange::common ? common : own;
    MapLook look;
    look.notANumber = toRgb(theme().line);
    look.colorMapId = !m_colorMap.isEmpty() ? m_colorMap.toStdString() : range.low < 0 ? "diverging" : "viridis";
    look.low = range.low;
    look.high = std::max(range.high, range.low + 1e-6);
    if (colorMap(look.colorMapId).isDiverging) {
      look.high = std::max({range.high, -range.low, 1e-6});
      look.low = -look.high;
    }
    m_looks.push_back(look);
  }
}

void DpView::updateScene() {
  updateLooks();
  m_text = path() && alignment()->query && alignment()->templ
               ? alignedText(*path(), alignment()->query->consensus, alignment()->templ->consensus)
               : AlignedText{};
  const Rgb line = toRgb(theme().text), halo = toRgb(theme().canvas);
  for (int plane = 0; plane < numPlanes(); ++plane) {
    const auto k = static_cast<size_t>(plane);
    m_scene->setMatrix(plane, m_planes[k]);
    m_scene->setLook(plane, m_looks[k]);
    const double width = theme().lineScale * (isLarge(plane) ? 1.0 : 0.75);
    m_scene->setLines(plane, m_isPathShown && path()
                                 ? pathLines(*path(), alignment()->matrices.states[k], line, halo, width)
                                 : std::vector<MapLine>{});
  }
  m_scene->setBackground(toRgb(theme().canvas));
  m_isDirty = false;
}

DpView::Layout DpView::layoutFor(QSize size) const {
  Layout layout;
  const double margin = theme().space(2), gap = theme().space(3);
  const double header = QFontMetricsF(theme().titleFont()).height() + theme().space(1);
  const AxisSpace axes = axisSpace(theme(), numRows(), AxisTitles::shown);
  const double text = 5 * QFontMetricsF(theme().residueFont()).height();
  const double footer = colorBarHeight(theme()) + margin + text;
  const double height = size.height() - footer - margin;
  const int count = numPlanes();
  const auto place = [&](double x, double y, double width, double fullHeight, const AxisSpace& space) {
    layout.headers.push_back({x, y, std::max(width, 0.0), header});
    layout.panels.push_back({x + space.left, y + header + space.top, std::max(width - space.left, 0.0),
                             std::max(fullHeight - header - space.top, 0.0)});
  };
  if (m_arrangement == PlaneArrangement::oneLarge) {
    const int numSmall = std::max(0, count - 1);
    const double smallWidth =
        numSmall > 0 ? std::min(size.width() * 0.26, std::max(180.0 * theme().scale, 1.2 * height / numSmall)) : 0;
    const double largeWidth = size.width() - 2 * margin - (numSmall > 0 ? smallWidth + gap : 0);
    const double smallHeight = (size.height() - 2 * margin - gap * (numSmall - 1)) / std::max(numSmall, 1);
    for (int plane = 0, slot = 0; plane < count; ++plane) {
      if (plane == m_main) {
        place(margin, margin, largeWidth, height, axes);
      } else {
        place(size.width() - margin - smallWidth, margin + slot++ * (smallHeight + gap), smallWidth, smallHeight, {});
      }
    }
    layout.text = QRectF(margin, size.height() - text, largeWidth, text - margin / 2);
  } else {
    const int columns = count > 3 ? 3 : std::max(count, 1), rows = std::max(1, (count + columns - 1) / columns);
    const double width = (size.width() - 2 * margin - gap * (columns - 1)) / columns;
    const double each = (height - gap * (rows - 1)) / rows;
    for (int plane = 0; plane < count; ++plane)
      place(margin + plane % columns * (width + gap), margin + plane / columns * (each + gap), width, each, axes);
    layout.text = QRectF(margin, size.height() - text, size.width() - 2 * margin, text - margin / 2);
  }
  const double left = margin + axes.left;
  layout.bar = {left, size.height() - text - colorBarHeight(theme()) - margin / 2,
                std::min(360.0 * theme().scale, layout.text.right() - left), colorBarHeight(theme())};
  return layout;
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

namespace {

QString valueText(double value, engine::DpKind kind) {
  if (std::isinf(value)) return QStringLiteral("cannot be reached");
  if (std::isnan(value)) return QStringLiteral("no value");
  return kind == engine::DpKind::posterior ? QString::number(value, 'g', 3)
                                           : QStringLiteral("%1 bits").arg(value, 0, 'f', 2);
}

QString predecessorText(const Predecessor& from) {
  switch (from.kind) {
    case Predecessor::Kind::unknown:
      return {};
    case Predecessor::Kind::off:
      return QStringLiteral(", switched off");
    case Predecessor::Kind::start:
      return QStringLiteral(", a path starts here");
    case Predecessor::Kind::cell:
      break;
  }
  return QStringLiteral(", from %1 at %2, %3")
      .arg(QString::fromUtf8(engine::stateName(from.state).data()))
      .arg(from.i + 1)
      .arg(from.j + 1);
}

}  // namespace

std::vector<ReadoutLine> DpView::readout() const {
  std::vector<ReadoutLine> lines;
  const Cell cell = cellOf(session().selection().current());
  if (!alignment() || (cell.i < 0 && cell.j < 0)) return lines;
  const std::string none;
  const std::string& queryLetters = alignment()->query ? alignment()->query->consensus : none;
  const std::string& templateLetters = alignment()->templ ? alignment()->templ->consensus : none;
  if (cell.i >= 0) lines.push_back({"Query column", residueText(queryLetters, cell.i)});
  if (cell.j >= 0) lines.push_back({"Template column", residueText(templateLetters, cell.j)});
  if (cell.i < 0 || cell.j < 0) return lines;
  const engine::DpMatrices& matrices = alignment()->matrices;
  for (int plane = 0; plane < numPlanes(); ++plane) {
    const auto k = static_cast<size_t>(plane);
    const PairState state = matrices.states[k];
    if (!m_planes[k]) continue;
    const double value = (*m_planes[k])(cell.i, cell.j);
    const QString origin =
        std::isfinite(value) ? predecessorText(predecessorOf(matrices, state, cell.i, cell.j)) : QString();
    lines.push_back({QString::fromUtf8(engine::stateName(state).data()), valueText(value, matrices.kind) + origin});
  }
  addPathReadout(lines, cell);
  return lines;
}

void DpView::addPathReadout(std::vector<ReadoutLine>& lines, Cell cell) const {
  if (!path()) {
    lines.push_back({"Path", "no path scored above 0"});
    return;
  }
  const Index at = stepAt(*path(), cell.i, cell.j);
  if (at < 0) {
    lines.push_back({"Path", "not on the path"});
    return;
  }
  const engine::PathStep& step = path()->steps[static_cast<size_t>(at)];
  lines.push_back({"Path", QStringLiteral("step %1 of %2 in %3, adds %4 bits")
                               .arg(at + 1)
                               .arg(path()->steps.size())
                               .arg(QString::fromUtf8(engine::stateName(step.state).data()))
                               .arg(step.score, 0, 'f', 2)});
}

}  // namespace ui
