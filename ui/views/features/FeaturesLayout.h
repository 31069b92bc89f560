// Where the parts of a picture of features are: the table, the sequence in blocks, what is listed below it.
#pragma once

#include <QRectF>
#include <QSizeF>
#include <array>

#include "ui/look/Theme.h"
#include "ui/views/features/FeaturesShown.h"

namespace ui {

inline constexpr int kNumFeatureColumns = 4;  ///< number, max, residues, name
inline constexpr int kListedResidues = 8, kListedAlike = 5;

struct FeaturesLayout {
  QRectF header, table, heading, track, residues, alike;  ///< header: of the table
  std::array<double, kNumFeatureColumns + 1> columns{};   ///< left edges, and the right edge of the last
  double line = 0;                                        ///< height of a row
  engine::Index firstRow = 0, numRows = 0;                ///< in sight
  double cell = 0, bars = 0, block = 0;                   ///< of the sequence: width of a residue, heights
  engine::Index perBlock = 1, numResidues = 0;

  double mostScroll(const FeaturesShown& shown) const;
  bool hasLetters() const;
  /// Of a residue: the bar above and the cell with its letter.
  QRectF barOf(engine::Index residue) const;
  QRectF cellOf(engine::Index residue) const;
  QRectF rowOf(engine::Index row) const;
  QRectF alikeOf(int k) const;
  QRectF residueLineOf(int k) const;

  engine::Index residueAt(QPointF point) const;  ///< -1: none; also of the list of strongest ones by its line
  engine::Index rowAt(QPointF point) const;      ///< of the table; -1: none
  int lineAt(const QRectF& list, QPointF point, int count) const;  ///< behind the list's heading; -1: none
  /// The column of the table whose heading is at a point; -1: none.
  int columnAt(QPointF point) const;
};

FeaturesLayout featuresLayout(const Theme& theme, const FeaturesShown& shown, const FeaturesOptions& options,
                              QSizeF size);

}  // namespace ui
