// The curves of a training and of methods compared, and residues that favour each other as two small maps.
#pragma once

#include <QPainter>

#include "ui/views/training/ChartPaint.h"
#include "ui/views/training/LetterPairs.h"
#include "ui/views/training/TrainingLayout.h"

namespace ui {

/// Any but TrainingChart::letters.
Chart trainingChart(const Theme& theme, TrainingChart which, const TrainingShown& shown,
                    const TrainingOptions& options);

/// The letters and BLOSUM62 beside each other, and in words what they have in common.
void paintLetterPairs(QPainter& painter, const Theme& theme, const QRectF& area, const LetterPairs& letters,
                      const QString& title);

}  // namespace ui
