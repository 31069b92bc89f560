// A view of the program for screen readers: the numbers on show as a table, the caption, and what is pointed at.
#pragma once

#include <QString>

namespace ui {

class View;

/// What is pointed at, in one line: "Query Asp 52, Key Lys 7, Weight 0.12". Empty: nothing is.
QString spokenReadout(const View& view);

/// The picture may be seen, its numbers must not be told: a question asks for them.
void setNumbersCovered(View& view, bool areCovered);

/// Makes the canvases of views tables for QAccessible; more than once does no harm.
void registerViewTable();
/// Tells that something else is pointed at in this view.
void announceReadout(View& view);

}  // namespace ui
