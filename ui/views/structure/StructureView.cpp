#include "ui/views/structure/StructureView.h"

#include <QLayout>
#include <QPainter>
#include <cmath>
#include <utility>

#include "ui/session/RunJob.h"
#include "ui/views/base/ChoiceLine.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/structure/ColumnColoring.h"
#include "ui/views/structure/FlyingCamera.h"
#include "ui/views/structure/MotionCheck.h"
#include "ui/views/structure/StructureControls.h"
#include "ui/views/structure/StructureHeads.h"
#include "ui/views/structure/StructureOverlay.h"
#include "ui/views/structure/StructurePicking.h"
#include "ui/views/structure/StructureTexts.h"
#include "ui/views/structure/Superposing.h"
#include "ui/views/structure/print/FrameSide.h"
#include "ui/views/structure/print/ShadingPace.h"

namespace ui {

using engine::Index;

namespace {

/// Smooth edges draw the picture four times as large: too much time and memory for more residues than this.
constexpr Index kMostSmoothed = 5000;

}  // namespace

View* makeStructureView(Session& session, QWidget* parent) { return new StructureView(session, parent); }

StructureView::StructureView(Session& session, QWidget* parent)
    : View(session, parent),
      m_stage(canvas().renderWindow()),
      m_camera(new FlyingCamera(this)),
      m_columns(new ColumnColoring(session, this)),
      m_superposing(new Superposing(session, this)),
      m_check(new MotionCheck(session, this)),
      m_pace(new ShadingPace(this)) {
  gestures().setDragButtons(Qt::LeftButton | Qt::MiddleButton | Qt::RightButton);
  m_stage.setTheme(theme());
  canvas().isPictureOutdated = [this] {
    // Another shape of the window may ask for another camera.
    return !m_camera->isFitted(canvas().size()) || scene().isOutdated(camera(), m_pace->shading(options().shading));
  };
  canvas().setSmoothing(VtkWidget::Smoothing::atRest);
  connectParts();
  // What there is to choose from, and what is laid on the structure, comes and goes with the document.
  connect(&session.document(), &Document::added, this, [this](const engine::DatasetPtr& dataset) {
    if (dataset->as<engine::Alignment>() || dataset->as<engine::Structure>()) Q_EMIT controlsOutdated();
  });
  connect(&session.document(), &Document::linked, this, &View::controlsOutdated);
  connect(&session.document(), &Document::removed, this, [this](const QString& id) {
    if (picture().companion && options().superposed == id.toStdString())
      change([](StructureOptions& options) { options.superposed.clear(); });
    Q_EMIT controlsOutdated();
  });
  addStructureCommands(*this);
}

void StructureView::connectParts() {
  connect(m_pace, &ShadingPace::rested, this, [this] {
    m_stage.scene().setMoving(false);
    refresh();
  });
  const auto onMoved = [this] {
    m_stage.scene().setMoving(scene().molecule().hasCoarseBody());
    m_pace->cameraMoved();
  };
  connect(m_camera, &FlyingCamera::moved, this, onMoved);
  connect(m_camera, &FlyingCamera::stepped, this, onMoved);
  connect(m_camera, &FlyingCamera::stepped, this, &StructureView::refresh);
  connect(&canvas(), &VtkWidget::frameRendered, this, [this] {
    m_pace->frameDrawn(canvas().lastFrameMilliseconds(), scene().shadingMilliseconds());
  });
  connect(m_camera, &FlyingCamera::changed, this, [this] {
    refresh();
    Q_EMIT stateChanged();
  });
  connect(m_columns, &ColumnColoring::changed, this, [this] {
    m_stage.setColumns(m_columns->colors());
    refresh();
  });
  connect(m_check, &MotionCheck::changed, this, [this] {
    m_stage.setInvariants(m_check->rows());
    refresh();
    Q_EMIT readoutChanged();
  });
  connect(m_superposing, &Superposing::changed, this, [this] {
    m_stage.setCompanion(m_superposing->laid());
    if (picture().companion) m_camera->refit();
    refresh();
    Q_EMIT readoutChanged();
  });
}

QString StructureView::title() const {
  const QString name = picture().structure.dataset() ? picture().structure.title() : tr("Structure");
  return m_heads ? tr("%1, %2").arg(name, QString::fromStdString(m_heads->title)) : name;
}

QString StructureView::emptyText() const { return tr("Open a structure (PDB or mmCIF) or drop one here."); }

bool StructureView::accepts(const engine::Dataset& dataset) const {
  const engine::DatasetPtr& shown = picture().structure.dataset();
  if (!shown || !goesWithStructure(dataset)) return isForStructureView(dataset, session().document());
  const bool isMatched = dataset.axes.empty() || areUnplacedHeads(dataset);
  return isMatched ? matchesSomehow(dataset, *shown) : dataset.axes[0] == shown->id;
}

QString StructureView::refusalText(const engine::Dataset& dataset) const {
  const engine::DatasetPtr& shown = picture().structure.dataset();
  return shown && areUnplacedHeads(dataset) ? whyNoPlace(dataset, *shown) : View::refusalText(dataset);
}

std::vector<engine::DatasetId> StructureView::datasetIds() const {
  std::vector<engine::DatasetId> ids;
  for (const auto& dataset : {picture().structure.dataset(), m_heads, m_geometry})
    if (dataset) ids.push_back(dataset->id);
  return ids;
}

void StructureView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset)) return;
  if (dataset->kind() == engine::DatasetKind::structure) {
    setStructure(dataset);
  } else {
    if (!picture().structure.dataset()) setStructure(structureOf(*dataset, session().document()));
    if (dataset->kind() == engine::DatasetKind::heads) {
      if (m_heads && m_heads->id != dataset->id) m_stage.forgetChain();
      m_heads = std::move(dataset);
      matchHeads();
      applyHead();
      m_check->start(picture(), m_heads);
    } else {
      m_geometry = std::move(dataset);
      m_stage.setFolds(foldsWith(m_geometry, *picture().structure.structure(), picture().folds));
    }
  }
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
  refresh();
}

