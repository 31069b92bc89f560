#include "ui/panels/DockTabs.h"

#include <QChildEvent>
#include <QMainWindow>
#include <QSet>
#include <QTabBar>

namespace ui {

namespace {

/// "Structure" of "1LDM · Structure".
QString kindIn(const QString& title) { return title.section(QStringLiteral(" · "), -1); }

/// The end of a title is the kind of view: it is kept where that alone tells the tabs apart. Tabs of one kind keep both
/// ends.
Qt::TextElideMode elisionOf(const QTabBar& bar) {
  QSet<QString> kinds;
  for (int tab = 0; tab < bar.count(); ++tab) kinds << kindIn(bar.tabText(tab));
  return kinds.size() == bar.count() ? Qt::ElideLeft : Qt::ElideMiddle;
}

}  // namespace

DockTabs::DockTabs(QMainWindow& window) : QObject(&window) { window.installEventFilter(this); }

bool DockTabs::eventFilter(QObject* watched, QEvent* event) {
  // Polished: by then Qt has given the bar its own ways.
  if (event->type() == QEvent::ChildPolished)
    if (auto* bar = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())) bar->installEventFilter(this);
  // Painted: the titles are those of now, however they came there.
  if (event->type() == QEvent::Paint)
    if (auto* bar = qobject_cast<QTabBar*>(watched); bar && bar->elideMode() != elisionOf(*bar))
      bar->setElideMode(elisionOf(*bar));
  return QObject::eventFilter(watched, event);
}

}  // namespace ui
