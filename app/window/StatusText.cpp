// The one text of the status bar: what is under the pointer, or for a while a message.
#include "app/window/StatusText.h"

#include <QPainter>

#include "ui/look/Theme.h"

namespace app {

StatusText::StatusText(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, [this] {
    m_message.clear();
    changed();
  });
}

void StatusText::setText(const QString& text) {
  m_text = text.simplified();
  changed();
}

void StatusText::showMessage(const QString& text, int milliseconds) {
  m_message = text.simplified();
  m_timer.start(milliseconds);
  changed();
}

void StatusText::changed() {
  setToolTip(text().toHtmlEscaped());
  setAccessibleName(text());
  update();
}

QRect StatusText::room() const {
  const int margin = ui::ThemeModel::instance().theme().space(2);
  return rect().adjusted(margin, 0, -margin, 0);
}

QString StatusText::shownText() const { return fontMetrics().elidedText(text(), Qt::ElideRight, room().width()); }

QSize StatusText::sizeHint() const {
  return {fontMetrics().horizontalAdvance(text()) + width() - room().width(), fontMetrics().height()};
}

QSize StatusText::minimumSizeHint() const { return {0, fontMetrics().height()}; }

void StatusText::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(ui::ThemeModel::instance().theme().text);
  painter.drawText(room(), Qt::AlignLeft | Qt::AlignVCenter, shownText());
}

}  // namespace app