void StructureView::setStructure(const engine::DatasetPtr& dataset) {
  const engine::DatasetPtr before = picture().structure.dataset();
  if (!before || before->id != dataset->id) {
    m_heads = m_geometry = nullptr;
    m_picked.clear();
    m_camera->release();
  }
  m_hovered = {};
  m_stage.setStructure(dataset);
  const PlacedStructure& structure = picture().structure;
  const bool isLarge = structure.residues().size() > kMostSmoothed;
  canvas().setSmoothing(isLarge ? VtkWidget::Smoothing::off : VtkWidget::Smoothing::atRest);
  matchHeads();
  applyHead();
  m_check->start(picture(), m_heads);
  if (options().coloring == ResidueColoring::column)
    m_columns->show(structure, options().columnValue, options().columnAlignment);
  m_superposing->lay(structure, options().superposed, options().pairing);
  if (structure.residues().size() == 0) return;
  Job* job = runJob(
      session().jobs(), this, tr("Secondary structure of %1").arg(structure.title()), QStringLiteral("folds"),
      [shown = structure.structure()](engine::Progress&) { return computedFolds(*shown); },
      [shown = structure.structure()](StructureView& view, const std::vector<Fold>& folds) {
        if (view.picture().structure.structure() != shown) return;
        view.m_stage.setFolds(foldsWith(view.m_geometry, *shown, folds));
        view.refresh();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

void StructureView::matchHeads() {
  if (m_question) m_question->hide();
  const engine::DatasetPtr& shown = picture().structure.dataset();
  m_places = m_heads ? placesFor(*m_heads, shown, options().headsEnds) : std::vector<HeadsPlace>{};
  if (m_places.empty() || placeOn(m_places, options().headsChain)) return;
  const auto choose = [this](const std::string& chain) {
    change([&](StructureOptions& options) { options.headsChain = chain; });
  };
  if (numEqualPlaces(m_places) == 1) return choose(m_places.front().chain().id);
  m_stage.forgetChain();
  if (!m_question) {
    m_question = new ChoiceLine(this);
    layout()->addWidget(m_question);
  }
  QStringList chains;
  for (const HeadsPlace& place : m_places) chains << QString::fromStdString(place.chain().id);
  m_question->ask(tr("Several chains of %1 match %2. On which one?")
                      .arg(QString::fromStdString(shown->title), QString::fromStdString(m_heads->title)),
                  chains, [choose, chains](int k) { choose(chains[k].toStdString()); });
}

void StructureView::showHeads(const engine::DatasetPtr& heads, const std::string& chain, EndTokens ends) {
  std::vector<HeadsPlace> places = placesFor(*heads, picture().structure.dataset(), ends);
  if (!placeOn(places, chain)) return session().report(MessageKind::warning, refusalText(*heads));
  if (m_heads != heads || options().headsEnds != ends) m_stage.forgetChain();  // the same one has to be matched anew
  m_heads = heads;
  m_places = std::move(places);
  change([&](StructureOptions& options) {
    options.headsEnds = ends;
    options.headsChain = chain;
  });
  Q_EMIT titleChanged();
}

void StructureView::applyHead() {
  const SelectionModel& selection = session().selection();
  m_stage.setHead(shownHead(m_heads, m_places, picture(), selection.layer(), selection.head()));
  m_stage.mark(marks(), theme());
}

void StructureView::setOptions(StructureOptions wanted) {
  const StructureOptions before = options();
  const PlacedStructure& structure = picture().structure;
  const bool hasOtherEnds = m_heads && wanted.headsEnds != before.headsEnds;
  if (hasOtherEnds) m_places = placesFor(*m_heads, structure.dataset(), wanted.headsEnds);
  wanted = admissible(std::move(wanted), before, structure.dataset(), m_places);
  if (wanted == before) return;
  m_stage.setOptions(wanted);
  const auto differs = [&](auto... parts) { return ((wanted.*parts != before.*parts) || ...); };
  using Options = StructureOptions;
  if (differs(&Options::style)) m_camera->refit();
  if (differs(&Options::measuring)) m_picked.clear();
  if (wanted.coloring != ResidueColoring::column) m_columns->hide();
  else if (differs(&Options::coloring, &Options::columnValue, &Options::columnAlignment))
    m_columns->show(structure, wanted.columnValue, wanted.columnAlignment);
  if (differs(&Options::superposed, &Options::pairing))
    m_superposing->lay(structure, wanted.superposed, wanted.pairing);
  if (differs(&Options::separation, &Options::headsEnds, &Options::headsChain)) applyHead();
  if (differs(&Options::motion)) m_check->start(picture(), m_heads);
  canvas().setTransparent(wanted.shading.ground == PageGround::transparent);
  if (differs(&Options::shading)) m_stage.setTheme(theme());
  if (differs(&Options::motion, &Options::measuring, &Options::measurements, &Options::shading))
    m_stage.mark(marks(), theme());
  if (differs(&Options::headsChain)) {
    if (m_question) m_question->hide();
    provideGeometry(session(), structure.dataset(), wanted.headsChain);
    Q_EMIT chainWanted(m_heads->id, structure.dataset()->id, wanted.headsChain);
    Q_EMIT controlsOutdated();
  }
  if (differs(&Options::headsChain, &Options::measurements, &Options::superposed)) Q_EMIT readoutChanged();
  refresh();
  Q_EMIT stateChanged();
  if (hasOtherEnds) matchHeads();
}

QJsonObject StructureView::state() const {
  QJsonObject state = toJson(options());
  state[QStringLiteral("camera")] = m_camera->state();
  return state;
}

void StructureView::setState(const QJsonObject& state) {
  m_picked.clear();
  change([&](StructureOptions& options) { readJson(state, options); });
  m_camera->setState(state[QStringLiteral("camera")]);
}

StructureMarks StructureView::marks() const {
  if (!theme().page.areMarksShown) return {};
  const engine::DatasetPtr& shown = picture().structure.dataset();
  // Of equal chains the one that the heads are shown on.
  const HeadsPlace* place = placeOn(m_places, options().headsChain);
  const auto indexOf = [&](const Position& position) -> Index {
    if (!place || m_heads->id != position.dataset) return shown ? translated(position, shown->id) : -1;
    const Index residue = place->match.match.map.partner(position.index);
    return residue < 0 ? -1 : place->match.firstResidue + residue;
  };
  const auto pairOf = [&](const Focus& focus) { return ResiduePair{indexOf(focus.first), indexOf(focus.second)}; };
  const SelectionModel& selection = session().selection();
  StructureMarks marks{{}, pairOf(selection.locked()), pairOf(selection.hover()), pairOf(selection.current()),
                       m_hovered, m_picked};
  for (const Focus& focus : selection.kept()) marks.kept.push_back(pairOf(focus));
  return marks;
}

void StructureView::onSelectionChanged() {
  const SelectionModel& selection = session().selection();
  if (m_heads && (selection.layer() != picture().head.layer || selection.head() != picture().head.head)) {
    applyHead();
    m_check->start(picture(), m_heads);
  }
  m_stage.setTheme(theme());
  m_stage.mark(marks(), theme());
  refresh();
}

std::vector<ReadoutLine> StructureView::readout() const { return readoutLines(picture(), marks()); }
QString StructureView::statusText() const { return ui::statusText(picture(), marks()); }
QString StructureView::captionText() const { return ui::captionText(picture()); }
std::vector<NumberTable> StructureView::visibleNumbers() const { return numberTables(picture()); }
QWidget* StructureView::makeControls(QWidget* parent) { return makeStructureControls(*this, parent); }

StructureCamera StructureView::camera() const {
  StructureCamera camera = m_camera->now();
  camera.fog = options().shading.isDepthCued ? StructureCamera::kDepthCue : 0;
  return camera;
}

void StructureView::centreOnSelection(LookFrom from) {
  const Index residue = marks().current.first;
  if (from == LookFrom::here) return m_camera->centreOn(picture().structure.alpha(residue));
  if (const auto goal = besideFrame(picture(), residue, camera())) m_camera->lookFrom(*goal);
  change([](StructureOptions& options) { options.areFramesShown = true; });
}

void StructureView::resetView() {
  m_camera->flyToFit(shownAlphas(picture()), canvas().size(), fitMargin(picture()));
}

void StructureView::prepareScene(QSize size, double pixelRatio) {
  if (!m_camera->isFitted(size)) m_camera->fit(shownAlphas(picture()), size, fitMargin(picture()));
  const bool isPicture = canvas().isRenderingImage();
  m_stage.scene().setUse(isPicture ? MeshUse::picture : MeshUse::screen);
  const ShadingSettings& wanted = options().shading;
  m_stage.scene().setShading(isPicture ? shadingOf(wanted) : m_pace->shading(wanted), pixelRatio);
  m_stage.scene().place(camera());
  m_pace->frameBegins(!isPicture && pixelRatio == canvas().devicePixelRatioF());
}

void StructureView::paintOverlay(QPainter& painter, QSize size) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paintVeil(painter, size, scene().veil());
  paintStructureOverlay(painter, size, picture(), marks(), camera(), theme());
  painter.restore();
}

void StructureView::onPointerMoved(QPointF at) {
  const engine::DatasetPtr& shown = picture().structure.dataset();
  if (!shown) return;
  const Pointed pointed = pointedAt(picture(), camera(), canvas().size(), at, theme().scale);
  m_hovered = pointed.atom;
  Focus focus;
  if (m_hovered.residue >= 0) focus.first = {shown->id, m_hovered.residue};
  if (pointed.bar) focus = {{shown->id, pointed.bar->i}, {shown->id, pointed.bar->j}};
  session().selection().setHover(focus);
}

void StructureView::onPointerLeft() {
  m_hovered = {};
  View::onPointerLeft();
}

void StructureView::onClicked(QPointF at) {
  if (options().measuring == MeasureKind::none) return View::onClicked(at);
  addPick(atomAt(picture(), camera(), canvas().size(), at, kPickReach * theme().scale));
}

void StructureView::onDoubleClicked(QPointF at) {
  const AtomPick pick = atomAt(picture(), camera(), canvas().size(), at, kPickReach * theme().scale);
  pick.residue < 0 ? resetView() : m_camera->centreOn(picture().structure.position(pick));
}

void StructureView::addPick(const AtomPick& pick) {
  if (pick.residue < 0) m_picked.clear();
  else if (m_picked.empty() || m_picked.back() != pick) m_picked.push_back(pick);
  if (m_picked.size() == static_cast<size_t>(options().measuring))
    change([&](StructureOptions& options) { options.measurements.push_back(std::exchange(m_picked, {})); });
  m_stage.mark(marks(), theme());
  refresh();
}

void StructureView::onDragged(QPointF from, QPointF to) {
  const bool isPan = gestures().button() != Qt::LeftButton || gestures().modifiers().testFlag(Qt::ShiftModifier);
  const QPointF way = to - from;
  m_camera->move([&](StructureCamera& camera) {
    if (isPan) camera.pan(way.x(), way.y(), canvas().height());
    else camera.turn(way.x(), way.y(), canvas().height());
  });
}

void StructureView::onWheel(QPointF, double steps, Qt::KeyboardModifiers) {
  m_camera->move([steps](StructureCamera& camera) { camera.zoom(std::pow(kZoomStep, steps)); });
}

bool StructureView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const bool isMeasuring = options().measuring != MeasureKind::none;
  if (isMeasuring && key == Qt::Key_Escape) {
    change([](StructureOptions& options) { options.measuring = MeasureKind::none; });
    return true;
  }
  const Index pointedAt = marks().current.first;
  if (isMeasuring && (key == Qt::Key_Return || key == Qt::Key_Enter) && pointedAt >= 0) {
    addPick({pointedAt});
    return true;
  }
  StructureCamera moved = camera();
  if (!moveByKey(moved, key, modifiers, canvas().height())) return View::onKey(key, modifiers);
  m_camera->move([&](StructureCamera& camera) { camera = moved; });
  return true;
}

}  // namespace ui
