// Selected rows, columns and blocks, kept columns, matches of a search and the cell cursor, painted over the letters.
#pragma once

#include <QPainter>

#include "ui/views/alignment/AlignmentFinder.h"
#include "ui/views/alignment/AlignmentPicture.h"
#include "ui/views/alignment/AlignmentSelection.h"

namespace ui {

/// For a picture that is not wrapped, or one block of a wrapped one. `keptColumns`: put aside in any view.
void paintAlignmentSelection(QPainter& painter, const AlignmentPicture& picture, const AlignmentSelection& selection,
                             const AlignmentFinder& finder, const engine::IndexRanges& keptColumns);

}  // namespace ui
