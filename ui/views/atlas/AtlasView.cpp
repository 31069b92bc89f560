#include "ui/views/atlas/AtlasView.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/atlas/AtlasControls.h"
#include "ui/views/atlas/AtlasPartner.h"
#include "ui/views/base/ChoiceLine.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/heads/ChosenHeads.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kReach = 10, kKeyPan = 40;  // logical pixels

/// Tells when the button that drew a lasso is let go, which is no event of pointer targets.
class OnRelease : public QObject {
 public:
  OnRelease(QObject& watched, std::function<void()> released) : QObject(&watched), m_released(std::move(released)) {
    watched.installEventFilter(this);
  }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::MouseButtonRelease) m_released();
    return false;
  }

 private:
  std::function<void()> m_released;
};

void choose(const AtlasShown& shown, Session& session, Index head) {
  const ChosenHead chosen = shown.inModel(head);
  session.selection().setHead(chosen.layer, chosen.head);
}

void chooseSeveral(const AtlasShown& shown, ChosenHeads& several, const std::vector<Index>& heads) {
  std::vector<ChosenHead> chosen;
  for (const Index head : heads) chosen.push_back(shown.inModel(head));
  several.set(std::move(chosen));
}

/// The head of the session; -1: no set has it.
Index currentOf(const AtlasShown& shown, Session& session) {
  const SelectionModel& selection = session.selection();
  const std::vector<Index> numbers = shown.numbersWith({selection.layer(), selection.head()});
  return numbers.empty() ? -1 : numbers.front();
}

/// Several heads, of both sets.
std::vector<Index> chosenOf(const AtlasShown& shown, const ChosenHeads& several) {
  std::vector<Index> numbers;
  for (const ChosenHead& head : several.heads())
    for (const Index number : shown.numbersWith(head)) numbers.push_back(number);
  return numbers;
}

}  // namespace

AtlasView::AtlasView(Session& session, QWidget* parent)
    : View(session, parent),
      m_chosen(ChosenHeads::of(session)),
      m_partner(new AtlasPartner(session, this)),
      m_question(new ChoiceLine(this)) {
  layout()->addWidget(m_question);
  addAtlasCommands(*this);
  for (HeadThumbnails* thumbnails : {&m_thumbnails, &m_partner->thumbnails()})
    connect(thumbnails, &HeadThumbnails::arrived, this, &AtlasView::refresh);
  connect(m_partner, &AtlasPartner::changed, this, [this] {
    m_hovered = -1;
    renew();
    Q_EMIT readoutChanged();
  });
  connect(&m_chosen, &ChosenHeads::changed, this, &AtlasView::refresh);
  connect(this, &View::themeChanged, this, &AtlasView::renew);
  const auto showMaps = [this] {
    showThumbnails();
    Q_EMIT controlsOutdated();  // with which heads others may be seen together
  };
  connect(&session.document(), &Document::added, this, showMaps);
  connect(&session.document(), &Document::replaced, this, showMaps);
  connect(&session.document(), &Document::removed, this, showMaps);
  new OnRelease(canvas(), [this] { endOutline(); });
}

View* makeAtlasView(Session& session, QWidget* parent) { return new AtlasView(session, parent); }

bool isForAtlasView(const engine::Dataset& dataset, const Document&) {
  return dataset.as<engine::HeadTable>() != nullptr;
}

bool AtlasView::accepts(const engine::Dataset& dataset) const { return isForAtlasView(dataset, session().document()); }

void AtlasView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the atlas shows statistics of heads, not ", dataset ? engine::kindName(dataset->kind()) : "nothing");
  m_dataset = std::move(dataset);
  m_hovered = -1;
  m_outline.clear();
  renew();
  showThumbnails();
  m_partner->follow(m_dataset, m_options.companion);
  m_question->hide();
  if (!m_shown.hasLayout() && m_shown.table->count() > 0 && !m_dataset->provenance.request.inputs.empty())
    m_question->ask(tr("It is not known yet which of these heads are alike."), {tr("Compute the atlas")},
                    [this](int) { computeLayout(); });
  Q_EMIT titleChanged();
  Q_EMIT readoutChanged();
  Q_EMIT controlsOutdated();
}

void AtlasView::renew() {
  if (m_dataset)
    m_shown = AtlasShown(m_dataset->share<engine::HeadTable>(), m_options, theme(), m_partner->companion());
  m_maps.assign(m_shown.isEmpty() ? 0 : static_cast<size_t>(m_shown.table->count()), {});
  refresh();
}

void AtlasView::showThumbnails() {
  auto heads = m_dataset ? headsOfTable(*m_dataset, session().document()) : nullptr;
  if (heads == m_heads) return;
  m_heads = std::move(heads);
  m_thumbnails.setHeads(m_heads);
  for (QImage& map : m_maps) map = {};
}

void AtlasView::computeLayout() {
  if (!m_dataset) return;
  engine::Request request = m_dataset->provenance.request;
  request.parameters.set("atlas", true);
  request.output = m_dataset->id;
  if (Job* job = session().rerun(request)) waitFor(this, job);
}

