#include "ui/views/pair/PairLayout.h"

#include <QFontMetricsF>
#include <algorithm>

namespace ui {

namespace {

constexpr double kLinesShare = 0.42, kMostLines = 620, kLeastForLines = 720;  // of the width; logical pixels
constexpr double kInsetShare = 0.34, kMostInset = 260, kLeastForInsets = 330;  // of the height; logical pixels
constexpr double kRowLines = 6, kLeastForRow = 260;                           // heights of letters; logical pixels
constexpr double kResidualShare = 0.3;                                        // of the width
constexpr double kTermsWidth = 19;                                            // heights of letters

}  // namespace

PairLayout pairLayout(const Theme& theme, QSizeF size) {
  const double gap = theme.space(2), letters = QFontMetricsF(theme.labelFont()).height();
  const double titles = QFontMetricsF(theme.titleFont()).height() + letters;
  PairLayout layout;
  QRectF rest(gap, gap, std::max(0.0, size.width() - 2 * gap), std::max(0.0, size.height() - 2 * gap));
  layout.title = QRectF(rest.topLeft(), QSizeF(rest.width(), titles));
  rest.setTop(layout.title.bottom() + gap / 2);
  if (rest.height() > kLeastForRow * theme.scale) {
    QRectF strip(rest.left(), rest.bottom() - kRowLines * letters, rest.width(), kRowLines * letters);
    rest.setBottom(strip.top() - gap);
    if (rest.width() > kLeastForLines * theme.scale) {
      layout.residual = strip;
      layout.residual.setLeft(strip.right() - kResidualShare * strip.width());
      strip.setRight(layout.residual.left() - 3 * gap);
      layout.terms = QRectF(strip.topLeft(), QSizeF(kTermsWidth * letters, strip.height()));
      strip.setLeft(layout.terms.right() + 3 * gap);
    }
    layout.row = strip;
  }
  if (rest.width() > kLeastForLines * theme.scale) {
    layout.lines = rest;
    layout.lines.setLeft(rest.right() - std::min(kLinesShare * rest.width(), kMostLines * theme.scale));
    rest.setRight(layout.lines.left() - 2 * gap);
  }
  if (rest.height() > kLeastForInsets * theme.scale) {
    const double height = std::min(kInsetShare * rest.height(), kMostInset * theme.scale);
    const double width = (rest.width() - gap) / 2;
    layout.query = QRectF(rest.left(), rest.top(), width, height);
    layout.key = layout.query.translated(width + gap, 0);
    rest.setTop(layout.query.bottom() + gap);
  }
  layout.world = rest;
  return layout;
}

qsizetype keyAt(const QRectF& row, qsizetype count, QPointF point) {
  if (count <= 0 || !row.contains(point)) return -1;
  const double share = (point.x() - row.left()) / row.width();
  return std::clamp<qsizetype>(static_cast<qsizetype>(share * static_cast<double>(count)), 0, count - 1);
}

}  // namespace ui
