#include "ui/views/dp/DpView.h"

#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/base/DatasetAxes.h"
#include "ui/views/base/JsonState.h"
#include "ui/views/base/LessonExpression.h"
#include "ui/views/base/figure/ShownSize.h"
#include "ui/views/dp/DpCellText.h"
#include "ui/views/dp/DpCommands.h"
#include "ui/views/dp/DpControls.h"
#include "ui/views/dp/DpFigure.h"
#include "ui/views/dp/DpNavigation.h"
#include "ui/views/dp/DpPaint.h"
#include "ui/views/dp/paths/DpLines.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;

DpView::DpView(Session& session, QWidget* parent) : View(session, parent) {
  m_scene = std::make_unique<MapScene>(canvas().renderWindow());
  m_player = new DpPlayer(this);
  m_live = new DpLive(session, this);
  m_lanes = new DpLiveLanes(session, this);
  // The cell in work takes the place of the locked one.
  m_player->startCell = [this]() -> std::optional<DpCell> {
    const DpCell cell = cellOf(this->session().selection().locked());
    this->session().selection().clearLocked();
    return m_picture.contains(cell) ? std::optional(cell) : std::nullopt;
  };
  connect(m_player, &DpPlayer::switched, this, &View::controlsOutdated);
  connect(m_player, &DpPlayer::stepped, this, [this] {
    redraw(false);
    if (!m_player->isPlaying()) Q_EMIT stateChanged();  // pictures on the way are no states to go back to
  });
  connect(m_player, &DpPlayer::speedChanged, this, &View::stateChanged);
  connect(m_player, &DpPlayer::faded, this, &DpView::refresh);
  connect(m_live, &DpLive::updated, this, &DpView::takeLive);
  connect(m_lanes, &DpLiveLanes::updated, this, [this] { redraw(false); });
  connect(this, &View::themeChanged, this, [this] { redraw(true); });
  connect(this, &View::stateChanged, this, &DpView::refresh);
  addDpCommands(*this);
}

View* makeDpView(Session& session, QWidget* parent) { return new DpView(session, parent); }

bool isForDpView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::profileAlignment;
}

bool DpView::accepts(const engine::Dataset& dataset) const { return isForDpView(dataset, session().document()); }

void DpView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the DP view shows profile alignments, not ", dataset ? engine::kindName(dataset->kind()) : "nothing");
  validateMatrices(*dataset->as<engine::ProfileAlignment>());
  DpPicture picture = m_picture;
  picture.open(dataset);
  if (!m_picture.dataset() || m_picture.dataset()->id != dataset->id) m_wantedPath = -1;
  m_live->setDataset(dataset);
  if (picture.numRows() != m_picture.numRows() || picture.numColumns() != m_picture.numColumns()) m_navigation.fit();
  m_picture = std::move(picture);
  m_lanes->clear();
  m_player->endFlash();
  startJobs();
  redraw(true);
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
  Q_EMIT stateChanged();
}

void DpView::setOptions(const DpOptions& options) {
  const DpOptions before = m_picture.options();
  m_picture.setOptions(options);
  const DpOptions now = m_picture.options();
  if (now == before) return;
  if (now.path != before.path) {
    m_wantedPath = -1;
    m_player->endFlash();
    Q_EMIT pathsChanged();
  }
  if (now.isListShown && !before.isListShown && m_picture.paths().size() < 2) m_live->needAlternatives();
  const bool isColored = !areColoredAlike(now, before);
  if (isColored) startJobs();
  redraw(isColored);
  if (now.kind != before.kind || now.arrangement != before.arrangement) Q_EMIT controlsOutdated();
  Q_EMIT stateChanged();
}

void DpView::startJobs() {
  if (m_picture.lacksPosterior()) m_live->needSums();
  if (options().arrangement != PlaneArrangement::lanes || !m_live->isPossible()) return;
  const std::string chosen = options().colorMap.toStdString();
  const bool isSequential = !chosen.empty() && !colorMap(chosen).isDiverging;
  m_lanes->show(m_picture.dataset(), m_picture.shared(), m_live->knobs(), isSequential ? chosen : "viridis");
}