std::vector<engine::DatasetId> AtlasView::datasetIds() const {
  if (!m_dataset) return {};
  return {m_dataset->id};
}

QString AtlasView::title() const { return m_dataset ? QString::fromStdString(m_dataset->title) : tr("Atlas of heads"); }

QString AtlasView::emptyText() const {
  return tr("No statistics of heads yet. Open attention heads and compute what each of them does.");
}

void AtlasView::resetView() {
  change([](AtlasOptions& options) { options.window = {}; });
}

void AtlasView::setOptions(const AtlasOptions& options) {
  if (options == m_options) return;
  const AtlasOptions before = std::exchange(m_options, options);
  const bool isOnlyMoved = [&] {
    AtlasOptions same = before;
    same.window = options.window;
    return same == options;
  }();
  if (before.companion != options.companion) m_partner->follow(m_dataset, options.companion);
  if (!isOnlyMoved) renew();
  refresh();
  Q_EMIT stateChanged();
}

QImage AtlasView::mapOf(Index head, int side) {
  const Index own = m_shown.isOfCompanion(head) ? head - m_shown.first->count() : head;
  const HeadThumbnails& thumbnails = m_shown.isOfCompanion(head) ? m_partner->thumbnails() : m_thumbnails;
  const engine::PooledMap* const map = thumbnails.at(static_cast<int>(own));
  if (!map || side < 1) return {};
  QImage& kept = engine::nth(m_maps, head);
  if (std::max(kept.width(), kept.height()) != side)
    kept = thumbnailOf(*map, Pooling::largest, ColorLookup(ownLook(MapLook{}, *map, Pooling::largest)), side);
  return kept;
}

void AtlasView::paintOverlay(QPainter& painter, QSize size) {
  // On a page they have to be there; on the screen they come.
  const bool isScreen = painter.device()->devType() == QInternal::Widget;
  for (HeadThumbnails* thumbnails : {&m_thumbnails, &m_partner->thumbnails()}) {
    if (isScreen && (m_hovered >= 0 || m_options.areThumbnailsShown))
      thumbnails->start(&session().jobs());
    else if (!isScreen && m_options.areThumbnailsShown)
      thumbnails->finish();
  }
  // The colours of a page are those of its own theme.
  const AtlasShown onPage =
      isScreen ? AtlasShown() : AtlasShown(m_shown.first, m_options, theme(), m_partner->companion());
  const AtlasShown& shown = isScreen ? m_shown : onPage;
  const AtlasLayout layout = atlasLayout(theme(), shown, m_options, size);
  const MapOfHead maps = [this](Index head, int side) { return mapOf(head, side); };
  const bool areMarked = theme().page.areMarksShown;
  const AtlasMarks marks{
      areMarked ? HeadMarks{currentOf(m_shown, session()), m_hovered, chosenOf(m_shown, m_chosen)} : HeadMarks{},
      areMarked ? m_outline : QPolygonF()};
  paintAtlas(painter, theme(), shown, m_options, layout, marks, maps);
  if (!areMarked || m_hovered < 0 || !m_outline.isEmpty()) return;
  const bool isGrid = m_options.arrangement == AtlasArrangement::grid || !shown.hasLayout();
  const AtlasPoint at = isGrid ? AtlasPoint() : engine::nth(shown.points, m_hovered);
  paintHeadCard(painter, theme(), shown, m_hovered,
                isGrid ? layout.grid.rectOf(m_hovered).center() : layout.toPixel({at.x, at.y}), size, maps);
}

Index AtlasView::headAt(QPointF position) {
  return headNear(theme(), m_shown, m_options, layoutIn(canvas().size()), position, kReach);
}

void AtlasView::setHovered(Index head) {
  if (std::exchange(m_hovered, head) == head) return;
  refresh();
  Q_EMIT readoutChanged();
}

void AtlasView::onPointerMoved(QPointF position) { setHovered(headAt(position)); }

void AtlasView::onPointerLeft() {
  setHovered(-1);
  View::onPointerLeft();
}

void AtlasView::onPressed(QPointF position) {
  m_outline.clear();
  if (gestures().button() != Qt::LeftButton || gestures().isSpaceDown()) return;
  m_outline << position;
  m_before = gestures().modifiers().testFlag(Qt::ControlModifier) ? chosenOf(m_shown, m_chosen) : std::vector<Index>{};
}

void AtlasView::onClicked(QPointF position) {
  const Index head = headAt(position);
  if (head < 0) return m_chosen.set({});
  if (!gestures().modifiers().testFlag(Qt::ControlModifier)) return choose(m_shown, session(), head);
  std::vector<Index> heads = chosenOf(m_shown, m_chosen);
  if (const Index current = currentOf(m_shown, session()); heads.empty() && current >= 0) heads.push_back(current);
  const std::vector<Index> same = m_shown.numbersWith(m_shown.inModel(head));
  const auto isSame = [&](Index other) { return std::find(same.begin(), same.end(), other) != same.end(); };
  if (std::erase_if(heads, isSame) == 0) heads.push_back(head);
  chooseSeveral(m_shown, m_chosen, heads);
}

