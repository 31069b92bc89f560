// Where the cells of a lens are: residues from left to right in blocks below each other, layers downwards in each.
#pragma once

#include <QRectF>
#include <QSizeF>
#include <algorithm>

#include "ui/look/Theme.h"
#include "ui/views/lens/LensShown.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

struct LensLayout {
  engine::Index steps = 0, residues = 0, perBlock = 1, blocks = 0;
  double cell = 0;                   ///< side of a cell
  double left = 0, top = 0;          ///< of the first cell of the first block; scrolled
  double head = 0, bars = 0, block = 0;  ///< heights: numbers and letters above cells, bars below, all with the gap
  QRectF title, picture, summary;    ///< summary: right of the blocks, empty where there is no room
  Rect colorBar;
  double contentHeight = 0;  ///< of all blocks

  bool hasLetters() const;  ///< cells are large enough for them
  double mostScroll() const { return std::max(contentHeight - picture.height(), 0.0); }
  engine::Index firstOf(engine::Index index) const { return index * perBlock; }
  engine::Index endOf(engine::Index index) const { return std::min((index + 1) * perBlock, residues); }
  /// The cell; with step -1 its letter above, with step `steps` its bar below.
  QRectF rectOf(const LensCell& cell) const;
  /// All of a residue: letter, cells and bar.
  QRectF columnOf(engine::Index residue) const;
  /// The residue at a point, and the layer where there is one.
  LensCell cellAt(QPointF point) const;
};

/// Cells are as large as options say or, where these do not, as large as all of them fit into the size.
LensLayout lensLayout(const Theme& theme, const LensShown& shown, const LensOptions& options, QSizeF size);

}  // namespace ui
