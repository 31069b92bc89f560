// The picture of maps between irreps: boxes, paths with their widths and numbers. Vectors only.
#pragma once

#include <QPainter>

#include "ui/views/irreps/IrrepsLayout.h"

namespace ui {

/// Of irreps of a degree.
QColor degreeColor(const Theme& theme, int degree);

/// The marked path stands out; an empty mark: all alike.
void paintIrreps(QPainter& painter, const Theme& theme, const IrrepsShown& shown, const IrrepsOptions& options,
                 const IrrepsLayout& layout, const IrrepMark& mark);

}  // namespace ui
