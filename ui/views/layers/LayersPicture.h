// The picture of three layers: nodes, what they read, where the signal is, and the numbers below. Vectors only.
#pragma once

#include <QPainter>

#include "ui/views/layers/LayersLayout.h"

namespace ui {

/// `mark`: the token that is pointed at, in all panels; empty: none.
void paintLayers(QPainter& painter, const Theme& theme, const LayersShown& shown, const LayersOptions& options,
                 const LayersLayout& layout, const LayerMark& mark);

}  // namespace ui
