// The centre of the window: views in docks that can be split, tabbed and floated.
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <QTimer>
#include <vector>

#include "ui/views/View.h"

namespace app {

class ViewDock;

enum class Layout { grid, attention, alignment, structure };

class Workspace : public QMainWindow {
  Q_OBJECT

 public:
  explicit Workspace(ui::Session& session, QWidget* parent = nullptr);
  ~Workspace() override;
  /// Opens a view of this kind with these datasets, in order; unknown ids and datasets that it does not accept become
  /// messages. Null when the kind is unknown.
  ui::View* openView(const QString& kind, const std::vector<std::string>& datasetIds);
  /// Places all docked views; later views go to their places in the same layout until the user moves one.
  void arrange(Layout layout);
  std::vector<ui::View*> views() const;
  ui::View* activeView() const { return m_active; }
  ViewDock* dockOf(const ui::View* view) const;
  void setActiveView(ui::View* view);

 Q_SIGNALS:
  void activeViewChanged(ui::View* view);
  void hoveredViewChanged(ui::View* view);
  void viewsChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place(ViewDock* dock);
  void forget(ViewDock* dock);
  void closeViewsOf(const QString& datasetId);
  /// New views start from the size that they end up with.
  void resetFreshViews();
  ui::View* viewOfCanvas(const QObject* canvas) const;

  ui::Session& m_session;
  std::vector<ViewDock*> m_docks;
  QPointer<ui::View> m_active;
  std::vector<QPointer<ui::View>> m_fresh;
  QTimer m_settling;
  Layout m_layout = Layout::grid;
  bool m_isArrangedByUser = false, m_isArranging = false;
};

}  // namespace app
