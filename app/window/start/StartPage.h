// The start page of the window: what stands on it, when it is shown, where its pictures come from.
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "app/session/Samples.h"
#include "app/session/Thumbnails.h"

class QStackedWidget;

namespace ui {
class WelcomePage;
}

namespace app {

class MainWindow;

/// Shown while no view is open, and over the views whenever the user wants it.
class StartPage : public QObject {
  Q_OBJECT

 public:
  /// Puts the page and the workspace of the window into `centre`. The window's operations must be there.
  StartPage(MainWindow& window, QStackedWidget& centre, std::vector<Sample> samples);
  ui::WelcomePage& page() { return *m_page; }
  Thumbnails& thumbnails() { return m_thumbnails; }
  /// Over the views.
  void show();
  /// The views, where there are any.
  void leave();
  /// Samples are drawn in the background by this program while the page is looked at.
  void drawSamplesWith(const QString& program);
  /// What the window shows of the files that were opened last and of the session.
  void keepPictures();

 private:
  void fill();
  /// Panels are of use as soon as something is opened or fails.
  void bringPanelsWhenNeeded();
  /// The page has the window for itself while there is nothing in the panels, and over the views.
  void makeWay();
  void showViews();
  QImage pictureOf(const QString& path) const;
  void open(const QString& path, bool toTeach);
  /// Those that are of use now.
  void showButtons();
  /// Buttons and recent files as things are now.
  void refresh();
  bool isShown() const;

  MainWindow& m_window;
  QStackedWidget& m_centre;
  ui::WelcomePage* m_page;
  std::vector<Sample> m_samples;
  Thumbnails m_thumbnails;
  QTimer m_drawing;
  QString m_toTeach;         ///< session that is to be opened in the layout for teaching
  bool m_isTeaching = false;  ///< it is on its way
};

}  // namespace app
