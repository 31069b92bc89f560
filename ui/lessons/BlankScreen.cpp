#include "ui/lessons/BlankScreen.h"

#include <QEvent>
#include <QPainter>

namespace ui {

namespace {

class Cover : public QWidget {
 public:
  using QWidget::QWidget;

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), Qt::black); }
};

}  // namespace

BlankScreen::BlankScreen(QWidget* owner) : QObject(owner), m_owner(owner) { owner->installEventFilter(this); }

BlankScreen::~BlankScreen() { delete m_cover; }

bool BlankScreen::isOn() const { return m_cover && !m_cover->isHidden(); }

void BlankScreen::toggle() {
  if (isOn()) return m_cover->hide();
  if (!m_cover || m_cover->parentWidget() != m_owner->window()) {
    delete m_cover;
    m_cover = new Cover(m_owner->window());
  }
  m_cover->setGeometry(m_owner->window()->rect());
  m_cover->show();
  m_cover->raise();
}

bool BlankScreen::eventFilter(QObject* watched, QEvent* event) {
  if (isOn() && event->type() == QEvent::Hide) m_cover->hide();
  if (isOn() && event->type() == QEvent::Resize) m_cover->setGeometry(m_cover->parentWidget()->rect());
  return QObject::eventFilter(watched, event);
}

}  // namespace ui
