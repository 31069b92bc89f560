#include "ui/views/hits/HitsView.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/base/figure/ShownSize.h"
#include "ui/views/hits/HitText.h"
#include "ui/views/hits/HitsBar.h"
#include "ui/views/hits/HitsControls.h"

namespace ui {

using engine::Index;

namespace {

/// Heights of table and rows in proportion; the splitter scales them down.
const QList<int> kShares = {11000, 9000};
/// Of an exported page: the table gets at most this share of the height.
constexpr double kTableShare = 0.55;
/// Of a page that is as high as it needs to be: height to width, when there are many hits or a long alignment.
constexpr double kMostShape = 1.3;
constexpr double kLinesPerWheelStep = 3;

/// The dataset whose positions the query columns are.
engine::DatasetId queryAxisOf(const engine::Dataset& dataset) {
  return dataset.axes.empty() ? dataset.id : dataset.axes[0];
}

QRectF rowsArea(const Theme& theme, QSizeF size) {
  const double margin = theme.space(2);
  return {margin, margin, std::max(size.width() - 2 * margin, 0.0), std::max(size.height() - margin, 0.0)};
}

/// Of an exported picture: a line of words, the table, the rows of a hit.
struct HitsPage {
  QRectF head, table, rows;
  int numHits = 0;  ///< with a line in the table
};

/// The table has its share, and what the rows of the hit leave.
HitsPage pageOf(const Theme& theme, QSizeF size, int numHits, double heightOfRows) {
  const QRectF page = rowsArea(theme, size);
  const double line = hitRowHeight(theme), gap = theme.space(3), heading = line + theme.space(1);
  HitsPage result;
  result.head = QRectF(page.left(), page.top(), page.width(), line);
  const double most = std::max(kTableShare * page.height(), page.height() - line - gap - heightOfRows);
  result.numHits = std::clamp(static_cast<int>((most - heading) / line), 0, numHits);
  result.table = QRectF(page.left(), result.head.bottom(), page.width(), heading + result.numHits * line + 1);
  result.rows = QRectF(page.left(), result.table.bottom() + gap, page.width(),
                       std::max(page.bottom() - result.table.bottom() - gap, 0.0));
  return result;
}

QString countText(const HitModel& hits, const HitOrder& order) {
  const engine::SearchResult* result = hits.result();
  return hitCountText(order.rowCount(), hits.rowCount(), result ? result->numSearched : 0,
                      result ? result->prefilter : std::nullopt);
}

}  // namespace

HitsView::HitsView(Session& session, QWidget* parent) : View(session, parent) {
  makeParts();
  connectParts();
  addHitsCommands(*this);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    // After the application's own fonts and style sheet have changed, which would undo this.
    QTimer::singleShot(0, this, &HitsView::applyTheme);
  });
  applyTheme();
  showHit();
}

void HitsView::makeParts() {
  m_model = new HitModel(this);
  m_order = new HitOrder(*m_model, this);
  m_bar = new HitsBar(this);
  m_splitter = new QSplitter(Qt::Vertical, this);
  m_splitter->setChildrenCollapsible(false);
  m_table = new HitTableView(*m_model, *m_order, m_splitter);
  auto* rows = new QWidget(m_splitter);
  auto* row = new QHBoxLayout(rows);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  m_scroll = new QScrollBar(Qt::Vertical, rows);
  row->addWidget(&canvas());
  row->addWidget(m_scroll);
  m_splitter->setStretchFactor(0, 1);
  m_splitter->setStretchFactor(1, 1);
  m_splitter->setSizes(kShares);
  auto* column = qobject_cast<QVBoxLayout*>(layout());
  column->addWidget(m_bar);
  column->addWidget(m_splitter, 1);
  startButton().raise();
  setFocusProxy(m_table);
  // The table first: Tab comes to it through the view, past everything that stood before it.
  setTabOrder(m_table, &canvas());
  setTabOrder(&canvas(), &m_bar->filter());
  setTabOrder(&m_bar->filter(), &m_bar->familiesButton());
  setTabOrder(&m_bar->familiesButton(), &m_bar->openButton());
}

