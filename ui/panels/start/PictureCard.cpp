// A button that is a picture with a title and what one sees in it.
#include "ui/panels/start/PictureCard.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>
#include <QTextOption>
#include <algorithm>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kPictureHeight = 150, kIconSize = 24, kMostTitleLines = 3, kMostTextLines = 4;
constexpr double kCardAspect = 1.6, kCardCorner = 4, kProgressHeight = 4;

/// For words that are wider than a line, as names of files; the last line ends in dots where there is more.
QStringList brokenAnywhere(const QString& text, const QFont& font, int width, int most) {
  QTextLayout layout(text, font);
  QTextOption wrapping;
  wrapping.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(wrapping);
  layout.beginLayout();
  QStringList lines;
  for (QTextLine line = layout.createLine(); line.isValid() && width > 0; line = layout.createLine()) {
    line.setLineWidth(width);
    const bool isLast = lines.size() + 1 == most;
    const QString rest = text.mid(line.textStart());
    lines << (isLast ? QFontMetrics(font).elidedText(rest, Qt::ElideRight, width)
                     : rest.left(line.textLength()).trimmed());
    if (isLast) break;
  }
  layout.endLayout();
  return lines;
}

}  // namespace

PictureCard::Text::Text(const QString& text, const QFont& font)
    : font(font), text(text), words(text.split(u' ', Qt::SkipEmptyParts)) {
  const QFontMetricsF metrics(font);
  space = metrics.horizontalAdvance(u' ');
  for (const QString& word : words) widths.push_back(metrics.horizontalAdvance(word));
}

QStringList PictureCard::Text::linesIn(int width, int most) const {
  if (std::any_of(widths.begin(), widths.end(), [width](double word) { return word > width; }))
    return brokenAnywhere(text, font, width, most);
  QStringList lines;
  double used = 0;
  for (size_t k = 0; k < widths.size(); ++k) {
    const QString& word = words[static_cast<qsizetype>(k)];
    if (!lines.isEmpty() && used + space + widths[k] <= width) {
      lines.back() += u' ' + word;
      used += space + widths[k];
    } else {
      lines << word;
      used = widths[k];
    }
  }
  if (lines.size() <= most) return lines;
  const QString rest = lines.sliced(most - 1).join(u' ');
  return lines.first(most - 1) << QFontMetrics(font).elidedText(rest, Qt::ElideRight, width);
}

PictureCard::PictureCard(const QString& title, const QString& text, const QString& note, QWidget* parent)
    : QAbstractButton(parent), m_text(text), m_note(note), m_pictureHeight(kPictureHeight) {
  setText(title);
  setAccessibleName(title);
  setAccessibleDescription(QStringList{text, note}.join(u'\n').trimmed());
  setToolTip(QStringList{title, text, note}.join(u'\n').trimmed());
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    m_texts.reset();
    m_words.clear();
    update();
  });
}

void PictureCard::setPicture(const QImage& picture) {
  m_picture = picture;
  m_small = {};
  update();
}

void PictureCard::setProgress(double share) {
  m_progress = share;
  update();
}

void PictureCard::arrange(int pictureHeight, bool isTextBeside) {
  m_pictureHeight = pictureHeight;
  m_isTextBeside = isTextBeside;
  update();
}

int PictureCard::wordsWidth(int width) const {
  const int pad = theme().space(1);
  return m_isTextBeside ? width - qRound(m_pictureHeight * kCardAspect) - 4 * pad : width - 2 * pad;
}

const PictureCard::Words& PictureCard::wordsIn(int width) const {
  const auto known = m_words.find(width);
  if (known != m_words.end()) return *known;
  if (!m_texts) m_texts.emplace(Text(text(), theme().titleFont()), Text(m_text, theme().labelFont()));
  return *m_words.insert(
      width, {m_texts->first.linesIn(width, kMostTitleLines), m_texts->second.linesIn(width, kMostTextLines)});
}

