// Thumbnails are made when they come into sight and kept until the maps or the colours change.
#include "ui/views/HeadStrip.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/scenes/MatrixPyramid.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kThumbnail = 40, kNarrowChip = 50, kLabelledChip = 110, kWideChip = 230;

double thumbnailSize(const Theme& theme) { return kThumbnail * theme.scale; }

}  // namespace

QImage thumbnailOf(const std::shared_ptr<const engine::Array<float>>& matrix, const MapLook& look, int pixels) {
  MatrixPyramid pyramid(matrix);
  if (pyramid.isEmpty() || pixels < 1) return {};
  const Index longest = std::max(pyramid.numRows(), pyramid.numColumns());
  const int levelNumber = pyramid.levelFor(static_cast<double>(pixels) / static_cast<double>(longest), 0.5);
  const engine::Array<float>& level = pyramid.level(levelNumber);
  MapLook own = look;
  float low = 0, high = 0;
  for (const float value : level) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  own.high = low < 0 ? std::max(high, -low) : high;
  own.low = low < 0 ? -own.high : own.scale == ValueScale::logarithmic ? own.high * 1e-4 : 0.0;
  if (low < 0) own.colorMapId = "diverging", own.scale = ValueScale::linear;
  QImage image(static_cast<int>(level.length(1)), static_cast<int>(level.length(0)), QImage::Format_RGB32);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const Rgb color = colorOf(own, level(y, x));
      image.setPixel(x, y, qRgb(color[0], color[1], color[2]));
    }
  return image.scaled(pixels, pixels, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

void HeadStrip::setHeads(std::shared_ptr<const engine::HeadSet> heads) {
  m_heads = std::move(heads);
  m_thumbnails.assign(static_cast<size_t>(numHeads()), {});
  m_first = std::clamp(m_first, 0, std::max(0, numHeads() - 1));
}

void HeadStrip::setLook(const MapLook& look) {
  if (look.colorMapId == m_look.colorMapId && look.scale == m_look.scale) return;
  m_look = look;
  m_thumbnails.assign(m_thumbnails.size(), {});
}

double HeadStrip::height(const Theme& theme) { return thumbnailSize(theme) + theme.space(2); }

HeadStrip::Layout HeadStrip::layoutIn(const Theme& theme, const QRectF& area) const {
  Layout layout;
  if (numHeads() == 0 || area.width() < 1) return layout;
  layout.chipWidth = std::min(area.width() / numHeads(), kWideChip * theme.scale);
  if (layout.chipWidth < kLabelledChip * theme.scale) layout.chipWidth = kNarrowChip * theme.scale;
  const int fitting = std::max(1, static_cast<int>(area.width() / layout.chipWidth + 1e-6));
  layout.first = std::clamp(m_first, 0, std::max(0, numHeads() - fitting));
  layout.last = std::min(numHeads(), layout.first + fitting);
  return layout;
}

std::optional<HeadStrip::Head> HeadStrip::headAt(const Theme& theme, const QRectF& area, QPointF position) const {
  const Layout layout = layoutIn(theme, area);
  if (!area.contains(position) || layout.last == layout.first) return std::nullopt;
  const int index = layout.first + static_cast<int>((position.x() - area.left()) / layout.chipWidth);
  if (index >= layout.last) return std::nullopt;
  const auto perLayer = static_cast<int>(m_heads->numHeads);
  return Head{index / perLayer, index % perLayer};
}

void HeadStrip::scrollBy(int chips) { m_first = std::clamp(m_first + chips, 0, std::max(0, numHeads() - 1)); }

void HeadStrip::reveal(Head head, const Theme& theme, const QRectF& area) {
  if (!m_heads) return;
  const Layout layout = layoutIn(theme, area);
  const int index = head.layer * static_cast<int>(m_heads->numHeads) + head.head;
  if (index < layout.first) m_first = index;
  if (index >= layout.last) m_first = std::max(0, index - (layout.last - layout.first) + 1);
}

const QImage& HeadStrip::thumbnail(int index, int pixels) {
  QImage& image = m_thumbnails[static_cast<size_t>(index)];
  const auto& map = m_heads->maps[static_cast<size_t>(index)];
  if ((image.isNull() || std::max(image.width(), image.height()) != pixels) && map)
    image = thumbnailOf({map, &map->weights}, m_look, pixels);
  return image;
}

QString HeadStrip::labelOf(int index) const {
  const auto perLayer = static_cast<int>(m_heads->numHeads);
  const QString head = QString::number(index % perLayer + 1);
  return m_heads->numLayers > 1 ? QStringLiteral("%1·%2").arg(index / perLayer + 1).arg(head) : head;
}

void HeadStrip::paint(QPainter& painter, const Theme& theme, const QRectF& area, Head current) {
  const Layout layout = layoutIn(theme, area);
  painter.save();
  painter.setClipRect(area);
  for (int index = layout.first; index < layout.last; ++index) {
    const QRectF chip(area.left() + (index - layout.first) * layout.chipWidth, area.top(), layout.chipWidth,
                      area.height());
    const int chosen = m_heads ? current.layer * static_cast<int>(m_heads->numHeads) + current.head : -1;
    paintChip(painter, theme, chip.adjusted(1, 1, -theme.space(1), -1), index, index == chosen);
  }
  painter.restore();
}

void HeadStrip::paintChip(QPainter& painter, const Theme& theme, const QRectF& chip, int index, bool isCurrent) {
  const QFontMetricsF metrics(theme.labelFont());
  const double size = thumbnailSize(theme);
  painter.setFont(theme.labelFont());
  const bool hasLabel = chip.width() >= kLabelledChip * theme.scale;
  const QRectF frame = hasLabel ? chip : QRectF(chip.left(), chip.top(), size + theme.space(1), chip.height());
  painter.setPen(QPen(isCurrent ? theme.accent : theme.line, isCurrent ? 2 * theme.lineScale : 1));
  painter.setBrush(theme.panel);
  painter.drawRect(frame);
  const QRectF box(chip.left() + theme.space(1) / 2.0, chip.top() + (chip.height() - size) / 2, size, size);
  const QImage& image = thumbnail(index, static_cast<int>(size));
  if (!image.isNull())
    painter.drawImage(QRectF(box.center().x() - image.width() / 2.0, box.center().y() - image.height() / 2.0,
                             image.width(), image.height()),
                      image);
  if (!hasLabel) {
    const QString text = labelOf(index);
    const QRectF badge(box.left(), box.top(), metrics.horizontalAdvance(text) + 4, metrics.height());
    painter.fillRect(badge, theme.panel);
    painter.setPen(isCurrent ? theme.accent : theme.text);
    painter.drawText(badge, Qt::AlignCenter, text);
    return;
  }
  const auto& map = m_heads->maps[static_cast<size_t>(index)];
  const QRectF text(box.right() + theme.space(2), chip.top(), chip.right() - box.right() - theme.space(3),
                    chip.height());
  painter.setPen(isCurrent ? theme.accent : theme.muted);
  painter.drawText(QRectF(text.left(), text.center().y() - metrics.height(), text.width(), metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("Head %1").arg(labelOf(index)));
  painter.setPen(theme.text);
  const QString label = map ? QString::fromStdString(map->label) : QStringLiteral("not there yet");
  painter.drawText(QRectF(text.left(), text.center().y(), text.width(), metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(label, Qt::ElideRight, text.width()));
}

}  // namespace ui
