// A button that is a picture with a title and what one sees in it.
#include "ui/panels/PictureCard.h"

#include <QKeyEvent>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kPictureHeight = 150, kIconSize = 24, kMostLines = 2;
constexpr double kAspect = 1.6;

const Theme& theme() { return ThemeModel::instance().theme(); }

/// In lines of this width; the last one ends in dots where there is more.
QStringList linesOf(const QString& text, const QFont& font, int width) {
  QTextLayout layout(text, font);
  layout.beginLayout();
  QStringList lines;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    const bool isLast = lines.size() + 1 == kMostLines;
    const QString rest = text.mid(line.textStart());
    lines << (isLast ? QFontMetrics(font).elidedText(rest, Qt::ElideRight, width)
                     : rest.left(line.textLength()).trimmed());
    if (isLast) break;
  }
  layout.endLayout();
  return lines;
}

}  // namespace

PictureCard::PictureCard(const QString& title, const QString& text, const QString& note, QWidget* parent)
    : QAbstractButton(parent), m_text(text), m_note(note), m_pictureHeight(kPictureHeight) {
  setText(title);
  setAccessibleName(title);
  setAccessibleDescription(QStringList{text, note}.join(u'\n').trimmed());
  setToolTip(QStringList{title, text, note}.join(u'\n').trimmed());
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, qOverload<>(&QWidget::update));
}

void PictureCard::setPicture(const QImage& picture) {
  m_picture = picture;
  update();
}

void PictureCard::setPictureHeight(int height) {
  m_pictureHeight = height;
  update();
}

QSize PictureCard::sizeHint() const {
  const int pad = theme().space(1), line = QFontMetrics(theme().labelFont()).height();
  const int numLines = (m_text.isEmpty() ? 0 : kMostLines) + (m_note.isEmpty() ? 0 : 1);
  const int height = m_pictureHeight + 3 * pad + QFontMetrics(theme().titleFont()).height() + numLines * line;
  return {qRound(m_pictureHeight * kAspect) + 2 * pad, height};
}

QRect PictureCard::pictureArea() const {
  const int pad = theme().space(1);
  return {pad, pad, std::min(width() - 2 * pad, qRound(m_pictureHeight * kAspect)), m_pictureHeight};
}

void PictureCard::paintPicture(QPainter& painter) const {
  const QRect area = pictureArea();
  painter.fillRect(area, theme().canvas);
  if (m_picture.isNull()) {
    ui::icon(QStringLiteral("open")).paint(&painter, QRect(QPoint(), QSize(kIconSize, kIconSize))
                                                     .translated(area.center() - QPoint(kIconSize, kIconSize) / 2));
  } else {
    const QSize size = m_picture.size().scaled(area.size(), Qt::KeepAspectRatio);
    const QRect place(area.topLeft() + QPoint(area.width() - size.width(), area.height() - size.height()) / 2, size);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, m_picture);
  }
  painter.setPen(theme().line);
  painter.drawRect(area.adjusted(0, 0, -1, -1));
}

void PictureCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), isDown() || underMouse() ? theme().panel : theme().window);
  paintPicture(painter);
  const int pad = theme().space(1), room = width() - 2 * pad;
  int y = pictureArea().bottom() + 1 + pad;
  const auto drawLine = [&](const QString& text, const QFont& font, const QColor& color) {
    painter.setFont(font);
    painter.setPen(color);
    const QFontMetrics metrics(font);
    painter.drawText(pad, y + metrics.ascent(), metrics.elidedText(text, Qt::ElideRight, room));
    y += metrics.height();
  };
  drawLine(text(), theme().titleFont(), theme().text);
  const QFont small = theme().labelFont();
  const int top = y;
  for (const QString& line : linesOf(m_text, small, room)) drawLine(line, small, theme().text);
  if (!m_text.isEmpty()) y = top + kMostLines * QFontMetrics(small).height();
  if (!m_note.isEmpty()) drawLine(m_note, small, theme().muted);
  if (!hasFocus() && !underMouse()) return;
  painter.setPen(QPen(hasFocus() ? theme().accent : theme().line, theme().lineScale));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PictureCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

}  // namespace ui
