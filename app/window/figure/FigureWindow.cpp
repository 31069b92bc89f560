#include "app/window/figure/FigureWindow.h"

#include <QStackedWidget>

#include "app/session/Settings.h"
#include "app/window/MainWindow.h"
#include "ui/panels/figure/FigurePage.h"

namespace app {

ui::FigurePage* openFigure(MainWindow& window, ui::View& view) {
  Workspace* const workspace = &window.workspace();
  auto* centre = qobject_cast<QStackedWidget*>(workspace->parentWidget());
  ui::FigureOptions options;
  ui::readJson(Settings().figure(), options);
  auto* page = new ui::FigurePage(view, options, centre);
  centre->addWidget(page);
  centre->setCurrentWidget(page);
  page->setFocus();
  QObject::connect(page, &ui::FigurePage::optionsChanged, page,
                   [page] { Settings().setFigure(toJson(page->options())); });
  QObject::connect(page, &ui::FigurePage::closed, workspace, [centre, workspace, view = &view] {
    centre->setCurrentWidget(workspace);
    workspace->setActiveView(view);
    view->setFocus();
  });
  QObject::connect(&view, &QObject::destroyed, page, [page] { delete page; });
  QObject::connect(centre, &QStackedWidget::currentChanged, page, [centre, page] {
    if (centre->currentWidget() != page) page->deleteLater();
  });
  return page;
}

}  // namespace app