void HitsView::connectParts() {
  const auto showCount = [this] {
    m_bar->setCount(countText(*m_model, *m_order));
  };
  connect(m_order, &HitOrder::modelReset, this, showCount);
  connect(m_order, &HitOrder::rowsInserted, this, showCount);
  connect(m_order, &HitOrder::rowsRemoved, this, showCount);
  connect(&m_bar->filter(), &QLineEdit::textChanged, this, [this](const QString& words) {
    const int before = m_table->currentHit();
    m_order->setFilter(words);
    if (m_table->currentHit() < 0 && m_order->rowCount() > 0) m_table->selectHit(m_order->sourceRow(0));
    if (m_table->currentHit() != before) showHit();
    Q_EMIT stateChanged();
  });
  connect(&m_bar->filter(), &QLineEdit::returnPressed, m_table, qOverload<>(&QWidget::setFocus));
  connect(m_table, &HitTableView::currentHitChanged, this, [this] {
    showHit();
    Q_EMIT readoutChanged();
    Q_EMIT stateChanged();
  });
  connect(m_table, &HitTableView::sorted, this, &View::stateChanged);
  connect(m_table, &HitTableView::sorted, this, &View::controlsOutdated);
  connect(m_table, &HitTableView::opened, this, &HitsView::openHit);
  connect(m_table, &HitTableView::copyRequested, this,
          [this] { QGuiApplication::clipboard()->setText(rowsText()); });
  connect(m_table, &HitTableView::queryColumnHovered, this, &HitsView::hoverQueryColumn);
  connect(m_table, &HitTableView::queryColumnClicked, this, [this] { View::onClicked({}); });
  connect(m_table, &HitTableView::released, this, [this] { session().selection().letGo(); });
  connect(&m_bar->openButton(), &QPushButton::clicked, this, [this] { openHit(m_table->currentHit()); });
  connect(&m_bar->familiesButton(), &QPushButton::clicked, this,
          [this] { showFamilies(*this, m_table->currentHit()); });
  connect(m_scroll, &QScrollBar::valueChanged, this, &HitsView::refresh);
  connect(m_scroll, &QScrollBar::valueChanged, this, &View::stateChanged);
  connect(m_splitter, &QSplitter::splitterMoved, this, &HitsView::fitScrollBar);
}

View* makeHitsView(Session& session, QWidget* parent) { return new HitsView(session, parent); }

bool isForHitsView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::searchResult;
}

bool HitsView::accepts(const engine::Dataset& dataset) const { return isForHitsView(dataset, session().document()); }

void HitsView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the hits view shows search results, not ", dataset ? engine::kindName(dataset->kind()) : "nothing");
  const int before = m_dataset && m_dataset->id == dataset->id ? m_table->currentHit() : 0;
  m_alignment.setHit(nullptr, nullptr);
  m_dataset = std::move(dataset);
  m_model->setResult(m_dataset->share<engine::SearchResult>());
  m_table->selectHit(std::clamp(before, 0, std::max(m_model->rowCount() - 1, 0)));
  showHit();
  Q_EMIT titleChanged();
  Q_EMIT readoutChanged();
}

std::vector<engine::DatasetId> HitsView::datasetIds() const {
  if (!m_dataset) return {};
  return {m_dataset->id};
}

QString HitsView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("Search hits");
}

QString HitsView::emptyText() const {
  return QStringLiteral("No search result yet. Search a folder of profiles, or open a report (.hhr).");
}

void HitsView::resetView() {
  m_scroll->setValue(0);
  m_table->fitColumns();
}

HitMark HitsView::mark() const {
  const SelectionModel& selection = session().selection();
  return {m_dataset ? translated(selection.current().first, queryAxisOf(*m_dataset)) : -1,
          selection.locked().isEmpty() ? theme().hover : theme().locked};
}

