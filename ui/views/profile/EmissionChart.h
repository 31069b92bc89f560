// The 20 residues of a profile column as bars: probability, background, log-odds in bits.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "ui/views/logo/LogoPainter.h"

namespace ui {

enum class ResidueOrder { alphabetical, byProbability };

/// Residue codes from left to right.
std::vector<engine::ResidueCode> orderedResidues(const engine::ResidueVector& probabilities, ResidueOrder order);

/// What probabilities were mixed out of.
struct EmissionSteps {
  engine::ResidueVector counted{}, expected{};
};

struct EmissionColumn {
  engine::ResidueVector probabilities{}, background{};
  std::optional<EmissionSteps> steps = {};
};

/// "+2.1", "−0.4", "−∞".
QString logOddsText(double bits);

/// Three bars side by side where there are steps.
enum class EmissionPart { counted = 0, expected = 1, probability = 2 };
/// Where the bar of the k-th residue stands, from the axis to the height of its probability.
QRectF emissionBar(const EmissionColumn& column, ResidueOrder order, int k, const QRectF& area, const Theme& theme,
                   EmissionPart part = EmissionPart::probability);

/// Bars (counted: an outline, expected: pale, what they are mixed to: full) with a line at the background, letters below, log-odds under the letters where there is room.
void paintEmissionChart(QPainter& painter, const Theme& theme, const QRectF& area, const EmissionColumn& column,
                        ResidueOrder order);

}  // namespace ui
