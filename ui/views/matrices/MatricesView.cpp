#include "ui/views/matrices/MatricesView.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/CancelOnly.h"
#include "engine/base/Error.h"
#include "ui/scenes/plot/PlotTable.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/base/figure/ShownSize.h"
#include "ui/views/matrices/MatricesControls.h"
#include "ui/views/matrices/MatricesFormula.h"

namespace ui {

using engine::Index;

namespace {

constexpr int kLargeStep = 10;
constexpr double kWheelPixels = 60, kGrip = 8;  // of a step of the wheel; beside the scroll bar, belonging to it
/// Numbers that are copied within a frame; more are copied in a job.
constexpr double kNumbersAtOnce = 1e6;

/// With what the arrays were computed from, which is read first: queries, keys and values left of scores and weights.
std::vector<engine::DatasetPtr> withSources(const engine::DatasetPtr& dataset, const Document& document) {
  if (!dataset) return {};
  std::vector<engine::DatasetPtr> datasets{dataset};
  const engine::Request& request = dataset->provenance.request;
  std::vector<std::string> inputs = request.inputs;
  inputs.push_back(request.output + ".input");  // of a sample
  for (const std::string& input : inputs) {
    const engine::DatasetPtr found = document.find(input);
    if (found && found != dataset && found->as<engine::ArrayBundle>()) datasets.insert(datasets.begin(), found);
  }
  return datasets;
}

/// As a state has them; of arrays that there are.
MatrixNavigations navigationsOf(const QJsonObject& regions, const std::vector<ArraySlice>& slices) {
  MatrixNavigations navigations;
  for (const ArraySlice& slice : slices)
    if (regions.contains(slice.name))
      navigations[slice.name].setState(regions[slice.name].toObject(), slice.rows(), slice.columns());
  return navigations;
}

void append(std::vector<ReadoutLine>& lines, const std::vector<ReadoutLine>& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

}  // namespace

MatricesView::MatricesView(Session& session, QWidget* parent)
    : View(session, parent), m_scene(canvas().renderWindow()) {
  // What the arrays were computed from, or with, may come after them.
  for (const auto signal : {&Document::added, &Document::replaced})
    connect(&session.document(), signal, this, [this](const engine::DatasetPtr& dataset) {
      const std::vector<engine::DatasetPtr> shown = withSources(m_dataset, this->session().document());
      const bool isShown = std::find(shown.begin(), shown.end(), dataset) != shown.end();
      const bool isOfResult = m_dataset && m_dataset->provenance.request.output == dataset->id.text();
      if (m_dataset != dataset && (isShown || isOfResult)) prepare();
    });
  addMatricesCommands(*this);
}

View* makeMatricesView(Session& session, QWidget* parent) { return new MatricesView(session, parent); }

bool isForMatricesView(const engine::Dataset& dataset, const Document&) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  return arrays && !arrays->empty() && !isMadeForPlots(*arrays);
}

bool MatricesView::accepts(const engine::Dataset& dataset) const {
  return isForMatricesView(dataset, session().document());
}

void MatricesView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the view of matrices shows arrays, not ", dataset ? engine::kindName(dataset->kind()) : "nothing");
  const bool isReplaced = m_dataset && m_dataset->id == dataset->id;
  m_dataset = std::move(dataset);
  if (!isReplaced) {
    m_navigations.clear();
    m_scroll = 0;
    m_link = {};
    m_marks = {};
  }
  prepare();
  Q_EMIT titleChanged();
}

void MatricesView::prepare() {
  const std::vector<engine::DatasetPtr> datasets = withSources(m_dataset, session().document());
  if (numbersOnShow(datasets, m_options) <= kNumbersAtOnce) {
    engine::Progress none;
    return show(slicesOf(datasets, m_options, none));
  }
  Job* job = runJob(
      session().jobs(), this, tr("Matrices of %1").arg(title()), QStringLiteral("matrices"),
      [datasets, options = m_options](engine::Progress& progress) { return slicesOf(datasets, options, progress); },
      [](MatricesView& view, std::vector<ArraySlice> slices) { view.show(std::move(slices)); });
  waitFor(this, job);
}

