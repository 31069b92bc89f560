// A teaching picture as a table for screen readers: rows, columns, values, labels of both.
#pragma once

namespace ui {

/// Makes PictureWidgets tables for QAccessible; more than once does no harm.
void registerPictureTable();

}  // namespace ui
