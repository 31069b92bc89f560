#include "ui/views/structure/StructureView.h"

#include <QLayout>
#include <QPainter>
#include <cmath>
#include <functional>
#include <utility>

#include "ui/session/RunJob.h"
#include "ui/views/base/ChoiceLine.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/structure/ColumnColoring.h"
#include "ui/views/structure/FlyingCamera.h"
#include "ui/views/structure/MotionCheck.h"
#include "ui/views/structure/RankedPairs.h"
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
constexpr double kPairMargin = 7;  ///< Å about a pair of residues

/// A map of contacts that was made with the shown structure becomes bars. So do the pairs of heads whose table tells of
/// contacts on it, unless the view has other heads.
void showContactsOf(const engine::DatasetPtr& dataset, StructureView& view) {
  const engine::DatasetPtr& structure = view.picture().structure.dataset();
  if (isContactMapOn(*dataset, structure)) view.showDataset(dataset);
  const engine::Dataset& table = *dataset;
  if (!tellsContactsOn(table, structure)) return;
  const Document& document = view.session().document();
  const engine::DatasetPtr heads = document.find(table.provenance.request.inputs.front());
  if (!heads) return;
  for (const engine::DatasetId& id : view.datasetIds()) {
    const engine::DatasetPtr shown = document.find(id);
    if (!shown || shown->kind() != engine::DatasetKind::heads) continue;
    if (shown != heads) return;
    return view.change(
        [&](StructureOptions& options) { options = suitedTo(*heads, std::move(options), structure, document); });
  }
  if (areUnplacedHeads(*heads))
    view.showHeads(heads, table.as<engine::HeadTable>()->contacts->chain, EndTokens::none);
  else if (view.accepts(*heads))
    view.setDataset(heads);
}

/// What there is to choose from, and what is laid on the structure, comes and goes with the document.
void followDocument(StructureView& view) {
  const Document& document = view.session().document();
  QObject::connect(&document, &Document::added, &view, [&view](const engine::DatasetPtr& dataset) {
    if (dataset->as<engine::Alignment>() || dataset->as<engine::Structure>()) Q_EMIT view.controlsOutdated();
  });
  const auto showContacts = [&view](const engine::DatasetPtr& dataset) { showContactsOf(dataset, view); };
  QObject::connect(&document, &Document::added, &view, showContacts);
  QObject::connect(&document, &Document::replaced, &view, showContacts);
  QObject::connect(&document, &Document::linked, &view, &View::controlsOutdated);
  QObject::connect(&document, &Document::removed, &view, [&view](const QString& id) {
    if (view.picture().companion && view.options().superposed == id.toStdString())
      view.change([](StructureOptions& options) { options.superposed.clear(); });
    Q_EMIT view.controlsOutdated();
  });
}

/// Of those that are there.
std::vector<engine::DatasetId> idsOf(const std::vector<engine::DatasetPtr>& datasets) {
  std::vector<engine::DatasetId> ids;
  for (const engine::DatasetPtr& dataset : datasets)
    if (dataset) ids.push_back(dataset->id);
  return ids;
}

/// With fog where far parts are to be paler.
StructureCamera cued(StructureCamera camera, const ShadingSettings& shading) {
  camera.fog = shading.isDepthCued ? StructureCamera::kDepthCue : 0;
  return camera;
}

/// Computes helices and strands of what is shown; they arrive while it still is.
void requestFolds(StructureView& view, const std::function<void(const std::vector<Fold>&)>& arrived) {
  const PlacedStructure& structure = view.picture().structure;
  if (structure.residues().size() == 0) return;
  Job* job = runJob(
      view.session().jobs(), &view, StructureView::tr("Secondary structure of %1").arg(structure.title()),
      QStringLiteral("folds"),
      [shown = structure.structure()](engine::Progress&) { return computedFolds(*shown); },
      [shown = structure.structure(), arrived](StructureView& shower, const std::vector<Fold>& folds) {
        if (shower.picture().structure.structure() == shown) arrived(folds);
      });
  waitFor(&view, job, ViewWaiting::For::addition);
}

}  // namespace

View* makeStructureView(Session& session, QWidget* parent) { return new StructureView(session, parent); }

StructureView::StructureView(Session& session, QWidget* parent)
    : View(session, parent),
      m_stage(canvas().renderWindow()),
      m_camera(new FlyingCamera(this)),
      m_columns(new ColumnColoring(session, this)),
      m_superposing(new Superposing(session, this)),
      m_check(new MotionCheck(session, this)),
      m_ranked(new RankedPairs(session, this)),
      m_pace(new ShadingPace(this)) {
  gestures().setDragButtons(Qt::LeftButton | Qt::MiddleButton | Qt::RightButton);
  m_stage.setTheme(theme());
  canvas().isPictureOutdated = [this] {
    // Another shape of the window may ask for another camera.
    return !m_camera->isFitted(canvas().size()) || scene().isOutdated(camera(), m_pace->shading(options().shading));
  };
  canvas().setSmoothing(VtkWidget::Smoothing::atRest);
  m_pace->follow(canvas(), m_stage.scene(), *m_camera);
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
  const auto renewHead = [this] {
    if (!m_heads) return;
    applyHead();
    refresh();
    Q_EMIT readoutChanged();
  };
  connect(m_ranked, &RankedPairs::arrived, this, renewHead);
  connect(&ChosenHeads::of(session), &ChosenHeads::changed, this, renewHead);
  followDocument(*this);
  addStructureCommands(*this);
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
  return idsOf({picture().structure.dataset(), m_heads, m_geometry});
}