void MatricesView::show(std::vector<ArraySlice> slices) {
  // Moving through slices must not make the slider again that is being moved.
  const bool areOthers = !std::equal(
      slices.begin(), slices.end(), m_slices.begin(), m_slices.end(), [](const ArraySlice& a, const ArraySlice& b) {
        return a.name == b.name && a.shape == b.shape && a.shown == b.shown && !a.matrix == !b.matrix;
      });
  m_slices = std::move(slices);
  const MatricesLink before = std::exchange(
      m_link, m_dataset ? MatricesLink(*m_dataset, m_slices, session().document()) : MatricesLink());
  m_link.label(m_slices);
  if (!before.isThere()) onSelectionChanged();
  refresh();
  Q_EMIT readoutChanged();
  if (areOthers) QMetaObject::invokeMethod(this, &View::controlsOutdated, Qt::QueuedConnection);
}

std::vector<engine::DatasetId> MatricesView::datasetIds() const {
  return m_dataset ? std::vector<engine::DatasetId>{m_dataset->id} : std::vector<engine::DatasetId>{};
}

QString MatricesView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("Matrices");
}

QString MatricesView::emptyText() const {
  return tr("No matrices yet. Open a file of arrays (.npz, .npy), or compute a mechanism of attention.");
}

void MatricesView::resetView() {
  m_navigations.clear();
  m_scroll = 0;
  refresh();
  Q_EMIT stateChanged();
}

void MatricesView::setOptions(const MatricesOptions& options) {
  colorMap(options.colorMap.toStdString());  // throws for an unknown one
  const MatricesOptions before = std::exchange(m_options, options);
  if (m_options == before) return;
  if (m_options.axes != before.axes) m_navigations.clear();
  prepare();
  Q_EMIT stateChanged();
  const MatricesLink::Head head = m_link.headOf(m_options);
  if (head != m_link.headOf(before) && head != m_link.headOf(session().selection()))
    session().selection().setHead(head.first, head.second);
}

MatricesLayout MatricesView::layoutFor(QSize size) const { return layoutFor(size, false); }

MatricesLayout MatricesView::layoutFor(QSize size, bool isPage) const {
  const bool hasRoom = hasFormula(isPage);
  const MatricesLayout layout =
      matricesLayout(theme(), m_slices, size, m_options.areAllInSight, m_scroll, hasRoom);
  return isPage && !layout.thumb.isEmpty() ? matricesLayout(theme(), m_slices, size, true, 0, hasRoom) : layout;
}

bool MatricesView::hasFormula(bool isPage) const {
  const bool isStill = isPage || !theme().page.mayElide;  // nobody points at it
  return m_options.isFormulaShown && (!isStill || (theme().page.areMarksShown && cell())) && haveFormulas(m_slices);
}

void MatricesView::scrollTo(double place) {
  m_scroll = place;
  m_scroll = layoutFor(size()).scroll;
  refresh();
  Q_EMIT stateChanged();
}

void MatricesView::prepareScene(QSize size, double pixelRatio) {
  const MatricesLayout layout = layoutFor(size, canvas().isRenderingImage());
  m_scene.setPanels(static_cast<int>(layout.places.size()));
  std::vector<Rect> panels;
  std::vector<MapViewport> viewports;
  for (const MatrixPlace& place : layout.places) {
    const ArraySlice& slice = m_slices[place.array];
    const auto panel = static_cast<int>(panels.size());
    MapLook look = slice.look;
    look.notANumber = toRgb(theme().line);
    m_scene.setMatrix(panel, slice.matrix);
    m_scene.setLook(panel, look);
    panels.push_back(place.panel);
    viewports.push_back(viewportOf(slice, place, m_navigations));
  }
  m_scene.setBackground(toRgb(theme().canvas));
  m_scene.place(size.width(), size.height(), pixelRatio, panels, viewports);
}

