// Arrows in 3D, painted: the same code for the screen, PNG, SVG and PDF.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/pair/PairArrows.h"

namespace ui {

/// A part of the picture with a camera of its own.
struct PairStage {
  QPainter& painter;
  const Theme& theme;
  QRectF area;
  StructureCamera camera;
  int line = 0;  ///< whose arrows stand out; 0: all do

  /// Nothing when the point is behind the eye.
  std::optional<QPointF> at(const engine::Vector3& point) const;
};

QColor colorOf(PairRole role, const Theme& theme);

/// Alpha carbons one after the other, paler the farther they are; NaN and jumps of more than 4.5 Å break the line.
void paintChain(const PairStage& stage, const std::vector<engine::Vector3>& alphaCarbons);
/// A ball with a name.
struct PairResidue {
  engine::Vector3 position;  ///< Å
  QString name;
  PairRole role = PairRole::none;
};
/// The residues, the arrows, the farthest first, then all names, each beside its tip and none over another.
void paintArrows(const PairStage& stage, std::vector<PairArrow> arrows, const std::vector<PairResidue>& residues = {});

}  // namespace ui
