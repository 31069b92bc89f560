// The strongest cells of a map as arcs on the sequence: attention to later residues above the line, to earlier ones
// below it.
#pragma once

#include <QPainter>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/MapFilter.h"
#include "ui/look/Theme.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/maps/MapViewport.h"

namespace ui {

/// A sequence on a horizontal line in the middle of a panel.
struct ArcFrame {
  Rect panel;
  double firstResidue = 0, pixelsPerResidue = 1;  ///< residue (0-based, its left end) at the panel's left edge
  engine::Index length = 0;
  std::string letters;  ///< one per residue; empty: none
  std::string states;   ///< DSSP states, one per residue; empty: unknown

  double lineY() const { return panel.y + panel.height / 2; }
  /// There is room for them.
  bool hasLetters() const;
  /// The middle of a residue.
  double xOf(engine::Index residue) const;
  /// -1 beyond the ends.
  engine::Index residueAt(double x) const;
};

/// Half the height of the line with its letters and states: pointing at it means a residue.
double arcLineHalfHeight(const Theme& theme);
/// The arc within a few pixels of a point: the nearest; of equally near ones the strongest.
std::optional<engine::MapCell> arcAt(const ArcFrame& frame, const Theme& theme,
                                     const std::vector<engine::MapCell>& arcs, double x, double y);

struct ArcMark {
  engine::Index row = -1, column = -1;  ///< one residue: both are equal
  QColor color;
};

/// Thickness and colour follow the value on the scale of `look`. Where something is marked, arcs that have nothing to
/// do with it are faint.
void paintArcs(QPainter& painter, const Theme& theme, const ArcFrame& frame, const std::vector<engine::MapCell>& arcs,
               const MapLook& look, const std::vector<ArcMark>& marks);

}  // namespace ui
