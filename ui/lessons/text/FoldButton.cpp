#include "ui/lessons/text/FoldButton.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <algorithm>

#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kArrow = 3, kMargin = 1;  ///< of the grid
constexpr int kTextFlags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
constexpr int kLeastLetters = 8;

int grid(int units) { return ThemeModel::instance().theme().space(units); }

}  // namespace

FoldButton::FoldButton(const QString& text, QWidget* parent) : QToolButton(parent) {
  setText(text);
  setCheckable(true);
  setFocusPolicy(Qt::TabFocus);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

QRect FoldButton::textRoom(QSize size) const {
  return QRect(QPoint(), size).adjusted(grid(kArrow + 2 * kMargin), grid(kMargin), -grid(kMargin), -grid(kMargin));
}

int FoldButton::heightForWidth(int width) const {
  const QRect room = textRoom({width, grid(kArrow)});
  const QRect words = fontMetrics().boundingRect(QRect(0, 0, std::max(1, room.width()), 1), kTextFlags, text());
  return std::max(words.height(), fontMetrics().height()) + 2 * grid(kMargin);
}

QSize FoldButton::sizeHint() const {
  const int width = fontMetrics().horizontalAdvance(text()) + 1 + grid(kArrow + 3 * kMargin);
  return {width, heightForWidth(width)};
}

QSize FoldButton::minimumSizeHint() const {
  const int letters = fontMetrics().averageCharWidth() * kLeastLetters;
  return {letters + grid(kArrow + 3 * kMargin), fontMetrics().height() + 2 * grid(kMargin)};
}

void FoldButton::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionToolButton option;
  initStyleOption(&option);
  option.text.clear();
  option.arrowType = Qt::NoArrow;
  option.features = QStyleOptionToolButton::None;
  painter.drawComplexControl(QStyle::CC_ToolButton, option);
  QStyleOption arrow = option;
  const int line = fontMetrics().height();
  arrow.rect = QRect(grid(kMargin), grid(kMargin) + (line - grid(kArrow)) / 2, grid(kArrow), grid(kArrow));
  painter.drawPrimitive(isChecked() ? QStyle::PE_IndicatorArrowDown : QStyle::PE_IndicatorArrowRight, arrow);
  painter.drawItemText(textRoom(size()), kTextFlags, palette(), isEnabled(), text(), QPalette::ButtonText);
}

}  // namespace ui