namespace {

/// By step of the path, whether the path before did not go there.
std::vector<bool> newSteps(const engine::AlignmentPath* path, const std::vector<engine::PathStep>& before) {
  using Key = std::tuple<engine::PairState, Index, Index>;
  std::set<Key> old;
  for (const engine::PathStep& step : before) old.insert({step.state, step.i, step.j});
  std::vector<bool> isNew;
  if (path)
    for (const engine::PathStep& step : path->steps) isNew.push_back(!old.contains({step.state, step.i, step.j}));
  return isNew;
}

}  // namespace

/// Aligned again, or the alignment as it was made.
void DpView::takeLive() {
  if (!m_picture.dataset()) return;
  const auto before = m_picture.path() ? m_picture.path()->steps : std::vector<engine::PathStep>{};
  m_picture.update(m_live->result());
  if (m_wantedPath >= 0 && m_wantedPath < static_cast<int>(m_picture.paths().size()))
    change([&](DpOptions& options) { options.path = std::exchange(m_wantedPath, -1); });
  m_player->startFlash(newSteps(m_picture.path(), before));
  startJobs();
  redraw(true);
  Q_EMIT pathsChanged();
  Q_EMIT stateChanged();
}

void DpView::redraw(bool isColored) {
  m_areColorsDirty = m_areColorsDirty || isColored;
  m_areLinesDirty = true;
  const engine::LaneMatrices* lanes = m_lanes->picture().lanes.get();
  const bool isByLanes = options().arrangement == PlaneArrangement::lanes;
  if (isByLanes && lanes)
    m_player->setTape(lanes->numRows(), lanes->numColumns(), 0, true);
  else
    m_player->setTape(m_picture.numRows(), m_picture.numColumns(),
                      m_picture.path() ? static_cast<Index>(m_picture.path()->steps.size()) : 0, isByLanes);
  if (m_player->isOn() && !m_player->isPlaying()) session().selection().setHover(readoutFocus());
  refresh();
  Q_EMIT readoutChanged();
}

DpCell DpView::cellOf(const Focus& focus) const {
  if (focus.isEmpty() || !m_picture.dataset()) return {};
  const Document& document = session().document();
  DpCell cell{placeOn(*m_picture.dataset(), 0, focus.first, document),
              placeOn(*m_picture.dataset(), 1, focus.isPair() ? focus.second : focus.first, document)};
  if (cell.i >= m_picture.numRows()) cell.i = -1;
  if (cell.j >= m_picture.numColumns()) cell.j = -1;
  return cell;
}

DpMoment DpView::moment() const {
  const SelectionModel& selection = session().selection();
  DpMoment moment;
  moment.cell = m_player->isOn() ? m_player->cell(m_picture.path()) : cellOf(selection.current());
  moment.locked = cellOf(selection.locked());
  if (selection.hover() != selection.locked()) moment.pointed = cellOf(selection.hover());
  for (const Focus& focus : selection.kept()) moment.kept.push_back(cellOf(focus));
  moment.isHeld = m_player->isOn() || !selection.locked().isEmpty();
  if (m_player->isOn()) moment.stepper = &m_player->stepper();
  moment.comparisons = m_player->comparisons();
  moment.flash = m_player->flash();
  if (m_live->isPossible()) moment.lanes = &m_lanes->picture();
  return moment;
}

// Pictures

DpLayout DpView::layoutFor(QSize size) const {
  return layoutOf(m_picture, m_navigation, m_player->isOn(), theme(), size);
}

QSizeF DpView::largestPicture(QSize size) const {
  if (options().arrangement == PlaneArrangement::lanes || m_picture.numRows() == 0 || m_picture.numColumns() == 0)
    return size;
  const Rect panel = layoutFor(size).panel(options().mainPlane);
  return {panel.width, panel.height};
}

