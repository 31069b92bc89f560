#include "ui/views/features/FeaturesView.h"

#include <algorithm>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/features/FeaturesControls.h"
#include "ui/views/readout/FeatureOnShow.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using engine::Index;

FeaturesView::FeaturesView(Session& session, QWidget* parent) : View(session, parent) {
  addFeaturesCommands(*this);
  connect(this, &View::themeChanged, this, [this] { refresh(); });
}

View* makeFeaturesView(Session& session, QWidget* parent) { return new FeaturesView(session, parent); }

bool isForFeaturesView(const engine::Dataset& dataset, const Document&) {
  return dataset.as<engine::FeatureSet>() != nullptr;
}

bool FeaturesView::accepts(const engine::Dataset& dataset) const {
  return isForFeaturesView(dataset, session().document());
}

void FeaturesView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset) engine::fail("the features view shows features of a model, not nothing");
  m_shown = FeaturesShown(*dataset, m_options);
  m_dataset = std::move(dataset);
  m_hoveredRow = -1;
  renew();
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

void FeaturesView::renew() {
  if (!m_dataset) return;
  m_shown = FeaturesShown(*m_dataset, m_options);
  FeatureOnShow::of(session()).look(*m_dataset, m_shown.feature);
  refresh();
  Q_EMIT readoutChanged();
}

std::vector<engine::DatasetId> FeaturesView::datasetIds() const {
  if (!m_dataset) return {};
  return {m_dataset->id};
}

QString FeaturesView::title() const { return m_dataset ? m_shown.title : tr("Features of a model"); }

QString FeaturesView::emptyText() const {
  return tr("No features yet. Open the weights of a model and of a sparse autoencoder, and read features off it.");
}

void FeaturesView::resetView() {
  change([](FeaturesOptions& options) {
    options.scroll = 0;
    options.filter.clear();
  });
  Q_EMIT controlsOutdated();
}

void FeaturesView::setOptions(const FeaturesOptions& options) {
  if (std::exchange(m_options, options) == options) return;
  renew();
  Q_EMIT stateChanged();
}

void FeaturesView::chooseFeature(Index feature) {
  change([&](FeaturesOptions& options) { options.feature = feature; });
  const FeaturesLayout layout = layoutIn(canvas().size());
  const Index row = m_shown.shownRow();
  if (row < 0 || (row >= layout.firstRow && row < layout.firstRow + layout.numRows)) return;
  change([&](FeaturesOptions& options) { options.scroll = std::max(double(row - layout.numRows / 2), 0.0); });
}

void FeaturesView::runWithFactor(double factor) {
  if (!m_dataset || m_shown.feature < 0 || m_dataset->provenance.request.operation.empty()) return;
  engine::Request request = m_dataset->provenance.request;
  request.output.clear();
  request.parameters.set("change", std::to_string(m_shown.feature) + "=" + std::to_string(static_cast<int>(factor)));
  Q_EMIT requested(request);
}

void FeaturesView::paintOverlay(QPainter& painter, QSize size) {
  FeatureMarks marks;
  if (theme().page.areMarksShown)
    marks = {m_hoveredRow, residueOf(session().selection().hover()), residueOf(session().selection().locked())};
  paintFeatures(painter, theme(), m_shown, m_options, layoutIn(size), marks);
}

Index FeaturesView::residueOf(const Focus& focus) const {
  if (focus.isEmpty()) return -1;
  const Index index = translated(focus.first, m_shown.axis);
  return index < m_shown.numResidues() ? index : Index{-1};
}

Index FeaturesView::markedResidue() const { return residueOf(session().selection().current()); }

Index FeaturesView::residueAt(QPointF position) {
  const FeaturesLayout layout = layoutIn(canvas().size());
  const std::vector<Index> strongest = m_shown.strongest(kListedResidues);
  const int line = layout.lineAt(layout.residues, position, static_cast<int>(strongest.size()));
  return line >= 0 ? engine::nth(strongest, Index{line}) : layout.residueAt(position);
}

