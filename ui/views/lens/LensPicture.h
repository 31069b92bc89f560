// The picture of a lens: cells with letters, bars of entropy, the line below which letters stay.
#pragma once

#include <QPainter>

#include "ui/views/lens/LensLayout.h"

namespace ui {

void paintLens(QPainter& painter, const Theme& theme, const LensShown& shown, const LensOptions& options,
               const LensLayout& layout);
/// The column of a residue and, where the cell has a layer, the cell.
void paintLensMark(QPainter& painter, const Theme& theme, const LensLayout& layout, const LensCell& cell,
                   const QColor& color);

}  // namespace ui