void DpView::prepareScene(QSize size, double pixelRatio) {
  if (m_areColorsDirty) {
    m_picture.color(toRgb(theme().line));
    showPlanes(*m_scene, m_picture, theme());
  }
  const DpStepper* stepper = m_player->isOn() ? &m_player->stepper() : nullptr;
  for (int plane = 0; plane < m_scene->numPanels() && m_areLinesDirty; ++plane)
    m_scene->setLines(plane, linesOver(m_picture, plane, stepper, theme()));
  m_areColorsDirty = m_areLinesDirty = false;
  const DpLayout layout = layoutFor(size);
  m_scene->place(size.width(), size.height(), pixelRatio, layout.panels, layout.viewports);
}

void DpView::paintOverlay(QPainter& painter, QSize size) {
  std::vector<Index> cellsPerPixel;
  for (int plane = 0; plane < m_scene->numPanels(); ++plane) cellsPerPixel.push_back(m_scene->cellsPerPixel(plane));
  paintPicture(painter, theme(), m_picture, moment(), layoutFor(size), cellsPerPixel);
}

// Gestures

void DpView::onPointerMoved(QPointF position) {
  const DpLayout layout = layoutFor(canvas().size());
  QToolTip::showText(canvas().mapToGlobal(position.toPoint()), planeTip(m_picture, layout, position), &canvas());
  if (m_player->isOn()) {
    if (!m_player->isPlaying()) session().selection().setHover(readoutFocus());
  } else if (!layout.text.contains(position)) {
    // The text follows the focus: pointing at its letters must not move it away under the pointer.
    session().selection().setHover(m_picture.focusOf(layout.cellAt(m_picture, position)));
  }
}

void DpView::onPointerLeft() {
  if (!m_player->isOn()) View::onPointerLeft();
}

void DpView::onClicked(QPointF position) {
  const DpLayout layout = layoutFor(canvas().size());
  if (const auto hit = pathTextAt(theme(), layout.text, textsAt(m_picture, moment(), theme()), position))
    return onTextClicked(*hit);
  const int plane = layout.planeAt(position);
  if (plane >= 0 && !m_picture.isLarge(plane))
    return change([plane](DpOptions& options) { options.mainPlane = plane; });
  if (!m_player->isOn()) return View::onClicked(position);
  const DpCell cell = layout.cellAt(m_picture, position);
  if (cell.i < 0) return;
  m_player->setPlaying(false);
  m_player->setCell(cell);
}

void DpView::onTextClicked(const PathTextHit& hit) {
  if (options().isListShown) change([&](DpOptions& options) { options.path = hit.entry; });
  if (!m_picture.path() || hit.step < 0 || hit.step >= static_cast<Index>(m_picture.path()->steps.size())) return;
  const engine::PathStep& step = engine::nth(m_picture.path()->steps, hit.step);
  if (m_player->isOn() && m_player->stepper().isTracing())
    m_player->setPosition(m_player->stepper().numPositions() - hit.step);
  else if (m_player->isOn())
    m_player->setCell({step.i, step.j});
  else
    session().selection().setLocked(m_picture.focusOf({step.i, step.j}));
}

void DpView::onDragged(QPointF from, QPointF to) {
  const DpLayout layout = layoutFor(canvas().size());
  if (layout.text.contains(from)) {
    const double advance = QFontMetricsF(theme().residueFont()).horizontalAdvance(QLatin1Char('M'));
    m_textDrag += (from.x() - to.x()) / advance;
    const auto whole = static_cast<Index>(m_textDrag);
    m_textDrag -= static_cast<double>(whole);
    return change([whole](DpOptions& options) { options.textOffset += whole; });
  }
  const int plane = layout.planeAt(from);
  if (plane < 0) return;
  panPlane(m_navigation, m_picture, layout, plane, to - from);
  Q_EMIT stateChanged();
}

void DpView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  const DpLayout layout = layoutFor(canvas().size());
  if (layout.text.contains(position)) {
    change([steps](DpOptions& options) {
      if (options.isListShown)
        options.firstEntry += steps < 0 ? 1 : -1;
      else
        options.textOffset -= static_cast<Index>(std::lround(10 * steps));
    });
  } else if (zoomAt(m_navigation, m_picture, layout, position, steps)) {
    onPointerMoved(position);
    Q_EMIT stateChanged();
  }
}

