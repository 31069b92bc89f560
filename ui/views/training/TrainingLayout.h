// Where the parts of a picture of a training are: maps, heads, curves, letters, words.
#pragma once

#include <QRectF>
#include <QSizeF>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/training/TrainingShown.h"

namespace ui {

enum class TrainingChart { objective, learned, precision, near, middle, far, letters, groups };

struct TrainingLayout {
  std::vector<QRectF> maps;  ///< squares, one per method
  double line = 0;           ///< height of a line of text
  QRectF legend;             ///< below the maps
  QRectF heads;              ///< small maps; empty: none
  double headCell = 0;
  int headColumns = 1;
  engine::Index numHeads = 0, length = 0;
  std::vector<std::pair<TrainingChart, QRectF>> charts;
  QRectF words;  ///< how many sequences there are

  QRectF headRect(engine::Index head) const;
  engine::Index headAt(QPointF point) const;  ///< -1: none
  struct Cell {
    engine::Index row = -1, column = -1;
    bool isEmpty() const { return row < 0; }
  };
  Cell cellAt(QPointF point) const;
  QRectF chart(TrainingChart which) const;  ///< empty: it is not shown
};

TrainingLayout trainingLayout(const Theme& theme, const TrainingShown& shown, bool areHeadsThere, QSizeF size);

}  // namespace ui
