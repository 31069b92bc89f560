// Sequence and profile logos with QPainter: letters as paths stretched to their heights, so that they stay vectors on
// paper. Heights come from engine::logoHeights.
#pragma once

#include <QColor>
#include <QPainter>
#include <array>
#include <span>

#include "engine/sequence/LogoHeights.h"
#include "ui/look/Theme.h"

namespace ui {

using LogoColors = std::array<QColor, engine::alphabet::kNumResidues>;  ///< by residue code

/// Groups of residues in colours that the colour-blind can tell apart: acidic, basic, polar, aromatic, G and P, C; the
/// hydrophobic ones in the colour of text.
const LogoColors& logoColors(const Theme& theme);

enum class LogoDirection {
  right,  ///< columns from left to right, letters stand on the bottom of the area
  down    ///< turned clockwise by a quarter: columns from top to bottom, letters stand on the left of the area
};

/// Columns narrower than this (logical pixels) are painted as coloured bars instead of letters.
inline constexpr double kLeastLogoLetter = 5;

/// Paints the columns [firstColumn, lastColumn) of `heights`, fractions of columns included, over the whole length of
/// `area`; what lies outside of the heights stays empty. A stack as high as `limit` fills the area; higher ones are
/// cut. The largest letter of a stack is on top. Below one pixel per column neighbours are averaged.
void paintLogo(QPainter& painter, std::span<const engine::ResidueVector> heights, double firstColumn, double lastColumn,
               const QRectF& area, double limit, LogoDirection direction, const LogoColors& colors);

}  // namespace ui