bool DpView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  if (key >= Qt::Key_1 && key <= Qt::Key_9 && key - Qt::Key_1 < m_picture.numPlanes()) {
    change([key](DpOptions& options) { options.mainPlane = key - Qt::Key_1; });
    return true;
  }
  if (!navigateByKey(m_navigation, m_picture, layoutFor(canvas().size()), key)) return View::onKey(key, modifiers);
  Q_EMIT stateChanged();
  return true;
}

void DpView::pointAt(const Focus& focus) {
  if (!m_player->isOn()) return View::pointAt(focus);
  if (const DpCell cell = cellOf(focus); cell.i >= 0 && cell.j >= 0) m_player->setCell(cell);
}

void DpView::resetView() {
  m_navigation.fit();
  change([](DpOptions& options) { options.textOffset = 0; });
  Q_EMIT stateChanged();
}

// What the view tells

QString DpView::title() const {
  return m_picture.dataset() ? QString::fromStdString(m_picture.dataset()->title) : QStringLiteral("DP matrices");
}

std::vector<engine::DatasetId> DpView::datasetIds() const {
  return m_picture.dataset() ? std::vector{m_picture.dataset()->id} : std::vector<engine::DatasetId>{};
}

QString DpView::emptyText() const {
  return QStringLiteral("No alignment of two profiles yet. Build two profiles and align them.");
}

QWidget* DpView::makeControls(QWidget* parent) { return makeDpControls(*this, parent); }

std::vector<ReadoutLine> DpView::readout() const { return readoutOf(m_picture, moment().cell); }

Focus DpView::readoutFocus() const {
  return m_player->isOn() ? m_picture.focusOf(moment().cell) : View::readoutFocus();
}

void DpView::addMenuEntries(QMenu& menu) {
  addLessonExpression(menu, lessonExpressionOf(m_picture, moment().cell));
}

QString DpView::statusText() const { return statusOf(m_picture, moment().cell); }

std::vector<NumberTable> DpView::visibleNumbers() const { return numbersOf(m_picture); }

QString DpView::captionText() const {
  QString text = captionOf(m_picture, title());
  if (text.isEmpty()) return {};
  if (m_live->result()) text += knobsCaption(m_live->knobs(), m_live->standard());
  if (m_player->isOn()) text += fillingCaption(m_player->stepper());
  return text + sightSentence(m_picture, layoutFor(shownSize(size())));
}

QJsonObject DpView::state() const {
  QJsonObject state = toJson(options());
  if (m_wantedPath >= 0) state.insert(QStringLiteral("path"), m_wantedPath);
  const Rect panel = layoutFor(size()).panel(options().mainPlane);
  state.insert(QStringLiteral("zoom"), zoomState(m_navigation, m_picture, panel));
  state.insert(QStringLiteral("steps"), m_player->state());
  if (m_live->isPossible()) state.insert(QStringLiteral("knobs"), toJson(m_live->knobs()));
  return state;
}

void DpView::setState(const QJsonObject& state) {
  engine::AlignmentKnobs knobs = m_live->knobs();
  readJson(state.value(QLatin1String("knobs")).toObject(), knobs);
  m_live->setKnobs(knobs);
  DpOptions wanted = options();
  readJson(state, wanted);
  setOptions(wanted);
  // The paths may still be on their way.
  takeWhole<int>(state, "path", [&](int path) { m_wantedPath = m_live->isBusy() ? std::max(0, path) : -1; });
  m_player->setState(state.value(QLatin1String("steps")).toObject());
  const QJsonValue zoom = state.value(QLatin1String("zoom"));
  if (zoom.isObject())
    setZoomState(zoom.toObject(), m_navigation, m_picture, layoutFor(size()).panel(options().mainPlane));
  refresh();
  Q_EMIT controlsOutdated();
}

}  // namespace ui
