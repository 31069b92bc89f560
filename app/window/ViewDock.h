// A view in its dock, with the title bar that exports and closes it.
#pragma once

#include <QDockWidget>
#include <vector>

#include "ui/views/base/View.h"

class QMenu;
class QToolButton;

namespace ui {
class TitleBar;
}

namespace app {

/// PNG, SVG or PDF by suffix, as large as the view is shown; CSV or NPZ: the numbers on show. Throws engine::Error.
void savePicture(ui::View& view, const QString& path);

class ViewDock;
/// Tabs and title bars: what tells the views apart first, then the kind of view. Call it when views come, go, or show
/// something else.
void nameDocks(const std::vector<ViewDock*>& docks);

class ViewDock : public QDockWidget {
  Q_OBJECT

 public:
  /// Takes the view over.
  ViewDock(ui::View* view, QWidget* parent);
  ui::View& view() { return *m_view; }
  ui::TitleBar& titleBar() { return *m_titleBar; }
  void setActive(bool on);
  /// `name` as short as it can be, for the tab.
  void setName(const QString& name);
  /// What it shows first; null for an empty one.
  engine::DatasetPtr dataset() const;
  /// Of that; empty for an empty one.
  QString datasetTitle() const;
  QString kindTitle() const;
  /// Copy, export a figure, save as PNG, SVG, PDF, save the numbers, copy the caption, show twice, reset: the actions of
  /// the dock, the same ones in every menu.
  void fillMenu(QMenu& menu);

 Q_SIGNALS:
  void closing();
  void duplicateRequested();
  void figureRequested();

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  std::vector<engine::DatasetId> staleIds() const;
  void addCommands();
  void chooseFileAndSave(const QString& suggestion, const QStringList& filters);
  void copyPicture();
  void resetView();

  ui::View* m_view;
  ui::TitleBar* m_titleBar;
  QToolButton* m_again;  ///< hidden while nothing is stale
};

}  // namespace app