void AtlasView::onDragged(QPointF from, QPointF to) {
  if (m_outline.isEmpty()) return pan(to - from);
  setHovered(-1);
  if (gestures().modifiers().testFlag(Qt::ShiftModifier)) {
    m_outline = QPolygonF(
        {m_outline.front(), QPointF(to.x(), m_outline.front().y()), to, QPointF(m_outline.front().x(), to.y())});
  } else {
    m_outline << to;
  }
  std::vector<Index> heads = m_before;
  for (const Index head : headsWithin(m_shown, m_options, layoutIn(canvas().size()), m_outline)) heads.push_back(head);
  chooseSeveral(m_shown, m_chosen, heads);
  refresh();
}

void AtlasView::endOutline() {
  if (m_outline.isEmpty()) return;
  m_outline.clear();
  refresh();
}

void AtlasView::pan(QPointF by) {
  if (m_options.arrangement == AtlasArrangement::grid || !m_shown.hasLayout()) return;
  const AtlasLayout layout = layoutIn(canvas().size());
  const QPointF middle = layout.toUnits(layout.panel.center() - by);
  change([&](AtlasOptions& options) {
    if (options.window.zoom <= 1) return;  // all is in sight
    options.window.x = std::clamp(middle.x(), m_shown.middle.x() - m_shown.reach, m_shown.middle.x() + m_shown.reach);
    options.window.y = std::clamp(middle.y(), m_shown.middle.y() - m_shown.reach, m_shown.middle.y() + m_shown.reach);
  });
}

void AtlasView::zoomAt(QPointF position, double factor) {
  if (m_options.arrangement == AtlasArrangement::grid || !m_shown.hasLayout()) return;
  const AtlasLayout layout = layoutIn(canvas().size());
  const double zoom = std::clamp(m_options.window.zoom * factor, 1.0, kMostAtlasZoom);
  const double actual = zoom / m_options.window.zoom;
  const QPointF fixed = layout.toUnits(position), middle = fixed + (layout.middle - fixed) / actual;
  change([&](AtlasOptions& options) {
    options.window = zoom > 1 ? AtlasWindow{middle.x(), middle.y(), zoom} : AtlasWindow{};
  });
}

void AtlasView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  zoomAt(position, std::pow(kZoomPerStep, steps));
  onPointerMoved(position);
}

bool AtlasView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const QPoint arrow = arrowOf(key);
  const int steps = zoomStepsOf(key);
  const engine::HeadTable& table = *m_shown.table;
  if (key == Qt::Key_Escape && !m_chosen.heads().empty()) {
    m_chosen.set({});
  } else if (steps != 0) {
    zoomAt(layoutIn(canvas().size()).panel.center(), std::pow(kZoomPerStep, steps));
  } else if (!arrow.isNull() && modifiers.testFlag(Qt::ShiftModifier)) {
    pan(-kKeyPan * QPointF(arrow));
  } else if (!arrow.isNull() && table.count() > 0) {
    const Index now = std::max<Index>(currentOf(m_shown, session()), 0);
    const bool isGrid = m_options.arrangement == AtlasArrangement::grid || !m_shown.hasLayout();
    choose(m_shown, session(), isGrid ? headBeside(table, now, arrow) : headTowards(m_shown, now, arrow));
  } else {
    return View::onKey(key, modifiers);
  }
  return true;
}

QWidget* AtlasView::makeControls(QWidget* parent) { return m_dataset ? makeAtlasControls(*this, parent) : nullptr; }

std::vector<ReadoutLine> AtlasView::readout() const {
  if (m_shown.isEmpty()) return {};
  const Index head = m_hovered >= 0 ? m_hovered : currentOf(m_shown, session());
  if (head < 0) return {};
  std::vector<ReadoutLine> lines = {{tr("Head"), m_shown.nameOf(head)}};
  for (const engine::HeadLabel& label : engine::nth(m_shown.table->heads, head).labels)
    lines.push_back({QString::fromStdString(label.name), QString::fromStdString(label.reason)});
  for (const AtlasCluster& cluster : m_shown.clusters)
    if (!cluster.name.isEmpty() && std::find(cluster.heads.begin(), cluster.heads.end(), head) != cluster.heads.end())
      lines.push_back({tr("Alike"), cluster.name});
  return lines;
}

QString AtlasView::captionText() const { return m_dataset ? atlasCaption(m_shown, m_options) : title(); }

std::vector<NumberTable> AtlasView::visibleNumbers() const {
  if (!m_shown.hasLayout()) return {};
  return {atlasNumbers(m_shown)};
}

QJsonObject AtlasView::state() const { return toJson(m_options); }

void AtlasView::setState(const QJsonObject& state) {
  change([&](AtlasOptions& options) { takeJson(options, state); });
  Q_EMIT controlsOutdated();
}

}  // namespace ui
