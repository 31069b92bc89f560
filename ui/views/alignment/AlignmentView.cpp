// The alignment view: gestures, and how its parts hang together.
#include "ui/views/alignment/AlignmentView.h"

#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/views/alignment/AlignmentBars.h"
#include "ui/views/alignment/AlignmentPainter.h"
#include "ui/views/alignment/edit/AlignmentEditor.h"
#include "ui/views/alignment/tree/AlignmentTree.h"
#include "ui/views/base/PictureKeys.h"

namespace ui {

using engine::Index;

namespace {

AlignmentMark markOf(const Focus& focus, const AlignmentModel& model, const QColor& color) {
  AlignmentMark mark;
  mark.color = color;
  if (focus.isEmpty()) return mark;
  mark.column = model.columnOf(focus.first);
  mark.secondColumn = focus.isPair() ? model.columnOf(focus.second) : -1;
  const auto [row, secondRow] = model.rowsOf(focus);
  mark.place = model.arranger().arrangement()->placeOf(row);
  mark.secondPlace = model.arranger().arrangement()->placeOf(secondRow);
  return mark;
}

SelectionMode selectionMode(Qt::KeyboardModifiers modifiers) {
  return modifiers.testFlag(Qt::ControlModifier) ? SelectionMode::toggle
         : modifiers.testFlag(Qt::ShiftModifier) ? SelectionMode::extend
                                                 : SelectionMode::replace;
}

}  // namespace

View* makeAlignmentView(Session& session, QWidget* parent) { return new AlignmentView(session, parent); }

AlignmentView::AlignmentView(Session& session, QWidget* parent)
    : View(session, parent),
      m_model(new AlignmentModel(session, this)),
      m_selection(new AlignmentSelection(session, this)),
      m_finder(new AlignmentFinder(session, this)),
      m_editor(new AlignmentEditor(*this)),
      m_drawing(canvas().renderWindow()) {
  connectParts();
  addAlignmentCommands(*this);
}

void AlignmentView::connectParts() {
  const AlignmentArranger& arranger = m_model->arranger();
  connect(&arranger, &AlignmentArranger::arrangementChanged, this, [this, &arranger] {
    const auto arrangement = arranger.arrangement();
    m_selection->setArrangement(arrangement);
    m_finder->setPlaces([arrangement](Index row) { return arrangement->placeOf(row); });
    if (std::exchange(m_pointed, {}).isOnInsert()) Q_EMIT readoutChanged();
    setCamera(m_camera);
  });
  connect(m_model, &AlignmentModel::lookChanged, this, [this](const AlignmentLook& before) {
    if (before.isWrapped != m_model->options().isWrapped) m_camera.viewport = {};
    setCamera(m_camera);
    refresh();
    Q_EMIT stateChanged();
  });
  connect(m_model, &AlignmentModel::changed, this, [this] { refresh(); });
  connect(m_model, &AlignmentModel::statisticsReady, this, &View::readoutChanged);
  const auto announce = [this] {
    refresh();
    Q_EMIT stateChanged();
  };
  connect(&arranger, &AlignmentArranger::changed, this, announce);
  connect(m_selection, &AlignmentSelection::changed, this, announce);
  connect(m_finder, &AlignmentFinder::changed, this, announce);
  connect(&m_model->tree(), &AlignmentTree::changed, this, announce);
  connect(this, &AlignmentView::cameraChanged, this, announce);
  connect(m_editor, &AlignmentEditor::toggled, this, &View::titleChanged);
}

QString AlignmentView::title() const {
  if (!m_model->dataset()) return QStringLiteral("Alignment");
  const QString name = QString::fromStdString(m_model->dataset()->title);
  return m_editor->isOn() ? tr("%1 (editing)").arg(name) : name;
}

bool isForAlignmentView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::alignment;
}

bool AlignmentView::accepts(const engine::Dataset& dataset) const {
  return isForAlignmentView(dataset, session().document()) || m_model->tree().fits(dataset);
}

std::vector<engine::DatasetId> AlignmentView::datasetIds() const {
  if (!m_model->dataset()) return {};
  return {m_model->dataset()->id};
}

QString AlignmentView::emptyText() const {
  return tr("Open an alignment (FASTA, A3M, A2M, Stockholm, Clustal) or drop one here.");
}

