#include "ui/views/lens/LensView.h"

#include <QPaintDevice>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Error.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/lens/LensControls.h"
#include "ui/views/lens/LensPicture.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using engine::Index;

LensView::LensView(Session& session, QWidget* parent) : View(session, parent) {
  addLensCommands(*this);
  connect(this, &View::themeChanged, this, &LensView::renew);
}

View* makeLensView(Session& session, QWidget* parent) { return new LensView(session, parent); }

bool isForLensView(const engine::Dataset& dataset, const Document&) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  return arrays && isLens(*arrays);
}

bool LensView::accepts(const engine::Dataset& dataset) const { return isForLensView(dataset, session().document()); }

void LensView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset) engine::fail("the lens view shows a logit lens, not nothing");
  m_shown = LensShown(*dataset);
  m_id = dataset->id;
  m_step = -1;
  renew();
  Q_EMIT titleChanged();
  Q_EMIT readoutChanged();
  Q_EMIT controlsOutdated();
}

void LensView::renew() {
  m_picture = {};
  refresh();
}

std::vector<engine::DatasetId> LensView::datasetIds() const {
  if (m_id.empty()) return {};
  return {m_id};
}

QString LensView::title() const { return m_id.empty() ? tr("Logit lens") : m_shown.title; }

QString LensView::emptyText() const {
  return tr("No logit lens yet. Open a language model's weights and compute what it would write after each layer.");
}

void LensView::resetView() {
  change([](LensOptions& options) { options.cell = options.scroll = 0; });
}

void LensView::setOptions(const LensOptions& options) {
  colorMap(options.colorMap.toStdString());  // throws for an unknown one
  if (std::exchange(m_options, options) == options) return;
  renew();
  Q_EMIT stateChanged();
}

QSizeF LensView::largestPicture(QSize size) const { return layoutIn(size).picture.size(); }

void LensView::paintOverlay(QPainter& painter, QSize size) {
  const LensLayout layout = layoutIn(size);
  if (painter.device()->devType() != QInternal::Widget) {
    paintLens(painter, theme(), m_shown, m_options, layout);
  } else {
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize pixels = (QSizeF(size) * ratio).toSize();
    if (m_picture.size() != pixels) {
      m_picture = QImage(pixels, QImage::Format_RGB32);
      m_picture.setDevicePixelRatio(ratio);
      m_picture.fill(theme().canvas);
      QPainter onImage(&m_picture);
      onImage.setRenderHints(painter.renderHints());
      paintLens(onImage, theme(), m_shown, m_options, layout);
    }
    painter.drawImage(QPointF(0, 0), m_picture);
  }
  if (!theme().page.areMarksShown) return;
  const SelectionModel& selection = session().selection();
  for (const Focus& focus : selection.kept())
    paintLensMark(painter, theme(), layout, {-1, residueOf(focus)}, theme().locked);
  paintLensMark(painter, theme(), layout, {m_step, residueOf(selection.locked())}, theme().locked);
  paintLensMark(painter, theme(), layout, {m_step, residueOf(selection.hover())}, theme().hover);
}

Index LensView::residueOf(const Focus& focus) const {
  if (focus.isEmpty()) return -1;
  const Index index = translated(focus.first, m_shown.axis);
  return index < m_shown.numResidues() ? index : Index{-1};
}

Focus LensView::focusOf(Index residue) const {
  Focus focus;
  focus.first = {m_shown.axis, residue};
  return focus;
}

LensCell LensView::markedCell() const { return {m_step, residueOf(session().selection().current())}; }

void LensView::onPointerMoved(QPointF position) {
  const LensCell cell = layoutIn(canvas().size()).cellAt(position);
  if (std::exchange(m_step, cell.step) != cell.step) {
    refresh();
    Q_EMIT readoutChanged();
  }
  session().selection().setHover(cell.residue >= 0 ? focusOf(cell.residue) : Focus{});
}

void LensView::onClicked(QPointF position) {
  onPointerMoved(position);
  View::onClicked(position);
}

void LensView::onDragged(QPointF from, QPointF to) {
  const double most = layoutIn(canvas().size()).mostScroll();
  change([&](LensOptions& options) {
    options.scroll = std::clamp(std::min(options.scroll, most) - (to.y() - from.y()), 0.0, most);
  });
}

/// The residue at the position keeps its height.
void LensView::zoomAt(QPointF position, double factor) {
  const LensLayout before = layoutIn(canvas().size());
  const Index residue = before.cellAt(position).residue;
  change([&](LensOptions& options) {
    options.cell = std::clamp(before.cell * factor, kLeastLensCell, kMostLensCell);
    if (residue < 0) return;
    options.scroll = 0;
    const LensLayout after = lensLayout(theme(), m_shown, options, canvas().size());
    const double moved = after.columnOf(residue).center().y() - position.y();
    options.scroll = std::clamp(moved, 0.0, after.mostScroll());
  });
}

void LensView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  zoomAt(position, std::pow(kZoomPerStep, steps));
  onPointerMoved(position);
}

bool LensView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  constexpr Index kLargeStep = 10;
  const QPoint arrow = arrowOf(key);
  const Index L = m_shown.numResidues();
  if (!arrow.isNull() && L > 0) {
    const Index residue = markedCell().residue, step = modifiers.testFlag(Qt::ShiftModifier) ? kLargeStep : 1;
    m_step = std::clamp<Index>(m_step + arrow.y(), 0, m_shown.numSteps() - 1);
    pointAt(focusOf(residue < 0 ? 0 : std::clamp<Index>(residue + step * arrow.x(), 0, L - 1)));
    refresh();
    Q_EMIT readoutChanged();
    return true;
  }
  const int steps = zoomStepsOf(key);
  if (steps == 0) return View::onKey(key, modifiers);
  zoomAt(layoutIn(canvas().size()).picture.center(), std::pow(kZoomPerStep, steps));
  return true;
}

QWidget* LensView::makeControls(QWidget* parent) { return makeLensControls(*this, parent); }

QJsonObject LensView::state() const { return toJson(m_options); }

void LensView::setState(const QJsonObject& state) {
  change([&](LensOptions& options) { takeJson(options, state); });
  Q_EMIT controlsOutdated();
}

std::vector<ReadoutLine> LensView::readout() const {
  const LensCell cell = markedCell();
  return lensReadout(m_shown, cell, structureNumber(session().document(), {m_shown.axis, cell.residue}));
}

QString LensView::captionText() const { return m_id.empty() ? title() : lensCaption(m_shown, m_options); }

}  // namespace ui