void StructureView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset)) return;
  if (dataset->kind() == engine::DatasetKind::structure) {
    setStructure(dataset);
  } else {
    if (!picture().structure.dataset()) setStructure(structureOf(*dataset, session().document()));
    if (dataset->kind() == engine::DatasetKind::heads) {
      if (m_heads && m_heads->id != dataset->id) m_stage.forgetChain();
      if (!m_heads || m_heads->id != dataset->id)
        setOptions(suitedTo(*dataset, options(), picture().structure.dataset(), session().document()));
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
  m_columns->follow(structure, options());
  m_superposing->lay(structure, options().superposed, options().pairing);
  requestFolds(*this, [this](const std::vector<Fold>& folds) {
    m_stage.setFolds(foldsWith(m_geometry, *picture().structure.structure(), folds));
    refresh();
  });
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
  if (!m_question) layout()->addWidget(m_question = new ChoiceLine(this));
  askForChain(*m_question, *m_heads, m_places, choose);
}

void StructureView::showHeads(const engine::DatasetPtr& heads, const std::string& chain, EndTokens ends) {
  std::vector<HeadsPlace> places = placesFor(*heads, picture().structure.dataset(), ends);
  if (!placeOn(places, chain)) return session().report(MessageKind::warning, refusalText(*heads));
  if (m_heads != heads || options().headsEnds != ends) m_stage.forgetChain();  // the same one has to be matched anew
  const bool areOthers = !m_heads || m_heads->id != heads->id;
  m_heads = heads;
  m_places = std::move(places);
  change([&](StructureOptions& options) {
    if (areOthers)
      options = suitedTo(*heads, std::move(options), picture().structure.dataset(), session().document());
    options.headsEnds = ends;
    options.headsChain = chain;
  });
  Q_EMIT titleChanged();
}

void StructureView::applyHead() {
  const ChosenHeadsOnShow chosen = headsOnShow(session());
  m_ranked->follow(rankedPairsRequest(m_heads, m_places, picture(), chosen));
  ShownHead head = shownHead(m_heads, m_places, picture(), chosen);
  m_ranked->putInto(head);
  m_stage.setHead(std::move(head));
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
  if (differs(&Options::coloring, &Options::columnValue, &Options::columnAlignment, &Options::groups))
    m_columns->follow(structure, wanted);
  if (differs(&Options::superposed, &Options::pairing))
    m_superposing->lay(structure, wanted.superposed, wanted.pairing);
  if (differs(&Options::separation, &Options::headsEnds, &Options::headsChain, &Options::barPairs) ||
      differs(&Options::contactCutoff, &Options::contactAtom))
    applyHead();
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
  const ResidueOfPosition residueOf = [&](const Position& position) {
    const auto ownIndex = residueOfHead(position, m_heads, placeOn(m_places, options().headsChain));
    return ownIndex ? *ownIndex : shown ? translated(position, shown->id) : -1;
  };
  return marksOf(session().selection(), residueOf, m_hovered, m_picked);
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

StructureCamera StructureView::camera() const { return cued(m_camera->now(), options().shading); }

void StructureView::centreOnSelection(LookFrom from) {
  const auto [residue, other] = marks().current;
  if (from == LookFrom::pair)
    return m_camera->flyToFit({picture().structure.alpha(residue), picture().structure.alpha(other)}, canvas().size(),
                              kPairMargin);
  if (from == LookFrom::here) return m_camera->centreOn(picture().structure.alpha(residue));
  if (const auto goal = besideFrame(picture(), residue, camera())) m_camera->lookFrom(*goal);
  change([](StructureOptions& options) { options.areFramesShown = true; });
}

void StructureView::resetView() {
  m_camera->flyToFit(shownAlphas(picture()), canvas().size(), fitMargin(picture()));
}

void StructureView::prepareScene(QSize size, double pixelRatio) {
  if (!m_camera->isFitted(size)) m_camera->fit(shownAlphas(picture()), size, fitMargin(picture()));
  m_pace->prepare(canvas(), m_stage.scene(), options().shading, pixelRatio);
  m_stage.scene().place(camera());
}

QSizeF StructureView::largestPicture(QSize size) const {
  return theme().page.mayElide ? QSizeF(size) : pictureExtent(picture(), *m_camera, QWidget::size(), theme(), size);
}

void StructureView::paintOverlay(QPainter& painter, QSize size) {
  paintStructureOverlay(painter, size, scene().veil(), picture(), marks(), camera(), theme());
}

void StructureView::onPointerMoved(QPointF at) {
  const engine::DatasetPtr& shown = picture().structure.dataset();
  if (!shown) return;
  const Pointed pointed = pointedAt(picture(), camera(), canvas().size(), at, theme().scale);
  m_hovered = pointed.atom;
  session().selection().setHover(focusOf(pointed, shown->id));
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
    isPan ? camera.pan(way.x(), way.y(), canvas().height()) : camera.turn(way.x(), way.y(), canvas().height());
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
  return m_camera->moveByKey(key, modifiers, canvas().height()) || View::onKey(key, modifiers);
}

}  // namespace ui