void MatricesView::paintOverlay(QPainter& painter, QSize size) {
  const bool isPage = painter.device()->devType() != QInternal::Widget;
  MatricesPicture picture{m_slices, m_navigations, layoutFor(size, isPage), marks(), {}};
  for (size_t panel = 0; panel < picture.layout.places.size(); ++panel)
    picture.cellsPerPixel.push_back(m_scene.cellsPerPixel(static_cast<int>(panel)));
  paintMatrices(painter, theme(), picture);
}

MatrixMarks MatricesView::marks() const {
  const SelectionModel& selection = session().selection();
  const auto orOf = [this](const std::optional<MatrixCell>& own, const Focus& focus) {
    return own ? own : m_link.cellOf(m_slices, focus, session().document());
  };
  MatrixMarks marks{orOf(m_marks.locked, selection.locked()), orOf(m_marks.hovered, selection.hover()), {}};
  for (const Focus& focus : selection.kept())
    if (const auto cell = m_link.cellOf(m_slices, focus, session().document())) marks.kept.push_back(*cell);
  return marks;
}

void MatricesView::hover(const std::optional<MatrixCell>& cell) {
  if (std::exchange(m_marks.hovered, cell) == cell) return;
  if (m_link.isThere()) session().selection().setHover(m_link.focusOf(m_slices, cell));
  refresh();
  Q_EMIT readoutChanged();
}

void MatricesView::lock(const std::optional<MatrixCell>& cell) {
  m_marks.locked = cell;
  if (m_link.isThere()) session().selection().setLocked(m_link.focusOf(m_slices, cell));
  refresh();
  Q_EMIT readoutChanged();
}

void MatricesView::onSelectionChanged() {
  if (!m_link.isThere()) return;
  const SelectionModel& selection = session().selection();
  if (const MatricesLink::Head head = m_link.headOf(selection); head != m_link.headOf(m_options)) {
    change([&](MatricesOptions& options) { m_link.setHead(options, head); });
    Q_EMIT controlsOutdated();
  }
  // What was marked elsewhere since takes the place.
  if (!(m_link.focusOf(m_slices, m_marks.locked) == selection.locked())) m_marks.locked.reset();
  if (!(m_link.focusOf(m_slices, m_marks.hovered) == selection.hover())) m_marks.hovered.reset();
  refresh();
}

void MatricesView::onPointerMoved(QPointF position) {
  hover(cellAt(layoutFor(size()), m_slices, m_navigations, position));
}

void MatricesView::onPointerLeft() { hover({}); }

void MatricesView::onClicked(QPointF position) {
  const MatricesLayout layout = layoutFor(size());
  if (const MatrixPlace* place = layout.headerAt(position)) {
    const QString name = m_slices[place->array].name;
    return change([&](MatricesOptions& options) { options.alone = options.alone.isEmpty() ? name : QString(); });
  }
  const std::optional<MatrixCell> cell = cellAt(layout, m_slices, m_navigations, position);
  hover(cell);
  lock(cell == marks().locked ? std::nullopt : cell);
}

MapNavigation& MatricesView::navigationOf(const MatrixPlace& place) {
  const ArraySlice& slice = m_slices[place.array];
  MapNavigation& navigation = m_navigations[slice.name];
  if (!navigation.isFitted()) return navigation;
  MatrixPlace whole = place;
  whole.panel = place.whole;
  navigation.set(place.whole, viewportOf(slice, whole, m_navigations));
  return navigation;
}

void MatricesView::onDragged(QPointF from, QPointF to) {
  const MatricesLayout layout = layoutFor(size());
  const double down = to.y() - from.y();
  if (layout.thumb.adjusted(-kGrip, 0, 0, 0).contains(from))
    return scrollTo(layout.scroll + down * layout.height / layout.sight.height());
  const MatrixPlace* place = layout.panelAt(from);
  if (!place) return scrollTo(layout.scroll - down);
  const ArraySlice& slice = m_slices[place->array];
  navigationOf(*place).panBy(place->whole, slice.rows(), slice.columns(), to.x() - from.x(), down);
  refresh();
  Q_EMIT stateChanged();
}

