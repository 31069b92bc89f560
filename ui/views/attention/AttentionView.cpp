#include "ui/views/attention/AttentionView.h"

#include <QJsonArray>
#include <QTimer>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "engine/base/Error.h"
#include "ui/views/attention/AttentionGestures.h"
#include "ui/views/attention/AttentionReadout.h"
#include "ui/views/attention/AttentionWords.h"
#include "ui/views/attention/ChainChoice.h"
#include "ui/views/attention/ContactOutlines.h"
#include "ui/views/base/LessonExpression.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/base/figure/ShownSize.h"
#include "ui/views/heads/ChosenHeads.h"
#include "ui/views/heads/SwitchOff.h"

namespace ui {

namespace {

constexpr double kKeyPan = 40;  // logical pixels
/// For what a large map still lacks (seconds): with the rest of a frame less than 1/30 s.
constexpr double kFramePatience = 0.010;

/// The head that is compared with may come, change, go, or be linked later than it is asked for.
void onOtherDatasets(const Document& document, AttentionView& view, const std::function<void()>& changed) {
  QObject::connect(&document, &Document::added, &view, changed);
  QObject::connect(&document, &Document::replaced, &view, changed);
  QObject::connect(&document, &Document::removed, &view, changed);
  QObject::connect(&document, &Document::linked, &view, changed);
}

/// What was put aside last; empty: nothing.
Focus lastKept(const SelectionModel& selection) {
  return selection.kept().empty() ? Focus{} : selection.kept().back();
}

/// A cell of the alignment that is clicked shows the layer of its row or column, a column that is selected its own;
/// once: then any can be chosen.
void followAlignment(const AttentionSubject& subject, Session& session, Focus& followed, Focus& followedKept) {
  SelectionModel& selection = session.selection();
  const Focus locked = selection.locked(), kept = lastKept(selection);
  const bool isLocked = std::exchange(followed, locked) != locked;
  if (std::exchange(followedKept, kept) == kept && !isLocked) return;
  const int layer = subject.layerAt(isLocked ? locked : kept, session.document());
  if (layer >= 0) selection.setHead(layer, selection.head());
}

/// The way back, where layers are columns. What is locked elsewhere, in the map too, stays.
void markColumnOfLayer(const AttentionShown& shown, Session& session) {
  SelectionModel& selection = session.selection();
  const Position column = shown.subject.columnOfLayer(shown.head.layer, session.document());
  const Focus& locked = selection.locked();
  if (column.index < 0 || locked.first == column) return;
  if (locked.isEmpty() || locked.first.dataset == column.dataset) selection.setLocked({column, {}, locked.row});
}

}  // namespace

AttentionView::AttentionView(Session& session, QWidget* parent)
    : View(session, parent),
      m_scene(std::make_unique<MapScene>(canvas().renderWindow())),
      m_maker(new AttentionNumbersMaker(session, this)),
      m_contacts(new ContactOutlines(session, this)),
      m_chain(new ChainChoice(*this)) {
  m_scene->setPanels(2);
  setWhatsThis(
      tr("Rows are queries (who attends), columns are keys (who is attended to). Attention says where a model looks, "
         "not why it decides: it is not an explanation. Changing the input or switching a head off shows what depends "
         "on it."));
  canvas().setAccessibleDescription(whatsThis());
  addAttentionCommands(*this);
  m_strip.useJobs(&session.jobs());
  connect(&m_strip, &HeadStrip::changed, this, &AttentionView::refresh);
  connect(&m_strip, &HeadStrip::hoverChanged, this, &View::readoutChanged);
  connect(&m_strip, &HeadStrip::chosenChanged, this, [this] {
    m_shown.meanHeads = m_strip.chosen();
    recompute(AttentionStage::values);
    Q_EMIT stateChanged();
    Q_EMIT controlsOutdated();
  });
  const ChosenHeads& chosen = ChosenHeads::of(session);
  connect(&chosen, &ChosenHeads::changed, this, [this, &chosen] {
    std::vector<HeadStrip::Head> heads;
    for (const ChosenHead& head : chosen.heads()) heads.push_back({head.layer, head.head});
    m_strip.setChosen(std::move(heads));
  });
  connect(&m_strip.thumbnails(), &HeadThumbnails::arrived, this, [this] {
    if (options().range == WeightRange::largestOfHeads) updatePicture();  // now it may be known
  });
  connect(m_maker, &AttentionNumbersMaker::changed, this, &AttentionView::updatePicture);
  connect(m_maker, &AttentionNumbersMaker::progressed, this, [this] {
    m_shown.numbers = m_maker->numbers();
    refresh();
  });
  connect(m_contacts, &ContactOutlines::arrived, this, &AttentionView::updatePicture);
  connect(this, &View::themeChanged, this, &AttentionView::updatePicture);
  const Document& document = session.document();
  connect(&document, &Document::added, this, [this](const engine::DatasetPtr& dataset) {
    if (m_shown.subject.wants(*dataset, m_chain->asked(), this->session().document())) showDataset(dataset);
  });
  onOtherDatasets(document, *this, [this] {
    if (options().comparison != HeadComparison::none) recompute(AttentionStage::values);
    Q_EMIT controlsOutdated();
  });
}

View* makeAttentionView(Session& session, QWidget* parent) { return new AttentionView(session, parent); }

bool isForAttentionView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::heads || dataset.kind() == engine::DatasetKind::geometry;
}

