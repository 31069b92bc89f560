// Menus of the window. The entries of Operations come from the engine's list, those of View from the list of views.
#pragma once

#include <QString>
#include <vector>

#include "engine/datasets/Dataset.h"

class QMenu;

namespace ui {
class View;
}

namespace app {

class MainWindow;
struct PaletteEntry;

/// Fills those that are filled when they are opened.
void fillMenus(MainWindow& window);
/// All menus of the menu bar, with the keys that the user has chosen.
void makeMenus(MainWindow& window);
void makeFileMenu(MainWindow& window);
void makeViewMenu(MainWindow& window);
/// The way to the start page, in the corner of the menu bar.
void makeHomeButton(MainWindow& window);
/// Adds those that take this dataset, or all without one; mechanisms of attention in a menu of their own.
void addOperations(QMenu& menu, MainWindow& window, const engine::DatasetPtr& dataset);
/// The mechanisms of attention among them.
void addMechanisms(QMenu& menu, MainWindow& window, const engine::DatasetPtr& dataset);
/// What can be done with a dataset of the library.
void fillDatasetMenu(QMenu& menu, MainWindow& window, const engine::DatasetPtr& dataset);
/// Every command there is now, once: of the active view or (`ofAllViews`) of every open view, of the menus.
std::vector<PaletteEntry> commandsOf(const MainWindow& window, bool ofAllViews);

/// Those of views that are open but not active, which they make active first, and of the kinds of views of which none
/// is open, which only say so.
std::vector<PaletteEntry> commandsElsewhere(MainWindow& window);

/// Adds those of a view, named after its kind.
void addCommandsOf(const ui::View& view, std::vector<PaletteEntry>& entries);

}  // namespace app
