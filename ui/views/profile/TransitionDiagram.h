// The seven transitions that leave a column of a profile HMM, as arrows between its states and those of the next
// column.
#pragma once

#include <QPainter>
#include <array>

#include "engine/hmm/profile/ProfileHmm.h"
#include "ui/look/Theme.h"

namespace ui {

/// Probabilities of the transitions that leave a column, in the order of engine::Transition; 0 for impossible ones.
using TransitionProbabilities = std::array<double, engine::kNumTransitions>;
TransitionProbabilities transitionProbabilities(const engine::ProfileHmm& profile, engine::Index column);

/// Width of an arrow, 0.75 to 7 logical pixels at scale 1; impossible transitions are thin and dotted.
double arrowWidth(double probability);

/// Where the states stand in an area: M and D of both columns, I between.
struct DiagramPlaces {
  QPointF match, insert, deletion, nextMatch, nextDeletion;
  double radius = 0;  ///< of a state
};
DiagramPlaces diagramPlaces(const QRectF& area, const Theme& theme);

/// Below this size (logical pixels at scale 1) the labels of the arrows would lie on each other.
inline constexpr double kLeastDiagramWidth = 200, kLeastDiagramHeight = 140;

/// `column` 0-based; the names of the states carry 1-based numbers. `isLast`: the next column is the end of the model.
void paintTransitionDiagram(QPainter& painter, const Theme& theme, const QRectF& area,
                            const TransitionProbabilities& probabilities, engine::Index column, bool isLast);

}  // namespace ui
