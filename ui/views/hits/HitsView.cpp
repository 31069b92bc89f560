// Data, painting, selection and readout of the hits view. Its widgets are made in HitsViewParts.cpp.
#include "ui/views/hits/HitsView.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>
#include <cmath>

#include "engine/io/Format.h"
#include "ui/views/readout/ResidueText.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

/// Of an exported page: the table gets at most this share of the height.
constexpr double kTableShare = 0.55;
constexpr double kLinesPerWheelStep = 3;
constexpr int kLeastFilterLetters = 16;
/// Narrower than this (logical pixels) the bar has no room for the legend.
constexpr double kLeastWidthWithLegend = 640;

/// "Asp (D) 52" from the profile where it is known, else from the letter of the row.
QString columnText(const std::shared_ptr<const engine::ProfileHmm>& profile, const std::string& row, Index letter,
                   Index position) {
  if (profile && profile->masterLetters.size() == profile->consensus.size() && !profile->masterLetters.empty())
    return residueText(profile->masterLetters, position);
  if (letter < 0 || letter >= static_cast<Index>(row.size())) return QString::number(position + 1);
  return QStringLiteral("%1 %2").arg(QLatin1Char(row[static_cast<size_t>(letter)])).arg(position + 1);
}

}  // namespace

HitsView::HitsView(Session& session, QWidget* parent) : View(session, parent) {
  makeToolBar();
  makeParts();
  connectParts();
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    // After the application's own fonts and style sheet have changed, which would undo this.
    QTimer::singleShot(0, this, &HitsView::applyTheme);
  });
  applyTheme();
  showHit();
}

HitsView::~HitsView() = default;

View* makeHitsView(Session& session, QWidget* parent) { return new HitsView(session, parent); }

const engine::SearchResult* HitsView::result() const {
  return m_dataset ? m_dataset->as<engine::SearchResult>() : nullptr;
}

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
  showCount();
  Q_EMIT titleChanged();
  Q_EMIT readoutChanged();
}

std::vector<std::string> HitsView::datasetIds() const {
  return m_dataset ? std::vector<std::string>{m_dataset->id} : std::vector<std::string>{};
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

engine::DatasetId HitsView::queryAxis() const {
  return !m_dataset ? engine::DatasetId{} : m_dataset->axes.empty() ? m_dataset->id : m_dataset->axes[0];
}

Index HitsView::markedColumn() const {
  return m_dataset ? translated(session().selection().current().first, queryAxis()) : -1;
}

QColor HitsView::markColor() const { return session().selection().locked().isEmpty() ? theme().hover : theme().locked; }

QString HitsView::countText() const {
  const int shown = m_order->rowCount(), all = m_model->rowCount();
  const Index searched = result() ? result()->numSearched : 0;
  const QString hits = shown == all ? tr("%1 hits").arg(all) : tr("%1 of %2 hits").arg(shown).arg(all);
  return searched > 0 ? tr("%1 in %2 templates").arg(hits).arg(searched) : hits;
}

void HitsView::showCount() { m_count->setText(countText()); }

QString HitsView::whyClosed() const {
  const engine::SearchHit* hit = m_alignment.hit();
  if (!hit) return tr("Choose a hit first.");
  if (!result()->query || !hit->templ)
    return tr("This result was read from a report, which has no profiles to align. Search again to look inside a hit.");
  return {};
}

void HitsView::showHit() {
  const bool isEmpty = !m_dataset;
  m_bar->setVisible(!isEmpty);
  m_table->setVisible(!isEmpty);
  const int row = isEmpty ? -1 : m_table->currentHit();
  m_alignment.setHit(row < 0 ? nullptr : result(), row < 0 ? nullptr : &m_model->hit(row));
  const QString problem = whyClosed();
  m_open->setEnabled(problem.isEmpty());
  m_open->setToolTip(problem.isEmpty() ? tr("All matrices and paths of this alignment (Enter or double click)")
                                       : problem);
  m_scroll->setValue(0);
  fitScrollBar();
  refresh();
}

QRectF HitsView::rowsArea(QSizeF size) const {
  const double margin = theme().space(2);
  return {margin, margin, std::max(size.width() - 2 * margin, 0.0), std::max(size.height() - margin, 0.0)};
}

void HitsView::fitScrollBar() {
  const QRectF area = rowsArea(canvas().size());
  const int hidden = static_cast<int>(std::ceil(m_alignment.height(theme(), area.width()) - area.height()));
  m_scroll->setRange(0, std::max(hidden, 0));
  m_scroll->setPageStep(std::max(static_cast<int>(area.height()), 1));
  m_scroll->setSingleStep(static_cast<int>(QFontMetricsF(theme().residueFont()).height()));
  m_scroll->setVisible(m_dataset && hidden > 0);
}

void HitsView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  m_legend->setVisible(width() >= kLeastWidthWithLegend * theme().scale);
  QTimer::singleShot(0, this, &HitsView::fitScrollBar);  // when the canvas has its new size
}

void HitsView::applyTheme() {
  m_table->applyTheme();
  m_filter->setFont(theme().panelFont());
  m_count->setFont(theme().labelFont());
  const QFontMetrics metrics(theme().labelFont());
  m_legend->setFixedSize(qCeil(probabilityLegendWidth(theme())) + 1, metrics.height() + theme().space(1));
  m_filter->setMinimumWidth(QFontMetrics(m_filter->font()).averageCharWidth() * kLeastFilterLetters);
  m_legend->setVisible(width() >= kLeastWidthWithLegend * theme().scale);
  fitScrollBar();
  onSelectionChanged();
}