bool AttentionView::accepts(const engine::Dataset& dataset) const {
  const AttentionSubject& subject = m_shown.subject;
  if (dataset.kind() == engine::DatasetKind::structure)
    return subject.heads() && !matchesOn(*subject.headsDataset(), dataset, subject.tokens()).empty();
  return isForAttentionView(dataset, session().document());
}

void AttentionView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the attention view shows attention heads and pair geometry, not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  if (dataset->kind() == engine::DatasetKind::structure) return m_chain->choose(m_shown.subject, dataset);
  const AttentionSubject before = m_shown.subject;
  const bool areHeads = dataset->kind() == engine::DatasetKind::heads;
  try {
    take({areHeads ? dataset : before.headsDataset(), areHeads ? before.geometryDataset() : dataset, options(),
          session().document()});
  } catch (...) {
    take(before);  // the picture that was there stays, whole
    throw;
  }
  // Of another view, or of a session: the layer is told beside it.
  m_followed = session().selection().locked();
  m_followedKept = lastKept(session().selection());
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

void AttentionView::take(AttentionSubject subject) {
  const auto put = [this](AttentionSubject next) {
    const AttentionSubject& now = m_shown.subject;
    if (next.numRows() != now.numRows() || next.numColumns() != now.numColumns()) m_shown.region.map.fit();
    m_shown.subject = std::move(next);
  };
  const engine::DatasetPtr heads = subject.headsDataset();
  const bool areHeadsNew = heads != m_shown.subject.headsDataset();
  put(std::move(subject));  // first: the strip may tell at once that other heads are chosen
  const engine::HeadSet* const maps = m_shown.subject.heads();
  setProperty("kindTitle", !maps || maps->areHeads ? QString() : tr("Pair map"));
  if (areHeadsNew) {
    m_strip.setHeads(heads ? heads->share<engine::HeadSet>() : nullptr);
    m_strip.setChosen(m_strip.chosen());  // those that are there
    const Document& document = session().document();
    for (const engine::DatasetPtr& other : document.datasets())
      if (m_shown.subject.wants(*other, m_chain->asked(), document)) put({heads, other, options(), document});
  }
  recompute(AttentionStage::values);
}

void AttentionView::showOnChain(const HeadsPlace& place) { m_chain->show(m_shown.subject.headsDataset(), place); }

void AttentionView::addMenuEntries(QMenu& menu) {
  addLessonExpression(menu, lessonExpressionOf(m_shown, session().selection().current(), session().document()));
  m_chain->addMenuEntries(menu, m_shown.subject);
  std::vector<ChosenHead> heads;
  for (const HeadStrip::Head& head : m_shown.shownHeads()) heads.push_back({head.layer, head.head});
  if (m_shown.subject.heads()) addSwitchOff(menu, *this, m_shown.subject.headsDataset(), heads);
}

QString AttentionView::refusalText(const engine::Dataset& dataset) const {
  const engine::DatasetPtr& heads = m_shown.subject.headsDataset();
  return heads && dataset.as<engine::Structure>() && areUnplacedHeads(*heads) ? whyNoPlace(*heads, dataset)
                                                                              : View::refusalText(dataset);
}

void AttentionView::setOptions(const AttentionOptions& options) {
  colorMap(options.colorMap.toStdString());  // throws for an unknown one
  if (options == m_shown.options) return;
  const AttentionOptions before = std::exchange(m_shown.options, options);
  const AttentionSubject& subject = m_shown.subject;
  if (before.areSpecialTokensShown != options.areSpecialTokensShown || before.ends != options.ends)
    take({subject.headsDataset(), subject.geometryDataset(), options, session().document()});
  else
    recompute(stageOf(before, options));
  Q_EMIT stateChanged();
}

