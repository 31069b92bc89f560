// The page that makes a figure, in the place of the views.
#pragma once

namespace ui {
class FigurePage;
class View;
}  // namespace ui

namespace app {

class MainWindow;

/// Opens the page for a view with the choices of the last time. It goes with Escape, with its button, with its view,
/// and when another page of the window is shown.
ui::FigurePage* openFigure(MainWindow& window, ui::View& view);

}  // namespace app
