// Tabs of docks: titles without room keep what tells the views apart.
#pragma once

#include <QObject>

class QMainWindow;

namespace ui {

/// Looks after the tab bars that a main window makes for its docks; Qt tells the whole title on hover.
class DockTabs : public QObject {
  Q_OBJECT

 public:
  explicit DockTabs(QMainWindow& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ui