void AttentionView::recompute(AttentionStage stage) {
  m_shown.head = chosenHead(m_shown.subject.heads(), session().selection());
  if (stage == AttentionStage::values)
    m_shown.compared = comparedHead(m_shown.subject, options(), session().document());
  m_strip.setCompared(m_shown.comparison() != HeadComparison::none && m_shown.compared.isOfSameFile
                          ? std::optional(m_shown.compared.head)
                          : std::nullopt);
  if (!m_shown.subject.heads()) return m_maker->clear();
  if (stage == AttentionStage::look) return updatePicture();
  m_maker->make(requestOf(m_shown), stage, title());
}

void AttentionView::updatePicture() {
  m_shown.numbers = m_maker->numbers();
  m_isSceneDirty = true;
  const WeightRange range = options().range;
  if (m_shown.subject.heads() && range == WeightRange::largestOfHeads) m_strip.startThumbnails();  // they know it
  m_shown.largestWeight = m_strip.thumbnails().largestValue();
  updateLooks(m_shown, theme());
  m_strip.setLook(thumbnailLook(m_shown), thumbnailRange(m_shown));
  refresh();
  Q_EMIT readoutChanged();
}

void AttentionView::prepareScene(QSize size, double pixelRatio) {
  if (std::exchange(m_isSceneDirty, false)) {
    m_contacts->show(outlinedContacts(m_shown), title());
    m_shown.contacts = contactLines(m_shown, m_contacts->lines(), theme());
    fillScene(*m_scene, m_shown, theme());
  }
  const AttentionLayout layout = layoutIn(size);
  // On the screen a frame may be coarse and followed by a finer one; an exported picture is all there is.
  const bool isScreen = !canvas().isRenderingImage();
  m_scene->setPatience(isScreen ? kFramePatience : std::numeric_limits<double>::infinity());
  m_scene->place(size.width(), size.height(), pixelRatio, {layout.attention.panel, layout.companion.panel},
                 viewportIn(m_shown, layout));
  if (isScreen && !m_scene->isComplete()) QTimer::singleShot(0, this, [this] { refresh(); });
  if (size != canvas().size()) return;  // of a page, which controls do not speak of
  const DrawnOtherwise drawn = drawnOtherwise(m_shown, layout);
  if (drawn != std::exchange(m_toldDrawn, drawn))
    QMetaObject::invokeMethod(this, &View::controlsOutdated, Qt::QueuedConnection);
}

void AttentionView::paintOverlay(QPainter& painter, QSize size) {
  const AttentionLayout layout = layoutIn(size);
  const bool isPage = painter.device()->devType() != QInternal::Widget;
  AttentionOverlay overlay = overlayOf(m_shown, session().selection(), session().document(), isPage);
  overlay.cellsPerPixel = {m_scene->cellsPerPixel(0), m_scene->cellsPerPixel(1)};
  if (m_shown.subject.heads() && !layout.strip.isEmpty()) m_strip.paint(painter, theme(), layout.strip, m_shown.head);
  paintAttention(painter, theme(), m_shown, layout, overlay);
}

QSizeF AttentionView::largestPicture(QSize size) const {
  if (m_shown.subject.numRows() == 0 || m_shown.subject.numColumns() == 0) return size;
  return pictureSize(m_shown, layoutIn(size));
}

void AttentionView::onSelectionChanged() {
  followAlignment(m_shown.subject, session(), m_followed, m_followedKept);
  const HeadStrip::Head chosen = chosenHead(m_shown.subject.heads(), session().selection());
  const bool isOtherLayer = chosen.layer != m_shown.head.layer;
  if (!(chosen == m_shown.head)) {
    m_strip.reveal(chosen, theme(), layoutIn(canvas().size()).strip);
    if (!m_shown.meanHeads.empty()) {
      m_strip.clearChosen();  // computes
    } else if (m_shown.transform() == AttentionTransform::rollout && chosen.layer == m_shown.head.layer) {
      m_shown.head = chosen;  // all heads of the layer are in it
    } else {
      recompute(AttentionStage::values);
    }
    Q_EMIT titleChanged();
  }
  if (isOtherLayer) markColumnOfLayer(m_shown, session());
  refresh();
}