int PictureCard::heightFor(int width) const {
  const int pad = theme().space(1), line = QFontMetrics(theme().labelFont()).height();
  const Words& lines = wordsIn(wordsWidth(width));
  const int words = static_cast<int>(lines.title.size()) * QFontMetrics(theme().titleFont()).height() +
                    static_cast<int>(lines.text.size() + (m_note.isEmpty() ? 0 : 1)) * line;
  return m_isTextBeside ? std::max(m_pictureHeight, words) + 2 * pad : m_pictureHeight + words + 3 * pad;
}

QSize PictureCard::sizeHint() const {
  const int width = qRound(m_pictureHeight * kCardAspect) + 2 * theme().space(1);
  return {width, heightFor(width)};
}

QRect PictureCard::pictureArea() const {
  const int pad = theme().space(1);
  return {pad, pad, std::min(width() - 2 * pad, qRound(m_pictureHeight * kCardAspect)), m_pictureHeight};
}

const QImage& PictureCard::smallPicture(QSize pixels) const {
  // Made smaller by the painter thin lines would come and go.
  if (m_small.size() != pixels) m_small = m_picture->scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  return m_small;
}

void PictureCard::paintPicture(QPainter& painter) const {
  const QRectF area = QRectF(pictureArea()).adjusted(0.5, 0.5, -0.5, -0.5);
  QPainterPath frame;
  frame.addRoundedRect(area, kCardCorner, kCardCorner);
  painter.save();
  painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
  painter.fillPath(frame, theme().canvas);
  if (m_picture && m_picture->isNull()) {
    const QSize size = QSize(kIconSize, kIconSize) * theme().scale;
    ui::icon(QStringLiteral("open"))
        .paint(&painter, QRect(area.center().toPoint() - QPoint(size.width(), size.height()) / 2, size));
  } else if (m_picture) {
    const QSizeF size = QSizeF(m_picture->size()).scaled(area.size(), Qt::KeepAspectRatio);
    const QPointF corner = area.center() - QPointF(size.width(), size.height()) / 2;
    painter.setClipPath(frame);
    painter.drawImage(QRectF(corner, size), smallPicture((size * devicePixelRatioF()).toSize()));
    painter.setClipping(false);
  }
  if (m_progress >= 0) {
    const double height = kProgressHeight * theme().lineScale;
    QRectF bar(area.left(), area.bottom() - height, area.width(), height);
    painter.setClipPath(frame);
    painter.fillRect(bar, theme().line);
    bar.setWidth(std::min(1.0, m_progress) * area.width());
    painter.fillRect(bar, theme().accent);
    painter.setClipping(false);
  }
  painter.setPen(underMouse() || hasFocus() ? theme().accent : theme().line);
  painter.drawPath(frame);
  painter.restore();
}

void PictureCard::paintWords(QPainter& painter, const QRect& area) const {
  int y = area.y();
  const auto draw = [&](const QStringList& lines, const QFont& font, const QColor& color) {
    painter.setFont(font);
    painter.setPen(color);
    const QFontMetrics metrics(font);
    for (const QString& line : lines) {
      painter.drawText(area.x(), y + metrics.ascent(), line);
      y += metrics.height();
    }
  };
  const QFont small = theme().labelFont();
  const Words& lines = wordsIn(area.width());
  draw(lines.title, theme().titleFont(), theme().text);
  draw(lines.text, small, theme().text);
  if (!m_note.isEmpty())
    draw({QFontMetrics(small).elidedText(m_note, Qt::ElideMiddle, area.width())}, small, theme().muted);
}

void PictureCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (isDown() || underMouse()) painter.fillRect(rect(), theme().window);
  paintPicture(painter);
  const int pad = theme().space(1);
  const QRect picture = pictureArea();
  const QPoint corner =
      m_isTextBeside ? QPoint(picture.right() + 1 + 2 * pad, pad) : QPoint(pad, picture.bottom() + 1 + pad);
  paintWords(painter, QRect(corner, QSize(wordsWidth(width()), height() - corner.y())));
  if (!hasFocus()) return;
  painter.setPen(QPen(theme().accent, theme().lineScale));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PictureCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

}  // namespace ui
