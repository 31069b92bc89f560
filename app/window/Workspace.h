// The centre of the window: views in docks that can be split, tabbed and floated.
#pragma once

#include <QJsonObject>
#include <QMainWindow>
#include <QPointer>
#include <QTimer>
#include <vector>

#include "ui/views/base/View.h"

namespace app {

class ViewDock;

enum class Layout { grid, attention, alignment, structure, teach };

class Workspace : public QMainWindow {
  Q_OBJECT

 public:
  explicit Workspace(ui::Session& session, QWidget* parent = nullptr);
  ~Workspace() override;
  /// Opens a view of this kind with these datasets, in order; unknown ids and datasets that it does not accept become
  /// messages. Null when the kind is unknown.
  /// `state`: as View::state() told it; empty: as a new view is.
  ui::View* openView(const QString& kind, const std::vector<engine::DatasetId>& datasetIds,
                     const QJsonObject& state = {}) {
    return openView({kind.toStdString(), {datasetIds.begin(), datasetIds.end()}, {}, state});
  }
  /// `beside`: the view whose room it shares; null: where the layout wants it, or the room of the largest.
  ui::View* openView(const ui::ViewRequest& request, ViewDock* beside = nullptr);
  /// Places all docked views; later views go to their places in the same layout until the user moves one.
  void arrange(Layout layout);
  /// Where each view is, for restoreArrangement(); with the layout, where the user has not moved a view.
  QJsonObject arrangement() const;
  /// Puts the views where they were; views are matched by their kinds, in order. Others stay where they are. False when
  /// `arrangement` cannot be read.
  bool restoreArrangement(const QJsonObject& arrangement);
  /// The same once the views that were just opened have been laid out; what cannot be read becomes a message. Nothing
  /// for an empty one.
  void restoreArrangementSoon(const QJsonObject& arrangement);
  /// In the order in which they were opened.
  std::vector<ui::View*> views() const;
  ui::Session& session() const { return m_session; }
  ui::View* activeView() const { return m_active; }
  ViewDock* dockOf(const ui::View* view) const;
  void setActiveView(ui::View* view);
  /// The user has changed something about this view: from now on it keeps what it shows when its size changes.
  void markTouched(ui::View* view);
  void closeActiveView();
  /// In the order in which they were opened (`step` -1: backwards), with the keyboard focus.
  void activateNextView(int step = 1);
  /// What would open the views again as they are, in the order in which they were opened.
  std::vector<ui::ViewRequest> requests() const;
  /// Those of them whose main dataset this is: they go with it.
  std::vector<ui::ViewRequest> viewsOf(const std::string& datasetId) const;
  /// At once, and for good: none of them can be opened again.
  void closeAll();
  /// Opens the view that was closed last once more; null when there is none or its data are gone.
  ui::View* reopenClosedView();

 Q_SIGNALS:
  void activeViewChanged(ui::View* view);
  void hoveredViewChanged(ui::View* view);
  void viewsChanged();
  void viewOpened(ui::View* view);
  void operationRequested(const QString& id);
  void openFilesRequested();
  void requested(const engine::Request& request);
  /// Views have come to rest in their places, and those that nobody has touched fit them.
  void settled();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void connectDock(ViewDock* dock);
  void place(ViewDock* dock, ViewDock* beside);
  void markActive(ui::View* view);
  void forget(ViewDock* dock);
  void closeViewsOf(const QString& datasetId);
  void onTabChosen(QDockWidget* chosen);
  /// Views that nobody has touched fit themselves to the size that they end up with.
  void fitUntouchedViews();
  /// How many views can be read beside and below each other.
  enum class Room { columns, oneColumn, oneCell };
  Room room() const;
  /// Arranges anew where size or text size now ask for another arrangement; never what the user has moved.
  void adaptToRoom();
  /// The view that a widget is a part of; null when it is none.
  ui::View* viewOfPart(const QObject* part) const;

  ui::Session& m_session;
  std::vector<ViewDock*> m_docks;
  std::vector<ui::ViewRequest> m_closed;  ///< last closed last
  QPointer<ui::View> m_active;
  std::vector<QPointer<ui::View>> m_untouched;
  QTimer m_settling;
  Layout m_layout = Layout::grid;
  int m_numOpened = 0;  ///< names of docks
  bool m_isArrangedByUser = false, m_isArranging = false;
  Room m_arrangedFor = Room::columns;
};

}  // namespace app
