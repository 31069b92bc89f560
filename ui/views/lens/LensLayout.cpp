#include "ui/views/lens/LensLayout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace ui {

using engine::Index;

namespace {

constexpr double kLetterCell = 9, kMostFitted = 22, kCellStep = 0.5;
constexpr double kBars = 18, kSummary = 164, kLeastForSummary = 460;  // logical pixels at scale 1
constexpr Index kRound = 10;                                          // residues of a block are a multiple of it

/// Numbers and letters above the cells, which are left out where cells are small.
double headHeight(const Theme& theme, double cell) {
  return QFontMetricsF(theme.labelFont()).height() + (cell >= kLetterCell ? cell + 2 : 0);
}

Index residuesPerBlock(double width, double cell, Index residues) {
  const Index fitting = std::max<Index>(static_cast<Index>(std::floor(width / cell)), 1);
  if (fitting >= residues) return std::max<Index>(residues, 1);
  return fitting > kRound ? fitting / kRound * kRound : fitting;
}

void wrap(LensLayout& layout, const Theme& theme, double cell) {
  layout.cell = cell;
  layout.perBlock = residuesPerBlock(layout.picture.right() - layout.left, cell, layout.residues);
  layout.blocks = (layout.residues + layout.perBlock - 1) / layout.perBlock;
  layout.head = headHeight(theme, cell);
  layout.bars = kBars * theme.scale;
  layout.block = layout.head + double(layout.steps) * cell + layout.bars + theme.space(3);
  layout.contentHeight = double(layout.blocks) * layout.block - theme.space(3);
}

void fit(LensLayout& layout, const Theme& theme) {
  for (double cell = kMostFitted * theme.scale; cell >= kLeastLensCell; cell -= kCellStep) {
    wrap(layout, theme, cell);
    if (layout.contentHeight <= layout.picture.height()) return;
  }
}

}  // namespace

bool LensLayout::hasLetters() const { return cell >= kLetterCell; }

QRectF LensLayout::rectOf(const LensCell& at) const {
  const Index index = at.residue / perBlock;
  const double x = left + double(at.residue - firstOf(index)) * cell, y = top + double(index) * block;
  if (at.step < 0) return {x, y - head, cell, head};
  return {x, y + double(at.step) * cell, cell, at.step < steps ? cell : bars};
}

QRectF LensLayout::columnOf(Index residue) const {
  return rectOf({-1, residue}).united(rectOf({steps, residue}));
}

LensCell LensLayout::cellAt(QPointF point) const {
  if (!picture.contains(point) || residues == 0) return {};
  const auto index = static_cast<Index>(std::floor((point.y() - top + head) / block));
  const auto column = static_cast<Index>(std::floor((point.x() - left) / cell));
  if (index < 0 || index >= blocks || column < 0 || column >= perBlock) return {};
  const Index residue = firstOf(index) + column;
  if (residue >= residues || !columnOf(residue).contains(point)) return {};
  const double row = (point.y() - top - double(index) * block) / cell;
  return {row >= 0 && row < double(steps) ? static_cast<Index>(row) : Index{-1}, residue};
}

LensLayout lensLayout(const Theme& theme, const LensShown& shown, const LensOptions& options, QSizeF size) {
  const QFontMetricsF label(theme.labelFont()), title(theme.titleFont());
  const double gap = theme.space(2), bar = colorBarHeight(theme), upright = colorBarWidth(theme);
  LensLayout layout;
  layout.steps = shown.numSteps();
  layout.residues = shown.numResidues();
  const double titleHeight = theme.page.isLegendShown ? title.height() + label.height() + gap : 0;
  layout.title = QRectF(gap, gap, std::max(size.width() - 2 * gap, 0.0), titleHeight);
  const double summary = size.width() >= kLeastForSummary * theme.scale ? kSummary * theme.scale : 0;
  layout.left = gap + label.horizontalAdvance(shown.stepName(99)) + theme.space(1);
  const double right = std::max(size.width() - gap - summary - upright, layout.left + kLeastLensCell);
  const double bottom = size.height() - gap - (bar > 0 ? bar + gap : 0);
  layout.picture = QRectF(0, layout.title.bottom(), right, std::max(bottom - layout.title.bottom(), 0.0));
  if (options.cell > 0)
    wrap(layout, theme, std::clamp(options.cell, kLeastLensCell, kMostLensCell));
  else
    fit(layout, theme);
  layout.top = layout.title.bottom() + layout.head - std::min(options.scroll, layout.mostScroll());
  const double used = layout.left + double(std::min(layout.perBlock, layout.residues)) * layout.cell;
  if (summary > 0)
    layout.summary = QRectF(used + gap, layout.top, summary - gap, double(layout.steps) * layout.cell);
  const double end = std::min(layout.title.bottom() + layout.contentHeight, bottom);
  if (bar > 0) layout.colorBar = {layout.left, end + gap, std::max(std::min(used, right) - layout.left, 0.0), bar};
  if (upright > 0)
    layout.colorBar = {size.width() - gap - upright, layout.title.bottom() + layout.head, upright,
                       std::min(layout.picture.height() - layout.head, 240 * theme.scale)};
  return layout;
}

}  // namespace ui
