// Pointing with the keyboard: one residue, column or cell at a time.
#pragma once

#include <Qt>

#include "engine/base/Array.h"

namespace ui {

class View;

/// How far an arrow key goes down and to the right: one, with Shift ten; nowhere for other keys.
struct FocusStep {
  engine::Index down = 0, right = 0;
};
FocusStep focusStep(int key, Qt::KeyboardModifiers modifiers);

/// Ctrl and an arrow key move what is pointed at (or locked) by one position, with Shift by ten; in maps up and down go
/// along the rows (queries), left and right along the columns (keys), in structures along the chain. From nothing they
/// start in the middle. False when the keys are others, or the view shows nothing that has such positions.
bool moveFocus(View& view, int key, Qt::KeyboardModifiers modifiers);

}  // namespace ui