void AttentionView::onPointerMoved(QPointF position) {
  const AttentionLayout layout = layoutIn(canvas().size());
  m_strip.setHover(m_strip.headAt(theme(), layout.strip, position));
  const auto cell = cellAt(m_shown, layout, theme(), position);
  session().selection().setHover(
      cell ? m_shown.subject.focusOf(*cell, m_shown.head.layer, session().document()) : Focus{});
}

void AttentionView::onPointerLeft() {
  m_strip.setHover(std::nullopt);
  View::onPointerLeft();
}

void AttentionView::onClicked(QPointF position) {
  const auto head = m_strip.headAt(theme(), layoutIn(canvas().size()).strip, position);
  if (!head) return View::onClicked(position);
  if (gestures().modifiers().testFlag(Qt::ControlModifier)) {
    change([&](AttentionOptions& options) { compareWith(options, *head, m_shown.comparison()); });
    Q_EMIT controlsOutdated();
  } else if (gestures().modifiers().testFlag(Qt::ShiftModifier)) {
    m_strip.setChosen(toggled(m_shown.shownHeads(), *head));
  } else {
    m_strip.clearChosen();
    session().selection().setHead(head->layer, head->head);
  }
}

void AttentionView::onRegionChanged() {
  refresh();
  Q_EMIT stateChanged();
}

void AttentionView::onDragged(QPointF from, QPointF to) {
  const AttentionLayout layout = layoutIn(canvas().size());
  if (layout.strip.contains(from)) return;
  panBy(m_shown, layout, to - from);
  onRegionChanged();
}

void AttentionView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  const AttentionLayout layout = layoutIn(canvas().size());
  if (layout.strip.contains(position)) {
    m_strip.scrollBy(steps > 0 ? -1 : 1);
    refresh();
    return;
  }
  zoomAt(m_shown, layout, theme(), position, std::pow(kZoomPerStep, steps));
  onRegionChanged();
  onPointerMoved(position);
}

bool AttentionView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const AttentionLayout layout = layoutIn(canvas().size());
  if (const auto head = headOfKey(m_shown, key, modifiers)) {
    session().selection().setHead(head->layer, head->head);
    return true;
  }
  if (const QPoint arrow = arrowOf(key); !arrow.isNull()) {
    panBy(m_shown, layout, QPointF(arrow) * -kKeyPan);
    onRegionChanged();
    return true;
  }
  const int steps = zoomStepsOf(key);
  if (steps == 0) return View::onKey(key, modifiers);
  zoomAt(m_shown, layout, theme(), toRectF(mainPanel(m_shown, layout)).center(), std::pow(kZoomPerStep, steps));
  onRegionChanged();
  return true;
}

void AttentionView::resetView() {
  m_shown.region = {};
  onRegionChanged();
}

QJsonObject AttentionView::state() const {
  QJsonObject state = toJson(options());
  state["meanHeads"] = toJson(m_shown.meanHeads);
  writeJson(m_shown.region, state);
  return state;
}

void AttentionView::setState(const QJsonObject& state) {
  change([&](AttentionOptions& options) { readJson(state, options); });
  if (state["meanHeads"].isArray()) m_strip.setChosen(headsIn(state["meanHeads"].toArray()));
  readJson(state, m_shown.subject.numRows(), m_shown.subject.numColumns(), m_shown.region);
  onRegionChanged();
  Q_EMIT controlsOutdated();
}

QString AttentionView::title() const { return titleOf(m_shown); }

QString AttentionView::emptyText() const {
  return QStringLiteral(
      "No attention map yet. Compute attention for a structure, or open an array of attention weights.");
}

std::vector<ReadoutLine> AttentionView::readout() const {
  return readoutOf(m_shown, session().selection().current(), session().document());
}

QString AttentionView::statusText() const {
  return m_strip.hover() ? m_strip.describe(*m_strip.hover())
                         : statusOf(m_shown, session().selection().current(), session().document());
}

std::vector<NumberTable> AttentionView::visibleNumbers() const {
  return tablesOf(m_shown, layoutIn(shownSize(size())));
}

SharedColorBar AttentionView::sharedColorBar() const { return ui::sharedColorBar(m_shown, m_scene->cellsPerPixel(0)); }

QString AttentionView::captionText() const {
  const AttentionLayout layout = layoutIn(shownSize(size()));
  return captionOf(m_shown, !layout.companion.panel.isEmpty()) + sightSentence(m_shown, layout);
}

}  // namespace ui
