// Residues of sequences that a model has run on, mutated where they are pointed at; what changes is shown.
#pragma once

namespace ui {
class View;
}

namespace app {

class MainWindow;

/// Gives a view the command that mutates the residue pointed at, which shows wherever a model's result, or what the
/// model has read, is shown.
void offerMutations(MainWindow& window, ui::View& view);

/// What changes by the first mutation of a model's result is shown; a field in which it was typed keeps the keyboard.
void showChangesOfModels(MainWindow& window);

}  // namespace app