void AlignmentView::setDataset(engine::DatasetPtr dataset) {
  if (dataset && m_model->tree().fits(*dataset)) return m_model->tree().show(dataset->id);
  if (!dataset || !dataset->as<engine::Alignment>()) return;
  const bool isOther = !m_model->dataset() || m_model->dataset()->id != dataset->id;
  m_selection->setDataset(dataset, isOther);
  m_pointed = {};
  if (isOther) m_camera = {{}, {}, m_camera.namesWidth};
  m_model->setDataset(dataset);
  m_finder->setAlignment(dataset->share<engine::Alignment>());
  Q_EMIT titleChanged();
  Q_EMIT cameraChanged();
}

QWidget* AlignmentView::makeControls(QWidget* parent) { return makeAlignmentControls(*this, parent); }

QJsonObject AlignmentView::state() const {
  QJsonObject state{{"look", m_model->options().toJson()},
                    {"choices", toJson(m_model->arranger().options(), m_selection->selected())},
                    {"find", toJson(m_finder->request())},
                    {"tree", m_model->tree().options().toJson()}};
  writeJson(m_camera, state);
  return state;
}

void AlignmentView::setState(const QJsonObject& state) {
  m_model->readLook(state["look"].toObject());
  if (m_model->dataset()) {
    AlignmentChoices choices = m_model->arranger().options();
    AlignmentSelected selected = m_selection->selected();
    readJson(state["choices"].toObject(), m_model->alignment().numRows(), m_model->alignment().numColumns, choices,
             selected);
    m_model->arranger().setOptions(std::move(choices));
    m_selection->select(selected.rows, selected.columns);
    m_selection->setCursor(selected.cursorRow, selected.cursorColumn);
  }
  m_model->tree().change([&](TreeOptions& options) { options.fromJson(state["tree"].toObject()); });
  FindRequest request = m_finder->request();
  readJson(state["find"].toObject(), request);
  if (request != m_finder->request()) m_finder->find(request);
  readJson(state, m_camera);
  Q_EMIT cameraChanged();
}

std::vector<ReadoutLine> AlignmentView::readout() const { return shownReadout(*m_model, m_pointed, session()); }

QString AlignmentView::statusText() const { return shownStatus(*m_model, m_pointed, session()); }

QString AlignmentView::captionText() const {
  const QSize page = theme().page.size;
  return shownCaption(*m_model) +
         (page.isEmpty() ? QString() : sightSentence(pictureOn(page, AlignmentMedium::page)));
}

std::vector<NumberTable> AlignmentView::visibleNumbers() const {
  const std::vector<AlignmentTrack>& tracks = m_model->content().tracks;
  if (!m_model->dataset() || tracks.empty()) return {};
  const AlignmentPicture shown = picture();
  const bool isWrapped = shown.isWrapped();
  return {trackNumbers(tracks, shown.arrangement(), isWrapped ? 0 : shown.firstSlot(),
                       isWrapped ? shown.arrangement().numSlots() : shown.lastSlot())};
}

void AlignmentView::setCamera(const AlignmentCamera& wanted) {
  AlignmentCamera camera = wanted;
  if (m_model->dataset())
    camera.viewport =
        alignmentPicture(m_model->content(), camera, canvas().size(), AlignmentMedium::screen, theme()).viewport;
  if (camera == m_camera) return;
  m_camera = camera;
  Q_EMIT cameraChanged();
}

void AlignmentView::setZoom(const AlignmentZoom& zoom) {
  if (!m_model->dataset()) return;
  const AlignmentPicture before = picture();
  setCamera(zoomed(before, m_camera, before.layout.cells.center(), zoom));
}

void AlignmentView::resetView() {
  setCamera({});
  refresh();
}

void AlignmentView::goToCell(Index row, Index column, Index lastColumn) {
  const auto arrangement = m_model->arranger().arrangement();
  if (!m_model->dataset() || arrangement->numPlaces() == 0) return;
  const Index place = std::max<Index>(0, arrangement->placeOf(row >= 0 ? row : m_selection->cursorRow()));
  const Index slot = arrangement->nearestSlot(column);
  m_selection->moveCursorTo(place, slot, false);
  const Index last = std::max(slot, arrangement->nearestSlot(lastColumn));
  setCamera(lastColumn < 0 ? showing(picture(), m_camera, place, slot)
                           : centring(picture(), m_camera, place, slot, last));
}