void HitsView::paintOverlay(QPainter& painter, QSize size) {
  if (!m_alignment.hit()) {
    painter.setFont(theme().labelFont());
    painter.setPen(theme().muted);
    painter.drawText(rowsArea(size), Qt::AlignLeft | Qt::AlignTop,
                     m_model->rowCount() == 0 ? tr("The search found nothing.") : tr("No hit is chosen."));
    return;
  }
  m_alignment.paint(painter, theme(), rowsArea(size), m_scroll->value(), m_alignment.stepOfQueryColumn(markedColumn()),
                    markColor());
}

void HitsView::paintPage(QPainter& painter, QSize size) {
  const QRectF page = rowsArea(size);
  const double line = hitRowHeight(theme());
  const QRectF head(page.left(), page.top(), page.width(), line);
  painter.setFont(theme().labelFont());
  painter.setPen(theme().muted);
  painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, countText());
  paintProbabilityLegend(painter, theme(), head);
  std::vector<int> rows = m_table->shownHits();
  rows.erase(rows.begin(), rows.begin() + std::clamp(m_table->rowAt(0), 0, static_cast<int>(rows.size())));
  const double wanted = line * static_cast<double>(rows.size() + 1) + 2 * theme().space(1);
  const QRectF table(page.left(), head.bottom(), page.width(), std::min(wanted, kTableShare * page.height()));
  paintHitTable(painter, theme(), table, *m_model, rows, m_table->currentHit(), m_table->mark());
  const QRectF below(page.left(), table.bottom() + theme().space(3), page.width(),
                     std::max(page.bottom() - table.bottom() - theme().space(3), 0.0));
  m_alignment.paint(painter, theme(), below, 0, m_alignment.stepOfQueryColumn(markedColumn()), markColor());
}

void HitsView::onSelectionChanged() {
  m_table->setMark({markedColumn(), markColor()});
  View::onSelectionChanged();
}

void HitsView::hoverQueryColumn(Index column) {
  Focus focus;
  if (column >= 0) focus.first = {queryAxis(), column};
  session().selection().setHover(focus);
}

Index HitsView::stepAt(QPointF position) {
  const QRectF area = rowsArea(canvas().size());
  return m_alignment.stepAt(theme(), area, m_scroll->value(), position);
}

void HitsView::onPointerMoved(QPointF position) {
  const Index step = stepAt(position);
  hoverQueryColumn(step < 0 ? -1 : m_alignment.hit()->path.steps[static_cast<size_t>(step)].i);
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
  if (!result() || sourceRow < 0 || sourceRow >= m_model->rowCount()) return;
  if (!result()->query || !m_model->hit(sourceRow).templ) return;
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

void HitsView::copyRows() const { QGuiApplication::clipboard()->setText(rowsText()); }

void HitsView::saveTable(const QString& path) const {
  engine::writeFileWhole(path.toStdString(), hitRowsText(*m_model, m_table->shownHits()).toStdString());
}

std::vector<ReadoutLine> HitsView::readout() const {
  std::vector<ReadoutLine> lines;
  addStepReadout(lines);
  const engine::SearchHit* hit = m_alignment.hit();
  if (!hit) return lines;
  const engine::PathScores& scores = hit->scores;
  const auto bits = [](double value) { return decimalText(value, 2); };
  lines.push_back({"Hit", QString::fromStdString(hit->name)});
  if (!hit->family.empty()) lines.push_back({"Family", QString::fromStdString(hit->family)});
  lines.push_back({"Probability", decimalText(scores.probability, 1) + QStringLiteral(" %")});
  lines.push_back({"E-value", scientificText(scores.eValue)});
  lines.push_back({"P-value", scientificText(scores.pValue)});
  lines.push_back({"Score", QStringLiteral("%1 bits").arg(bits(scores.total))});
  if (scores.secondaryStructure != 0) lines.push_back({"SS score", bits(scores.secondaryStructure) + " bits"});
  if (scores.correlation != 0) lines.push_back({"Correlation", bits(scores.correlation) + " bits"});
  return lines;
}

void HitsView::addStepReadout(std::vector<ReadoutLine>& lines) const {
  const Index column = markedColumn();
  if (column < 0 || !result() || column >= result()->numQueryColumns) return;
  const engine::SearchHit* hit = m_alignment.hit();
  const Index at = m_alignment.stepOfQueryColumn(column), letter = m_alignment.letterOfStep(at);
  lines.push_back({"Query column", columnText(result()->query, hit ? hit->rows.query : std::string(), letter, column)});
  if (at < 0) return;
  const engine::PathStep& step = hit->path.steps[static_cast<size_t>(at)];
  const bool isPair = step.state == engine::PairState::MM;
  lines.push_back(
      {"Template column", isPair ? columnText(hit->templ, hit->rows.templ, letter, step.j) : tr("none: a gap")});
  if (step.score != 0) lines.push_back({"Step adds", decimalText(step.score, 2) + " bits"});
  if (step.posterior >= 0) lines.push_back({"Posterior", QString::number(step.posterior, 'f', 3)});
}

}  // namespace ui