void HitsView::showHit() {
  const bool isEmpty = !m_dataset;
  m_bar->setVisible(!isEmpty);
  m_table->setVisible(!isEmpty);
  const int row = isEmpty ? -1 : m_table->currentHit();
  m_alignment.setHit(row < 0 ? nullptr : m_model->result(), row < 0 ? nullptr : &m_model->hit(row));
  m_bar->setProblem(whyClosed(m_model->result(), m_alignment.hit()));
  m_scroll->setValue(0);
  fitScrollBar();
  refresh();
}

void HitsView::fitScrollBar() {
  const QRectF area = rowsArea(theme(), canvas().size());
  const int hidden = static_cast<int>(std::ceil(m_alignment.height(theme(), area.width()) - area.height()));
  m_scroll->setRange(0, std::max(hidden, 0));
  m_scroll->setPageStep(std::max(static_cast<int>(area.height()), 1));
  m_scroll->setSingleStep(static_cast<int>(QFontMetricsF(theme().residueFont()).height()));
  m_scroll->setVisible(m_dataset && hidden > 0);
}

void HitsView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  QTimer::singleShot(0, this, &HitsView::fitScrollBar);  // when the canvas has its new size
}

void HitsView::applyTheme() {
  m_table->applyTheme();
  m_bar->applyTheme();
  fitScrollBar();
  onSelectionChanged();
}

void HitsView::paintOverlay(QPainter& painter, QSize size) {
  if (!m_alignment.hit()) {
    painter.setFont(theme().labelFont());
    painter.setPen(theme().muted);
    painter.drawText(rowsArea(theme(), size), Qt::AlignLeft | Qt::AlignTop,
                     m_model->rowCount() == 0 ? tr("The search found nothing.") : tr("No hit is chosen."));
    return;
  }
  const auto [column, color] = mark();
  m_alignment.paint(painter, theme(), rowsArea(theme(), size), m_scroll->value(),
                    m_alignment.stepOfQueryColumn(column), color);
}

void HitsView::paintPage(QPainter& painter, QSize size) {
  std::vector<int> rows = m_table->shownHits();
  rows.erase(rows.begin(), rows.begin() + std::clamp(m_table->rowAt(0), 0, static_cast<int>(rows.size())));
  const HitsPage page = pageOf(theme(), size, static_cast<int>(rows.size()),
                               m_alignment.height(theme(), rowsArea(theme(), size).width()));
  painter.setFont(theme().labelFont());
  painter.setPen(theme().muted);
  painter.drawText(page.head, Qt::AlignLeft | Qt::AlignVCenter, countText(*m_model, *m_order));
  paintProbabilityLegend(painter, theme(), page.head);
  const int chosen = theme().page.areMarksShown ? m_table->currentHit() : -1;
  paintHitTable(painter, theme(), page.table, *m_model, rows, chosen, m_table->mark());
  const auto [column, color] = mark();
  m_alignment.paint(painter, theme(), page.rows, 0, m_alignment.stepOfQueryColumn(column), color);
}

QSizeF HitsView::largestPicture(QSize size) const {
  if (theme().page.mayElide) return size;
  const double margins = size.height() - rowsArea(theme(), size).height(), line = hitRowHeight(theme());
  const double table = (m_order->rowCount() + 2) * line + theme().space(1) + 1;
  const double rows = m_alignment.height(theme(), rowsArea(theme(), size).width()) + theme().space(3);
  return {double(size.width()), std::min({double(size.height()), margins + table + rows, kMostShape * size.width()})};
}

void HitsView::onSelectionChanged() {
  m_table->setMark(mark());
  View::onSelectionChanged();
}

void HitsView::hoverQueryColumn(Index column) {
  Focus focus;
  if (m_dataset && column >= 0) focus.first = {queryAxisOf(*m_dataset), column};
  session().selection().setHover(focus);
}

Index HitsView::stepAt(QPointF position) {
  const QRectF area = rowsArea(theme(), canvas().size());
  return m_alignment.stepAt(theme(), area, m_scroll->value(), position);
}

