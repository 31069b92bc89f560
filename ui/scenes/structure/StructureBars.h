// Attention or contacts between residues as translucent bars over the picture of a molecule.
#pragma once

#include <utility>
#include <vector>

#include "engine/structure/RigidMotion.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/structure/Strokes.h"

namespace ui {

/// From the query, where it is wide, to the key, where it is thin; a pair without direction is as wide at both ends.
struct AttentionBar {
  engine::Vector3 from, to;  ///< C-alphas, Å
  float weight = 0;
  int rank = 0;      ///< 0: the strongest key of its query, or the best pair
  double share = 0;  ///< 0..1: width and opacity
  Rgb color{0, 0, 0};
  bool isDirected = true;
};

/// Strokes of one colour blend alike in every order.
struct ColoredStrokes {
  Rgb color{0, 0, 0};
  std::vector<Stroke> strokes;
};

class StructureBars {
 public:
  void setBars(std::vector<AttentionBar> bars) { m_bars = std::move(bars); }
  /// Shows bars of at least `lowestWeight` with a rank below `mostPerResidue`.
  void setLimits(float lowestWeight, int mostPerResidue);
  void setMotion(const engine::RigidMotion& motion) { m_motion = motion; }
  int numShown() const;
  /// What the camera sees of the shown bars in width × height device pixels, by colour: what is drawn first has the
  /// colour of the first bars.
  std::vector<ColoredStrokes> strokes(const StructureCamera& camera, int width, int height) const;

 private:
  bool isShown(const AttentionBar& bar) const;

  std::vector<AttentionBar> m_bars;
  engine::RigidMotion m_motion;
  float m_lowestWeight = 0;
  int m_mostPerResidue = 1;
};

}  // namespace ui