void MatricesView::zoom(const MatrixPlace& place, QPointF at, double factor) {
  const ArraySlice& slice = m_slices[place.array];
  navigationOf(place).zoomAt(place.whole, slice.rows(), slice.columns(), at.x(), at.y(), factor);
  refresh();
  Q_EMIT stateChanged();
}

/// What is higher than the view is scrolled, and zoomed with Ctrl; else the wheel zooms.
void MatricesView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) {
  const MatricesLayout layout = layoutFor(size());
  if (!layout.thumb.isEmpty() && !modifiers.testFlag(Qt::ControlModifier)) {
    scrollTo(layout.scroll - steps * kWheelPixels * theme().scale);
  } else if (const MatrixPlace* place = layout.panelAt(position)) {
    zoom(*place, position, std::pow(kZoomPerStep, steps));
  }
  onPointerMoved(position);
}

/// What is locked moves, or else what is hovered; the first press starts at the first cell of the first matrix.
bool MatricesView::moveCell(QPoint by) {
  const MatricesLayout layout = layoutFor(size());
  if (layout.places.empty()) return false;
  const MatrixCell moved = movedCell(layout, m_slices, cell(), by);
  if (const auto place = scrollShowing(layout, m_slices, m_navigations, moved)) scrollTo(*place);
  marks().locked ? lock(moved) : hover(moved);
  return true;
}

bool MatricesView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  if (const QPoint arrow = arrowOf(key); !arrow.isNull())
    return moveCell(arrow * (modifiers.testFlag(Qt::ShiftModifier) ? kLargeStep : 1));
  if (const auto place = scrolledByKey(layoutFor(size()), key)) {
    scrollTo(*place);
    return true;
  }
  if (const int steps = zoomStepsOf(key); steps != 0) {
    for (const MatrixPlace& place : layoutFor(size()).places)
      zoom(place, toRectF(place.panel).center(), std::pow(kZoomPerStep, steps));
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    lock(marks().locked ? std::nullopt : marks().hovered);
    return true;
  }
  // What is locked first, then the array that is alone.
  if (key == Qt::Key_Escape && marks().locked) {
    lock({});
    return true;
  }
  if (key == Qt::Key_Escape && !m_options.alone.isEmpty()) {
    change([](MatricesOptions& options) { options.alone.clear(); });
    return true;
  }
  return View::onKey(key, modifiers);
}

QWidget* MatricesView::makeControls(QWidget* parent) {
  return m_dataset ? makeMatricesControls(*this, parent) : nullptr;
}

QJsonObject MatricesView::state() const {
  QJsonObject state = toJson(m_options), regions;
  for (const auto& [name, navigation] : m_navigations) regions[name] = navigation.state();
  state["regions"] = regions;
  state["scroll"] = m_scroll;
  return state;
}

void MatricesView::setState(const QJsonObject& state) {
  change([&](MatricesOptions& options) { takeJson(options, state); });
  if (state["regions"].isObject()) m_navigations = navigationsOf(state["regions"].toObject(), m_slices);
  m_scroll = std::max(state["scroll"].toDouble(m_scroll), 0.0);
  refresh();
  Q_EMIT stateChanged();
  Q_EMIT controlsOutdated();
}

std::vector<ReadoutLine> MatricesView::readout() const {
  const std::optional<MatrixCell> read = cell();
  std::vector<ReadoutLine> lines = read ? matricesReadout(m_slices, *read) : std::vector<ReadoutLine>{};
  if (read) append(lines, comparedReadout(*m_dataset, m_slices, *read, session().document()));
  return lines;
}

QString MatricesView::statusText() const {
  const std::vector<ReadoutLine> lines = readout();
  return lines.empty() ? QString() : lines.front().label + QStringLiteral(" = ") + lines.front().value;
}

QString MatricesView::captionText() const {
  return m_dataset ? matricesCaption(title(), m_slices, layoutFor(shownSize(size()))) : title();
}

std::vector<NumberTable> MatricesView::visibleNumbers() const {
  return matricesNumbers(m_slices, layoutFor(shownSize(size())));
}

}  // namespace ui
