// The picture of features: the table, the chosen one along the sequence, its strongest residues and those alike.
#pragma once

#include <QPainter>

#include "ui/views/features/FeaturesLayout.h"

namespace ui {

struct FeatureMarks {
  engine::Index hoveredRow = -1;             ///< of the table
  engine::Index hovered = -1, locked = -1;   ///< residues
};

void paintFeatures(QPainter& painter, const Theme& theme, const FeaturesShown& shown, const FeaturesOptions& options,
                   const FeaturesLayout& layout, const FeatureMarks& marks);

}  // namespace ui