void FeaturesView::onPointerMoved(QPointF position) {
  const Index row = layoutIn(canvas().size()).rowAt(position);
  if (std::exchange(m_hoveredRow, row) != row) refresh();
  const Index residue = residueAt(position);
  session().selection().setHover(residue >= 0 ? Focus{{m_shown.axis, residue}, {}} : Focus{});
}

void FeaturesView::onPointerLeft() {
  m_hoveredRow = -1;
  View::onPointerLeft();
}

void FeaturesView::onClicked(QPointF position) {
  const FeaturesLayout layout = layoutIn(canvas().size());
  if (const Index row = layout.rowAt(position); row >= 0) return chooseFeature(m_shown.row(row).feature);
  if (const int column = layout.columnAt(position); column >= 0 && column < kNumFeatureColumns - 1) {
    constexpr FeatureOrder kOrders[] = {FeatureOrder::number, FeatureOrder::most, FeatureOrder::residues};
    change([&](FeaturesOptions& options) { options.order = kOrders[column]; });
    return Q_EMIT controlsOutdated();
  }
  const engine::FiringFeature* const one = m_shown.firing();
  const int alike = one ? layout.lineAt(layout.alike, position, static_cast<int>(one->alike.size())) : -1;
  if (alike >= 0) return chooseFeature(engine::nth(one->alike, Index{alike}).feature);
  onPointerMoved(position);
  View::onClicked(position);
}

void FeaturesView::scrollBy(double rows) {
  const double most = layoutIn(canvas().size()).mostScroll(m_shown);
  change([&](FeaturesOptions& options) { options.scroll = std::clamp(options.scroll + rows, 0.0, most); });
}

void FeaturesView::onDragged(QPointF from, QPointF to) {
  const FeaturesLayout layout = layoutIn(canvas().size());
  if (layout.table.contains(from)) scrollBy((from.y() - to.y()) / layout.line);
}

void FeaturesView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  constexpr double kRowsPerStep = 3;
  if (layoutIn(canvas().size()).table.contains(position)) scrollBy(-kRowsPerStep * steps);
  onPointerMoved(position);
}

/// Up and down lead through the table, left and right along the sequence.
bool FeaturesView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  constexpr Index kLargeStep = 10;
  const QPoint arrow = arrowOf(key);
  if (arrow.isNull() || m_shown.isEmpty()) return View::onKey(key, modifiers);
  const Index step = modifiers.testFlag(Qt::ShiftModifier) ? kLargeStep : 1;
  const auto rows = static_cast<Index>(m_shown.rows.size());
  if (arrow.y() != 0 && rows > 0)
    chooseFeature(m_shown.row(std::clamp<Index>(m_shown.shownRow() + step * arrow.y(), 0, rows - 1)).feature);
  if (arrow.x() != 0 && m_shown.numResidues() > 0) {
    const Index residue = markedResidue();
    const Index next = residue < 0 ? 0 : std::clamp<Index>(residue + step * arrow.x(), 0, m_shown.numResidues() - 1);
    pointAt({{m_shown.axis, next}, {}});
  }
  return true;
}

QWidget* FeaturesView::makeControls(QWidget* parent) { return makeFeaturesControls(*this, parent); }

QJsonObject FeaturesView::state() const { return toJson(m_options); }

void FeaturesView::setState(const QJsonObject& state) {
  change([&](FeaturesOptions& options) { takeJson(options, state); });
  Q_EMIT controlsOutdated();
}

std::vector<ReadoutLine> FeaturesView::readout() const {
  const Index residue = markedResidue();
  return featuresReadout(m_shown, residue, structureNumber(session().document(), {m_shown.axis, residue}));
}

QString FeaturesView::captionText() const { return m_dataset ? featuresCaption(m_shown) : title(); }

}  // namespace ui