void HitsView::onPointerMoved(QPointF position) {
  const Index step = stepAt(position);
  hoverQueryColumn(step < 0 ? -1 : engine::nth(m_alignment.hit()->path.steps, step).i);
}

void HitsView::onDragged(QPointF from, QPointF to) {
  m_scroll->setValue(m_scroll->value() - qRound(to.y() - from.y()));
}

void HitsView::onWheel(QPointF, double steps, Qt::KeyboardModifiers) {
  m_scroll->setValue(m_scroll->value() - qRound(steps * kLinesPerWheelStep * m_scroll->singleStep()));
}

bool HitsView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  switch (key) {
    case Qt::Key_Up:
      m_scroll->triggerAction(QAbstractSlider::SliderSingleStepSub);
      return true;
    case Qt::Key_Down:
      m_scroll->triggerAction(QAbstractSlider::SliderSingleStepAdd);
      return true;
    case Qt::Key_PageUp:
      m_scroll->triggerAction(QAbstractSlider::SliderPageStepSub);
      return true;
    case Qt::Key_PageDown:
      m_scroll->triggerAction(QAbstractSlider::SliderPageStepAdd);
      return true;
    default:
      return View::onKey(key, modifiers);
  }
}

void HitsView::openHit(int sourceRow) {
  if (sourceRow < 0 || sourceRow >= m_model->rowCount()) return;
  if (!whyClosed(m_model->result(), &m_model->hit(sourceRow)).isEmpty()) return;
  engine::Request request;
  request.operation = "hit";
  request.inputs = {m_dataset->id};
  request.parameters.set("rank", static_cast<std::int64_t>(sourceRow + 1));
  request.output = m_dataset->id + "-hit-" + std::to_string(sourceRow + 1);
  Q_EMIT requested(request);
}

QString HitsView::rowsText() const {
  const std::vector<int> selected = m_table->selectedHits();
  return hitRowsText(*m_model, selected.empty() ? m_table->shownHits() : selected);
}

std::vector<ReadoutLine> HitsView::readout() const {
  return hitReadout(m_model->result(), m_alignment, mark().queryColumn);
}

QString HitsView::captionText() const {
  if (!m_dataset) return title();
  const QSize size = shownSize(QWidget::size());
  const HitsPage page = pageOf(theme(), size, m_order->rowCount(),
                               m_alignment.height(theme(), rowsArea(theme(), size).width()));
  const Index letters = m_alignment.lettersIn(theme(), page.rows.size());
  return hitsCaption(title(), *m_model->result(), {page.numHits, m_order->rowCount()}, m_alignment, letters);
}

QWidget* HitsView::makeControls(QWidget* parent) { return makeHitsControls(*this, parent); }

HitsOptions HitsView::options() const {
  return {m_bar->filter().text(), m_order->sortColumn(), m_order->sortOrder() == Qt::DescendingOrder,
          m_table->currentHit(), m_scroll->value()};
}

void HitsView::setOptions(const HitsOptions& options) {
  m_bar->filter().setText(options.filter);
  const int column = std::clamp(options.sortedBy, -1, kNumHitColumns - 1);
  const Qt::SortOrder direction = options.isDescending ? Qt::DescendingOrder : Qt::AscendingOrder;
  if (column < 0) {
    m_order->sort(-1, direction);
  } else if (column != m_order->sortColumn() || direction != m_order->sortOrder()) {
    m_table->sortBy(static_cast<HitColumn>(column), direction);
  }
  const int hit = std::min(options.hit, m_model->rowCount() - 1);
  if (hit >= 0 && m_order->rowOf(hit) >= 0) m_table->selectHit(hit);
  m_scroll->setValue(options.scroll);
}

QJsonObject HitsView::state() const { return toJson(options()); }

void HitsView::setState(const QJsonObject& state) {
  HitsOptions options = this->options();
  takeJson(options, state);
  setOptions(options);
}

}  // namespace ui
