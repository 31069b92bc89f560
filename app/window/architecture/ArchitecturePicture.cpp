#include "app/window/architecture/ArchitecturePicture.h"

#include <QFileInfo>
#include <QImage>
#include <QObject>
#include <algorithm>
#include <array>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/io/Format.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/base/ViewExport.h"

namespace app {

namespace {

constexpr double kBoxWidth = 236, kBoxHeight = 52, kGapAcross = 56, kGapDown = 18, kMargin = 16, kHeading = 30;
constexpr double kArrowHead = 7;

int numRows(const Architecture& architecture) {
  int rows = 0;
  for (const ArchitectureBox& box : architecture.boxes) rows = std::max(rows, box.row + 1);
  return rows;
}

void paintArrow(QPainter& painter, const std::vector<QPointF>& path, const ui::Theme& theme) {
  painter.setPen(QPen(theme.muted, 1.5 * theme.lineScale));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(path.data(), static_cast<int>(path.size()));
  const QPointF tip = path.back(), before = path[path.size() - 2];
  const double length = QLineF(before, tip).length();
  if (length <= 0) return;
  const QPointF back = (before - tip) / length * kArrowHead * theme.scale, across(-back.y() / 2, back.x() / 2);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.muted);
  painter.drawPolygon(QPolygonF{tip, tip + back + across, tip + back - across});
}

void paintAll(QPainter& painter, const Architecture& architecture, const ui::Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(QRect(QPoint(), architectureSize(architecture, theme)), theme.canvas);
  paintTracks(painter, architecture, theme);
  paintBoxes(painter, architecture, theme);
}

}  // namespace

QSize architectureSize(const Architecture& architecture, const ui::Theme& theme) {
  const int rows = numRows(architecture);
  const auto tracks = static_cast<double>(architecture.tracks.size());
  return (theme.scale * QSizeF(2 * kMargin + tracks * kBoxWidth + (tracks - 1) * kGapAcross,
                               2 * kMargin + kHeading + rows * (kBoxHeight + kGapDown) - kGapDown))
      .toSize();
}

QRectF boxArea(const ArchitectureBox& box, const ui::Theme& theme) {
  const double scale = theme.scale;
  return {scale * (kMargin + box.track * (kBoxWidth + kGapAcross)),
          scale * (kMargin + kHeading + box.row * (kBoxHeight + kGapDown)), scale * kBoxWidth, scale * kBoxHeight};
}

std::vector<QPointF> pathOf(const Architecture& architecture, const ArchitectureArrow& arrow, const ui::Theme& theme) {
  const QRectF from = boxArea(engine::nth(architecture.boxes, arrow.from), theme),
               to = boxArea(engine::nth(architecture.boxes, arrow.to), theme);
  const bool isToTheLeft = to.center().x() < from.center().x();
  const QPointF beside(isToTheLeft ? from.left() : from.right(), from.center().y());
  const QPointF entry(isToTheLeft ? to.right() : to.left(), to.center().y());
  switch (arrow.route) {
    case ArchitectureArrow::Route::downThenSide: {
      // Beside the middle, where arrows straight down begin.
      const double x = from.center().x() + (isToTheLeft ? -1 : 1) * 0.2 * from.width();
      return {{x, from.bottom()}, {x, entry.y()}, entry};
    }
    case ArchitectureArrow::Route::sideThenDown:
      return {beside, {to.center().x(), beside.y()}, {to.center().x(), to.top()}};
    case ArchitectureArrow::Route::straight:
      break;
  }
  if (from.center().x() == to.center().x()) return {{from.center().x(), from.bottom()}, {to.center().x(), to.top()}};
  // Below the middle, where arrows with a corner come in.
  const QPointF lower(0, 0.25 * from.height());
  return {beside + lower, entry + lower};
}

QColor trackColor(int track, const ui::Theme& theme) {
  const std::array<QColor, 3> colors{theme.accent, theme.good, theme.locked};
  return engine::nth(colors, track);
}

void paintTracks(QPainter& painter, const Architecture& architecture, const ui::Theme& theme) {
  painter.setFont(theme.titleFont());
  const double scale = theme.scale, swatch = theme.space(2);
  for (size_t k = 0; k < architecture.tracks.size(); ++k) {
    const QRectF area(scale * (kMargin + static_cast<double>(k) * (kBoxWidth + kGapAcross)), scale * kMargin / 2,
                      scale * kBoxWidth, scale * kHeading);
    const double width = QFontMetricsF(theme.titleFont()).horizontalAdvance(architecture.tracks[k]);
    painter.fillRect(QRectF(area.center().x() - width / 2 - 2 * swatch, area.center().y() - swatch / 2, swatch, swatch),
                     trackColor(static_cast<int>(k), theme));
    painter.setPen(theme.text);
    painter.drawText(area, Qt::AlignCenter, architecture.tracks[k]);
  }
  for (const ArchitectureArrow& arrow : architecture.arrows)
    paintArrow(painter, pathOf(architecture, arrow, theme), theme);
}

void paintBoxes(QPainter& painter, const Architecture& architecture, const ui::Theme& theme) {
  painter.setFont(theme.labelFont());
  for (const ArchitectureBox& box : architecture.boxes) {
    const bool runs = !box.operation().empty();
    const double border = (runs ? kRunningBorder : kToldBorder) * theme.lineScale;
    const QRectF area = boxArea(box, theme).adjusted(border / 2, border / 2, -border / 2, -border / 2);
    painter.setPen(QPen(trackColor(box.track, theme), border));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(area, kBoxCorner, kBoxCorner);
    painter.setPen(runs ? theme.text : theme.muted);
    painter.drawText(area, Qt::AlignCenter, box.title + u'\n' + box.shape);
  }
}

void saveArchitecture(const Architecture& architecture, const QString& path, double scale) {
  const ui::Theme& theme = ui::ThemeModel::instance().theme();
  const QSize size = architectureSize(architecture, theme);
  if (QFileInfo(path).suffix().toLower() != QStringLiteral("png"))
    return ui::writeVectorPage(path, {QObject::tr("RoseTTAFold, box by box"), size, {}},
                               [&](QPainter& painter) { paintAll(painter, architecture, theme); });
  ui::checkPageSize(size, scale);
  QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
  image.fill(theme.canvas);
  QPainter painter(&image);
  painter.scale(scale, scale);
  paintAll(painter, architecture, theme);
  painter.end();
  const QByteArray bytes = ui::pngBytes(image);
  engine::writeFileWhole(path.toStdString(), {bytes.constData(), static_cast<size_t>(bytes.size())});
}

}  // namespace app
