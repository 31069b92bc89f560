#include "ui/views/features/FeaturesLayout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace ui {

using engine::Index;

namespace {

constexpr double kLetterCell = 8, kMostCell = 15, kLeastCell = 1, kCellStep = 0.5;  // logical pixels at scale 1
constexpr double kCellHeight = 1.25;                                               // of its width, at least
constexpr double kLeastCellHeight = 8, kBars = 22;
constexpr double kLeastBeside = 560;  // width from which table and sequence stand side by side
constexpr double kTableShare = 0.42, kMostTable = 420, kTableAbove = 0.38;
constexpr Index kRound = 10;

void placeTable(FeaturesLayout& layout, const Theme& theme, const FeaturesShown& shown,
                const FeaturesOptions& options) {
  const QFontMetricsF metrics(theme.labelFont());
  const double gap = theme.space(2);
  const double number = metrics.horizontalAdvance(QStringLiteral("feature ▾")) + gap;
  const double most = metrics.horizontalAdvance(QStringLiteral("max 00.00 ▾")) + gap;
  const double residues = metrics.horizontalAdvance(QStringLiteral("residues ▾")) + gap;
  layout.columns[0] = layout.table.left();
  layout.columns[1] = layout.columns[0] + number;
  layout.columns[2] = layout.columns[1] + most;
  layout.columns[3] = layout.columns[2] + residues;
  layout.columns[4] = layout.table.right();
  const auto fitting = static_cast<Index>(layout.table.height() / layout.line);
  const auto rows = static_cast<Index>(shown.rows.size());
  layout.numRows = std::min(fitting, rows);
  layout.firstRow = std::clamp<Index>(static_cast<Index>(std::lround(options.scroll)), 0, rows - layout.numRows);
}

void wrap(FeaturesLayout& layout, const Theme& theme, double cell) {
  layout.cell = cell;
  const Index fitting = std::max<Index>(static_cast<Index>(layout.track.width() / cell), 1);
  layout.perBlock = fitting >= layout.numResidues ? std::max<Index>(layout.numResidues, 1)
                    : fitting > kRound            ? fitting / kRound * kRound
                                                  : fitting;
  layout.bars = kBars * theme.scale;
  const double numbers = QFontMetricsF(theme.labelFont()).height();
  layout.block = numbers + layout.bars + std::max(kCellHeight * cell, kLeastCellHeight) + theme.space(2);
}

void placeSequence(FeaturesLayout& layout, const Theme& theme) {
  for (double cell = kMostCell * theme.scale; cell >= kLeastCell; cell -= kCellStep) {
    wrap(layout, theme, cell);
    const Index blocks = (layout.numResidues + layout.perBlock - 1) / layout.perBlock;
    if (double(blocks) * layout.block > layout.track.height()) continue;
    const double used = double(blocks) * layout.block + theme.space(2), freed = layout.track.height() - used;
    layout.track.setHeight(used);
    layout.residues.translate(0, -freed);
    layout.alike.translate(0, -freed);
    return;
  }
}

}  // namespace

double FeaturesLayout::mostScroll(const FeaturesShown& shown) const {
  return std::max(double(shown.rows.size()) - double(numRows), 0.0);
}

bool FeaturesLayout::hasLetters() const { return cell >= kLetterCell; }

QRectF FeaturesLayout::barOf(Index residue) const {
  const QRectF at = cellOf(residue);
  return {at.left(), at.top() - bars, cell, bars};
}

QRectF FeaturesLayout::cellOf(Index residue) const {
  const Index index = residue / perBlock;
  const double height = std::max(kCellHeight * cell, kLeastCellHeight);
  const double bottom = track.top() + double(index + 1) * block - height * 0.35;
  return {track.left() + double(residue - index * perBlock) * cell, bottom - height, cell, height};
}

QRectF FeaturesLayout::rowOf(Index row) const {
  return {table.left(), table.top() + double(row - firstRow) * line, table.width(), line};
}

QRectF FeaturesLayout::alikeOf(int k) const {
  return {alike.left(), alike.top() + (k + 1) * line, alike.width(), line};
}

QRectF FeaturesLayout::residueLineOf(int k) const {
  return {residues.left(), residues.top() + (k + 1) * line, residues.width(), line};
}

Index FeaturesLayout::residueAt(QPointF point) const {
  if (!track.contains(point) || cell <= 0) return -1;
  const auto index = static_cast<Index>((point.y() - track.top()) / block);
  const auto column = static_cast<Index>((point.x() - track.left()) / cell);
  const Index residue = index * perBlock + column;
  return column < perBlock && residue < numResidues ? residue : Index{-1};
}

Index FeaturesLayout::rowAt(QPointF point) const {
  if (!table.contains(point)) return -1;
  const Index row = firstRow + static_cast<Index>((point.y() - table.top()) / line);
  return row < firstRow + numRows ? row : Index{-1};
}

int FeaturesLayout::lineAt(const QRectF& list, QPointF point, int count) const {
  if (!list.contains(point)) return -1;
  const int k = static_cast<int>((point.y() - list.top()) / line) - 1;
  return k >= 0 && k < count ? k : -1;
}

int FeaturesLayout::columnAt(QPointF point) const {
  if (!header.contains(point)) return -1;
  for (int column = kNumFeatureColumns - 1; column >= 0; --column)
    if (point.x() >= columns[static_cast<size_t>(column)]) return column;
  return -1;
}

FeaturesLayout featuresLayout(const Theme& theme, const FeaturesShown& shown, const FeaturesOptions& options,
                              QSizeF size) {
  const QFontMetricsF label(theme.labelFont()), title(theme.titleFont());
  const double gap = theme.space(2), wide = theme.space(4);
  FeaturesLayout layout;
  layout.line = std::ceil(label.height()) + 4;
  layout.numResidues = shown.numResidues();
  const QRectF all = QRectF(QPointF(0, 0), size).adjusted(gap, gap, -gap, -gap);
  const bool isBeside = size.width() >= kLeastBeside * theme.scale;
  const double width = isBeside ? std::min(kTableShare * all.width(), kMostTable * theme.scale) : all.width();
  const double height = isBeside ? all.height() : kTableAbove * all.height();
  layout.header = QRectF(all.topLeft(), QSizeF(width, layout.line));
  layout.table = QRectF(all.left(), layout.header.bottom(), width, std::max(height - layout.line, 0.0));
  placeTable(layout, theme, shown, options);
  const QRectF detail = isBeside ? all.adjusted(width + wide, 0, 0, 0) : all.adjusted(0, height + gap, 0, 0);
  const double lists = std::min((kListedResidues + 1) * layout.line, 0.45 * detail.height());
  const double head = title.height() + label.height() + gap;
  layout.heading = QRectF(detail.topLeft(), QSizeF(detail.width(), head));
  layout.track = QRectF(detail.left(), layout.heading.bottom(), detail.width(),
                        std::max(detail.height() - head - lists - gap, 0.0));
  const double half = (detail.width() - wide) / 2;
  layout.residues = QRectF(detail.left(), layout.track.bottom() + gap, half, lists);
  layout.alike = layout.residues.translated(half + wide, 0);
  placeSequence(layout, theme);
  return layout;
}

}  // namespace ui
