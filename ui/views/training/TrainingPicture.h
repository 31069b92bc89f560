// The picture of a training: maps split on the diagonal, curves, heads, letters. Painted altogether.
#pragma once

#include <QImage>
#include <QPainter>
#include <functional>

#include "ui/views/training/LetterPairs.h"
#include "ui/views/training/ReachWords.h"
#include "ui/views/training/TrainingLayout.h"

namespace ui {

/// What the picture shows besides the dataset.
struct TrainingContent {
  const TrainingShown& shown;
  const TrainingOptions& options;
  std::vector<const ShownPairs*> maps;  ///< above the diagonal of each map
  std::function<QImage(engine::Index head)> thumbnail;
  engine::Index head = -1;  ///< that is looked at
  LetterPairs letters = {};
  QString lettersTitle = {};
  const ReachOfHeads* reaches = nullptr;  ///< null: there are no heads, or it is on its way
  TrainingLayout::Cell mark = {}, locked = {};  ///< a pair; of one position row and column are the same
};

void paintTraining(QPainter& painter, const Theme& theme, const TrainingLayout& layout, const TrainingContent& content);

/// Colours of pairs that touch and of those that do not, as on structures.
QColor touchingColor(bool touches);

}  // namespace ui