AlignmentPicture AlignmentView::picture() const {
  const QSizeF size = const_cast<AlignmentView*>(this)->canvas().size();
  return alignmentPicture(m_model->content(), m_camera, size, AlignmentMedium::screen, theme());
}

AlignmentPicture AlignmentView::pictureOn(QSizeF size, AlignmentMedium medium) const {
  AlignmentPicture result = alignmentPicture(m_model->content(), m_camera, size, medium, theme());
  result.marks = {markOf(session().selection().locked(), *m_model, theme().locked),
                  markOf(session().selection().hover(), *m_model, theme().hover)};
  if (m_pointed.namedPlace >= 0 && theme().page.areMarksShown)
    result.marks.push_back({-1, -1, m_pointed.namedPlace, -1, theme().hover});
  return result;
}

void AlignmentView::setRenderer(AlignmentRenderer renderer) {
  m_renderer = renderer;
  refresh();
}

/// On the screen only, and only where the shader is the faster way.
bool AlignmentView::hasScene() const {
  return m_renderer == AlignmentRenderer::shader && !m_model->options().isWrapped && isVisible();
}

void AlignmentView::prepareScene(QSize size, double pixelRatio) {
  m_drawing.prepareScene(pictureOn(size, AlignmentMedium::screen), size, pixelRatio);
}

void AlignmentView::paintOverlay(QPainter& painter, QSize size) {
  const bool isShader = hasScene();
  const AlignmentPicture shown = pictureOn(size, AlignmentMedium::screen);
  m_drawing.paintScreen(painter, shown, isShader ? AlignmentRenderer::shader : AlignmentRenderer::processor);
  paintSelection(painter, shown, m_selection->selected(), *m_finder, m_selection->keptColumns());
  paintDrag(painter, shown, m_editor->drag());
  if (!isShader) canvas().countFrame();
}

void AlignmentView::paintPage(QPainter& painter, QSize size) {
  const AlignmentPicture page = pictureOn(size, AlignmentMedium::page);
  m_drawing.paintPage(painter, page);
  if (!theme().page.areMarksShown) return;
  paintSelection(painter, page, m_selection->selected(), *m_finder, m_selection->keptColumns());
}

QByteArray AlignmentView::pagePng(QSize size, double scale) {
  if (!m_model->dataset()) return pngBytes(renderImage(size, scale));
  checkPageSize(size, scale);
  return pngBytes((QSizeF(size) * scale).toSize(), [&](QImage& band, int top) {
    band.setDevicePixelRatio(std::max(scale, 1.0));  // a painter takes less for 1
    QPainter painter(&band);
    if (scale < 1) painter.scale(scale, scale);
    painter.translate(0, -top / scale);
    painter.setClipRect(QRectF(0, top / scale, size.width(), band.height() / scale));
    paintPage(painter, size);
    painter.end();
    band.setDevicePixelRatio(1);
  });
}

QSize AlignmentView::wholeSize() const {
  return m_model->dataset() ? wholePageSize(m_model->content(), m_camera, theme()) : QSize();
}

void AlignmentView::onSelectionChanged() {
  m_model->followTheme();
  refresh();
}

void AlignmentView::onPointerMoved(QPointF position) {
  const AlignmentPicture shown = picture();
  const AlignmentPointed before = std::exchange(m_pointed, pointedAt(shown, position));
  canvas().setCursor(m_pointed.cursor);
  if (m_pointed.namedPlace != before.namedPlace) refresh();
  if (m_pointed.tip) QToolTip::showText(canvas().mapToGlobal(position.toPoint()), *m_pointed.tip, &canvas());
  if (!m_pointed.isOnSameInsert(before)) Q_EMIT readoutChanged();
  Focus focus;
  if (m_pointed.column >= 0)
    focus = {{m_model->dataset()->id, m_pointed.column}, {}, static_cast<int>(m_pointed.row)};
  session().selection().setHover(focus);
}

