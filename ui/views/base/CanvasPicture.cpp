// What is drawn on the canvas of a view and on the pages of exported pictures.
#include "ui/views/base/CanvasPicture.h"

#include <QPainter>
#include <algorithm>

#include "ui/views/base/View.h"

namespace ui {

namespace {

/// A picture whose longer side is shorter than this (logical pixels) shows nothing.
constexpr double kLeastPicture = 48;

}  // namespace

void paintShown(CanvasPicture& picture, QPainter& painter, QSize size, bool isPage) {
  const Theme& theme = ThemeModel::instance().theme();
  const QSizeF largest = picture.largestPicture(size);
  if (std::max(largest.width(), largest.height()) >= kLeastPicture * theme.scale)
    return isPage ? picture.paintPage(painter, size) : picture.paintOverlay(painter, size);
  const QRect area(QPoint(0, 0), size);
  painter.fillRect(area, theme.canvas);
  painter.setPen(theme.muted);
  painter.setFont(theme.labelFont());
  painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap,
                   View::tr("No room for the picture: make the view larger."));
}

}  // namespace ui
