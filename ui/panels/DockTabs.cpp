#include "ui/panels/DockTabs.h"

#include <QChildEvent>
#include <QMainWindow>
#include <QTabBar>

namespace ui {

DockTabs::DockTabs(QMainWindow& window) : QObject(&window) { window.installEventFilter(this); }

bool DockTabs::eventFilter(QObject* watched, QEvent* event) {
  // Polished: by then Qt has given the bar its own ways.
  if (event->type() == QEvent::ChildPolished)
    if (auto* bar = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child()))
      bar->setElideMode(Qt::ElideMiddle);
  return QObject::eventFilter(watched, event);
}

}  // namespace ui