void AlignmentView::onPointerLeft() {
  if (std::exchange(m_pointed, {}).isOnInsert()) Q_EMIT readoutChanged();
  View::onPointerLeft();
  refresh();
}

void AlignmentView::onPressed(QPointF position) {
  if (!m_model->dataset()) return;
  const AlignmentPicture shown = picture();
  if (m_model->tree().press(shown, position)) return;
  m_drag = dragFrom(shown, position, gestures().button() == Qt::LeftButton && !gestures().isSpaceDown());
  setCamera(pressed(shown, m_camera, m_drag.target, position));
  const SelectionMode mode = selectionMode(gestures().modifiers());
  if (m_drag.target == DragTarget::rows) m_selection->pressRows(m_drag.from.place, mode);
  if (m_drag.target == DragTarget::columns) m_selection->pressColumns(m_drag.from.slot, mode);
}

void AlignmentView::onClicked(QPointF position) {
  if (m_model->dataset() && m_model->tree().click()) return;
  // Only what shows data locks and unlocks.
  if (!m_model->dataset() || (m_drag.target != DragTarget::block && m_drag.target != DragTarget::pan)) return;
  if (m_drag.target == DragTarget::block) {
    const bool extends = gestures().modifiers().testFlag(Qt::ShiftModifier) && m_selection->cursorRow() >= 0;
    if (!extends) m_selection->clear();
    m_selection->moveCursorTo(m_drag.from.place, m_drag.from.slot, extends);
    if (extends) return;
  }
  View::onClicked(position);
}

void AlignmentView::onDragged(QPointF from, QPointF to) {
  if (!m_model->dataset()) return;
  if (m_model->tree().drag(picture(), to)) return;
  setCamera(dragged(picture(), m_camera, m_drag.target, from, to));
  if (!m_drag.selects()) return;
  const AlignmentHit hit = nearestHit(picture(), to);
  if (m_drag.target == DragTarget::rows && hit.place >= 0) m_selection->dragRows(hit.place);
  if (m_drag.target == DragTarget::columns && hit.slot >= 0) m_selection->dragColumns(hit.slot);
  if (m_drag.target == DragTarget::block && hit.place >= 0 && hit.slot >= 0)
    m_selection->selectBlock(m_drag.from.place, m_drag.from.slot, hit.place, hit.slot);
}

void AlignmentView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) {
  if (!m_model->dataset()) return;
  setCamera(wheeled(picture(), m_camera, position, steps, modifiers));
  if (!modifiers.testFlag(Qt::ControlModifier)) onPointerMoved(position);
}

/// Arrow keys, pages and ends move the cell cursor; with Shift they select from where it stood.
bool AlignmentView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  if (!m_model->dataset()) return View::onKey(key, modifiers);
  if (const int steps = zoomStepsOf(key); steps != 0) {
    const double factor = std::pow(kZoomStep, steps);
    setZoom({m_camera.zoom.columns * factor, m_camera.zoom.rows * factor});
    return true;
  }
  if (auto* bar = findChild<FindBar*>(); key == Qt::Key_Escape && bar && bar->isVisible()) {
    bar->close();
    return true;
  }
  if (key == Qt::Key_Escape && !m_selection->isEmpty()) {
    m_selection->clear();
    return true;
  }
  const auto arrangement = m_model->arranger().arrangement();
  const AlignmentSelection& cursor = *m_selection;
  AlignmentPicture shown = picture();
  const auto move = cursorMove(shown, key, modifiers, arrangement->placeOf(cursor.cursorRow()),
                               arrangement->nearestSlot(std::max<Index>(0, cursor.cursorColumn())));
  if (!move) return View::onKey(key, modifiers);
  m_selection->moveCursorTo(move->place, move->slot, modifiers.testFlag(Qt::ShiftModifier));
  shown.viewport.firstRow += static_cast<double>(move->pageRows);
  shown.viewport = clamped(shown.viewport, extentOf(shown));
  setCamera(showing(shown, m_camera, arrangement->placeOf(cursor.cursorRow()),
                    arrangement->slotOf(cursor.cursorColumn())));
  if (move->isStep)
    pointAt({{m_model->dataset()->id, cursor.cursorColumn()}, {}, static_cast<int>(cursor.cursorRow())});
  return true;
}

}  // namespace ui
